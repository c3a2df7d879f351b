"""The policy that tries its best actions in worlds that it deals to itself.

A seat knows its view only. The search deals the unknown at random (a world), tries each candidate
in the same worlds, lets all seats play on by the game's cheap policy for a while, and compares what
the positions reached are worth. So a candidate is never luckier than another, and the action that
is advised first stands unless another one is better beyond doubt.
"""

from collections.abc import Iterator
from math import ceil, log2, sqrt
from time import monotonic
from typing import Final

import msgspec

from darwin_core.bots.rollouts import ahead, play_on
from darwin_core.game import Action, AnyGame, State
from darwin_core.lexicon import Lexicon
from darwin_core.rng import from_seed

WORLDS_MIN: Final = 8
"""Worlds in which each candidate is tried before the worse half is dropped."""
CLEAR: Final = 3.0
"""The standard errors by which a candidate must be worse to be dropped at once."""
WORLDS_MAX: Final = 512
"""Worlds after which more would tell nothing new."""
SHARE_OF_TIME: Final = 0.6
"""The share of the seconds allowed that the counted steps need here: slower machines and long
positions have the rest."""


class Budget(msgspec.Struct, frozen=True):
    """A bound of a search by count, by time or by both."""

    steps: int = 0
    """Actions played in worlds; 0 for any number. By count alone, the same view and chance give the
    same choice on every machine."""
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

    ``while search.step(): ...`` may be left at any time; ``judged`` has an answer at any time.
    """

    def __init__(
        self, game: AnyGame, view: State, seat: int, chance: bytes, budget: Budget
    ) -> None:
        if not (budget.steps or budget.seconds):
            raise ValueError("a search needs a bound of its steps or of its time")
        tuning = game.tuning
        advised = game.advise(view, seat, Lexicon())
        self._game, self._view, self._seat, self._budget = game, view, seat, budget
        self._seed, self._since = chance.hex(), game.clock(view)
        self._candidates = [advice.action for advice in advised[: tuning.candidates]]
        self._samples: list[list[float]] = [[] for _ in self._candidates]
        self._settled: dict[int, float] = {}
        """Candidates that are worth the same in every world."""
        self._alive = list(range(len(self._candidates)))
        self._halvings = max(1, ceil(log2(len(self._candidates))))
        self._halved = 0
        self._rollouts = self._deal() if len(advised) > 1 else iter(())
        self.steps = 0
        """Actions played in worlds so far."""
        self._ends = 0.0

    def step(self) -> bool:
        """Play one rollout; return False if the search is over."""
        if self._budget.seconds and not self._ends:
            self._ends = monotonic() + self._budget.seconds
        return next(self._rollouts, False)

    @property
    def _worlds(self) -> int:
        """Count the worlds in which all candidates that are left were tried."""
        return min(len(self._samples[number]) for number in self._alive)

    def judged(self) -> list[Judged]:
        """Return the candidates as they were found so far, the one to play first."""
        chosen, all_worlds = self._chosen(), self._worlds
        mean = _mean(self._samples[chosen][:all_worlds])
        found = []
        for number, action in enumerate(self._candidates):
            difference, error = self._compared(number, chosen)
            worlds = min(len(self._samples[number]), all_worlds)
            found.append(Judged(action, mean + difference, error, worlds))
        rest = [judged for number, judged in enumerate(found) if number != chosen]
        rest.sort(key=lambda judged: (-judged.worlds, -judged.value))
        return [found[chosen], *rest]

    def _chosen(self) -> int:
        """Return the candidate to play: the first one unless another is better beyond doubt."""
        best = self._best()
        if 0 not in self._alive:
            return best
        difference, error = self._compared(best, 0)
        is_sure = self._worlds > 1 and difference > self._game.tuning.doubt * error
        return best if is_sure else 0

    def _best(self) -> int:
        """Return the candidate with the highest mean of those that are left."""
        worlds = self._worlds
        return max(self._alive, key=lambda number: _mean(self._samples[number][:worlds]))

    def _compared(self, one: int, other: int) -> tuple[float, float]:
        """Return the mean difference between two candidates in the worlds that both were tried in,
        and its standard error."""
        pairs = zip(self._samples[one], self._samples[other], strict=False)
        differences = [mine - theirs for mine, theirs in pairs]
        if len(differences) < 2 or one == other:
            return (_mean(differences), 0.0)
        mean = _mean(differences)
        squares = sum((difference - mean) ** 2 for difference in differences)
        return mean, sqrt(squares / (len(differences) - 1) / len(differences))

    def _deal(self) -> Iterator[bool]:
        """Try all candidates left in one world after the other, a rollout at a time."""
        deal = self._game.guess or self._game.determinize
        while len(self._alive) > 1 and self._worlds < WORLDS_MAX and self._spent() < 1:
            chance = from_seed(self._seed, "world", self._worlds)
            world = deal(self._view, chance)
            for number in self._alive:
                if number in self._settled:
                    self._samples[number].append(self._settled[number])
                    continue
                self._try(number, world)
                yield True
                if self._ends and monotonic() >= self._ends:
                    return
            if self._worlds > 1 and self._settled.keys() >= {*self._alive}:
                return
            self._drop_worse_half()
            self._drop_clearly_worse()

    def _try(self, number: int, world: State) -> None:
        """Try a candidate in a world. It goes the same way in every world, and need not be tried
        again, if the seat knows all but chance and nothing was left to chance."""
        state = self._game.clone(world)
        self._game.apply(state, self._seat, self._candidates[number], None)
        value = self._rollout(state)
        self._samples[number].append(value)
        if state.chance == world.chance and self._knows_all_of(world):
            self._settled[number] = value

    def _knows_all_of(self, world: State) -> bool:
        """Return whether only the chance of a world had to be dealt."""
        known = self._game.clone(world)
        known.chance = self._view.chance
        return bool(known == self._view)

    def _spent(self) -> float:
        """Return the share of the budget that is used up."""
        share = self.steps / self._budget.steps if self._budget.steps else 0.0
        if self._ends:
            left = (self._ends - monotonic()) / self._budget.seconds
            share = max(share, 1 - left)
        return share

    def _drop_clearly_worse(self) -> None:
        """Drop the candidates that are clearly worse than the best, or the same as it in every
        world; look only now and then, or chance would make some seem so."""
        worlds = self._worlds
        if worlds <= WORLDS_MIN or worlds & (worlds - 1):
            return
        best = self._best()

        def is_in_doubt(number: int) -> bool:
            difference, error = self._compared(number, best)
            return difference + CLEAR * error > 0

        self._alive = [number for number in self._alive if number == best or is_in_doubt(number)]

    def _drop_worse_half(self) -> None:
        """Drop the worse half of the candidates when their share of the budget is used up; the
        first one stays, for the others are compared with it."""
        enough = self._worlds >= WORLDS_MIN * (self._halved + 1)
        if not enough or self._spent() < (self._halved + 1) / (self._halvings + 1):
            return
        self._halved += 1
        ranked = sorted(self._alive, key=lambda number: -_mean(self._samples[number]))
        kept = ranked[: max(2, ceil(len(ranked) / 2))]
        self._alive = [number for number in self._alive if number in kept or number == 0]

    def _rollout(self, state: State) -> float:
        """Let all seats play on to the horizon; return the points ahead of the others."""
        self.steps += 1 + play_on(self._game, state, self._since, self._game.tuning.horizon)
        return ahead(self._game.worth(state), self._seat)


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


class Searcher(msgspec.Struct, frozen=True):
    """A policy that searches for so many seconds at most. It can be sent to other processes."""

    seconds: float

    is_timed: bool = True
    """False to search by count alone, which takes as long as it takes."""

    def budget(self, game: AnyGame) -> Budget:
        """Return the bound of a search in a game."""
        steps = round(SHARE_OF_TIME * self.seconds * game.tuning.pace)
        return Budget(max(steps, 1), self.seconds if self.is_timed else 0)

    def search(self, game: AnyGame, view: State, seat: int, chance: bytes) -> Search:
        """Return the search for a decision, not begun yet."""
        return Search(game, view, seat, chance, self.budget(game))

    def __call__(self, game: AnyGame, view: State, seat: int, chance: bytes) -> Action:
        """Return the action that is best as far as the search found."""
        search = self.search(game, view, seat, chance)
        while search.step():
            pass
        return search.judged()[0].action
