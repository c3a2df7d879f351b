"""An app that is one of many in its process, at the other end of a connection."""

import asyncio
import logging
import traceback
from io import StringIO
from typing import Final, TypeVar, cast

from rich.console import Console, RenderableType
from textual.app import _PrintCapture
from textual.driver import Driver
from textual.worker import WorkerFailed

from darwin_tui.terminal.app import PaintingApp
from darwin_tui.terminal.connection import Connection
from darwin_tui.terminal.facts import TerminalFacts

T = TypeVar("T")

_log: Final = logging.getLogger(__name__)


class _Discarded(StringIO):
    """Takes what is printed, and keeps nothing: it may be one player's secret."""

    def write(self, text: str) -> int:
        return len(text)


_discarded: Final = _Discarded()


class HostedApp(PaintingApp[T]):
    """An app that prints nothing on its process, and whose failure is logged without values.

    ``connection`` has to be set before it is initialised.
    """

    connection: Connection

    def __init__(
        self, *, driver_class: type[Driver] | None = None, terminal: TerminalFacts | None = None
    ) -> None:
        super().__init__(driver_class=driver_class, terminal=terminal)
        # Apps end in any order, and each restores the stream that was there when it began: all
        # have the same.
        sink = cast(_PrintCapture, _discarded)
        self._capture_stdout = self._capture_stderr = sink
        self.error_console = Console(file=_discarded)
        self.started = asyncio.Event()
        """Set when the first screen is there."""

    @property
    def may_idle(self) -> bool:
        """True where a player may be silent for as long as it takes."""
        return False

    async def leave(self) -> None:
        """Give back what the player was using, once the app has ended."""

    def on_ready(self) -> None:
        """Note that the app has started."""
        self.started.set()

    def panic(self, *renderables: RenderableType) -> None:
        """End the app; what would be printed is logged as far as it names no values."""
        self._fatal_error()

    def _fatal_error(self) -> None:
        """End the app after an error, and log where it was: never the values, which are hands."""
        if self._exception:
            log_failure(self._exception)
        self._close_messages_no_wait()


def log_failure(error: BaseException) -> None:
    """Log the type of an error and the lines it came from; its values may be secrets."""
    if isinstance(error, WorkerFailed):
        error = error.error
    frames = "".join(traceback.format_tb(error.__traceback__))
    _log.error("%s in a session:\n%s", type(error).__name__, frames)
