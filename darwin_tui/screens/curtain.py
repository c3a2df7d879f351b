"""The curtain between two people at one screen, and its drawing."""

import time
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from math import pi, sin
from typing import ClassVar, Final

import msgspec
from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import Size

from darwin_core.text.language import mark, tr, tr_in
from darwin_tui import commands
from darwin_tui.commands import CONTEXT, key_of
from darwin_tui.drawing.area import LETTER_GAP, LETTER_ROWS, Area, big_text
from darwin_tui.drawing.marks import seat_mark
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import Picture, Pixels
from darwin_tui.widgets.dialogs import EntryDialog
from darwin_tui.widgets.pane import Page
from darwin_tui.widgets.screen import DarwinScreen

LIGHT: Final = "#8a2028"
DARK: Final = "#2c080c"
GOLD: Final = "#e0b23c"
"""Colours of the cloth, and of the valance's edge."""
VALANCE_SHIFT: Final = 1.7
"""Shift of the valance's folds against those of the cloth, in radians."""
VALANCE_PIXELS: Final = 6
"""Minimum height of the valance that hangs over the folds."""
SWAG_COLUMNS: Final = 20
"""Columns from one end of a swag to the next."""
SWAG_PIXELS: Final = 4
"""Rows by which a swag's middle hangs lower."""
SHADES: Final = 12
"""Number of shades between the dark and the light colour of the folds."""
CARD: Final = (56, 14)
"""Size of the card, which grows with the name."""
LARGE_FROM: Final = Size(112, 36)
"""Curtain size from which a short enough name is doubled."""
NAME_EDGES: Final = 8
"""Columns of the card beside the name."""
OPEN: Final = "open"
UNDO: Final = "undo"
PIN: Final = "pin"
LEAVE: Final = "leave"
"""Places of the curtain, each with a command."""
GUARD_SECONDS: Final = 0.3
"""Time without keys before a key counts, so that keys typed ahead cannot open the curtain."""
DIGITS: Final = "0123456789"
PIN_DIGITS: Final = 4
"""Digits of the number that opens a player's curtain."""
PIN_TITLE: Final = mark("A PIN")
PIN_QUESTION: Final = mark(
    "Four digits that open this seat's curtain until the match is left. They keep honest people "
    "honest, no more: the file of the match holds all cards."
)


class Cloth(Page, can_focus=False):
    """The drawing of the curtain. Its places to click are the lines with commands; everything else
    is the place ``open``."""

    def __init__(self) -> None:
        super().__init__(id="curtain")
        self.seat = 0
        self.person = ""
        self.note = ""
        """A note in the edge of the card."""
        self.lines: dict[str, str] = {}
        """Sentences by place."""

    def fill(self, area: Area) -> None:
        """Draw the curtain, with nothing of the table on it."""
        if area.look.has_colours and area.look.has_pictures:
            area.picture(0, 0, _folds(area.width, area.height * 2))
        colour = f"seat-{self.seat}"
        is_large = area.width >= LARGE_FROM.width and area.height >= LARGE_FROM.height
        room = min(area.width, LARGE_FROM.width) - NAME_EDGES
        name = _large(self.person, colour, room) if area.look.has_pictures else None
        width, height = CARD
        height -= LETTER_ROWS + 1
        if name:
            if is_large and 2 * name.width <= room:
                name = name.doubled()
            width = max(width, name.width + NAME_EDGES)
            height += _rows(name) + 1
        width, height = min(width, area.width), min(height, area.height)
        card = area.at((area.width - width) // 2, (area.height - height) // 2, width, height)
        if area.look.has_colours:
            card.at(1, 1, width, height).on("shadow")
        self._fill_card(card, colour, name)
        self.enter(OPEN, area)

    def _fill_card(self, card: Area, colour: str, name: Picture | None) -> None:
        """Draw the card with the name in large letters, the sentences, and their places."""
        inner = panel(card, mark("The curtain"), self.note, is_active=True)
        y = 1
        if name:
            inner.picture((inner.width - name.width) // 2, y, name)
            y += _rows(name) + 1
        words = tr("Pass to {name}", name=self.person)
        inner.centre(y, seat_mark(self.seat), " ", (words, f"strong {colour}"))
        bar = inner.at(2, y + 2, inner.width - 4, 1, colour)
        bar.centre(0, (self.lines[OPEN], "strong token-ink"))
        for row, place in enumerate((UNDO, PIN, LEAVE), y + 4):
            if sentence := self.lines.get(place):
                line = inner.at(0, row, inner.width, 1)
                self.enter(place, line)
                line.centre(0, (sentence, "dim"))


def _rows(picture: Picture) -> int:
    """Return the rows of cells of a picture; half a row counts."""
    return -(-picture.height // 2)


def _large(name: str, colour: str, room: int) -> Picture | None:
    """Return a name in large letters; None if it is too long or has other characters."""
    try:
        picture = big_text(name.upper(), colour)
    except KeyError:
        return None
    return picture if picture.width + LETTER_GAP < room else None


@lru_cache(maxsize=4)
def _folds(width: int, height: int) -> Picture:
    """Return the cloth as pixels: folds, and a golden-edged valance in front."""
    pixels = Pixels(width, height)
    folds = _shades(width, 0.0)
    valance = _shades(width, VALANCE_SHIFT)
    for x in range(width):
        edge = VALANCE_PIXELS + round(SWAG_PIXELS * abs(sin(pi * x / SWAG_COLUMNS)))
        pixels.fill(x, 0, 1, height, folds[x])
        pixels.fill(x, 0, 1, edge, valance[x])
        pixels.set(x, edge, GOLD)
    return pixels.picture


def _shades(width: int, shift: float) -> Sequence[str]:
    """Return the colour of each column of folds of different widths.

    Args:
        shift: in radians.
    """
    shades = []
    for x in range(width):
        # Waves of three lengths. Their sum, from -2 to 2, gives the share of the light colour.
        depth = sin(x * 0.55 + shift) + 0.7 * sin(x * 0.23 + 2 * shift) + 0.3 * sin(x * 1.9)
        share = round((depth + 2) / 4 * SHADES) * 100 // SHADES
        shades.append(f"{DARK}~{min(max(share, 0), 100)}~{LIGHT}")
    return shades


class Invitation(msgspec.Struct, frozen=True):
    """The person for whom the curtain is drawn, and the one whose last choice can still be
    undone."""

    name: str
    seat: int
    game: str
    """Title of the game."""
    key: str
    """The key that opens the curtain: not the last one pressed, which may still be held and
    repeat."""
    chooser: str = ""
    """Name of the person who may undo a choice; empty if nobody can."""
    undo: Callable[[], Awaitable[None]] | None = None
    pin: str = ""
    """Four digits that open the curtain instead of the key; empty if the key does."""

    def undo_text(self, key: str) -> str:
        """Return a sentence about the choice that a key undoes; empty if there is none."""
        if not self.chooser:
            return ""
        return tr("{key} undoes {name}'s choice.", key=key, name=self.chooser)


class CurtainScreen(DarwinScreen[int]):
    """The screen that covers the table until the next player takes the keyboard. Its value is that
    player's seat."""

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
            keep_pin: stores the PIN of a seat while the match is open.
        """
        super().__init__()
        self.invitation = invitation
        self._leave = leave
        self._keep_pin = keep_pin
        self._typed = ""
        self._is_wrong = False
        """The last four digits typed were not the PIN."""
        self._last_key_at = time.monotonic()
        self._cloth = Cloth()

    def compose(self) -> ComposeResult:
        """Yield the curtain, with the invitation and the other commands; nothing of the table."""
        yield self._cloth

    def on_mount(self) -> None:
        """Name the keys that have an effect."""
        self._write()

    def _write(self) -> None:
        invitation, cloth = self.invitation, self._cloth
        cloth.seat = invitation.seat
        cloth.person = invitation.name
        cloth.note = invitation.game
        opens = tr("and press {key}.", key=tr_in(CONTEXT, invitation.key.capitalize()))
        if invitation.pin:
            asked = tr("That is not the PIN.") if self._is_wrong else tr("and type the PIN.")
            opens = f"{asked} {len(self._typed) * '*':·<{PIN_DIGITS}}"
        key = key_of("curtain.pin")
        sets = tr("{key} sets a PIN for {name}.", key=key, name=invitation.name)
        cloth.lines = {
            OPEN: opens,
            UNDO: invitation.undo_text(key_of("play.undo")),
            PIN: "" if invitation.pin else sets,
            LEAVE: tr("{key} leaves; the match is saved.", key=key_of("play.leave")),
        }
        cloth.redraw()

    def invite(self, invitation: Invitation) -> None:
        """Invite a person, perhaps another than before."""
        self.invitation = invitation
        self._typed = ""
        self._is_wrong = False
        if self.is_mounted and self.is_attached:
            self._write()

    def on_key(self, event: events.Key) -> None:
        """Open on one fixed key, or on the seat's PIN. No other key counts before a quiet moment;
        afterwards, only those of this screen's commands."""
        is_quiet = self._is_quiet()
        pin = self.invitation.pin
        opens = event.key == self.invitation.key and not pin
        if pin and event.character and event.character in DIGITS:
            self._typed = f"{self._typed}{event.character}"
            # The digits of a PIN need no quiet moment before them.
            is_quiet = True
            opens = self._typed == pin
            self._is_wrong = len(self._typed) == PIN_DIGITS and not opens
            self._typed = self._typed if len(self._typed) < PIN_DIGITS else ""
            self._write()
        if is_quiet and not opens and self._is_command(event.key):
            return
        event.stop()
        event.prevent_default()
        if is_quiet and opens:
            self.dismiss(self.invitation.seat)

    def _is_command(self, key: str) -> bool:
        """Return whether a key is bound to one of this screen's commands."""
        active = self.active_bindings.get(key)
        names = {command.name for command in commands.on("curtain")}
        return active is not None and active.binding.id in names

    async def on_page_chosen(self, event: Page.Chosen) -> None:
        """Run the command on the clicked line; elsewhere open the curtain."""
        if not self._is_quiet():
            return
        if event.place == LEAVE:
            self.action_leave()
        elif event.place == UNDO:
            await self.action_undo()
        elif event.place == PIN:
            self.action_pin()
        elif not self.invitation.pin:
            self.dismiss(self.invitation.seat)

    async def action_undo(self) -> None:
        """Undo the last choice, if possible."""
        if self.invitation.undo:
            await self.invitation.undo()

    @work
    async def action_pin(self) -> None:
        """Ask for a PIN that opens the curtain from now on, unless there is one."""
        invitation = self.invitation
        if invitation.pin:
            return
        dialog = EntryDialog(tr(PIN_TITLE), tr(PIN_QUESTION), "", PIN_DIGITS)
        pin = await self.app.push_screen_wait(dialog)
        if pin and (len(pin) < PIN_DIGITS or not {*pin} <= {*DIGITS}):
            self.notify(tr("A PIN is four digits."), timeout=3)
        elif pin and self.invitation == invitation:
            self._keep_pin(invitation.seat, pin)
            self.invite(msgspec.structs.replace(invitation, pin=pin))

    def action_leave(self) -> None:
        """Leave for the first screen; every action is saved already."""
        self._leave()

    def _is_quiet(self) -> bool:
        """Return whether no input came for a moment before this one; note the time of this one."""
        now = time.monotonic()
        before, self._last_key_at = self._last_key_at, now
        return now - before >= GUARD_SECONDS
