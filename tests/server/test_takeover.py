"""Full screens of one account that open at the same moment: the newest stays, and no other.

The campaign takes TAKEOVERS, 20,000 by default: TAKEOVERS=100000 pytest -m campaign
"""

import asyncio
import os
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from random import Random
from typing import Any, cast

import pytest
from server.clients import PATIENT, account_of, at_screen, hosting, ssh_port
from server.stand_ins import Wire
from server.test_web import browsing, signed_in
from waiting import until

from darwin_tui.server.operations.plan import Address
from darwin_tui.server.operations.sessions import TAKEN_OVER, Destination, RunningSession, Sessions
from darwin_tui.server.store.contract import Change, StoreError
from darwin_tui.server.store.redis_store import RedisStore
from darwin_tui.terminal.connection import Connection

STEPS_MAX = 12
"""A random delay is shorter than this number of turns of the event loop."""


class Chance:
    """Random delays, which vary the order of events that happen at once."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    async def pass_by(self) -> None:
        """Wait for a random number of turns of the event loop."""
        for _ in range(self.random.randrange(STEPS_MAX)):
            await asyncio.sleep(0)


class Notices:
    """A store's notices: the order is the same for all processes, the delay of each is random."""

    def __init__(self, chance: Chance) -> None:
        self.fails = False
        self._chance = chance
        self._news = asyncio.Condition()
        self._readers: list[deque[Change]] = []

    @property
    def readers(self) -> int:
        return len(self._readers)

    async def notify(self, change: Change) -> None:
        if self.fails:
            raise StoreError("The store cannot be reached now.")
        await self._chance.pass_by()
        async with self._news:
            for unread in self._readers:
                unread.append(change)
            self._news.notify_all()
        await self._chance.pass_by()

    async def changes(self) -> AsyncIterator[Change]:
        unread: deque[Change] = deque()
        self._readers.append(unread)
        while True:
            async with self._news:
                await self._news.wait_for(lambda: unread)
            await self._chance.pass_by()
            yield unread.popleft()


class App:
    """An app that takes a random time to open and to leave."""

    failure = None
    return_code = 0
    may_idle = True

    def __init__(self, chance: Chance) -> None:
        self.started = asyncio.Event()
        self._chance = chance
        self._asked = asyncio.Event()

    async def run_async(self, size: tuple[int, int]) -> int:
        await self._chance.pass_by()
        self.started.set()
        await self._asked.wait()
        await self._chance.pass_by()
        return 0

    def exit(self) -> None:
        self._asked.set()

    async def leave(self) -> None:
        await self._chance.pass_by()


class World:
    """The processes of a server, at whose full screens one account signs in."""

    def __init__(self, seed: str, processes: int) -> None:
        self.chance = Chance(seed)
        self.store = Notices(self.chance)
        limits = PATIENT

        def make(connection: Connection, visit: RunningSession) -> Any:
            return App(self.chance)

        async def no_command(
            connection: Connection, visit: RunningSession, words: Sequence[str]
        ) -> int:
            raise AssertionError(words)

        store = cast(Any, self.store)
        self.processes = [Sessions(store, limits, make, no_command) for _ in range(processes)]

    async def arrive(self, at: int, wire: Wire, name: str) -> None:
        await self.processes[at].serve(wire, account_of(name), Destination())

    @property
    def count(self) -> int:
        return sum(process.count for process in self.processes)


@asynccontextmanager
async def world(seed: str, processes: int) -> AsyncIterator[World]:
    made = World(seed, processes)
    running = [asyncio.create_task(process.run()) for process in made.processes]
    # Each process first collects the garbage of all tests so far, which takes a while.
    await until(lambda: made.store.readers == processes)
    try:
        yield made
    finally:
        for process in made.processes:
            await process.close()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def take_over(made: World, name: str, arrivals: int) -> None:
    """Let an account sign in several times at once; check that only the newest session is left."""
    chance = made.chance
    wires = [Wire() for _ in range(arrivals)]
    tasks = []
    for wire in wires:
        at = chance.random.randrange(len(made.processes))
        tasks.append(asyncio.create_task(made.arrive(at, wire, name)))
        if chance.random.random() < 0.5:
            await chance.pass_by()
    await until(lambda: sum(task.done() for task in tasks) >= arrivals - 1)
    for _ in range(4 * STEPS_MAX):
        # A session that would wrongly end ends during these turns.
        await asyncio.sleep(0)
    left = [wire for wire in wires if wire.status is None]
    assert len(left) == 1, f"{name}: {len(left)} of {arrivals} are left"
    if len(made.processes) == 1:
        assert left == wires[-1:]
    assert all(TAKEN_OVER in wire.text for wire in wires if wire is not left[0])
    left[0].on_lost()
    await asyncio.gather(*tasks)


@pytest.mark.parametrize("processes", [1, 2, 3])
async def test_the_newest_of_several_at_once_stays(processes):
    async with world(f"short {processes}", processes) as made:
        for number in range(4):
            for arrivals in (2, 3, 4, 6):
                await take_over(made, f"Ada{arrivals}-{number}", arrivals)


@pytest.mark.campaign
@pytest.mark.parametrize("processes", [1, 2, 3])
async def test_the_newest_stays_in_every_interleaving(processes):
    async with world(f"long {processes}", processes) as made:
        for number in range(int(os.environ.get("TAKEOVERS", "20000")) // 3):
            await take_over(made, f"Ada{number}", made.chance.random.randint(2, 8))


async def test_a_session_that_could_not_be_announced_gives_way_to_the_next_elsewhere():
    async with world("cut off", 2) as made:
        first, second = Wire(), Wire()
        made.store.fails = True
        tasks = [asyncio.create_task(made.arrive(0, first, "Ada"))]
        await until(lambda: made.count)
        for _ in range(4 * STEPS_MAX):
            await asyncio.sleep(0)
        made.store.fails = False
        tasks.append(asyncio.create_task(made.arrive(1, second, "Ada")))
        await until(lambda: first.status is not None)
        assert TAKEN_OVER in first.text
        assert made.count == 1
        second.on_lost()
        await asyncio.gather(*tasks)


# --- with real terminals


async def test_one_of_several_restored_tabs_stays(tmp_path):
    web = Address("127.0.0.1", 0)
    async with hosting(tmp_path / "server", "Ada", web=web) as host, AsyncExitStack() as stack:
        session = await stack.enter_async_context(signed_in(host))
        opening = (browsing(host, session) for _ in range(4))
        tabs = await asyncio.gather(*map(stack.enter_async_context, opening))
        reading = [asyncio.create_task(tab.until_ended()) for tab in tabs]
        await until(lambda: sum(task.done() for task in reading) == 3)
        await until(lambda: host.sessions.count == 1)
        (left,) = (pair for pair in zip(tabs, reading, strict=True) if not pair[1].done())
        left[1].cancel()
        with suppress(asyncio.CancelledError):
            await left[1]


async def test_one_of_several_at_two_hosts_stays(redis_server, tmp_path):
    async with AsyncExitStack() as stack:
        hosts = [
            await stack.enter_async_context(
                hosting(tmp_path / str(n), "Ada", store=RedisStore(redis_server.url))
            )
            for n in range(2)
        ]
        ports = [ssh_port(host.ready) for host in hosts for _ in range(3)]
        opening = (at_screen(port, "Ada") for port in ports)
        screens = await asyncio.gather(*map(stack.enter_async_context, opening))
        await until(lambda: sum(screen.status is None for screen in screens) == 1)
        (left,) = (screen for screen in screens if screen.status is None)
        await left.until("Ada")
        assert sum(host.sessions.count for host in hosts) == 1
