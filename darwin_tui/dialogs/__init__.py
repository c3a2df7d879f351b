"""Dialogs: small screens over another one, each with one question or message."""

from typing import TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from darwin_tui.widgets.screen import DarwinScreen

T = TypeVar("T")


class Dialog(ModalScreen[T], DarwinScreen[T]):
    """A panel over another screen, closed with a value; with None if the player cancels."""

    def __init__(self, title: str, keys: str) -> None:
        """Prepare the panel.

        Args:
            title: in its border.
            keys: the words at its foot, in which keys can be clicked.
        """
        super().__init__()
        self._panel_title, self._keys = title, keys

    def compose(self) -> ComposeResult:
        """Yield the panel: what it is about, and the keys."""
        with Vertical(classes="panel") as panel:
            panel.border_title = self._panel_title
            yield from self.body()
            yield Static(self._keys, classes="keys")

    def body(self) -> ComposeResult:
        """Yield what the dialog is about."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Hide the notices of the screen below, which are shown on this one."""
        if len(self.app.screen_stack) > 1:
            self.app.screen_stack[-2].query("ToastRack").set(display=False)

    def action_leave(self) -> None:
        """Close without an answer."""
        self.dismiss(None)
