"""One viewer's picture of a table at one moment, and the observers that receive it.

An observer runs on the event loop, in a copy of the context in which it was registered, after the
table has released its lock and before the command that caused it returns to its caller. At most one
snapshot waits for it: a newer one replaces it. An observer that fails is logged and ended; the
others and the author of the action do not notice.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from typing import Final, Generic, Literal

import msgspec

from darwin_core.contract.game import A, Action, Clock, E, Event, Outcome, S, State


class Trouble(msgspec.Struct, frozen=True):
    """The reason why the bots of a table have stopped. ``Seat.retry`` starts them again."""

    kind: Literal["policy", "unsaved", "file-changed", "diverged"]
    """``policy`` if a bot failed to decide; ``unsaved`` if its action could not be saved;
    ``file-changed`` if it could not be saved since the record is another file now; ``diverged`` if
    others have appended an impossible line, after which nobody can act any more."""
    seat: int
    """Seat of the bot; NOTHING if the match has diverged."""
    sentence: str


class Snapshot(msgspec.Struct, Generic[S, A, E], frozen=True):
    """Everything that one viewer may know about a table now: enough to draw it and to answer.

    There is a new snapshot after each line of the record, and one of the same line when
    ``present``, ``bots``, ``can_hurry`` or ``trouble`` changes.

    ``Table`` builds it; ``Seat`` and ``LiveMatch.permitted`` remove what their viewer may not do.
    The front end builds one itself where a player guesses or solves (``play/guessing.py``).
    """

    viewer: int
    """A seat or SPECTATOR."""
    view: S
    events: tuple[E, ...]
    """Events of the last action, redacted for the viewer; empty after an undo."""
    actions: tuple[A, ...]
    """The viewer's legal actions; empty if it is not asked."""
    final: frozenset[A]
    """Legal actions that could not be undone."""
    question: int
    """Number of the current question; pass it to ``Seat.submit``, which refuses answers to earlier
    ones."""
    line: int
    """Number of lines in the record."""
    position: int
    """Number of actions in force: lines without undos, undone actions and resignations."""
    seat: int
    """Seat that acted on the last line; NOTHING before the first."""
    undone_line: int
    """Line that the last line undoes; 0 if it is not an undo."""
    to_move: tuple[int, ...]
    """Seats that owe a decision."""
    can_undo: bool
    can_redo: bool
    clock: Clock
    outcome: Outcome | None
    present: tuple[int, ...]
    """Seats with a front end at the table now."""
    bots: frozenset[int]
    """Seats that bots play now."""
    can_hurry: bool
    """True while bots wait for ``Seat.hurry``, or in a long pause that it ends."""
    trouble: Trouble | None


AnySnapshot = Snapshot[State, Action, Event]
"""A snapshot of any game."""


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
        """The failure that ended the observer, if any: the exception's name and message."""
        self._observe = observe
        # The observer's texts are composed for its own reader; see ``text.language``.
        self._context = copy_context()
        self._waiting: Snapshot[S, A, E] | None = None
        """The snapshot to deliver next; None if there is none."""
        self._is_scheduled = False
        """True if a delivery is to be made by the event loop."""
        self._task: asyncio.Task[None] | None = None
        """The running work of an observer that returned an awaitable."""

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
        """Call the observer with the waiting snapshot, if there is one."""
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
        """Deliver the snapshot that has waited for the work of the observer."""
        self._task = None
        if task.cancelled():
            self.end()
        elif error := task.exception():
            self._fail(error)
        else:
            self._deliver()

    def _fail(self, error: BaseException) -> None:
        """Log the failure of the observer, and end it."""
        self.failure = f"{type(error).__name__}: {error}"
        _log.error("An observer of viewer %d failed and is ended.", self.viewer, exc_info=error)
        self.end()


AnyObservation = Observation[State, Action, Event]
"""An observer of a table of any game."""
