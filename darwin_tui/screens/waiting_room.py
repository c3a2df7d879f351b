"""A table on a server before its match begins: who sits there, and the line to send to friends."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from darwin_core.english import counted
from darwin_tui import commands, navigation
from darwin_tui.dialogs.invite import invite
from darwin_tui.place import Rejected
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.server.cards import SeatCard, TableCard
from darwin_tui.server.lobby import Lobby
from darwin_tui.widgets import table_words
from darwin_tui.widgets.canvas import SEAT_MARKS
from darwin_tui.widgets.key_bar import KeyBar, key_of
from darwin_tui.widgets.prompt_line import PromptLine
from darwin_tui.widgets.talk import Talk

PARTS: Final = {
    "seats": "Seats",
    "line": "Send this line to your friends",
    "hash": "Fair shuffle",
}
"""The parts of the screen and their titles."""
FAIRNESS: Final = "The server's part of the seed is fixed already, and this is its hash:"


class WaitingRoomScreen(DarwinScreen[None]):
    """The seats of a table as they fill; the match opens as soon as all are taken."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("room")

    def __init__(self, lobby: Lobby, code: str) -> None:
        """Make the screen; it takes a seat at the table when it is shown."""
        super().__init__()
        self._lobby = lobby
        self._code = code
        self._is_leaving = False
        self._refusal = ""
        self._end_observing: Callable[[], None] | None = None
        self._title = Static("", id="title", markup=False)
        self._parts = {name: Static("", id=name, markup=False) for name in PARTS}
        self._talk = Talk("Talk in the lobby", id="talk")
        self._explain = Static("", id="explain", markup=False)
        self._prompt = PromptLine()

    def compose(self) -> ComposeResult:
        """Yield the seats, the line to send, the hash, and the keys."""
        yield self._title
        with Vertical(id="room"):
            for name, part in self._parts.items():
                part.border_title = PARTS[name]
                yield part
        yield self._talk
        yield self._explain
        yield self._prompt
        yield KeyBar()

    def on_mount(self) -> None:
        """Take the seat, and follow the table."""
        self._end_observing = self._lobby.observe(self._follow)
        self._follow()
        self._sit()

    def on_unmount(self) -> None:
        """Follow the table no longer; the seat is kept."""
        if self._end_observing:
            self._end_observing()

    @work
    async def _sit(self) -> None:
        """Sit down, and open the match when it begins."""
        try:
            place = await self._lobby.join(self._code)
        except Rejected as refusal:
            if not self._is_leaving:
                navigation.go_on_server(self.app, navigation.BackToLobby(str(refusal)))
        else:
            navigation.go(self.app, navigation.Play(place))

    # --- what is shown

    @property
    def _card(self) -> TableCard | None:
        return next((card for card in self._lobby.cards if card.code == self._code), None)

    def _follow(self) -> None:
        self._talk.show(self._lobby.chat)
        card = self._card
        if card is None:
            return
        title = f" Table {card.code}   {card.title}, {table_words.rules(card)}"
        self._title.update(title)
        here = {one.name for one in self._lobby.people}
        rows = (_seat(mark, seat, here) for mark, seat in zip(SEAT_MARKS, card.seats, strict=False))
        self._parts["seats"].update("\n".join(rows))
        self._parts["line"].update(card.invitation)
        self._parts["hash"].update(f"{FAIRNESS}\n{card.commitment}")
        self._explain.set_class(bool(self._refusal), "refused")
        self._explain.update(self._refusal or _openness(card))
        self._prompt.write(self._sentence(card))
        self.refresh_bindings()

    def _sentence(self, card: TableCard) -> str:
        free = table_words.free_seats(card)
        what = f"{counted(free, 'seat')} free" if free else "Seats are kept for friends"
        bots = f", or with bots: {key_of(self, 'room.start')}" if card.is_host else ""
        return f"{what}. The match begins when all are taken{bots}."

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """Show what the server refuses."""
        self._refusal = ""
        try:
            yield
        except Rejected as refusal:
            self._refusal = str(refusal)
        self._follow()

    # --- commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the beginning to the host."""
        card = self._card
        has = {"host"} if card and card.is_host else set[str]()
        return commands.is_available("room", action, has)

    @work
    async def action_start(self) -> None:
        """Fill the free seats with bots, which begins the match."""
        with self._refusals():
            await self._lobby.start(self._code)

    @work
    async def action_invite(self) -> None:
        """Invite somebody who is here."""
        with self._refusals():
            await invite(self, self._lobby, self._code)

    @work
    async def action_get_up(self) -> None:
        """Leave the seat, and return to the lobby."""
        self._is_leaving = True
        with self._refusals():
            await self._lobby.leave(self._code)
            navigation.go(self.app, navigation.Home())
            return
        self._is_leaving = False

    def action_scroll_talk(self, rows: int) -> None:
        """Scroll the talk."""
        self._talk.move(0, rows)

    def action_say(self) -> None:
        """Open the line to write in."""
        self._prompt.open()

    def on_prompt_line_closed(self) -> None:
        """Give the focus to the talk."""
        self._talk.focus()

    @work
    async def on_prompt_line_said(self, event: PromptLine.Said) -> None:
        """Say the line in the lobby; one that is refused stays to be said again."""
        with self._refusals():
            await self._lobby.say(event.text)
            self._prompt.clear()

    def action_help(self) -> None:
        """Open the keys and the rules of the game."""
        card = self._card
        navigation.go(self.app, navigation.Help(self, card.game if card else ""))

    def action_leave(self) -> None:
        """Return to the lobby; the seat is kept."""
        navigation.go(self.app, navigation.Home())


def _seat(mark: str, seat: SeatCard, here: Collection[str]) -> str:
    """Return the line of a seat."""
    if seat.kind == "open":
        return "▢ free"
    if seat.kind == "reserved":
        return f"▢ kept for {seat.name}"
    if seat.kind == "bot":
        return f"{mark} {seat.name}"
    state = ", you" if seat.is_me else "" if seat.name in here else ", away"
    return f"{mark} {seat.name}{state}"


def _openness(card: TableCard) -> str:
    if card.is_private:
        return f"Only those who have the code {card.code} find this table."
    return "Everybody in the lobby sees this table."
