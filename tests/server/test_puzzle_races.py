"""Puzzle races at a server: a player's first race of a week counts, in a table for everybody."""

import asyncio

import pytest
from home import own
from server.stores import KINDS
from server.tables import Time, hall, hall_with
from tui.puzzling import made

from darwin_core.teaching import puzzles
from darwin_tui.play.puzzles import PRACTICE, Racing
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.race_desk import RaceDesk, table_of_races
from darwin_tui.server.store.contract import RACES, Account

TABLE = "Darwin's Dice, {week}: a wrong answer costs a point."


@pytest.fixture(autouse=True)
def few_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace each game's puzzles by the same eight."""
    collection = made("dice", 8)
    monkeypatch.setattr(puzzles, "collection", lambda slug: collection)


def raced(lobby: Lobby, right: int = 0, wrong: int = 0) -> Racing:
    """Return a player's race with numbers of right and wrong answers."""
    racing = Racing(own(), "dice", RaceDesk(lobby))
    racing.right = right
    racing.wrong = wrong
    return racing


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_the_first_race_of_a_week_counts_in_each_kind_of_store(store):
    time = Time()
    for name in ("Ada", "Ben"):
        await store.put_account(Account(name))
    async with hall_with("Ada", "Ben", store=store, time=time) as (_, (ada, ben)):
        assert await RaceDesk(ada).lines("dice") == ["Nobody has raced in Darwin's Dice this week."]
        first = raced(ada)
        assert await first.keep() == ""
        first.right = 3
        assert await first.keep() == ""
        # After a lost connection, a second race does not count, nor do late results of the first.
        assert await raced(ada).keep() == PRACTICE
        assert PRACTICE in await raced(ada, 9).end()
        first.right = 2
        await first.keep()
        words = await raced(ben, 6, 3).end()
        week = words[2].split()[2].rstrip(":")
        assert words == [
            "6 right, 3 wrong.",
            "",
            TABLE.format(week=week),
            "1. Ada: 3 points, 3 right, 0 wrong",
            "1. Ben: 3 points, 6 right, 3 wrong",
        ]
        assert [*await store.documents(RACES)] == [f"{week} dice"]
        time.now += 7 * 86_400
        assert await raced(ben, 1).keep() == "", "a new week"
    async with hall(store, time=time) as server:
        lines = await RaceDesk(await server.lobby("Ada")).lines("dice")
        assert lines[1:] == ["1. Ben: 1 point, 1 right, 0 wrong"]


@pytest.mark.parametrize("place", KINDS, indirect=True)
async def test_of_races_that_begin_at_once_one_counts(store):
    await store.put_account(Account("Ada"))
    async with hall_with("Ada", store=store) as (_, (ada,)):
        racings = [raced(ada) for _ in range(4)]
        answers = await asyncio.gather(*(racing.keep() for racing in racings))
        assert sorted(answers) == ["", *[PRACTICE] * 3]
        for racing in racings:
            racing.wrong = 1
            await racing.keep()
        racings[answers.index(PRACTICE)].right = 8
        await racings[answers.index(PRACTICE)].keep()
        lines = await RaceDesk(ada).lines("dice")
        assert lines[1:] == ["1. Ada: −1 points, 0 right, 1 wrong"]


async def test_a_race_of_a_guest_is_kept_by_nobody(server):
    store = server.store
    await store.put_account(Account("Finch", is_guest=True))
    sentence = "Guests cannot do that; keep your name first."
    assert await raced(await server.lobby("Finch"), 1).keep() == sentence
    assert not await store.documents(RACES)


def test_a_table_of_races_has_the_most_points_first():
    rows = table_of_races({"Ada": (2, 0), "Ben": (9, 8), "Cleo": (4, 2), "Dan": (0, 1)})
    assert [(row.name, row.place, row.points) for row in rows] == [
        ("Ada", 1, 2),
        ("Cleo", 1, 2),
        ("Ben", 3, 1),
        ("Dan", 4, -1),
    ]
