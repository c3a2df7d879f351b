"""The reasons that an action is not allowed."""

from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import Refusal, not_asked
from darwin_core.games.darwinning import actions, effects
from darwin_core.games.darwinning.actions import AnyAction
from darwin_core.games.darwinning.boards import TWO, has, may_eat, traits_of
from darwin_core.games.darwinning.combinations import CODE
from darwin_core.games.darwinning.components import CARDS, ENVIRONMENTS, JOKER, KEPT, KINDS, NUMBER
from darwin_core.games.darwinning.effects import AnyEffect
from darwin_core.games.darwinning.improving import why_no_use
from darwin_core.games.darwinning.rules import legal, to_move
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.games.darwinning.tricks import display_cards
from darwin_core.games.darwinning.words import set_words
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon

_USES: Final = (actions.Climb, actions.Grow, actions.Adapt, actions.Gain)

_ANSWERS: Final[dict[type, tuple[type, ...]]] = {
    effects.Lead: (actions.Name,),
    effects.Mutate: (actions.Take, actions.Done),
    effects.Follow: (actions.Play,),
    effects.Declare: (actions.Use,),
    effects.Improve: (*_USES, actions.Done),
    effects.Browse: (*_USES, actions.Done),
    effects.Keep: (actions.Hold,),
    effects.Share: (actions.Live, actions.Done),
    effects.Hunt: (actions.Eat, actions.Done),
    effects.Transform: (actions.Gain,),
}
"""The kinds of action that answer each decision."""

_ASKED: Final[dict[type, str]] = {
    effects.Lead: mark("First choose who leads."),
    effects.Mutate: mark("First choose a trait for Mutation, or none."),
    effects.Follow: mark("First play cards."),
    effects.Declare: mark("First choose which cards of the display are used."),
    effects.Improve: mark("First improve your species, or improve nothing."),
    effects.Browse: mark("First improve your species with a discarded card, or improve nothing."),
    effects.Keep: mark("First choose which cards you keep."),
    effects.Share: mark("First choose an environment for Symbiosis, or none."),
    effects.Hunt: mark("First choose what your species eats."),
    effects.Transform: mark("First choose a trait space for Metamorphosis."),
}


def why_not(
    state: DarwinningState, seat: int, action: AnyAction, lexicon: Lexicon
) -> Refusal | None:
    """Return the reason that a seat cannot take an action now, or None."""
    refusal = not_asked(len(state.hands), to_move(state), seat)
    if refusal:
        if refusal.code == "not-your-turn" and isinstance(state.pending[-1], effects.Keep):
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
        case actions.Name():
            return Refusal("no-such-seat", tr("There is no such player."))
        case actions.Play(cards) | actions.Use(cards) | actions.Hold(cards) if list(
            cards
        ) != sorted(cards):
            return Refusal(
                "out-of-order", tr("In order, those cards are {cards}.", cards=_in_order(cards))
            )
        case actions.Play(cards):
            return _why_not_played(state, seat, cards)
        case actions.Use(cards):
            if any(display_cards(state).count(card) < cards.count(card) for card in cards):
                return Refusal("not-on-display", tr("Those cards are not on the display."))
            return Refusal(
                "no-combination", tr("That is no combination with the cards you played.")
            )
        case actions.Take(owner, space, onto):
            return _why_not_taken(state, seat, owner, space, onto)
        case actions.Climb(card) | actions.Grow(card) | actions.Adapt(card) | actions.Gain(card):
            assert isinstance(effect, effects.Improve | effects.Browse | effects.Transform)
            if card not in list(_offered(state, effect)):
                return Refusal("not-offered", tr("You cannot improve with that card now."))
            return why_no_use(state, seat, action)
        case actions.Hold(cards):
            if len(cards) > KEPT:
                return Refusal("too-many", tr("You can keep {number} cards at most.", number=KEPT))
            return Refusal("not-in-hand", tr("You do not hold those cards."))
        case actions.Live(environment):
            return _why_not_shared(state, environment)
        case actions.Eat(being):
            assert isinstance(effect, effects.Hunt)
            return _why_not_eaten(state, effect, being)
    return None


def _in_order(cards: Cards) -> str:
    return " ".join(CARDS[card].code if card < KINDS else "?" for card in sorted(cards))


def _offered(
    state: DarwinningState, effect: effects.Improve | effects.Browse | effects.Transform
) -> Cards:
    if isinstance(effect, effects.Browse):
        return state.discards
    return effect.cards if isinstance(effect, effects.Improve) else bytes((effect.card,))


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


def _why_not_eaten(state: DarwinningState, effect: effects.Hunt, being: int) -> Refusal:
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
