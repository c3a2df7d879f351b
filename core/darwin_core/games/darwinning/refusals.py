"""The reasons for refusing an action of Darwinning!, by decision and by class of action.

Actions come from notation and from records, so their numbers may be out of range. Each function
excludes one fault after the other; its last reason is the only one left.
"""

from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Refusal
from darwin_core.games.darwinning import acts, material
from darwin_core.games.darwinning.acts import AnyAction
from darwin_core.games.darwinning.material import (
    CAMOUFLAGE,
    CARDS,
    COMMUNICATION,
    ENVIRONMENTS,
    HARD_SHELL,
    JOKER,
    KEPT_CARDS_MAX,
    KINDS,
    NUMBER_OF,
    DarwinningState,
)
from darwin_core.games.darwinning.rules import legal, to_move
from darwin_core.games.darwinning.species import (
    SEATS_WITH_DUMMY,
    has_dummy,
    has_trait,
    may_eat,
    traits_of,
    why_no_use,
)
from darwin_core.games.darwinning.texts import set_words
from darwin_core.games.darwinning.tricks import CODE, display_cards
from darwin_core.kit.refusals import question, reason, reason_by, refusals, refuse
from darwin_core.text.language import mark
from darwin_core.text.seat_names import SeatNames


def _in_order(cards: Cards) -> str:
    """Return the notation of cards in order of kinds; "?" for a card that does not exist."""
    return " ".join(CARDS[card].code if card < KINDS else "?" for card in sorted(cards))


_Improving = material.Improve | material.Browse | material.Transform
"""The decisions that improve a species."""


def _offered(state: DarwinningState, effect: _Improving) -> Cards:
    """Return the cards that a decision offers for an improvement."""
    if isinstance(effect, material.Browse):
        return state.discards
    return effect.cards if isinstance(effect, material.Improve) else bytes((effect.card,))


def _out_of_order(cards: Cards) -> Refusal | None:
    """Return the refusal of cards that are not in order of kinds, or None."""
    if list(cards) == sorted(cards):
        return None
    return refuse("out-of-order", "In order, those cards are {cards}.", cards=_in_order(cards))


def _why_not_play(state: DarwinningState, effect: material.PlayCards, action: acts.Play) -> Refusal:
    hand = state.hands[effect.seat]
    cards = action.cards
    if refusal := _out_of_order(cards):
        return refusal
    if not cards or any(hand.count(card) < cards.count(card) for card in cards):
        return refuse("not-in-hand", "You do not hold those cards.")
    # In a match of two, nothing is too weak, and the display may make a set of the cards.
    if cards not in CODE or has_dummy(state):
        return refuse("no-combination", "Those cards are no combination.")
    best = set_words(state.played[state.best])
    return refuse(
        "too-weak", "That does not beat {set}; a single card can always be played.", set=best
    )


def _why_not_use(state: DarwinningState, effect: material.UseDisplay, action: acts.Use) -> Refusal:
    cards = action.cards
    if refusal := _out_of_order(cards):
        return refusal
    if any(display_cards(state).count(card) < cards.count(card) for card in cards):
        return refuse("not-on-display", "Those cards are not on the display.")
    return refuse("no-combination", "That is no combination with the cards you played.")


def _why_not_keep(state: DarwinningState, effect: material.KeepCards, action: acts.Keep) -> Refusal:
    cards = action.cards
    if refusal := _out_of_order(cards):
        return refusal
    if len(cards) > KEPT_CARDS_MAX:
        return refuse("too-many", "You can keep {number} cards at most.", number=KEPT_CARDS_MAX)
    return refuse("not-in-hand", "You do not hold those cards.")


def _why_not_improve(
    state: DarwinningState,
    effect: _Improving,
    action: acts.Climb | acts.Grow | acts.Adapt | acts.Gain,
) -> Refusal | None:
    # A list, because ``in`` refuses numbers above 255 for bytes.
    if action.card not in list(_offered(state, effect)):
        return refuse("not-offered", "You cannot improve with that card now.")
    return why_no_use(state, effect.seat, action)


def _why_not_take(state: DarwinningState, effect: material.TakeTrait, action: acts.Take) -> Refusal:
    seat, owner, space = effect.seat, action.owner, action.space
    seats = len(state.hands)
    boards = [*state.traits, state.display] if seats == SEATS_WITH_DUMMY else state.traits
    if not 0 <= owner < len(boards) or not 0 <= space < len(boards[owner]):
        return refuse("no-such-space", "There is no such trait space.")
    card = boards[owner][space]
    if owner == seat:
        return refuse("own-trait", "Mutation takes traits of other species.")
    if card >= JOKER:
        return refuse("no-trait-card", "There is no trait card; printed traits cannot be taken.")
    if has_trait(state, seat, NUMBER_OF[card]):
        return refuse("trait-known", "Your species has that trait already.")
    return refuse(
        "not-on-mutation",
        "The card goes onto Mutation, not onto space {space}.",
        space=action.onto + 1,
    )


def _why_not_share(
    state: DarwinningState, effect: material.ShareEnvironment, action: acts.Share
) -> Refusal:
    environment = action.environment
    if not 0 <= environment < len(ENVIRONMENTS) or environment not in state.environments:
        return refuse("not-on-table", "That environment is not on the table in this era.")
    return refuse("not-shared", "No other species lives there, or yours does already.")


_PROTECTION: Final = {
    HARD_SHELL: mark("Its Hard Shell protects it; only a species with Tools may eat it."),
    COMMUNICATION: mark(
        "Communication protects it from species above it, except those with Society."
    ),
    CAMOUFLAGE: mark(
        "Camouflage protects it from species next to it, except those with Bigger Brains."
    ),
}
"""The reasons by protecting trait."""


def _why_not_eat(state: DarwinningState, effect: material.EatSpecies, action: acts.Eat) -> Refusal:
    being = action.species
    if not 0 <= being < len(state.places):
        return refuse("no-such-species", "There is no such species.")
    if being == effect.seat:
        return refuse("itself", "No species eats itself.")
    if effect.eaten >> being & 1:
        return refuse("eaten", "Your species has eaten that one already.")
    above = state.places[being] - state.places[effect.seat]
    eater = traits_of(state, effect.seat)
    eaten = traits_of(state, being)
    # A species without traits is protected by its place alone.
    if not may_eat(eater, 0, above):
        return refuse("above", "That species is too high on the food chain for yours.")
    return refuse("protected", _PROTECTION[_protector(eater, eaten, above)])


def _protector(eater: int, eaten: int, above: int) -> int:
    """Return the first trait that alone protects a species from being eaten."""
    return next(trait for trait in _PROTECTION if not may_eat(eater, eaten & 1 << trait, above))


_IMPROVEMENTS: Final = (acts.Climb, acts.Grow, acts.Adapt, acts.Gain)

_refused: Final = refusals(
    lambda state: len(state.hands),
    to_move,
    legal,
    (
        question(material.NameLeader, "First choose who leads.", acts.Name),
        question(
            material.TakeTrait, "First choose a trait for Mutation, or none.", acts.Take, acts.Done
        ),
        question(material.PlayCards, "First play cards.", acts.Play),
        question(
            material.UseDisplay, "First choose which cards of the display are used.", acts.Use
        ),
        question(
            material.Improve,
            "First improve your species, or improve nothing.",
            *(*_IMPROVEMENTS, acts.Done),
        ),
        question(
            material.Browse,
            "First improve your species with a discarded card, or improve nothing.",
            *(*_IMPROVEMENTS, acts.Done),
        ),
        question(material.KeepCards, "First choose which cards you keep.", acts.Keep),
        question(
            material.ShareEnvironment,
            "First choose an environment for Symbiosis, or none.",
            *(acts.Share, acts.Done),
        ),
        question(material.EatSpecies, "First choose what your species eats.", acts.Eat, acts.Done),
        question(material.Transform, "First choose a trait space for Metamorphosis.", acts.Gain),
    ),
    (
        reason(acts.Name, "no-such-seat", "There is no such player."),
        reason_by(acts.Play, _why_not_play),
        reason_by(acts.Use, _why_not_use),
        reason_by(acts.Keep, _why_not_keep),
        reason_by(acts.Take, _why_not_take),
        reason_by(acts.Climb, _why_not_improve),
        reason_by(acts.Grow, _why_not_improve),
        reason_by(acts.Adapt, _why_not_improve),
        reason_by(acts.Gain, _why_not_improve),
        reason_by(acts.Share, _why_not_share),
        reason_by(acts.Eat, _why_not_eat),
    ),
)


def why_not(
    state: DarwinningState, seat: int, action: AnyAction, seat_names: SeatNames
) -> Refusal | None:
    """Return the reason that a seat cannot take an action now, or None."""
    refusal = _refused(state, seat, action, seat_names)
    # All seats choose the cards they keep, so a seat that owes no choice has made it.
    has_chosen = refusal and refusal.code == "not-your-turn"
    if has_chosen and isinstance(state.pending[-1], material.KeepCards):
        return refuse("chosen", "You have already chosen the cards you keep.")
    return refusal
