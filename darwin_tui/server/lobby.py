"""The server as one signed-in account sees it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from darwin_tui.place import Place, Rejected
from darwin_tui.saves import Opened
from darwin_tui.server.cards import (
    Invitation,
    SeatCard,
    SeatPlan,
    TableCard,
    TablePlan,
    Visitor,
)
from darwin_tui.server.model import Account, ChatLine

if TYPE_CHECKING:
    from darwin_tui.server.house import ServerHouse

__all__ = [
    "Invitation",
    "Lobby",
    "Rejected",
    "SeatCard",
    "SeatPlan",
    "TableCard",
    "TablePlan",
    "Visitor",
]


class Lobby:
    """One session's way to the server: tables, people, chat. Every refusal is a Rejected.

    Nothing of private tables that the account does not know, nor of hidden hands, is reachable
    from it. All texts are safe to show.
    """

    def __init__(self, house: "ServerHouse", account: Account, session: str) -> None:
        self.account = account
        self.session = session
        self.title = house.title
        """The server's name."""
        self.address = house.address
        """The command to connect, as ``ssh -p 8022 host``."""
        self.cards: tuple[TableCard, ...] = ()
        """Own tables first, then those gathering, then the others."""
        self.people: tuple[Visitor, ...] = ()
        self.chat: tuple[ChatLine, ...] = ()
        self.news: tuple[str, ...] = ()
        """A sentence for each thing that happened since the last visit."""
        self.invitation: Invitation | None = None
        self._house = house

    @property
    def next_turn(self) -> str | None:
        """The code of a table where it is this account's turn."""
        raise NotImplementedError

    def observe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change, on the loop, in the caller's context; return the end.

        Changes in quick succession are one call.
        """
        raise NotImplementedError

    async def close(self) -> None:
        """Leave the server: places are closed, and the time of this visit is kept."""
        raise NotImplementedError

    # --- tables

    async def create(self, plan: TablePlan) -> str:
        """Make a table at which the account sits in the seats planned as ``me``; return its code."""
        raise NotImplementedError

    async def join(self, code: str, seat: int | None = None, words: str = "") -> Place:
        """Sit down, or return to the own seats; return once the match has begun.

        If the caller stops waiting, the account stays seated.

        Args:
            code: of the table.
            seat: the seat wished for; None for the first that is free.
            words: any text, which is mixed into the seed of the match.
        """
        raise NotImplementedError

    async def enter(self, code: str) -> Place:
        """Return a place at a match in which the account has a seat."""
        raise NotImplementedError

    async def watch(self, code: str) -> Place:
        """Return a spectator's place at a match."""
        raise NotImplementedError

    async def leave(self, code: str) -> None:
        """Get up from a table that is gathering; without its host the table is removed."""
        raise NotImplementedError

    async def start(self, code: str) -> None:
        """Fill the open seats of the account's table with bots, which begins the match."""
        raise NotImplementedError

    async def invite(self, name: str, code: str) -> None:
        """Invite an account to a table that is gathering."""
        raise NotImplementedError

    async def answer(self, is_accepted: bool) -> Place | None:
        """Answer the invitation; return as ``join`` does, or None if it is declined."""
        raise NotImplementedError

    # --- finished matches

    async def record(self, code: str) -> bytes:
        """Return the record of a finished match."""
        raise NotImplementedError

    async def replay(self, code: str) -> Opened:
        """Return a finished match to replay."""
        raise NotImplementedError

    # --- chat and settings

    async def say(self, text: str) -> None:
        """Write a line in the lobby's chat."""
        raise NotImplementedError

    async def keep_settings(self, settings: bytes) -> None:
        """Keep the account's settings, JSON as in a settings file."""
        raise NotImplementedError
