"""The relief of the chart: pixels of sea and land around the spaces, drawn once for each size."""

from functools import lru_cache
from math import sqrt
from typing import Final

from textual.geometry import Region

from darwin_tui.drawing.picture import Picture

_REACH: Final = 10
"""Pixels around a space that it raises."""
_ROUGHNESS: Final = 2.1
_INLAND: Final = 1.45
"""Pixels around a space that are land at least."""
_LAND: Final = -1.0
_SHORE: Final = 0.0
_SURF: Final = 1.0
_SHALLOW: Final = 3.2
_MIDDLE: Final = 6.5
_ALIKE: Final = ({"land", "grove", "high"}, {"deep", "middle", "shallow"})
"""Colours of which a cell shows one: only coasts are as fine as pixels, since a cell of two
colours costs a terminal twice the bytes."""
_PATCH: Final = 10
"""Pixels between two heights of the noise that divides land."""
_CELL: Final = 6
"""Pixels between two heights of the noise."""


def _hash(x: int, y: int, seed: int) -> float:
    """Return a fixed number from 0 to 1 for a place."""
    number = (x * 374761393 + y * 668265263 + seed * 974634777) & 0xFFFFFFFF
    number = ((number ^ (number >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((number ^ (number >> 16)) & 0xFFFF) / 0xFFFF


def _noise(x: int, y: int, cell: int, seed: int) -> float:
    """Return smooth noise from 0 to 1."""
    column, row = x // cell, y // cell
    right, down = x % cell / cell, y % cell / cell
    top = _hash(column, row, seed) * (1 - right) + _hash(column + 1, row, seed) * right
    low = _hash(column, row + 1, seed) * (1 - right) + _hash(column + 1, row + 1, seed) * right
    return top * (1 - down) + low * down


@lru_cache(maxsize=16)
def relief(width: int, height: int, land: tuple[Region, ...], gap: int) -> Picture:
    """Return the pixels of a chart.

    Args:
        width: columns.
        height: rows of cells.
        land: the spaces of the islands, in cells.
        gap: the most rows between two neighbours, which are land.
    """
    far, inland = float(_REACH), 1.15 * (gap - 1) + _INLAND
    depth = [[far] * width for _ in range(2 * height)]
    for space in land:
        x, y, wide, tall = space.x, 2 * space.y, space.width, 2 * space.height
        for row in range(max(y - _REACH, 0), min(y + tall + _REACH, 2 * height)):
            down = max(y - row, row - (y + tall - 1), 0) * 1.15
            own = depth[row]
            for column in range(max(x - _REACH, 0), min(x + wide + _REACH, width)):
                across = max(x - column, column - (x + wide - 1), 0) * 0.8
                distance = sqrt(across * across + down * down)
                if distance < own[column]:
                    own[column] = distance
    rows = [
        [_colour(x, y, distance, inland) for x, distance in enumerate(row)]
        for y, row in enumerate(depth)
    ]
    for above, below in zip(rows[::2], rows[1::2], strict=True):
        for x, (top, bottom) in enumerate(zip(above, below, strict=True)):
            if any({top, bottom} <= alike for alike in _ALIKE):
                below[x] = top
    return Picture(tuple(map(tuple, rows)))


def _colour(x: int, y: int, distance: float, inland: float) -> str:
    """Return the colour of a pixel so far from land."""
    if distance <= inland:
        return _ground(x, y)
    height = (
        distance - max(inland - _INLAND, 0) - _ROUGHNESS * (0.35 + 1.25 * _noise(x, y, _CELL, 1))
    )
    if height < _LAND:
        return _ground(x, y)
    if height < _SHORE:
        return "sand"
    if height < _SURF:
        return "surf"
    if height < _SHALLOW:
        return "shallow"
    return "middle" if height < _MIDDLE + 2 * _noise(x, y, 2 * _CELL, 3) - 1 else "deep"


def _ground(x: int, y: int) -> str:
    kind = _noise(x, y, _PATCH, 2)
    return "high" if kind > 0.66 else "grove" if kind > 0.42 else "land"


@lru_cache(maxsize=16)
def surf(picture: Picture) -> tuple[str, ...]:
    """Return a row of characters for each row of cells: the surf alone, for a terminal without
    colours."""
    pairs = zip(picture.rows[::2], picture.rows[1::2], strict=True)
    return tuple(
        "".join("░" if "surf" in both else " " for both in zip(above, below, strict=True))
        for above, below in pairs
    )


@lru_cache(maxsize=16)
def characters(picture: Picture) -> tuple[str, ...]:
    """Return a row of characters for each row of cells: land, shore, surf, and blanks for sea."""
    signs = {"land": ".", "grove": ".", "high": ".", "sand": ":", "surf": "~"}
    return tuple("".join(signs.get(pixel or "", " ") for pixel in row) for row in picture.rows[::2])
