"""Sanitising of texts written by other people, such as names and chat.

Also composes texts in all languages at once, for readers who have not signed in.
"""

import unicodedata
from collections.abc import Callable
from typing import Final

from rich.cells import cell_len

from darwin_core.text.language import NAMES, reading

_DROPPED: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Mn", "Me", "Mc"})
"""Unicode categories whose characters control a terminal, reorder or join their neighbours, or have
no width."""
_WIDE_BLANKS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters that print as blanks."""
_FLAG_LETTERS: Final = range(0x1F1E6, 0x1F200)
"""Regional letters: terminals disagree whether two of them are a flag of two cells or two letters,
which would shift the rest of the line."""
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
"""Skin tones: terminals disagree whether they colour the emoji before them or stand beside it."""
_MARK: Final = "…"


def in_every_language(compose: Callable[[], str], between: str) -> str:
    """Return a text in all languages, in ASCII.

    Args:
        compose: returns the text in the current reader's language.
    """
    texts = []
    for language in NAMES:
        with reading(language, is_ascii=True):
            texts.append(compose())
    return between.join(texts)


def one_line(text: str, cells_max: int) -> str:
    """Return a text as one printable line of limited width.

    White space collapses to one space. Control, bidirectional, joining, combining, zero-width and
    unassigned characters are dropped. A text that is too wide ends with an ellipsis.
    """
    # Read only the beginning of a long text, so that its length costs no time.
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
    """Return the longest prefix of a text that fits a number of cells."""
    width = 0
    for place, character in enumerate(text):
        width += cell_len(character)
        if width > cells:
            return text[:place].rstrip()
    return text
