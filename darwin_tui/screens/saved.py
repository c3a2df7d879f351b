"""The saved matches."""

from contextlib import suppress
from functools import partial
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.timer import Timer
from textual.widgets import DataTable, Static

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR
from darwin_core.journal import JournalError
from darwin_core.match.record import RecordError
from darwin_core.text.language import mark, tr, tr_in, tr_n
from darwin_core.text.wording import decimal
from darwin_tui import commands
from darwin_tui.dialogs.confirm import ConfirmDialog
from darwin_tui.dialogs.entry import EntryDialog
from darwin_tui.library import saves
from darwin_tui.library.daily import course
from darwin_tui.library.saves import Listed, saved_title
from darwin_tui.paths import read_title
from darwin_tui.screens import navigation
from darwin_tui.screens.matches_screen import MatchesScreen
from darwin_tui.screens.saved_filter import SavedFilter
from darwin_tui.terminal.printable import clean
from darwin_tui.widgets.boxes import EmptyList
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.match_preview import MatchPreview
from darwin_tui.widgets.match_table import MatchTable
from darwin_tui.widgets.title_bar import TitleBar

NOTHING: Final = (
    mark("Every match is saved as it is played."),
    mark("n on the first screen begins one, L a guided one with a teacher."),
)
"""The words in place of a list without matches, and a sentence on what to do."""
PREVIEW_FROM: Final = 120
"""Columns from which the match under the cursor is shown beside the list."""
PREVIEW_COLUMNS: Final = 40
LIST_COLUMNS_MAX: Final = 130
"""Columns of the list beside that match, at most: it has no use for more."""
PREVIEW_SECONDS: Final = 0.15
"""Time that the cursor rests on a match before its course is read."""


class SavedScreen(MatchesScreen):
    """A list to continue, replay, rename, copy or delete from."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("saved")

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Listed] = []
        """Those that are shown."""
        self._wanted = SavedFilter()
        self._reading: Timer | None = None
        """Reads the course of the match under the cursor."""

    def compose(self) -> ComposeResult:
        """Compose the list, and a line on the match under the cursor."""
        yield TitleBar(tr("Saved matches"))
        with Horizontal():
            yield MatchTable()
            yield MatchPreview()
            yield EmptyList(*NOTHING)
        yield Static("", id="trouble", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """List the matches, in the colours of the theme."""
        self.query_one(DataTable).focus()
        self.app.theme_changed_signal.subscribe(self, lambda _: self.read_matches())

    @property
    def _columns(self) -> int:
        """The columns of the list."""
        return self.app.size.width - self._preview_columns * self._has_preview

    @property
    def _preview_columns(self) -> int:
        """The columns of the match beside the list."""
        return max(PREVIEW_COLUMNS, self.app.size.width - LIST_COLUMNS_MAX)

    @property
    def _has_preview(self) -> bool:
        return self.app.size.width >= PREVIEW_FROM

    def on_resize(self) -> None:
        """Show game and players in the list, and a match beside it, where there is room."""
        self.query_one(MatchPreview).styles.width = self._preview_columns
        self.read_matches()

    def on_screen_resume(self) -> None:
        """List the matches again."""
        self._wanted.read_lessons(self.session.locations)
        self.read_matches()

    def show_matches(self) -> None:
        """List the matches that are read; the cursor stays on its match."""
        self._fill(self._chosen())

    def _write_title(self) -> None:
        words = tr_n("{number} match", "{number} matches", len(self._found))
        if self._unverified.has_more:
            words = tr("{number} verified so far", number=len(self._found))
        wanted, right = self._wanted, tr(self._wanted.order)
        if wanted.limits:
            shown = tr("{limits}: {number} shown", limits=wanted.limits, number=len(self._rows))
            right = f"{shown}, {right}"
        self.query_one(TitleBar).write(tr("Saved matches"), words, right)

    def _fill(self, chosen: Listed | None) -> None:
        table = self.query_one(MatchTable)
        self._rows = self._wanted.rows(self._found)
        at = table.cursor_row
        paths = [row.path for row in self._rows]
        at = paths.index(chosen.path) if chosen and chosen.path in paths else at
        look = self.query_one(TitleBar).look
        table.show_matches(self._rows, self._wanted.state_of, self._columns, look)
        table.move_cursor(row=min(at, max(len(self._rows) - 1, 0)))
        self._show_list(not self._found and not self._unverified.has_more)
        self._write_title()
        self._describe()

    def _show_list(self, is_empty: bool) -> None:
        """Show the list, with a match beside it where there is room, or what stands in its place
        while it is empty."""
        table = self.query_one(MatchTable)
        self.query_one(EmptyList).display = is_empty
        self.query_one(MatchPreview).display = self._has_preview and not is_empty
        table.display = not is_empty
        if table.display and self.focused is None:
            # A table that was hidden has lost the focus.
            table.focus()

    def _chosen(self) -> Listed | None:
        at = self.query_one(DataTable).cursor_row
        return self._rows[at] if 0 <= at < len(self._rows) else None

    def _describe(self) -> None:
        row = self._chosen()
        text = ""
        if row and row.game:
            names = ", ".join(player.name for player in row.players)
            generated = f"{saved_title(row.title)}," if read_title(row.title) else ""
            text = tr(
                "{match} with {players}: whole and verified, {size} kB.",
                match=generated or registry.get(row.game).title,
                players=names,
                size=decimal(row.size / 1024, ".1f"),
            )
        if row is None:
            here = self.session.locations
            text = tr("There are no saved matches yet.")
            if self._found:
                text = tr("No match is like this: f, g and / show others.")
            if here.shows_paths and not self._found:
                text = f"{text} {tr('Matches are kept in {folder}.', folder=here.matches)}"
        elif row.trouble:
            text = row.trouble
        self.query_one("#trouble", Static).update(clean(self.session.locations.redact(text)))
        self.labels = {"saved.open": tr_in("key", "replay")} if row and row.over else {}
        self.refresh_bindings()
        self._preview(row)

    def _preview(self, row: Listed | None) -> None:
        """Show a match beside the list, its course once the cursor rests on it."""
        if self._reading:
            self._reading.stop()
        preview = self.query_one(MatchPreview)
        if not self._has_preview or (row and preview.row == row and preview.course):
            return
        preview.show(row)
        if row and row.game and not row.trouble:
            self._reading = self.set_timer(PREVIEW_SECONDS, partial(self._read_course, row))

    def _read_course(self, row: Listed) -> None:
        with suppress(RecordError):
            recording = saves.SavedMatch.of(saves.read(row.path)).recording(SPECTATOR)
            preview = self.query_one(MatchPreview)
            if preview.row == row:
                preview.show(row, course(recording))

    def on_data_table_row_highlighted(self) -> None:
        """Describe the match under the cursor."""
        self._describe()

    def action_limit_state(self) -> None:
        """Show all matches, those not finished, or those that are over."""
        self._wanted.next_state()
        self._fill(self._chosen())

    def action_limit_game(self) -> None:
        """Show the matches of the next game that there are matches of, at last of all again."""
        self._wanted.next_game(self._found)
        self._fill(self._chosen())

    def action_order(self) -> None:
        """Sort the list in the next way."""
        self._wanted.next_order()
        self._fill(self._chosen())

    @work
    async def action_find(self) -> None:
        """Show the matches that contain some words; all, without any."""
        question = tr("Words of the game, the players, the state or the title:")
        dialog = EntryDialog(tr("Find"), question, self._wanted.words)
        words = await self.app.push_screen_wait(dialog)
        if words is not None:
            self._wanted.words = " ".join(words.split())
            self._fill(self._chosen())

    def action_open(self) -> None:
        """Continue a match or a lesson, or replay a match that is over."""
        row = self._chosen()
        if row is None:
            return
        if row.over:
            self.action_replay()
            return
        if self._wanted.is_begun_lesson(row):
            navigation.go(self.app, navigation.Learn(row.game))
            return
        try:
            place = self.session.house.resume(row.path, self.session.settings.now.pace)
        except (RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)
            return
        navigation.go(self.app, navigation.Play(place))

    def action_replay(self) -> None:
        """Replay a match."""
        row = self._chosen()
        if row is None:
            return
        try:
            navigation.go(self.app, navigation.Replay(saves.SavedMatch.of(saves.read(row.path))))
        except RecordError as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)

    @work
    async def action_rename(self) -> None:
        """Give a match another title."""
        row = self._chosen()
        if row is None:
            return
        # A generated name means nothing to the player.
        given = clean(row.title) if read_title(row.title) is None else ""
        question = tr("New title for {match}:", match=saved_title(row.title))
        title = await self.app.push_screen_wait(EntryDialog(tr("Rename"), question, given))
        if title is not None and title != given:
            try:
                saves.rename(row.path, title, self.session.locations)
            except JournalError as error:
                self.notify(str(error), markup=False, severity="error")
            self.read_matches()

    def action_copy(self) -> None:
        """Save the same match a second time."""
        row = self._chosen()
        if row is None:
            return
        try:
            saves.copy(row.path, self.session.locations)
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
                target = saves.delete(row.path, self.session.locations)
                self.notify(tr("Moved to {folder}.", folder=target.parent), markup=False)
            except JournalError as error:
                self.notify(str(error), markup=False, severity="error")
            self.read_matches()
