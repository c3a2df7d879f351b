"""Turns at the processor: the sessions of a process use it one after another."""

import asyncio
from collections.abc import Callable
from contextvars import Context, copy_context
from time import monotonic
from typing import Final

_HALF_LIFE_SECONDS: Final = 2.0
"""Time after which half of what a session has used is forgotten."""


class Turns:
    """Gives one session at a time its turn: of those that wait, the one that used least lately.

    What a session does with its turn is spread over many turns of the event loop, in each of which
    all that the other sessions do would come between. Given to one at a time, each is as quick as
    alone; and those who ask for much wait for those who ask for little.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.current: Turn | None = None
        self.waiting: list[Turn] = []

    def next(self) -> None:
        """Give the next its turn, if there is one."""
        if not self.current and self.waiting:
            turn = min(self.waiting, key=lambda each: each.used)
            self.waiting.remove(turn)
            turn.begin()


class Turn:
    """The place of one session among the others."""

    def __init__(self, turns: Turns) -> None:
        """Make a place inside the running event loop, in the context of the session."""
        self._turns = turns
        self._loop = asyncio.get_running_loop()
        self._context: Context = copy_context()
        self._used = 0.0
        self._at = turns.clock()
        self._begun = 0.0
        self._seconds_max = 0.0
        self._act: Callable[[], None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._handle: asyncio.Handle | None = None

    @property
    def used(self) -> float:
        """The seconds that the session has used lately."""
        passed = self._turns.clock() - self._at
        return float(self._used * 0.5 ** (passed / _HALF_LIFE_SECONDS))

    @property
    def is_wanted(self) -> bool:
        """True from asking for a turn until it begins."""
        return self._act is not None

    def ask(self, act: Callable[[], None], seconds_max: float) -> None:
        """Act when it is the session's turn: at once if no other has it.

        Args:
            act: begins what the turn is for.
            seconds_max: time after which the turn ends if ``end`` was not called.
        """
        self._act, self._seconds_max = act, seconds_max
        if self in self._turns.waiting:
            return
        if self._turns.current not in (None, self):
            self._turns.waiting.append(self)
            return
        self._take()
        self._run()

    def begin(self) -> None:
        """Take the turn after another session has ended its own."""
        self._take()
        self._handle = self._loop.call_soon(self._run, context=self._context)

    def end(self) -> None:
        """Let others have their turn."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._turns.current is self:
            now = self._turns.clock()
            self._used, self._at = self.used + now - self._begun, now
            self._turns.current = None
            self._turns.next()

    def leave(self) -> None:
        """Want no turn any more."""
        self._act = None
        if self._handle:
            self._handle.cancel()
            self._handle = None
        if self in self._turns.waiting:
            self._turns.waiting.remove(self)
        self.end()

    def _take(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._turns.current = self
        self._begun = self._turns.clock()
        self._timer = self._loop.call_later(self._seconds_max, self.end)

    def _run(self) -> None:
        self._handle = None
        act, self._act = self._act, None
        if act:
            act()
