"""The analysis of a match for a screen: the one that is kept, or made by the workers meanwhile."""

from collections.abc import Callable
from typing import Final

from textual.timer import Timer

from darwin_core.analysis.report import Analysis
from darwin_core.analysis.review import Knowledge
from darwin_core.bots import Undecided
from darwin_core.journal import JournalError
from darwin_tui.library.analyses import Analysing
from darwin_tui.library.reasons import KNOWN
from darwin_tui.library.saves import SavedMatch
from darwin_tui.widgets.screen import DarwinScreen

POLL_SECONDS: Final = 0.25


class Analyst:
    """The way of one screen to an analysis: begun when it is asked for, dropped when it is left."""

    def __init__(
        self, screen: DarwinScreen[None], saved: SavedMatch, changed: Callable[[], None]
    ) -> None:
        """Prepare to analyse a match; nothing is done yet.

        Args:
            screen: waits for the analysis.
            saved: the match.
            changed: called when there is something else to draw.
        """
        self._screen, self._saved, self._changed = screen, saved, changed
        self._analysing: Analysing | None = None
        self._timer: Timer | None = None
        self.knowledge: Knowledge = "players"
        """Of whose knowledge of the cards the analysis is."""
        self._made: dict[Knowledge, Analysis] = {}

    @property
    def is_at_work(self) -> bool:
        """The analysis is being made."""
        return self._analysing is not None

    @property
    def share(self) -> float:
        """The share that is done, from 0 to 1."""
        return self._analysing.share if self._analysing else 0

    @property
    def curve(self) -> list[list[float | None]]:
        """The curves as far as they are found."""
        return self._analysing.curve if self._analysing else []

    @property
    def analysis(self) -> Analysis | None:
        """The analysis, once it is made or found."""
        return self._made.get(self.knowledge)

    def find(self) -> Analysis | None:
        """Return the analysis that is kept, if there is one."""
        if self.analysis is None:
            found = self._saved.analysis(self._screen.session.locations, self.knowledge)
            if found:
                self._made[self.knowledge] = found
        return self.analysis

    def switch(self) -> None:
        """Take the next knowledge, and the analysis with it."""
        self.stop()
        ways = list(KNOWN)
        self.knowledge = ways[(ways.index(self.knowledge) + 1) % len(ways)]
        self.begin()

    def begin(self) -> None:
        """Take the analysis that is kept; have it made if there is none."""
        if self.find() is None and not self.is_at_work:
            locations = self._screen.session.locations
            self._analysing = self._saved.analyse(locations, self.knowledge)
            self._timer = self._screen.set_interval(POLL_SECONDS, self._poll)

    def _poll(self) -> None:
        if self._analysing is None:
            return
        try:
            if analysis := self._analysing.poll():
                self._made[self.knowledge] = analysis
        except (Undecided, JournalError) as error:
            self._screen.notify(str(error), severity="warning", markup=False)
            self.stop()
        if self.analysis:
            self.stop()
        self._changed()

    def stop(self) -> None:
        """Drop an analysis that is not done."""
        if self._timer:
            self._timer.stop()
        if self._analysing:
            self._analysing.cancel()
        self._timer = self._analysing = None
