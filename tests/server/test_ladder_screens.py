"""The ladder and the page of a player, over the real lobby of tables that have ended."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from random import Random
from typing import Any, cast

import pytest
from home import here
from msgspec.structs import replace
from server.fake_lobby import visiting
from server.stores import account, table
from server.tables import Hall, MemoryStore, Time, hall
from tui.scenes import content, shown, until

from darwin_tui.hosted.ladder import LadderScreen, ProfileScreen
from darwin_tui.screens.help import HelpScreen
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.store.contract import SeatInfo

SIZES = [(80, 24), (120, 40), (200, 60)]
NAMES = ("Ada", "Ben", "Cleo", "Dan")
STRENGTHS = dict(zip(NAMES, (3, 1, 2, 2), strict=True))
NOW = datetime(2026, 11, 29, 12, tzinfo=UTC).timestamp()
DAY = 24 * 3600.0


async def keep(store: MemoryStore, code: str, moved: float, **more: Any) -> None:
    await store.put_table(table(code, phase="over", moved=moved, **more))


@asynccontextmanager
async def played(matches: int = 60) -> AsyncIterator[tuple[Hall, Lobby]]:
    """Run a server at which four people have played rated matches, a day apart, most for two."""
    store, time, chance = MemoryStore(), Time(), Random(7)
    for name in NAMES:
        store.kept[name.casefold()] = replace(
            account(name, made="2026-05-03T10:00:00+00:00"), version=1
        )
    time.now = NOW
    for number in range(matches):
        people = chance.sample(NAMES, 3 if number % 5 == 4 else 2)
        order = sorted(people, key=lambda name: -STRENGTHS[name] - chance.random() * 4)
        seats = tuple(SeatInfo("person", name) for name in people)
        places = tuple(1 + order.index(name) for name in people)
        moved = NOW - (matches - number) * DAY * 2
        code = f"{number:04d}"
        game = "evo" if number % 7 == 3 else "dice"
        winners = (places.index(1),)
        await keep(
            store, code, moved, seats=seats, places=places, winners=winners, game=game,
            terms="rated", opens_record="all", host=people[0], ended="rules",
        )  # fmt: skip
    async with hall(store, time=time) as found:
        lobby = await found.lobby("Ada")
        await lobby.load()
        yield found, lobby


async def ladder(pilot: Any) -> LadderScreen:
    await pilot.press("r")
    await until(pilot, lambda: isinstance(pilot.app.screen, LadderScreen))
    await until(pilot, lambda: "±" in shown(pilot.app) or "Nobody" in shown(pilot.app))
    screen = pilot.app.screen
    assert isinstance(screen, LadderScreen)
    return screen


@pytest.mark.parametrize("size", SIZES)
async def test_a_ladder_says_place_interval_matches_and_season(size: tuple[int, int]) -> None:
    async with played() as (_, lobby), visiting(cast(Any, lobby)).run_test(size=size) as pilot:
        await ladder(pilot)
        text = shown(pilot.app)
        for words in (
            *("Ladder", "October to December 2026", "Darwin's Dice for 2", "Dice for 3"),
            *("Evo for 2", "prov.", "played", "┊ you", "Ada: ", *NAMES),
        ):
            assert words in text, words
        await pilot.press("right")
        assert "October to December" in shown(pilot.app), "there is no later season"
        await pilot.press("left")
        await until(pilot, lambda: "July to September 2026" in shown(pilot.app))
        await pilot.press("tab")
        await until(pilot, lambda: "October to December" in shown(pilot.app))
