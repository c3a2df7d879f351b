"""The analysis of a match in its replay: made on demand, shown as curves, and followed by keys."""

from collections.abc import Callable, Sequence
from typing import Final

from darwin_core.analysis.report import change
from darwin_core.analysis.review import Choice
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import Lexicon
from darwin_tui.library.reasons import cost_of
from darwin_tui.library.saves import SavedMatch
from darwin_tui.play.replay_cursor import ReplayCursor
from darwin_tui.screens.analyst import Analyst
from darwin_tui.widgets.chance_curve import ChanceCurve, points, turns
from darwin_tui.widgets.screen import DarwinScreen

NOT_OVER: Final = mark("Only a match that is over can be analysed.")
NO_MARK: Final = mark("There is no marked action there.")
AT_WORK: Final = mark("Actions are marked once the match is analysed.")


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
        self._analyst = Analyst(screen, saved, self._take)
        self.is_shown = False
        self._drawn = 0
        """The percentage of the analysis that is drawn."""

    def toggle(self) -> None:
        """Show or hide the curves; the first time, begin the analysis."""
        if self._cursor.recording.outcome is None:
            self._screen.notify(tr(NOT_OVER), timeout=3)
            return
        self.is_shown = not self.is_shown
        if self.is_shown:
            self._analyst.begin()
        else:
            self.stop()
        # The curves show how long the match is.
        self._cursor.is_revealed = True
        self._changed()

    def find(self) -> None:
        """Take the analysis that is kept, if there is one."""
        if self._cursor.recording.outcome is not None:
            self._analyst.find()

    def switch(self) -> None:
        """Show the chances as they are with other knowledge of the cards."""
        if not self.is_shown:
            self._screen.notify(tr("c shows the chances first."), timeout=3)
            return
        self._analyst.switch()
        self._changed()

    def hide(self) -> None:
        """Hide the curves, to make room."""
        if self.is_shown:
            self.toggle()

    def _take(self) -> None:
        """Draw what there is now; nothing if the analysis has failed. While it is at work the rest
        of the screen stays as it is: a key would have to wait for its drawing."""
        if self.is_shown and self._analyst.is_at_work:
            if round(100 * self._analyst.share) != self._drawn:
                self._sketch()
            return
        self.is_shown &= self._analyst.is_at_work or self._analyst.analysis is not None
        self._changed()

    def stop(self) -> None:
        """Drop an analysis that is not done."""
        self._analyst.stop()

    def draw(self, lexicon: Lexicon) -> None:
        """Draw the curves at the cursor, or how far they are."""
        self._screen.set_class(self.is_shown, "-chances")
        if not self.is_shown:
            return
        analysis = self._analyst.analysis
        if analysis is None:
            self._sketch()
            return
        recording = self._cursor.recording
        found = turns(recording, analysis, lexicon)
        self.curve.show(analysis, recording.names, found, self._cursor.position)

    def _sketch(self) -> None:
        """Draw the curves as far as they are found."""
        analyst = self._analyst
        self._drawn = round(100 * analyst.share)
        self.curve.sketch(
            analyst.knowledge,
            analyst.share,
            analyst.curve,
            self._cursor.recording.names,
            self._cursor.position,
        )

    def words_here(self, lexicon: Lexicon) -> list[str]:
        """Return why the last action is marked, and what would have been better than a mistake."""
        analysis, recording, position = (
            self._analyst.analysis,
            self._cursor.recording,
            self._cursor.position,
        )
        if analysis is None or not self.is_shown:
            return []
        said = []
        choice = analysis.choice_before(position)
        if choice and choice.cost:
            own = self._saved.recording(recording.seat(position))
            said.append(f"{cost_of(own, choice, lexicon)} {tr('Y plays it out.')}")
        elif choice and choice.mark:
            name = lexicon.names[recording.seat(position)]
            words = tr("{name} plays better than a Normal bot would.", name=name)
            said.append(f"{choice.mark} {words}")
        said += [
            tr("{change} here.", change=change(point, lexicon))
            for point in points(recording, analysis)
            if point.position == position
        ]
        return said

    @property
    def shown_curve(self) -> Sequence[Sequence[float]]:
        """For each seat the chances at all positions; none if they are not found or not shown."""
        analysis = self._analyst.analysis
        return analysis.curve if analysis and self.is_shown else ()

    @property
    def mistake_here(self) -> Choice | None:
        """The last action, if the analysis found a better one."""
        analysis = self._analyst.analysis
        return analysis.mistake_before(self._cursor.position) if analysis else None

    def mark(self, by: int) -> int | None:
        """Return the position of the next (1) or the last (-1) marked action or turning point;
        None, with a sentence shown, if there is none."""
        marked = set[int]()
        if self._analyst.analysis:
            turning = points(self._cursor.recording, self._analyst.analysis)
            marked = {point.position for point in turning}
            marked |= {
                choice.position + 1
                for choices in self._analyst.analysis.choices
                for choice in choices
                if choice.mark in ("!", "?", "??")
            }
        here = self._cursor.position
        if by > 0:
            found = min((at for at in marked if at > here), default=None)
        else:
            found = max((at for at in marked if at < here), default=None)
        if found is None:
            said = AT_WORK if self._analyst.is_at_work else "c analyses the match first."
            self._screen.notify(tr(NO_MARK if self._analyst.analysis else said), timeout=3)
        return found
