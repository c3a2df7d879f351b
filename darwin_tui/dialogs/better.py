"""A dialog on what was better than a mistake, and how the match could have continued."""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from darwin_core.analysis.review import Choice
from darwin_core.text.language import tr
from darwin_core.text.seat_names import Lexicon
from darwin_tui import commands
from darwin_tui.dialogs import Dialog
from darwin_tui.library.saves import SavedMatch
from darwin_tui.play.better_line import steps, verdict
from darwin_tui.terminal.printable import clean
from darwin_tui.widgets.screen import DarwinScreen


class BetterDialog(Dialog[bool]):
    """The better action and its reason, and the steps of its line. Closed with True to walk it."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("better")

    def __init__(self, verdict: Sequence[str], steps: Sequence[str]) -> None:
        super().__init__(
            tr("Better"),
            tr("[@click=screen.walk]→ walks this line[/], [@click=screen.leave]Esc goes back[/]"),
        )
        self._verdict, self._steps = verdict, steps

    def body(self) -> ComposeResult:
        """Yield the words."""
        steps = (f"┄ {step}" for step in self._steps)
        lines = [*self._verdict, "", tr("It could have continued so:"), *steps]
        text = Text("\n").join(Text(clean(line)) for line in lines)
        yield Static(text, markup=False, classes="says")

    def action_walk(self) -> None:
        """Close, to walk the line."""
        self.dismiss(True)


async def ask_better(
    screen: DarwinScreen[None], saved: SavedMatch, viewer: int, choice: Choice, lexicon: Lexicon
) -> SavedMatch | None:
    """Show what was better than a choice; return its line if the reader wishes to walk it."""
    line = saved.better_line(choice)
    recording = line.recording(viewer)
    words = verdict(saved.recording(recording.seat(choice.position + 1)), choice, lexicon)
    dialog = BetterDialog([*words], [*steps(recording, choice, lexicon)])
    return line if await screen.app.push_screen_wait(dialog) else None
