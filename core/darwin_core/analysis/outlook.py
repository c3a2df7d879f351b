"""The outlook of a position for one seat, by playing it on in worlds that agree with a view."""

from collections.abc import Callable, Sequence
from itertools import count
from math import sqrt
from typing import Final, NamedTuple

import msgspec

from darwin_core.analysis.chances import win_chances
from darwin_core.bots.rollouts import ahead, deal, deviation, mean, play_on, with_chance
from darwin_core.contract.chance import below, from_seed
from darwin_core.contract.game import OMNISCIENT, Action, AnyGame, Horizon, State
from darwin_core.match.record import fingerprint

ACTIONS_PER_MISTAKE: Final = 8
"""One action in so many is any legal one where players err, as they do where all cards are open:
the policies alone would always play on in the same way, and every chance would be 0 or 1."""
WORLDS_MIN: Final = 8
"""Worlds in which an action is tried, however long that takes. After each so many it is asked which
actions are still in doubt: now and then only, or chance would make some seem clear."""
DEVIATION_MIN: Final = 0.12
"""The least standard deviation of a difference in chance: a few worlds that agree prove little."""
ERROR_MAX: Final = 0.005
"""The standard error of a chance that is exact enough."""
CHANCE_DEVIATION_MIN: Final = 0.02
"""The least standard deviation of a chance: a few worlds that agree prove little."""
CLEAR_ERRORS: Final = 2.0
"""The standard errors by which an action must miss what counts to be tried no more."""


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
        *,
        errs: bool = False,
    ) -> None:
        """Prepare to try some actions.

        Args:
            game: the game.
            view: the position as the viewer knows it.
            viewer: a seat, SPECTATOR or OMNISCIENT.
            seat: the seat whose chance and points are found.
            horizon: how far the position is played on.
            actions: actions of the seat to compare; None is what the policy plays.
            errs: whether players err also where cards are hidden.
        """
        self._game, self._view, self._viewer, self._seat = game, view, viewer, seat
        self._horizon, self._errs = horizon, errs or viewer == OMNISCIENT
        self._seed = fingerprint(msgspec.msgpack.encode(view))
        self._samples: dict[Action | None, list[Found]] = {action: [] for action in actions}
        self.likely: list[Action | None] = [*actions]
        """The actions that are not clearly worse than the first one."""

    def explore(
        self, worlds: int, seconds: float, least: float = 0.0, keep: Action | None = None
    ) -> "Outlook":
        """Try the actions in some worlds, until nothing is in doubt.

        Args:
            worlds: the maximum of worlds.
            seconds: the time it may take by the pace of the game's tuning: a count of actions, so
                the same on every machine.
            least: the chance that counts; actions that will clearly not bring so much beyond the
                first are tried no more.
            keep: an action that is tried in any case.
        """
        steps = round(seconds * self._game.tuning.pace)
        for number in range(worlds):
            chance = from_seed(self._seed, "world", number)
            world = self._deal(chance)
            for action in self.likely:
                found, played = self._play(world, chance, action)
                self._samples[action].append(found)
                steps -= played
            tried = number + 1
            if steps <= 0 and tried >= WORLDS_MIN:
                break
            if tried % WORLDS_MIN:
                continue
            if len(self._samples) > 1:
                self._drop_unlikely(tried / worlds, least, keep)
            if self._is_clear():
                break
        return self

    def _is_clear(self) -> bool:
        """Return whether more worlds would tell nothing new: one action is left of several, or the
        chance of the only one is exact enough."""
        if len(self._samples) > 1:
            return len(self.likely) == 1
        chances = [sample.chance for sample in self._samples[self.likely[0]]]
        spread = max(deviation(chances), CHANCE_DEVIATION_MIN)
        return spread / sqrt(len(chances)) <= ERROR_MAX

    def _drop_unlikely(self, tried: float, least: float, keep: Action | None) -> None:
        """Drop the actions that will clearly not bring what counts, after a share of the worlds."""
        first = self.likely[0]
        # The worlds still to come can change the mean by this many of its present standard errors.
        share = CLEAR_ERRORS * sqrt(1 - tried)
        self.likely = [
            action
            for action in self.likely
            if action in (first, keep)
            or self.gain(action, first) + share * self.doubt(action, first) >= least
        ]

    def of(self, action: Action | None = None) -> Found:
        """Return the mean over all worlds."""
        chances, points = zip(*self._samples[action], strict=True)
        return Found(mean(chances), mean(points))

    def gain(self, one: Action | None, other: Action | None) -> float:
        """Return the chance that one action brings beyond another."""
        return mean(self._differences(one, other))

    def doubt(self, one: Action | None, other: Action | None) -> float:
        """Return the standard error of that gain."""
        differences = self._differences(one, other)
        if len(differences) < 2:
            return 1.0
        return max(deviation(differences), DEVIATION_MIN) / sqrt(len(differences))

    def _differences(self, one: Action | None, other: Action | None) -> list[float]:
        """Return the differences in the worlds that both actions were tried in."""
        pairs = zip(self._samples[one], self._samples[other], strict=False)
        return [mine.chance - theirs.chance for mine, theirs in pairs]

    def _deal(self, chance: bytes) -> State:
        """Return a world that agrees with the view."""
        draw = with_chance if self._viewer == OMNISCIENT else deal
        return draw(self._game, self._view, chance)

    def _play(self, world: State, chance: bytes, action: Action | None) -> tuple[Found, int]:
        """Return what an action leads to in a world, and the number of actions played for it."""
        game, state = self._game, self._game.clone(world)
        if action is not None:
            game.apply(state, self._seat, action, None)
        policy = _erring(game, chance) if self._errs else game.policy
        played = play_on(game, state, game.clock(self._view), self._horizon, policy)
        points = game.worth(state)
        found = Found(win_chances(game, state, points)[self._seat], ahead(points, self._seat))
        return found, played + 1


def _erring(game: AnyGame, chance: bytes) -> Callable[[State, int], Action]:
    """Return the policy of a game with mistakes, drawn from a chance of its own."""
    numbers = count()

    def policy(state: State, seat: int) -> Action:
        drawn = from_seed(chance.hex(), "mistake", next(numbers))
        is_mistake = below(drawn, ACTIONS_PER_MISTAKE) == 0
        if not is_mistake:
            action: Action = game.policy(state, seat)
        else:
            actions = game.legal(state, seat)
            # Read backwards, the same bytes are another draw.
            action = actions[below(drawn[::-1], len(actions))]
        return action

    return policy
