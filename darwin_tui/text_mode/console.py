"""A console: lines in and lines out, over the standard streams or a connection."""

import asyncio
import os
import sys
from contextlib import suppress
from threading import Thread
from typing import Final, Protocol

from darwin_tui.library.player_context import PlayerContext
from darwin_tui.terminal.printable import clean, representable

READ_BYTES_MAX: Final = 4096
"""Maximum number of bytes read at a time."""
CURTAIN: Final = 40
"""Number of empty lines that scroll a player's hand out of the next player's sight: more than most
terminals have rows."""
LINE_BYTES_MAX: Final = 1000
"""Maximum bytes read of a line; the rest is ignored."""


class ProcessStreams:
    """Standard input and output."""

    def __init__(self) -> None:
        try:
            self._fileno: int | None = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):
            self._fileno = None
        self.is_interactive = self._fileno is not None and os.isatty(self._fileno)
        self.is_terminal = sys.stdout is not None and sys.stdout.isatty()
        self.encoding: str = getattr(sys.stdout, "encoding", None) or "utf-8"
        self._reading: asyncio.Future[bytes] | None = None

    def write(self, text: str) -> None:
        print(text, end="", flush=True)

    async def flush(self) -> None:
        """Return at once, as ``write`` itself waits."""

    async def read(self) -> bytes:
        """Return the next bytes; empty at the end of input."""
        if self._fileno is None:
            return sys.stdin.readline().encode() if sys.stdin else b""
        if self._reading is None:
            self._reading = _read_in_thread(self._fileno)
        data = await asyncio.shield(self._reading)
        self._reading = None
        return data


def _read_in_thread(fileno: int) -> "asyncio.Future[bytes]":
    """Read in a separate thread, which may be left waiting.

    A thread of the event loop's pool would keep the program from ending until Enter is pressed.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[bytes] = loop.create_future()

    def settle(data: bytes) -> None:
        if not answer.done():
            answer.set_result(data)

    def read() -> None:
        try:
            data = os.read(fileno, READ_BYTES_MAX)
        except OSError:
            data = b""
        # The loop may be closed by then.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, data)

    Thread(target=read, daemon=True).start()
    return answer


class Streams(Protocol):
    """The bytes that a console reads and the text that it writes."""

    is_interactive: bool
    """True if a person types, so that each question has a prompt."""
    encoding: str
    """Encoding of the output."""
    is_terminal: bool
    """True if a terminal shows the output; the player context knows its abilities."""

    async def read(self) -> bytes:
        """Return the next bytes; empty at the end of input. A cancelled call loses nothing."""

    def write(self, text: str) -> None:
        """Write a text that the encoding can represent."""

    async def flush(self) -> None:
        """Wait until more can be written."""


class Console:
    """Lines in and out, without blocking the event loop."""

    def __init__(self, player: PlayerContext, streams: Streams | None = None) -> None:
        """Make the console of a player.

        Args:
            player: the player, whose settings and locations limit the output.
            streams: source and target of lines; None for the standard streams.
        """
        self.player = player
        self._streams = streams or ProcessStreams()
        self._pending = b""
        self._has_ended = False
        self._encoding = self._output_encoding()

    @property
    def is_interactive(self) -> bool:
        """True if a person types."""
        return self._streams.is_interactive

    def _output_encoding(self) -> str:
        """Return the encoding of lines. It is the output's, or ASCII if the player chose it or the
        terminal has no more."""
        glyphs = self.player.settings.now.glyphs
        is_limited = self._streams.is_terminal and not self.player.terminal.has_unicode
        return "ascii" if glyphs == "ascii" or is_limited else self._streams.encoding

    def say(self, text: str = "") -> None:
        self._streams.write(self.line(text))

    def line(self, text: str) -> str:
        """Return a text as one line in characters of the output."""
        line = clean(self.player.locations.redact(text))
        return f"{representable(line, self._encoding)}\n"

    async def ask(self) -> str | None:
        """Return the next typed line; None at the end of input."""
        self.prompt()
        return await self.read_line()

    def prompt(self) -> None:
        """Print the prompt, if a person types."""
        if self._streams.is_interactive:
            self._streams.write("> ")

    async def read_line(self) -> str | None:
        """Return the next typed line, without a prompt; None at the end of input. A cancelled call
        loses nothing."""
        while b"\n" not in self._pending and not self._has_ended:
            data = await self._streams.read()
            self._has_ended = not data
            self._pending += data
            head, newline, tail = self._pending.partition(b"\n")
            self._pending = head[:LINE_BYTES_MAX] + newline + tail
        line, newline, self._pending = self._pending.partition(b"\n")
        if not line and not newline:
            return None
        return line[:LINE_BYTES_MAX].decode(errors="replace").strip()
