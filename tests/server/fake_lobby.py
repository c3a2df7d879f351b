"""A lobby without a server, for tests of the lobby's screens, with sample tables and people."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import msgspec
from home import own

from darwin_tui.hosted.server import ServerApp
from darwin_tui.library.seat_access import ChatLine, Rejected
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.lobby_cards import Friend, Invitation, SeatCard, TableCard, Visitor
from darwin_tui.server.operations.sessions import Destination
from darwin_tui.server.store.contract import Account, TableInfo, read_code
from darwin_tui.server.tables.register import TablePlan
from darwin_tui.terminal.connection import Connection

NO_TABLE = "There is no table with that code."
NOW = 1_700_000_000.0
HOUR = 3600.0


def seat(name: str = "", kind: str = "person", **more: Any) -> SeatCard:
    more |= {"level": "normal"} if kind == "bot" else {}
    return SeatCard(name=name, kind=cast(Any, kind if name else "open"), **more)


NO_HANDS = "Spectators see no hands. Only the players may replay the match afterwards."


def card(code: str, title: str, game: str, *seats: SeatCard, **more: Any) -> TableCard:
    """Return a table's card. Defaults follow from its phase: sit down, watch or replay."""
    phase = more.setdefault("phase", "gathering")
    is_seated = any(seat_card.is_me and seat_card.kind == "person" for seat_card in seats)
    has_seat = any(
        seat_card.kind == "open" or (seat_card.is_me and seat_card.kind == "reserved")
        for seat_card in seats
    )
    more.setdefault("can_sit", phase == "gathering" and has_seat and not is_seated)
    more.setdefault("can_watch", phase == "playing" and not more.get("is_mine"))
    more.setdefault("can_replay", phase == "over")
    more.setdefault("rules", "")
    more.setdefault("clock", "")
    more.setdefault("progress", "")
    more.setdefault("host", seats[0].name)
    more.setdefault("waiting_since", NOW)
    more.setdefault("invitation", f"ssh -p 8022 beagle -t join {code}")
    more = {"spectators": NO_HANDS, **more}
    return TableCard(code=code, title=title, game=game, seats=seats, **more)


EVO = card(
    "K7QF",
    "Evo",
    "evo",
    seat("Emma", is_present=True),
    seat("Syms", is_present=True),
    seat(),
    seat(),
    rules="balanced (ours)",
)
DICE = card(
    "3ZAB",
    "Darwin's Dice",
    "dice",
    seat("Lyell", is_present=True, is_to_move=True),
    seat("Mary", is_present=True),
    seat("Gould"),
    phase="playing",
    progress="round 2 of 3",
    watchers=2,
)
JOURNEY = card(
    "JRNY",
    "Darwin's Journey",
    "journey",
    seat("Ada", is_me=True, is_present=True, is_to_move=True),
    seat("Ben"),
    seat("Cleo"),
    seat("Dan"),
    clock="1 day a move",
    phase="playing",
    progress="round 3 of 5",
    is_mine=True,
    is_my_turn=True,
    waiting_since=NOW - 2 * HOUR,
)
DARWINNING = card(
    "W1NN",
    "Darwinning!",
    "darwinning",
    seat("Ada", is_me=True, is_present=True),
    seat("Ben", is_to_move=True),
    seat("Wallace", kind="bot"),
    clock="3 days a move",
    phase="playing",
    progress="era 2 of 3",
    is_mine=True,
    waiting_since=NOW - 30 * HOUR,
)
YUMMY = card("YVMM", "Yummy Darwinism", "yummy", seat("Hooker"), seat(), seat(), seat())
OVER = card("0VER", "Evo", "evo", seat("Ada", is_me=True), seat("Ben"), phase="over", is_mine=True)
TABLES = (JOURNEY, DARWINNING, EVO, YUMMY, DICE, OVER)
PEOPLE = (
    Visitor("Ada", is_me=True, words="in the lobby"),
    Visitor("Emma", "K7QF", "plays Evo"),
    Visitor("Hooker", words="in the lobby"),
    Visitor("Lyell", "3ZAB", "plays Darwin's Dice"),
    Visitor("Mary", "3ZAB", "plays Darwin's Dice"),
)
CHAT = (
    ChatLine(NOW - 600, "", "Mary and Lyell begin Darwin's Dice."),
    ChatLine(NOW - 540, "Gould", "room for a third?"),
    ChatLine(NOW - 480, "Syms", "anyone for Evo? balanced, four if we can"),
    ChatLine(NOW - 60, "Lyell", "that owl was luck"),
    ChatLine(NOW - 30, "Mary", "it was arithmetic"),
)


class NoTournaments:
    """A server without tournaments."""

    def tournament(self, code: str) -> None:
        """Return None: there is no tournament."""


class FakeLobby:
    """A lobby that logs requests in ``asked``. Tests set its contents and ``refusal``."""

    def __init__(self, *cards: TableCard) -> None:
        self.account = Account("Ada")
        self.title = "The Beagle"
        self.address = "ssh -p 8022 beagle"
        self.cards = cards
        self.people: tuple[Visitor, ...] = PEOPLE
        self.chat: tuple[ChatLine, ...] = CHAT
        self.table_chat: tuple[ChatLine, ...] = ()
        self.news: tuple[str, ...] = ()
        self.invitation: Invitation | None = None
        self.friends = (Friend("Emma", "plays Evo", "K7QF"), Friend("Gould", "", is_blocked=True))
        self.last_table: TableInfo | None = None
        self.desk = NoTournaments()
        self.asked: list[Any] = []
        self.refusal = ""
        self.begun = asyncio.Event()
        self._callbacks: list[Callable[[], None]] = []

    def observe(self, callback: Callable[[], None]) -> Callable[[], None]:
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    @property
    def turns(self) -> frozenset[str]:
        return frozenset(card.code for card in self.cards if card.is_my_turn)

    @property
    def observers(self) -> int:
        return len(self._callbacks)

    def change(self, **values: Any) -> None:
        """Set attributes, and call the observers."""
        for name, value in values.items():
            setattr(self, name, value)
        for callback in self._callbacks:
            callback()

    def _note(self, *asked: Any) -> None:
        self.asked.append(asked)
        if self.refusal:
            raise Rejected(self.refusal)

    def __getattr__(self, name: str) -> Any:
        """Return a method that logs a request, and answers with a code if it opens a table."""

        async def ask(*given: Any) -> str | None:
            self._note(name.replace("_", " "), *given)
            return "K7QF" if name in ("rematch", "for_two", "again") else None

        return ask

    async def load(self) -> None:
        """Load nothing: there are no older matches."""

    async def find(self, code: str) -> TableCard:
        code = read_code(code)
        for card in self.cards:
            if card.code == code:
                return card
        raise Rejected(NO_TABLE)

    async def create(self, plan: TablePlan) -> str:
        self._note("create", plan)
        kinds = {"me": "person", "bot": "bot", "open": "open", "reserved": "reserved"}
        seats = [
            SeatCard(
                "Ada" if planned.kind == "me" else planned.name,
                cast(Any, kinds[planned.kind]),
                level=planned.level if planned.kind == "bot" else "",
                is_me=planned.kind == "me",
            )
            for planned in plan.seats
        ]
        made = card("N3W0", "New", plan.game, *seats, is_mine=True, is_host=True)
        self.change(cards=(*self.cards, msgspec.structs.replace(made, commitment="c0ffee")))
        return "N3W0"

    async def join(self, code: str, words: str = "") -> Any:
        self._note("join", code, *filter(None, [words]))
        await self.begun.wait()

    async def start(self, code: str) -> None:
        self._note("start", code)
        self.begun.set()

    async def invite(self, name: str, code: str) -> str:
        self._note("invite", name, code)
        return name

    async def answer(self, is_accepted: bool) -> Any:
        self._note("answer", is_accepted)
        self.change(invitation=None)

    async def say(self, text: str) -> None:
        self._note("say", text)
        self.change(chat=(*self.chat, ChatLine(NOW, "Ada", text)))

    async def say_at_table(self, text: str) -> None:
        self._note("say at table", text)
        self.change(table_chat=(*self.table_chat, ChatLine(NOW, "Ada", text)))


def visiting(lobby: FakeLobby | Lobby, first: Destination | None = None) -> ServerApp:
    """Return a player's program with this lobby, without a connection."""
    return ServerApp(own(), cast(Connection, None), cast(Lobby, lobby), first)
