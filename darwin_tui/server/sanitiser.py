"""Texts for terminals of strangers: texts written by other people, such as names and chat, are
sanitised, and texts for readers who have not signed in are composed in all languages at once."""

import unicodedata
from collections.abc import Callable
from typing import Final

from rich.cells import cell_len

from darwin_core.text.language import NAMES, reading

_DROPPED: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Mn", "Me", "Mc"})
"""Unicode categories of the characters that are dropped: controls, formats, private, surrogate and
unassigned code points, and all combining marks, about whose width terminals disagree."""
_WIDE_BLANKS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Characters that print as blanks although Unicode does not class them as spaces."""
_FLAG_LETTERS: Final = range(0x1F1E6, 0x1F200)
"""Regional letters: terminals disagree whether two of them are a flag of two cells or two letters,
which would shift the rest of the line."""
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
"""Skin tones: terminals disagree whether they colour the emoji before them or stand beside it."""
_ELLIPSIS: Final = "…"
_CHARACTERS_PER_CELL_MAX: Final = 8
_EXTRA_CHARACTERS_MAX: Final = 64
"""Of a text, this many characters are read for each cell, and these besides: enough for letters
with several combining marks and for dropped characters. More are cut off unread."""


def in_every_language(compose: Callable[[], str], between: str) -> str:
    """Return a text in all languages, in ASCII.

    Args:
        compose: returns the text in the current reader's language.
        between: the text between two languages.
    """
    texts = []
    for language in NAMES:
        with reading(language, is_ascii=True):
            texts.append(compose())
    return between.join(texts)


def one_line(text: str, cells_max: int) -> str:
    """Return a text as one printable line of limited width.

    White space collapses to one space. Control, bidirectional, joining, combining, zero-width and
    unassigned characters are dropped. A text that is too wide ends with an ellipsis, which has one
    of the cells; a width of 0 gives the empty text.
    """
    # Read only the beginning of a long text, so that its length costs no time.
    most = _CHARACTERS_PER_CELL_MAX * cells_max + _EXTRA_CHARACTERS_MAX
    composed = unicodedata.normalize("NFC", text[:most])
    visible = "".join(map(_sanitised, composed))
    folded = " ".join(visible.split())
    if cell_len(folded) <= cells_max:
        return folded
    return _cut(folded, cells_max - 1) + _ELLIPSIS if cells_max else ""


def _sanitised(character: str) -> str:
    """Return a character itself, its replacement, or nothing."""
    if character.isspace():
        return " "
    if ord(character) in _FLAG_LETTERS:
        return chr(ord("A") + ord(character) - _FLAG_LETTERS.start)
    if ord(character) in _SKIN_TONES:
        return ""
    if unicodedata.category(character) in _DROPPED or character in _WIDE_BLANKS:
        return ""
    # The vowels of decomposed Hangul, such as U+1161, are letters without a width.
    return character if character.isprintable() and cell_len(character) > 0 else ""


def _cut(text: str, cells: int) -> str:
    """Return the longest prefix of a text that fits a number of cells."""
    width = 0
    for index, character in enumerate(text):
        width += cell_len(character)
        if width > cells:
            return text[:index].rstrip()
    return text
