"""The curtain between two people at one screen."""

import time
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Final

import msgspec
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from darwin_tui.screens.base import DarwinScreen

QUIET: Final = 0.3
"""Seconds without a key before one counts, so that what was typed ahead cannot open the curtain."""


class Invitation(msgspec.Struct, frozen=True):
    """Who is to look next, and whose last choice can still be taken back."""

    name: str
    mark: str
    key: str
    """What opens the curtain: another key than the one that was pressed last, for that one may be
    held down still and come again and again."""
    chooser: str = ""
    """Who may take a choice back; empty if nobody can."""
    take_back: Callable[[], Awaitable[None]] | None = None

    def told(self) -> str:
        """Whose turn it is to look."""
        return f"\n{self.mark}\n\nPass to {self.name}\n\nand press {self.key.capitalize()}.\n"

    def told_of_taking_back(self, key: str) -> str:
        """Whose choice a key takes back, if one can be."""
        return f"{key} takes {self.chooser}'s choice back." if self.chooser else ""


TAKE_BACK: Final = Binding("u", "undo", "take back", id="play.undo")
LEAVE: Final = Binding("q", "leave", "leave", id="play.leave")
"""The commands of play that there are before the curtain too, under whatever keys they have."""


def key_of(screen: Screen[Any], command: Binding) -> str:
    """Return how the key is called that a command of a screen is bound to now."""
    active = [each.binding for each in screen.active_bindings.values()]
    # A file written by hand may give one key to both.
    return screen.app.get_key_display(
        next((each for each in active if each.id == command.id), command)
    )


class CurtainScreen(DarwinScreen[None]):
    """Covers the table until the next player takes the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [TAKE_BACK, LEAVE]

    def __init__(self, invitation: Invitation, leave: Callable[[], None]) -> None:
        super().__init__()
        self._invitation = invitation
        self._leave = leave
        self._last_key = time.monotonic()

    def compose(self) -> ComposeResult:
        """Whose turn it is to look, and what else can be done; nothing of the table."""
        with Vertical(id="curtain"):
            yield Static("", id="pass", markup=False)
            yield Static("", id="take-back", markup=False)
            yield Static("", id="leave", markup=False)

    def on_mount(self) -> None:
        """Name the keys that do something here."""
        self._tell()

    def _tell(self) -> None:
        invitation = self._invitation
        taking_back = invitation.told_of_taking_back(key_of(self, TAKE_BACK))
        self.query_one("#pass", Static).update(invitation.told())
        self.query_one("#take-back", Static).update(taking_back)
        self.query_one("#leave", Static).update(
            f"{key_of(self, LEAVE)} leaves; the match is saved."
        )

    def invite(self, invitation: Invitation) -> None:
        """Turn to somebody, perhaps somebody else than before."""
        self._invitation = invitation
        if self.is_mounted:
            self._tell()

    def on_key(self, event: events.Key) -> None:
        """Open on one key, whatever keys were chosen. Before a quiet moment no key counts, and
        after it none but those of the commands that there are here."""
        is_quiet, opens = self._is_quiet(), event.key == self._invitation.key
        if is_quiet and not opens and self._is_command(event.key):
            return
        event.stop()
        event.prevent_default()
        if is_quiet and opens:
            self.dismiss()

    def _is_command(self, key: str) -> bool:
        active = self.active_bindings.get(key)
        return active is not None and active.binding.id in {TAKE_BACK.id, LEAVE.id}

    async def on_click(self, event: events.Click) -> None:
        """A click does what the line under it says; elsewhere it opens."""
        if not self._is_quiet():
            return
        line = event.widget.id if event.widget else None
        if line == "leave":
            self.action_leave()
        elif line == "take-back" and self._invitation.take_back:
            await self.action_undo()
        else:
            self.dismiss()

    async def action_undo(self) -> None:
        """Take back the choice that can be taken back, if there is one."""
        if self._invitation.take_back:
            await self._invitation.take_back()

    def action_leave(self) -> None:
        """Back to the first screen; every act is saved already."""
        self._leave()

    def _is_quiet(self) -> bool:
        now = time.monotonic()
        before, self._last_key = self._last_key, now
        return now - before >= QUIET
