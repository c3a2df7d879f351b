"""Drawings as they are shown, which the spectators of a table have in common.

All who watch a table from the same perspective, with windows of one size and in the same colours,
see the same. In a server's process such a board is drawn for the first of them, and its rows are
rendered once.
"""

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from textual.strip import Strip

from darwin_tui.drawing.canvas import Drawing

_SHARED_MAX: Final = 16
"""Drawings that are kept for others: of a few tables, sizes and frames of an animation."""


class SharedDrawing(NamedTuple):
    """A drawing, and the rows of it that were rendered."""

    drawing: Drawing
    rows: dict[int, Strip]


_shared: Final[deque[tuple[object, SharedDrawing]]] = deque(maxlen=_SHARED_MAX)


def shared_drawing(key: object, draw: Callable[[], Drawing]) -> SharedDrawing:
    """Return the drawing that somebody was shown for a key, or draw it.

    Args:
        key: equal to another only if all that is drawn, and the styles of it, would be the same.
        draw: makes the drawing, which nobody changes afterwards.
    """
    for known, shown in _shared:
        if known == key:
            return shown
    shown = SharedDrawing(draw(), {})
    _shared.appendleft((key, shown))
    return shown
