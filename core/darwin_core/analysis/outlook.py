"""The outlook of a position for one seat, by playing it on in worlds that agree with a view."""

from collections.abc import Callable
from itertools import count
from math import sqrt
from typing import Final, NamedTuple

from darwin_core.analysis.chances import win_chances
from darwin_core.bots.rollouts import ahead, play_on
from darwin_core.game import OMNISCIENT, Action, AnyGame, Horizon, State
from darwin_core.rng import below, from_seed

MISTAKES: Final = 8
"""One action in so many is any legal one where all cards are open: the policies alone would always
play on in the same way, and every chance would be 0 or 1."""


class Found(NamedTuple):
    """The promise of a position to a seat."""

    chance: float
    """The chance to win, from 0 to 1."""
    points: float
    """The points ahead of the mean of the others at the end."""


class Outlook:
    """The promise of a position to a seat with the knowledge of a viewer, by action played next.

    Every action is tried in the same worlds, so that their difference is not one of luck. The same
    view gives the same worlds.
    """

    def __init__(
        self,
        game: AnyGame,
        view: State,
        viewer: int,
        seat: int,
        seed: str,
        worlds: int,
        horizon: Horizon,
    ) -> None:
        self._game, self._view, self._viewer, self._seat = game, view, viewer, seat
        self._seed, self._worlds, self._horizon = seed, worlds, horizon
        self._samples: dict[Action | None, list[Found]] = {}

    def of(self, action: Action | None = None) -> Found:
        """Return the mean over all worlds; None is what the policy would play."""
        samples = self._played(action)
        return Found(
            sum(sample.chance for sample in samples) / len(samples),
            sum(sample.points for sample in samples) / len(samples),
        )

    def doubt(self, one: Action, other: Action) -> float:
        """Return the standard error of the difference in chance between two actions."""
        pairs = zip(self._played(one), self._played(other), strict=True)
        differences = [mine.chance - theirs.chance for mine, theirs in pairs]
        tried = len(differences)
        if tried < 2:
            return 1.0
        mean = sum(differences) / tried
        return sqrt(sum((each - mean) ** 2 for each in differences) / (tried - 1) / tried)

    def _played(self, action: Action | None) -> list[Found]:
        samples = self._samples.get(action)
        if samples is None:
            samples = [self._play(number, action) for number in range(self._worlds)]
            self._samples[action] = samples
        return samples

    def _play(self, number: int, action: Action | None) -> Found:
        game, chance = self._game, from_seed(self._seed, "world", number)
        is_open = self._viewer == OMNISCIENT
        if is_open:
            world = game.clone(self._view)
            world.chance = chance
        else:
            world = game.determinize(self._view, chance)
        if action is not None:
            game.apply(world, self._seat, action, None)
        policy = _erring(game, chance) if is_open else game.policy
        play_on(game, world, game.clock(self._view), self._horizon, policy)
        return Found(win_chances(game, world)[self._seat], ahead(game.worth(world), self._seat))


def _erring(game: AnyGame, chance: bytes) -> Callable[[State, int], Action]:
    """Return the policy of a game with mistakes, drawn from a chance of its own."""
    numbers = count()

    def policy(state: State, seat: int) -> Action:
        drawn = from_seed(chance.hex(), "mistake", next(numbers))
        if below(drawn, MISTAKES):
            action: Action = game.policy(state, seat)
        else:
            actions = game.legal(state, seat)
            action = actions[below(drawn[::-1], len(actions))]
        return action

    return policy
