"""Connections to clients' terminals, and the queue in which their sessions work by turns."""

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextvars import Context, copy_context
from textwrap import wrap
from time import monotonic
from typing import Final

from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.limits import Allowance, Limits

_HALF_LIFE_SECONDS: Final = 2.0
"""Time after which half of a session's use is forgotten."""


class WorkQueue:
    """A queue that gives one session at a time its turn: the waiting session that has used the
    least time lately.

    A turn's work is spread over many steps of the event loop, and without turns the work of all
    other sessions would interleave with it. With turns, each session is as quick as alone, and busy
    sessions wait for quiet ones.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.current: WorkTurn | None = None
        """The turn of the session that is at work."""
        self.waiting: list[WorkTurn] = []
        """Wanted turns of other sessions."""

    def begin_next(self) -> None:
        """Give the next waiting session its turn, if no session has one."""
        if not self.current and self.waiting:
            turn = min(self.waiting, key=lambda waiting: waiting.used)
            self.waiting.remove(turn)
            turn.begin()


class WorkTurn:
    """The turn of one session: wanted, taken and ended."""

    def __init__(self, queue: WorkQueue) -> None:
        """Make the turn inside the running event loop, in the session's context."""
        self._queue = queue
        self._loop = asyncio.get_running_loop()
        self._context: Context = copy_context()
        self._used = 0.0
        """Seconds used, as they counted when the last turn ended."""
        self._used_at = queue.clock()
        """Time at which the last turn ended."""
        self._begun = 0.0
        self._seconds_max = 0.0
        self._act: Callable[[], None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._handle: asyncio.Handle | None = None

    @property
    def used(self) -> float:
        """Seconds that the session has used recently."""
        passed = self._queue.clock() - self._used_at
        return float(self._used * 0.5 ** (passed / _HALF_LIFE_SECONDS))

    @property
    def is_wanted(self) -> bool:
        """True from asking for a turn until its work begins."""
        return self._act is not None

    def ask(self, act: Callable[[], None], seconds_max: float) -> None:
        """Act when it is the session's turn, at once if no other session has it.

        Args:
            act: begins the work of the turn.
            seconds_max: time after which the turn ends if ``end`` was not called.
        """
        self._act = act
        self._seconds_max = seconds_max
        if self in self._queue.waiting:
            return
        if self._queue.current not in (None, self):
            self._queue.waiting.append(self)
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
        if self._queue.current is self:
            now = self._queue.clock()
            self._used = self.used + now - self._begun
            self._used_at = now
            self._queue.current = None
            self._queue.begin_next()

    def leave(self) -> None:
        """Withdraw a wanted turn, or end the current one."""
        self._act = None
        if self._handle:
            self._handle.cancel()
            self._handle = None
        if self in self._queue.waiting:
            self._queue.waiting.remove(self)
        self.end()

    def _take(self) -> None:
        """Begin the turn, and limit its time."""
        if self._timer:
            self._timer.cancel()
        self._queue.current = self
        self._begun = self._queue.clock()
        self._timer = self._loop.call_later(self._seconds_max, self.end)

    def _run(self) -> None:
        """Begin the work of the turn, unless it was withdrawn."""
        self._handle = None
        act, self._act = self._act, None
        if act:
            act()


_PLAIN_TERMS: Final = frozenset(("", "dumb", "unknown"))
"""Names of terminals without a full screen."""
_TERM: Final = re.compile(r"[A-Za-z0-9+._-]{1,64}")
"""A sensible name of a terminal; the client may send any text."""

Size = tuple[int, int]
"""Columns and rows."""
DEFAULT_SIZE: Final[Size] = (80, 24)
"""Columns and rows assumed of a terminal that does not report its size."""


class Connection(ABC):
    """The terminal or program of one client.

    A protocol calls the methods under "from the client" in its own context. There, these methods
    call the user of the connection, which is an app or a console and may only post messages. One
    user at a time sets ``feed``, ``on_resize``, ``on_resume``, ``on_end`` and ``on_lost``.
    """

    def __init__(
        self,
        limits: Limits,
        *,
        terminal_type: str = "",
        size: Size = DEFAULT_SIZE,
        facts: TerminalFacts | None = None,
        address: str = "",
    ) -> None:
        """Make a connection inside the running event loop.

        Args:
            terminal_type: the terminal's name, as in ``TERM``; empty for a program without one.
        """
        self.limits = limits
        self.terminal_type = terminal_type
        self.facts = facts or TerminalFacts()
        self.address = address
        self.size = self._clamped(size)
        self.last_input = monotonic()
        """Time of the last input, by the monotonic clock."""
        self.connect_command = ""
        """The command by which the client reached the server, as ``ssh -p 8022 host``."""
        self.credential = ""
        """The credential that signed in: a key's fingerprint, or the hash of a browser's cookie."""
        self.welcome = ""
        """A sentence to begin with; empty for none."""
        self.is_lost = False
        self.has_ended = False
        """The client sends no more input, but may still read."""
        self.work_queue = WorkQueue()
        """The queue of the session's work; a server replaces it by the one that all its sessions
        share."""
        self._loop = asyncio.get_running_loop()
        self._bytes = Allowance(limits.input_bytes_a_second, limits.input_burst_bytes)
        self._resizes = Allowance(limits.resize_cells_a_second, limits.resize_burst_cells)
        self._wanted_size = self.size
        self._resize_timer: asyncio.TimerHandle | None = None
        self._resized_at = 0.0
        self._input_timer: asyncio.TimerHandle | None = None
        self._early = bytearray()
        """Input before anybody receives it, bounded by the limits."""
        self._holds = 0
        """Number of users' holds; input continues at 0."""
        self._feed: Callable[[bytes], None] | None = None
        self.on_resize: Callable[[], None] = ignore
        """Called when the terminal has a new size."""
        self.on_resume: Callable[[], None] = ignore
        """Called when the client reads again."""
        self.on_end: Callable[[], None] = ignore
        """Called when the client sends nothing more."""
        self.on_lost: Callable[[], None] = ignore
        """Called when the client is gone."""
        self.is_interrupted = False
        """The server stops while the user is still connected; a client may reconnect by itself."""

    # --- to the client

    @property
    def has_full_screen(self) -> bool:
        """True if the terminal can show the full screen."""
        name = self.terminal_type
        return name.lower() not in _PLAIN_TERMS and bool(_TERM.fullmatch(name))

    @property
    @abstractmethod
    def is_paused(self) -> bool:
        """True while the client is too slow to read more."""

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Send output; a lost connection gets none."""

    @abstractmethod
    def write_error(self, data: bytes) -> None:
        """Send output to the client's standard error, if it is separate."""

    @abstractmethod
    def close(self, status: int) -> None:
        """Send the rest of the output and the exit status, then end the connection."""

    def say(self, sentence: str) -> None:
        """Send a sentence; for a terminal, wrapped between words."""
        lines = [sentence]
        end = "\n"
        if self.terminal_type:
            end = "\r\n"
            width = max(1, self.size[0] - 1)
            if len(sentence) > width:
                lines = wrap(sentence, width, break_long_words=False)
        self.write("".join(f"{line}{end}" for line in lines).encode("utf-8", "replace"))

    # --- what its user sets

    @property
    def feed(self) -> Callable[[bytes], None] | None:
        """The receiver of input; a new receiver gets earlier input at once."""
        return self._feed

    @feed.setter
    def feed(self, receiver: Callable[[bytes], None] | None) -> None:
        self._feed = receiver
        if receiver and self._early:
            early = bytes(self._early)
            self._early = bytearray()
            receiver(early)

    def release(self) -> None:
        """Drop the user's callbacks ``feed``, ``on_resize`` and ``on_resume``."""
        self._feed = None
        self.on_resize = ignore
        self.on_resume = ignore

    def hold(self, is_held: bool) -> None:
        """Stop the input while the user is busy, or continue it."""
        self._holds += 1 if is_held else -1
        self._pause_or_resume()

    # --- from the client

    @abstractmethod
    def set_reading(self, is_reading: bool) -> None:
        """Let the client send more input, or wait."""

    def received(self, data: bytes) -> None:
        """Pass on input; a client that sends too fast has to wait.

        Input before anybody receives it is kept up to a second's allowance; the rest is dropped.
        """
        self.last_input = monotonic()
        self._bytes.take(len(data))
        self._pause_or_resume()
        if self._feed:
            self._feed(data)
        else:
            room = self.limits.input_bytes_a_second - len(self._early)
            self._early += data[: max(0, room)]

    def resized(self, size: Size) -> None:
        """Accept a new size of the terminal, as often as the limits allow."""
        self._wanted_size = self._clamped(size)
        if self._wanted_size == self.size or self._resize_timer:
            return
        pause = self._resized_at + self.limits.resize_interval_seconds - monotonic()
        wait = max(pause, self._resizes.wait_seconds(self._resize_cost))
        if wait > 0:
            self._resize_timer = self._loop.call_later(wait, self._resize)
        else:
            self._resize()

    def resumed(self) -> None:
        """Tell the user that the client reads again."""
        self.on_resume()

    def ended(self) -> None:
        """Tell the user that the client sends nothing more."""
        if not self.has_ended:
            self.has_ended = True
            self.on_end()

    def lost(self) -> None:
        """Tell the user that the client is gone."""
        if self.is_lost:
            return
        self.is_lost = True
        for timer in (self._resize_timer, self._input_timer):
            if timer:
                timer.cancel()
        self._resize_timer = self._input_timer = None
        self.ended()
        self.on_lost()

    def _pause_or_resume(self) -> None:
        """Let the client send more if the limits allow and nobody holds the input."""
        if self.is_lost or self._input_timer:
            return
        wait = self._bytes.wait_seconds()
        if wait:
            self._input_timer = self._loop.call_later(wait, self._continue_input)
        self.set_reading(not wait and not self._holds)

    def _continue_input(self) -> None:
        self._input_timer = None
        self._pause_or_resume()

    def _resize(self) -> None:
        """Change to the wanted size, or repeat the current one: the terminal may have lost
        cells."""
        self._resize_timer = None
        self.size = self._wanted_size
        self._resizes.take(self._resize_cost)
        self._resized_at = monotonic()
        self.on_resize()

    @property
    def _resize_cost(self) -> int:
        """The cost of the wanted size in cells; a small size costs as much as the minimum."""
        columns, rows = self._wanted_size
        return max(columns * rows, self.limits.resize_cells_min)

    def _clamped(self, size: Size) -> Size:
        """Return a size within the limits; the default for an unreported one."""
        columns, rows = size
        limits = self.limits
        if not columns or not rows:
            columns, rows = DEFAULT_SIZE
        columns = min(columns, limits.columns_max)
        return columns, min(rows, limits.rows_max, limits.cells_max // columns)


def ignore() -> None:
    """Ignore an event."""
