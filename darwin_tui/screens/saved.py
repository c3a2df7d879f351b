"""The saved matches: their table with filter and order, and a preview of one."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Offset, Size
from textual.timer import Timer
from textual.widgets import DataTable, Static

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR, when
from darwin_core.contract.registry import BOXES
from darwin_core.journal import JournalError
from darwin_core.match.record import RecordError
from darwin_core.teaching import lessons
from darwin_core.text.language import mark, tr, tr_in, tr_n
from darwin_core.text.wording import decimal, listed
from darwin_tui import commands
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import PLAIN, SEAT_MARKS, Look
from darwin_tui.drawing.chart import draw_course
from darwin_tui.drawing.marks import seat_name, signed
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures
from darwin_tui.library import saves
from darwin_tui.library.caches import Listed
from darwin_tui.library.daily import course
from darwin_tui.library.dates import format_ago, short_date, short_moment
from darwin_tui.library.lessons import Progresses, lesson_of
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.saves import saved_title
from darwin_tui.library.statistics import OwnMatch, own_seat
from darwin_tui.paths import Locations, read_title
from darwin_tui.screens import navigation
from darwin_tui.screens.match_screens import MatchesScreen
from darwin_tui.seating import level_of, level_title
from darwin_tui.terminal.printable import clean
from darwin_tui.widgets.boxes import EmptyList, largest_picture, title_of
from darwin_tui.widgets.dialogs import ConfirmDialog, EntryDialog
from darwin_tui.widgets.pane import DrawnWidget, TitleBar, fitted, padded
from darwin_tui.widgets.screen import KeyBar

STATES: Final = (mark("all"), mark("not finished"), mark("over"), mark("lessons"))
"""States to which the list can be limited."""
ALL, UNFINISHED, OVER, LESSONS = STATES
ORDERS: Final = (mark("newest first"), mark("oldest first"), mark("by game"), mark("by title"))
"""Orders of the list."""
NEWEST, OLDEST, BY_GAME, BY_TITLE = ORDERS


class SavedFilter:
    """The player's filter and order of the list, and the unfinished lessons among its matches."""

    def __init__(self) -> None:
        self.state = ALL
        self.game = ""
        """Game to which the list is limited; empty for all."""
        self.words = ""
        """Words to which the list is limited; empty for all."""
        self.order = NEWEST
        self._steps: dict[Path, int] = {}
        """Steps reached in unfinished lessons, from 0, by record."""
        self._keys: dict[Path, str] = {}
        """Progress keys of unfinished lessons, by record."""

    def read_lessons(self, locations: Locations) -> None:
        """Read the progress of lessons."""
        begun = Progresses(locations).all().items()
        self._steps = {Path(progress.path): progress.step for _, progress in begun}
        self._keys = {Path(progress.path): key for key, progress in begun}

    def begun_lesson(self, row: Listed) -> tuple[str, str] | None:
        """Return the game and part of the lesson that a match continues; None for other matches."""
        return lesson_of(self._keys[row.path]) if row.path in self._keys else None

    @property
    def limits(self) -> str:
        """The active limits in words; empty without any."""
        words = [tr("“{words}”", words=self.words)] if self.words else []
        words += [title_of(self.game)] if self.game else []
        words += [tr(self.state)] if self.state != ALL else []
        return listed(words)

    def next_state(self) -> None:
        """Limit the list to the next state."""
        self.state = _next(STATES, self.state)

    def next_game(self, matches: Sequence[Listed]) -> None:
        """Limit the list to the next game with saved matches; after the last, show all."""
        games = ["", *dict.fromkeys(row.game for row in matches if row.game)]
        self.game = _next(games, self.game)

    def next_order(self) -> None:
        self.order = _next(ORDERS, self.order)

    def rows(self, matches: Sequence[Listed]) -> list[Listed]:
        """Return the wanted matches in their order.

        Args:
            matches: newest first.
        """
        rows = [row for row in matches if self._fits(row)]
        if self.order == OLDEST:
            return rows[::-1]
        if self.order == BY_GAME:
            slugs = registry.slugs()
            return sorted(rows, key=lambda row: slugs.index(row.game) if row.game else -1)
        if self.order == BY_TITLE:
            return sorted(rows, key=lambda row: row.title.casefold())
        return rows

    def _fits(self, row: Listed) -> bool:
        states = {ALL: True, UNFINISHED: not row.over, OVER: row.over, LESSONS: _is_lesson(row)}
        return states[self.state] and self.game in ("", row.game) and self._has_words(row)

    def _has_words(self, row: Listed) -> bool:
        """Return whether a row contains all searched words, in any order."""
        names = [player.name for player in row.players]
        game = title_of(row.game) if row.game else ""
        text = " ".join([game, self.state_of(row), row.title, *names]).casefold()
        return all(word in text for word in self.words.casefold().split())

    def state_of(self, row: Listed) -> str:
        """Return the progress of a match, or its winner, in words."""
        if row.trouble:
            return tr("✗ damaged" if row.game else "✗ no record")
        if row.path in self._steps:
            return tr("lesson, step {number}", number=self._steps[row.path] + 1)
        state = when(registry.get(row.game), row.clock) if row.clock else ""
        if row.over:
            state = tr("won by {players}", players=listed(row.winners))
        return tr("lesson, {state}", state=state) if _is_lesson(row) else state


def _is_lesson(row: Listed) -> bool:
    return bool(row.game) and lessons.is_lesson_seed(row.game, row.seed)


def _next(choices: Sequence[str], now: str) -> str:
    """Return the choice after the current one; the first if that is gone."""
    return choices[(choices.index(now) + 1) % len(choices)] if now in choices else choices[0]


WIDE_LIST_FROM_COLUMNS: Final = 110
"""Columns of a list from which all players are in one line, with their points below."""
WIDE_CELL_COLUMNS: Final = 40
"""Maximum columns of a game's title, and in a wide list also of its state and the match's title."""
LIST_COLUMNS_MIN: Final = 80
"""Width for which the columns of a narrow list are set; a wider one shares out the rest."""
TALL_FROM_ROWS: Final = 36
"""Rows from which there is a blank line between two matches."""
COLUMNS: Final = ("", mark("match"), mark("players and points"), mark("played"))
LINES: Final = 2
"""Lines per match."""
WON: Final = " ★"
"""Mark after the points of a winner."""
PLAYER_COLUMNS: Final = 15
PLAYER_COLUMNS_MAX: Final = 26
"""Columns of a player in a narrow list, where two are side by side, at least and at most."""
TITLE_COLUMNS: Final = 15
"""Columns of a match's custom title, in the narrowest list."""
STATE_COLUMNS: Final = 18
"""Columns of a match's state, in the narrowest list."""


class MatchTable(DataTable[Text]):
    """The matches, each in a row of several lines."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("home", "scroll_top", show=False),
        Binding("end", "scroll_bottom", show=False),
    ]
    row_lines = LINES

    def __init__(self) -> None:
        # Pictures and seats keep their colours under the cursor.
        super().__init__(
            cursor_type="row",
            cursor_foreground_priority="renderable",
            cursor_background_priority="renderable",
        )
        self._matches: Sequence[Listed] = ()
        self._state_of: Callable[[Listed], str] = str
        self._list_columns = LIST_COLUMNS_MIN
        self._is_narrow = True
        """Players are side by side in pairs."""
        self._look = PLAIN

    def show_matches(
        self, rows: Sequence[Listed], state_of: Callable[[Listed], str], columns: int, look: Look
    ) -> None:
        """List matches.

        Args:
            state_of: returns the progress of a match, or its winner, in words.
            look: characters and colours that the terminal can show.
        """
        self._matches = rows
        self._state_of = state_of
        self._list_columns = columns
        self._look = look
        self.clear(columns=True)
        self.add_columns(*(column and tr(column) for column in COLUMNS))
        self.row_lines = LINES + (self.app.size.height >= TALL_FROM_ROWS)
        self._is_narrow = columns < WIDE_LIST_FROM_COLUMNS
        cells = self._all_cells()
        if not self._is_narrow and self._width(cells) > columns:
            # The players of some match have no room in one line.
            self._is_narrow = True
            cells = self._all_cells()
        for row in cells:
            self.add_row(*row, height=self.row_lines)

    def _all_cells(self) -> list[list[Text]]:
        """Return the cells of all matches."""
        widths = self._player_widths()
        return [self._cells(row, widths) for row in self._matches]

    def _width(self, cells: Sequence[Sequence[Text]]) -> int:
        """Return the columns of a list of cells, with its scrollbar."""
        edges = 2 * self.cell_padding * len(COLUMNS) + self.scrollbar_size_vertical
        return edges + sum(
            max(cell_len(line) for text in column for line in text.plain.split("\n"))
            for column in zip(*cells, strict=True)
        )

    @property
    def _text_columns(self) -> tuple[int, int, int]:
        """Columns of a match's state, of a player in a pair, and of the match's title."""
        if not self._is_narrow:
            return WIDE_CELL_COLUMNS, 0, WIDE_CELL_COLUMNS
        spare = self._list_columns - LIST_COLUMNS_MIN
        state, player = (
            min(least + spare // 4, most)
            for least, most in (
                (STATE_COLUMNS, WIDE_CELL_COLUMNS),
                (PLAYER_COLUMNS, PLAYER_COLUMNS_MAX),
            )
        )
        taken = state - STATE_COLUMNS + 2 * (player - PLAYER_COLUMNS)
        return state, player, TITLE_COLUMNS + spare - taken

    @property
    def cursor_screen_offset(self) -> Offset:
        """Screen position of the row under the cursor."""
        row = self.header_height + self.cursor_row * self.row_lines - self.scroll_offset.y
        return self.content_region.offset + Offset(0, max(row, 0))

    def _cells(self, row: Listed, widths: Sequence[int]) -> list[Text]:
        """Return the cells of a match: box, game and state, players with points, and date."""
        colours = self.app.theme_variables
        game = title_of(row.game) if row.game else clean(row.title)
        # Show no generated title, which only repeats the row.
        title = "" if read_title(row.title) or not row.game else clean(row.title)
        state_colour = colours["good"] if row.continues and not row.trouble else colours["ink-dim"]
        match = Text().append(f"{fitted(game, WIDE_CELL_COLUMNS)}\n", "bold")
        room, _, title_columns = self._text_columns
        state = self._state_of(row)
        if len(state) > room and not row.over:
            # If the turn has no room, show the round alone.
            state = state.rpartition(", ")[0] or state
        state = fitted(state, room)
        match.append(state, colours["bad"] if row.trouble else state_colour)
        played = Text(f"{short_moment(row.played)}\n")
        title = fitted(title or format_ago(row.played), title_columns)
        played.append(title, colours["ink-dim"])
        return [self._box(row.game), match, self._players(row, widths), played]

    def _box(self, slug: str) -> Text:
        """Return the small picture of a game's box."""
        look = self._look
        if slug not in BOXES or not look.has_pictures or not look.has_colours:
            return Text("")
        rows = pictures("shelf")[f"{slug}-small"].rows
        text = Text()
        # Two rows of pixels are one line.
        for above, below in zip(rows[::2], rows[1::2], strict=True):
            for top, bottom in zip(above, below, strict=True):
                text.append("▀", f"{top} on {bottom}" if bottom else f"{top}")
            text.append("\n")
        # Remove the line break after the last line.
        text.right_crop()
        return text

    def _player_widths(self) -> list[int]:
        """Return the widths of the columns of players, by rank: of the widest name or points in any
        row, with two blanks."""
        widths: list[int] = []
        for row in self._matches:
            if len(row.points) == len(row.players):
                columns = [
                    max(cell_len(name), len(points) + 2) + 2 for _, name, points in _results(row)
                ]
                widths = [*map(max, zip_longest(widths, columns, fillvalue=0))]
        return widths

    def _players(self, row: Listed, widths: Sequence[int]) -> Text:
        """Return the players by rank, with their points."""
        if len(row.points) != len(row.players):
            return Text(", ".join(player.name for player in row.players))
        colours = self.app.theme_variables
        lines = [Text() for _ in range(LINES)]
        _, player_columns, _ = self._text_columns
        for index, (seat, name, points) in enumerate(_results(row)):
            hue = colours.get(f"seat-{seat}", "")
            weight = "bold" if points.endswith(WON) else ""
            if self._is_narrow:
                # Two players are side by side, so more than four do not fit.
                if index < 2 * LINES:
                    line = lines[index // 2]
                    if cell_len(name) + len(points) + 2 > player_columns:
                        points = points.replace(WON, WON.strip())
                    name = fitted(name, player_columns - len(points) - 2)
                    line.append(name, hue)
                    line.append(f" {points}".ljust(player_columns - cell_len(name)), weight)
            else:
                lines[0].append(padded(name, widths[index]), hue)
                lines[1].append(f"  {points}".ljust(widths[index]), weight)
        return Text("\n").join(lines)


def _results(row: Listed) -> list[tuple[int, str, str]]:
    """Return the players of a match by rank: seat, name after its mark, and points, starred for
    winners."""
    order = sorted(range(len(row.players)), key=lambda seat: row.places[seat])
    return [
        (
            seat,
            f"{SEAT_MARKS[seat]} {row.players[seat].name}",
            f"{signed(row.points[seat])}{WON * (row.over and row.places[seat] == 1)}",
        )
        for seat in order
    ]


KILOBYTE: Final = 1024
"""Bytes."""
COURSE_ROWS: Final = (14, 24)
"""Maximum rows of the points' course, in a narrow preview and in a wide one; indexed by whether it
is wide."""
WIDE_PREVIEW_FROM_COLUMNS: Final = 60
"""Columns from which a preview is wide."""
FACTS_ROWS: Final = 5
"""Rows of the facts about a match."""
LABEL_COLUMNS: Final = 9
"""Minimum columns of the fact labels."""


class MatchPreview(DrawnWidget):
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
        self.row = row
        self.course = course
        self.redraw()

    def fill(self, area: Area) -> None:
        row = self.row
        if row is None or not row.game:
            panel(area, "")
            return
        inner = panel(area, [title_of(row.game)], short_moment(row.played))
        most = COURSE_ROWS[inner.width >= WIDE_PREVIEW_FROM_COLUMNS]
        players, course, facts, free = inner.rows(
            len(row.players) + 1, Grow(most=most, weight=9), FACTS_ROWS, Grow(), gap=1
        )
        self._draw_players(players, row)
        draw_course(course, self.course, row.points)
        seed = clean(row.seed) if row.over else tr("shown when it is over")
        if not read_title(row.title):
            facts.text(0, 0, (clean(row.title), "strong"))
        size = decimal(row.size / KILOBYTE, ".1f")
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
        room = Size(free.width, free.height)
        if area.look.has_pictures and (picture := largest_picture(row.game, room)):
            x, y = free.width - picture.width, free.height - picture.height // 2
            free.picture(x // 2, y // 2, picture)

    @staticmethod
    def _draw_players(area: Area, row: Listed) -> None:
        """Write the players by rank."""
        order = sorted(range(len(row.players)), key=lambda seat: row.places[seat])
        for y, seat in enumerate(order):
            level = level_of(row.players[seat])
            area.text(0, y, seat_name(seat, row.players[seat].name))
            area.text(
                area.width // 2 + 1, y, (level_title(level) if level else tr("a person"), "dim")
            )
            is_won = row.over and row.places[seat] == 1
            style = "strong" if is_won else ""
            star = WON if is_won else " " * len(WON)
            area.right(y, (f"{signed(row.points[seat])}{star}", style))


def _branch_words(row: Listed) -> str:
    """Say that a match is a branch, and for whom its cards were dealt again."""
    generated = read_title(row.title)
    # The seat is recorded in the file name only.
    dealt_for = generated.dealt_for if generated else ""
    if not dealt_for:
        return tr("a branch of another match")
    if dealt_for == "spectator":
        return tr("a branch, dealt again for a spectator")
    return tr("a branch, dealt again for seat {number}", number=dealt_for)


EMPTY_LIST_TEXTS: Final = (
    mark("Every match is saved as it is played."),
    mark("{home.new} on the first screen begins one, {home.learn} a guided one with a teacher."),
)
"""Shown instead of an empty list: a title, and a sentence on what to do."""
PREVIEW_FROM_COLUMNS: Final = 120
"""Columns from which the match under the cursor is shown beside the list."""
PREVIEW_COLUMNS: Final = 40
"""Minimum columns of that preview."""
LIST_COLUMNS_MAX: Final = 130
"""Maximum columns of the list beside the preview: it needs no more."""
PREVIEW_SECONDS: Final = 0.15
"""Time the cursor must rest on a match before its course is read."""


class SavedScreen(MatchesScreen):
    """The list of saved matches, to continue, replay, rename, copy or delete."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("saved")

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Listed] = []
        """The matches on display."""
        self._filter = SavedFilter()
        self._sought: Listed | None = None
        """The match to which the cursor returns, until it is read again or the player moves the
        cursor."""
        self._cursor_row = 0
        """The row of the cursor, unless the player moves it."""
        self._course_timer: Timer | None = None
        """Reads the course of the match under the cursor."""

    def compose(self) -> ComposeResult:
        yield TitleBar(tr("Saved matches"))
        with Horizontal():
            yield MatchTable()
            yield MatchPreview()
            yield EmptyList(*EMPTY_LIST_TEXTS)
        yield Static("", id="trouble", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """List the matches, in the theme's colours."""
        self.query_one(DataTable).focus()
        self.app.theme_changed_signal.subscribe(self, lambda _: self.read_matches())

    @property
    def _columns(self) -> int:
        """Columns of the list."""
        return self.app.size.width - self._preview_columns * self._has_preview

    @property
    def _preview_columns(self) -> int:
        """Columns of the match beside the list."""
        return max(PREVIEW_COLUMNS, self.app.size.width - LIST_COLUMNS_MAX)

    @property
    def _has_preview(self) -> bool:
        return self.app.size.width >= PREVIEW_FROM_COLUMNS

    def on_resize(self) -> None:
        """Show as many columns as there is room for, and a match beside the list."""
        self.query_one(MatchPreview).styles.width = self._preview_columns
        self.read_matches()

    def on_screen_resume(self) -> None:
        self._filter.read_lessons(self.player.locations)
        self.read_matches()

    def read_matches(self) -> None:
        """Read the saved matches from the beginning; the cursor returns to its match."""
        row = self.query_one(MatchTable).cursor_row
        if self._sought is None or row != self._cursor_row:
            self._sought = self._chosen()
        self._cursor_row = row
        super().read_matches()

    def show_matches(self) -> None:
        """List the matches read so far that pass the filter; the cursor stays on its match."""
        table = self.query_one(MatchTable)
        at = table.cursor_row
        if at != self._cursor_row:
            self._sought = None
        chosen = self._sought or self._chosen()
        self._rows = self._filter.rows(self._listed)
        paths = [row.path for row in self._rows]
        if chosen and chosen.path in paths:
            at = paths.index(chosen.path)
            self._sought = None
        look = self.query_one(TitleBar).look
        table.show_matches(self._rows, self._filter.state_of, self._columns, look)
        table.move_cursor(row=min(at, max(len(self._rows) - 1, 0)))
        self._cursor_row = table.cursor_row
        if not self._slices.has_more:
            self._sought = None
        self._show_list(not self._listed and not self._slices.has_more)
        self._write_title()
        self._describe()

    def _write_title(self) -> None:
        words = tr_n("{number} match", "{number} matches", len(self._listed))
        if self._slices.has_more:
            words = tr("{number} verified so far", number=len(self._listed))
        right = tr(self._filter.order)
        if limits := self._filter.limits:
            limits = tr("{limits}: {number} shown", limits=limits, number=len(self._rows))
            right = f"{limits}, {right}"
        self.query_one(TitleBar).write(tr("Saved matches"), words, right)

    def _show_list(self, is_empty: bool) -> None:
        """Show the list, with a preview if there is room, or the placeholder of an empty list."""
        table = self.query_one(MatchTable)
        self.query_one(EmptyList).display = is_empty
        self.query_one(MatchPreview).display = self._has_preview and not is_empty
        table.display = not is_empty
        if table.display and self.focused is None:
            # The table lost the focus while it was hidden.
            table.focus()

    def _chosen(self) -> Listed | None:
        """Return the match under the cursor; None in an empty list."""
        row = self.query_one(DataTable).cursor_row
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def _describe(self) -> None:
        """Write a sentence about the match under the cursor, or about an empty list; show its
        preview."""
        row = self._chosen()
        text = ""
        if row and row.game:
            names = ", ".join(player.name for player in row.players)
            generated = f"{saved_title(row.title)}," if read_title(row.title) else ""
            text = tr(
                "{match} with {players}: whole and verified, {size} kB.",
                match=generated or registry.box(row.game).title,
                players=names,
                size=decimal(row.size / KILOBYTE, ".1f"),
            )
            seat = own_seat(row.players, self.player.name)
            locations = self.player.locations
            help_text = "" if seat is None else OwnMatch(row, seat).help(locations).sentence
            text = f"{help_text} {text}".strip()
        if row is None:
            locations = self.player.locations
            text = tr("There are no saved matches yet.")
            if self._listed:
                text = tr(
                    "No match is like this: {saved.state}, {saved.game} and {saved.find} show "
                    "others.",
                    **KEYS,
                )
            if locations.shows_paths and not self._listed:
                text = f"{text} {tr('Matches are kept in {folder}.', folder=locations.matches)}"
        elif row.trouble:
            text = row.trouble
        self.query_one("#trouble", Static).update(clean(self.player.locations.redact(text)))
        self.labels = {"saved.open": tr_in("key", "replay")} if row and row.over else {}
        self.refresh_bindings()
        self._preview(row)

    def _preview(self, row: Listed | None) -> None:
        """Show a match beside the list, its course once the cursor rests on it."""
        if self._course_timer:
            self._course_timer.stop()
        preview = self.query_one(MatchPreview)
        if not self._has_preview or (row and preview.row == row and preview.course):
            return
        preview.show(row)
        if row and row.game and not row.trouble:
            self._course_timer = self.set_timer(PREVIEW_SECONDS, partial(self._read_course, row))

    def _read_course(self, row: Listed) -> None:
        """Read the course of a match, and show it if the cursor is still there."""
        # Reading and replaying a record takes some hundredths of a second on this event loop, which
        # serves one player. A damaged record has no course; the list names the damage already.
        with suppress(RecordError):
            recording = SavedMatch.of(saves.read(row.path)).recording(SPECTATOR)
            preview = self.query_one(MatchPreview)
            if preview.row == row:
                preview.show(row, course(recording))

    def on_data_table_row_highlighted(self) -> None:
        self._describe()

    def action_limit_state(self) -> None:
        """Cycle through all matches, unfinished and finished ones, and lessons."""
        self._filter.next_state()
        self.show_matches()

    def action_limit_game(self) -> None:
        """Cycle through the games with saved matches, then all."""
        self._filter.next_game(self._listed)
        self.show_matches()

    def action_order(self) -> None:
        self._filter.next_order()
        self.show_matches()

    @work
    async def action_find(self) -> None:
        """Show the matches that contain some words; all if there are none."""
        question = tr("Words of the game, the players, the state or the title:")
        dialog = EntryDialog(tr("Find"), question, self._filter.words)
        words = await self.app.push_screen_wait(dialog)
        if words is not None:
            self._filter.words = " ".join(words.split())
            self.show_matches()

    def action_open(self) -> None:
        """Continue a match or lesson, or replay a finished match."""
        row = self._chosen()
        if row is None:
            return
        if row.over:
            self.action_replay()
            return
        if lesson := self._filter.begun_lesson(row):
            navigation.go(self.app, navigation.Learn(*lesson))
            return
        try:
            access = self.player.matches.resume(row.path, self.player.settings.now.pace)
        except (RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)
            return
        navigation.go(self.app, navigation.Play(access))

    def action_replay(self) -> None:
        row = self._chosen()
        if row is None:
            return
        try:
            navigation.go(self.app, navigation.Replay(SavedMatch.of(saves.read(row.path))))
        except RecordError as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)

    @work
    async def action_rename(self) -> None:
        row = self._chosen()
        if row is None:
            return
        # A generated title means nothing to the player, so it is not offered for editing.
        present_title = clean(row.title) if read_title(row.title) is None else ""
        question = tr("New title for {match}:", match=saved_title(row.title))
        title = await self.app.push_screen_wait(EntryDialog(tr("Rename"), question, present_title))
        if title is not None and title != present_title:
            try:
                saves.rename(row.path, title, self.player.locations)
            except JournalError as error:
                self.notify(str(error), markup=False, severity="error")
            self.read_matches()

    def action_copy(self) -> None:
        row = self._chosen()
        if row is None:
            return
        try:
            saves.copy(row.path, self.player.locations)
        except (JournalError, RecordError) as error:
            self.notify(str(error), markup=False, severity="error")
        self.read_matches()

    @work
    async def action_delete(self) -> None:
        """Move a match to the trash, after asking."""
        row = self._chosen()
        if row is None:
            return
        question = tr("Move {match} to the trash?", match=saved_title(row.title))
        if await self.app.push_screen_wait(ConfirmDialog(tr("Delete"), question)):
            try:
                target = saves.delete(row.path, self.player.locations)
                self.notify(tr("Moved to {folder}.", folder=target.parent), markup=False)
            except JournalError as error:
                self.notify(str(error), markup=False, severity="error")
            self.read_matches()
