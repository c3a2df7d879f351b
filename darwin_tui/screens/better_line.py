"""A better line of a match on the board: walked step by step, left for the match as it was."""

from textwrap import shorten
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from darwin_core.contract.game import when
from darwin_core.text.language import tr
from darwin_core.text.wording import first_clauses
from darwin_tui import commands
from darwin_tui.dialogs.branch import ask_branch
from darwin_tui.library.saves import SavedMatch
from darwin_tui.play.better_line import decided
from darwin_tui.screens import navigation
from darwin_tui.screens.recorded_screen import RecordedScreen
from darwin_tui.widgets.key_bar import KeyBar

STEP_COLUMNS: Final = 4
"""Columns of a step in the timeline."""
BESIDE_BAR_COLUMNS: Final = 50
"""Columns of the timeline beside the bar of the match."""


class BetterLineScreen(RecordedScreen):
    """A line of a few steps that leaves a match after a decision."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("line")

    def __init__(
        self, line: SavedMatch, viewer: int, position: int, back: navigation.Replay
    ) -> None:
        """Show the first step.

        Args:
            line: the line, with the match before it.
            viewer: the perspective.
            position: the number of actions at which the line leaves the match.
            back: the replay to which leaving a branch of the line returns.
        """
        super().__init__(line, viewer, position + 1)
        self._start, self._back = position, back

    def compose(self) -> ComposeResult:
        """Yield the board under a banner, a dashed timeline and the keys."""
        yield Static("", id="perspective", markup=False)
        yield self.panel
        yield Static("", id="scrubber", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Draw the first step."""
        self._moved()

    def draw(self) -> None:
        """Draw the board at the step, the banner and the timeline."""
        cursor, lexicon = self._cursor, self._lexicon
        self.panel.show(self._scene())
        self.panel.event_log.show(cursor.log, lexicon)
        said = cursor.sentences(lexicon)
        if not said and cursor.position > self._start:
            said = [decided(cursor.recording, cursor.position, lexicon)]
        words = f"{tr('A better line, not the match')} · {' '.join(said)}"
        room = max(self.app.size.width - 2, 1)
        banner = shorten(first_clauses(words, room), room, placeholder=" …")
        self.query_one("#perspective", Static).update(banner, layout=False)
        self.query_one("#scrubber", Static).update(self._timeline(), layout=False)

    def _timeline(self) -> str:
        """Return the bar of the match up to the line, and the steps of the line, dashed."""
        cursor = self._cursor
        here, last = cursor.position - self._start, cursor.last - self._start
        columns = max(self.size.width - BESIDE_BAR_COLUMNS - STEP_COLUMNS * last, 1)
        dash = "┄" * (STEP_COLUMNS - 1)
        steps = "".join(f"{dash}{'◆' if step == here else '┄'}" for step in range(1, last + 1))
        bar = "━" * columns + ("◆" if not here else "┄") + steps
        moment = when(self._game, cursor.recording.clocks[cursor.position]).replace(",", "")
        step = tr("step {number} of {all}", number=here, all=last)
        return f"· {bar} {step}  {moment}"

    def action_step(self, by: int) -> None:
        """Go a step along the line, back as far as the decision."""
        self._move_to(max(self._cursor.position + by, self._start))

    @work
    async def action_branch(self) -> None:
        """Play on from here as a match of its own."""
        cursor = self._cursor
        place = await ask_branch(self, self._saved, cursor.recording, cursor.position)
        if place is not None:
            navigation.go(self.app, navigation.Play(place, self._back))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the panes that there are."""
        return self.panel.has_letters(parameters) if action == "open" else True

    def action_leave(self) -> None:
        """Return to the match as it was."""
        self.dismiss()
