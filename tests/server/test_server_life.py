"""A server's life at random: nothing that was acknowledged is lost.

People come, sit down, play, leave and return at two processes that share a store. The store's
methods sometimes fail.
"""

import asyncio
import os
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest
import sampling
from server.tables import Hall, MemoryStore, hall, plan, quiet
from waiting import until

from darwin_core.contract import registry
from darwin_core.journal import JournalError
from darwin_core.match import Refused
from darwin_tui.library.seat_access import Rejected
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.server_seat_access import ServerSeatAccess
from darwin_tui.server.store.contract import StoreError, TableInfo
from darwin_tui.server.tables.register import SeatPlan, load

NAMES = ("ada", "ben", "cleo", "dan")


class Unsteady(MemoryStore):
    """A store whose calls fail at random, with probability ``odds``."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self.chance = chance
        self.odds = 0.0

    def _used(self, name: str) -> None:
        super()._used(name)
        if self.chance.random() < self.odds:
            raise StoreError("The store cannot be reached.")


class Life:
    """People at two processes who act at random, one after another."""

    def __init__(self, chance: Random, halls: list[Hall]) -> None:
        self.chance = chance
        self.halls = halls
        self.places: dict[Lobby, ServerSeatAccess | None] = {}
        self.waiting: list[asyncio.Future[Any]] = []
        self.acknowledged: dict[str, int] = {}

    async def step(self) -> None:
        """Let a new or present person do something random; refusals and failures are allowed."""
        with suppress(Rejected, Refused, JournalError, StoreError):
            chance = self.chance
            lobby = chance.choice([*self.places]) if len(self.places) >= 6 else None
            if lobby is None:
                lobby = await chance.choice(self.halls).lobby(chance.choice(NAMES))
                self.places[lobby] = None
            kinds = [self.act, self.create, self.join, self.enter, self.watch, self.go, self.end]
            does = chance.choices(kinds, [60, 3, 8, 8, 3, 3, 2])[0]
            await does(lobby)

    async def act(self, lobby: Lobby) -> None:
        place = self.places.get(lobby)
        if place is None:
            return
        for seat in place.people:
            now = place.seat(seat).snapshot
            if now.actions and place.table_people:
                await place.seat(seat).submit(self.chance.choice(now.actions), now.question)
                code = place.table_people.code
                self.acknowledged[code] = max(self.acknowledged.get(code, 0), now.line + 1)
                if self.chance.random() < 0.05:
                    await place.seat(seat).undo()

    async def create(self, lobby: Lobby) -> None:
        game = registry.get(self.chance.choice(registry.SLUGS))
        sorts = [SeatPlan("open"), SeatPlan("bot", level="random")]
        others = [self.chance.choice(sorts) for _ in range(min(game.seats) - 1)]
        private = self.chance.random() < 0.3
        wish = plan(SeatPlan("me"), *others, game=game.slug, bots_take_over=True)
        await lobby.create(wish if not private else type(wish)(wish.game, wish.seats, {}, True))

    async def join(self, lobby: Lobby) -> None:
        if codes := [card.code for card in lobby.cards if card.can_sit]:
            self.waiting.append(asyncio.ensure_future(lobby.join(self.chance.choice(codes))))

    async def enter(self, lobby: Lobby) -> None:
        codes = [card.code for card in lobby.cards if card.is_mine and card.phase == "playing"]
        if codes:
            self.come(lobby, await lobby.enter(self.chance.choice(codes)))

    async def watch(self, lobby: Lobby) -> None:
        if codes := [card.code for card in lobby.cards if card.can_watch]:
            self.come(lobby, await lobby.watch(self.chance.choice(codes)))

    def come(self, lobby: Lobby, place: ServerSeatAccess) -> None:
        if old := self.places.get(lobby):
            old.close()
        self.places[lobby] = place
        place.open()

    async def go(self, lobby: Lobby) -> None:
        if place := self.places.get(lobby):
            place.close()

    async def end(self, lobby: Lobby) -> None:
        del self.places[lobby]
        if self.chance.random() < 0.2 and lobby.cards:
            place: Any = lobby.accesses[-1] if lobby.accesses else None
            if place and place.people:
                await place.table_people.resign(place.people[0])
        await lobby.close()


def has_closed(server: Hall) -> bool:
    return not server.open


def knows(server: Hall, table: TableInfo) -> bool:
    return server.tables.get(table.code) == table


@pytest.mark.parametrize(
    "number", sampling.some(range(int(os.environ.get("LIVES", "5"))), sampling.SERVED_INTERVAL)
)
async def test_nothing_acknowledged_is_lost_whatever_people_and_the_store_do(number):
    chance = Random(number)
    store = Unsteady(chance)
    async with hall(store) as one, hall(store, "two", one.time) as two:
        life = Life(chance, [one, two])
        for step in range(600):
            store.odds = 0.02 if step % 3 == 0 else 0.0
            await life.step()
            one.time.now += chance.random() * 3
            await asyncio.sleep(0 if step % 5 else 0.002)
        store.odds = 0.0
        for waiting_seat in life.waiting:
            waiting_seat.cancel()
        await asyncio.gather(*life.waiting, return_exceptions=True)
        await quiet()
        for lobby in [*one.server_tables.lobbies.values(), *two.server_tables.lobbies.values()]:
            await lobby.close()
        for here in (one, two):
            await until(partial(has_closed, here))
        assert life.acknowledged
        for code, lines in life.acknowledged.items():
            match = load(await store.record(code))
            assert len(match.lines) >= lines
            kept = await store.table(code)
            assert kept
            assert kept.line == len(match.lines)
            if kept.phase == "playing":
                assert kept.to_move == tuple(match.game.to_move(match.state))
            for here in (one, two):
                await until(partial(knows, here, kept))
    assert await store.present() == []
