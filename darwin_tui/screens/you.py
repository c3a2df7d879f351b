"""One's own matches in figures."""

import time
from pathlib import Path
from typing import ClassVar

import msgspec
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType

from darwin_core.match.record import RecordError
from darwin_core.text.language import tr, tr_in, tr_n
from darwin_tui import commands
from darwin_tui.dialogs.pick import PickDialog
from darwin_tui.library import saves
from darwin_tui.library.collection import Cabinet
from darwin_tui.library.dates import short_date
from darwin_tui.library.saves import SLICE_SECONDS
from darwin_tui.library.statistics import (
    TIMES,
    Finished,
    MatchFilter,
    finished,
    rivals_met,
    statistics,
    tables_met,
)
from darwin_tui.paths import SUFFIX
from darwin_tui.screens import navigation
from darwin_tui.screens.matches_screen import MatchesScreen
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.page import Page
from darwin_tui.widgets.title_bar import TitleBar
from darwin_tui.widgets.you_page import COLLECTION, YouPage


class YouScreen(MatchesScreen):
    """Shares won, ratings, scores and rivals, read from the saved matches."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("you")

    def __init__(self) -> None:
        super().__init__()
        self._filter = MatchFilter()

    def compose(self) -> ComposeResult:
        """Yield the page and the keys."""
        yield TitleBar(tr("You"), self.session.name)
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
        self._show_figures()
        self._cabinet = Cabinet.read(self.session.locations)
        self._collecting = self._cabinet.collect(self._matches)
        self._collect_on()

    @property
    def _matches(self) -> tuple[Finished, ...]:
        """All finished matches of the player."""
        return finished(self._found, self.session.name).matches

    def _show_figures(self) -> None:
        """Show the figures of the matches that are wanted."""
        here = self.session.locations
        found = statistics(self._found, self.session.name, here, self._filter)
        words = tr_n("{number} match", "{number} matches", found.matches)
        if found.limits:
            words = f"{words} ({found.limits})"
        elif found.since:
            since = short_date(found.since, has_hour=False)
            words = tr("{matches} since {day}", matches=words, day=since)
        parts = [words]
        parts += [tr("{number} damaged left out", number=found.damaged)] if found.damaged else []
        self.query_one(TitleBar).write(tr("You"), self.session.name, ", ".join(parts))
        self.page.show(found)

    def _limit(self, **limits: str | int) -> None:
        self._filter = msgspec.structs.replace(self._filter, **limits)
        self._show_figures()

    @work
    async def action_rival(self) -> None:
        """Ask against whom the matches are wanted."""
        names = ["", *rivals_met(self._matches)]
        lines = [tr("everybody"), *names[1:]]
        at = names.index(self._filter.against) if self._filter.against in names else 0
        dialog = PickDialog(tr("Against"), lines, enter=tr("Enter shows these"), at=at)
        if (place := await self.app.push_screen_wait(dialog)) is not None:
            self._limit(against=names[place])

    @work
    async def action_table(self) -> None:
        """Ask at which tables the matches are wanted."""
        tables = tables_met(self._matches)
        lines = [tr("any table"), *(table.words for table in tables)]
        dialog = PickDialog(tr_in("table", "At"), lines, enter=tr("Enter shows these"))
        if (place := await self.app.push_screen_wait(dialog)) is not None:
            wanted = tables[place - 1] if place else MatchFilter()
            self._limit(seats=wanted.seats, rules=wanted.rules)

    def action_time(self) -> None:
        """Show the matches of fewer days, at last of all time again."""
        days = [days for days, _ in TIMES]
        self._limit(days=days[(days.index(self._filter.days) + 1) % len(days)])

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
        self.labels = {}
        if is_collection:
            self.labels = {"you.up": tr_in("key", "specimen"), "you.left": tr_in("key", "drawer")}
        self.refresh_bindings()

    def action_open(self) -> None:
        """Open the replay of the result or the specimen under the cursor; of a game, the last."""
        if specimen := self.page.specimen:
            self._replay(specimen.finished.row.path, specimen.position)
            return
        if self.page.cursor.startswith("find:"):
            self.notify(tr("This place is still empty."), timeout=3)
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
