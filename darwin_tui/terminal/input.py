"""The input of terminals, robust against any bytes, and the sequences that every driver sends."""

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypedDict

from textual._xterm_parser import BRACKETED_PASTE_END, BRACKETED_PASTE_START, XTermParser
from textual.events import CursorPosition, MouseEvent, Paste, Resize
from textual.geometry import Size
from textual.message import Message
from textual.messages import InBandWindowResize

_FOREIGN: Final = (Resize, InBandWindowResize, CursorPosition)
"""Messages that a terminal may not send; another part of its protocol reports its size."""


class UncachedParser(XTermParser):
    """Textual's parser, without the cache that would keep its app alive."""

    # The class-level cache would keep each parser with its last key, and so the app.
    _parse_extended_key = XTermParser._parse_extended_key.__wrapped__  # type: ignore[assignment]


class _Input:
    """Bytes of one terminal, read as messages. Bytes that are not text become replacement marks;
    input on which Textual's parser fails is dropped."""

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = UncachedParser()

    @property
    def is_waiting(self) -> bool:
        """True if a lone Esc was read, which is a key unless more follows soon."""
        return self._parser._timeout_time is not None

    def _parsed(self, read: Callable[[], Iterable[Message]]) -> Iterator[Message]:
        """Yield the messages that the parser reads; after a failure, start again."""
        try:
            yield from read()
        except Exception:
            # Textual fails at numbers that are no characters or too large for a float, and at sizes
            # without pixels.
            self._reset()

    def _reset(self) -> None:
        """Start again, with nothing read."""
        self._parser = UncachedParser()


class OwnInput(_Input):
    """Reads the bytes of the terminal in which the program was started."""

    def feed(self, data: bytes) -> list[Message]:
        """Read bytes and return their messages."""
        text = self._decode(data)
        return [*self._parsed(lambda: self._parser.feed(text))] if text else []

    def tick(self) -> list[Message]:
        """Return the messages in the input so far, once nothing has followed it."""
        return [*self._parsed(self._parser.tick)]

    def _reset(self) -> None:
        before = self._parser
        super()._reset()
        # A terminal that reports the mouse in pixels continues to do so.
        self._parser.mouse_pixels = before.mouse_pixels
        self._parser.terminal_size = before.terminal_size
        self._parser.terminal_pixel_size = before.terminal_pixel_size


class TerminalInput(_Input):
    """Reads the bytes of an untrusted terminal in bounded memory."""

    def __init__(self, paste_characters_max: int) -> None:
        """Start with nothing read.

        Args:
            paste_characters_max: maximum number of characters read from a paste.
        """
        super().__init__()
        self._paste_max = paste_characters_max
        self._pasted: int | None = None
        """Number of characters of the current paste so far; None outside of pastes."""
        self._held = ""
        """A possible beginning of the end of a paste."""

    def feed(self, data: bytes, size: Size) -> list[Message]:
        """Read bytes and return their messages.

        Args:
            size: size of the terminal, which limits mouse positions.
        """
        text = self._bounded(self._decode(data))
        return self._messages(lambda: self._parser.feed(text), size) if text else []

    def tick(self, size: Size) -> list[Message]:
        """Return the messages in the input so far, once nothing has followed it."""
        return self._messages(self._parser.tick, size)

    def _messages(self, read: Callable[[], Iterable[Message]], size: Size) -> list[Message]:
        messages: list[Message] = []
        for message in self._parsed(read):
            # A report of the size in pixels would move the mouse.
            self._parser.mouse_pixels = False
            if self._is_wanted(message, size):
                messages.append(message)
        return messages

    def _reset(self) -> None:
        super()._reset()
        self._pasted = None

    def _is_wanted(self, message: Message, size: Size) -> bool:
        """Return whether a message may come from a terminal of a size; shorten a paste."""
        if isinstance(message, MouseEvent):
            return 0 <= message.screen_x < size.width and 0 <= message.screen_y < size.height
        if isinstance(message, Paste):
            message.text = message.text[: self._paste_max]
        return not isinstance(message, _FOREIGN)

    def _bounded(self, text: str) -> str:
        """Return the text without the excess of a paste, which the parser would keep in memory."""
        text = self._held + text
        self._held = ""
        bounded = []
        while text:
            if self._pasted is None:
                before, mark, text = text.partition(BRACKETED_PASTE_START)
                bounded += [before, mark]
                self._pasted = 0 if mark else None
                continue
            inside, mark, text = text.partition(BRACKETED_PASTE_END)
            if not mark:
                self._held = _beginning(inside, BRACKETED_PASTE_END)
                inside = inside[: len(inside) - len(self._held)]
            bounded += [inside[: max(0, self._paste_max - self._pasted)], mark]
            self._pasted = None if mark else self._pasted + len(inside)
        return "".join(bounded)


def _beginning(text: str, mark: str) -> str:
    """Return the end of a text that may be the beginning of a mark."""
    for length in range(min(len(mark) - 1, len(text)), 0, -1):
        if mark.startswith(text[-length:]):
            return text[-length:]
    return ""


RESTORE: Final = (
    b"\x1b[0m"
    b"\x1b[0 q"
    b"\x1b[?2026l"  # end a synchronized update, or the terminal holds back what follows
    b"\x1b[?2004l"
    b"\x1b[?7h"
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"
    b"\x1b[?1004l"
    b"\x1b[?2048l"
    b"\x1b[<u"  # before leaving the alternate screen, which has its own keyboard mode
    b"\x1b[?1049l"
    b"\x1b[?25h"
)
"""Undoes every mode that Textual sets in a terminal."""

CURSOR: Final = "\x1b[4 q\x1b[?25h"
"""Shows the cursor, which marks the focus, as a steady underline."""

OWNERS_CURSOR: Final = "\x1b[0 q"
"""Restores the cursor's shape."""

CANCEL: Final = b"\x18"
"""Ends an incomplete escape sequence."""

SAVE_TITLE: Final = "\x1b[22;2t"
TITLE_BEGIN: Final = "\x1b]2;"
TITLE_END: Final = "\x1b\\"
RESTORE_TITLE: Final = "\x1b[23;2t"
"""Save the title of the terminal's window, enclose another one, and restore the saved one."""


class DriverOptions(TypedDict, total=False):
    """Arguments of Textual's driver besides its app, passed on unchanged."""

    debug: bool
    mouse: bool
    size: tuple[int, int] | None
