"""The curtain between two people at one screen."""

import time
from collections.abc import Awaitable, Callable
from typing import ClassVar, Final

import msgspec
from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType

from darwin_core.text.language import mark, tr, tr_in
from darwin_tui import commands
from darwin_tui.commands import CONTEXT
from darwin_tui.dialogs.entry import EntryDialog
from darwin_tui.widgets.cloth import LEAVE, OPEN, PIN, UNDO, Cloth
from darwin_tui.widgets.key_bar import key_of
from darwin_tui.widgets.page import Page
from darwin_tui.widgets.screen import DarwinScreen

GUARD_SECONDS: Final = 0.3
"""Time without a key before one counts, so that keys typed ahead cannot open the curtain."""


DIGITS: Final = "0123456789"
PIN_DIGITS: Final = 4
PIN_TITLE: Final = mark("A PIN")
PIN_QUESTION: Final = mark(
    "Four digits that open this seat's curtain until the match is left. They keep honest people "
    "honest, no more: the file of the match holds all cards."
)


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
    pin: str = ""
    """Four digits that open the curtain in place of the key; empty if the key does."""

    def undo_text(self, key: str) -> str:
        """Return a sentence on the choice that a key undoes; empty if there is none."""
        if not self.chooser:
            return ""
        return tr("{key} undoes {name}'s choice.", key=key, name=self.chooser)


class CurtainScreen(DarwinScreen[int]):
    """Covers the table until the next player takes the keyboard; its value is their seat."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("curtain")
    opens_by_itself = True

    def __init__(
        self,
        invitation: Invitation,
        leave: Callable[[], None],
        keep_pin: Callable[[int, str], None],
    ) -> None:
        """Draw the curtain.

        Args:
            invitation: of the next player.
            leave: leaves the match.
            keep_pin: keeps the PIN of a seat while the match is open.
        """
        super().__init__()
        self._invitation = invitation
        self._leave, self._keep_pin = leave, keep_pin
        self._typed = ""
        self._is_wrong = False
        """Four digits were typed, and they are not the PIN."""
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
        opens = tr("and press {key}.", key=tr_in(CONTEXT, invitation.key.capitalize()))
        if invitation.pin:
            asked = tr("That is not the PIN.") if self._is_wrong else tr("and type the PIN.")
            opens = f"{asked} {len(self._typed) * '*':·<{PIN_DIGITS}}"
        key = key_of(self, "curtain.pin")
        sets = tr("{key} sets a PIN for {name}.", key=key, name=invitation.name)
        cloth.lines = {
            OPEN: opens,
            UNDO: invitation.undo_text(key_of(self, "play.undo")),
            PIN: "" if invitation.pin else sets,
            LEAVE: tr("{key} leaves; the match is saved.", key=key_of(self, "play.leave")),
        }
        cloth.redraw()

    def invite(self, invitation: Invitation) -> None:
        """Invite a person, perhaps another one than before."""
        self._invitation, self._typed, self._is_wrong = invitation, "", False
        if self.is_mounted and self.is_attached:
            self._write()

    def on_key(self, event: events.Key) -> None:
        """Open on one fixed key, or on the PIN of the seat. Before a quiet moment no other key
        counts; after it, only this key and those of the commands of this screen."""
        is_quiet, pin = self._is_quiet(), self._invitation.pin
        opens = event.key == self._invitation.key and not pin
        if pin and event.character and event.character in DIGITS:
            self._typed = f"{self._typed}{event.character}"
            is_quiet, opens = True, self._typed == pin
            self._is_wrong = len(self._typed) == PIN_DIGITS and not opens
            self._typed = self._typed if len(self._typed) < PIN_DIGITS else ""
            self._write()
        if is_quiet and not opens and self._is_command(event.key):
            return
        event.stop()
        event.prevent_default()
        if is_quiet and opens:
            self.dismiss(self._invitation.seat)

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
        elif event.place == PIN:
            self.action_pin()
        elif not self._invitation.pin:
            self.dismiss(self._invitation.seat)

    async def action_undo(self) -> None:
        """Undo the last choice, if that can be done."""
        if self._invitation.undo:
            await self._invitation.undo()

    @work
    async def action_pin(self) -> None:
        """Ask for a PIN, which opens the curtain from now on; not where there is one."""
        invitation = self._invitation
        if invitation.pin:
            return
        dialog = EntryDialog(tr(PIN_TITLE), tr(PIN_QUESTION), "", PIN_DIGITS)
        pin = await self.app.push_screen_wait(dialog)
        if pin and (len(pin) < PIN_DIGITS or not {*pin} <= {*DIGITS}):
            self.notify(tr("A PIN is four digits."), timeout=3)
        elif pin and self._invitation == invitation:
            self._keep_pin(invitation.seat, pin)
            self.invite(msgspec.structs.replace(invitation, pin=pin))

    def action_leave(self) -> None:
        """Leave for the first screen; every action is saved already."""
        self._leave()

    def _is_quiet(self) -> bool:
        now = time.monotonic()
        before, self._last_key = self._last_key, now
        return now - before >= GUARD_SECONDS
