"""The tables of a server in this process, with people in its lobby.

Their store is in memory. Several servers can share it, and it fails on request.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from random import Random
from secrets import token_bytes
from typing import Any

import pytest
from msgspec.structs import replace
from waiting import until

from darwin_core.journal import Conflict, JournalError
from darwin_core.table import runner
from darwin_tui.library.seat_access import ChatLine, SeatAccess
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.server_seat_access import ServerSeatAccess
from darwin_tui.server.operations import server_tables
from darwin_tui.server.operations.server_tables import ServerTables
from darwin_tui.server.store.contract import (
    Account,
    Change,
    Notices,
    Outdated,
    Presence,
    Store,
    StoreError,
    TableInfo,
    Taken,
)
from darwin_tui.server.tables.live_table import LiveTable
from darwin_tui.server.tables.register import SeatPlan, TablePlan
from darwin_tui.terminal.limits import Limits


class MemoryStore:
    """A store in memory, whose methods fail if ``fault`` is set."""

    def __init__(self, *accounts: Account) -> None:
        self.kept = {account.name.casefold(): replace(account, version=1) for account in accounts}
        """The accounts, by case-folded name."""
        self.notified: list[Change] = []
        self.fault = ""
        """The message with which every method fails; empty if none fails."""
        self.journal_fault = ""
        """The message with which journals refuse new lines; empty if they accept them."""
        self.records: dict[str, list[bytes]] = {}
        self.calls: list[str] = []
        self.holders: dict[str, str] = {}
        self._tables: dict[str, TableInfo] = {}
        self._secrets: dict[str, bytes] = {}
        self._chat: dict[str, list[ChatLine]] = {}
        self._present: dict[str, Presence] = {}
        self._documents: dict[tuple[str, str], bytes] = {}
        self._notices = Notices()

    def _used(self, name: str) -> None:
        self.calls.append(name)
        if self.fault:
            raise StoreError(self.fault)

    async def open(self) -> None:
        pass

    async def close(self) -> None:
        self._notices.close()

    async def warnings(self) -> Sequence[str]:
        return ()

    async def swap_host_key(self, fingerprint: str) -> str:
        return fingerprint

    async def accounts(self) -> list[Account]:
        return sorted(self.kept.values(), key=lambda account: account.name)

    async def account(self, name: str) -> Account | None:
        self._used("account")
        return self.kept.get(name.casefold())

    async def account_of_key(self, fingerprint: str) -> Account | None:
        accounts = self.kept.values()
        having = (a for a in accounts if any(key.fingerprint == fingerprint for key in a.keys))
        return next(having, None)

    async def account_of_token(self, token_hash: str) -> Account | None:
        having = (a for a in self.kept.values() if a.token_hash == token_hash)
        return next(having, None)

    async def put_account(self, account: Account) -> Account:
        self._used("put_account")
        key = account.name.casefold()
        present = self.kept.get(key)
        if present and not account.version:
            raise Taken(f"There is an account {present.name} already.")
        if (present.version if present else 0) != account.version:
            raise Outdated("It has been changed.")
        self.kept[key] = replace(account, version=account.version + 1)
        self._notices.publish(Change("account", account.name))
        return self.kept[key]

    async def tables(self, finished_max: int | None = None) -> list[TableInfo]:
        self._used("tables")
        over = [table.code for table in self._over()][:finished_max]
        kept = (t for t in self._tables.values() if t.phase != "over" or t.code in over)
        return sorted(kept, key=lambda table: (-table.made, table.code))

    def _over(self) -> list[TableInfo]:
        over = (table for table in self._tables.values() if table.phase == "over")
        return sorted(over, key=lambda table: -table.moved)

    async def finished(self, name: str, count: int) -> list[str]:
        return [table.code for table in self._over() if name in table.people][:count]

    async def rated(self) -> list[TableInfo]:
        self._used("rated")
        return [table for table in self._over() if table.terms == "rated"]

    async def table(self, code: str) -> TableInfo | None:
        self._used("table")
        # Let other tasks run between a caller's reading and writing, as a real store does.
        await asyncio.sleep(0)
        return self._tables.get(code)

    async def put_table(self, table: TableInfo) -> TableInfo:
        self._used("put_table")
        present = self._tables.get(table.code)
        if (present.version if present else 0) != table.version:
            raise Outdated("It has been changed.")
        kept = self._tables[table.code] = replace(table, version=table.version + 1)
        self._notices.publish(Change("table", table.code))
        return kept

    async def remove_table(self, code: str, *, is_over: bool = False) -> None:
        self._used("remove_table")
        phases = ("gathering", "over") if is_over else ("gathering",)
        if code in self._tables and self._tables[code].phase not in phases:
            raise StoreError("It has begun.")
        self._tables.pop(code, None)
        self._notices.publish(Change("table", code))

    async def secret(self, code: str, given: bytes | None = None) -> bytes:
        self._used("secret")
        return self._secrets.setdefault(code, given or token_bytes(32))

    async def journal(self, code: str, first: bytes | None = None) -> "MemoryJournal":
        self._used("journal")
        if (first is None) != (code in self.records):
            raise JournalError("There is none, or one already.")
        if first is not None:
            self.records[code] = first.splitlines(keepends=True)
        return MemoryJournal(self, code)

    def line(self, code: str) -> None:
        self._notices.publish(Change("line", code, lines=len(self.records[code])))

    async def record(self, code: str) -> bytes:
        self._used("record")
        if code not in self.records:
            raise StoreError("It has not begun.")
        return b"".join(self.records[code])

    async def rescue(self, code: str, good: bytes, *, keeps: bool = True) -> str:
        self.records[code] = good.splitlines(keepends=True)
        return code

    async def say(self, room: str, line: ChatLine) -> None:
        self._used("say")
        self._chat.setdefault(room, []).append(line)
        self._notices.publish(Change("chat", room))

    async def chat(self, room: str) -> list[ChatLine]:
        self._used("chat")
        return [*self._chat.get(room, [])]

    async def forget_lines(self, name: str) -> None:
        for room, lines in self._chat.items():
            self._chat[room] = [line for line in lines if name not in (line.name, line.about)]
        self._notices.publish(Change("all", ""))

    async def collections(self) -> list[str]:
        return sorted({collection for collection, _ in self._documents})

    async def documents(self, collection: str) -> dict[str, bytes]:
        self._used("documents")
        return {key: data for (kept, key), data in self._documents.items() if kept == collection}

    async def document(self, collection: str, key: str) -> bytes | None:
        self._used("document")
        await asyncio.sleep(0)
        return self._documents.get((collection, key))

    async def put_document(
        self, collection: str, key: str, data: bytes | None, before: bytes | None
    ) -> None:
        self._used("put_document")
        if self._documents.get((collection, key)) != before:
            raise Outdated("It has been changed.")
        if data is None:
            self._documents.pop((collection, key), None)
        else:
            self._documents[collection, key] = data
        self._notices.publish(Change("document", f"{collection}/{key}"))

    async def notify(self, change: Change) -> None:
        self.notified.append(change)
        self._notices.publish(change)

    def changes(self) -> AsyncIterator[Change]:
        return self._notices.subscribe()

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        self._used("lease")
        return self.holders.setdefault(name, holder) == holder

    async def release(self, name: str, holder: str) -> None:
        self._used("release")
        if self.holders.get(name) == holder:
            del self.holders[name]

    async def present(self) -> list[Presence]:
        self._used("present")
        return [*self._present.values()]

    async def put_presence(self, presence: Presence, seconds: float) -> None:
        self._used("put_presence")
        if self._present.get(presence.session) != presence:
            self._present[presence.session] = presence
            self._notices.publish(Change("presence", presence.name))

    async def remove_presence(self, session: str) -> None:
        if presence := self._present.pop(session, None):
            self._notices.publish(Change("presence", presence.name))


class MemoryJournal:
    """The record of a match in a memory store."""

    def __init__(self, store: MemoryStore, code: str) -> None:
        self._store = store
        self._code = code
        self.is_closed = False
        self._loop = asyncio.get_running_loop()

    def append(self, line: bytes, expected: int) -> None:
        lines = self._store.records[self._code]
        if self._store.journal_fault or self.is_closed:
            raise JournalError(self._store.journal_fault or "It is closed.")
        if len(lines) != expected:
            raise Conflict(f"There are {len(lines)} lines, not {expected}.")
        lines.append(line)
        self._loop.call_soon_threadsafe(self._store.line, self._code)

    def since(self, count: int) -> bytes:
        return b"".join(self._store.records[self._code][count:])

    def close(self) -> None:
        self.is_closed = True


ADDRESS = "ssh -p 8022 example"
ME = SeatPlan("me")
OPEN = SeatPlan("open")
BOT = SeatPlan("bot", level="random")


class Time:
    """A clock whose time a test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Hall:
    """One server process's tables and lobby, run in the test's own process."""

    def __init__(
        self,
        store: Store,
        process: str = "one",
        time: Time | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.store = store
        self.time = time or Time()
        self.process = process
        self.server_tables = ServerTables(
            store,
            limits or Limits(),
            "Down House",
            ADDRESS,
            process,
            pace="instant",
            now=self.time,
        )
        self._sessions = 0
        self._task: asyncio.Future[None] | None = None

    @property
    def tables(self) -> dict[str, TableInfo]:
        """The tables that the server knows, by code."""
        return self.server_tables.services.tables.all

    @property
    def open(self) -> dict[str, LiveTable]:
        """The tables that are open now, by code."""
        return self.server_tables.open_tables.all

    async def begin(self) -> None:
        """Run the tables from now on."""
        await self.server_tables.open()
        self._task = asyncio.ensure_future(self.server_tables.run())

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    async def kill(self) -> None:
        """Stop as if the process had been killed: nothing more is saved."""
        assert self._task
        self._task.cancel()
        await asyncio.wait([self._task])
        for hosted in self.server_tables.open_tables.all.values():
            hosted.close()

    async def end(self) -> None:
        """Stop the tables and close the server regularly."""
        assert self._task
        self._task.cancel()
        await asyncio.wait([self._task])
        await self.server_tables.close()

    async def lobby(self, name: str) -> Lobby:
        account = await self.store.account(name)
        if account is None:
            account = await self.store.put_account(Account(name))
        self._sessions += 1
        lobby = self.server_tables.lobby(account, f"{self.process}-{name}-{self._sessions}")
        await quiet()
        return lobby


@contextmanager
def patched() -> Iterator[None]:
    """Shorten the waits of servers and bots until the end of the block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_tables, "PEOPLE_INTERVAL_SECONDS", 0)
        patch.setattr(runner, "BOT_TICK_SECONDS", 1e-3)
        patch.setattr(server_tables, "TICK_SECONDS", 0.01)
        patch.setattr(server_tables, "PAUSE_SECONDS", 0.01)
        patch.setattr(server_tables, "FAILED_SECONDS", 0.1)
        yield


@asynccontextmanager
async def hall(
    store: Store | None = None,
    process: str = "one",
    time: Time | None = None,
    limits: Limits | None = None,
) -> AsyncIterator[Hall]:
    """Run the tables of a server until the end of the block, with short waits."""
    with patched():
        server = Hall(store or MemoryStore(), process, time, limits)
        await server.begin()
        try:
            yield server
            assert server.is_running
        finally:
            await server.end()


async def quiet() -> None:
    """Let tasks in the background run for a few turns of the event loop."""
    for _ in range(20):
        await asyncio.sleep(0)


def plan(*seats: SeatPlan, game: str = "dice", **more: Any) -> TablePlan:
    return TablePlan(game, seats, **more)


async def sit(*lobbies: Lobby, bots: int = 0, **more: Any) -> tuple[str, list[ServerSeatAccess]]:
    """Seat people and bots at a new table of the first person; return its code and the places."""
    host, *others = lobbies
    seats = (ME, *[OPEN] * len(others), *[BOT] * bots)
    code = await host.create(plan(*seats, **more))
    joins = [asyncio.ensure_future(other.join(code)) for other in others]
    joined = [await join for join in joins]
    places = [await host.enter(code), *joined]
    for place in places:
        place.open()
    return code, places


@asynccontextmanager
async def hall_with(*names: str, **options: Any) -> AsyncIterator[tuple[Hall, list[Lobby]]]:
    """Run a server as ``hall`` does, with people in its lobby; yield it and the lobbies."""
    async with hall(**options) as server:
        yield server, [await server.lobby(name) for name in names]


@asynccontextmanager
async def table_with(
    *names: str,
    store: Store | None = None,
    time: Time | None = None,
    bots: int = 0,
    **more: Any,
) -> AsyncIterator[tuple[Hall, str, list[ServerSeatAccess]]]:
    """Run a server as ``hall`` does, with people and bots at a table; yield the server, the code
    of the table, and the places."""
    async with hall_with(*names, store=store, time=time) as (server, lobbies):
        code, places = await sit(*lobbies, bots=bots, **more)
        yield server, code, places


async def act(place: SeatAccess, chance: Random) -> bool:
    """Take a random action for a person at a place; return whether anybody was to move."""
    for seat in place.people:
        now = place.seat(seat).snapshot
        if now.actions:
            await place.seat(seat).submit(chance.choice(now.actions), now.question)
            return True
    return False


async def play_to_end(*places: ServerSeatAccess, chance: Random | None = None) -> None:
    """Let people act at random until the match is over; bots may play there, too."""
    chance = chance or Random(1)
    spectator = places[0].spectator

    def is_due() -> bool:
        asked = (place.seat(seat).snapshot.actions for place in places for seat in place.people)
        return spectator.snapshot.outcome is not None or any(asked)

    while spectator.snapshot.outcome is None:
        for place in places:
            await act(place, chance)
        await until(is_due)


def line(place: SeatAccess) -> int:
    return place.spectator.snapshot.line
