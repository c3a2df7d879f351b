"""Texts in fewer words, for lines that have no room for the long ones.

The functions that compose a text ask here how short it has to be, as they ask for the language of
its reader: so what is said in other words or left out stands where the text is composed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum


class Brevity(IntEnum):
    """The steps in which a text becomes shorter; each takes those before it, too."""

    WHOLE = 0
    WORDS = 1
    """Fewer words for the same."""
    MARKS = 2
    """The marks of seats for their names, which the caller gives in the lexicon."""
    SIGNS = 3
    """Signs for coins, points and the like."""
    LETTERS = 4
    """Letters for colours."""
    ASIDES = 5
    """Without asides."""
    SEEN = 6
    """Without what the board shows at that place."""


_now: ContextVar[Brevity] = ContextVar("brevity", default=Brevity.WHOLE)


@contextmanager
def composing(brevity: Brevity) -> Iterator[None]:
    """Compose the texts within at a step of brevity."""
    token = _now.set(brevity)
    try:
        yield
    finally:
        _now.reset(token)


def is_brief(step: Brevity) -> bool:
    """Return whether texts are to be composed at a step of brevity, or shorter."""
    return _now.get() >= step
