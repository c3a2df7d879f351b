"""Pixel pictures from text grids: two pixels in each cell, one above the other.

A file in ``styles/art`` holds pictures, each under its name in brackets. A line of letters with
colours, ``K #10203a  D fox``, explains the letters of the pictures below; one before the first name
applies to all. Each other line is a row of pixels; ``.`` is transparent. A line that starts with
``#`` and a blank is a comment.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import msgspec

from darwin_tui.drawing.palette import PaletteError
from darwin_tui.paths import styles_dir

Pixel = str | None
"""The name of a colour, or None for transparent."""
CLEAR: Final = "."
"""The letter of a transparent pixel."""
_NAME: Final = re.compile(r"\[([\w-]+)\]")
_LEGEND: Final = re.compile(r"\S (#[0-9a-f]{6}|[a-z][\w~-]+)(\s+\S (#[0-9a-f]{6}|[a-z][\w~-]+))*")


class Picture(msgspec.Struct, frozen=True):
    """Rows of pixels, all of one length."""

    rows: tuple[tuple[Pixel, ...], ...]

    @property
    def width(self) -> int:
        """Columns of pixels, also of cells."""
        return len(self.rows[0]) if self.rows else 0

    @property
    def height(self) -> int:
        """Rows of pixels, twice the rows of cells."""
        return len(self.rows)

    def lowered(self) -> "Picture":
        """Return the picture one pixel lower: half a row of cells."""
        return Picture(((None,) * self.width, *self.rows))

    def doubled(self) -> "Picture":
        """Return the picture twice as wide and high, with rounded corners.

        Each pixel becomes four. One of them takes the colour of the two neighbours at its corner if
        these are equal and the other two are not.
        """
        last_x, last_y = self.width - 1, self.height - 1
        rows: list[tuple[Pixel, ...]] = []
        for y, row in enumerate(self.rows):
            above, below = self.rows[max(y - 1, 0)], self.rows[min(y + 1, last_y)]
            upper: list[Pixel] = []
            lower: list[Pixel] = []
            for x, pixel in enumerate(row):
                up, down = above[x], below[x]
                left, right = row[max(x - 1, 0)], row[min(x + 1, last_x)]
                is_corner = up != down and left != right
                upper.append(up if is_corner and left == up else pixel)
                upper.append(up if is_corner and right == up else pixel)
                lower.append(down if is_corner and left == down else pixel)
                lower.append(down if is_corner and right == down else pixel)
            rows += (tuple(upper), tuple(lower))
        return Picture(tuple(rows))

    def widened(self, width: int) -> "Picture":
        """Return the picture centred in a width, its edge pixels repeated at both sides."""
        more = max(width - self.width, 0)
        left, right = more // 2, more - more // 2
        return Picture(tuple((row[0],) * left + row + (row[-1],) * right for row in self.rows))

    def in_colours(self, colours: Mapping[str, str]) -> "Picture":
        """Return the picture with other colours."""
        return Picture(
            tuple(tuple(pixel and colours.get(pixel, pixel) for pixel in row) for row in self.rows)
        )


class Pixels:
    """A field of pixels on which pictures are laid over each other."""

    def __init__(self, width: int, height: int, ground: Pixel = None) -> None:
        """Prepare a field.

        Args:
            width: columns of pixels.
            height: rows of pixels, twice the rows of cells.
            ground: colour of all pixels.
        """
        self.width = width
        self.height = height
        self._rows: list[list[Pixel]] = [[ground] * width for _ in range(height)]

    def lay(self, picture: Picture, x: int, y: int) -> None:
        """Lay down a picture with its upper left pixel at a position, cut at the edges."""
        for row, pixels in enumerate(picture.rows, y):
            if 0 <= row < self.height:
                covered = self._rows[row]
                for column, pixel in enumerate(pixels, x):
                    if pixel is not None and 0 <= column < self.width:
                        covered[column] = pixel

    def fill(self, x: int, y: int, width: int, height: int, colour: Pixel) -> None:
        """Fill a rectangle, cut at the edges."""
        for row in range(max(y, 0), min(y + height, self.height)):
            for column in range(max(x, 0), min(x + width, self.width)):
                self._rows[row][column] = colour

    def set(self, x: int, y: int, colour: Pixel) -> None:
        """Colour one pixel if it is in the field."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self._rows[y][x] = colour

    @property
    def picture(self) -> Picture:
        """The current field."""
        return Picture(tuple(map(tuple, self._rows)))


@cache
def pictures(name: str) -> dict[str, Picture]:
    """Read the pictures of ``styles/art/<name>.txt`` by name.

    Raises:
        PaletteError: for a letter without a colour or rows of different lengths.
    """
    path = styles_dir() / "art" / f"{name}.txt"
    rows_of: dict[str, list[str]] = {}
    common: dict[str, str] = {}
    legends: dict[str, dict[str, str]] = {}
    current = ""
    for line in path.read_text().splitlines():
        text = line.strip()
        if not text or text.startswith("# "):
            continue
        if heading := _NAME.match(text):
            current = heading[1]
            rows_of[current] = []
            legends[current] = {}
        elif _LEGEND.fullmatch(text):
            (legends[current] if current else common).update(_pairs(text.split()))
        else:
            rows_of[current].append(text)
    return {
        title: _picture(f"{path.name}, {title}", rows, common | legends[title])
        for title, rows in rows_of.items()
    }


def _pairs(words: Sequence[str]) -> list[tuple[str, str]]:
    """Return the letters of a line with their colours."""
    return list(zip(words[::2], words[1::2], strict=True))


def _picture(name: str, rows: Sequence[str], legend: Mapping[str, str]) -> Picture:
    """Return the picture of rows of letters.

    Args:
        name: the picture's file and name, for an error.
        legend: colours by letter.
    """
    if len({len(row) for row in rows}) != 1:
        raise PaletteError(f"{name}: the rows have different lengths.")
    if missing := {*"".join(rows)} - {*legend, CLEAR}:
        raise PaletteError(f"{name}: no colour for {' '.join(sorted(missing))}.")
    return Picture(
        tuple(tuple(None if letter == CLEAR else legend[letter] for letter in row) for row in rows)
    )
