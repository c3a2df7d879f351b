"""Charts in cells: curves in braille dots, and stacked areas in half blocks."""

from collections.abc import Sequence
from typing import Final

from darwin_tui.parts.area import Area
from darwin_tui.parts.picture import Pixels

DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille cell: rows from above, columns from the left."""
BRAILLE: Final = 0x2800


def curves(
    area: Area, series: Sequence[tuple[Sequence[float], str]], least: float, most: float
) -> None:
    """Draw curves over the whole area, the later over the earlier; in ASCII as stars.

    Args:
        area: of at least one cell.
        series: values at equal distances from left to right, with the colours of the curves.
        least: the value at the lower edge.
        most: the value at the upper edge.
    """
    width, height = area.width * 2, area.height * 4
    span = max(most - least, 1e-9)
    bits: dict[tuple[int, int], int] = {}
    colours: dict[tuple[int, int], str] = {}
    for values, colour in series:
        for x, y in _dots(values, width, height, least, span):
            cell = (x // 2, y // 4)
            if colours.get(cell) != colour:
                bits[cell] = 0
                colours[cell] = colour
            bits[cell] |= DOTS[y % 4][x % 2]
    for (x, y), dots in bits.items():
        character = "*" if area.look.is_ascii else chr(BRAILLE + dots)
        area.put(x, y, [(character, area.style(colours[x, y]))])


def _dots(
    values: Sequence[float], width: int, height: int, least: float, span: float
) -> list[tuple[int, int]]:
    """Return the dots of a curve without gaps."""
    found: list[tuple[int, int]] = []
    last = max(len(values) - 1, 1)
    before: int | None = None
    for x in range(width if len(values) > 1 else 2):
        at = x * last / max(width - 1, 1)
        low = min(int(at), len(values) - 1)
        high = min(low + 1, len(values) - 1)
        value = values[low] + (values[high] - values[low]) * (at - low)
        y = round((height - 1) * (1 - (value - least) / span))
        y = min(max(y, 0), height - 1)
        start = y if before is None else before + (y > before) - (y < before)
        found += [(x, row) for row in range(min(start, y), max(start, y) + 1)]
        before = y
    return found


def stacked(area: Area, columns: Sequence[Sequence[int]], colours: Sequence[str]) -> None:
    """Draw shares that are stacked, over the whole area, the first at the bottom.

    Args:
        area: of at least one cell.
        columns: the amounts at equal distances from left to right; between them it is blended.
        colours: the colour of each amount.
    """
    width, height = area.width, area.height * 2
    field = Pixels(width, height)
    for x in range(width):
        at = x * (len(columns) - 1) / max(width - 1, 1)
        low = int(at)
        high = min(low + 1, len(columns) - 1)
        amounts = [
            one + (two - one) * (at - low)
            for one, two in zip(columns[low], columns[high], strict=True)
        ]
        total, reached = sum(amounts) or 1, 0.0
        for amount, colour in zip(amounts, colours, strict=True):
            start, reached = reached, reached + amount
            top, bottom = round(height * reached / total), round(height * start / total)
            field.fill(x, height - top, 1, top - bottom, colour)
    area.picture(0, 0, field.picture)
