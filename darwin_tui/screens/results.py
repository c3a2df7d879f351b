"""The results of a match, line by line."""

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType

from darwin_core.game import SPECTATOR, Event, Outcome
from darwin_core.journal import JournalError
from darwin_core.lexicon import Lexicon
from darwin_core.record import RecordError
from darwin_tui import commands, navigation, saves
from darwin_tui.games import board_for
from darwin_tui.history.course import course
from darwin_tui.parts.area import Area
from darwin_tui.saves import SavedMatch
from darwin_tui.screens.beginning import begin
from darwin_tui.screens.sharing import Sharing
from darwin_tui.widgets.board import AnyBoard
from darwin_tui.widgets.form import saved_title
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.results_page import Chart, Results, ResultsPage

LINE_SECONDS: Final = 0.5
"""Time after which the next line is shown."""


class ResultsScreen(Sharing):
    """The score of a finished match."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("results")

    def __init__(self, saved: SavedMatch, ended: str = "", is_over_replay: bool = False) -> None:
        """Show the results of a match.

        Args:
            saved: the match.
            ended: a sentence on how it ended, where that was not by its rules. The standing then
                takes the place of an outcome.
            is_over_replay: the replay of the match is the screen below.
        """
        super().__init__()
        self._is_over_replay = is_over_replay
        self._ended = ended
        self._saved = saved
        self._recording = saved.recording(SPECTATOR)
        self.labels = {} if saved.path else {"results.new": "new table", "results.home": "lobby"}
        """Labels of commands; a match without a file here is kept by a server."""
        if is_over_replay:
            self.labels["results.home"] = "back"

    @property
    def _outcome(self) -> Outcome:
        return self._recording.standing

    @property
    def page(self) -> ResultsPage:
        """The page."""
        return self.query_one(ResultsPage)

    def compose(self) -> ComposeResult:
        """Yield the page and the keys."""
        recording = self._recording
        board = board_for(recording.game.slug)
        lexicon = Lexicon(recording.names, self.session.language)
        path = self._saved.path
        kept = f"Saved as {saved_title(path.stem)}." if path else "The host keeps this match."
        yield ResultsPage(
            Results(
                title=recording.game.title,
                names=recording.names,
                outcome=self._outcome,
                viewer=self._saved.person,
                is_over=recording.outcome is not None,
                ended=self._ended,
                kept=kept,
                epilogue=board.epilogue(recording.view(), lexicon),
                unit=recording.game.clock_words[0],
                chart=self._chart(board),
            )
        )
        yield KeyBar()

    def _chart(self, board: AnyBoard) -> Chart | None:
        """Return the chart of the course of the match, if the game has one."""
        if not board.CHART_ROWS:
            return None

        def draw(area: Area) -> None:
            board.draw_course(area, self._recording.view(), self._events)

        return Chart(draw, board.CHART_ROWS, board.COLOURS)

    @cached_property
    def _events(self) -> Sequence[Event]:
        """The events of the whole match."""
        return [event for logged in self._recording.log() for event in logged]

    def on_mount(self) -> None:
        """Show a line every half second; a key is faster."""
        self.page.focus()
        self._timer = self.set_interval(LINE_SECONDS, self._step)
        self.call_after_refresh(self._read_course)

    def _read_course(self) -> None:
        """Read the points at the end of each part of the match, which takes a moment."""
        if self.is_mounted:
            self.page.course = course(self._recording)
            self.page.redraw()

    @property
    def _has_lines(self) -> bool:
        return not self.page.is_done

    def _step(self) -> None:
        self.page.shown += 1
        self.page.redraw()
        if self.page.is_done:
            self._timer.stop()
            self.refresh_bindings()

    def action_next(self) -> None:
        """Show the next line at once."""
        if self._has_lines:
            self._step()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the next line until all are shown."""
        has = {"lines"} if self.is_mounted and self._has_lines else set[str]()
        has |= {"seats"} if self._saved.path else set()
        return commands.is_available("results", action, has | self.sharing)

    def action_replay(self) -> None:
        """Replay the match."""
        if self._is_over_replay:
            self.dismiss()
            return
        saved = self._saved
        try:
            again = saves.SavedMatch.of(saves.read(saved.path)) if saved.path else saved
        except RecordError as error:
            self.notify(str(error), markup=False, severity="error")
        else:
            navigation.go(self.app, navigation.Replay(again))

    def action_help(self) -> None:
        """Show the keys and the rules of the game."""
        navigation.go(self.app, navigation.Help(self, self._recording.game.slug))

    def action_rematch(self) -> None:
        """Play again at once, with the same seats and rules."""
        try:
            begin(self, self._saved.rematch())
        except (RecordError, JournalError) as error:
            self.notify(str(error), markup=False, severity="error")

    def action_new_match(self) -> None:
        """Set up another one."""
        navigation.go(self.app, navigation.NewMatch(self._recording.game.slug))

    def action_home(self) -> None:
        """Return to the first screen, or to the replay below."""
        if self._is_over_replay:
            self.dismiss()
        else:
            navigation.go(self.app, navigation.Home())
