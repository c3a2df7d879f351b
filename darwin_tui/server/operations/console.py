"""The console of a player at the other end of a connection: lines in and lines out, with the
editing of a line at a terminal."""

import asyncio
import re
from typing import Final

from darwin_tui.library.player_context import PlayerContext
from darwin_tui.server.sanitiser import one_line
from darwin_tui.terminal.connection import Connection
from darwin_tui.terminal.limits import Allowance
from darwin_tui.text_mode import Console
from darwin_tui.text_mode.console import LINE_BYTES_MAX

UNREAD_BYTES_MAX: Final = 4096
"""Bytes of unread input after which the client has to wait."""
_NAME_MAX: Final = 40
"""Maximum length of a terminal name that is shown."""
CHUNK_BYTES: Final = 32_768
"""Bytes sent at once before checking whether the client can keep up."""

_SEQUENCE: Final = re.compile(rb"\x1b(?:\[[0-9;?<>=]*[ -/]*[@-~]|[O][@-~]|.)?", re.DOTALL)
"""Key sequences without a meaning in a line editor, such as arrows."""
_INTERRUPT, _END = 0x03, 0x04
_ERASE: Final = (0x08, 0x7F)
_ERASE_LINE: Final = 0x15
"""Control characters of a terminal: Ctrl+C, Ctrl+D, Backspace and Delete, Ctrl+U."""


class RemoteConsole(Console):
    """A console over a connection, with standard error and raw bytes."""

    def __init__(self, player: PlayerContext, connection: Connection) -> None:
        """Make a player's console, which owns the input of the connection from now on."""
        self._connection = connection
        limits = connection.limits
        self._lines = Allowance(limits.keys_a_second, limits.keys_burst)
        super().__init__(player, ConnectionStreams(connection))

    @property
    def terminal_type(self) -> str:
        """The player's terminal, as in ``TERM``; empty for a program without one."""
        return one_line(self._connection.terminal_type, _NAME_MAX)

    async def read_line(self) -> str | None:
        """Return the next typed line; see ``Console.read_line``.

        Many lines may arrive at once. Each waits until the client has room for the answer, and
        other sessions work in between.
        """
        await self._streams.flush()
        await asyncio.sleep(self._lines.wait_seconds(1))
        line = await super().read_line()
        self._lines.take(1)
        return line

    def fail(self, sentence: str) -> None:
        """Print one sentence to standard error."""
        line = self.line(f"{sentence.rstrip('.')}.")
        if self._connection.terminal_type:
            line = line.replace("\n", "\r\n")
        self._connection.write_error(line.encode())

    async def send(self, data: bytes) -> None:
        """Send raw bytes at the pace of the client."""
        for start in range(0, len(data), CHUNK_BYTES):
            self._connection.write(data[start : start + CHUNK_BYTES])
            await self._streams.flush()


class ConnectionStreams:
    """Input and output of a connection. A terminal gets echo and line editing."""

    encoding = "utf-8"

    def __init__(self, connection: Connection) -> None:
        self.is_terminal = self.is_interactive = bool(connection.terminal_type)
        self._connection = connection
        self._unread = bytearray()
        self._typed = bytearray()
        """The line being typed at a terminal."""
        self._has_prompt = False
        """True while a prompt is the last output."""
        self._has_ended = False
        self._is_holding = False
        """True while the client has to wait with its input."""
        self._has_input = asyncio.Event()
        self._can_write = asyncio.Event()
        connection.on_resume = self._can_write.set
        connection.on_end = self._end
        connection.feed = self._receive
        # All input may have arrived before anybody reads it.
        if connection.has_ended:
            self._end()

    # --- input

    async def read(self) -> bytes:
        """Return the next bytes; empty at the end of input."""
        await self.flush()
        while not self._unread and not self._has_ended:
            self._has_input.clear()
            await self._has_input.wait()
        data = bytes(self._unread)
        self._unread.clear()
        self._hold(False)
        return data

    def _receive(self, data: bytes) -> None:
        """Take input of the client; make it wait if too much is unread."""
        if self._has_ended:
            return
        if self.is_terminal:
            self._edit(data)
        else:
            self._unread += data
        self._has_input.set()
        self._hold(len(self._unread) > UNREAD_BYTES_MAX)

    def _hold(self, is_held: bool) -> None:
        if is_held != self._is_holding:
            self._is_holding = is_held
            self._connection.hold(is_held)

    def _end(self) -> None:
        self._has_ended = True
        self._has_input.set()

    def _edit(self, data: bytes) -> None:
        """Add typed bytes to the line, and echo them."""
        for byte in _SEQUENCE.sub(b"", data):
            if byte in b"\r\n":
                self._unread += self._typed + b"\n"
                self._typed.clear()
                self._has_prompt = False
                self._connection.write(b"\r\n")
            elif byte == _INTERRUPT or (byte == _END and not self._typed):
                self._end()
                return
            elif byte in _ERASE:
                self._erase()
            elif byte == _ERASE_LINE:
                while self._typed:
                    self._erase()
            # All other control characters are below the blank.
            elif byte >= 0x20 and len(self._typed) < LINE_BYTES_MAX:
                self._typed.append(byte)
                self._connection.write(bytes((byte,)))

    def _erase(self) -> None:
        """Erase the last character of the line."""
        # In UTF-8, these bytes continue a character; its first byte is removed below.
        while self._typed and 0x80 <= self._typed[-1] < 0xC0:
            self._typed.pop()
        if self._typed:
            self._typed.pop()
            self._connection.write(b"\b \b")

    # --- output

    def write(self, text: str) -> None:
        """Write lines or a prompt; a prompt is followed by the part of a line typed already."""
        if not self.is_terminal:
            self._connection.write(text.encode())
        elif text.endswith("\n"):
            begin = "\r\n" if self._has_prompt else ""
            self._has_prompt = False
            self._connection.write((begin + text.replace("\n", "\r\n")).encode())
        elif not self._has_prompt:
            self._has_prompt = True
            self._connection.write(text.encode() + self._typed)

    async def flush(self) -> None:
        """Wait until the client can take more output; return at once for a lost client."""
        while self._connection.is_paused and not self._connection.is_lost:
            self._can_write.clear()
            await self._can_write.wait()
