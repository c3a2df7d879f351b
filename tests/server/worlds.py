"""Servers whose tables and times a test sets, and the whole byte streams of their sessions.

Two such worlds that differ only in what a session may not know have to send it the same bytes.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from matches import header
from msgspec.structs import replace
from server.clients import PATIENT, account_of
from server.memory_store import MemoryStore
from tui.scenes import starting
from waiting import PATIENCE_SECONDS

from darwin_core.contract import registry
from darwin_core.match import begin
from darwin_core.match.record import Player
from darwin_tui.hosted.server import Server
from darwin_tui.library.seat_access import ChatLine
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.operations.plan import Address, Plan
from darwin_tui.server.operations.server_tables import ServerTables
from darwin_tui.server.ssh.player_connection import SshConnection
from darwin_tui.server.store.contract import SeatInfo, TableInfo

SITTERS = ("Ada", "Ben", "Cleo")
"""Players of the tables, by seat."""
STRANGER, WATCHER = "Mary", "Emma"
NOW = 1_000_000.0
MADE_BEFORE_SECONDS = 600
CODE = "K7QF"
INTERVAL_SECONDS = 0.003
SOON_SECONDS = 0.05
"""Time within which a screen draws what has changed."""
STILL_INTERVALS = 4
"""Intervals without work after which a server has answered."""
OPENING_INTERVALS = 12
"""The same for a table, which is opened step by step."""


class World:
    """A server with accounts, at a time that does not pass."""

    def __init__(self, host: Server, store: MemoryStore) -> None:
        self.host = host
        self.server_tables = host.server_tables
        self.store = store
        self.port = int(host.ready.partition(" key=")[0].rpartition(":")[2])

    async def lobby(self, name: str) -> Lobby:
        """Return the lobby of a player who is there without a terminal."""
        account = await self.store.account(name)
        assert account
        return self.server_tables.lobby(account, f"beside-{name}")

    async def quiet(self, intervals: int = STILL_INTERVALS) -> None:
        """Wait until nothing more is done."""
        still = 0
        async with asyncio.timeout(PATIENCE_SECONDS):
            while still < intervals:
                await asyncio.sleep(INTERVAL_SECONDS)
                still = 0 if _has_work() else still + 1


def _has_work() -> bool:
    """Return whether the event loop runs something now, or is about to."""
    loop = asyncio.get_running_loop()
    soon = loop.time() + SOON_SECONDS
    timers = [each for each in vars(loop)["_scheduled"] if not each.cancelled()]
    return bool(vars(loop)["_ready"]) or any(each.when() < soon for each in timers)


async def put_match(
    store: MemoryStore, slug: str, state: Any, code: str = CODE, **info: Any
) -> None:
    """Keep a table whose match begins from a state."""
    count = len(SITTERS)
    head = starting(header(count, "", slug, players=tuple(Player(name) for name in SITTERS)), state)
    match, text = begin(registry.get(slug), head)
    await store.journal(code, text)
    seats = tuple(SeatInfo("person", name) for name in SITTERS)
    table = TableInfo(
        code=code,
        game=slug,
        host=SITTERS[0],
        seats=seats,
        commitment="0" * 64,
        phase="playing",
        made=NOW - MADE_BEFORE_SECONDS,
        moved=NOW - MADE_BEFORE_SECONDS,
        to_move=tuple(match.game.to_move(match.state)),
        round=1,
        rounds=match.game.clock(match.state).rounds,
    )
    await store.put_table(replace(table, **info))


@asynccontextmanager
async def world(
    folder: Path, fill: Callable[[MemoryStore], Awaitable[None]]
) -> AsyncIterator[World]:
    """Run a server with what a test puts into its store."""
    store = MemoryStore()
    for name in (*SITTERS, STRANGER, WATCHER):
        await store.put_account(replace(account_of(name), seen=NOW - 1))
    await store.say("lobby", ChatLine(NOW - 60, "Ada", "Who plays?"))
    await fill(store)
    host = Server(Plan(folder, Address("127.0.0.1", 0)), store, PATIENT)
    host.server_tables = ServerTables(
        store, PATIENT, "Down House", "", "one", pace="instant", now=lambda: NOW
    )
    await host.open()
    host.server_tables.services.address = "ssh -p 8022 example"
    running = asyncio.create_task(host.run())
    try:
        yield World(host, store)
    finally:
        running.cancel()
        await asyncio.wait([running])
        await host.close()


class Sent:
    """All that the server sent to its sessions, by the name of the player."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.frames: dict[str, list[bytes]] = {}
        self.names: dict[SshConnection, str] = {}
        self.received = 0
        sent = self

        def kept(write: Callable[[SshConnection, bytes], None]) -> Any:
            def write_and_keep(self: SshConnection, data: bytes) -> None:
                owner: Any = self._ssh.get_owner()
                if owner:
                    account, _ = owner._identity or (None, None)
                    sent.names[self] = account.name if account else ""
                # A connection that is being closed has no owner any more.
                sent.frames.setdefault(sent.names[self], []).append(data)
                write(self, data)

            return write_and_keep

        def counted(receive: Callable[[SshConnection, bytes], None]) -> Any:
            def receive_and_count(self: SshConnection, data: bytes) -> None:
                sent.received += len(data)
                receive(self, data)

            return receive_and_count

        for name in ("write", "write_error"):
            patch.setattr(SshConnection, name, kept(getattr(SshConnection, name)))
        patch.setattr(SshConnection, "received", counted(SshConnection.received))

    async def until_received(self, count: int) -> None:
        """Wait until the server has received so many bytes from all its sessions."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while self.received < count:
                await asyncio.sleep(INTERVAL_SECONDS)

    def of(self, name: str) -> bytes:
        return b"".join(self.frames.get(name, ()))
