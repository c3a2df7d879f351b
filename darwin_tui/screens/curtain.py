"""The curtain between two people at one screen."""

import time
from collections.abc import Awaitable, Callable
from typing import ClassVar, Final

import msgspec
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from darwin_tui import commands
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.widgets.key_bar import key_of

GUARD_SECONDS: Final = 0.3
"""Time without a key before one counts, so that keys typed ahead cannot open the curtain."""


class Invitation(msgspec.Struct, frozen=True):
    """The person that the curtain is drawn for, and whose last choice can still be undone."""

    name: str
    mark: str
    key: str
    """The key that opens the curtain: not the one pressed last, which may still be held
    down and repeat."""
    chooser: str = ""
    """The name of the person who may undo a choice; empty if nobody can."""
    undo: Callable[[], Awaitable[None]] | None = None

    def text(self) -> str:
        """Return the invitation."""
        return f"\n{self.mark}\n\nPass to {self.name}\n\nand press {self.key.capitalize()}.\n"

    def undo_text(self, key: str) -> str:
        """Return a sentence on the choice that a key undoes; empty if there is none."""
        return f"{key} undoes {self.chooser}'s choice." if self.chooser else ""


class CurtainScreen(DarwinScreen[None]):
    """Covers the table until the next player takes the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("curtain")

    def __init__(self, invitation: Invitation, leave: Callable[[], None]) -> None:
        super().__init__()
        self._invitation = invitation
        self._leave = leave
        self._last_key = time.monotonic()

    def compose(self) -> ComposeResult:
        """Yield the invitation and the other commands; nothing of the table."""
        with Vertical(id="curtain"):
            yield Static("", id="pass", markup=False)
            yield Static("", id="take-back", markup=False)
            yield Static("", id="leave", markup=False)

    def on_mount(self) -> None:
        """Name the keys that do something here."""
        self._write()

    def _write(self) -> None:
        invitation = self._invitation
        undo = invitation.undo_text(key_of(self, "play.undo"))
        self.query_one("#pass", Static).update(invitation.text())
        self.query_one("#take-back", Static).update(undo)
        self.query_one("#leave", Static).update(
            f"{key_of(self, 'play.leave')} leaves; the match is saved."
        )

    def invite(self, invitation: Invitation) -> None:
        """Invite a person, perhaps another one than before."""
        self._invitation = invitation
        if self.is_mounted:
            self._write()

    def on_key(self, event: events.Key) -> None:
        """Open on one fixed key. Before a quiet moment no key counts; after it, only this key and
        those of the commands of this screen."""
        is_quiet, opens = self._is_quiet(), event.key == self._invitation.key
        if is_quiet and not opens and self._is_command(event.key):
            return
        event.stop()
        event.prevent_default()
        if is_quiet and opens:
            self.dismiss()

    def _is_command(self, key: str) -> bool:
        active = self.active_bindings.get(key)
        names = {command.name for command in commands.on("curtain")}
        return active is not None and active.binding.id in names

    async def on_click(self, event: events.Click) -> None:
        """Carry out the command on the line clicked; elsewhere open the curtain."""
        if not self._is_quiet():
            return
        line = event.widget.id if event.widget else None
        if line == "leave":
            self.action_leave()
        elif line == "take-back" and self._invitation.undo:
            await self.action_undo()
        else:
            self.dismiss()

    async def action_undo(self) -> None:
        """Undo the last choice, if that can be done."""
        if self._invitation.undo:
            await self._invitation.undo()

    def action_leave(self) -> None:
        """Leave for the first screen; every action is saved already."""
        self._leave()

    def _is_quiet(self) -> bool:
        now = time.monotonic()
        before, self._last_key = self._last_key, now
        return now - before >= GUARD_SECONDS
