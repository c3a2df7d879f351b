"""A house of a server, people in its lobby, and what they do there."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from random import Random
from typing import Any

import pytest
from server.memory_store import MemoryStore

from darwin_core.table import runner
from darwin_tui.library.seat_access import SeatAccess
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.operations import server_tables
from darwin_tui.server.operations.server_tables import ServerTables
from darwin_tui.server.store.contract import Account, Store
from darwin_tui.server.tables.register import SeatPlan, TablePlan
from darwin_tui.terminal.limits import Limits

ADDRESS = "ssh -p 8022 example"
ME, OPEN, BOT = SeatPlan("me"), SeatPlan("open"), SeatPlan("bot", level="random")


class Time:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Hall:
    """A house in one process, with its people."""

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

    async def begin(self) -> None:
        """Run the house from now on."""
        await self.server_tables.open()
        self._task = asyncio.ensure_future(self.server_tables.run())

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    async def kill(self) -> None:
        """Stop the house as if its process had been killed: nothing more is kept."""
        assert self._task
        self._task.cancel()
        await asyncio.wait([self._task])
        for hosted in self.server_tables.open_tables.all.values():
            hosted.close()

    async def end(self) -> None:
        """End the house in order."""
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
    """Let houses have short waits."""
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
    """Run a house until the end of the block, with short waits."""
    with patched():
        found = Hall(store or MemoryStore(), process, time, limits)
        await found.begin()
        try:
            yield found
            assert found.is_running
        finally:
            await found.end()


async def quiet() -> None:
    """Give work in the background its time."""
    for _ in range(20):
        await asyncio.sleep(0)


def plan(*seats: SeatPlan, game: str = "dice", **more: Any) -> TablePlan:
    return TablePlan(game, seats, **more)


async def sit(*lobbies: Lobby, bots: int = 0, **more: Any) -> tuple[str, list[SeatAccess]]:
    """Let people sit down at a new table, and return its code and their places."""
    host, *others = lobbies
    seats = (ME, *[OPEN] * len(others), *[BOT] * bots)
    code = await host.create(plan(*seats, **more))
    joins = [asyncio.ensure_future(other.join(code)) for other in others]
    joined = [await each for each in joins]
    places: list[SeatAccess] = [await host.enter(code), *joined]
    for place in places:
        place.open()
    return code, places


async def act(place: SeatAccess, chance: Random) -> bool:
    """Let a person at a place do something if they are asked; return whether they were."""
    for seat in place.people:
        now = place.seat(seat).snapshot
        if now.actions:
            await place.seat(seat).submit(chance.choice(now.actions), now.question)
            return True
    return False


def line(place: SeatAccess) -> int:
    return place.spectator.snapshot.line
