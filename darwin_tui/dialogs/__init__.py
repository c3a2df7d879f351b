"""Dialogs: small screens over another one, each with one question or message."""

from typing import TypeVar

from textual.screen import ModalScreen

from darwin_tui.screen import DarwinScreen

T = TypeVar("T")


class Dialog(ModalScreen[T], DarwinScreen[T]):
    """A screen over another one, closed with a value."""

    def on_mount(self) -> None:
        """Hide the notices of the screen below, which are shown on this one."""
        if len(self.app.screen_stack) > 1:
            self.app.screen_stack[-2].query("ToastRack").set(display=False)
