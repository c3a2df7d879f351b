"""Lines in and lines out, over the standard streams or any other."""

from typing import Final, Protocol

from darwin_tui.play.player_context import Session
from darwin_tui.terminal.printable import clean
from darwin_tui.text_mode.process_streams import ProcessStreams

CURTAIN: Final = 40
"""Empty lines that scroll one player's hand out of another's sight."""

LINE_BYTES_MAX: Final = 1000
"""Bytes of a line that are read; the rest is ignored."""

_ASCII: Final = str.maketrans(
    {
        "½": ".5",
        "’": "'",
        "‘": "'",
        "„": '"',
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


class Streams(Protocol):
    """The bytes that a console reads and the text that it writes."""

    is_interactive: bool
    """True if a person types: then each question has a prompt."""
    encoding: str
    """The encoding of the output."""
    is_terminal: bool
    """True if the output is shown by a terminal, whose abilities the session knows."""

    async def read(self) -> bytes:
        """Return the bytes that came next; empty at the end of input.

        A call that is cancelled loses nothing.
        """

    def write(self, text: str) -> None:
        """Write a text that has only characters of the encoding."""

    async def flush(self) -> None:
        """Wait until more can be written."""


class Console:
    """Lines out and lines in, without blocking the event loop."""

    def __init__(self, session: Session, streams: Streams | None = None) -> None:
        """Make the console of a player.

        Args:
            session: the player, whose settings and locations limit what is printed.
            streams: where lines come from and go to; None for the standard streams.
        """
        self.session = session
        self._streams = streams or ProcessStreams()
        self._pending = b""
        self._has_ended = False
        self._encoding = self._output_encoding()

    def _output_encoding(self) -> str:
        """Return the encoding of lines: that of the output, or ASCII if the player chose it or
        the terminal has nothing else."""
        glyphs = self.session.settings.now.glyphs
        is_limited = self._streams.is_terminal and not self.session.terminal.unicode
        return "ascii" if glyphs == "ascii" or is_limited else self._streams.encoding

    def say(self, text: str = "") -> None:
        """Print one line."""
        self._streams.write(self.line(text))

    def line(self, text: str) -> str:
        """Return a text as one line that is fit for the output."""
        line = clean(self.session.locations.redact(text))
        if not self._encoding.lower().startswith("utf"):
            line = line.translate(_ASCII).encode(self._encoding, "replace").decode(self._encoding)
        return f"{line}\n"

    async def ask(self) -> str | None:
        """Return the next line typed; None at the end of input."""
        self.prompt()
        return await self.read_line()

    def prompt(self) -> None:
        """Print the prompt, if a person types."""
        if self._streams.is_interactive:
            self._streams.write("> ")

    async def read_line(self) -> str | None:
        """Return the next line typed, without a prompt; None at the end of input.

        A call that is cancelled loses nothing.
        """
        while b"\n" not in self._pending and not self._has_ended:
            data = await self._streams.read()
            self._has_ended = not data
            self._pending += data
            head, found, tail = self._pending.partition(b"\n")
            self._pending = head[:LINE_BYTES_MAX] + found + tail
        line, found, self._pending = self._pending.partition(b"\n")
        if not line and not found:
            return None
        return line[:LINE_BYTES_MAX].decode(errors="replace").strip()
