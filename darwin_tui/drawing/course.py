"""The course of a match: a curve of the points of each seat."""

from collections.abc import Sequence
from typing import Final

from darwin_core.text.language import tr_in
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.chart import curves, grid, row_of
from darwin_tui.drawing.marks import signed, token

SCALE_COLUMNS: Final = 5
ENDS_COLUMNS: Final = 8


def draw_course(area: Area, course: Sequence[Sequence[int]], totals: Sequence[int]) -> None:
    """Draw the curves, the best at the end on top; nothing where nobody has any points.

    Args:
        area: of some rows and columns.
        course: the points of all seats at the beginning and after each part of the match.
        totals: the points at the end.
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
        while row in taken:
            row += 1
        taken.add(row)
        ends.text(1, row, token(seat), (f" {signed(course[-1][seat])}", f"strong seat-{seat}"))
    steps, end = len(course) - 1, tr_in("axis", "end")
    for step in range(steps + 1):
        label = str(step) if step < steps or steps < 2 else end
        x = round((plot.width - len(label)) * step / max(steps, 1))
        if step in {0, steps} or plot.width // steps > 4:
            foot.text(x, 0, (label, "dim"))
