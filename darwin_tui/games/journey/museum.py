"""The museum: a row for each colour and a column for each kind, with what a delivery gains."""

from typing import Final

from textual.geometry import Region

from darwin_core.games.journey.components import COLOURS, KINDS, MUSEUM, SPACES
from darwin_core.games.journey.museum import WIDTH, is_complete, yields
from darwin_core.games.journey.scoring import book_points
from darwin_core.games.journey.state import Redeliver
from darwin_tui.games.journey.chart import Chart
from darwin_tui.games.journey.marks import hue, marks, specimen
from darwin_tui.widgets.canvas import Styled

WIDE: Final = 70
"""Columns from which cells have two lines, and a line between them; else three."""
_LABEL: Final = 7


def rows_for(width: int) -> int:
    """Rows that the museum takes at a width."""
    return 2 + len(KINDS) * (2 if width >= WIDE else 3) + 1


def draw_museum(chart: Chart, region: Region) -> None:
    """The grid; below, what a book is worth."""
    canvas = chart.canvas
    cell = (region.width - _LABEL) // WIDTH
    tall = 2 if region.width >= WIDE else 3
    for column, kind in enumerate(KINDS):
        canvas.text(region.x + _LABEL + column * cell + 1, region.y, (kind, "dim"))
    for row in range(WIDTH):
        y = region.y + 1 + row * tall
        _draw_row_label(chart, row, region.x, y)
        for column in range(WIDTH):
            box = Region(region.x + _LABEL + column * cell, y, cell - 1, tall)
            _draw_specimen(chart, WIDTH * row + column, box)
    y = region.y + 1 + WIDTH * tall
    told: list[Styled] = [("a book counts ", "dim"), (f"{book_points(chart.view)} vp", "strong")]
    told += [(", one more a full row", "dim")]
    canvas.text(region.x + 1, y, *told)
    if region.width >= WIDE:
        canvas.text(region.x + 42, y, ("c, e: gained by a delivery now", "dim"))


def _draw_row_label(chart: Chart, row: int, x: int, y: int) -> None:
    """The colour; whether its coin is still there; whether it is complete."""
    chart.canvas.text(x, y, (COLOURS[row], hue(row)))
    if is_complete(chart.view, row):
        chart.canvas.text(x, y + 1, ("full", "good"))
    elif chart.view.row_coins[row]:
        chart.canvas.text(x, y + 1, ("+1c", "strong"))


def _draw_specimen(chart: Chart, number: int, box: Region) -> None:
    """Its code, where it lies, who has researched it, and what its delivery would gain."""
    canvas, view = chart.canvas, chart.view
    place, element = view.specimens[number], ("specimen", number)
    chart.enter(element, box)
    is_here = place == MUSEUM
    x = canvas.text(box.x + 1, box.y, specimen(number), " ")
    where = "museum" if is_here else SPACES[place].name
    known = marks(seat for seat, own in enumerate(view.research) if own >> number & 1)
    is_again = isinstance(chart.top, Redeliver)
    coins, steps = yields(view, number, is_again)
    gains: list[Styled] = [(f"{coins}c {steps}e", chart.style(element, "strong"))]
    if is_here and not (is_again and element in chart.asked):
        gains = []
    if box.height == 2:
        canvas.text(x, box.y, (where, "good" if is_here else ""))
        canvas.text(x, box.y + 1, *gains)
        canvas.right(box.right, box.y, *known)
    else:
        canvas.text(x, box.y, ("in" if is_here else where, "good" if is_here else ""))
        canvas.text(box.x + 1, box.y + 1, *gains)
        canvas.text(box.x + 1, box.y + 2, *known)
