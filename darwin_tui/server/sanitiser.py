"""The sanitiser of texts that other people wrote, such as names and chat, and texts in all
languages for readers who have not signed in."""

import unicodedata
from collections.abc import Callable
from typing import Final

from rich.cells import cell_len

from darwin_core.text.language import NAMES, reading

_DROPPED: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Mn", "Me", "Mc"})
"""Categories that drive a terminal, turn or join their neighbours, or have no width of their own.
"""
_WIDE_BLANKS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters that show nothing."""
_FLAG_LETTERS: Final = range(0x1F1E6, 0x1F200)
"""Letters of which two are a flag of two cells, or two letters of one or two cells each: terminals
differ, and all that follows in the line moves."""
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
"""They colour the sign before them, or stand beside it: terminals differ."""
_MARK: Final = "…"


def in_every_language(compose: Callable[[], str], between: str) -> str:
    """Return a text in all languages, in the letters of ASCII.

    Args:
        compose: returns it in the language of the reader.
    """
    texts = []
    for language in NAMES:
        with reading(language, is_ascii=True):
            texts.append(compose())
    return between.join(texts)


def one_line(text: str, cells_max: int) -> str:
    """Return a text as one printable line of limited width.

    Runs of white space are one space. Control, bidirectional, joining, combining, zero-width and
    unassigned characters are left out. A text that is too wide ends with an ellipsis.
    """
    # A text of any length costs no more than its visible beginning.
    composed = unicodedata.normalize("NFC", text[: 8 * cells_max + 64])
    visible = "".join(_visible(character) for character in composed)
    folded = " ".join(visible.split())
    if cell_len(folded) <= cells_max:
        return folded
    return _cut(folded, cells_max - 1) + _MARK if cells_max else ""


def _visible(character: str) -> str:
    if character.isspace():
        return " "
    if ord(character) in _FLAG_LETTERS:
        return chr(ord("A") + ord(character) - _FLAG_LETTERS.start)
    if ord(character) in _SKIN_TONES:
        return ""
    if unicodedata.category(character) in _DROPPED or character in _WIDE_BLANKS:
        return ""
    return character if character.isprintable() and cell_len(character) > 0 else ""


def _cut(text: str, cells: int) -> str:
    """Return the longest beginning of a text that fits a number of cells."""
    width = 0
    for place, character in enumerate(text):
        width += cell_len(character)
        if width > cells:
            return text[:place].rstrip()
    return text
