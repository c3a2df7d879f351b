"""Landscapes and creatures as pictures of any size."""

from functools import lru_cache
from typing import Final

from darwin_core.games.evo.components import FAUNA_SLOTS, RING, SLOTS, TRAITS
from darwin_tui.drawing.picture import Picture, Pixel, pictures

ART: Final = "evo"
FEW_ROWS: Final = {2: (3, 5), 4: (1, 3, 4, 5)}
"""Rows of a landscape that are drawn where there is no room for all six."""
ONCE: Final = ("field", "desert")
"""Landscapes with a sun, of which there is one."""


@lru_cache(maxsize=256)
def landscape(location: int, width: int, rows: int, *, has_sky: bool = True) -> Picture:
    """Return the landscape of a location.

    Args:
        location: the trait of the location.
        width: columns of cells.
        rows: rows of cells.
        has_sky: the sky is drawn; a silhouette is clear there.
    """
    name = TRAITS[location].location
    picture = pictures(ART)[name]
    height = 2 * rows
    while height >= 2 * picture.height:
        picture = picture.doubled()
    scale = max(height // picture.height, 1)
    grid = picture.rows
    if height in FEW_ROWS:
        grid = tuple(grid[row] for row in FEW_ROWS[height])
    sky, sun = f"{name}-s", f"{name}-d"
    # The last repetition is whole, so that the one sun is at the right.
    shift = -(width // scale) % picture.width
    first = width - picture.width * scale
    lines: list[tuple[Pixel, ...]] = [(sky,) * width] * max(height - len(grid) * scale, 0)
    for row in grid:
        cells = [row[(shift + x // scale) % picture.width] for x in range(width)]
        if name in ONCE:
            cells = [sky if c == sun and x < first else c for x, c in enumerate(cells)]
        lines += [tuple(cells)] * scale
    if not has_sky:
        lines = [tuple(None if pixel == sky else pixel for pixel in line) for line in lines]
    return Picture(tuple(lines))


@lru_cache(maxsize=256)
def creature(slot: int, card: int, rows: int) -> Picture:
    """Return the picture of a fauna or flora, standing on the lowest row of some rows of cells."""
    row = TRAITS[card // RING] if slot % SLOTS < FAUNA_SLOTS else TRAITS[card]
    name = row.fauna if slot % SLOTS < FAUNA_SLOTS else row.flora
    picture = pictures(ART)[f"{name}-large"]
    if picture.height > 2 * rows:
        picture = pictures(ART)[name]
    scale = max(2 * rows // picture.height, 1)
    pixels = tuple(
        tuple(pixel for pixel in line for _ in range(scale))
        for line in picture.rows
        for _ in range(scale)
    )
    clear: tuple[Pixel, ...] = (None,) * (picture.width * scale)
    return Picture((clear,) * (2 * rows - len(pixels)) + pixels)
