"""The base of a screen with a replay: its analysis, and the keys that lead through it."""

from textual import work

from darwin_core.lexicon import Lexicon
from darwin_tui import navigation
from darwin_tui.dialogs.better import BetterDialog
from darwin_tui.dialogs.why import show_why
from darwin_tui.play.better_line import steps, verdict
from darwin_tui.play.replay_cursor import ReplayCursor
from darwin_tui.saves import SavedMatch
from darwin_tui.screens.board_screen import BoardScreen
from darwin_tui.screens.replay_beliefs import ReplayBeliefs
from darwin_tui.screens.replay_chances import ReplayChances
from darwin_tui.screens.replay_places import guess_from


class AnalysedScreen(BoardScreen):
    """A replay with chances to win, beliefs about hidden cards, and reasons of actions."""

    _saved: SavedMatch
    _cursor: ReplayCursor
    _chances: ReplayChances
    _beliefs: ReplayBeliefs

    def prepare_analysis(self) -> None:
        """Prepare to analyse what the cursor is over."""
        self._chances = ReplayChances(self, self._saved, self._cursor, self.draw)
        self._beliefs = ReplayBeliefs(self, self._cursor, self.draw)

    @property
    def _lexicon(self) -> Lexicon:
        """The words of the reader."""
        return Lexicon(self._cursor.recording.names, self.session.language)

    def _move_to(self, position: int) -> None:
        """Go to a position."""
        raise NotImplementedError

    def _stop(self) -> None:
        """Play no more by itself."""
        raise NotImplementedError

    def _go_if_any(self, position: int | None) -> None:
        """Go to a position, if there is one."""
        if position is not None:
            self._move_to(position)

    def draw_analysis(self) -> None:
        """Draw what is shown of it at the cursor."""
        self._chances.draw(self._lexicon)
        self._beliefs.draw(self._lexicon)

    def stop_analysis(self) -> None:
        """Drop what is not done."""
        self._chances.stop()
        self._beliefs.stop()

    def action_chances(self) -> None:
        """Show or hide the chances to win; the first time, analyse the match."""
        self._beliefs.hide()
        self._chances.toggle()

    def action_knowledge(self) -> None:
        """Show the chances as a spectator knew the match, with all cards open, or as before."""
        self._chances.switch()

    def action_beliefs(self) -> None:
        """Show or hide what hidden cards could be, from what the viewer knew."""
        self._chances.hide()
        self._beliefs.toggle()

    def action_mark(self, by: int) -> None:
        """Go to the next or the last action that the analysis marks."""
        self._go_if_any(self._chances.mark(by))

    @work
    async def action_why(self) -> None:
        """Show why the player took the action, from what they knew; of a mistake, what was better,
        and the line that could have followed."""
        self._chances.find()
        choice = self._chances.mistake_here
        if choice is None:
            show_why(self, self._saved, self._cursor, self._lexicon)
            return
        self._stop()
        here, lexicon = self._cursor.recording, self._lexicon
        line = self._saved.better_line(choice)
        words = verdict(self._saved.recording(here.seat(choice.position + 1)), choice, lexicon)
        shown = steps(line.recording(here.viewer), choice, lexicon)
        if await self.app.push_screen_wait(BetterDialog([*words], [*shown])):
            back = navigation.Replay(self._saved, here.viewer, choice.position + 1)
            request = navigation.BetterLine(line, here.viewer, choice.position, back)
            navigation.go(self.app, request)

    def action_guess(self) -> None:
        """Guess what a player does next."""
        self._stop()
        guess_from(self, self._saved, self._cursor)
