"""Charts in cells: curves in braille dots, and stacked areas in half blocks."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from darwin_tui.drawing.area import Area
from darwin_tui.drawing.marks import signed
from darwin_tui.drawing.picture import Pixels

DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille cell: rows from above, columns from the left."""
BRAILLE: Final = 0x2800
THICK_FROM_ROWS: Final = 8
"""Rows of a chart from which its curves are two dots thick."""
MIDDLE_LETTERS_MIN: Final = 14
"""Columns of a chart from which letters are written at both ends too."""
MIDDLE_LETTERS_STEPS: Final = 3
"""Amounts in a row from which letters are written at both ends too."""


def curves(
    area: Area, series: Sequence[tuple[Sequence[float | None], str]], least: float, most: float
) -> None:
    """Draw curves over the whole area, the later over the earlier; in ASCII as stars.

    Args:
        area: of at least one cell.
        series: values at equal distances from left to right, with the colours of the curves. None
            is a gap.
        least: the value at the lower edge.
        most: the value at the upper edge.
    """
    width, height = area.width * 2, area.height * 4
    span = max(most - least, 1e-9)
    is_thick = area.height >= THICK_FROM_ROWS
    bits: dict[tuple[int, int], int] = {}
    colours: dict[tuple[int, int], str] = {}
    for values, colour in series:
        for x, top in _dots(values, width, height, least, span):
            for y in range(top, min(top + 1 + is_thick, height)):
                cell = (x // 2, y // 4)
                if colours.get(cell) != colour:
                    bits[cell] = 0
                    colours[cell] = colour
                bits[cell] |= DOTS[y % 4][x % 2]
    for (x, y), dots in bits.items():
        character = "*" if area.look.is_ascii else chr(BRAILLE + dots)
        area.put(x, y, [(character, area.style(colours[x, y]))])


def grid(scale: Area, plot: Area, least: float, most: float) -> None:
    """Draw three lines across a chart, and their values beside it.

    Args:
        scale: the area of the values, as high as the chart.
        plot: the area of the chart.
        least: the value at the lower edge.
        most: the value at the upper edge.
    """
    for row in {0, (plot.height - 1) // 2, plot.height - 1}:
        value = least + (most - least) * (plot.height - 1 - row) / max(plot.height - 1, 1)
        scale.text(0, row, (f"{signed(round(value)):>4}", "dim"))
        plot.text(0, row, ("┈" * plot.width, "rule"))


def row_of(value: float, least: float, most: float, height: int) -> int:
    """Return the row of a value on a chart that is so high."""
    return round((height - 1) * (1 - (value - least) / max(most - least, 1e-9)))


def _dots(
    values: Sequence[float | None], width: int, height: int, least: float, span: float
) -> list[tuple[int, int]]:
    """Return the dots of a curve, without gaps but those between its values."""
    found: list[tuple[int, int]] = []
    last = max(len(values) - 1, 1)
    before: int | None = None
    for x in range(width if len(values) > 1 else 2):
        at = x * last / max(width - 1, 1)
        low = min(int(at), len(values) - 1)
        high = min(low + 1, len(values) - 1)
        left, right = values[low], values[high]
        if left is None or right is None:
            before = None
            continue
        value = left + (right - left) * (at - low)
        y = round((height - 1) * (1 - (value - least) / span))
        y = min(max(y, 0), height - 1)
        start = y if before is None else before + (y > before) - (y < before)
        found += [(x, row) for row in range(min(start, y), max(start, y) + 1)]
        before = y
    return found


class Layer(NamedTuple):
    """One of the amounts that are stacked in a chart."""

    colour: str
    letter: str
    """It names the layer where there is room for it, and fills it where there are no pictures."""
    ink: str
    """The style of the letter."""


def stacked(
    area: Area, columns: Sequence[Sequence[int]], layers: Sequence[Layer]
) -> list[int | None]:
    """Draw shares that are stacked, over the whole area, the first at the bottom.

    Args:
        area: of at least one cell.
        columns: the amounts at equal distances from left to right; between them it is blended.
        layers: for each amount its looks. Without colours or pictures letters fill the layers.

    Returns:
        The row in the middle of each layer at the right edge; None for one that has none there.
    """
    width, height = area.width, area.height * 2
    edges = [_edges(columns, x, width, height) for x in range(width)]
    if area.look.has_pictures and area.look.has_colours:
        field = Pixels(width, height)
        for x, tops in enumerate(edges):
            start = 0
            for top, layer in zip(tops, layers, strict=True):
                field.fill(x, height - top, 1, top - start, layer.colour)
                start = top
        area.picture(0, 0, field.picture)
        for x in _letter_columns(width, len(columns)):
            _letters(area, x, edges[x], layers)
    else:
        for x, tops in enumerate(edges):
            for y in range(area.height):
                middle = height - 2 * y - 1
                place = next((at for at, top in enumerate(tops) if middle <= top), None)
                if place is not None:
                    area.put(x, y, [(layers[place].letter, area.style(""))])
    last = (0, *edges[-1])
    return [
        (height - (low + high + 1) // 2) // 2 if high > low else None
        for low, high in pairwise(last)
    ]


def _edges(columns: Sequence[Sequence[int]], x: int, width: int, height: int) -> list[int]:
    """Return the upper edges of the layers in a column of pixels, counted from below."""
    at = x * (len(columns) - 1) / max(width - 1, 1)
    low = int(at)
    high = min(low + 1, len(columns) - 1)
    part = at - low
    eased = part * part * (3 - 2 * part)
    amounts = [
        one / (sum(columns[low]) or 1) * (1 - eased) + two / (sum(columns[high]) or 1) * eased
        for one, two in zip(columns[low], columns[high], strict=True)
    ]
    total = sum(amounts) or 1
    return [round(height * sum(amounts[: end + 1]) / total) for end in range(len(amounts))]


def _letter_columns(width: int, columns: int) -> list[int]:
    """Return the columns of cells where letters name the layers."""
    if width < MIDDLE_LETTERS_MIN or columns < MIDDLE_LETTERS_STEPS:
        return [width // 2]
    return [1, width // 2, width - 2]


def _letters(area: Area, x: int, tops: Sequence[int], layers: Sequence[Layer]) -> None:
    """Write the letters of the layers that have room for them in a column of cells."""
    start, rows = 0, area.height
    for top, layer in zip(tops, layers, strict=True):
        if top // 2 > (start + 1) // 2:
            # The cell in the middle that the layer fills as a whole.
            y = rows - 1 - (start + 1) // 2 - (top // 2 - (start + 1) // 2 - 1) // 2
            area.text(x, y, (layer.letter, f"{layer.ink} on {layer.colour}"))
        start = top
