"""An app that is one of many in its process, and its driver at the other end of a connection.

The driver uses no signals, streams, files or threads of the process.
"""

import asyncio
import logging
import traceback
from collections import deque
from io import StringIO
from pathlib import Path
from typing import BinaryIO, Final, Literal, TextIO, TypeVar, Unpack, cast

from rich.console import Console, RenderableType
from textual import constants
from textual.app import App, _PrintCapture
from textual.driver import Driver
from textual.events import MouseMove, Resize
from textual.geometry import Size
from textual.message import Message
from textual.worker import WorkerFailed

from darwin_tui.terminal.connection import Connection, WorkTurn
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.input import CURSOR, RESTORE, DriverOptions, TerminalInput
from darwin_tui.terminal.limits import Allowance
from darwin_tui.terminal.painting_app import PaintingApp

T = TypeVar("T")

_log: Final = logging.getLogger(__name__)


class _Discarded(StringIO):
    """A stream that discards printed text, which may be a player's secret."""

    def write(self, text: str) -> int:
        return len(text)


_discarded: Final = _Discarded()
"""The stream that all apps share, as it holds nothing."""


class HostedApp(PaintingApp[T]):
    """An app that prints nothing on its process, and whose failures are logged without values. Set
    ``connection`` before initialising it."""

    connection: Connection

    def __init__(
        self, *, driver_class: type[Driver] | None = None, terminal: TerminalFacts | None = None
    ) -> None:
        super().__init__(driver_class=driver_class, terminal=terminal)
        # Apps end in any order, and each restores the stream from its start, so all share one.
        sink = cast(_PrintCapture, _discarded)
        self._capture_stdout = self._capture_stderr = sink
        self.error_console = Console(file=_discarded)
        self.started = asyncio.Event()
        """Set when the first screen has opened."""

    @property
    def may_idle(self) -> bool:
        """True on screens where a player may be idle without limit, such as a table."""
        return False

    async def leave(self) -> None:
        """Release the player's resources once the app has ended."""

    def on_ready(self) -> None:
        self.started.set()

    def panic(self, *renderables: RenderableType) -> None:
        """End the app, and log its failure without values."""
        self._fatal_error()

    def _fatal_error(self) -> None:
        """End the app after an error, and log only its location: the values may be hands."""
        if self._exception:
            log_failure(self._exception)
        self._close_messages_no_wait()


def log_failure(error: BaseException) -> None:
    """Log the type of an error and its lines of code; its values may be secrets."""
    if isinstance(error, WorkerFailed):
        error = error.error
    frames = "".join(traceback.format_tb(error.__traceback__))
    _log.error("%s in a session:\n%s", type(error).__name__, frames)


_KITTY_KEYS: Final = "\x1b[>25u"
"""Requests unambiguous codes for all keys, with their text."""
_BEGIN: Final = (
    "\x1b[?1049h"
    "\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h"
    "\x1b[?1004h"
    "\x1b[?2026$p"
    "\x1b[?2004h"
    "\x1b[?7l"
)
"""Takes over the terminal: alternate screen, mouse, focus reports, a question about synchronized
updates, bracketed pastes, and no wrapping of lines."""
_ANSWER_SECONDS_MAX: Final = 0.05
"""Time after which a key counts as unanswered."""
_SLOW_ANSWER_SECONDS_MAX: Final = 0.25
"""Maximum time between a key and its answer. Output after it belongs to something else, as the key
changed nothing."""
_PAUSE_FACTOR: Final = 3
"""Pause after the answer to a key, as a multiple of the time that the answer took."""
_TURN_SECONDS_MAX: Final = 0.02
"""Time after which an unanswered key lets other sessions have their turn."""
_RESIZE_SECONDS_MAX: Final = 0.1
"""Time after which an unanswered change of size lets other sessions have their turn. A change takes
longer than a key."""
_SLICE_BYTES: Final = 64
"""Bytes of input read before other sessions get their turn; the client waits while there is
more."""
_ESCAPE_POLL_SECONDS: Final = 0.01
"""Time until the parser is asked once more whether a lone Esc is a key."""


class ConnectionDriver(Driver):
    """A driver that writes once per turn of the event loop. Output that a slow client cannot take
    is dropped; the client gets the whole screen later."""

    def __init__(self, app: App[object], **options: Unpack[DriverOptions]) -> None:
        """Build the driver of a hosted app inside the running event loop."""
        super().__init__(app, **options)
        self._hosted = cast("HostedApp[object]", app)
        self._connection: Connection | None = self._hosted.connection
        limits = self._hosted.connection.limits
        self._keys = Allowance(limits.keys_a_second, limits.keys_burst)
        self._input = TerminalInput(limits.paste_characters_max)
        self._output: list[str] = []
        self._has_dropped = False
        """Output was dropped, so the client needs the whole screen."""
        self._asked_at: float | None = None
        """Time at which the last unanswered key was passed on."""
        self._free_at = 0.0
        """Earliest time to pass on the next key."""
        self._unread = bytearray()
        """Input that is not parsed yet."""
        self._waiting: deque[Message] = deque()
        """Parsed input that is not passed on yet."""
        self._key_turn = WorkTurn(self._hosted.connection.work_queue)
        self._resize_turn = WorkTurn(self._hosted.connection.work_queue)
        self._is_holding = False
        """The client has to wait before it sends more."""
        self._next: asyncio.Handle | None = None
        """Delivers the next message, or reads the next slice."""
        self._escape: asyncio.TimerHandle | None = None
        """Takes a lone Esc as a key."""

    # --- at work

    def start_application_mode(self) -> None:
        """Take over the terminal."""
        self._send_size()
        keys = "" if constants.DISABLE_KITTY_KEY else _KITTY_KEYS
        self.write(_BEGIN + keys + CURSOR)
        if connection := self._connection:
            connection.on_resize = self._resized
            connection.on_resume = self._resume
            connection.feed = self._feed

    def disable_input(self) -> None:
        """Stop taking input."""
        if self._connection:
            self._connection.feed = None
        for timer in (self._escape, self._next):
            if timer:
                timer.cancel()
        self._key_turn.leave()
        self._resize_turn.leave()
        self._escape = self._next = None
        self._waiting.clear()
        self._unread.clear()
        self._hold(False)

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self.disable_input()
        if connection := self._connection:
            connection.release()
            # Drop the last picture: it is for the alternate screen, which nobody will see again.
            self._output.clear()
            connection.write(RESTORE)

    def close(self) -> None:
        self._connection = None
        self._output.clear()

    # --- output

    def write(self, data: str) -> None:
        """Write text together with everything else written in this turn of the event loop."""
        if not self._output:
            self._loop.call_soon(self._send)
        self._output.append(data)

    def _send(self) -> None:
        """Send what was written in this turn of the event loop. It also counts as the answer to the
        last key."""
        output = "".join(self._output)
        self._output = []
        self._resize_turn.end()
        if self._asked_at is not None:
            self._answered(self._asked_at)
        if not output or not self._connection:
            return
        if self._has_dropped or self._connection.is_paused:
            self._has_dropped = True
        else:
            self._connection.write(output.encode("utf-8", "replace"))

    def _answered(self, asked_at: float) -> None:
        """Allow the next key after a pause proportional to this one's cost. So no session gets more
        than its share of the processor."""
        now = self._loop.time()
        self._asked_at = None
        self._key_turn.end()
        self._free_at = now + _PAUSE_FACTOR * min(now - asked_at, _SLOW_ANSWER_SECONDS_MAX)
        if self._next and self._waiting:
            self._next.cancel()
            self._deliver()

    def _resume(self) -> None:
        if self._has_dropped:
            self._has_dropped = False
            self._app.call_later(self._hosted.repaint)
        if not self._next:
            self._deliver()

    # --- input

    def send_message(self, message: Message) -> None:
        """Post a message to the app, which runs in the same event loop."""
        self._app.post_message(message)

    def _send_size(self) -> None:
        if self._connection:
            size = Size(*self._connection.size)
            self.send_message(Resize(size, size))

    def _resized(self) -> None:
        self._resize_turn.ask(self._send_size, _RESIZE_SECONDS_MAX)

    def _feed(self, data: bytes) -> None:
        self._unread += data
        if not self._waiting and not self._next:
            self._read()

    def _read(self) -> None:
        """Read a slice of the input; the rest waits until that is delivered."""
        if self._escape:
            self._escape.cancel()
            self._escape = None
        data = bytes(self._unread[:_SLICE_BYTES])
        del self._unread[:_SLICE_BYTES]
        self._take(self._input.feed(data, self._app.size))
        if self._input.is_waiting and not self._unread:
            self._escape = self._loop.call_later(constants.ESCAPE_DELAY, self._tick)

    def _tick(self) -> None:
        """Take a lone Esc as a key, if nothing has followed it."""
        self._escape = None
        if self._unread:
            return
        self._take(self._input.tick(self._app.size))
        if self._input.is_waiting:
            # The parser's clock was a moment behind, so ask once more.
            self._escape = self._loop.call_later(_ESCAPE_POLL_SECONDS, self._tick)

    def _take(self, messages: list[Message]) -> None:
        """Queue messages. Of several movements of the mouse in a row, only the last counts."""
        for message in messages:
            last = self._waiting[-1] if self._waiting else None
            if isinstance(message, MouseMove) and isinstance(last, MouseMove):
                self._waiting.pop()
            self._waiting.append(message)
        if not self._next:
            self._deliver()

    def _deliver(self) -> None:
        """Ask for a turn for the next message, once it may be passed on."""
        self._next = None
        # A client that does not read answers may not cause more.
        is_paused = self._connection and self._connection.is_paused
        if self._waiting and not self._key_turn.is_wanted and not is_paused:
            wait = max(self._keys.wait_seconds(1), self._free_at - self._loop.time())
            if wait > 0:
                self._next = self._loop.call_later(wait, self._deliver)
            else:
                self._key_turn.ask(self._pass_on, _TURN_SECONDS_MAX)
                if not self._key_turn.is_wanted:
                    return  # The message was passed on, and the next one asked for.
        if self._unread and not self._waiting:
            self._next = self._loop.call_soon(self._continue)
        self._hold(bool(self._unread or self._waiting))

    def _pass_on(self) -> None:
        """Pass on the next message in this session's turn."""
        self._keys.take(1)
        self._asked_at = self._loop.time()
        self._free_at = self._asked_at + _ANSWER_SECONDS_MAX
        self.process_message(self._waiting.popleft())
        self._deliver()

    def _continue(self) -> None:
        self._next = None
        self._read()

    def _hold(self, is_held: bool) -> None:
        """Let the client wait or continue to send, once for each change."""
        if is_held != self._is_holding and self._connection:
            self._is_holding = is_held
            self._connection.hold(is_held)

    # --- what would happen on the server

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open nothing: the browser would be the server's."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Save nothing: the disk would be the server's."""
        binary.close()
