"""The challenge of the day."""

import asyncio
from datetime import date, datetime, time, timedelta
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType

from darwin_core.contract.registry import SLUGS
from darwin_core.journal import JournalError, unwritable
from darwin_core.match.record import RecordError
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui import commands
from darwin_tui.dialogs.message import MessageDialog
from darwin_tui.library import daily, saves
from darwin_tui.library.daily import Key, Pars, Tries, result_lines
from darwin_tui.library.dates import month
from darwin_tui.library.saves import SavedMatch
from darwin_tui.paths import private_dir
from darwin_tui.screens import navigation
from darwin_tui.screens.matches_screen import MatchesScreen
from darwin_tui.widgets.daily_page import LAST, DailyPage, Past
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.page import Page
from darwin_tui.widgets.title_bar import TitleBar

TITLE: Final = mark("Challenge of the day")


class DailyScreen(MatchesScreen):
    """Today's challenges, what they brought, and the days in a row."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("daily")

    def __init__(self) -> None:
        super().__init__()
        self._tries: Tries = {}

    def compose(self) -> ComposeResult:
        """Yield the page and the keys."""
        yield TitleBar(tr(TITLE))
        yield DailyPage()
        yield KeyBar()

    @property
    def page(self) -> DailyPage:
        """The page."""
        return self.query_one(DailyPage)

    def on_mount(self) -> None:
        """Read the pars that are known."""
        self._pars = Pars(self.session.locations)

    def on_screen_resume(self) -> None:
        """Read the saved matches again."""
        self.page.focus()
        self.page.today = date.today()
        self._write_title()
        self.read_matches()

    def _write_title(self) -> None:
        midnight = datetime.combine(date.today() + timedelta(days=1), time())
        minutes = int((midnight - datetime.now()).total_seconds() // 60)
        today = self.page.today
        day = tr(
            "{weekday} {day} {month} {year}",
            weekday=tr(f"{today:%A}"),
            day=today.day,
            month=month(today),
            year=today.year,
        )
        left = tr("next in {hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
        self.query_one(TitleBar).write(tr(TITLE), day, left)

    def show_matches(self) -> None:
        """Show the tries once all matches are read."""
        if self._unverified.has_more:
            return
        page, name = self.page, self.session.name
        self._tries = daily.tries(self._found, name)
        played = daily.days(self._tries)
        page.tries = {key.slug: own for key, own in self._tries.items() if key.day == page.today}
        page.played = played
        page.streaks = daily.streak(played, page.today), daily.longest_streak(played)
        page.is_ready = True
        self._label()
        self._show_pars()
        self._find_pars()

    def _past_keys(self, slug: str) -> list[Key]:
        """Return the last finished challenges of a game, the newest last."""
        own = (key for key, each in self._tries.items() if key.slug == slug and each.is_over)
        return sorted(own, key=lambda key: key.day)[-LAST:]

    def _show_pars(self) -> None:
        """Show the pars as far as they are known, and what follows from them."""
        page, known = self.page, self._pars.known
        pars = {slug: known(Key(slug, page.today)) for slug in SLUGS}
        page.pars = {slug: par for slug, par in pars.items() if par is not None}
        page.past = {
            slug: [Past(self._tries[key].points, known(key)) for key in self._past_keys(slug)]
            for slug in SLUGS
        }
        self._write_lines()
        page.redraw()

    @work(exclusive=True)
    async def _find_pars(self) -> None:
        """Play the pars that are not known, those of today first, while keys act."""
        today = [Key(slug, self.page.today) for slug in SLUGS]
        for key in (*today, *(key for slug in SLUGS for key in self._past_keys(slug))):
            if self._pars.known(key) is None:
                await asyncio.to_thread(self._pars.find, key)
                if not self.query(DailyPage):
                    # The screen was closed meanwhile.
                    return
                self._show_pars()

    def _label(self) -> None:
        """Label the main command as it is for the game that is shown."""
        own = self.page.own
        self.labels = {}
        if own:
            self.labels = {"daily.open": tr_in("key", "replay" if own.is_over else "continue")}
        self.refresh_bindings()

    def _write_lines(self) -> None:
        """Compose the lines to paste of the game that is shown."""
        page = self.page
        own, par = page.own, page.pars.get(page.cursor)
        if own is None or not own.is_over or par is None or page.cursor in page.lines:
            return
        try:
            saved = SavedMatch.of(saves.read(own.row.path))
        except RecordError as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)
            return
        lines = result_lines(Key(page.cursor, page.today), own, par, saved, self._tries)
        page.lines = {**page.lines, page.cursor: lines}

    # --- commands

    def on_page_moved(self, event: Page.Moved) -> None:
        """Show the result of another game."""
        self._label()
        self._write_lines()
        self.page.redraw()

    def on_page_chosen(self, event: Page.Chosen) -> None:
        """Play the game that is clicked."""
        self.action_open()

    def action_move(self, dx: int, dy: int) -> None:
        """Go to another game."""
        at = SLUGS.index(self.page.cursor) + (dx or dy)
        self.page.point(SLUGS[min(max(at, 0), len(SLUGS) - 1)])

    def action_game(self, number: int) -> None:
        """Go to a game by its number."""
        self.page.point(SLUGS[number - 1])

    def action_open(self) -> None:
        """Play the challenge, continue it, or replay it once it is over."""
        own = self.page.own
        if not self.page.is_ready:
            return
        try:
            if own is None:
                self._begin()
            elif own.is_over:
                saved = SavedMatch.of(saves.read(own.row.path))
                navigation.go(self.app, navigation.Replay(saved))
            else:
                pace = self.session.settings.now.pace
                place = self.session.house.resume(own.row.path, pace)
                navigation.go(self.app, navigation.Play(place))
        except (RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)

    def action_practise(self) -> None:
        """Play a challenge that is done once more; it does not count."""
        own = self.page.own
        if own is None or not own.is_over:
            self.notify(tr("Practice comes after the first try."), timeout=3)
            return
        try:
            self._begin()
        except (RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error", timeout=8)

    def _begin(self) -> None:
        session = self.session
        header = daily.header_of(Key(self.page.cursor, self.page.today), session.name)
        opened = saves.create(header, session.locations)
        place = session.house.host(opened, pace=session.settings.now.pace)
        navigation.go(self.app, navigation.Play(place))

    def _text(self) -> str:
        """Return the lines to paste; empty, with a notice, if there are none."""
        lines = self.page.lines.get(self.page.cursor)
        if not lines:
            self.notify(tr("There is no result to share yet."), timeout=3)
        return "\n".join(lines or ())

    def action_copy(self) -> None:
        """Copy the result; not every terminal allows it, and the text can be marked as well."""
        if text := self._text():
            self.app.copy_to_clipboard(text)
            words = tr("Copied, if your terminal allows it; it can also be marked.")
            self.notify(words, timeout=4)

    def action_save(self) -> None:
        """Write the result to a file, and say where it is."""
        if not (text := self._text()):
            return
        folder = self.session.locations.shared
        name = f"daily-{self.page.cursor}-{self.page.today.isoformat()}.txt"
        try:
            path = saves.free_path(private_dir(folder) / name)
            path.write_text(f"{text}\n", encoding="utf-8")
        except OSError as error:
            self.notify(str(unwritable(folder, error)), markup=False)
            return
        self.app.push_screen(MessageDialog(tr("Shared"), [tr("The text is in"), str(path)]))
