"""A grid of characters to draw a board on: pure, without a terminal.

Each cell holds one character, one cell wide, and the name of its style. What the names look like
is the sheet's business.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import msgspec
from textual.geometry import Region

from darwin_core.game import Element

Run = tuple[str, str]
"""A piece of text and the name of its style."""

Styled = str | Run

FRAMES: Final = {"plain": "╭╮╰╯─│", "heavy": "┏┓┗┛━┃", "dotted": "    ┄┆"}
"""Corners and sides of the frames, which tell apart without colour what can be picked."""


class Canvas:
    """A drawing of fixed size; what does not fit is cut off at its edges."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells: list[list[Run]] = [[(" ", "")] * width for _ in range(height)]

    def text(self, x: int, y: int, *pieces: Styled) -> int:
        """Write pieces one after the other; returns the column after the last."""
        for piece in pieces:
            text, style = (piece, "") if isinstance(piece, str) else piece
            for character in text:
                if 0 <= x < self.width and 0 <= y < self.height:
                    self._cells[y][x] = (character, style)
                x += 1
        return x

    def right(self, x: int, y: int, *pieces: Styled) -> int:
        """Write pieces so that they end before column ``x``; returns the column of the first."""
        start = x - length(pieces)
        self.text(start, y, *pieces)
        return start

    def rule(self, y: int, *title: Styled, style: str = "rule") -> None:
        """A thin line across the drawing with a title near its left end."""
        self.text(0, y, ("─" * self.width, style))
        if title:
            self.text(1, y, " ", *title, " ")

    def box(self, region: Region, style: str = "", frame: str = "plain") -> None:
        """A frame, one of FRAMES, around a region and blanks inside it."""
        left, right, top, bottom, across, down = tuple(FRAMES[frame])
        x, y, width, height = region
        self.text(x, y, (left + across * (width - 2) + right, style))
        for row in range(y + 1, y + height - 1):
            self.text(x, row, (down + " " * (width - 2) + down, style))
        self.text(x, y + height - 1, (top + across * (width - 2) + bottom, style))

    def row(self, y: int) -> list[Run]:
        """A row as the fewest pieces of one style each."""
        return [
            ("".join(character for character, _ in cells), style)
            for style, cells in groupby(self._cells[y], key=lambda cell: cell[1])
        ]

    def changed_rows(self, other: "Canvas") -> list[int]:
        """Return the rows that look different in another drawing of the same size."""
        pairs = enumerate(zip(self._cells, other._cells, strict=True))
        return [y for y, (mine, theirs) in pairs if mine != theirs]

    def plain(self) -> str:
        """The characters alone."""
        rows = ("".join(character for character, _ in cells).rstrip() for cells in self._cells)
        return "\n".join(rows)


def length(pieces: Sequence[Styled]) -> int:
    """How many columns pieces take."""
    return sum(len(piece if isinstance(piece, str) else piece[0]) for piece in pieces)


class Drawing(msgspec.Struct):
    """A drawn board: what it looks like and where its elements lie."""

    canvas: Canvas
    places: dict[Element, Region]
    """In the order in which keys 1 to 9 pick them, unless ``numbers`` says otherwise."""
    numbers: dict[int, Element] | None = None
    """What keys 1 to 9 pick, where digits are drawn for it."""
    has_news: bool = False
    """Whether the last sentences of the log are drawn."""
    panes: dict[int, Region] = {}
    """Where the names of panes stand that a click opens."""


SEAT_MARKS: Final = "●▲■◆★♁○△□◊☆♀"
"""A mark for each seat beside its colour. From the seventh seat on colours repeat; the mark does
not."""
