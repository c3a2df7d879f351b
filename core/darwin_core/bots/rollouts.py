"""Rollouts: worlds that agree with a view, played by a policy up to a horizon.

Where a game has a fitted policy, a search may suppose play by that policy. The deciding seat then
plays by the fitted policy in all worlds. The rivals play by the fitted policy in every second world
and by the game's fast policy in the others. If the search supposed that all rivals play by the
fitted policy, it would choose worse against rivals who do not. The chance to win at a position is
counted in the worlds where they do: against weaker rivals it would be too high.
"""

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from typing import Final

from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import Action, Advice, AnyGame, Clock, Horizon, State
from darwin_core.kit.fitted_policies import FastPolicy, Weights, policy_with, ranked, weights_of
from darwin_core.kit.judging import distinct_first


def deal(
    game: AnyGame,
    view: State,
    chance: bytes,
    policy: Callable[[State, int], Action] | None = None,
) -> State:
    """Return a world: a whole state that agrees with a view.

    Where a game can guess the rivals' hidden choices, the world contains the choices of a policy.

    Args:
        game: the game.
        view: what a seat knows.
        chance: 16 bytes that determine everything unknown.
        policy: the policy by which the rivals are supposed to have chosen; by default the game's.
    """
    world: State
    if game.bots.guess is None:
        world = game.determinize(view, chance)
    elif policy is None:
        world = game.bots.guess(view, chance)
    else:
        world = game.bots.guess(view, chance, policy)
    return world


def with_chance(game: AnyGame, state: State, chance: bytes) -> State:
    """Return a copy of a state in which future draws come from other chance. This is the world of a
    viewer who sees all cards."""
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
    """Let all seats play up to a horizon, and return the number of actions played.

    Args:
        game: the game.
        state: a whole state, which this function changes.
        since: the clock from which the turns or rounds of the horizon are counted.
        horizon: how far to play.
        policy: the policy of all seats; by default the game's fast policy.
    """
    choose = policy or game.bots.fast_policy
    to_move = game.to_move
    apply = game.apply
    part = _PARTS[horizon.until]
    present = part(since)
    changes = 0
    actions = 0
    while actions < horizon.plies_max:
        # A horizon of matches ends with the match alone: its clock need not be read.
        if part is not _match and (now := part(game.clock(state))) != present:
            present = now
            changes += 1
            if changes == horizon.count:
                break
        movers = to_move(state)
        if not movers:
            break
        apply(state, movers[0], choose(state, movers[0]), None)
        actions += 1
    return actions


def lead_over_others(points: Sequence[float], seat: int) -> float:
    """Return the lead of a seat over the mean of the other seats, in points; its points if it has
    no rival."""
    own_points = points[seat]
    return own_points - (fsum(points) - own_points) / max(len(points) - 1, 1)


def mean(numbers: Sequence[float]) -> float:
    """Return the mean of the results of rollouts; 0 if there are none."""
    return fsum(numbers) / len(numbers) if numbers else 0.0


def deviation(numbers: Sequence[float]) -> float:
    """Return the standard deviation of the results of at least two rollouts."""
    middle = mean(numbers)
    return sqrt(fsum((number - middle) ** 2 for number in numbers) / (len(numbers) - 1))


def _match(clock: Clock) -> object:
    return None


def _round(clock: Clock) -> object:
    """Return the number of the round. After the last turn of a round the next round is being
    prepared, so the number of the next round is returned."""
    return clock.round + (clock.turn == 0)


def _turn(clock: Clock) -> object:
    return clock.round, clock.turn


_PARTS: Final[dict[str, Callable[[Clock], object]]] = {
    "match": _match,
    "round": _round,
    "turn": _turn,
}
"""By the unit of a horizon: the part of the clock whose changes are counted."""


_KINDS: Final = 2
"""Number of kinds of worlds where a seat decides, which alternate: rivals play by the fast policy
(0) or by the fitted policy (1). Elsewhere, there is the last kind alone."""


class Suppositions:
    """The worlds and policies that one decision supposes, where the game has a fitted policy."""

    def __init__(
        self,
        game: AnyGame,
        view: State,
        seat: int,
        seed: str,
        weights: Weights,
        *,
        decides: bool = True,
    ) -> None:
        """Suppose play by fitted weights.

        Args:
            game: the game.
            view: the position as the seat knows it.
            seat: the judged seat.
            seed: any text; the same seed gives the same worlds.
            weights: the game's fitted weights at this number of seats, by kind of choice.
            decides: False if the seat decides nothing, so that all worlds are of one kind.
        """
        self._game = game
        self._view = view
        self._seat = seat
        self._seed = seed
        self._weights = weights
        self.kinds = _KINDS if decides else 1
        """The number of kinds of worlds."""
        self._fitted = policy_with(game, weights)

    def candidates(self, advised: Sequence[Advice[Action]], most: int) -> list[Advice[Action]]:
        """Return the advised actions that the fitted policy ranks highest, best first.

        Normal's action, which the game's advice ranks first, is always included: at the end if the
        policy does not rank it high enough.

        Args:
            advised: the legal actions, ranked by the game's advice.
            most: the maximum number of actions that the policy selects, besides Normal's.
        """
        game = self._game
        view = self._view
        seat = self._seat
        by_action = {advice.action: advice for advice in advised}
        best = ranked(game, self._weights, view, seat, game.legal(view, seat))
        # Where the policy has no weights for this kind of choice, the advice ranks the actions.
        best = best or distinct_first([*by_action], [advice.value for advice in advised])
        chosen = dict.fromkeys([*best[:most], advised[0].action])
        return [by_action[action] for action in chosen]

    def world(self, number: int, *, knows_all: bool = False) -> State:
        """Return the world with a number; the same number always gives the same world.

        Args:
            number: the number of the world.
            knows_all: True if the view hides nothing but the chance to come.
        """
        kind = int(self.are_rivals_fitted(number))
        chance = from_seed(self._seed, "world", number)
        world: State
        if knows_all:
            world = with_chance(self._game, self._view, chance)
        else:
            world = deal(self._game, self._view, chance, self._fitted if kind else None)
        # The lowest bit of the first byte of its chance marks the kind of the world for ``policy``.
        world.chance = bytes([world.chance[0] // _KINDS * _KINDS + kind]) + world.chance[1:]
        return world

    def are_rivals_fitted(self, number: int) -> bool:
        """Return whether the rivals play by the fitted policy in the world with a number."""
        return number % self.kinds == self.kinds - 1

    def policy(self, world: State) -> FastPolicy:
        """Return the policy of all seats in a world."""
        fitted = self._fitted
        fast = self._game.bots.fast_policy
        deciding = self._seat
        if world.chance[0] % _KINDS:
            return fitted
        return lambda state, seat: (fitted if seat == deciding else fast)(state, seat)


def suppositions(
    game: AnyGame, view: State, seat: int, seed: str, *, decides: bool = True
) -> Suppositions | None:
    """Return the suppositions by a game's fitted policy; None if the game has no fitted weights at
    this number of seats. The arguments are described at ``Suppositions``."""
    weights = weights_of(game, len(game.standing(view).totals))
    return Suppositions(game, view, seat, seed, weights, decides=decides) if weights else None
