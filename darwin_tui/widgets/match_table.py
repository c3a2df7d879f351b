"""A table of saved matches: game and state, players and points, and when it was played."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.widgets import DataTable

from darwin_core.contract.registry import BOXES
from darwin_core.text.language import mark, tr
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.drawing.look import PLAIN, Look
from darwin_tui.drawing.marks import signed
from darwin_tui.drawing.picture import pictures
from darwin_tui.library.dates import format_ago, short_moment
from darwin_tui.library.saves import Listed
from darwin_tui.paths import read_title
from darwin_tui.terminal.printable import clean
from darwin_tui.widgets.boxes import title_of
from darwin_tui.widgets.pane import fitted

WIDE_FROM: Final = 110
"""Columns from which all players are in one line, with their points in the next."""
LEAST_COLUMNS: Final = 80
TALL_FROM_ROWS: Final = 36
"""Rows from which there is a blank line between two matches."""
COLUMNS: Final = ("", mark("match"), mark("players and points"), mark("played"))
LINES: Final = 2
"""Lines of a match."""
WON: Final = " ★"
"""After the points of who won."""
PLAYER_COLUMNS: Final = 15
"""Columns of a player in a narrow list, where two are beside each other."""
TITLE_COLUMNS: Final = 15
"""Columns of the title that a person gave a match, in a list of the least columns."""
MATCH_COLUMNS: Final = 18
"""Columns of a game and its state in a narrow list."""


class MatchTable(DataTable[Text]):
    """The matches, in rows of some lines each."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "scroll_top", show=False),
        Binding("end", "scroll_bottom", show=False),
    ]
    row_lines = LINES

    def __init__(self) -> None:
        # The colours of pictures and seats stay under the cursor.
        super().__init__(
            cursor_type="row",
            cursor_foreground_priority="renderable",
            cursor_background_priority="renderable",
        )
        self._matches: Sequence[Listed] = ()
        self._state_of: Callable[[Listed], str] = str
        self._list_columns = LEAST_COLUMNS
        self._look = PLAIN

    def show_matches(
        self,
        rows: Sequence[Listed],
        state_of: Callable[[Listed], str],
        columns: int,
        look: Look,
    ) -> None:
        """List matches.

        Args:
            rows: the matches, in order.
            state_of: returns how far a match is, or who has won it, in words.
            columns: of the table.
            look: the characters and colours that the terminal shows.
        """
        self._matches, self._state_of = rows, state_of
        self._list_columns, self._look = columns, look
        self.clear(columns=True)
        self.add_columns(*(column and tr(column) for column in COLUMNS))
        self.row_lines = LINES + (self.app.size.height >= TALL_FROM_ROWS)
        widths = self._player_widths()
        for row in rows:
            self.add_row(*self._cells(row, widths), height=self.row_lines)

    @property
    def _is_narrow(self) -> bool:
        return self._list_columns < WIDE_FROM

    @property
    def _title_columns(self) -> int:
        return TITLE_COLUMNS + self._list_columns - LEAST_COLUMNS if self._is_narrow else 40

    @property
    def cursor_screen_offset(self) -> Offset:
        """The position of the row under the cursor on the screen."""
        row = self.header_height + self.cursor_row * self.row_lines - self.scroll_offset.y
        return self.content_region.offset + Offset(0, max(row, 0))

    def _cells(self, row: Listed, widths: Sequence[int]) -> list[Text]:
        """Return a match: its box, game and state, players and points in columns of some widths,
        and when it was played."""
        colours = self.app.theme_variables
        game = title_of(row.game) if row.game else clean(row.title)
        # A generated title repeats what the row says.
        title = "" if read_title(row.title) or not row.game else clean(row.title)
        state_colour = colours["good"] if row.continues and not row.trouble else colours["ink-dim"]
        match = Text().append(f"{fitted(game, 40)}\n", "bold")
        room = MATCH_COLUMNS if self._is_narrow else 40
        state = self._state_of(row)
        if len(state) > room and not row.over:
            # The round is enough where there is no room for the turn.
            state = state.rpartition(", ")[0] or state
        state = fitted(state, room)
        match.append(state, colours["bad"] if row.trouble else state_colour)
        played = Text(f"{short_moment(row.played)}\n")
        title = fitted(title or format_ago(row.played), self._title_columns)
        played.append(title, colours["ink-dim"])
        return [self._box(row.game), match, self._players(row, widths), played]

    def _box(self, slug: str) -> Text:
        """Return the small picture of a game's box."""
        look = self._look
        if slug not in BOXES or not look.has_pictures or not look.has_colours:
            return Text("")
        rows = pictures("shelf")[f"{slug}-small"].rows
        text = Text()
        for above, below in zip(rows[::2], rows[1::2], strict=True):
            for top, bottom in zip(above, below, strict=True):
                text.append("▀", f"{top} on {bottom}" if bottom else f"{top}")
            text.append("\n")
        text.right_crop()
        return text

    def _player_widths(self) -> list[int]:
        """Return the columns of the players of all rows, in the order of their places."""
        widths: list[int] = []
        for row in self._matches:
            if len(row.points) == len(row.players):
                own = [max(len(name), len(points) + 2) + 2 for _, name, points in _results(row)]
                widths = [*map(max, zip_longest(widths, own, fillvalue=0))]
        return widths

    def _players(self, row: Listed, widths: Sequence[int]) -> Text:
        """Return the players in the order of their places, with their points."""
        if len(row.points) != len(row.players):
            return Text(", ".join(player.name for player in row.players))
        colours = self.app.theme_variables
        lines = [Text() for _ in range(LINES)]
        for place, (seat, name, points) in enumerate(_results(row)):
            hue = colours.get(f"seat-{seat}", "")
            weight = "bold" if points.endswith(WON) else ""
            if self._is_narrow:
                # Two beside each other; more than four have no room.
                if place < 2 * LINES:
                    line = lines[place // 2]
                    if cell_len(name) + len(points) + 2 > PLAYER_COLUMNS:
                        points = points.replace(WON, WON.strip())
                    name = fitted(name, PLAYER_COLUMNS - len(points) - 2)
                    line.append(name, hue)
                    line.append(f" {points}".ljust(PLAYER_COLUMNS - cell_len(name)), weight)
            else:
                lines[0].append(name.ljust(widths[place]), hue)
                lines[1].append(f"  {points}".ljust(widths[place]), weight)
        return Text("\n").join(lines)


def _results(row: Listed) -> list[tuple[int, str, str]]:
    """Return the players of a match in the order of their places: the seat, the name after its
    mark, and the points, with a star for those who won."""
    order = sorted(range(len(row.players)), key=lambda seat: row.places[seat])
    return [
        (
            seat,
            f"{SEAT_MARKS[seat]} {row.players[seat].name}",
            f"{signed(row.points[seat])}{WON * (row.over and row.places[seat] == 1)}",
        )
        for seat in order
    ]
