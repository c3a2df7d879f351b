"""A dialog with a message, until a key is pressed."""

from collections.abc import Sequence
from typing import Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.widgets import Static

from darwin_core.text.language import tr
from darwin_tui.dialogs import Dialog
from darwin_tui.terminal.printable import clean

CONTINUE_KEYS: Final = frozenset(("enter", "space", "escape", "q", "z"))
"""Keys that only close a message."""


class MessageDialog(Dialog[None]):
    """A message of a few lines. Any key closes it; one that means more does its work, too."""

    def __init__(self, title: str, lines: Sequence[str | Text]) -> None:
        super().__init__(title, tr("any key continues"))
        self._lines = lines

    def body(self) -> ComposeResult:
        """Yield the lines."""
        lines = (Text(clean(line)) if isinstance(line, str) else line for line in self._lines)
        yield Static(Text("\n").join(lines), markup=False, classes="says")

    def on_key(self, event: events.Key) -> None:
        """Close on any key; it is pressed again below unless it only continues."""
        event.stop()
        self.dismiss()
        if event.key not in CONTINUE_KEYS:
            self.app.simulate_key(event.key)

    def on_click(self) -> None:
        """Close on a click."""
        self.dismiss()
