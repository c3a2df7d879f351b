"""Charts in cells: curves and fields in braille dots, stacked areas, intervals on a scale, and the
points of a round counted up."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from darwin_core.text.language import tr_in
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.marks import bar, signed, token
from darwin_tui.drawing.picture import Pixels

DOT_COLUMNS: Final = 2
"""Dots of a cell from left to right."""
DOT_ROWS: Final = 4
"""Dots of a cell from top to bottom."""
BRAILLE: Final = 0x2800
"""Unicode's braille character without dots; the bits of its dots are added."""
DOT_BITS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bits of a cell's dots: rows from the top, columns from the left."""
SPAN_MIN: Final = 1e-9
"""Minimum span of a scale, so that equal ends do not divide by zero."""
FOOT_LABEL_COLUMNS: Final = 4
"""At up to so many columns between two parts of a course, only the first and last are labelled."""
THICK_FROM_ROWS: Final = 8
"""Minimum rows of a chart whose curves are two dots thick."""
MIDDLE_LETTERS_MIN: Final = 14
"""Minimum columns of a chart with letters at both ends as well as in the middle."""
MIDDLE_LETTERS_STEPS: Final = 3
"""Minimum columns of amounts in a chart with letters at both ends as well as in the middle."""


class Dots:
    """Coloured dots. A cell has one colour: the last dot set clears dots of other colours."""

    def __init__(self, width: int, height: int) -> None:
        """Prepare a field.

        Args:
            width: columns of dots, DOT_COLUMNS for each cell.
            height: rows of dots, DOT_ROWS for each cell.
        """
        self.width = width
        self.height = height
        self._bits: dict[tuple[int, int], int] = {}
        self._colours: dict[tuple[int, int], str] = {}

    def set(self, x: int, y: int, colour: str) -> None:
        """Set a dot if it is in the field."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return
        cell = x // DOT_COLUMNS, y // DOT_ROWS
        if self._colours.get(cell) != colour:
            self._bits[cell] = 0
            self._colours[cell] = colour
        self._bits[cell] |= DOT_BITS[y % DOT_ROWS][x % DOT_COLUMNS]

    def draw(self, area: Area) -> None:
        """Draw the dots in an area; in ASCII a star for each cell that has any."""
        for (x, y), bits in self._bits.items():
            character = "*" if area.look.is_ascii else chr(BRAILLE + bits)
            area.put(x, y, [(character, area.style(self._colours[x, y]))])


def curves(
    area: Area, series: Sequence[tuple[Sequence[float | None], str]], least: float, most: float
) -> None:
    """Draw curves over the whole area, later ones on top; in ASCII as stars.

    Args:
        area: at least one cell.
        series: values at equal distances from left to right, with the colours of the curves. None
            is a gap.
        least: value at the lower edge.
        most: value at the upper edge.
    """
    dots = Dots(area.width * DOT_COLUMNS, area.height * DOT_ROWS)
    is_thick = area.height >= THICK_FROM_ROWS
    for values, colour in series:
        for x, top in _dots(values, dots.width, dots.height, least, most):
            for y in range(top, top + 1 + is_thick):
                dots.set(x, y, colour)
    dots.draw(area)


def grid(scale: Area, plot: Area, least: float, most: float) -> None:
    """Draw three lines across a chart, and their values beside it.

    Args:
        scale: area of the values, as high as the chart.
        plot: area of the chart.
        least: value at the lower edge.
        most: value at the upper edge.
    """
    for row in {0, (plot.height - 1) // 2, plot.height - 1}:
        value = least + (most - least) * (plot.height - 1 - row) / max(plot.height - 1, 1)
        scale.text(0, row, (f"{signed(round(value)):>4}", "dim"))
        plot.text(0, row, ("┈" * plot.width, "rule"))


def row_of(value: float, least: float, most: float, height: int) -> int:
    """Return the row of a value in a chart; row 0 is ``most``."""
    return round((height - 1) * (1 - (value - least) / max(most - least, SPAN_MIN)))


def _dots(
    values: Sequence[float | None], width: int, height: int, least: float, most: float
) -> list[tuple[int, int]]:
    """Return the dots of a curve, with gaps only where values are missing."""
    dots: list[tuple[int, int]] = []
    last = max(len(values) - 1, 1)
    before: int | None = None
    # A single value is a point as wide as a cell.
    for x in range(width if len(values) > 1 else 2):
        position = x * last / max(width - 1, 1)
        low = min(int(position), len(values) - 1)
        high = min(low + 1, len(values) - 1)
        left, right = values[low], values[high]
        if left is None or right is None:
            before = None
            continue
        value = left + (right - left) * (position - low)
        y = min(max(row_of(value, least, most, height), 0), height - 1)
        # Join the last column's dot, beginning one row nearer to the new one.
        start = y if before is None else before + (y > before) - (y < before)
        dots += [(x, row) for row in range(min(start, y), max(start, y) + 1)]
        before = y
    return dots


class Layer(NamedTuple):
    """One of the stacked amounts of a chart."""

    colour: str
    letter: str
    """Names the layer if there is room, and fills it without pictures or colours."""
    ink: str
    """Style of the letter."""


def stacked(
    area: Area, columns: Sequence[Sequence[int]], layers: Sequence[Layer]
) -> list[int | None]:
    """Draw stacked shares over the whole area, the first at the bottom.

    Args:
        area: at least one cell.
        columns: amounts at equal distances from left to right, interpolated in between.
        layers: the look of each amount. Without colours or pictures, letters fill the layers.

    Returns:
        The middle row of each layer at the right edge; None for a layer absent there.
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
                index = next((at for at, top in enumerate(tops) if middle <= top), None)
                if index is not None:
                    area.put(x, y, [(layers[index].letter, area.style(""))])
    bounds = (0, *edges[-1])
    return [
        (height - (low + high + 1) // 2) // 2 if high > low else None
        for low, high in pairwise(bounds)
    ]


def _edges(columns: Sequence[Sequence[int]], x: int, width: int, height: int) -> list[int]:
    """Return the upper edges of the layers in a column of pixels, counted from below."""
    position = x * (len(columns) - 1) / max(width - 1, 1)
    low = int(position)
    high = min(low + 1, len(columns) - 1)
    part = position - low
    # Smoothstep: the edges run horizontally through the given amounts, without corners.
    eased = part * part * (3 - 2 * part)
    amounts = [
        one / (sum(columns[low]) or 1) * (1 - eased) + two / (sum(columns[high]) or 1) * eased
        for one, two in zip(columns[low], columns[high], strict=True)
    ]
    total = sum(amounts) or 1
    return [round(height * sum(amounts[: end + 1]) / total) for end in range(len(amounts))]


def _letter_columns(width: int, columns: int) -> list[int]:
    """Return the columns of cells in which letters name the layers."""
    if width < MIDDLE_LETTERS_MIN or columns < MIDDLE_LETTERS_STEPS:
        return [width // 2]
    return [1, width // 2, width - 2]


def _letters(area: Area, x: int, tops: Sequence[int], layers: Sequence[Layer]) -> None:
    """Write the letters of those layers that have room in a column of cells."""
    start = 0
    rows = area.height
    for top, layer in zip(tops, layers, strict=True):
        # The lowest cell that the layer fills completely, counted from below.
        lowest = (start + 1) // 2
        if top // 2 > lowest:
            # The middle one of these cells.
            y = rows - 1 - lowest - (top // 2 - lowest - 1) // 2
            area.text(x, y, (layer.letter, f"{layer.ink} on {layer.colour}"))
        start = top


SCALE_COLUMNS: Final = 5
"""Columns of the scale at the left of a course."""
ENDS_COLUMNS: Final = 8
"""Columns of the final points at the right of a course."""


def draw_course(area: Area, course: Sequence[Sequence[int]], totals: Sequence[int]) -> None:
    """Draw a curve of each seat's points over a match, the winner's on top.

    Nothing is drawn before the first part is over, or while all points are 0.

    Args:
        course: points of all seats at the start and after each part of the match.
        totals: final points, by which the curves are ordered.
    """
    if len(course) < 2:
        return
    least = min(0, *(points for step in course for points in step))
    most = max(max(step) for step in course)
    if most <= least:
        return
    scale, plot, ends = area.columns(SCALE_COLUMNS, Grow(), ENDS_COLUMNS)
    plot, foot = plot.rows(Grow(), 1)
    grid(scale, plot, least, most)
    by_points = sorted(range(len(totals)), key=lambda seat: totals[seat])
    series = [([step[seat] for step in course], f"seat-{seat}") for seat in by_points]
    curves(plot, series, least, most)
    taken = set[int]()
    for seat in reversed(by_points):
        row = row_of(course[-1][seat], least, most, plot.height)
        # The row below if another seat's points are there; beyond the chart nothing is written.
        while row in taken:
            row += 1
        taken.add(row)
        ends.text(1, row, token(seat), (f" {signed(course[-1][seat])}", f"strong seat-{seat}"))
    steps = len(course) - 1
    end = tr_in("axis", "end")
    for step in range(steps + 1):
        label = str(step) if step < steps or steps < 2 else end
        x = round((plot.width - len(label)) * step / max(steps, 1))
        if step in {0, steps} or plot.width // steps > FOOT_LABEL_COLUMNS:
            foot.text(x, 0, (label, "dim"))


REFERENCE_SIGN: Final = "┊"
"""A value to compare with, outside the interval."""
REFERENCE_INSIDE_SIGN: Final = "┼"
"""A value to compare with, within the interval."""
INTERVAL_COLOUR: Final = "seat-0"
"""Colour of the dot and the interval."""


def column_of(value: float, least: float, most: float, width: int) -> int:
    """Return the column of a value on a scale, within its width."""
    share = (value - least) / max(most - least, SPAN_MIN)
    return min(max(round(share * (width - 1)), 0), width - 1)


def interval_bar(
    area: Area,
    y: int,
    value: float,
    span: tuple[float, float] | None,
    scale: tuple[float, float],
    *,
    marks: tuple[float, ...],
    has_line: bool = True,
) -> None:
    """Draw a value and its interval on a scale over the whole width of an area.

    Args:
        value: shown by a dot.
        span: the interval around the value, drawn heavy; None for none.
        scale: values at both edges.
        marks: values to compare with.
        has_line: draw the scale as a thin line.
    """
    width = area.width
    if has_line:
        area.text(0, y, ("─" * width, "rule"))
    start = end = -1
    if span:
        start, end = (column_of(edge, *scale, width) for edge in span)
        area.text(start, y, ("━" * (end - start + 1), INTERVAL_COLOUR))
    for mark in marks:
        column = column_of(mark, *scale, width)
        is_inside = start <= column <= end
        area.text(column, y, (REFERENCE_INSIDE_SIGN if is_inside else REFERENCE_SIGN, "ink"))
    area.text(column_of(value, *scale, width), y, ("●", f"strong {INTERVAL_COLOUR}"))


COUNT_FRAMES: Final = 8
"""Frames in which a round's points are counted up."""
GAIN_COLUMNS: Final = 5
"""Columns of the points gained in a round."""
SUMS_COLUMNS: Final = 11
"""Columns of the points before the round and now."""


def frames_alike(left: int, step: int, single_frames: int = COUNT_FRAMES) -> int:
    """Count the frames, from the current one on, that show the same step of an animation.

    Args:
        left: number of frames left.
        step: frames per step.
        single_frames: number of last frames, each of which differs.
    """
    # Steps are counted back from the first single frame; the rest of the current step is alike.
    return (left - single_frames - 1) % step + 1 if left > single_frames else 1


class Gain(NamedTuple):
    """The points of a seat before and after a round."""

    before: int
    after: int

    def counted(self, left: int) -> int:
        """Return the points counted so far, given the number of frames left."""
        change = self.after - self.before
        return self.after - int(change * min(left, COUNT_FRAMES) / COUNT_FRAMES)


def draw_gain(area: Area, seat: int, gain: Gain, gains: Sequence[Gain], left: int) -> None:
    """Draw a seat's points counted so far in the first row of an area.

    The row has a bar of the earlier points and the round's, the points gained in the round, and
    the sums before and now.

    Args:
        gains: all seats' points, which share a scale.
        left: frames left of the count.
    """
    now = gain.counted(left)
    change = now - gain.before
    most = max(1, *(max(gain.before, gain.after) for gain in gains))
    best = max(gain.after - gain.before for gain in gains)
    is_best = 0 < best == gain.after - gain.before
    style = "cursor" if is_best else "good" if change > 0 else "bad" if change else "dim"
    width = area.width - GAIN_COLUMNS - SUMS_COLUMNS
    if width > 0:
        lower = min(gain.before, now)
        moved = abs(change)
        parts = [(max(lower, 0), f"seat-{seat}"), (moved if lower >= 0 else 0, style)]
        bar(area, 0, 0, width, parts, most)
    figures = area.at(area.width - GAIN_COLUMNS - SUMS_COLUMNS, 0, GAIN_COLUMNS, 1)
    words = f"+{change}" if change >= 0 else signed(change)
    figures.right(0, (words, f"strong {style}"))
    sign = ">" if area.look.is_ascii else "›"
    area.right(0, (f"{signed(gain.before)} {sign} ", "dim"), (signed(now), "strong"))
