"""Dice: a face with a lit and a shaded edge, and pips or a sign on it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from darwin_tui.drawing.area import Area
from darwin_tui.drawing.bigtext import big_text
from darwin_tui.drawing.card import frame
from darwin_tui.drawing.picture import Picture, Pixels

SMALL_PIXELS: Final = 8
LARGE_PIXELS: Final = 12
"""The width and the height of a die; in cells it is half as high."""

_PIP_STARTS: Final = (2, 5, 8)
_PIP_PIXELS: Final = 2
"""The first pixel of the three columns and rows of pips, and the size of a pip."""
_ROWS_OF_PIPS: Final[dict[int, Sequence[str]]] = {
    1: ("   ", " o ", "   "),
    2: ("o  ", "   ", "  o"),
    3: ("o  ", " o ", "  o"),
    4: ("o o", "   ", "o o"),
    5: ("o o", " o ", "o o"),
    6: ("o o", "o o", "o o"),
    7: ("o o", "ooo", "o o"),
    8: ("ooo", "o o", "ooo"),
}


@lru_cache(maxsize=256)
def die_picture(size: int, colour: str, ink: str | None, face: str | int) -> Picture:
    """Return a die as pixels.

    Args:
        size: SMALL_PIXELS or LARGE_PIXELS.
        colour: of the face; ``<colour>-lit`` and ``<colour>-dark`` are those of its edges.
        ink: the colour of pips and sign; None for holes.
        face: a number up to 8, or one of the signs + and −. On a small die a number is a digit,
            on a large one it is pips.
    """
    pixels = Pixels(size, size, colour)
    last = size - 1
    pixels.fill(0, 0, size, 1, f"{colour}-lit")
    pixels.fill(0, 0, 1, size, f"{colour}-lit")
    pixels.fill(last, 1, 1, size, f"{colour}-dark")
    pixels.fill(1, last, size, 1, f"{colour}-dark")
    for x, y in ((0, 0), (last, 0), (0, last), (last, last)):
        pixels.set(x, y, None)
    if isinstance(face, str):
        thickness, reach = size // 4, size // 2
        across, down = (size - reach) // 2, (size - thickness) // 2
        pixels.fill(across, down, reach, thickness, ink)
        if face == "+":
            pixels.fill(down, across, thickness, reach, ink)
        return pixels.picture
    if size == SMALL_PIXELS:
        for y, pixel_row in enumerate(big_text(str(face), colour).rows, 2):
            for x, is_set in enumerate(map(bool, pixel_row), 2):
                if is_set:
                    pixels.set(x, y, ink)
        return pixels.picture
    for y, row in zip(_PIP_STARTS, _ROWS_OF_PIPS[face], strict=True):
        for x, sign in zip(_PIP_STARTS, row, strict=True):
            if sign == "o":
                pixels.fill(x, y, _PIP_PIXELS, _PIP_PIXELS, ink)
    return pixels.picture


def die(
    area: Area, x: int, y: int, size: int, colour: str, face: str | int, *, ink: str, word: str
) -> None:
    """Draw a die with its upper left cell at a place; in ASCII a box with a word in it."""
    if area.look.is_ascii:
        box = area.at(x, y, size, size // 2)
        frame(box)
        inner = box.inside(1, 1, 1, 1)
        inner.centre((inner.height - 1) // 2, word)
        inner.centre((inner.height + 1) // 2, face if isinstance(face, str) else "")
        return
    hole = ink if area.look.has_colours else None
    area.picture(x, y, die_picture(size, colour, hole, face))
