"""Lists, articles and plurals of English sentences."""

from collections.abc import Sequence
from typing import Final

ORDINALS: Final = {1: "1st", 2: "2nd", 3: "3rd"}
CLAUSE_ENDS: Final = ((". ", "; ", " · "), (": ",))
"""Ends of clauses that can stand alone, and those that can if need be: something follows them."""


def listed(words: Sequence[str], joined_by: str = "and") -> str:
    """Return the words as ``a, b and c``."""
    return f" {joined_by} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def a(thing: str) -> str:
    """Return the thing with its article: ``a card``, ``an egg``."""
    return f"an {thing}" if thing[0] in "aeiou" else f"a {thing}"


def counted(number: int, thing: str) -> str:
    """Return the thing with its number: ``1 card``, ``2 cards``."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def ordinal(rank: int) -> str:
    """Return a place in short: 1st, 2nd."""
    return ORDINALS.get(rank, f"{rank}th")


def opening(text: str, room: int) -> str:
    """Return as many whole clauses from the start of a text as a line has room for; all of the
    text if not even one has room."""
    if len(text) <= room:
        return text
    for marks in CLAUSE_ENDS:
        end = max(text.rfind(mark, 0, room) for mark in marks)
        if end > 0:
            return f"{text[:end].removesuffix('.')}."
    return text
