"""One session of an account on a server: its places, and the tables that it knows of."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from msgspec.structs import replace

from darwin_tui.server.hosted_table import OpenPlace
from darwin_tui.server.listing import Listing
from darwin_tui.server.model import Account, Presence, TableInfo
from darwin_tui.server.open_tables import OpenTables
from darwin_tui.server.seats import seats_of
from darwin_tui.server.services import Services
from darwin_tui.server.store import StoreError

_log: Final = logging.getLogger(__name__)


class Stay:
    """One session, from its sign-in to its end."""

    def __init__(
        self,
        services: Services,
        open_tables: OpenTables,
        account: Account,
        session: str,
        address: str = "",
    ) -> None:
        """Come to the server.

        Args:
            services: of the process.
            open_tables: of the process.
            account: who comes.
            session: the identifier of the session, unique over all hosts.
            address: the command by which it has come, as ``ssh -p 8022 host``.
        """
        self.services = services
        self.open_tables = open_tables
        self.account = account
        """As the store has it now."""
        self.session = session
        self.since = services.now()
        """Time of sign-in, seconds since the epoch."""
        self.address = services.address or address
        """The command to connect, as ``ssh -p 8022 host``."""
        self.listing = Listing(services, account.name, self.address)
        self.places: list[OpenPlace] = []
        """The places of this session that are open; the last one is shown."""
        self.is_closed = False
        self._waits: list[str] = []
        """The codes of the tables at which this session waits for a match, the newest at the end.
        One that is left may still be there when the next is reached."""
        self.move()

    @property
    def room(self) -> str:
        """The code of the table at which this session waits for a match; empty if it does not."""
        return self._waits[-1] if self._waits else ""

    @property
    def presence(self) -> Presence:
        """The place of this session, for others."""
        code, seats = "", tuple[int, ...]()
        if self.places:
            code, seats = self.places[-1].code, self.places[-1].people
        elif table := self.services.tables.all.get(self.room):
            code, seats = self.room, seats_of(table, self.account.name)
        return Presence(self.session, self.account.name, code, seats, self.since)

    async def find(self, code: str) -> TableInfo:
        """Return the table of a code that the account has typed; raises Rejected, StoreError."""
        return await self.services.codes.find(self.account.name, code)

    @asynccontextmanager
    async def waiting(self, code: str) -> AsyncIterator[None]:
        """Be at a table whose match has not begun; raises StoreError."""
        self._waits.append(code)
        try:
            await self.services.talk.enter(code)
            self.move()
            yield
        finally:
            self._waits.remove(code)
            self.services.talk.leave(code)
            self.move()

    def left(self, place: OpenPlace) -> None:
        """Note that a place is closed."""
        if place in self.places:
            self.places.remove(place)
        self.move()

    def move(self) -> None:
        """Let the store soon have where this session is, unless it has ended by then."""

        async def put() -> None:
            if not self.is_closed:
                await self.services.attendance.put(self.presence)

        self.services.spawn(put())

    async def close(self) -> None:
        """Leave the server: places are closed, and the time of leaving is kept."""
        self.is_closed = True
        for place in [*self.places]:
            place.close()
        services, now = self.services, self.services.now()
        for work in (
            partial(services.attendance.remove, self.session),
            partial(services.change_account, self.account.name, partial(replace, seen=now)),
        ):
            try:
                await work()
            except StoreError as error:
                _log.error("The end of a stay cannot be kept: %s", error)
