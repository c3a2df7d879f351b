"""A dialog with a message, until a key is pressed."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from darwin_tui.dialogs import Dialog
from darwin_tui.printable import clean


class MessageDialog(Dialog[None]):
    """A message of a few lines; any key continues."""

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        """Yield the lines and the way to continue."""
        with Vertical(classes="panel") as panel:
            panel.border_title = self._title
            yield Static("\n".join(map(clean, self._lines)), markup=False, classes="says")
            yield Static("any key continues", classes="keys")

    def on_key(self, event: events.Key) -> None:
        """Close on any key."""
        event.stop()
        self.dismiss()

    def on_click(self) -> None:
        """Close on a click."""
        self.dismiss()
