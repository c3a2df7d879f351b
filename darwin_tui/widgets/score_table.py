"""The table of the score: a column for each seat, a line for each source of points."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from darwin_core.contract.game import Outcome
from darwin_core.text.language import tr
from darwin_core.text.wording import ordinal
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.marks import bar, seat_name, signed
from darwin_tui.drawing.names import shortened

SEAT_COLUMNS: Final = 9
"""Columns of a seat, at least."""
BAR_COLUMNS_MIN: Final = 3


@dataclass(frozen=True)
class ScoreTable:
    """A score, of which the first lines are shown, and at last the totals."""

    names: Sequence[str]
    outcome: Outcome
    viewer: int | None
    """The seat that is set off where there are bars; None for none."""
    shown: int
    """The lines that are shown; one more than there are shows the totals, too."""
    pitch: int = 1
    """Rows of a line."""
    bar_columns: int = 0
    """Columns of the bars beside the figures of a seat, where there is room; 0 for none."""

    @property
    def label_columns(self) -> int:
        """The columns of the labels of the lines, with a gap."""
        labels = (tr("total"), *(tr(line.label) for line in self.outcome.lines))
        return max(map(len, labels)) + 1

    @property
    def narrow_columns(self) -> int:
        """The columns of the table without bars."""
        widest = max(SEAT_COLUMNS, *(len(name) + 3 for name in self.names))
        return self.label_columns + widest * len(self.names)

    def draw(self, area: Area) -> None:
        """Draw the table in an area."""
        outcome, lines = self.outcome, self.outcome.lines
        columns, bars = self._columns(area)
        self._draw_names(columns, bars)
        most = max([1, *(points for line in lines for points in line.points)])
        for number, line in enumerate(lines):
            row = 1 + number * self.pitch
            area.text(0, row, (tr(line.label), "dim"))
            if number < self.shown:
                self._draw_line(columns, row, line.points, most, bars)
        foot = self.pitch * len(lines) + 1
        area.text(0, foot, (tr("total"), "strong"))
        area.text(0, foot + 1, (tr("place"), "dim"))
        if self.shown > len(lines):
            for seat, column in enumerate(columns):
                figures, margin = _figures(column, bars)
                figures.right(foot, (signed(outcome.totals[seat]), "strong"), margin=margin)
                figures.right(foot + 1, (ordinal(outcome.ranks[seat]), ""), margin=margin)

    def _columns(self, area: Area) -> tuple[list[Area], int]:
        """Return a column for each seat, and the columns of the bars in it."""
        seats, labels = len(self.names), self.label_columns
        widest = max(len(name) for name in self.names) + 3
        room = (area.width - labels) // seats
        width = min(max(widest, SEAT_COLUMNS + self.bar_columns), room)
        left = width - SEAT_COLUMNS if self.bar_columns else 0
        bars = left if left >= BAR_COLUMNS_MIN else 0
        columns = [area.at(labels + seat * width, 0, width, area.height) for seat in range(seats)]
        if self.viewer is not None and self.bar_columns:
            columns[self.viewer] = columns[self.viewer].on("strip")
        return columns, bars

    def _draw_names(self, columns: Sequence[Area], bars: int) -> None:
        """Write the names of the seats, each over its figures as far as it has room there."""
        for seat, column in enumerate(columns):
            name = self.names[seat]
            words, style = seat_name(seat, name)
            # Without its mark where there is no room for both: the podium shows it.
            fit = words if len(words) < column.width else shortened(name, column.width - 1)
            figures = SEAT_COLUMNS if bars else column.width
            column.text(max(figures - 1 - len(fit), int(bars > 0)), 0, (fit, style))

    def _draw_line(
        self, columns: Sequence[Area], row: int, points: Sequence[int], most: int, bars: int
    ) -> None:
        """Draw the points of each seat by one source; the bars compare them with the most."""
        best = max(points)
        for seat, column in enumerate(columns):
            own = points[seat]
            figures, margin = _figures(column, bars)
            figures.right(row, (signed(own), "strong" if own == best else ""), margin=margin)
            if bars:
                for y in range(row, row + self.pitch):
                    part = [(max(own, 0), f"seat-{seat}")]
                    bar(column, column.width - bars, y, bars - 1, part, most)


def _figures(column: Area, bars: int) -> tuple[Area, int]:
    """Return the part of a seat's column for its figures, beside bars of some columns if there are
    any, and the margin of the figures there."""
    return (column.at(0, 0, column.width - bars - 1, column.height), 0) if bars else (column, 1)
