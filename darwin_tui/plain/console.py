"""Lines in and lines out, on any kind of terminal."""

import asyncio
import os
import sys
from contextlib import suppress
from threading import Thread
from typing import Final

from darwin_tui.printable import clean
from darwin_tui.session import Session

CURTAIN: Final = 40
"""Empty lines that scroll one player's hand out of another's sight."""

LINE_BYTES_MAX: Final = 1000
"""Bytes of a line that are read; the rest is ignored."""

_ASCII: Final = str.maketrans(
    {
        "½": ".5",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "–": "-",
        "—": "-",
        "−": "-",
        "×": "x",
        "≤": "<=",
        "≥": ">=",
        "→": "->",
        "…": "...",
    }
)
"""Replacements on terminals without Unicode."""


class Console:
    """Lines out and lines in, without blocking the event loop."""

    def __init__(self, session: Session) -> None:
        """Make the console of a player at the standard streams."""
        self.session = session
        self._pending = b""
        self._ended = False
        try:
            self._fileno: int | None = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):
            self._fileno = None
        self.interactive = self._fileno is not None and os.isatty(self._fileno)
        self._encoding = self._output_encoding()

    def _output_encoding(self) -> str:
        """Return the encoding of lines: that of the output, or ASCII if the player chose it or
        the terminal has nothing else."""
        on_terminal = sys.stdout is not None and sys.stdout.isatty()
        glyphs = self.session.settings.now.glyphs
        if glyphs == "ascii" or (on_terminal and not self.session.terminal.unicode):
            return "ascii"
        return getattr(sys.stdout, "encoding", None) or "utf-8"

    def say(self, text: str = "") -> None:
        """Print one line."""
        line = clean(self.session.locations.redact(text))
        if not self._encoding.lower().startswith("utf"):
            line = line.translate(_ASCII).encode(self._encoding, "replace").decode(self._encoding)
        print(line, flush=True)

    async def ask(self) -> str | None:
        """Return the next line typed; None at the end of input."""
        if self.interactive:
            print("> ", end="", flush=True)
        if self._fileno is None:
            line = sys.stdin.readline() if sys.stdin else ""
            return line.strip() if line else None
        while b"\n" not in self._pending and not self._ended:
            data = await self._read(self._fileno)
            self._ended = not data
            self._pending += data
            head, found, tail = self._pending.partition(b"\n")
            self._pending = head[:LINE_BYTES_MAX] + found + tail
        line_read, found, self._pending = self._pending.partition(b"\n")
        if not line_read and not found:
            return None
        return line_read[:LINE_BYTES_MAX].decode(errors="replace").strip()

    async def _read(self, fileno: int) -> bytes:
        """Read from a thread of its own, which may be left waiting.

        A thread of the event loop's pool would keep the program from ending until Enter is pressed.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bytes] = loop.create_future()

        def settle(data: bytes) -> None:
            if not answer.done():
                answer.set_result(data)

        def read() -> None:
            try:
                data = os.read(fileno, 4096)
            except OSError:
                data = b""
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(settle, data)

        Thread(target=read, daemon=True).start()
        return await answer
