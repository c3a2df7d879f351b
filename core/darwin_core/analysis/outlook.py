"""The outlook of a position for one seat, by playing it on in worlds that agree with a view."""

from collections.abc import Callable, Sequence
from itertools import count
from math import sqrt
from typing import Final, NamedTuple

import msgspec

from darwin_core.analysis.chances import win_chances
from darwin_core.bots.rollouts import ahead, play_on
from darwin_core.game import OMNISCIENT, Action, AnyGame, Horizon, State
from darwin_core.record import fingerprint
from darwin_core.rng import below, from_seed

MISTAKES: Final = 8
"""One action in so many is any legal one where all cards are open: the policies alone would always
play on in the same way, and every chance would be 0 or 1."""


WORLDS_MIN: Final = 8
"""Worlds in which an action is tried, however long that takes."""
DEVIATION_MIN: Final = 0.12
"""The least standard deviation of a difference in chance: a few worlds that agree prove little."""


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
        horizon: Horizon,
        actions: Sequence[Action | None] = (None,),
    ) -> None:
        """Prepare to try some actions; None is what the policy plays."""
        self._game, self._view, self._viewer, self._seat = game, view, viewer, seat
        self._horizon = horizon
        self._seed = fingerprint(msgspec.msgpack.encode(view))
        self._samples: dict[Action | None, list[Found]] = {action: [] for action in actions}

    def explore(self, worlds: int, seconds: float) -> "Outlook":
        """Try all actions in so many worlds, or in fewer if that would take longer than so many
        seconds by the pace of the game's tuning: a count, so the same on every machine."""
        steps = round(seconds * self._game.tuning.pace)
        for number in range(worlds):
            chance = from_seed(self._seed, "world", number)
            world = self._deal(chance)
            for action, samples in self._samples.items():
                found, played = self._play(world, chance, action)
                samples.append(found)
                steps -= played
            if steps <= 0 and number + 1 >= WORLDS_MIN:
                break
        return self

    def of(self, action: Action | None = None) -> Found:
        """Return the mean over all worlds."""
        samples = self._samples[action]
        return Found(
            sum(sample.chance for sample in samples) / len(samples),
            sum(sample.points for sample in samples) / len(samples),
        )

    def doubt(self, one: Action, other: Action) -> float:
        """Return the standard error of the difference in chance between two actions."""
        pairs = zip(self._samples[one], self._samples[other], strict=True)
        differences = [mine.chance - theirs.chance for mine, theirs in pairs]
        tried = len(differences)
        if tried < 2:
            return 1.0
        mean = sum(differences) / tried
        variance = sum((each - mean) ** 2 for each in differences) / (tried - 1)
        return sqrt(max(variance, DEVIATION_MIN**2) / tried)

    def _deal(self, chance: bytes) -> State:
        """Return a world that agrees with the view."""
        world: State
        if self._viewer == OMNISCIENT:
            world = self._game.clone(self._view)
            world.chance = chance
        else:
            world = self._game.determinize(self._view, chance)
        return world

    def _play(self, world: State, chance: bytes, action: Action | None) -> tuple[Found, int]:
        """Return what an action leads to in a world, and the number of actions played for it."""
        game, state = self._game, self._game.clone(world)
        if action is not None:
            game.apply(state, self._seat, action, None)
        policy = _erring(game, chance) if self._viewer == OMNISCIENT else game.policy
        played = play_on(game, state, game.clock(self._view), self._horizon, policy)
        points = game.worth(state)
        found = Found(win_chances(game, state, points)[self._seat], ahead(points, self._seat))
        return found, played + 1


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
