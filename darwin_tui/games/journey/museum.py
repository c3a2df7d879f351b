"""The museum: a row for each colour and a column for each kind, with the reward of a delivery."""

from typing import Final

from textual.geometry import Region

from darwin_core.games.journey.components import COLOURS, KINDS, LETTERS, MUSEUM, SPACES
from darwin_core.games.journey.museum import WIDTH, is_complete, yields
from darwin_core.games.journey.scoring import book_points
from darwin_core.games.journey.state import Redeliver
from darwin_tui.games.journey.chart import Chart
from darwin_tui.games.journey.marks import hue, marks, specimen
from darwin_tui.widgets.canvas import Styled

WIDE: Final = 70
"""Minimum columns for cells of two lines with a line between them; else cells have three lines."""
_LABEL: Final = 7
_SHORT_LABEL: Final = 4


def rows_for(width: int) -> int:
    """Return the rows that the museum takes at a width."""
    return 2 + WIDTH * (2 if width >= WIDE else 3)


def draw_museum(chart: Chart, region: Region) -> None:
    """Draw the grid; below, the worth of a book."""
    canvas = chart.canvas
    label = _LABEL if region.width >= WIDE else _SHORT_LABEL
    cell = (region.width - label) // WIDTH
    tall = 2 if region.width >= WIDE else 3
    for column, kind in enumerate(KINDS):
        canvas.text(region.x + label + column * cell + 1 + (tall == 2), region.y, (kind, "dim"))
    for row in range(WIDTH):
        y = region.y + 1 + row * tall
        name = COLOURS[row] if label == _LABEL else LETTERS[row]
        canvas.text(region.x, y, (name, hue(row)))
        _draw_row_state(chart, row, region.x, y + 1)
        for column in range(WIDTH):
            box = Region(region.x + label + column * cell, y, cell - 1, tall)
            _draw_specimen(chart, WIDTH * row + column, box)
    y = region.y + 1 + WIDTH * tall
    runs: list[Styled] = [("a book: ", "dim"), (f"{book_points(chart.view)} vp", "strong")]
    runs += [(", +1 for a full row", "dim")]
    canvas.text(region.x + 1, y, *runs)
    if region.width >= WIDE:
        canvas.text(region.x + 42, y, ("coins and evolution for delivering", "dim"))


def _draw_row_state(chart: Chart, row: int, x: int, y: int) -> None:
    """Draw the state of a row: complete, or with its coin."""
    if is_complete(chart.view, row):
        chart.canvas.text(x, y, ("full", "good"))
    elif chart.view.row_coins[row]:
        chart.canvas.text(x, y, ("+1c", "strong"))


def _draw_specimen(chart: Chart, number: int, box: Region) -> None:
    """Draw a specimen: its code, its place, its researchers, and the reward of its delivery."""
    canvas, view = chart.canvas, chart.view
    place, element = view.specimens[number], ("specimen", number)
    is_wide = box.height == 2
    chart.enter(element, box if is_wide else Region(box.x, box.y, 5, box.height))
    is_here = place == MUSEUM
    x = canvas.text(box.x + 1 + is_wide, box.y, specimen(number), " ")
    where = "museum" if is_here else SPACES[place].name
    known = marks(seat for seat, own in enumerate(view.research) if own >> number & 1)
    is_again = is_here and isinstance(chart.top, Redeliver)
    coins, steps = yields(view, number, is_again)
    gains: list[Styled] = [(f"{coins}c {steps}e", chart.style(element, "strong"))]
    if is_here and not (is_again and element in chart.asked):
        gains = []
    if is_wide:
        canvas.text(x, box.y, (where, "good" if is_here else ""))
        canvas.text(x, box.y + 1, *gains)
        canvas.right(box.right, box.y, *known)
    else:
        short = "in" if is_here else where.lstrip("I")
        canvas.text(x, box.y, (short, "good" if is_here else ""))
        canvas.text(box.x + 1, box.y + 1, *gains)
        canvas.text(box.x + 1, box.y + 2, *known)
