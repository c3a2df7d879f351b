"""Large digits and letters, each three by five pixels."""

from functools import lru_cache
from typing import Final

from darwin_tui.drawing.area import Area
from darwin_tui.drawing.picture import Picture, pictures

GAP: Final = 1
"""Columns between two characters."""
ROWS: Final = 3
"""Rows of cells that a character takes."""


@lru_cache(maxsize=512)
def big_text(text: str, colour: str) -> Picture:
    """Return a text as pixels, five rows high.

    Raises:
        KeyError: for a character that has no picture.
    """
    glyphs = pictures("letters")
    rows: list[list[str | None]] = [[] for _ in range(5)]
    for place, character in enumerate(text):
        glyph = glyphs[NAMES.get(character, character)]
        for row, pixels in zip(rows, glyph.rows, strict=True):
            row += [None] * (GAP if place else 0)
            row += [colour if pixel else None for pixel in pixels]
    return Picture(tuple(map(tuple, rows)))


NAMES: Final = {
    " ": "blank",
    "+": "plus",
    "-": "minus",
    "−": "minus",
    "½": "half",
    "!": "bang",
    "▸": "arrow",
}
"""Names of the pictures of characters that are no letters and no digits."""


def write_big(
    area: Area, x: int, y: int, text: str, colour: str = "ink", *, is_doubled: bool = False
) -> int:
    """Write a large text, or one that is twice as large; in ASCII a bold one in the middle row.
    Return the column after it."""
    if area.look.is_ascii:
        return area.text(x, y + 1, (text, f"strong {colour}"))
    picture = big_text(text, colour)
    picture = picture.doubled() if is_doubled else picture
    area.picture(x, y, picture)
    return x + picture.width
