"""The curtain between two people at one screen."""

import time
from typing import ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Static

QUIET: Final = 0.3
"""Seconds without a key before Enter counts, so that a held key cannot open the curtain."""


class CurtainScreen(Screen[None]):
    """Covers the table until the next player takes the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, name: str, mark: str) -> None:
        super().__init__()
        self._name = name
        self._mark = mark
        self._last_key = time.monotonic()

    def compose(self) -> ComposeResult:
        """Whose turn it is to look."""
        yield Static(
            f"\n{self._mark}\n\nPass to {self._name}\n\nand press Enter.\n",
            id="curtain",
            markup=False,
        )

    def on_key(self, event: events.Key) -> None:
        """Open on Enter after a quiet moment; every other key does nothing."""
        event.stop()
        event.prevent_default()
        if self._is_quiet() and event.key == "enter":
            self.dismiss()

    def on_click(self) -> None:
        """So does a click."""
        if self._is_quiet():
            self.dismiss()

    def _is_quiet(self) -> bool:
        now = time.monotonic()
        before, self._last_key = self._last_key, now
        return now - before >= QUIET
