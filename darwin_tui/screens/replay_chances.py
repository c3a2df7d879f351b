"""The analysis of a match in its replay: made on demand, shown as curves, and followed by keys."""

from collections.abc import Callable
from typing import Final

from textual.timer import Timer

from darwin_core.analysis.report import Analysis, sentence
from darwin_core.bots import Undecided
from darwin_core.game import OMNISCIENT
from darwin_core.journal import JournalError
from darwin_core.lexicon import Lexicon
from darwin_tui.analyses import Analysing, cost_of
from darwin_tui.play.replay_cursor import ReplayCursor
from darwin_tui.saves import SavedMatch
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.widgets.chance_curve import ChanceCurve, Turn

POLL_SECONDS: Final = 0.25
NOT_OVER: Final = "Only a match that is over can be analysed."
NO_MARK: Final = "There is no marked action there."


class ReplayChances:
    """The chances of a match, its marked decisions and its turning points."""

    def __init__(
        self,
        screen: DarwinScreen[None],
        saved: SavedMatch,
        cursor: ReplayCursor,
        changed: Callable[[], None],
    ) -> None:
        """Prepare to analyse a match; nothing is done yet.

        Args:
            screen: the screen of the replay.
            saved: the match.
            cursor: the position that is shown.
            changed: called when there is something else to draw.
        """
        self._screen, self._saved, self._cursor, self._changed = screen, saved, cursor, changed
        self.curve = ChanceCurve()
        self._analysis: Analysis | None = None
        self._analysing: Analysing | None = None
        self._timer: Timer | None = None
        self.is_shown = False

    def toggle(self) -> None:
        """Show or hide the curves; the first time, begin the analysis."""
        if self._cursor.recording.outcome is None:
            self._screen.notify(NOT_OVER, timeout=3)
            return
        self.is_shown = not self.is_shown
        if not self.is_shown:
            self.stop()
        elif self._analysis is None:
            self._begin()
        # The curves show how long the match is.
        self._cursor.is_revealed = True
        self._changed()

    def _begin(self) -> None:
        locations = self._screen.session.locations
        self._analysis = self._saved.analysis(locations)
        if self._analysis is None:
            self._analysing = self._saved.analyse(locations)
            self._timer = self._screen.set_interval(POLL_SECONDS, self._poll)

    def _poll(self) -> None:
        if self._analysing is None:
            return
        try:
            self._analysis = self._analysing.poll()
        except (Undecided, JournalError) as error:
            self.is_shown = False
            self._screen.notify(str(error), severity="warning", markup=False)
            self.stop()
        if self._analysis:
            self.stop()
        self._changed()

    def stop(self) -> None:
        """Drop an analysis that is not done."""
        if self._timer:
            self._timer.stop()
        if self._analysing:
            self._analysing.cancel()
        self._timer = self._analysing = None

    def draw(self, lexicon: Lexicon) -> None:
        """Draw the curves at the cursor, or how far they are."""
        if not self.is_shown:
            return
        if self._analysis is None:
            self.curve.wait(self._analysing.share if self._analysing else 0)
            return
        recording = self._saved.recording(OMNISCIENT)
        turns = [
            Turn(point.position, sentence(recording, point, lexicon))
            for point in self._analysis.turning_points
        ]
        self.curve.show(self._analysis, recording.names, turns, self._cursor.position)

    def words_here(self, lexicon: Lexicon) -> list[str]:
        """Return what would have been better than the last action, if it was a mistake."""
        if not self.is_shown or self._analysis is None:
            return []
        return [
            cost_of(self._saved.recording(seat), choice, lexicon)
            for seat, choices in enumerate(self._analysis.choices)
            for choice in choices
            if choice.cost and choice.position + 1 == self._cursor.position
        ]

    def mark(self, by: int) -> int | None:
        """Return the position of the next (1) or the last (-1) marked action or turning point;
        None, with a sentence shown, if there is none."""
        marked = set[int]()
        if self._analysis:
            marked = {point.position for point in self._analysis.turning_points}
            marked |= {
                choice.position + 1
                for choices in self._analysis.choices
                for choice in choices
                if choice.mark in ("!", "?", "??")
            }
        here = self._cursor.position
        if by > 0:
            found = min((at for at in marked if at > here), default=None)
        else:
            found = max((at for at in marked if at < here), default=None)
        if found is None:
            words = NO_MARK if self._analysis else "c analyses the match first."
            self._screen.notify(words, timeout=3)
        return found
