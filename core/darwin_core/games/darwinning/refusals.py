"""The reasons that an action is not allowed."""

from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Refusal, not_asked
from darwin_core.games.darwinning import acts, material
from darwin_core.games.darwinning.acts import AnyAction
from darwin_core.games.darwinning.material import (
    CARDS,
    ENVIRONMENTS,
    JOKER,
    KEPT,
    KINDS,
    NUMBER,
    AnyEffect,
    DarwinningState,
)
from darwin_core.games.darwinning.rules import legal, to_move
from darwin_core.games.darwinning.species import TWO, has, may_eat, traits_of, why_no_use
from darwin_core.games.darwinning.texts import set_words
from darwin_core.games.darwinning.tricks import CODE, display_cards
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import SeatNames

_USES: Final = (acts.Climb, acts.Grow, acts.Adapt, acts.Gain)

_ANSWERS: Final[dict[type, tuple[type, ...]]] = {
    material.Lead: (acts.Name,),
    material.Mutate: (acts.Take, acts.Done),
    material.Follow: (acts.Play,),
    material.Declare: (acts.Use,),
    material.Improve: (*_USES, acts.Done),
    material.Browse: (*_USES, acts.Done),
    material.Keep: (acts.Hold,),
    material.Share: (acts.Live, acts.Done),
    material.Hunt: (acts.Eat, acts.Done),
    material.Transform: (acts.Gain,),
}
"""The kinds of action that answer each decision."""

_ASKED: Final[dict[type, str]] = {
    material.Lead: mark("First choose who leads."),
    material.Mutate: mark("First choose a trait for Mutation, or none."),
    material.Follow: mark("First play cards."),
    material.Declare: mark("First choose which cards of the display are used."),
    material.Improve: mark("First improve your species, or improve nothing."),
    material.Browse: mark("First improve your species with a discarded card, or improve nothing."),
    material.Keep: mark("First choose which cards you keep."),
    material.Share: mark("First choose an environment for Symbiosis, or none."),
    material.Hunt: mark("First choose what your species eats."),
    material.Transform: mark("First choose a trait space for Metamorphosis."),
}


def why_not(
    state: DarwinningState, seat: int, action: AnyAction, seat_names: SeatNames
) -> Refusal | None:
    """Return the reason that a seat cannot take an action now, or None."""
    refusal = not_asked(len(state.hands), to_move(state), seat)
    if refusal:
        if refusal.code == "not-your-turn" and isinstance(state.pending[-1], material.Keep):
            return Refusal("chosen", tr("You have already chosen the cards you keep."))
        return refusal
    effect = state.pending[-1]
    if not isinstance(action, _ANSWERS[type(effect)]):
        return Refusal("not-now", tr(_ASKED[type(effect)]))
    if action in legal(state, seat):
        return None
    return _reason(state, seat, effect, action)


def _reason(
    state: DarwinningState, seat: int, effect: AnyEffect, action: AnyAction
) -> Refusal | None:
    match action:
        case acts.Name():
            return Refusal("no-such-seat", tr("There is no such player."))
        case acts.Play(cards) | acts.Use(cards) | acts.Hold(cards) if list(cards) != sorted(cards):
            return Refusal(
                "out-of-order", tr("In order, those cards are {cards}.", cards=_in_order(cards))
            )
        case acts.Play(cards):
            return _why_not_played(state, seat, cards)
        case acts.Use(cards):
            if any(display_cards(state).count(card) < cards.count(card) for card in cards):
                return Refusal("not-on-display", tr("Those cards are not on the display."))
            return Refusal(
                "no-combination", tr("That is no combination with the cards you played.")
            )
        case acts.Take(owner, space, onto):
            return _why_not_taken(state, seat, owner, space, onto)
        case acts.Climb(card) | acts.Grow(card) | acts.Adapt(card) | acts.Gain(card):
            assert isinstance(effect, material.Improve | material.Browse | material.Transform)
            if card not in list(_offered(state, effect)):
                return Refusal("not-offered", tr("You cannot improve with that card now."))
            return why_no_use(state, seat, action)
        case acts.Hold(cards):
            if len(cards) > KEPT:
                return Refusal("too-many", tr("You can keep {number} cards at most.", number=KEPT))
            return Refusal("not-in-hand", tr("You do not hold those cards."))
        case acts.Live(environment):
            return _why_not_shared(state, environment)
        case acts.Eat(being):
            assert isinstance(effect, material.Hunt)
            return _why_not_eaten(state, effect, being)
    return None


def _in_order(cards: Cards) -> str:
    return " ".join(CARDS[card].code if card < KINDS else "?" for card in sorted(cards))


def _offered(
    state: DarwinningState, effect: material.Improve | material.Browse | material.Transform
) -> Cards:
    if isinstance(effect, material.Browse):
        return state.discards
    return effect.cards if isinstance(effect, material.Improve) else bytes((effect.card,))


def _why_not_played(state: DarwinningState, seat: int, cards: Cards) -> Refusal:
    hand = state.hands[seat]
    if not cards or any(hand.count(card) < cards.count(card) for card in cards):
        return Refusal("not-in-hand", tr("You do not hold those cards."))
    if cards not in CODE or len(state.hands) == TWO:
        return Refusal("no-combination", tr("Those cards are no combination."))
    best = set_words(state.played[state.best])
    return Refusal(
        "too-weak", tr("That does not beat {set}; a single card can always be played.", set=best)
    )


def _why_not_taken(state: DarwinningState, seat: int, owner: int, space: int, onto: int) -> Refusal:
    seats = len(state.hands)
    boards = [*state.traits, state.display] if seats == TWO else state.traits
    if not 0 <= owner < len(boards) or not 0 <= space < len(boards[owner]):
        return Refusal("no-such-space", tr("There is no such trait space."))
    card = boards[owner][space]
    if owner == seat:
        return Refusal("own-trait", tr("Mutation takes traits of other species."))
    if card >= JOKER:
        return Refusal(
            "no-trait-card", tr("There is no trait card; printed traits cannot be taken.")
        )
    if has(state, seat, NUMBER[card]):
        return Refusal("trait-known", tr("Your species has that trait already."))
    return Refusal(
        "not-on-mutation",
        tr("The card goes onto Mutation, not onto space {space}.", space=onto + 1),
    )


def _why_not_shared(state: DarwinningState, environment: int) -> Refusal:
    if not 0 <= environment < len(ENVIRONMENTS) or environment not in state.environments:
        return Refusal("not-on-table", tr("That environment is not on the table in this era."))
    return Refusal("not-shared", tr("No other species lives there, or yours does already."))


def _why_not_eaten(state: DarwinningState, effect: material.Hunt, being: int) -> Refusal:
    if not 0 <= being < len(state.places):
        return Refusal("no-such-species", tr("There is no such species."))
    if being == effect.seat:
        return Refusal("itself", tr("No species eats itself."))
    if effect.eaten >> being & 1:
        return Refusal("eaten", tr("Your species has eaten that one already."))
    above = state.places[being] - state.places[effect.seat]
    eater, eaten = traits_of(state, effect.seat), traits_of(state, being)
    if not may_eat(eater, 0, above):
        return Refusal("above", tr("That species is too high on the food chain for yours."))
    return Refusal("protected", tr(_PROTECTION[_protector(eater, eaten, above)]))


_PROTECTION: Final = {
    4: mark("Its Hard Shell protects it; only a species with Tools may eat it."),
    5: mark("Communication protects it from species above it, except those with Society."),
    11: mark("Camouflage protects it from species next to it, except those with Bigger Brains."),
}


def _protector(eater: int, eaten: int, above: int) -> int:
    """Return the first trait that alone protects a species from being eaten."""
    return next(trait for trait in _PROTECTION if not may_eat(eater, eaten & 1 << trait, above))
