"""A saved match beside the list: its players, the course of the points, and facts."""

from collections.abc import Sequence
from typing import Final

from textual.geometry import Size

from darwin_core.text.language import tr, tr_in
from darwin_core.text.wording import decimal
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.course import draw_course
from darwin_tui.drawing.marks import seat_name, signed
from darwin_tui.drawing.panel import panel
from darwin_tui.library.dates import short_date, short_moment
from darwin_tui.library.saves import Listed
from darwin_tui.paths import read_title
from darwin_tui.seating import level_of, level_title
from darwin_tui.terminal.printable import clean
from darwin_tui.widgets.boxes import largest_picture, title_of
from darwin_tui.widgets.pane import Drawn

COURSE_ROWS: Final = (14, 24)
"""Rows of the course of the points at most, in a narrow preview and in a wide one."""
WIDE_COLUMNS: Final = 60
FACTS_ROWS: Final = 5
LABEL_COLUMNS: Final = 9
"""Columns of the labels of facts, at least."""


class MatchPreview(Drawn):
    """The match under the cursor."""

    DEFAULT_CSS = """
    MatchPreview {
        width: 40;
        display: none;
    }
    """

    def __init__(self) -> None:
        super().__init__(id="preview")
        self.row: Listed | None = None
        self.course: Sequence[Sequence[int]] = ()
        """The points of all seats after each part of the match; empty until they are known."""

    def show(self, row: Listed | None, course: Sequence[Sequence[int]] = ()) -> None:
        """Show another match, or the course of the same one."""
        self.row, self.course = row, course
        self.redraw()

    def fill(self, area: Area) -> None:
        """Draw the preview."""
        row = self.row
        if row is None or not row.game:
            panel(area, "")
            return
        inner = panel(area, [title_of(row.game)], short_moment(row.played))
        most = COURSE_ROWS[inner.width >= WIDE_COLUMNS]
        players, course, facts, rest = inner.rows(
            len(row.players) + 1, Grow(most=most, weight=9), FACTS_ROWS, Grow(), gap=1
        )
        self._draw_players(players, row)
        draw_course(course, self.course, row.points)
        seed = clean(row.seed) if row.over else tr("shown when it is over")
        if not read_title(row.title):
            facts.text(0, 0, (clean(row.title), "strong"))
        size = decimal(row.size / 1024, ".1f")
        lines = (
            (tr("started"), short_date(row.made)),
            (tr("seed"), seed),
            (
                tr_in("facts", "record"),
                tr("{size} kB, damaged" if row.trouble else "{size} kB, verified", size=size),
            ),
            ("", _branch_words(row) if row.is_branch else ""),
        )
        columns = max(LABEL_COLUMNS, *(len(label) + 1 for label, _ in lines))
        for y, (label, words) in enumerate(lines, 1):
            facts.text(0, y, (label, "dim"))
            facts.text(columns, y, words)
        room = Size(rest.width, rest.height)
        if area.look.has_pictures and (picture := largest_picture(row.game, room)):
            x, y = rest.width - picture.width, rest.height - picture.height // 2
            rest.picture(x // 2, y // 2, picture)

    @staticmethod
    def _draw_players(area: Area, row: Listed) -> None:
        """Write the players in the order of their places."""
        order = sorted(range(len(row.players)), key=lambda seat: row.places[seat])
        for y, seat in enumerate(order):
            level = level_of(row.players[seat])
            area.text(0, y, seat_name(seat, row.players[seat].name))
            area.text(
                area.width // 2 + 1, y, (level_title(level) if level else tr("a person"), "dim")
            )
            is_won = row.over and row.places[seat] == 1
            style = "strong" if is_won else ""
            area.right(y, (f"{signed(row.points[seat])}{' ★' if is_won else '  '}", style))


def _branch_words(row: Listed) -> str:
    """Say that a match is a branch, and for whom its cards were dealt again."""
    given = read_title(row.title)
    # Nothing but the name of the file says for which seat.
    dealt_for = given.dealt_for if given else ""
    if not dealt_for:
        return tr("a branch of another match")
    if dealt_for == "spectator":
        return tr("a branch, dealt again for a spectator")
    return tr("a branch, dealt again for seat {number}", number=dealt_for)
