"""One's own matches in figures."""

import time
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from darwin_core.record import RecordError
from darwin_tui import commands, navigation, saves
from darwin_tui.history.collection import Cabinet
from darwin_tui.history.finished import finished
from darwin_tui.history.statistics import statistics
from darwin_tui.locations import SUFFIX
from darwin_tui.saves.folder import SLICE_SECONDS
from darwin_tui.screens.matches_screen import MatchesScreen
from darwin_tui.widgets.form import short_date
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.page import Page
from darwin_tui.widgets.title_bar import TitleBar
from darwin_tui.widgets.you_page import COLLECTION, YouPage


class YouScreen(MatchesScreen):
    """Shares won, ratings, scores and rivals, read from the saved matches."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("you")

    def __init__(self) -> None:
        super().__init__()
        self.labels: dict[str, str] = {}
        """The labels of commands that differ from the table's in the collection."""

    def compose(self) -> ComposeResult:
        """Yield the page and the keys."""
        yield TitleBar("You", self.session.name)
        yield YouPage()
        yield KeyBar()

    @property
    def page(self) -> YouPage:
        """The page."""
        return self.query_one(YouPage)

    def on_screen_resume(self) -> None:
        """Read the saved matches again."""
        self.page.focus()
        self.read_matches()

    def show_matches(self) -> None:
        """Show the figures once all matches are read."""
        self.page.read = len(self._found)
        if self._unverified.has_more:
            self.page.redraw()
            return
        found = statistics(self._found, self.session.name, self.session.locations)
        words = f"{found.matches} match{'' if found.matches == 1 else 'es'}"
        since = f" since {short_date(found.since, has_hour=False)}" if found.since else ""
        parts = [words + since]
        parts += [f"{found.damaged} damaged left out"] if found.damaged else []
        self.query_one(TitleBar).write("You", self.session.name, ", ".join(parts))
        self.page.show(found)
        matches = finished(self._found, self.session.name).matches
        self._cabinet = Cabinet.read(self.session.locations)
        self._collecting = self._cabinet.collect(matches)
        self._collect_on()

    def _collect_on(self) -> None:
        """Walk through matches for a moment, and show what was found in them."""
        if not self.is_mounted:
            return
        end = time.monotonic() + SLICE_SECONDS
        for found in self._collecting:
            self.page.collection = found
            if time.monotonic() > end:
                self.call_after_refresh(self._collect_on)
                break
        else:
            self._cabinet.keep()
        self.page.redraw()

    def on_page_chosen(self, event: Page.Chosen) -> None:
        """Open a result that is clicked."""
        self.action_open()

    def action_move(self, dx: int, dy: int) -> None:
        """Move the cursor."""
        self.page.move(dx, dy)

    def action_pane(self, by: int) -> None:
        """Go to the next page."""
        self.page.step(by)
        is_collection = self.page.tab == COLLECTION
        self.labels = {"you.up": "specimen", "you.left": "drawer"} if is_collection else {}
        self.refresh_bindings()

    def action_open(self) -> None:
        """Open the replay of the result or the specimen under the cursor; of a game, the last."""
        if specimen := self.page.specimen:
            self._replay(specimen.finished.row.path, specimen.position)
            return
        if self.page.cursor.startswith("find:"):
            self.notify("This place is still empty.", timeout=3)
            return
        figures = self.page.figures
        score = self.page.score or (figures.scores[-1] if figures else None)
        if score is not None:
            self._replay(self.session.locations.matches / f"{score.title}{SUFFIX}")

    def _replay(self, path: Path, position: int = 0) -> None:
        try:
            saved = saves.SavedMatch.of(saves.read(path))
            navigation.go(self.app, navigation.Replay(saved, position=position))
        except RecordError as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)
