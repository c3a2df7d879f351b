"""Guessing what a player of a finished match did next: the play screen over a recording."""

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from darwin_core.text.language import tr
from darwin_tui import commands
from darwin_tui.drawing.canvas import SEAT_MARKS, gathered, spread
from darwin_tui.drawing.scene import AnyScene
from darwin_tui.play.guessing import AskedAccess, GuessSeat
from darwin_tui.play.live_match import LiveMatch
from darwin_tui.play.status_line import CONTINUE, Lines, two_rows
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.table_view import TableView
from darwin_tui.widgets.board_panel import BoardPanel
from darwin_tui.widgets.dialogs import MessageDialog


class GuessView(TableView):
    """The view of a decision to guess, and then of the played action with the verdict."""

    def __init__(self, live: LiveMatch, panel: BoardPanel, guess_seat: GuessSeat) -> None:
        super().__init__(live, panel)
        self._guess_seat = guess_seat

    def scene(self) -> AnyScene:
        scene = super().scene()
        guess_seat = self._guess_seat
        scene = replace(scene, since=guess_seat.recording.news(guess_seat.position))
        if guess_seat.answered:
            played = self.game.targets(guess_seat.answered.played)
            scene = replace(scene, chooser=None, hinted=played)
        return scene

    @property
    def defeat(self) -> str:
        """Empty: a defeat would be the recorded player's, not the reader's."""
        return ""

    def lines(self) -> Lines:
        verdict = " ".join(self._guess_seat.verdict(self.seat_names))
        if not verdict:
            return super().lines()
        # A long verdict takes the row of the continue key, which the player knows by then.
        first, second = map(gathered, two_rows(spread(verdict), self.room))
        return Lines(first, second or tr(CONTINUE), is_refusal=False, is_long=bool(second))


class GuessScreen(PlayScreen, inherit_bindings=False):
    """The screen on which a player guesses a seat's decisions one by one. The length of the match,
    its result and its chances stay hidden."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("guess")
    TABLE = "guess"
    explains = False
    only_plays = False

    def __init__(self, access: AskedAccess, guess_seat: GuessSeat) -> None:
        self.guess_seat = guess_seat
        super().__init__(access, self.action_leave)

    def table_view(self) -> TableView:
        return GuessView(self.live, self.panel, self.guess_seat)

    def compose(self) -> ComposeResult:
        yield Static("", id="perspective", markup=False)
        yield from super().compose()

    def draw(self) -> None:
        """Draw the decision, and its number among all those asked."""
        super().draw()
        if not self.is_mounted:
            return
        guess_seat = self.guess_seat
        banner = tr(
            "Guess what {player} played · decision {number}",
            player=f"{SEAT_MARKS[guess_seat.viewer]} {guess_seat.names[guess_seat.viewer]}",
            number=len(guess_seat.guesses) + (guess_seat.answered is None),
        )
        self.query_one("#perspective", Static).update(banner, layout=False)

    def follow(self, delay: float = 0) -> None:
        """Draw the decision; after the last one, show the score at once."""
        super().follow(delay=0)

    def show_results(self) -> None:
        self.action_leave()

    def press_continue(self, *, plays: bool = False) -> bool:
        """Handle a continue key, also one that would play, for after an answer nothing is left to
        play; return whether it had an effect."""
        return super().press_continue()

    def action_zoom(self) -> None:
        """Show the verdict at length, or details of the element under the cursor."""
        if lines := self.guess_seat.verdict(self.table.seat_names):
            self.app.push_screen(MessageDialog(tr("Details"), lines))
        else:
            super().action_zoom()

    async def action_back(self) -> None:
        """Drop the last selected element; if there is none, leave with the score."""
        if self.selection.chooser.selected or self.panel.is_log_above:
            await super().action_back()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        score = self.guess_seat.score()
        app = self.app
        if self.guess_seat.is_over:
            score = [tr("There is nothing more to guess."), *score]
        self.dismiss()
        app.push_screen(MessageDialog(tr("Your guesses"), score))
