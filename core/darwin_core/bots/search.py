"""The policy that tries its best actions in worlds that it deals to itself.

A seat knows its view only. The search deals the unknown at random (a world), tries each candidate
in the same worlds, lets all seats play on by the game's cheap policy for a while, and compares what
the positions reached are worth. So a candidate is never luckier than another, and the action that
is advised first stands unless another one is better beyond doubt.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import partial
from math import ceil, inf, log2, sqrt
from threading import Lock
from time import monotonic
from typing import Final

import msgspec

from darwin_core.bots import Undecided
from darwin_core.bots.manners import of_equals
from darwin_core.bots.rollouts import ahead, deviation, mean, play_on, with_chance
from darwin_core.bots.suppositions import Suppositions
from darwin_core.contract.game import Action, AnyGame, State, Tuning


class Rollout(msgspec.Struct, frozen=True, array_like=True):
    """The result of a candidate in one world."""

    value: float
    """The points by which the seat is ahead of the mean of the others."""
    steps: int
    """The actions played."""
    is_settled: bool
    """True if it goes the same way in every world."""


def tuning_in(game: AnyGame, view: State) -> Tuning:
    """Return the tuning of a game to the number of seats in a view."""
    return game.bots.tuning_at.get(len(game.standing(view).totals), game.bots.tuning)


class Trials:
    """The candidates of one decision, and what each brings in a world."""

    def __init__(
        self, game: AnyGame, view: State, seat: int, chance: bytes, *, is_trained: bool = False
    ) -> None:
        """Find the candidates.

        Args:
            game: the game.
            view: what the seat sees.
            seat: the seat that decides.
            chance: 16 bytes to draw from.
            is_trained: True to suppose the fitted policy of the game, if it has one.
        """
        self.tuning = tuning_in(game, view)
        self._supposed = Suppositions(game, view, seat, chance.hex(), is_trained)
        self.candidates = self._supposed.candidates(self.tuning.candidates)
        self._game, self._view, self._seat = game, view, seat
        self._since = game.clock(view)

    def world(self, number: int) -> State:
        """Return a world: the same for the same number."""
        return self._supposed.world(number)

    def play(self, world: State, number: int) -> Rollout:
        """Try a candidate in a world: let all seats play on to the horizon."""
        game, state = self._game, self._game.clone(world)
        game.apply(state, self._seat, self.candidates[number], None)
        policy = self._supposed.policy(world)
        steps = 1 + play_on(game, state, self._since, self.tuning.horizon, policy)
        value = ahead(game.bots.state_value(state), self._seat)
        return Rollout(value, steps, state.chance == world.chance and self._knows_all_of(world))

    def _knows_all_of(self, world: State) -> bool:
        """Return whether only the chance of a world had to be dealt."""
        return bool(with_chance(self._game, world, self._view.chance) == self._view)


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
        self,
        game: AnyGame,
        view: State,
        seat: int,
        chance: bytes,
        budget: Budget,
        *,
        is_trained: bool = False,
    ) -> None:
        if not (budget.steps or budget.seconds):
            raise ValueError("a search needs a bound of its steps or of its time")
        self.trials = Trials(game, view, seat, chance, is_trained=is_trained)
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

    is_trained: bool = False
    """True to suppose the fitted policy of a game that has one."""

    manner: str = ""
    """The name of the manner by which it chooses between actions of which the search has not shown
    one to be better."""

    def budget(self, game: AnyGame, view: State, workers: int = 1) -> Budget:
        """Return the bound of a search from a view, by a number of workers at the same time."""
        steps = SHARE_OF_TIME * self.seconds * tuning_in(game, view).pace * workers
        return Budget(max(round(steps), 1), self.seconds if self.is_timed else 0)

    def search(self, game: AnyGame, view: State, seat: int, chance: bytes) -> Search:
        """Return the search for a decision, not begun yet."""
        budget = self.budget(game, view)
        return Search(game, view, seat, chance, budget, is_trained=self.is_trained)

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


BLOCK_SECONDS: Final = 0.02
"""Time that a block takes: long enough to be worth sending, and little is lost if it is not needed
any more."""


class Block(msgspec.Struct, frozen=True, array_like=True):
    """Worlds in which some candidates are to be tried."""

    first: int
    count: int
    candidates: tuple[int, ...]


Rollouts = Sequence[Sequence[Rollout]]
"""The results of a block by world and candidate; fewer worlds if the time was over."""
Ask = Callable[[Block, float], Future[Rollouts]]
"""A function that has a block tried by a worker, within a number of seconds; 0 for any time."""


class Split:
    """A search whose blocks are tried at the same time, and come back in any order."""

    def __init__(self, ask: Ask, note: Callable[[list[Judged]], None] | None = None) -> None:
        """Prepare to split a search.

        Args:
            ask: has a block tried.
            note: called with what is found before the answer.
        """
        self.answer: Future[list[Judged]] = Future()
        """The candidates, the one to play first. It can be cancelled at any time."""
        self._search: Search
        self._ask, self._note = ask, note
        self._workers = 0
        self._block_steps = 0.0
        self._next_world = 0
        self._rest: tuple[int, ...] = ()
        """Candidates that are still to be tried in the world before the next."""
        self._rollouts = self._steps = 0
        self._found: dict[int, dict[int, Rollout]] = {}
        """Worlds that wait for one before them, by number."""
        self._asked: dict[Future[Rollouts], int] = {}
        """The numbers of rollouts that workers are asked for."""
        self._lock = Lock()
        self.answer.add_done_callback(self._drop)

    def begin(self, search: Callable[[], Search], workers: int) -> None:
        """Hand out a block for each of some workers; each of them is followed by another one.

        Args:
            search: returns the search, not begun yet.
            workers: their number.
        """
        try:
            self._search = search()
        except Exception as error:
            self._end(Undecided(f"Its search failed: {type(error).__name__}."))
            return
        if self._search.is_over:
            self._end(self._search.judged())
        self._workers, self._block_steps = workers, BLOCK_SECONDS * self._search.trials.tuning.pace
        self._hand_out()

    def _end(self, result: list[Judged] | BaseException) -> None:
        with suppress(InvalidStateError):
            if isinstance(result, BaseException):
                self.answer.set_exception(result)
            else:
                self.answer.set_result(result)

    def _hand_out(self) -> None:
        """Give blocks to idle workers, as long as there is work."""
        while True:
            with self._lock:
                if self.answer.done() or not self._has_work():
                    return
                block = self._next_block()
                found = self._ask(block, self._search.seconds_left)
                self._asked[found] = block.count * len(block.candidates)
            found.add_done_callback(partial(self._answered, block))

    def _has_work(self) -> bool:
        if len(self._asked) == self._workers:
            return False
        if not self._asked:
            return True
        waiting = sum(self._asked.values()) + sum(map(len, self._found.values()))
        is_enough = waiting * self._steps_each() >= self._search.steps_left
        return not is_enough and (bool(self._rest) or self._next_world < WORLDS_MAX)

    def _steps_each(self) -> float:
        """Return the mean length of a rollout; 0 if none is known."""
        return self._steps / self._rollouts if self._rollouts else 0.0

    def _next_block(self) -> Block:
        """Return as many whole worlds as fill the time of a block, or a part of one world, whose
        rest comes next."""
        each = self._steps_each()
        rollouts = max(1, round(self._block_steps / each)) if each else 1
        if self._rest:
            world, worlds, wanted = self._next_world - 1, 1, self._rest
        else:
            wanted = tuple(self._search.wanted())
            world, worlds = self._next_world, max(1, rollouts // len(wanted))
        self._next_world = world + worlds
        self._rest = wanted[rollouts:]
        return Block(world, worlds, wanted[:rollouts])

    def _answered(self, block: Block, found: Future[Rollouts]) -> None:
        with self._lock:
            del self._asked[found]
            if found.cancelled() or self.answer.done():
                return
            error = found.exception()
            if error is None:
                self._take(block, found.result())
            is_over = self._search.is_over or self._search.is_late
            is_wanted = is_over or self._note is not None
            judged = self._search.judged() if is_wanted else []
        if error is not None or is_over:
            self._end(error or judged)
        else:
            if self._note:
                self._note(judged)
            self._hand_out()

    def _take(self, block: Block, found: Rollouts) -> None:
        search = self._search
        search.begin()
        for world, rollouts in enumerate(found, block.first):
            of_world = self._found.setdefault(world, {})
            of_world.update(zip(block.candidates, rollouts, strict=True))
            self._rollouts += len(rollouts)
            self._steps += sum(each.steps for each in rollouts)
        while not search.is_over and self._found.get(search.worlds, {}).keys() >= {
            *search.wanted()
        }:
            search.take(self._found.pop(search.worlds))

    def _drop(self, answer: Future[list[Judged]]) -> None:
        """Stop what is still being tried, for it is not wanted any more."""
        with self._lock:
            asked = tuple(self._asked)
        for found in asked:
            found.cancel()
