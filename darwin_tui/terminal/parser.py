"""Input of a terminal that is not trusted, read as messages of Textual."""

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from typing import Final

from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.events import CursorPosition, MouseEvent, Paste, Resize
from textual.geometry import Size
from textual.message import Message
from textual.messages import InBandWindowResize

_FOREIGN: Final = (Resize, InBandWindowResize, CursorPosition)
"""Messages that a terminal may not send: another part of its protocol says how large it is."""


class OwnParser(XTermParser):
    """Textual's parser, without what keeps its app alive or trusts the terminal."""

    # A cache of the class, which keeps each parser and its last key, and so the app.
    _parse_extended_key = XTermParser._parse_extended_key.__wrapped__  # type: ignore[assignment]


class TerminalInput:
    """Reads the bytes of one terminal; no bytes make it fail, or grow without end."""

    def __init__(self, paste_characters_max: int) -> None:
        """Start with nothing read.

        Args:
            paste_characters_max: the most that is read of a paste.
        """
        self._paste_max = paste_characters_max
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = OwnParser()
        self._pasted: int | None = None
        self._held = ""
        """The beginning of what may be the end of a paste."""

    @property
    def is_waiting(self) -> bool:
        """True if a lone Esc was read, which is a key unless more follows soon."""
        return self._parser._timeout_time is not None

    def feed(self, data: bytes, size: Size) -> list[Message]:
        """Read bytes and return the messages in them.

        Args:
            data: what the terminal sent.
            size: of the terminal; the mouse is nowhere else.
        """
        text = self._bounded(self._decode(data))
        return self._messages(lambda: self._parser.feed(text), size) if text else []

    def tick(self, size: Size) -> list[Message]:
        """Return the messages in what was read, given that nothing followed it."""
        return self._messages(self._parser.tick, size)

    def _messages(self, read: Callable[[], Iterable[Message]], size: Size) -> list[Message]:
        found: list[Message] = []
        try:
            for message in read():
                # A report of the size in pixels would move the mouse.
                self._parser.mouse_pixels = False
                if self._is_wanted(message, size):
                    found.append(message)
        except Exception:
            # Numbers that are no characters, or too large for a float.
            self._parser = OwnParser()
            self._pasted = None
        return found

    def _is_wanted(self, message: Message, size: Size) -> bool:
        if isinstance(message, MouseEvent):
            return 0 <= message.screen_x < size.width and 0 <= message.screen_y < size.height
        if isinstance(message, Paste):
            message.text = message.text[: self._paste_max]
        return not isinstance(message, _FOREIGN)

    def _bounded(self, text: str) -> str:
        """Return the text without what is too much of a paste, which the parser would keep."""
        text, self._held = self._held + text, ""
        kept = []
        while text:
            if self._pasted is None:
                before, mark, text = text.partition(BRACKETED_PASTE_START)
                kept += [before, mark]
                self._pasted = 0 if mark else None
                continue
            inside, mark, text = text.partition(BRACKETED_PASTE_END)
            if not mark:
                self._held = _beginning(inside, BRACKETED_PASTE_END)
                inside = inside[: len(inside) - len(self._held)]
            kept += [inside[: max(0, self._paste_max - self._pasted)], mark]
            self._pasted = None if mark else self._pasted + len(inside)
        return "".join(kept)


def _beginning(text: str, mark: str) -> str:
    """Return the end of a text that may be the beginning of a mark."""
    for length in range(min(len(mark) - 1, len(text)), 0, -1):
        if mark.startswith(text[-length:]):
            return text[-length:]
    return ""
