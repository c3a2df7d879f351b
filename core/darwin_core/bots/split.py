"""Searches split among workers.

The worlds have numbers, and an action goes the same way in a world whichever worker tries it. The
worlds are taken in in the order of their numbers. So the result is that of one worker, only sooner.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import Final

import msgspec

from darwin_core.bots import Undecided
from darwin_core.bots.search import WORLDS_MAX, Judged, Search
from darwin_core.bots.trials import Rollout

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
