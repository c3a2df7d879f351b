"""The policy that tries its best actions in worlds that it deals to itself.

A seat knows its view only. The search deals the unknown at random (a world), tries each candidate
in the same worlds, lets all seats play on by the game's cheap policy for a while, and compares what
the positions reached are worth. So a candidate is never luckier than another, and the action that
is advised first stands unless another one is better beyond doubt.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, inf, log2, sqrt
from time import monotonic
from typing import Final

import msgspec

from darwin_core.bots.manners import of_equals
from darwin_core.bots.rollouts import deviation, mean
from darwin_core.bots.trials import Rollout, Trials, tuning_in
from darwin_core.contract.game import Action, AnyGame, State

WORLDS_MIN: Final = 8
"""Worlds in which each candidate is tried before the worse half is dropped."""
CLEAR_ERRORS: Final = 3.0
"""The standard errors by which a candidate must be worse to be dropped at once."""
WORLDS_MAX: Final = 512
"""Worlds after which more would tell nothing new."""
SHARE_OF_TIME: Final = 0.6
"""The share of the seconds allowed that the counted steps need here: slower machines and long
positions have the rest."""
SECONDS_LEFT_MIN: Final = 0.001
"""The seconds that are left when none are: 0 stands for any time."""


class Budget(msgspec.Struct, frozen=True):
    """A bound of a search by count, by time or by both."""

    steps: int = 0
    """Actions played in worlds to try the candidates; 0 for any number. By count alone, the same
    view and chance give the same choice on every machine."""
    seconds: float = 0
    """0 for any time."""


class Judged(msgspec.Struct, frozen=True):
    """An action as the search found it."""

    action: Action
    value: float
    """The points by which the seat is likely to be ahead of the others (their mean) at the end."""
    error: float
    """The standard error of the difference from the value of the action chosen; 0 for that one."""
    worlds: int
    """The worlds in which it was tried; 0 if there was nothing to choose."""


class Search:
    """One decision being thought about, a rollout at a time.

    ``while search.play_next(): ...`` may be left at any time; ``judged`` has an answer at any time.
    """

    def __init__(
        self, game: AnyGame, view: State, seat: int, chance: bytes, budget: Budget
    ) -> None:
        if not (budget.steps or budget.seconds):
            raise ValueError("a search needs a bound of its steps or of its time")
        self.trials = Trials(game, view, seat, chance)
        self._doubt, self._budget = self.trials.tuning.doubt, budget
        count = len(self.trials.candidates)
        self._samples: list[list[float]] = [[] for _ in range(count)]
        """By candidate, the value in each world."""
        self._settled: dict[int, float] = {}
        """Candidates that are worth the same in every world."""
        self._alive = list(range(count))
        """Candidates that are not dropped."""
        self._halvings = max(1, ceil(log2(count)))
        """The times that half of the candidates is to be dropped."""
        self._halved = 0
        """The times that it was."""
        self._rollouts = self._play()
        self.is_over = count == 1
        self.worlds = 0
        """Worlds in which all candidates that are left were tried."""
        self.steps = 0
        """Actions played in worlds so far."""
        self._ends = 0.0

    def play_next(self) -> bool:
        """Play the next rollout; return False if the search is over."""
        return next(self._rollouts, False)

    def begin(self) -> None:
        """Start the clock, if it does not run yet."""
        if self._budget.seconds and not self._ends:
            self._ends = monotonic() + self._budget.seconds

    @property
    def is_late(self) -> bool:
        """True if the time is over."""
        return bool(self._ends) and monotonic() >= self._ends

    @property
    def steps_left(self) -> float:
        """Return the actions that are left to be played."""
        return self._budget.steps - self.steps if self._budget.steps else inf

    @property
    def seconds_left(self) -> float:
        """Return the time that is left; 0 for any time."""
        if not self._ends:
            return self._budget.seconds
        return max(self._ends - monotonic(), SECONDS_LEFT_MIN)

    def judged(self) -> list[Judged]:
        """Return the candidates as they were found so far, the one to play first."""
        chosen, all_worlds = self._chosen(), self.worlds
        value = mean(self._samples[chosen][:all_worlds])
        found = []
        for number, action in enumerate(self.trials.candidates):
            difference, error = self._compared(number, chosen)
            worlds = min(len(self._samples[number]), all_worlds)
            found.append(Judged(action, value + difference, error, worlds))
        rest = [judged for number, judged in enumerate(found) if number != chosen]
        rest.sort(key=lambda judged: (-judged.worlds, -judged.value))
        return [found[chosen], *rest]

    def _chosen(self) -> int:
        """Return the candidate to play: the first one unless another is better beyond doubt."""
        best = self._best()
        if 0 not in self._alive:
            return best
        difference, error = self._compared(best, 0)
        is_sure = self.worlds > 1 and difference > self._doubt * error
        return best if is_sure else 0

    def _best(self) -> int:
        """Return the candidate with the highest mean of those that are left."""
        worlds = self.worlds
        return max(self._alive, key=lambda number: mean(self._samples[number][:worlds]))

    def _compared(self, one: int, other: int) -> tuple[float, float]:
        """Return the mean difference between two candidates in the worlds that both were tried in,
        and its standard error."""
        pairs = zip(self._samples[one], self._samples[other], strict=False)
        differences = [mine - theirs for mine, theirs in pairs]
        count = len(differences)
        if count < 2 or one == other:
            return mean(differences), 0.0
        return mean(differences), deviation(differences) / sqrt(count)

    def _play(self) -> Iterator[bool]:
        """Try all candidates left in one world after the other, a rollout at a time."""
        self.begin()
        while not self.is_over:
            world = self.trials.world(self.worlds)
            for number in self.wanted():
                self._take(number, self.trials.play(world, number))
                yield True
                if self.is_late:
                    return

    def wanted(self) -> list[int]:
        """Return the candidates to be tried in the next world."""
        return [number for number in self._alive if number not in self._settled]

    def take(self, rollouts: Mapping[int, Rollout]) -> None:
        """Take in the results of at least the candidates wanted in the next world."""
        for number in self.wanted():
            self._take(number, rollouts[number])

    def _take(self, number: int, rollout: Rollout) -> None:
        self.steps += rollout.steps
        self._samples[number].append(rollout.value)
        if rollout.is_settled:
            self._settled[number] = rollout.value
        if all(len(self._samples[number]) > self.worlds for number in self.wanted()):
            self._close_world()

    def _close_world(self) -> None:
        """Continue with the next world; drop candidates, if this one shows which."""
        for number in self._alive:
            if len(self._samples[number]) == self.worlds:
                self._samples[number].append(self._settled[number])
        self.worlds += 1
        if self._settled.keys() >= {*self._alive}:
            self.is_over = True
            if self.worlds == 1:
                # Two worlds, of which the other is the same, show how sure the values are.
                self._close_world()
            return
        self._drop_worse_half()
        self._drop_clearly_worse()
        is_enough = len(self._alive) == 1 or self.worlds >= WORLDS_MAX or self._share_spent() >= 1
        self.is_over = self.is_over or is_enough

    def _share_spent(self) -> float:
        """Return the share of the budget that is used up."""
        share = self.steps / self._budget.steps if self._budget.steps else 0.0
        if self._ends:
            left = (self._ends - monotonic()) / self._budget.seconds
            share = max(share, 1 - left)
        return share

    def _drop_clearly_worse(self) -> None:
        """Drop the candidates that are clearly worse than the best, or the same as it in every
        world; look only now and then, or chance would make some seem so."""
        is_power_of_two = self.worlds.bit_count() == 1
        if self.worlds <= WORLDS_MIN or not is_power_of_two:
            return
        best = self._best()

        def is_in_doubt(number: int) -> bool:
            difference, error = self._compared(number, best)
            return difference + CLEAR_ERRORS * error > 0

        self._alive = [number for number in self._alive if number == best or is_in_doubt(number)]

    def _drop_worse_half(self) -> None:
        """Drop the worse half of the candidates when their share of the budget is used up; the
        first one stays, for the others are compared with it."""
        enough = self.worlds >= WORLDS_MIN * (self._halved + 1)
        if not enough or self._share_spent() < (self._halved + 1) / (self._halvings + 1):
            return
        self._halved += 1
        ranked = sorted(self._alive, key=lambda number: -mean(self._samples[number]))
        kept = ranked[: max(2, ceil(len(ranked) / 2))]
        self._alive = [number for number in self._alive if number in kept or number == 0]


class Searcher(msgspec.Struct, frozen=True):
    """A policy that searches for ``seconds`` at most. It can be sent to other processes."""

    seconds: float

    is_timed: bool = True
    """False to search by count alone, which takes as long as it takes."""

    manner: str = ""
    """The name of the manner by which it chooses between actions of which the search has not shown
    one to be better."""

    def budget(self, game: AnyGame, view: State, workers: int = 1) -> Budget:
        """Return the bound of a search from a view, by a number of workers at the same time."""
        steps = SHARE_OF_TIME * self.seconds * tuning_in(game, view).pace * workers
        return Budget(max(round(steps), 1), self.seconds if self.is_timed else 0)

    def search(self, game: AnyGame, view: State, seat: int, chance: bytes) -> Search:
        """Return the search for a decision, not begun yet."""
        return Search(game, view, seat, chance, self.budget(game, view))

    def __call__(self, game: AnyGame, view: State, seat: int, chance: bytes) -> Action:
        """Return the action that is best as far as the search found."""
        search = self.search(game, view, seat, chance)
        while search.play_next():
            pass
        return self.chosen(game, view, seat, search.judged())

    def chosen(self, game: AnyGame, view: State, seat: int, judged: Sequence[Judged]) -> Action:
        """Return the action to play of those found, the best first."""
        best, doubt = judged[0], tuning_in(game, view).doubt
        near = [
            each
            for each in judged
            if each.worlds == best.worlds and each.value >= best.value - doubt * each.error
        ]
        lacks = [max(best.value - each.value, 0.0) for each in near]
        actions = [each.action for each in near]
        return of_equals(game, view, seat, actions, lacks, self.manner)
