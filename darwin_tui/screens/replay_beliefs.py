"""Beliefs about the hidden cards of a replay: found by and by, shown as bars."""

from collections.abc import Callable
from typing import Final

from textual.timer import Timer

from darwin_core.analysis.beliefs import WORLDS, Beliefs
from darwin_core.game import OMNISCIENT, SPECTATOR
from darwin_core.lexicon import Lexicon
from darwin_tui.play.replay_cursor import ReplayCursor
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.widgets.belief_bars import BeliefBars

DEALT: Final = 20
"""Worlds dealt at a time: so few that no key waits for them."""
DEAL_SECONDS: Final = 0.04
"""Time between two such deals."""


class ReplayBeliefs:
    """The beliefs at the cursor of a replay, from its perspective."""

    def __init__(
        self, screen: DarwinScreen[None], cursor: ReplayCursor, changed: Callable[[], None]
    ) -> None:
        """Prepare; nothing is dealt yet.

        Args:
            screen: the screen of the replay.
            cursor: the position that is shown.
            changed: called when the bars are shown or hidden.
        """
        self._screen, self._cursor, self._changed = screen, cursor, changed
        self.bars = BeliefBars()
        self.is_shown = False
        self._here: tuple[int, int] | None = None
        self._beliefs: Beliefs | None = None
        self._lexicon = Lexicon()
        self._timer: Timer | None = None

    def toggle(self) -> None:
        """Show or hide the bars."""
        self.is_shown = not self.is_shown
        if not self.is_shown:
            self.stop()
        self._changed()

    def hide(self) -> None:
        """Hide the bars, to make room."""
        if self.is_shown:
            self.toggle()

    def stop(self) -> None:
        """Deal no more."""
        self._here = self._beliefs = None
        if self._timer:
            self._timer.stop()
            self._timer = None

    def draw(self, lexicon: Lexicon) -> None:
        """Draw the bars at the cursor; they become surer while one looks."""
        self._screen.set_class(self.is_shown, "-beliefs")
        recording = self._cursor.recording
        here = self._cursor.position, recording.viewer
        self._lexicon = lexicon
        if not self.is_shown or here == self._here:
            return
        self.stop()
        self._here = here
        self._beliefs = Beliefs(recording.game, recording.view(self._cursor.position))
        self._timer = self._screen.set_interval(DEAL_SECONDS, self._refine)
        self._refine()

    def _refine(self) -> None:
        """Deal some worlds, and show what is believed."""
        beliefs, timer, recording = self._beliefs, self._timer, self._cursor.recording
        if beliefs is None or timer is None:
            return
        found = beliefs.deal(DEALT).found()
        if not found or beliefs.worlds >= WORLDS:
            timer.stop()
        game, names, lexicon = recording.game, recording.names, self._lexicon
        if recording.viewer == OMNISCIENT:
            title = "none: p switches to what a player saw"
        elif not found:
            title = "none: all cards are open here"
        else:
            who = "a spectator" if recording.viewer == SPECTATOR else names[recording.viewer]
            title = f"how likely each is, as {who} could know: {beliefs.worlds} deals"
        self.bars.show(title, found, names, lambda card: game.card_name(card, lexicon))
