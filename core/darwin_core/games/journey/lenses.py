"""Locked locations: unlocking one with a lens, and performing one that stays locked."""

from collections.abc import Iterator, Sequence

from darwin_core.games.journey import diaries, effects
from darwin_core.games.journey.actions import Perform, Unlock
from darwin_core.games.journey.effects import AnyEffect
from darwin_core.games.journey.events import Emitter, Performed, Unlocked
from darwin_core.games.journey.pieces import Means, gains_first, means, pay
from darwin_core.games.journey.possible import can
from darwin_core.games.journey.state import JourneyState
from darwin_core.kit.rows import put


def can_unlock(state: JourneyState, effect: effects.Lens, has: Means) -> bool:
    """Return whether a lens can be paid, is left, and finds a locked location."""
    return (
        diaries.lens_cost(effect.is_free) <= has.coins
        and diaries.has_lens(state, state.actor)
        and bool(diaries.unlockable(state))
    )


def unlockings(state: JourneyState, effect: effects.Lens) -> Sequence[Unlock]:
    """List the locked locations."""
    return [*map(Unlock, diaries.unlockable(state))]


def unlock(state: JourneyState, effect: effects.Lens, action: Unlock, emit: Emitter) -> None:
    """Pay, place the lens, and do the actions of the location, without its seals. [Unlock Lens
    Location]"""
    seat, location, cost = state.actor, action.location, diaries.lens_cost(effect.is_free)
    pay(state, cost)
    state.lenses = put(state.lenses, location, seat)
    if emit:
        emit(Unlocked(seat, location, cost))
    state.pending.append(effects.AnyOrder(gains_first(diaries.actions_of(state, location))))


def _visits(state: JourneyState, has: Means, inside: frozenset[int]) -> Iterator[int]:
    """Yield the locked locations where something can be done, save those that are being
    performed."""
    for location in diaries.locked(state.lenses):
        parts = diaries.actions_of(state, location)
        if location not in inside and _any_inside(state, parts, has, inside | {location}):
            yield location


def _any_inside(
    state: JourneyState, parts: Sequence[AnyEffect], has: Means, inside: frozenset[int]
) -> bool:
    return any(_can_inside(state, part, has, inside) for part in parts)


def _can_inside(state: JourneyState, part: AnyEffect, has: Means, inside: frozenset[int]) -> bool:
    """Return whether an effect could be done while these locations are being performed."""
    if type(part) is effects.PerformLocked:
        return any(True for _ in _visits(state, has, inside))
    if (
        type(part) is effects.Lens
        and state.rules >= 2
        and inside.issuperset(diaries.unlockable(state))
    ):
        return False
    return can(state, part, has)


def can_perform(state: JourneyState, effect: effects.PerformLocked, has: Means) -> bool:
    """Return whether something can be done at a locked location."""
    return any(True for _ in _visits(state, has, diaries.inside(state)))


def performances(state: JourneyState, effect: effects.PerformLocked) -> Sequence[Perform]:
    """List the locked locations where something can be done."""
    return [*map(Perform, _visits(state, means(state), diaries.inside(state)))]


def perform(
    state: JourneyState, effect: effects.PerformLocked, action: Perform, emit: Emitter
) -> None:
    """Do the actions of a locked location; it stays locked. [Effects: Perform a locked location]"""
    if emit:
        emit(Performed(state.actor, action.location))
    parts = gains_first(diaries.actions_of(state, action.location))
    state.pending += (effects.Inside(action.location), effects.AnyOrder(parts))
