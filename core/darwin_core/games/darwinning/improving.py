"""Improving a species: the four uses of a card. [Improving species; ruling: improving]"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from darwin_core.contract.cards import ONE, Cards
from darwin_core.contract.game import NOTHING, Refusal
from darwin_core.games.darwinning import actions, events
from darwin_core.games.darwinning.actions import DONE, AnyAction
from darwin_core.games.darwinning.boards import climbed, habitats, shown
from darwin_core.games.darwinning.components import (
    CACHE_MAX,
    CLIMBS,
    GROWS,
    JOKER,
    KINDS,
    LIVES_IN,
    NUMBER,
    SPACES,
    TRACK,
)
from darwin_core.games.darwinning.effects import Browse, Improve
from darwin_core.games.darwinning.events import Emitter
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.text.language import tr

Improvement = actions.Climb | actions.Grow | actions.Adapt | actions.Gain

_CLIMBS: Final = tuple((actions.Climb(card),) if CLIMBS[card] else () for card in range(KINDS))
_GROWS: Final = tuple((actions.Grow(card),) if GROWS[card] else () for card in range(KINDS))
_ADAPTS: Final = tuple(map(actions.Adapt, range(KINDS)))
_GAINS: Final = tuple(
    tuple(actions.Gain(card, space) for space in range(SPACES if card != JOKER else 0))
    for card in range(KINDS)
)
"""The uses of each card, by card; a joker has none."""


def offers(
    state: DarwinningState, effect: Improve | Browse
) -> tuple[Improvement | actions.Done, ...]:
    """Return the uses of the cards that an effect offers, and Done."""
    cards = state.discards if isinstance(effect, Browse) else effect.cards
    return improvements(state, effect.seat, cards)


def improvements(
    state: DarwinningState, seat: int, cards: Sequence[int]
) -> tuple[Improvement | actions.Done, ...]:
    """Return all uses of these cards that change something, and Done; empty if there is no use.

    A joker has no use.
    """
    species, traits, adapted = state.species[seat], state.traits[seat], state.adapted[seat]
    return uses_on_board(species, traits, adapted, has_room_above(state, seat), bytes(cards))


@lru_cache(maxsize=CACHE_MAX)
def uses_on_board(
    species: int, traits: Cards, adapted: Cards, has_room: bool, cards: Cards
) -> tuple[Improvement | actions.Done, ...]:
    """Return the same from hashable arguments. The engine asks twice: for a choice, and for its
    options."""
    known, home = shown(species, traits), habitats(species, adapted)
    found: list[Improvement | actions.Done] = []
    for card in sorted({*cards}):
        if has_room:
            found += _CLIMBS[card]
        found += _GROWS[card]
        if not LIVES_IN[card] <= home.keys():
            found.append(_ADAPTS[card])
        if NUMBER[card] not in known:
            found += _GAINS[card]
    return (*found, DONE) if found else ()


def has_room_above(state: DarwinningState, seat: int) -> bool:
    """Return True if any space above a species is free."""
    place, spaces = state.places[seat], TRACK.spaces
    if place + len(state.places) <= spaces:
        # There are more spaces above than markers.
        return True
    return sum([other > place for other in state.places]) < spaces - place


def new_habitats(state: DarwinningState, seat: int, card: int) -> bytes:
    """Return the environments on a card that a species lacks, in order."""
    known = habitats(state.species[seat], state.adapted[seat])
    return bytes(sorted(LIVES_IN[card].difference(known)))


def improve_or_leave(
    state: DarwinningState,
    effect: Improve | Browse,
    action: Improvement | actions.Done,
    emit: Emitter,
) -> None:
    """Use one of the offered cards, which are in the discards, or none."""
    seat = effect.seat
    if not isinstance(action, actions.Done):
        state.discards = state.discards.replace(ONE[action.card], b"", 1)
        improve(state, seat, action, emit)
    elif emit:
        emit(events.Left(seat))


def improve(state: DarwinningState, seat: int, action: Improvement, emit: Emitter) -> None:
    """Use a card that was taken from its place."""
    match action:
        case actions.Climb(card):
            _climb(state, seat, card, emit)
        case actions.Grow(card):
            state.grown[seat] += bytes((card,))
            state.population[seat] += GROWS[card]
            if emit:
                emit(events.Grown(seat, card, state.population[seat]))
        case actions.Adapt(card):
            new = new_habitats(state, seat, card)
            state.adapted[seat] += bytes((card,))
            if emit:
                emit(events.Adapted(seat, card, new))
        case actions.Gain(card, space):
            covered = lay_trait(state, seat, card, space)
            if emit:
                emit(events.Gained(seat, card, space, covered))


def _climb(state: DarwinningState, seat: int, card: int, emit: Emitter) -> None:
    start = state.places[seat]
    state.places[seat] = climbed(state.places, start, CLIMBS[card])
    state.climbed[seat] += bytes((card,))
    if emit:
        emit(events.Climbed(seat, card, start, state.places[seat]))


def lay_trait(state: DarwinningState, seat: int, card: int, space: int) -> int:
    """Place a card on a trait space, discard the card that it covers, and return that card or
    NOTHING."""
    traits = state.traits[seat]
    covered = traits[space]
    if covered != NOTHING:
        state.discards += traits[space : space + 1]
    state.traits[seat] = traits[:space] + bytes((card,)) + traits[space + 1 :]
    return covered


def why_no_use(state: DarwinningState, seat: int, action: AnyAction) -> Refusal | None:
    """Return the reason that a species cannot use a card in a way, from any place; None if it
    can."""
    match action:
        case (
            actions.Climb(card) | actions.Grow(card) | actions.Adapt(card) | actions.Gain(card)
        ) if card == JOKER:
            return Refusal("joker", tr("A joker cannot improve a species."))
        case actions.Climb(card) if not CLIMBS[card]:
            return Refusal("no-icon", tr("The card has no food chain icon."))
        case actions.Climb(_) if not has_room_above(state, seat):
            return Refusal(
                "top", tr("No space up to {last} is free above your species.", last=TRACK.spaces)
            )
        case actions.Grow(card) if not GROWS[card]:
            return Refusal("no-icon", tr("The card has no population icon."))
        case actions.Adapt(card) if not new_habitats(state, seat, card):
            return Refusal("adapted", tr("Your species lives in every environment of the card."))
        case actions.Gain(_, space) if not 0 <= space < SPACES:
            return Refusal("no-such-space", tr("There is no such trait space."))
        case actions.Gain(card, _) if NUMBER[card] in shown(
            state.species[seat], state.traits[seat]
        ):
            return Refusal("trait-known", tr("Your species has that trait already."))
    return None
