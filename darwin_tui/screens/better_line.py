"""A better line of a match on the board, and the dialog to choose it."""

from collections.abc import Sequence
from textwrap import shorten
from typing import ClassVar, Final

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from darwin_core.analysis.review import Choice as JudgedChoice
from darwin_core.contract.game import when
from darwin_core.text.language import tr, tr_in
from darwin_core.text.seat_names import SeatNames
from darwin_core.text.wording import first_clauses
from darwin_tui import commands
from darwin_tui.drawing.canvas import gathered, spread
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.play.advice import steps, unseen_decision, verdict
from darwin_tui.screens import navigation
from darwin_tui.screens.board_screen import RecordedScreen
from darwin_tui.screens.match_screens import ask_branch
from darwin_tui.terminal.printable import clean
from darwin_tui.widgets.dialogs import Dialog
from darwin_tui.widgets.screen import DarwinScreen, KeyBar

STEP_COLUMNS: Final = 4
"""Columns of a step in the timeline."""
BESIDE_BAR_COLUMNS: Final = 50
"""Columns of the timeline besides the match's bar and the steps."""
MARGIN_COLUMNS: Final = 2
"""Columns that the banner does not use: one at each side."""


class BetterDialog(Dialog[bool]):
    """The better action, its reason and the steps of its line; returns True to walk through the
    line."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("better")

    def __init__(self, verdict_lines: Sequence[str], step_lines: Sequence[str]) -> None:
        super().__init__(
            tr("Better"),
            tr("[@click=screen.walk]→ walks this line[/], [@click=screen.leave]Esc goes back[/]"),
        )
        self._verdict_lines = verdict_lines
        self._step_lines = step_lines

    def body(self) -> ComposeResult:
        step_lines = (f"┄ {step}" for step in self._step_lines)
        lines = [*self._verdict_lines, "", tr("It could have continued so:"), *step_lines]
        text = Text("\n").join(Text(clean(line)) for line in lines)
        with VerticalScroll():
            yield Static(text, markup=False, classes="says")

    def action_walk(self) -> None:
        self.dismiss(True)


async def ask_better(
    screen: DarwinScreen[None],
    saved: SavedMatch,
    viewer: int,
    choice: JudgedChoice,
    seat_names: SeatNames,
) -> SavedMatch | None:
    """Show what was better than a choice; return the line if the reader wants to walk through
    it."""
    line = saved.better_line(choice)
    recording = line.recording(viewer)
    seat = recording.seat(choice.position + 1)
    is_hinted = choice.position in saved.followed(seat, screen.player.locations)
    words = verdict(saved.recording(seat), choice, seat_names, is_hinted=is_hinted)
    dialog = BetterDialog([*words], [*steps(recording, choice.position, seat_names)])
    return line if await screen.app.push_screen_wait(dialog) else None


class BetterLineScreen(RecordedScreen):
    """A line of a few steps that branches off a match at a decision."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("line")

    def __init__(
        self, line: SavedMatch, viewer: int, position: int, back: navigation.Replay | None
    ) -> None:
        """Show the first step.

        Args:
            line: the line, with the match before it.
            position: number of actions before the line leaves the match.
            back: replay to which leaving a branch of the line returns; None after a puzzle.
        """
        super().__init__(line, viewer, position + 1)
        self._start = position
        self._back = back
        self.labels = {} if back else {"line.leave": tr_in("key", "back")}

    def compose(self) -> ComposeResult:
        yield Static("", id="perspective", markup=False)
        yield self.panel
        yield Static("", id="scrubber", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        self._moved()

    def draw(self) -> None:
        """Draw the board at the current step, the banner and the timeline."""
        cursor, seat_names = self._cursor, self._seat_names
        self.panel.show(self._scene())
        self.panel.event_log.show(cursor.log, seat_names)
        sentences = cursor.sentences(seat_names)
        if not sentences and cursor.position > self._start:
            sentences = [unseen_decision(cursor.recording, cursor.position, seat_names)]
        title = tr("A better line, not the match" if self._back else "A line of the answer")
        words = spread(f"{title} · {' '.join(sentences)}")
        room = max(self.app.size.width - MARGIN_COLUMNS, 1)
        banner = shorten(first_clauses(words, room), room, placeholder=" …")
        self.query_one("#perspective", Static).update(gathered(banner), layout=False)
        self.query_one("#scrubber", Static).update(self._timeline(), layout=False)

    def _timeline(self) -> str:
        """Return the bar of the match up to the line, and the line's steps, dashed."""
        cursor = self._cursor
        # Steps of the line, from 1; step 0 is the decision at which it leaves the match.
        reached, last = cursor.position - self._start, cursor.last - self._start
        columns = max(self.size.width - BESIDE_BAR_COLUMNS - STEP_COLUMNS * last, 1)
        dash = "┄" * (STEP_COLUMNS - 1)
        dashes = "".join(f"{dash}{'◆' if step == reached else '┄'}" for step in range(1, last + 1))
        bar = "━" * columns + ("◆" if not reached else "┄") + dashes
        # The timeline has no room for the comma.
        moment = when(self._game, cursor.recording.clocks[cursor.position]).replace(",", "")
        step = tr("step {number} of {all}", number=reached, all=last)
        return f"· {bar} {step}  {moment}"

    def action_step(self, by: int) -> None:
        """Step along the line, back at most to the decision."""
        self._move_to(max(self._cursor.position + by, self._start))

    @work
    async def action_branch(self) -> None:
        cursor = self._cursor
        access = await ask_branch(self, self._saved, cursor.recording, cursor.position)
        if access is not None:
            navigation.go(self.app, navigation.Play(access, self._back))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the letters that open the board's panes."""
        return self.panel.has_letters(parameters) if action == "open" else True

    def action_leave(self) -> None:
        """Close a log that covers the board, as in a match; else leave."""
        if self.panel.is_log_above:
            self.panel.toggle_log()
        else:
            self.dismiss()
