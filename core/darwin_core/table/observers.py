"""Observers: functions that are called with snapshots, each independently of the others.

An observer runs on the event loop, in a copy of the context in which it was registered, after the
table has released its lock and before the command that caused it returns to its caller. At most one
snapshot waits for it: a newer one replaces it. An observer that fails is logged and ended. The
others and the author of the action do not notice.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from typing import Final, Generic

from darwin_core.contract.game import A, Action, E, Event, S, State
from darwin_core.table.snapshot import Snapshot

Observe = Callable[[Snapshot[S, A, E]], Awaitable[None] | None]
"""A function that receives a snapshot. If it returns an awaitable, the next snapshot waits for it.
It should store the snapshot and return: the process has one event loop."""

_log: Final = logging.getLogger(__name__)


class Observation(Generic[S, A, E]):
    """One observer of a table, from its registration to its end."""

    def __init__(self, viewer: int, observe: Observe[S, A, E]) -> None:
        self.viewer = viewer
        self.is_observing = True
        self.failure: str | None = None
        """The failure that ended the observer, if any: the name of the exception and its
        message."""
        self._observe = observe
        self._context = copy_context()
        self._waiting: Snapshot[S, A, E] | None = None
        self._is_scheduled = False
        self._task: asyncio.Task[None] | None = None

    def publish(self, snapshot: Snapshot[S, A, E]) -> None:
        """Schedule a call of the observer with a snapshot; a newer one replaces it."""
        self._waiting = snapshot
        if not self._is_scheduled and self._task is None:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._deliver, context=self._context)

    def end(self) -> None:
        """Stop calling the observer. A second call has no effect."""
        self.is_observing = False
        self._waiting = None
        if self._task is not None:
            self._task.cancel()

    def _deliver(self) -> None:
        self._is_scheduled = False
        snapshot, self._waiting = self._waiting, None
        if snapshot is None:
            return
        try:
            work = self._observe(snapshot)
        except Exception as error:
            self._fail(error)
            return
        if work is not None:
            self._task = asyncio.ensure_future(work)
            self._task.add_done_callback(self._finish, context=self._context)

    def _finish(self, task: "asyncio.Future[None]") -> None:
        self._task = None
        if task.cancelled():
            self.end()
        elif error := task.exception():
            self._fail(error)
        else:
            self._deliver()

    def _fail(self, error: BaseException) -> None:
        self.failure = f"{type(error).__name__}: {error}"
        _log.error("An observer of viewer %d failed and is ended.", self.viewer, exc_info=error)
        self.end()


AnyObservation = Observation[State, Action, Event]
"""An observer of a table of any game."""
