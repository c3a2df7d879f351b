"""Making arbitrary text, such as a file name, safe to show, and lines fit for an encoding."""

import unicodedata
from typing import Final

JOINER: Final = "\u200d"
"""The character that joins several emoji into one; it is not printable by itself."""
_PICTURE: Final = "\ufe0f"
"""The character that makes the preceding sign an emoji."""
_ASCII: Final = str.maketrans(
    {
        "½": ".5",
        "±": "+-",
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
        "↑": "^",
        "•": ".",
        # Results of the day.
        "▲": "^",
        "▼": "v",
        "▆": "#",
        "…": "...",
    }
)
"""Replacements in lines for terminals without Unicode; a picture of cells has others."""


def representable(text: str, encoding: str) -> str:
    """Return a text in characters of an encoding; ``?`` replaces others without an equivalent."""
    if encoding.lower().startswith("utf"):
        return text
    return text.translate(_ASCII).encode(encoding, "replace").decode(encoding)


def clean(text: str) -> str:
    """Return the text as one line that cannot control a terminal; joined emoji stay joined."""
    if text.isprintable():
        return text
    first, *others = text.split(JOINER)
    line = _clean(first)
    for part in others:
        is_joining = line and part and _is_of_emoji(line[-1]) and _is_of_emoji(part[0])
        line += f"{JOINER if is_joining else '?'}{_clean(part)}"
    return line


def _clean(text: str) -> str:
    """Replace unprintable characters by blanks and question marks."""
    return "".join(
        character if character.isprintable() else " " if character.isspace() else "?"
        for character in text
    )


def _is_of_emoji(character: str) -> bool:
    """Return whether a character can be a part of an emoji: a symbol, or a modifier of one."""
    return character == _PICTURE or unicodedata.category(character) in ("So", "Sk")
