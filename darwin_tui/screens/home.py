"""The first screen."""

from contextlib import suppress
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType

from darwin_core.contract import registry
from darwin_core.contract.game import when
from darwin_core.journal import JournalError
from darwin_core.match.record import RecordError
from darwin_core.text.language import mark, tr
from darwin_tui import commands
from darwin_tui.dialogs.pick import PickDialog
from darwin_tui.library import saves
from darwin_tui.library.dates import format_ago
from darwin_tui.library.lessons import Progresses
from darwin_tui.screens import navigation
from darwin_tui.seating import default_set_up
from darwin_tui.widgets.boxes import title_of
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.page import Page
from darwin_tui.widgets.screen import DarwinScreen
from darwin_tui.widgets.shelf import FIRST, FIRST_GAME, Again, Continued, Entry, Shelf

ENTRIES: Final = (
    Entry("new", "n", mark("New match"), mark("choose a game, seats and rules")),
    Entry("learn", "L", mark("Learn"), mark("a guided match, with a teacher")),
    Entry("saved", "s", mark("Saved matches"), mark("continue, replay, rename, delete")),
    Entry("daily", "d", mark("Today's challenge"), mark("one seed a day, the same for all")),
    Entry("you", "y", mark("You"), mark("matches, scores, rating")),
    Entry("settings", "t", mark("Settings"), mark("theme, pace, curtain, keys")),
    Entry("help", "?", mark("Keys and rules"), mark("how to play")),
    Entry("quit", "q", mark("Quit"), mark("every match is already saved")),
)

_IDLE: Final = frozenset({"choose('continue')"})
"""The action that does nothing without an unfinished match."""


class HomeScreen(DarwinScreen[None]):
    """The start: continue, begin, replay, learn."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("home")

    def __init__(self) -> None:
        super().__init__()
        self.idle_actions = _IDLE
        self._unfinished: saves.Listed | None = None
        self._lesson = ""
        """The game of the lesson that the unfinished match is; empty if it is none."""
        self._unverified = saves.Slices()
        """The matches that are not verified yet."""

    def compose(self) -> ComposeResult:
        """Yield the page and the keys."""
        yield Shelf(ENTRIES)
        yield KeyBar()

    @property
    def shelf(self) -> Shelf:
        """The page."""
        return self.query_one(Shelf)

    def on_screen_resume(self) -> None:
        """Search again for a match to continue."""
        self._unfinished = None
        # The list of saved matches says what is wrong with the folder.
        with suppress(JournalError):
            self._unverified.start(self.session.locations)
        self._search()
        self._offer()
        self.shelf.focus()

    def on_screen_suspend(self) -> None:
        """Stop searching."""
        self._unverified.close()

    def on_unmount(self) -> None:
        """Keep the results of verifying so far."""
        self._unverified.close()

    def _search(self) -> None:
        """Search for a moment for the match last played that can be continued."""
        self._unfinished = next((row for row in self._unverified.next() if row.continues), None)
        if self._unfinished:
            self._unverified.close()
        elif self._unverified.has_more:
            self.call_after_refresh(self._search_on)

    def _search_on(self) -> None:
        """Search for another moment, and offer a match found, unless the search was stopped."""
        if self._unverified.has_more:
            self._search()
            if self._unfinished:
                self._offer()

    def _offer(self) -> None:
        """Show the match to continue; the cursor goes to it if it was not moved yet."""
        shelf, row = self.shelf, self._unfinished
        self.idle_actions = frozenset() if row else _IDLE
        if row and row.clock:
            game = registry.get(row.game)
            when_played = f"{when(game, row.clock)}, {format_ago(row.played)}"
            names = [player.name for player in row.players]
            lesson = Progresses(self.session.locations).of_record(row.path)
            self._lesson = lesson[0] if lesson else ""
            if lesson:
                # The first frame does not wait for the imports of lessons, where none was begun.
                from darwin_core.teaching import lessons

                steps = len(lessons.load(row.game).steps)
                when_played = tr(
                    "lesson, step {number} of {all}, {time}",
                    number=lesson[1] + 1,
                    all=steps,
                    time=format_ago(row.played),
                )
            shelf.continued = Continued(row.game, game.title, names, when_played)
            if shelf.cursor == FIRST:
                shelf.cursor = "continue"
        else:
            shelf.continued = None
            shelf.again = self._again()
            if shelf.cursor == "continue":
                shelf.cursor = FIRST
        shelf.redraw()
        self.query_one(KeyBar).refresh()

    def _again(self) -> Again | None:
        """Return the match that was set up last; None if none was, or its game is gone."""
        for last in self.session.settings.now.set_ups[:1]:
            with suppress(registry.UnknownGame):
                names = tuple(name for _, name in last.seats)
                return Again(last.game, title_of(last.game), names)
        return None

    def on_page_chosen(self, event: Page.Chosen) -> None:
        """Open the choice."""
        self.action_choose(event.place)

    def action_move(self, dx: int, dy: int) -> None:
        """Move the cursor."""
        self.shelf.move(dx, dy)

    def action_open(self) -> None:
        """Open the choice under the cursor."""
        self.action_choose(self.shelf.cursor)

    def action_take(self, number: int) -> None:
        """Take a game from the shelf, by its number."""
        self.action_choose(registry.SLUGS[number - 1])

    def action_choose(self, choice: str) -> None:
        """Open the screen that a key or the menu chose."""
        match choice:
            case "continue" if self._unfinished:
                self._continue()
            case "continue" if self._unverified.has_more:
                self.notify(tr("The saved matches are still being verified."), timeout=3)
            case "continue":
                self.notify(tr("There is no match to continue; n begins one."), timeout=3)
            case "new":
                navigation.go(self.app, navigation.NewMatch())
            case "first":
                self._begin()
            case slug if slug in registry.SLUGS:
                navigation.go(self.app, navigation.NewMatch(slug))
            case "learn":
                self._learn()
            case "saved":
                navigation.go(self.app, navigation.Saved())
            case "daily":
                navigation.go(self.app, navigation.Daily())
            case "you":
                navigation.go(self.app, navigation.You())
            case "settings":
                navigation.go(self.app, navigation.Settings())
            case "help":
                navigation.go(self.app, navigation.Help(self))
            case "quit":
                self.app.exit(0)

    def _learn(self) -> None:
        """Ask for a game, and open its lesson at the step that it has reached."""
        from darwin_core.teaching import lessons

        slugs = lessons.slugs()
        begun = Progresses(self.session.locations).all()
        lines = []
        for slug in slugs:
            lesson, kept = lessons.load(slug), begun.get(slug)
            line = tr("{game}, {number} steps", game=lesson.game.title, number=len(lesson.steps))
            if kept:
                line = f"{line}, {tr('continues with step {number}', number=kept.step + 1)}"
            lines.append(line)
        enter = tr("Enter begins the lesson")
        dialog = PickDialog(tr("Learn"), lines, enter=enter, is_numbered=True)

        def picked(place: int | None) -> None:
            if place is not None:
                navigation.go(self.app, navigation.Learn(slugs[place]))

        self.app.push_screen(dialog, picked)

    def _begin(self) -> None:
        """Begin a match at once: as the last one was set up, or the first one of all."""
        set_ups = self.session.settings.now.set_ups
        try:
            # The first frame does not wait for what beginning a match needs.
            from darwin_tui.screens.beginning import begin_as

            begin_as(self, set_ups[0] if set_ups else default_set_up(FIRST_GAME))
        except (ValueError, RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error")

    def _continue(self) -> None:
        if self._unfinished is None:
            return
        if self._lesson:
            navigation.go(self.app, navigation.Learn(self._lesson))
            return
        try:
            pace = self.session.settings.now.pace
            place = self.session.house.resume(self._unfinished.path, pace)
        except (RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error")
            return
        navigation.go(self.app, navigation.Play(place))
