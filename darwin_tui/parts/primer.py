"""The primer: a paper note over the emptiest part of a board, for a player's first match."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from textual.geometry import Region

from darwin_tui.parts.area import Area
from darwin_tui.widgets.canvas import Drawing

TITLE: Final = "New to you"
CLOSES: Final = "Enter closes this; other keys work at once"
HEAD_COLUMNS: Final = len(TITLE) + len(CLOSES) + 4
"""Columns of both, with blanks between and beside them."""
EDGE_COLUMNS: Final = 5
"""Columns beside the sentences: a number, and a blank at each side."""
_PLACE_COST: Final = 50
"""The cost of covering a cell of an element; one on which something is drawn costs 1."""
_EMPTY: Final = frozenset(" ·")


def draw_primer(drawing: Drawing, sentences: Sequence[str]) -> Region:
    """Draw a note where it covers least; return its region.

    Args:
        drawing: of the board.
        sentences: one for each row.
    """
    needed = max(max(map(len, sentences)) + EDGE_COLUMNS, HEAD_COLUMNS)
    width = min(needed, drawing.canvas.width)
    region = _emptiest(drawing, width, len(sentences) + 1)
    note = Area(drawing, region).on("stock")
    head = note.at(0, 0, note.width, 1, "back")
    # Without colours the note would have no edge.
    ink = "stock" if drawing.look.has_colours else "reverse"
    head.fill(" ", ink)
    head.text(1, 0, (TITLE, f"strong {ink}"))
    head.right(0, (CLOSES, ink), margin=1)
    for y, sentence in enumerate(sentences, 1):
        note.text(0, y, (f" {y} ", f"strong {ink} on back"))
        note.text(EDGE_COLUMNS - 1, y, (sentence, "stock-ink"))
    return region


def _emptiest(drawing: Drawing, width: int, height: int) -> Region:
    """Return the region of a size that covers least, the lowest of several."""
    sums = _sums(drawing)

    def cost(x: int, y: int) -> int:
        low, right = y + height, x + width
        return sums[low][right] - sums[y][right] - sums[low][x] + sums[y][x]

    canvas = drawing.canvas
    lowest = max(canvas.height - height, 1)
    corners = [(x, y) for y in range(lowest, 0, -1) for x in range(canvas.width - width + 1)]
    x, y = min(corners, key=lambda corner: cost(*corner))
    return Region(x, y, width, height)


def _sums(drawing: Drawing) -> list[list[int]]:
    """Return for each corner what all above it and at its left would cost to cover."""
    canvas = drawing.canvas
    rows = [canvas.cells(y) for y in range(canvas.height)]
    grounds = Counter(_ground(style) for row in rows for _, style in row)
    table = grounds.most_common(1)[0][0]
    costs = [
        [0 if character in _EMPTY and _ground(style) == table else 1 for character, style in row]
        for row in rows
    ]
    for place in drawing.places.values():
        for y in range(max(place.y, 0), min(place.bottom, canvas.height)):
            for x in range(max(place.x, 0), min(place.right, canvas.width)):
                costs[y][x] += _PLACE_COST
    found = [[0] * (canvas.width + 1)]
    for row in costs:
        found.append([a + b for a, b in zip(found[-1], accumulate(row, initial=0), strict=True)])
    return found


def _ground(style: str) -> str:
    """Return the name of the ground in a style; empty for that of the board."""
    return style.removeprefix("on ") if style.startswith("on ") else style.partition(" on ")[2]
