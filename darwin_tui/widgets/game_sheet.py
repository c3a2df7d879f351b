"""Beside and below the form of a match in a large window: the game in short, bots, last matches."""

from collections.abc import Sequence
from typing import Final

from textual.geometry import Size

from darwin_core.bots import ladder
from darwin_core.contract.game import AnyGame
from darwin_core.text.language import mark, page_of, tr
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import length
from darwin_tui.drawing.interval import interval_bar
from darwin_tui.drawing.marks import seat_mark, signed
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.prose import Row, lay, sections
from darwin_tui.library.dates import short_date
from darwin_tui.library.saves import Listed
from darwin_tui.seating import BOT_PREFIX, bot_effect, offered_levels
from darwin_tui.widgets.boxes import PICTURE, largest_picture
from darwin_tui.widgets.pane import Drawn

LAST_ROWS_MIN: Final = 4
"""The least rows of the last matches, in a panel."""
LEVEL_ROWS: Final = 2
"""Rows of a level with the words on how it plays."""
LEVEL_ROWS_MAX: Final = 5
"""The same with the bar of its strength, and air."""
LOW_FROM_COLUMNS: Final = 76
"""Columns from which the picture of the game is beside its text where there are few rows."""
LOW_ROWS_MIN: Final = 5
DATE_COLUMNS: Final = 17
WIDE_FROM_COLUMNS: Final = 60
NONE_YET: Final = mark(
    "No match of it is saved yet. L on the first screen begins a lesson: a guided match, with a "
    "teacher."
)


class _AboutGame(Drawn):
    """Notes on the chosen game, with or without its last matches."""

    def __init__(self, id_: str) -> None:
        super().__init__(id=id_)
        self._game: AnyGame | None = None
        self._seats = 0
        self._played: Sequence[Listed] | None = None

    def choose(self, game: AnyGame, seats: int) -> None:
        """Show a game, given its number of players."""
        self._game, self._seats = game, seats
        self.redraw()

    def show_matches(self, matches: Sequence[Listed] | None) -> None:
        """Show those of the game among saved matches, the last played first; None for no list."""
        self._played = matches
        self.redraw()


class GameSheet(_AboutGame):
    """The summary of the chosen game, with its picture or its last matches."""

    def __init__(self) -> None:
        super().__init__("sheet")

    def fill(self, area: Area) -> None:
        """Draw the text, and what there is room for beside it."""
        game = self._game
        if game is None:
            panel(area)
            return
        text = page_of(game.package, "summary.md")
        rows = lay(text, area.width - 4)
        spare = area.height - 2 - len(rows)
        if self._played is not None and spare >= LAST_ROWS_MIN + 1:
            area, last = area.rows(len(rows) + 2, Grow(), gap=1)
            _draw_last(last, game, self._played)
        elif spare < 0 and area.width >= LOW_FROM_COLUMNS:
            self._draw_low(area, game.slug, text)
            return
        inner = panel(area, mark("The game in short"), tr("? opens the rules"))
        y = self._draw_picture(inner, game.slug, inner.height - len(rows))
        if not y:
            # Closer together there may be room for both, and at least for the text.
            close = [row for row in rows if row]
            y = self._draw_picture(inner, game.slug, inner.height - len(close))
            rows = close if y or len(rows) > inner.height else rows
        for row in rows:
            inner.text(0, y, *row)
            y += 1

    @staticmethod
    def _draw_low(area: Area, slug: str, text: str) -> None:
        """Draw the picture, and beside it those parts of the text that there is room for."""
        if area.height < LOW_ROWS_MIN:
            return
        inner = panel(area, mark("The game in short"), tr("? opens the rules"))
        picture = largest_picture(slug, Size(inner.width // 3, inner.height))
        if picture and inner.look.has_pictures:
            inner.picture(0, (inner.height - picture.height // 2) // 2, picture)
            inner = inner.inside(picture.width + 2, 0, 0, 0)
        y = 0
        for section in sections(text):
            rows = lay(section.text, inner.width)
            if y + 1 + len(rows) > inner.height:
                continue
            for row in [((section.title, "title"),), *rows]:
                inner.text(0, y, *row)
                y += 1

    @staticmethod
    def _draw_picture(area: Area, slug: str, room: int) -> int:
        """Draw the picture as large as it fits, enlarged at least; return the row below."""
        picture = largest_picture(slug, Size(area.width, room - 1))
        if picture is None or picture.width == PICTURE[0] or not area.look.has_pictures:
            return 0
        area.picture((area.width - picture.width) // 2, 0, picture)
        return picture.height // 2 + 1


class TableNotes(_AboutGame):
    """The levels of bots, and the last matches of the chosen game."""

    def __init__(self) -> None:
        super().__init__("notes")

    def fill(self, area: Area) -> None:
        """Draw as much as there is room for."""
        game = self._game
        if game is None or area.height < len(offered_levels()) + 2:
            return
        if self._played is not None:
            wanted = max(len(_of(game, self._played)) + 2, LAST_ROWS_MIN)
            spare = area.height - 1 - 2 - LEVEL_ROWS * len(offered_levels())
            if spare >= LAST_ROWS_MIN:
                area, last = area.rows(Grow(), min(wanted, spare), gap=1)
                _draw_last(last, game, self._played)
        note = tr("wins against Normal bots, as measured")
        self._draw_levels(panel(area, mark("Bots"), note), game)

    def _draw_levels(self, area: Area, game: AnyGame) -> None:
        """Say of each level how strong it is and, where there is room, how it plays."""
        levels = offered_levels()
        each = min(area.height // len(levels), LEVEL_ROWS_MAX)
        for place, level in enumerate(levels):
            entry = area.at(0, place * each, area.width, each)
            effect = bot_effect(f"{BOT_PREFIX}{level.name}", game, self._seats)
            bar, _, strength = effect.partition(" ")
            x = entry.text(0, 0, (bar, "cursor"), " ", (f"{tr(level.title):8}", "strong"))
            entry.text(x, 0, (strength, "dim"))
            more = entry.inside(2, 1, 0)
            more.text(0, 0, tr(level.description))
            rung = ladder.of(game.package).get((level.name, self._seats))
            if rung and each > LEVEL_ROWS:
                span = rung.low, rung.high
                interval_bar(more, 1, rung.win_rate, span, (0, 1), marks=(rung.fair,))


def _draw_last(area: Area, game: AnyGame, played: Sequence[Listed]) -> None:
    """Draw a panel of the last matches of a game, a row each."""
    inner = panel(area, mark("Last matches"))
    own = _of(game, played)
    if not own:
        inner.paragraph(0, tr(NONE_YET), "dim")
    # In a narrow panel the players have a row of their own.
    indent, below = (DATE_COLUMNS, 0) if inner.width >= WIDE_FROM_COLUMNS else (1, 1)
    for place, match in enumerate(own[: inner.height // (1 + below)]):
        y = place * (1 + below)
        inner.text(0, y, (short_date(match.made), "dim"))
        line = inner.at(indent, y + below, inner.width - indent, 1)
        x = 0
        for pieces in _results(match):
            if x + length(pieces) <= line.width:
                x = line.text(x, 0, *pieces) + 2


def _of(game: AnyGame, played: Sequence[Listed]) -> list[Listed]:
    """Return those of a game among saved matches that are whole."""
    return [each for each in played if each.game == game.slug and not each.trouble]


def _results(match: Listed) -> list[Row]:
    """Return the players in the order of their places, each with points; the winners starred."""
    found: list[Row] = [] if match.over else [((tr("not finished"), "dim"),)]
    for seat in sorted(range(len(match.players)), key=lambda seat: match.places[seat]):
        is_won = match.over and match.places[seat] == 1
        name = (f" {match.players[seat].name}", f"seat-{seat}")
        points = (f" {signed(match.points[seat])}", "strong" if is_won else "")
        found.append((seat_mark(seat), name, points, (" ★" if is_won else "", "cursor")))
    return found
