"""Beliefs about the hidden cards of a replay: found by and by, shown at the cards and in a list."""

from collections.abc import Callable
from typing import Final

from textual.timer import Timer

from darwin_core.analysis.beliefs import WORLDS, Belief, Beliefs
from darwin_core.contract.game import OMNISCIENT, SPECTATOR
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import capitalized
from darwin_tui.play.replay_cursor import ReplayCursor
from darwin_tui.widgets.belief_bars import BeliefBars
from darwin_tui.widgets.screen import DarwinScreen

DEALT: Final = 20
"""Worlds dealt at a time: so few that no key waits for them."""
DEAL_SECONDS: Final = 0.04
"""Time between two such deals."""
DRAWN_AFTER: Final = (100, WORLDS)
"""Worlds after which the cards are drawn again with what is known better by then."""
LISTED: Final = mark("k again lists them, k once more hides them.")


class ReplayBeliefs:
    """The beliefs at the cursor of a replay, from its perspective."""

    def __init__(
        self, screen: DarwinScreen[None], cursor: ReplayCursor, changed: Callable[[], None]
    ) -> None:
        """Prepare; nothing is dealt yet.

        Args:
            screen: the screen of the replay.
            cursor: the position that is shown.
            changed: called when there is something else to draw.
        """
        self._screen, self._cursor, self._changed = screen, cursor, changed
        self.bars = BeliefBars()
        self.is_shown = False
        """They are drawn at the cards."""
        self.is_listed = False
        """The list is open, too."""
        self.found: tuple[Belief, ...] = ()
        """The beliefs to draw at the cards."""
        self._is_new = True
        self._here: tuple[int, int] | None = None
        self._beliefs: Beliefs | None = None
        self._timer: Timer | None = None

    def toggle(self) -> None:
        """Show the beliefs at the cards; the next time in a list as well; then hide them."""
        if self.is_listed:
            self.is_shown = self.is_listed = False
            self.stop()
        elif self.is_shown:
            self.is_listed = True
        else:
            self.is_shown = True
        self._changed()
        if self.is_shown and not self.is_listed:
            self._say()

    def _say(self) -> None:
        """Say that nothing is hidden, or for the first time what the key does next."""
        if self.found and self._is_new:
            self._screen.notify(tr(LISTED), timeout=3)
            self._is_new = False
        elif not self.found:
            self._screen.notify(f"{capitalized(self._none)}.", timeout=3)

    def close_list(self) -> None:
        """Close the list, to make room."""
        self.is_listed = False

    def stop(self) -> None:
        """Deal no more."""
        self._here = self._beliefs = None
        self.found = ()
        if self._timer:
            self._timer.stop()
            self._timer = None

    def follow(self) -> None:
        """Find what is believed at the cursor; it becomes surer while one looks."""
        self._screen.set_class(self.is_listed, "-beliefs")
        recording = self._cursor.recording
        here = self._cursor.position, recording.viewer
        if not self.is_shown:
            return
        if here != self._here:
            self.stop()
            self._here = here
            self._beliefs = Beliefs(recording.game, recording.view(self._cursor.position))
            self._timer = self._screen.set_interval(DEAL_SECONDS, self._refine)
            self._deal(self._beliefs)
        elif self.is_listed:
            self._list()

    def _refine(self) -> None:
        """Deal some more worlds."""
        if self._beliefs:
            self._deal(self._beliefs)
            if self.found and self._beliefs.worlds in DRAWN_AFTER:
                self._changed()

    def _deal(self, beliefs: Beliefs) -> None:
        """Deal some worlds, and show what is believed."""
        self.found = beliefs.deal(DEALT).found()
        if self._timer and (not self.found or beliefs.worlds >= WORLDS):
            self._timer.stop()
        if self.is_listed:
            self._list()

    @property
    def _none(self) -> str:
        """The words where nothing is hidden."""
        if self._cursor.recording.viewer == OMNISCIENT:
            return tr("none: p switches to what a player saw")
        return tr("none: all cards are open here")

    def _list(self) -> None:
        """List what is believed."""
        recording = self._cursor.recording
        game, names, title = recording.game, recording.names, self._none
        if self.found and self._beliefs:
            title = tr(
                "how likely each is, as a spectator could know: {number} deals"
                if recording.viewer == SPECTATOR
                else "how likely each is, as {name} could know: {number} deals",
                name="" if recording.viewer == SPECTATOR else names[recording.viewer],
                number=self._beliefs.worlds,
            )
        self.bars.show(title, self.found, names, game.card_name)
