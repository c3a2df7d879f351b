"""The curtain between two people at one screen."""

import time
from collections.abc import Awaitable, Callable
from typing import ClassVar, Final

import msgspec
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType

from darwin_tui import commands
from darwin_tui.screen import DarwinScreen
from darwin_tui.widgets.cloth import LEAVE, OPEN, UNDO, Cloth
from darwin_tui.widgets.key_bar import key_of
from darwin_tui.widgets.page import Page

GUARD_SECONDS: Final = 0.3
"""Time without a key before one counts, so that keys typed ahead cannot open the curtain."""


class Invitation(msgspec.Struct, frozen=True):
    """The person that the curtain is drawn for, and whose last choice can still be undone."""

    name: str
    seat: int
    game: str
    """The title of the game."""
    key: str
    """The key that opens the curtain: not the one pressed last, which may still be held
    down and repeat."""
    chooser: str = ""
    """The name of the person who may undo a choice; empty if nobody can."""
    undo: Callable[[], Awaitable[None]] | None = None

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
        self._cloth = Cloth()

    def compose(self) -> ComposeResult:
        """Yield the curtain, with the invitation and the other commands; nothing of the table."""
        yield self._cloth

    def on_mount(self) -> None:
        """Name the keys that do something here."""
        self._write()

    def _write(self) -> None:
        invitation, cloth = self._invitation, self._cloth
        cloth.seat, cloth.person, cloth.note = invitation.seat, invitation.name, invitation.game
        cloth.lines = {
            OPEN: f"and press {invitation.key.capitalize()}.",
            UNDO: invitation.undo_text(key_of(self, "play.undo")),
            LEAVE: f"{key_of(self, 'play.leave')} leaves; the match is saved.",
        }
        cloth.redraw()

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

    async def on_page_chosen(self, event: Page.Chosen) -> None:
        """Carry out the command on the line clicked; elsewhere open the curtain."""
        if not self._is_quiet():
            return
        if event.place == LEAVE:
            self.action_leave()
        elif event.place == UNDO:
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
