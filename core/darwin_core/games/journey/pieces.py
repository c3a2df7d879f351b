"""The means of a seat, paying, and gaining."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from darwin_core.games.journey import effects
from darwin_core.games.journey.components import LAST_STEP
from darwin_core.games.journey.effects import AnyEffect
from darwin_core.games.journey.events import Emitter, Gained
from darwin_core.games.journey.state import JourneyState
from darwin_core.kit.rows import plus, replaced


class Means(msgspec.Struct, frozen=True, gc=False):
    """The means of payment of a seat."""

    coins: int
    knowledge: int
    discount: int
    """Coins less for each seal that is bought now."""


def means(state: JourneyState) -> Means:
    """Return the means of the acting seat."""
    seat, pending = state.actor, state.pending
    return Means(state.coins[seat], state.knowledge[seat], _discount(pending))


def _discount(pending: Sequence[AnyEffect]) -> int:
    """Return the coins less for each seal: for the whole turn, or by rules 1 for the actions of the
    worker's location."""
    if pending and type(pending[0]) is effects.CheaperTurn:
        return pending[0].discount
    placed = pending[1] if len(pending) > 1 else None
    return placed.discount if type(placed) is effects.Act else 0


def pay(state: JourneyState, coins: int) -> None:
    """Pay coins of the acting seat to the supply."""
    if coins:
        state.coins = plus(state.coins, state.actor, -coins)


GAINS: Final = frozenset({effects.Coins, effects.Points, effects.Knowledge, effects.Evolve})
"""Effects that are pure gains: they are done at once, and first."""


@lru_cache(maxsize=1 << 12)
def gains_first(parts: tuple[AnyEffect, ...]) -> tuple[AnyEffect, ...]:
    """Return effects that may be done in any order, with pure gains first; that order costs nobody
    anything."""
    return tuple(sorted(parts, key=lambda part: type(part) not in GAINS))


def gain(
    state: JourneyState,
    seat: int,
    emit: Emitter,
    *,
    coins: int = 0,
    points: int = 0,
    knowledge: int = 0,
    steps: int = 0,
) -> None:
    """Gain things; each step past the end of the evolution track is a point. [ruling: Evolution]"""
    if steps:
        reached = state.evolution[seat] + steps
        over = max(reached - LAST_STEP, 0)
        state.evolution = replaced(state.evolution, seat, reached - over)
        points, steps = points + over, steps - over
    if coins:
        state.coins = plus(state.coins, seat, coins)
    if points:
        state.points = plus(state.points, seat, points)
    if knowledge:
        state.knowledge = plus(state.knowledge, seat, knowledge)
    if emit and (coins or points or knowledge or steps):
        emit(Gained(seat, coins, points, knowledge, steps))


def gain_of(state: JourneyState, effect: AnyEffect, emit: Emitter) -> None:
    """Do an effect that is a pure gain."""
    match effect:
        case effects.Coins(number):
            gain(state, state.actor, emit, coins=number)
        case effects.Points(number):
            gain(state, state.actor, emit, points=number)
        case effects.Knowledge(number):
            gain(state, state.actor, emit, knowledge=number)
        case effects.Evolve(steps):
            gain(state, state.actor, emit, steps=steps)
        case _:
            raise TypeError(effect)
