"""The reasons why an action is illegal."""

from typing import Final

from darwin_core.contract.game import NOTHING, Refusal, not_asked
from darwin_core.games.evo import acts, material
from darwin_core.games.evo.acts import AnyAction
from darwin_core.games.evo.generation import any_hunts, has_future, price, search_card, tokens_at
from darwin_core.games.evo.material import (
    FAUNA_SLOTS,
    FORESIGHT,
    PREDATION,
    RING,
    SLOTS,
    WANDERER,
    EvoState,
)
from darwin_core.games.evo.rules import legal, to_move
from darwin_core.games.evo.texts import genes_words, trait_name
from darwin_core.text.language import mark, tr, tr_n
from darwin_core.text.seat_names import SeatNames

_ANSWERS: Final[dict[type, tuple[type, ...]]] = {
    material.Begin: (acts.Awake,),
    material.Live: (
        acts.Hunt,
        acts.Forage,
        acts.Migrate,
        acts.Predate,
        acts.Foresee,
        acts.Done,
    ),
    material.Replace: (acts.Displace, acts.Done),
    material.Gorge: (acts.Displace,),
    material.Sleep: (acts.Save, acts.Done),
    material.Choose: (acts.Adopt,),
    material.Settle: (acts.Found,),
    material.Drift: (acts.Move, acts.Done),
}
"""The kinds of action that answer each decision."""

_ASKED: Final[dict[type, str]] = {
    material.Begin: mark("First choose the active population."),
    material.Live: mark("Hunt, forage, migrate, or end the generation."),
    material.Replace: mark("First replace tokens of the prey."),
    material.Gorge: mark("First place one more token."),
    material.Sleep: mark("First choose a card to save by hibernation, or none."),
    material.Choose: mark("First choose a species."),
    material.Settle: mark("First place the new population."),
    material.Drift: mark("First move a population, or none."),
}


_TWO_CARDS: Final = mark("A migration takes two cards, or one with the adaptation wanderer.")


def why_not(state: EvoState, seat: int, action: AnyAction, seat_names: SeatNames) -> Refusal | None:
    """Return the reason why a seat cannot take an action now, or None if it can."""
    refusal = not_asked(len(state.species), to_move(state), seat)
    if refusal:
        return refusal
    effect = state.pending[-1]
    if not isinstance(action, _ANSWERS[type(effect)]):
        return Refusal("not-now", tr(_ASKED[type(effect)]))
    if action in legal(state, seat):
        return None
    match action:
        case acts.Awake() | acts.Found() | acts.Move():
            return _why_not_there(action)
        case acts.Hunt(slot, uses):
            return _why_not_hunted(state, seat, slot, uses)
        case acts.Forage():
            return _why_not_foraged(state, seat, action)
        case acts.Migrate():
            return _why_not_gone(state, seat, action)
        case acts.Predate():
            return _why_not_preyed(state, seat, action)
        case acts.Displace():
            return Refusal(
                "no-token", tr("There is no token to replace, or none of yours to add to.")
            )
        case acts.Foresee():
            return _why_not_foreseen(state, seat)
        case acts.Save():
            return Refusal("not-in-hand", tr("You do not hold that card."))
        case acts.Adopt():
            return Refusal("taken", tr("That species is taken, or there is no such species."))
        case _:
            return Refusal("must-replace", tr("Replace at least one token."))


def _why_not_there(action: acts.Awake | acts.Found | acts.Move) -> Refusal:
    if isinstance(action, acts.Awake):
        return Refusal("no-population", tr("You have no available population there."))
    if isinstance(action, acts.Found):
        return Refusal("no-home", tr("A new population is placed where the species already lives."))
    return Refusal("no-move", tr("A population moves from its location to another one."))


def _future_refusal() -> Refusal:
    return Refusal("no-future", tr("There is no future generation: your deck is empty."))


def _own(state: EvoState, seat: int, uses: bytes) -> Refusal | None:
    own = state.adaptations[state.species[seat]]
    if any(design not in own for design in uses):
        return Refusal("not-adapted", tr("Your species lacks that adaptation."))
    return None


def _why_not_hunted(state: EvoState, seat: int, slot: int, uses: bytes) -> Refusal:
    if not 0 <= slot < FAUNA_SLOTS or state.slots[SLOTS * state.active + slot] == NOTHING:
        return Refusal("no-fauna", tr("There is no fauna there."))
    if refusal := _own(state, seat, uses):
        return refusal
    fauna = state.slots[SLOTS * state.active + slot]
    if acts.Hunt(slot, uses) in any_hunts(state, state.species[seat]):
        wanted = genes_words(price(fauna, uses))
        return Refusal(
            "cannot-pay",
            tr("Your hand lacks cards for this hunt, which takes {cards}.", cards=wanted),
        )
    return Refusal("no-use", tr("Those adaptations are of no use for this hunt."))


def _why_not_foraged(state: EvoState, seat: int, action: acts.Forage) -> Refusal:
    slot = action.slot
    if not FAUNA_SLOTS <= slot < SLOTS or state.slots[SLOTS * state.active + slot] == NOTHING:
        return Refusal("no-flora", tr("There is no flora there."))
    if refusal := _own(state, seat, action.uses):
        return refusal
    hand = state.hands[state.species[seat]]
    search = search_card(state, action.uses)
    if search not in hand:
        need = tr("You need a card of {trait} to search.", trait=trait_name(search))
        return Refusal("no-search", need)
    flora = state.slots[SLOTS * state.active + slot]
    if not 0 < action.amount <= hand.count(flora) - (search == flora):
        return Refusal(
            "cannot-gather",
            tr(
                "You do not hold so many cards of {trait} to gather with.",
                trait=trait_name(flora),
            ),
        )
    return Refusal("no-use", tr("Those adaptations are of no use for this forage."))


def _why_not_gone(state: EvoState, seat: int, action: acts.Migrate) -> Refusal:
    species = state.species[seat]
    if not has_future(state, species):
        return _future_refusal()
    if action.location == state.active or not 0 <= action.location < len(state.locations):
        return Refusal("no-journey", tr("A migration leads to another location."))
    hand = state.hands[species]
    if any(hand.count(card) < action.cards.count(card) for card in action.cards):
        return Refusal("not-in-hand", tr("You do not hold those cards."))
    if len(action.cards) == 1:
        if WANDERER not in state.adaptations[species]:
            return Refusal("two-cards", tr(_TWO_CARDS))
        return Refusal(
            "once",
            tr_n(
                "You may migrate with one card once in a generation.",
                "You may migrate with one card {number} times in a generation.",
                state.adaptations[species].count(WANDERER),
            ),
        )
    if len(action.cards) != 2:
        return Refusal("two-cards", tr(_TWO_CARDS))
    return Refusal("out-of-order", tr("Cards are named in the order of the traits."))


def _why_not_preyed(state: EvoState, seat: int, action: acts.Predate) -> Refusal:
    if not state.options.predation:
        return Refusal(
            "no-predation",
            tr("Species hunt each other only with the option predation, which is ours."),
        )
    species = state.species[seat]
    if not 0 <= action.prey < len(state.species) or action.prey == species:
        return Refusal("no-prey", tr("There is no other species with that number."))
    lives = state.available[action.prey][state.active] + state.spent[action.prey][state.active]
    if not lives or not any(tokens_at(state, state.active, action.prey)):
        return Refusal("no-prey", tr("That species has no population or no tokens here."))
    name = trait_name(action.trait) if 0 <= action.trait < RING else tr("one trait")
    takes = tr("It takes {number} cards of {trait}.", number=PREDATION, trait=name)
    return Refusal("cannot-pay", takes)


def _why_not_foreseen(state: EvoState, seat: int) -> Refusal:
    species = state.species[seat]
    if FORESIGHT not in state.adaptations[species]:
        return Refusal("not-adapted", tr("Your species lacks that adaptation."))
    if not has_future(state, species):
        return _future_refusal()
    return Refusal(
        "once",
        tr_n(
            "You may use foresight once in a generation.",
            "You may use foresight {number} times in a generation.",
            state.adaptations[species].count(FORESIGHT),
        ),
    )
