"""The tables of a server that are open in this process."""

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from darwin_core.game import SPECTATOR
from darwin_core.journal import JournalError
from darwin_core.table import AnySnapshot, Pace
from darwin_tui.place import Rejected
from darwin_tui.server.attendance import Attendance
from darwin_tui.server.hosted import HostedTable
from darwin_tui.server.limits import Limits
from darwin_tui.server.lobby import Lobby
from darwin_tui.server.model import CODE_PATTERN, Account, Presence, TableInfo
from darwin_tui.server.opening import begin_match, open_match
from darwin_tui.server.places import ServerPlace
from darwin_tui.server.shown import knows
from darwin_tui.server.store import LOBBY, Store, StoreError
from darwin_tui.server.tables import Tables, read_code, retried, with_seat
from darwin_tui.server.talk import Rate, Talk
from darwin_tui.server.upkeep import Upkeep, lease_name

GUESSES_MAX: Final = 10
"""Wrong codes that one account may try within ``GUESS_SECONDS``."""
GUESS_SECONDS: Final = 600.0
SUBMITS_MAX: Final = 1000
"""Commands of which the time is remembered."""
ELSEWHERE: Final = "You play on in another session; this one has left the table."
STOPPED: Final = "The server stops now. Your match is saved; come back in a moment."

_log: Final = logging.getLogger(__name__)


class Status(msgspec.Struct, frozen=True):
    """Figures of one process."""

    sessions: int
    tables_open: int
    tables: int
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
        self.tables = Tables(store, self._table_changed)
        self.attendance = Attendance(store, self._presence_changed)
        self.talk = Talk(store, limits, now, self._chat_changed)
        self.hosted: dict[str, HostedTable] = {}
        self.lobbies: dict[str, Lobby] = {}
        self.known: dict[str, set[str]] = {}
        """The codes of private tables that accounts have typed here."""
        self.submits: deque[float] = deque(maxlen=SUBMITS_MAX)
        """Seconds that the last commands of players took."""
        self._pace: Pace = pace
        self._guesses = Rate(GUESSES_MAX, GUESS_SECONDS)
        self._opening: dict[str, asyncio.Task[HostedTable]] = {}
        self._changes: dict[str, asyncio.Future[None]] = {}
        self._beginning: set[asyncio.Task[TableInfo]] = set()
        self._spawned: set[asyncio.Task[None]] = set()
        self._upkeep = Upkeep(self)
        self._is_open = False
        self._is_closed = False

    # --- the life of a process

    async def open(self) -> None:
        """Read what the store has; before the first lobby is made. A second call has no effect.

        Raises:
            StoreError: if it cannot be read.
        """
        if self._is_open:
            return
        self._upkeep.subscribe()
        await self.tables.load()
        await self.attendance.refresh()
        await self.talk.load(LOBBY)
        self._is_open = True

    async def run(self) -> None:
        """Follow the store, run bots and clocks, renew leases, until cancelled."""
        await self._upkeep.run()

    async def close(self) -> None:
        """Close all tables and give back their leases; everything is kept."""
        self._is_closed = True
        for hosted in [*self.hosted.values()]:
            for place in [*hosted.places]:
                place.end(STOPPED)
            await self.close_table(hosted)
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
        times = sorted(self.submits)
        p95 = times[int(len(times) * 0.95)] if times else 0.0
        return Status(
            sessions=len(self.lobbies),
            tables_open=len(self.hosted),
            tables=len(self.tables.all),
            submit_p95_ms=round(p95 * 1000, 2),
            memory_mb=round(_memory_mb(), 1),
        )

    # --- lobbies

    def lobby(self, account: Account, session: str) -> Lobby:
        """Return the server as an account sees it in one session."""
        lobby = self.lobbies[session] = Lobby(self, account, session)
        self.spawn(self._move(lobby))
        return lobby

    async def _move(self, lobby: Lobby) -> None:
        """Keep where a session is now, unless it has ended."""
        if lobby.session in self.lobbies:
            await self.attendance.put(lobby.presence)

    async def find(self, name: str, text: str) -> TableInfo:
        """Return the table of a code that an account has typed.

        Raises:
            Rejected: if there is none, or the account has tried too many.
            StoreError: if the store fails.
        """
        code, now = read_code(text), self.now()
        table = self.tables.all.get(code)
        if table is None or not self.may_know(table, name):
            if self._guesses.is_reached(name, now):
                raise Rejected("You have tried too many wrong codes; wait for some minutes.")
            if table is None and re.match(CODE_PATTERN, code):
                table = await self.tables.refresh(code)
        if table is None:
            self._guesses.add(name, now)
            raise Rejected("There is no table with that code.")
        self.known.setdefault(name, set()).add(code)
        return table

    def may_know(self, table: TableInfo, name: str) -> bool:
        """Return whether an account may know of a table."""
        return knows(table, name) or table.code in self.known.get(name, ())

    async def next_change(self, code: str) -> None:
        """Wait for the next change of a table's info."""
        change = self._changes.get(code)
        if change is None:
            change = self._changes[code] = asyncio.get_running_loop().create_future()
        await asyncio.shield(change)

    async def change_account(self, name: str, alter: Callable[[Account], Account]) -> None:
        """Change an account, again if it is changed meanwhile; raises StoreError."""

        async def attempt() -> None:
            account = await self.store.account(name)
            if account is not None:
                await self.store.put_account(alter(account))

        await retried(attempt)

    # --- what has changed

    def _table_changed(self, code: str) -> None:
        table, hosted = self.tables.all.get(code), self.hosted.get(code)
        if hosted and table:
            hosted.apply(table)
            hosted.notify()
        if change := self._changes.pop(code, None):
            change.set_result(None)
        if table is None:
            for codes in self.known.values():
                codes.discard(code)
        for lobby in self.lobbies.values():
            lobby.refresh_tables([code])
        if table and table.phase == "playing":
            self._notify_next_turn(table)

    def _notify_next_turn(self, table: TableInfo) -> None:
        """Notify the places elsewhere of people whose turn it may be at a table now."""
        names = {seat.name for seat in table.seats if seat.kind == "person"}
        for lobby in self.lobbies.values():
            if lobby.account.name in names:
                for place in lobby.places:
                    place.company.callbacks.changed()

    def _chat_changed(self, room: str) -> None:
        if room == LOBBY:
            for lobby in self.lobbies.values():
                lobby.refresh_chat()
        elif hosted := self.hosted.get(room):
            hosted.notify()

    def _presence_changed(self, before: dict[str, Presence], now: dict[str, Presence]) -> None:
        changed = [key for key in before.keys() | now.keys() if before.get(key) != now.get(key)]
        moves = [each for key in changed for each in (before.get(key), now.get(key)) if each]
        codes = {each.table for each in moves if each.table}
        for code in codes:
            if hosted := self.hosted.get(code):
                hosted.note_presence(now.values(), self.now())
                hosted.notify()
        for lobby in self.lobbies.values():
            lobby.refresh_people()
            lobby.refresh_tables(codes)
        for key in changed:
            if (new := now.get(key)) and new.seats:
                self._give_way(new)

    def _give_way(self, newer: Presence) -> None:
        """Close places of an account that has sat down there in another session just now."""
        hosted = self.hosted.get(newer.table)
        for place in [*hosted.places] if hosted else ():
            lobby = place.lobby
            is_other = lobby.account.name == newer.name and lobby.session != newer.session
            if is_other and place.people:
                place.end(ELSEWHERE)

    # --- open tables

    async def seat(self, lobby: Lobby, code: str, people: tuple[int, ...]) -> ServerPlace:
        """Return a place at a table whose match has begun.

        Raises:
            StoreError, JournalError, RecordError: if it cannot be opened.
        """
        await self.talk.load(code)
        hosted = await self.open_table(code)
        while hosted.is_closed:
            hosted = await self.open_table(code)
        for other in [*hosted.places]:
            if people and other.people and other.lobby.account.name == lobby.account.name:
                other.end(ELSEWHERE)
        place = ServerPlace(lobby, hosted, people)
        hosted.places.append(place)
        lobby.places.append(place)
        hosted.returned(people, self.now())
        await self.attendance.put(lobby.presence)
        await self.return_to(hosted, people)
        return place

    def left(self, place: ServerPlace) -> None:
        """Note that a place is closed."""
        if place in place.hosted.places:
            place.hosted.places.remove(place)
        if place in place.lobby.places:
            place.lobby.places.remove(place)
        self.spawn(self._move(place.lobby))
        self._upkeep.wake()

    async def open_table(self, code: str) -> HostedTable:
        """Return the open table of a code, which is opened if need be.

        Raises:
            StoreError, JournalError, RecordError: if it cannot be.
        """
        if self._is_closed:
            raise StoreError(STOPPED)
        if hosted := self.hosted.get(code):
            return hosted
        task = self._opening.get(code)
        if task is None:
            # The table belongs to the house, and not to the session that came first.
            work = self._open_table(code)
            task = asyncio.get_running_loop().create_task(work, context=Context())
            self._opening[code] = task
            task.add_done_callback(partial(self._opened, code))
        return await asyncio.shield(task)

    def _opened(self, code: str, task: asyncio.Task[HostedTable]) -> None:
        del self._opening[code]
        # Retrieve the exception, in case that nobody waits any more.
        _ = task.cancelled() or task.exception()

    async def _open_table(self, code: str) -> HostedTable:
        info = await self.tables.refresh(code)
        if info is None or info.phase == "gathering":
            raise StoreError(f"The match of the table {code} has not begun.")
        match, journal = await open_match(self.store, code)
        info = self.tables.all.get(code, info)
        hosted = HostedTable(info, match, journal, self._pace, self.now())
        hosted.table.observe(SPECTATOR, partial(self._note, hosted))
        hosted.note_presence(self.attendance.all.values(), self.now())
        self.hosted[code] = hosted
        self._upkeep.mark(code)
        try:
            await self._upkeep.renew(hosted)
        except StoreError as error:
            _log.error("The lease of %s cannot be taken: %s", code, error)
        return hosted

    def _note(self, hosted: HostedTable, snapshot: AnySnapshot) -> None:
        if hosted.note(self.now()):
            self._upkeep.mark(hosted.info.code)
        hosted.notify()

    async def close_table(self, hosted: HostedTable) -> None:
        """Close an open table and give its lease back."""
        code = hosted.info.code
        if self.hosted.get(code) is hosted:
            del self.hosted[code]
        hosted.close()
        self.talk.forget(code)
        if hosted.has_lease:
            hosted.has_lease = False
            try:
                await self.store.release(lease_name(code), self.process_id)
            except StoreError as error:
                # It runs out by itself.
                _log.error("The lease of %s cannot be given back: %s", code, error)

    async def return_to(self, hosted: HostedTable, people: tuple[int, ...]) -> None:
        """Give the seats of people back to them, if bots stand in; raises JournalError."""
        if not any(hosted.info.seats[seat].has_stand_in for seat in people):
            return
        hosted.returned(people, self.now())
        try:
            await self.set_stand_ins(hosted, dict.fromkeys(people, False))
        except StoreError as error:
            raise JournalError(str(error)) from error

    async def set_stand_ins(self, hosted: HostedTable, wanted: dict[int, bool]) -> None:
        """Let bots stand in for people, or end that; raises StoreError."""

        def alter(table: TableInfo) -> TableInfo:
            for seat, wish in wanted.items():
                if table.phase == "playing" and table.seats[seat].has_stand_in != wish:
                    info = replace(table.seats[seat], has_stand_in=wish)
                    table = with_seat(table, seat, info)
            return table

        await self.tables.change(hosted.info.code, alter)

    async def begin(self, code: str) -> None:
        """Begin the match of a table whose seats are all taken; raises as ``begin_match``."""
        # It is finished even if the session that came last does not wait for it.
        work = begin_match(self.store, self.tables, code, self.now())
        task = asyncio.get_running_loop().create_task(work, context=Context())
        self._beginning.add(task)
        task.add_done_callback(self._has_begun)
        await asyncio.shield(task)

    def _has_begun(self, task: asyncio.Task[TableInfo]) -> None:
        self._beginning.discard(task)
        # Retrieve the exception, in case that nobody waits any more.
        _ = task.cancelled() or task.exception()


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as error:
        _log.error("Work of the house failed: %s: %s", type(error).__name__, error)


def _memory_mb() -> float:
    """Return the memory that this process uses now; 0 where the system does not say it."""
    try:
        with open("/proc/self/status") as file:
            kilobytes = next(line.split()[1] for line in file if line.startswith("VmRSS"))
        return int(kilobytes) / 1024
    except (OSError, StopIteration):
        return 0.0
