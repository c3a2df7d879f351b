"""Landscapes and creatures as pictures of any size."""

from functools import lru_cache
from typing import Final

from darwin_core.games.evo.components import FAUNA_SLOTS, RING, SLOTS, TRAITS
from darwin_tui.parts.picture import Picture, Pixel, pictures

ART: Final = "evo"
FEW_ROWS: Final = {2: (3, 5), 4: (1, 3, 4, 5)}
"""Rows of a landscape that are drawn where there is no room for all six."""
ONCE: Final = ("field", "desert")
"""Landscapes with a sun, of which there is one."""


@lru_cache(maxsize=256)
def landscape(location: int, width: int, rows: int) -> Picture:
    """Return the landscape of a location.

    Args:
        location: the trait of the location.
        width: columns of cells.
        rows: rows of cells.
    """
    name = TRAITS[location].location
    picture = pictures(ART)[name]
    height = 2 * rows
    scale = max(height // picture.height, 1)
    grid = picture.rows
    if height in FEW_ROWS:
        grid = tuple(grid[row] for row in FEW_ROWS[height])
    grid = tuple(row for row in grid for _ in range(scale))
    above = (grid[0],) * max(height - len(grid), 0)
    sky, sun = f"{name}-s", f"{name}-d"
    # The last repetition is whole, so that the sun is at the right.
    shift = -(width // scale) % picture.width
    found: list[tuple[Pixel, ...]] = []
    for row in (*above, *grid):
        cells = [row[(shift + x // scale) % picture.width] for x in range(width)]
        if name in ONCE:
            start = width - picture.width * scale
            cells = [sky if c == sun and x < start else c for x, c in enumerate(cells)]
        found.append(tuple(cells))
    if name in ONCE and above:
        # Above the sun there is sky.
        clear = tuple(sky if cell == sun else cell for cell in found[0])
        found[: len(above)] = [clear] * len(above)
    return Picture(tuple(found))


@lru_cache(maxsize=256)
def creature(slot: int, card: int, rows: int) -> Picture:
    """Return the picture of a fauna or flora, standing on the lowest row of some rows of cells."""
    row = TRAITS[card // RING] if slot % SLOTS < FAUNA_SLOTS else TRAITS[card]
    name = row.fauna if slot % SLOTS < FAUNA_SLOTS else row.flora
    picture = pictures(ART)[name]
    scale = max(2 * rows // picture.height, 1)
    pixels = tuple(
        tuple(pixel for pixel in line for _ in range(scale))
        for line in picture.rows
        for _ in range(scale)
    )
    clear: tuple[Pixel, ...] = (None,) * (picture.width * scale)
    return Picture((clear,) * (2 * rows - len(pixels)) + pixels)
