"""The curtain between two people at one screen."""

import time
from collections.abc import Awaitable, Callable
from typing import ClassVar, Final

import msgspec
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from darwin_tui import settings
from darwin_tui.screens import opening

QUIET: Final = 0.3
"""Seconds without a key before one counts, so that a held key cannot open the curtain."""


class Invitation(msgspec.Struct, frozen=True):
    """Who is to look next, and whose last choice can still be taken back."""

    name: str
    mark: str
    chooser: str = ""
    """Who may take a choice back; empty if nobody can."""
    take_back: Callable[[], Awaitable[None]] | None = None

    def told(self) -> str:
        """Whose turn it is to look."""
        return f"\n{self.mark}\n\nPass to {self.name}\n\nand press Enter.\n"

    def told_of_taking_back(self) -> str:
        """Whose choice can be taken back, if one can."""
        return f"u takes {self.chooser}'s choice back." if self.chooser else ""


class CurtainScreen(Screen[None]):
    """Covers the table until the next player takes the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, invitation: Invitation) -> None:
        super().__init__()
        self._invitation = invitation
        self._last_key = time.monotonic()

    def compose(self) -> ComposeResult:
        """Whose turn it is to look, and what else can be done; nothing of the table."""
        with Vertical(id="curtain"):
            yield Static(self._invitation.told(), id="pass", markup=False)
            yield Static(self._invitation.told_of_taking_back(), id="take-back", markup=False)
            yield Static("q leaves; the match is saved.", id="leave", markup=False)

    @property
    def invited(self) -> str:
        """The name of who is to look next."""
        return self._invitation.name

    def invite(self, invitation: Invitation) -> None:
        """Turn to somebody, perhaps somebody else than before."""
        self._invitation = invitation
        if self.is_mounted:
            self.query_one("#pass", Static).update(invitation.told())
            self.query_one("#take-back", Static).update(invitation.told_of_taking_back())

    async def on_key(self, event: events.Key) -> None:
        """After a quiet moment open on Enter, take back, or leave; other keys do nothing."""
        event.stop()
        event.prevent_default()
        if not self._is_quiet():
            return
        if event.key == "enter":
            self.dismiss()
        elif event.key in self._keys("play.undo", "u"):
            await self._take_back()
        elif event.key in self._keys("play.leave", "q"):
            opening.leave_table(self.app)

    def _keys(self, command: str, usual: str) -> list[str]:
        return settings.of(self.app).keys.get(command, usual).split(",")

    async def on_click(self, event: events.Click) -> None:
        """A click does what the line under it says; elsewhere it opens."""
        if not self._is_quiet():
            return
        line = event.widget.id if event.widget else None
        if line == "leave":
            opening.leave_table(self.app)
        elif line == "take-back" and self._invitation.take_back:
            await self._take_back()
        else:
            self.dismiss()

    async def _take_back(self) -> None:
        if self._invitation.take_back:
            await self._invitation.take_back()

    def _is_quiet(self) -> bool:
        now = time.monotonic()
        before, self._last_key = self._last_key, now
        return now - before >= QUIET
