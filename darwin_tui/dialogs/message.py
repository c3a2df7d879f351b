"""A dialog that says something until a key is pressed."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from darwin_tui.dialogs import Dialog
from darwin_tui.printable import clean


class MessageDialog(Dialog[None]):
    """Says a few lines; any key continues."""

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        """The lines and how to go on."""
        with Vertical(classes="panel") as panel:
            panel.border_title = self._title
            yield Static("\n".join(map(clean, self._lines)), markup=False, classes="says")
            yield Static("any key continues", classes="keys")

    def on_key(self, event: events.Key) -> None:
        """Close by whatever key is pressed."""
        event.stop()
        self.dismiss()

    def on_click(self) -> None:
        """So does a click."""
        self.dismiss()
