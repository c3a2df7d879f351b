"""Names and other texts in the room there is."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from darwin_tui.drawing.canvas import Styled, length

Pieces = TypeVar("Pieces", bound=Sequence[Styled])


def shortened(text: str, width: int) -> str:
    """Return a text, shortened by an ellipsis if there is no room for it."""
    return text if len(text) <= width else f"{text[: max(width - 1, 0)]}…"


def cut(text: str, width: int) -> str:
    """Return a text, shortened by a full stop if there is no room for it."""
    if len(text) <= width:
        return text
    return f"{text[: width - 1].rstrip(' -.')}." if width > 1 else text[:width]


def fit(room: int, texts: Iterable[str]) -> str:
    """Return the first text that fits; if none fits, as much of the last one as does."""
    text = ""
    for text in texts:
        if len(text) <= room:
            return text
    return text[: max(room, 0)].rstrip()


def fitting(room: int, several: Iterable[Pieces]) -> Pieces:
    """Return the first pieces that fit; the last ones if none do."""
    *all_but_last, last = several
    return next((pieces for pieces in all_but_last if length(pieces) <= room), last)
