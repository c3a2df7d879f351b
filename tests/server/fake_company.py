"""A server's table without a server: a local table, and a company that the test directs."""

import time
from collections.abc import Callable, Sequence
from contextvars import copy_context
from pathlib import Path
from typing import Any

from darwin_tui.library.open_matches import LocalSeatAccess
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.seat_access import ChatLine, Member, Rejected, SeatAccess


class FakeCompany:
    """The company around one table; all front ends share it through ``Around``."""

    def __init__(self, *members: Member) -> None:
        self.members: Sequence[Member] = members
        self.chat: list[ChatLine] = []
        self.code = "K7QF"
        self.invitation = "ssh -p 8022 host -t join K7QF"
        self.commitment = "5f2c" * 16
        self.can_download = True
        self.watching = "Spectators see no hands."
        self.ended = ""
        self.rematch = ""
        self.closed = ""
        self.absent: tuple[int, ...] = ()
        self.next_turn: str | None = None
        self.done: list[tuple[Any, ...]] = []
        """The commands of players."""
        self.refusal = ""
        """The reason for which every command is refused now."""
        self._callbacks: list[Callable[[], None]] = []

    def changed(self) -> None:
        """Call all front ends back."""
        for callback in [*self._callbacks]:
            callback()

    def set(
        self, name: str, state: Any, since: float = 0, agrees: bool = False, vote: Any = "wait"
    ) -> None:
        """Change the state of a member."""
        self.members = [
            Member(name, each.seat, state, time.time() - since, agrees, vote)
            if each.name == name
            else each
            for each in self.members
        ]
        self.changed()

    def receive(self, name: str, text: str) -> None:
        """Add a line of chat."""
        self.chat = [*self.chat, ChatLine(time.time(), name, text)]
        self.changed()

    def note(self, *command: Any) -> None:
        """Keep a command, or refuse it."""
        if self.refusal:
            raise Rejected(self.refusal)
        self.done.append(command)

    def observe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back in the caller's context."""
        context = copy_context()

        def call() -> None:
            context.run(callback)

        self._callbacks.append(call)
        return lambda: self._callbacks.remove(call)


class Around:
    """The company as the player of one front end sees it."""

    def __init__(self, company: FakeCompany, name: str, can_say: bool = True) -> None:
        self._company = company
        self._name = name
        self.can_say = can_say
        self.elsewhere: Callable[[], SeatAccess] | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._company, name)

    async def say(self, text: str) -> None:
        self._company.note("say", self._name, text)
        self._company.receive(self._name, text)

    async def resign(self, seat: int) -> None:
        self._company.note("resign", self._name, seat)
        self._company.set(self._name, "resigned")

    async def agree(self, seat: int, wish: bool) -> None:
        self._company.note("agree", self._name, wish)
        self._company.set(self._name, "here", agrees=wish)

    async def vote(self, seat: int, vote: Any) -> None:
        self._company.note("vote", self._name, vote)
        self._company.set(self._name, "here", vote=vote)

    async def enter(self, code: str) -> SeatAccess:
        self._company.note("enter", self._name, code)
        assert self.elsewhere
        return self.elsewhere()


class HostedPlace(LocalSeatAccess):
    """A place of a local table with a company, whose record is the host's."""

    def host(self, around: Around) -> SeatAccess:
        """Put a company around the table."""
        self.company: Any = around
        return self

    @property
    def saved(self) -> SavedMatch:
        return SavedMatch(self._live_table.opened.match)

    @property
    def path(self) -> Path | None:  # type: ignore[override]
        return None


def hosted(local: LocalSeatAccess, around: Around) -> Any:
    """Return a local place as one at a server's table."""
    local.__class__ = HostedPlace
    return local.host(around)  # type: ignore[attr-defined]
