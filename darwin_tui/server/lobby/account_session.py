"""One session of an account on a server: its list of tables, its presence, and its open seats."""

import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from msgspec.structs import replace

from darwin_core.text.language import reading, tr
from darwin_tui.library.seat_access import ChatLine, Rejected
from darwin_tui.server.lobby import lobby_cards
from darwin_tui.server.lobby.lobby_cards import TableCard
from darwin_tui.server.store.accounts import AccountError, change
from darwin_tui.server.store.contract import Account, Presence, StoreError, TableInfo
from darwin_tui.server.tables.live_table import OpenSeatAccess
from darwin_tui.server.tables.open_tables import OpenTables
from darwin_tui.server.tables.register import seats_of
from darwin_tui.server.tables.services import Services

FINISHED_MAX: Final = 50
"""Maximum number of finished tables in a list."""


@dataclass
class Listing:
    """The table cards of one session.

    A change rebuilds only the cards concerned and sorts them again, however many matches the server
    keeps.
    """

    _services: Services
    _name: str
    """Name of the account."""
    _address: str
    """The command to connect, as ``ssh -p 8022 host``."""
    _live: dict[str, TableCard] = field(default_factory=dict)
    _over: dict[str, TableCard] = field(default_factory=dict)
    """Cards of unfinished and of finished tables by code."""
    _last_over: tuple[TableCard, ...] = ()
    """The cards of finished tables in order."""
    _tables: dict[str, TableInfo] = field(default_factory=dict)
    """The listed tables by code."""

    @property
    def cards(self) -> tuple[TableCard, ...]:
        """Table cards by section: my turn, my other tables, gathering, in play, finished.

        They are in English, so that changes are detected for readers of any language.
        """
        return (*lobby_cards.in_order(self._live.values()), *self._last_over)

    @property
    def turns(self) -> list[TableCard]:
        """The tables where it is the account's turn, the one waiting longest first."""
        turns = [card for card in self._live.values() if card.is_my_turn]
        return sorted(turns, key=lambda turn: (turn.waiting_since, turn.code))

    def next_turn_but(self, code: str) -> str | None:
        """Return the code of another table where it is the account's turn.

        Takes the table after this one if it is the account's turn here too, else the one waiting
        longest, so that repeated calls reach all of them.
        """
        codes = [turn.code for turn in self.turns]
        if code in codes:
            index = codes.index(code)
            # After the last one, the first one follows.
            codes = [*codes[index + 1 :], *codes[:index]]
        return codes[0] if codes else None

    def translated(self, cards: Iterable[TableCard]) -> tuple[TableCard, ...]:
        """Return the same cards in the reader's language."""
        return tuple(self.drawn(self._tables[card.code]) for card in cards)

    def codes(self) -> list[str]:
        """Return the codes of all tables that belong in the list."""
        tables = [listed for listed in self._services.tables.all.values() if self._lists(listed)]
        live = [listed for listed in tables if listed.phase != "over"]
        over = [listed for listed in tables if listed.phase == "over"]
        over.sort(key=lambda table: -table.moved)
        return [listed.code for listed in (*live, *over[:FINISHED_MAX])]

    def refresh(self, codes: Iterable[str]) -> bool:
        """Rebuild the cards of some tables; return whether any card changed."""
        has_changed = has_over_changed = False
        for code in codes:
            before = self._live.get(code) or self._over.get(code)
            new = self._card(code)
            if new == before or (new is None and code in self._over):
                # A finished table no longer changes, even if the server forgets it.
                continue
            has_changed = True
            self._live.pop(code, None)
            has_over_changed |= self._over.pop(code, None) is not None
            if new and new.phase == "over":
                self._over[code] = new
                has_over_changed = True
            elif new:
                self._live[code] = new
        if has_over_changed:
            self._trim()
        return has_changed

    def remove(self, code: str) -> bool:
        """Remove the card of a deleted table; return whether there was one."""
        had_card = bool(self._live.pop(code, None) or self._over.pop(code, None))
        self._trim()
        return had_card

    def add_finished(self, tables: Iterable[TableInfo]) -> None:
        """Add the account's finished tables that the server has forgotten."""
        self._over |= {
            table.code: self._card_in_english(table) for table in tables if self._lists(table)
        }
        self._trim()

    def _trim(self) -> None:
        """Forget all but the last finished tables."""
        self._last_over = lobby_cards.in_order(self._over.values())[:FINISHED_MAX]
        self._over = {over.code: over for over in self._last_over}
        listed = self._live.keys() | self._over.keys()
        self._tables = {code: table for code, table in self._tables.items() if code in listed}

    def _card(self, code: str) -> TableCard | None:
        """Return the new card of a table; None if it does not belong in the list."""
        table = self._services.tables.all.get(code)
        return self._card_in_english(table) if table and self._lists(table) else None

    def _card_in_english(self, table: TableInfo) -> TableCard:
        """Return a table's card, and remember the table for readers of other languages."""
        self._tables[table.code] = table
        with reading("en"):
            return self.drawn(table)

    def drawn(self, table: TableInfo) -> TableCard:
        """Return a table's card in the reader's language."""
        services = self._services
        return lobby_cards.card(table, self._name, services.attendance.all.values(), self._address)

    def _lists(self, table: TableInfo) -> bool:
        """Return whether a table belongs in the list."""
        if table.phase == "over" and not lobby_cards.can_replay(table, self._name):
            return False
        return self._services.codes.may_know(table, self._name)


_log: Final = logging.getLogger(__name__)


@dataclass(eq=False)
class AccountSession:
    """One session, from sign-in to end: its place on the server and its open seats."""

    services: Services
    open_tables: OpenTables
    account: Account
    """The account as the store has it now."""
    session_id: str
    """Session identifier, unique across all hosts."""
    address: str
    """The command to connect, as ``ssh -p 8022 host``; if the server has no name, the one this
    session used."""
    on_close: Callable[[str], None]
    """Called with the identifier of the session when it ends."""
    welcome: str = ""
    """Sentence shown at the start of the session."""
    accesses: list[OpenSeatAccess] = field(default_factory=list)
    """Open accesses to seats; the last one is on screen."""
    is_closed: bool = False
    _waits: list[str] = field(default_factory=list)
    """Codes of the tables at which this session waits for a match, newest last. A table that the
    session is leaving may still be listed when it enters the next one."""

    def __post_init__(self) -> None:
        self.since = self.services.now()
        """Time of sign-in, seconds since the epoch."""
        if self.account.is_guest:
            self.services.codes.forget_account(self.account.name)
        self.address = self.services.address or self.address
        self.listing = Listing(self.services, self.account.name, self.address)
        self.move()

    @property
    def room(self) -> str:
        """The code of the table at which this session waits for a match; empty if none."""
        return self._waits[-1] if self._waits else ""

    @property
    def presence(self) -> Presence:
        """The session's place, as other people see it."""
        code = ""
        seats = tuple[int, ...]()
        if self.accesses:
            code, seats = self.accesses[-1].code, self.accesses[-1].people
        elif table := self.services.tables.all.get(self.room):
            code = self.room
            seats = seats_of(table, self.account.name)
        return Presence(self.session_id, self.account.name, code, seats, self.since)

    def unblocked(self, lines: Iterable[ChatLine]) -> tuple[ChatLine, ...]:
        """Return chat lines without those of accounts that this one blocks."""
        blocked = self.account.blocked
        return tuple(line for line in lines if line.name not in blocked)

    def check_kept(self) -> None:
        """Raise Rejected for a guest, who may make nothing that outlasts the session."""
        if self.account.is_guest:
            raise Rejected(tr("Guests cannot do that; keep your name first."))

    async def table(self, code: str) -> TableInfo:
        """Return the table of a code typed by the account; raises Rejected, StoreError."""
        return await self.services.codes.find(self.account.name, code)

    @asynccontextmanager
    async def waiting(self, code: str) -> AsyncIterator[None]:
        """Wait at a table whose match has not begun; raises StoreError."""
        self._waits.append(code)
        try:
            await self.services.chat.enter(code)
            self.move()
            yield
        finally:
            self._waits.remove(code)
            self.services.chat.leave(code)
            self.move()

    def left(self, access: OpenSeatAccess) -> None:
        """Note that an access to seats was closed."""
        if access in self.accesses:
            self.accesses.remove(access)
        self.move()

    def move(self) -> None:
        """Report the session's place to the store soon, unless the session ends first."""

        async def put() -> None:
            if not self.is_closed:
                await self.services.attendance.put(self.presence)

        self.services.spawn(put())

    async def close(self) -> None:
        """Leave the server: close all accesses and store the time of leaving.

        A second call has no effect.
        """
        if self.is_closed:
            return
        self.is_closed = True
        self.on_close(self.session_id)
        for access in [*self.accesses]:
            access.close()
        services = self.services
        now = self.services.now()
        for work in (
            partial(services.attendance.remove, self.session_id),
            partial(change, services.store, self.account.name, partial(replace, seen=now)),
        ):
            try:
                # The host may have removed the account.
                with suppress(AccountError):
                    await work()
            except StoreError as error:
                _log.error("The end of a session cannot be stored: %s", error)
