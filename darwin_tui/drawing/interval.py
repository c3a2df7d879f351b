"""Interval bars: a value on a scale, the range that holds it, and marks to compare it with."""

from typing import Final

from darwin_tui.drawing.area import Area

MARK: Final = "┊"
CROSSED: Final = "┼"
"""A mark within the range."""
COLOUR: Final = "seat-0"
"""The colour of the dot and the range."""


def column_of(value: float, least: float, most: float, width: int) -> int:
    """Return the column of a value on a scale that is so wide."""
    share = (value - least) / max(most - least, 1e-9)
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
    """Draw a bar over the whole width of an area.

    Args:
        area: whose width is the scale.
        y: the row.
        value: shown by a dot.
        span: the range that holds it, drawn heavy; None for none.
        scale: the values at both edges.
        marks: values to compare with.
        has_line: the scale is drawn as a thin line.
    """
    width = area.width
    if has_line:
        area.text(0, y, ("─" * width, "rule"))
    start = end = -1
    if span:
        start, end = (column_of(edge, *scale, width) for edge in span)
        area.text(start, y, ("━" * (end - start + 1), COLOUR))
    for mark in marks:
        at = column_of(mark, *scale, width)
        is_inside = start <= at <= end
        area.text(at, y, (CROSSED if is_inside else MARK, "ink"))
    area.text(column_of(value, *scale, width), y, ("●", f"strong {COLOUR}"))
