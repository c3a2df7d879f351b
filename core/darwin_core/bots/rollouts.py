"""Rollouts: worlds that agree with a view, played on by a policy for as long as its game's tuning
says."""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

from darwin_core.contract.game import Action, AnyGame, Clock, Horizon, State


def deal(
    game: AnyGame,
    view: State,
    chance: bytes,
    policy: Callable[[State, int], Action] | None = None,
) -> State:
    """Return a world: a whole state that agrees with a view, the unknown drawn from 16 bytes of
    chance. Rivals have made their hidden choices as they are likely to, where a game knows: by a
    policy, if it is not the game's."""
    world: State
    if game.bots.guess is None:
        world = game.determinize(view, chance)
    elif policy is None:
        world = game.bots.guess(view, chance)
    else:
        world = game.bots.guess(view, chance, policy)
    return world


def with_chance(game: AnyGame, state: State, chance: bytes) -> State:
    """Return a state with other chance to come: the world of a viewer who sees all cards."""
    world: State = game.clone(state)
    world.chance = chance
    return world


def play_on(
    game: AnyGame,
    state: State,
    since: Clock,
    horizon: Horizon,
    policy: Callable[[State, int], Action] | None = None,
) -> int:
    """Let all seats play on in place, up to a horizon; return the number of actions.

    Args:
        game: the game.
        state: a whole state.
        since: the clock from which the turns or rounds of the horizon are counted.
        horizon: how far to play.
        policy: the choice of each seat; by default the game's.
    """
    choose = policy or game.bots.fast_policy
    to_move, apply, part = game.to_move, game.apply, _PARTS[horizon.until]
    at, changes, actions = part(since), 0, 0
    while actions < horizon.plies_max:
        if part is not _match and (now := part(game.clock(state))) != at:
            at, changes = now, changes + 1
            if changes == horizon.count:
                break
        movers = to_move(state)
        if not movers:
            break
        apply(state, movers[0], choose(state, movers[0]), None)
        actions += 1
    return actions


def ahead(points: Sequence[float], seat: int) -> float:
    """Return the points by which a seat is ahead of the mean of the others."""
    own = points[seat]
    return own - (sum(points) - own) / (len(points) - 1)


def mean(numbers: Sequence[float]) -> float:
    """Return the mean of what rollouts brought; 0 of none."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def deviation(numbers: Sequence[float]) -> float:
    """Return the standard deviation of what at least two rollouts brought."""
    middle = mean(numbers)
    return sqrt(sum((number - middle) ** 2 for number in numbers) / (len(numbers) - 1))


def _match(clock: Clock) -> object:
    return None


def _round(clock: Clock) -> object:
    """Return the round; one that is over counts as the next, which is then being prepared."""
    return clock.round + (clock.turn == 0)


def _turn(clock: Clock) -> object:
    return clock.round, clock.turn


_PARTS: Final[dict[str, Callable[[Clock], object]]] = {
    "match": _match,
    "round": _round,
    "turn": _turn,
}
"""The part of the clock whose changes are counted."""
