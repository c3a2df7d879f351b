"""Rollouts: worlds that agree with a view, played on by a policy up to a horizon, and suppositions
about the play of all seats where a game has a fitted policy.

The seat that thinks plays on by the fitted policy. Rivals do so in every other world, and in the
rest by the game's own policy: if all were thought to play like a searcher, the search would be
weaker against those who do not.
"""

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from typing import Final

from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Action, Advice, AnyGame, Clock, Horizon, State
from darwin_core.kit.fitted_policies import Policy, Weights, policy_by, ranked, weights_of
from darwin_core.kit.judging import distinct_first


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
    return own - (fsum(points) - own) / (len(points) - 1)


def mean(numbers: Sequence[float]) -> float:
    """Return the mean of what rollouts brought; 0 of none."""
    return fsum(numbers) / len(numbers) if numbers else 0.0


def deviation(numbers: Sequence[float]) -> float:
    """Return the standard deviation of what at least two rollouts brought."""
    middle = mean(numbers)
    return sqrt(fsum((number - middle) ** 2 for number in numbers) / (len(numbers) - 1))


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


_TURNS: Final = 2
"""Worlds by turns."""


class Suppositions:
    """The play that one decision supposes, where the game has a fitted policy."""

    def __init__(self, game: AnyGame, view: State, seat: int, seed: str, weights: Weights) -> None:
        """Suppose play by fitted weights.

        Args:
            game: the game.
            view: the position as the seat knows it.
            seat: the seat that thinks.
            seed: any text; the same text deals the same worlds.
            weights: those of the game at this number of seats, by kind of choice.
        """
        self._game, self._view, self._seat, self._seed = game, view, seat, seed
        self._weights, self._fitted = weights, policy_by(game, weights)

    def candidates(self, advised: Sequence[Advice[Action]], most: int) -> list[Advice[Action]]:
        """Return the most promising of the advised actions, and the one advised first, which is
        the last of them if it is not promising."""
        game, view, seat = self._game, self._view, self._seat
        by_action = {advice.action: advice for advice in advised}
        best = ranked(game, self._weights, view, seat, game.legal(view, seat))
        best = best or distinct_first([*by_action], [advice.value for advice in advised])
        chosen = dict.fromkeys([*best[:most], advised[0].action])
        return [by_action[action] for action in chosen]

    def world(self, number: int) -> State:
        """Return a world: the same for the same number."""
        turn = number % _TURNS
        chance = from_seed(self._seed, "world", number)
        world = deal(self._game, self._view, chance, self._fitted if turn else None)
        # The world itself says by the first bit of its chance whose turn it is.
        world.chance = bytes([world.chance[0] // _TURNS * _TURNS + turn]) + world.chance[1:]
        return world

    def policy(self, world: State) -> Policy:
        """Return the choice of all seats in a world."""
        fitted, own, thinks = self._fitted, self._game.bots.fast_policy, self._seat
        if world.chance[0] % _TURNS:
            return fitted
        return lambda state, seat: (fitted if seat == thinks else own)(state, seat)


def suppositions(game: AnyGame, view: State, seat: int, seed: str) -> Suppositions | None:
    """Return the suppositions by the fitted policy of a game; None if it has none at this number
    of seats."""
    weights = weights_of(game, len(game.standing(view).totals))
    return Suppositions(game, view, seat, seed, weights) if weights else None
