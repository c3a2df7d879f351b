"""The tables of a server that are open in this process."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, Final

import msgspec

from darwin_core.table import Pace
from darwin_tui.server.attendance import Attendance
from darwin_tui.server.callbacks import Throttle
from darwin_tui.server.codes import Codes
from darwin_tui.server.limits import Limits
from darwin_tui.server.lobby import Lobby
from darwin_tui.server.log_reason import log_reason
from darwin_tui.server.model import Account, Presence, TableInfo
from darwin_tui.server.open_tables import OpenTables
from darwin_tui.server.store import LOBBY, Store
from darwin_tui.server.tables import Tables, retried
from darwin_tui.server.talk import Talk
from darwin_tui.server.upkeep import Upkeep

PEOPLE_INTERVAL_SECONDS: Final = 0.3
"""The least time between two lists of who is here: when many arrive at once, each arrival would
have the screens of all the others drawn again."""

_log: Final = logging.getLogger(__name__)


class Status(msgspec.Struct, frozen=True):
    """Figures of one process."""

    sessions: int
    tables_open: int
    tables: int
    """Tables that are not over."""
    submit_p95_ms: float
    memory_mb: float


class ServerHouse:
    """The tables of a server, as one of its processes has them."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        title: str,
        address: str,
        process_id: str,
        pace: Pace = "fast",
        now: Callable[[], float] = time.time,
    ) -> None:
        """Make the house of a process; nothing is read yet.

        Args:
            store: of the server.
            limits: of the server.
            title: the server's name.
            address: the command to connect, as ``ssh -p 8022 host``.
            process_id: unique among the processes of the server.
            pace: how long bots wait for people.
            now: returns the time in seconds since the epoch.
        """
        self.title = title
        self.address = address
        self.limits = limits
        self.process_id = process_id
        self.now = now
        self.store = store
        self.tables = Tables(store, limits.finished_max, self._table_changed, self._forget)
        self.codes = Codes(self.tables, limits, now)
        self.attendance = Attendance(store, self._presence_changed)
        self.talk = Talk(store, limits, now, self._chat_changed)
        self.open_tables = OpenTables(self, pace)
        self.lobbies: dict[str, Lobby] = {}
        self._changes: dict[str, asyncio.Future[None]] = {}
        self._spawned: set[asyncio.Task[None]] = set()
        self.upkeep = Upkeep(self)
        self._people = Throttle(self._refresh_people, PEOPLE_INTERVAL_SECONDS)
        self._is_open = False

    # --- the life of a process

    async def open(self) -> None:
        """Read what the store has; before the first lobby is made. A second call has no effect.

        Raises:
            StoreError: if it cannot be read.
        """
        if self._is_open:
            return
        self.upkeep.subscribe()
        await self.tables.load()
        await self.attendance.refresh()
        await self.talk.load(LOBBY)
        self._is_open = True

    async def run(self) -> None:
        """Follow the store, run bots and clocks, renew leases, until cancelled."""
        await self.upkeep.run()

    async def close(self) -> None:
        """Close all tables and give back their leases; everything is kept."""
        self._people.close()
        await self.open_tables.close_all()
        for lobby in [*self.lobbies.values()]:
            await lobby.close()
        while self._spawned:
            await asyncio.wait(self._spawned)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside, in a context of its own; a failure is logged."""
        task = asyncio.get_running_loop().create_task(_logged(work), context=Context())
        self._spawned.add(task)
        task.add_done_callback(self._spawned.discard)

    def status(self) -> Status:
        """Return the figures of this process."""
        times = sorted(self.open_tables.submits)
        p95 = times[int(len(times) * 0.95)] if times else 0.0
        return Status(
            sessions=len(self.lobbies),
            tables_open=len(self.open_tables.all),
            tables=sum(each.phase != "over" for each in self.tables.all.values()),
            submit_p95_ms=round(p95 * 1000, 2),
            memory_mb=round(_memory_mb(), 1),
        )

    # --- lobbies

    def lobby(self, account: Account, session: str) -> Lobby:
        """Return the server as an account sees it in one session."""
        lobby = self.lobbies[session] = Lobby(self, account, session)
        self.move(lobby)
        return lobby

    def move(self, lobby: Lobby) -> None:
        """Let the store soon have the place of a session, unless it has ended by then."""

        async def put() -> None:
            if lobby.session in self.lobbies:
                await self.attendance.put(lobby.presence)

        self.spawn(put())

    def left_room(self, code: str) -> None:
        """Forget the chat of a table where nobody here waits any more, unless its match is open."""
        if code not in self.open_tables.all and all(
            each.room != code for each in self.lobbies.values()
        ):
            self.talk.forget(code)

    async def next_change(self, code: str) -> None:
        """Wait for the next change of a table's info."""
        change = self._changes.get(code)
        if change is None:
            change = self._changes[code] = asyncio.get_running_loop().create_future()
        await asyncio.shield(change)

    async def refresh_account(self, name: str) -> None:
        """Read an account again for its lobbies here; raises StoreError."""
        lobbies = [each for each in self.lobbies.values() if each.account.name == name]
        if lobbies and (account := await self.store.account(name)):
            for lobby in lobbies:
                lobby.account = account

    async def refresh_accounts(self) -> None:
        """Read all accounts again that have lobbies here; raises StoreError."""
        for name in {each.account.name for each in self.lobbies.values()}:
            await self.refresh_account(name)

    async def change_account(self, name: str, alter: Callable[[Account], Account]) -> None:
        """Change an account, again if it is changed meanwhile; raises StoreError."""

        async def attempt() -> None:
            account = await self.store.account(name)
            if account is not None:
                await self.store.put_account(alter(account))

        await retried(attempt)

    # --- what has changed

    def _table_changed(self, code: str) -> None:
        table, hosted = self.tables.all.get(code), self.open_tables.all.get(code)
        if hosted and table:
            hosted.apply(table)
            hosted.notify()
            if table.phase == "over":
                # Its lease is given back.
                self.upkeep.wake()
        if change := self._changes.pop(code, None):
            change.set_result(None)
        if table is None:
            self.codes.forget(code)
        for lobby in self.lobbies.values():
            lobby.refresh_tables([code])
        if table and table.phase == "playing":
            self._notify_next_turn(table)

    def _forget(self, code: str) -> None:
        self.codes.forget(code)

    def _notify_next_turn(self, table: TableInfo) -> None:
        """Notify the places elsewhere of people whose turn it may be at a table now."""
        names = {seat.name for seat in table.seats if seat.kind == "person"}
        for lobby in self.lobbies.values():
            if lobby.account.name in names:
                for place in lobby.places:
                    place.company.callbacks.changed()

    def _chat_changed(self, room: str) -> None:
        for lobby in self.lobbies.values():
            if room in (LOBBY, lobby.room):
                lobby.refresh_chat()
        said = self.talk.lines(room)
        is_to_all = room == LOBBY and said and not said[-1].name
        for code, hosted in self.open_tables.all.items():
            if is_to_all or code == room:
                hosted.notify()

    def _presence_changed(self, before: dict[str, Presence], now: dict[str, Presence]) -> None:
        changed = [key for key in before.keys() | now.keys() if before.get(key) != now.get(key)]
        moves = [each for key in changed for each in (before.get(key), now.get(key)) if each]
        codes = {each.table for each in moves if each.table}
        for code in codes:
            if hosted := self.open_tables.all.get(code):
                hosted.note_presence(now.values(), self.now())
                hosted.notify()
        for lobby in self.lobbies.values():
            lobby.refresh_tables(codes)
        self._people.changed()
        for key in changed:
            if (new := now.get(key)) and new.seats:
                self.open_tables.give_way(new)

    def _refresh_people(self) -> None:
        for lobby in self.lobbies.values():
            lobby.refresh_people()


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as error:
        _log.error("Work of the house failed: %s", log_reason(error))


def _memory_mb() -> float:
    """Return the memory that this process uses now; 0 where the system does not say it."""
    try:
        with open("/proc/self/status") as file:
            kilobytes = next(line.split()[1] for line in file if line.startswith("VmRSS"))
        return int(kilobytes) / 1024
    except (OSError, StopIteration):
        return 0.0
