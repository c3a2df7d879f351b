"""Dice: a face with a lit and a shaded edge, and pips or a sign on it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from darwin_tui.parts.area import Area
from darwin_tui.parts.card import frame
from darwin_tui.parts.picture import Picture, Pixels

SMALL_PIXELS: Final = 8
LARGE_PIXELS: Final = 12
"""The width and the height of a die; in cells it is half as high."""

_PLACES: Final = {SMALL_PIXELS: ((2, 3, 5), 1), LARGE_PIXELS: ((2, 5, 8), 2)}
"""The first pixels of the three columns and rows of pips, and the pixels of a pip."""
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
        face: a number of pips up to 8, or one of the signs + and −.
    """
    pixels = Pixels(size, size, colour)
    last = size - 1
    pixels.fill(0, 0, size, 1, f"{colour}-lit")
    pixels.fill(0, 0, 1, size, f"{colour}-lit")
    pixels.fill(last, 1, 1, size, f"{colour}-dark")
    pixels.fill(1, last, size, 1, f"{colour}-dark")
    for x, y in ((0, 0), (last, 0), (0, last), (last, last)):
        pixels.set(x, y, None)
    starts, pip = _PLACES[size]
    if isinstance(face, str):
        thickness, reach = size // 4, size // 2
        across, down = (size - reach) // 2, (size - thickness) // 2
        pixels.fill(across, down, reach, thickness, ink)
        if face == "+":
            pixels.fill(down, across, thickness, reach, ink)
        return pixels.picture
    if size == SMALL_PIXELS and face % 2 == 0:
        # Without a middle column the small pips keep the same distance on both sides.
        starts = (2, 2, 5) if face != max(_ROWS_OF_PIPS) else starts
    for y, row in zip(starts, _ROWS_OF_PIPS[face], strict=True):
        for x, sign in zip(starts, row, strict=True):
            if sign == "o":
                pixels.fill(x, y, pip, pip, ink)
    return pixels.picture


def die(
    area: Area, x: int, y: int, size: int, colour: str, face: str | int, *, ink: str, word: str
) -> None:
    """Draw a die with its upper left cell at a place; in ASCII a box with a word in it."""
    if area.look.is_ascii:
        box = area.at(x, y, size, size // 2)
        frame(box)
        box.centre((box.height - 1) // 2, (f"{word} {face}" if isinstance(face, str) else word))
        return
    hole = ink if area.look.has_colours else None
    area.picture(x, y, die_picture(size, colour, hole, face))
