"""The saved matches."""

from collections.abc import Iterable, Sequence
from textwrap import shorten
from typing import ClassVar, Final

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import DataTable, Static

from darwin_core import registry
from darwin_core.game import when
from darwin_core.journal import JournalError
from darwin_core.record import RecordError
from darwin_tui import commands, navigation, saves
from darwin_tui.dialogs.confirm import ConfirmDialog
from darwin_tui.dialogs.entry import EntryDialog
from darwin_tui.printable import clean
from darwin_tui.saves import Listed
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.widgets.form import format_ago, saved_title
from darwin_tui.widgets.key_bar import KeyBar

NARROW: Final = ("", "title", "where", "played", "kB")
WIDE: Final = ("", "game", "title", "players", "where", "played", "kB")
WIDE_BUT_NAMES: Final = (*WIDE[:3], *WIDE[4:])
WIDE_FROM: Final = 100
"""Columns from which the list has room for game and players."""


class SavedScreen(DarwinScreen[None]):
    """A list to continue, replay, rename, copy or delete from."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("saved")

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Listed] = []
        self._unverified = saves.Slices()
        """The matches that are not listed yet."""
        self.labels: dict[str, str] = {}
        """The labels of commands that differ from the table's for the match under the cursor."""

    def compose(self) -> ComposeResult:
        """Compose the list, and a line on the match under the cursor."""
        yield Static("Saved matches", id="heading")
        yield DataTable(cursor_type="row", zebra_stripes=False)
        yield Static("", id="trouble", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """List the matches, in the colours of the theme."""
        self.query_one(DataTable).focus()
        self.app.theme_changed_signal.subscribe(self, lambda _: self._list())

    @property
    def _is_narrow(self) -> bool:
        return self.app.size.width < WIDE_FROM

    def on_resize(self) -> None:
        """Show game and players in the list where there is room for them."""
        self._list()

    def on_screen_resume(self) -> None:
        """List the matches again."""
        self._list()

    def on_unmount(self) -> None:
        """Keep the results of verifying so far."""
        self._unverified.close()

    def _list(self) -> None:
        """List the matches again: as many as are verified in a moment, the others later."""
        kept = self._chosen()
        self._unverified.close()
        self._rows = []
        try:
            self._unverified.start(self.session.locations)
        except JournalError as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)
        self._verify_on(kept)

    def _verify_on(self, kept: Listed | None = None) -> None:
        """Verify for a moment and list the results; the cursor stays on its match."""
        chosen, heading = kept or self._chosen(), "Saved matches"
        self._rows += self._unverified.next()
        if self._unverified.has_more:
            self.call_after_refresh(self._verify_on)
            heading = f"Saved matches: {len(self._rows)} verified so far"
        self.query_one("#heading", Static).update(heading)
        self._fill(chosen)

    def _fill(self, chosen: Listed | None) -> None:
        table = self.query_one(DataTable)
        at = table.cursor_row
        paths = [row.path for row in self._rows]
        at = paths.index(chosen.path) if chosen and chosen.path in paths else at
        table.clear(columns=True)
        table.add_columns(*(NARROW if self._is_narrow else WIDE))
        for cells in self._cells():
            # Words alone would be taken for markup.
            table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in cells))
        table.move_cursor(row=min(at, max(len(self._rows) - 1, 0)))
        self._describe()

    def _cells(self) -> list[tuple[Text | str, ...]]:
        """Return a line for each match; titles, or the names of players where they are shown, take
        the room that is left."""
        if self._is_narrow:
            rows = [(self._mark(row), *self._progress(row)) for row in self._rows]
            room = self._room([*NARROW[:1], *NARROW[2:]], rows)
            titles = [saved_title(row.title) for row in self._rows]
            return [
                (mark, f"{title[: room - 1]}…" if len(title) > room else title, *progress)
                for (mark, *progress), title in zip(rows, titles, strict=True)
            ]
        lines = []
        for row in self._rows:
            game = registry.get(row.game).title if row.game else ""
            title = saved_title(row.title, names_game=False)
            lines.append((self._mark(row), game, title, *self._progress(row)))
        room = self._room(WIDE_BUT_NAMES, lines)
        names = [", ".join(player.name for player in row.players) for row in self._rows]
        return [
            (*line[:3], shorten(shown, room, placeholder=" …"), *line[3:])
            for line, shown in zip(lines, names, strict=True)
        ]

    def _room(self, titles: Sequence[str], lines: Iterable[Sequence[Text | str]]) -> int:
        """Return the width of one more column beside those with such titles and lines."""
        longest = [max(map(len, column)) for column in zip(titles, *lines, strict=True)]
        return max(self.app.size.width - sum(longest) - 2 * (len(titles) + 1) - 2, len("players"))

    def _mark(self, row: Listed) -> Text:
        colours = self.app.theme_variables
        return Text("✗", colours["bad"]) if row.trouble else Text("✓", colours["good"])

    def _progress(self, row: Listed) -> tuple[str, str, str]:
        where = "over" if row.over else ""
        if row.clock and not row.over:
            where = when(registry.get(row.game), row.clock)
        return where, format_ago(row.played), f"{row.size / 1024:.1f}"

    def _chosen(self) -> Listed | None:
        at = self.query_one(DataTable).cursor_row
        return self._rows[at] if 0 <= at < len(self._rows) else None

    def _describe(self) -> None:
        row = self._chosen()
        text = ""
        if row and row.game:
            names = ", ".join(player.name for player in row.players)
            text = f"{registry.get(row.game).title} with {names}: whole and verified."
        if row is None:
            here = self.session.locations
            text = "There are no saved matches yet."
            if here.shows_paths:
                text += f" Matches are kept in {here.matches}."
        elif row.trouble:
            text = row.trouble
        self.query_one("#trouble", Static).update(clean(self.session.locations.redact(text)))
        self.labels = {"saved.open": "replay"} if row and row.over else {}
        self.refresh_bindings()

    def on_data_table_row_highlighted(self) -> None:
        """Describe the match under the cursor."""
        self._describe()

    def action_open(self) -> None:
        """Continue a match, or replay it if it is over."""
        row = self._chosen()
        if row is None:
            return
        if row.over:
            self.action_replay()
            return
        try:
            table = self.session.house.resume(row.path, self.session.settings.now.pace)
        except (RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)
            return
        navigation.go(self.app, navigation.Play(table))

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
        shown = clean(row.title)
        title = await self.app.push_screen_wait(EntryDialog("Rename", "Its new title:", shown))
        if title is not None and title != shown:
            try:
                saves.rename(row.path, title, self.session.locations)
            except JournalError as error:
                self.notify(str(error), markup=False, severity="error")
            self._list()

    def action_copy(self) -> None:
        """Save the same match a second time."""
        row = self._chosen()
        if row is None:
            return
        try:
            saves.copy(row.path, self.session.locations)
        except (JournalError, RecordError) as error:
            self.notify(str(error), markup=False, severity="error")
        self._list()

    @work
    async def action_delete(self) -> None:
        """Move a match to the trash, after asking."""
        row = self._chosen()
        if row is None:
            return
        if await self.app.push_screen_wait(
            ConfirmDialog("Delete", f"Move {saved_title(row.title)} to the trash?")
        ):
            try:
                target = saves.delete(row.path, self.session.locations)
                self.notify(f"Moved to {target.parent}.", markup=False)
            except JournalError as error:
                self.notify(str(error), markup=False, severity="error")
            self._list()

    def action_help(self) -> None:
        """Open the keys."""
        navigation.go(self.app, navigation.Help(self))

    def action_leave(self) -> None:
        """Close the screen."""
        self.dismiss()
