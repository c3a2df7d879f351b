"""The screens of the ladder and of a player's page, over a real lobby with finished tables."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from server.fake_lobby import visiting
from server.stores import account, table
from server.tables import Hall, MemoryStore, Time, act, hall_with, sit
from tui.scenes import shown, until
from waiting import until as until_true

from darwin_tui.hosted.ladder import LadderScreen, ProfilePage, ProfileScreen
from darwin_tui.hosted.lobby import LobbyScreen
from darwin_tui.screens.help import HelpScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.operations.sessions import Destination
from darwin_tui.server.store.contract import SeatInfo
from darwin_tui.server.tables.ratings import JUDGED, LadderKey

SIZES = [(80, 24), (120, 40), (200, 60)]
NAMES = ("Ada", "Ben", "Cleo", "Dan")
STRENGTHS = dict(zip(NAMES, (3, 1, 2, 2), strict=True))
NOW = datetime(2026, 11, 29, 12, tzinfo=UTC).timestamp()
DAY = 24 * 3600.0


async def keep(store: MemoryStore, code: str, moved: float, **more: Any) -> None:
    await store.put_table(table(code, phase="over", moved=moved, **more))


@asynccontextmanager
async def played(matches: int = 60) -> AsyncIterator[tuple[Hall, Lobby]]:
    """Run a server at which four people have played rated matches, two days apart, most for two."""
    store = MemoryStore()
    time = Time()
    chance = Random(7)
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
    async with hall_with("Ada", store=store, time=time) as (server, (lobby,)):
        await lobby.load()
        yield server, lobby


async def ladder(pilot: Any) -> LadderScreen:
    await pilot.press("r")
    await until(pilot, lambda: isinstance(pilot.app.screen, LadderScreen))
    await until(pilot, lambda: "±" in shown(pilot.app) or "Nobody" in shown(pilot.app))
    screen = pilot.app.screen
    assert isinstance(screen, LadderScreen)
    return screen


@pytest.mark.parametrize("size", SIZES)
async def test_a_ladder_says_place_interval_matches_and_season(size):
    async with played() as (_, lobby), visiting(lobby).run_test(size=size) as pilot:
        await ladder(pilot)
        text = shown(pilot.app)
        for words in (
            *("Ladder", "October to December 2026", "Darwin's Dice for 2", "Dice for 3"),
            *("Evo for 2", "1 Ada", "4 Ben", "played", "┊ you", "Ada: 22 matches", *NAMES),
        ):
            assert words in text, words
        await pilot.press("right")
        assert "October to December" in shown(pilot.app), "there is no later season"
        await pilot.press("left")
        await until(pilot, lambda: "July to September 2026" in shown(pilot.app))
        await pilot.press("tab")
        await until(pilot, lambda: "prov. Ada" in shown(pilot.app))
        assert "October to December" in shown(pilot.app), "another ladder begins with this season"
        await pilot.press("shift+tab")
        await until(pilot, lambda: "1 Ada" in shown(pilot.app))


async def test_a_ladder_without_matches_says_how_a_match_is_rated():
    async with played(0) as (_, lobby), visiting(lobby).run_test() as pilot:
        await ladder(pilot)
        assert "Nobody has played a rated match yet." in shown(pilot.app)
        await pilot.press("tab", "left", "down", "enter")
        assert isinstance(pilot.app.screen, LadderScreen)
        await pilot.press("q")
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_a_long_ladder_is_scrolled_to_the_cursor():
    store, time = MemoryStore(), Time()
    time.now = NOW
    for number in range(40):
        names = (f"Finch{number:02}", "Ada")
        seats = tuple(SeatInfo("person", name) for name in names)
        await keep(
            store, f"{number:04d}", NOW - 60 + number, seats=seats, places=(2, 1), terms="rated"
        )  # fmt: skip
    async with (
        hall_with("Ada", store=store, time=time) as (_, (lobby,)),
        visiting(lobby).run_test(size=(80, 24)) as pilot,
    ):
        screen = await ladder(pilot)
        await until(pilot, lambda: "Ada: 40 matches" in shown(pilot.app))
        last = screen._page.rows[-1].name
        assert last not in shown(pilot.app)
        await pilot.press(*["down"] * 40)
        assert f"{last}: 1 match" in shown(pilot.app)
        await pilot.press(*["up"] * 40)
        assert "Ada: 40 matches" in shown(pilot.app)


# --- the page of a player


async def profile(pilot: Any, name: str) -> None:
    def is_open() -> bool:
        is_profile = isinstance(pilot.app.screen, ProfileScreen)
        return is_profile and f" {name}   here since" in shown(pilot.app)

    await until(pilot, is_open)


@pytest.mark.parametrize("size", SIZES)
async def test_the_page_of_a_player_shows_ratings_opponents_and_matches(size):
    async with played() as (_, lobby), visiting(lobby).run_test(size=size) as pilot:
        await ladder(pilot)
        await pilot.press("down", "enter")
        await profile(pilot, "Dan")
        text = shown(pilot.app)
        for words in (
            *("here since 3 May", "Ratings among people", "Dice for 2", "Evo for 3", "prov."),
            *("Opponents", "3 of 15", "Last matches", "1st", "2nd", "match by match"),
            "Darwin's Dice for 2: 1514 ± 304  20 matches",
        ):
            assert words in text, words
        await pilot.press("down", "down")
        assert "Evo for 2: 1375" in shown(pilot.app), "the course follows the cursor"


async def test_the_page_of_a_player_says_what_is_given_away_per_decision():
    async with played() as (here, lobby):
        ratings = here.server_tables.services.ratings
        await ratings.load()
        results = [point.result for point in ratings.course(LadderKey("dice", 2)).points["Dan"]]
        costs = tuple(
            ({"position": 1, "cost": 0.031},) * (name == "Dan") for name in results[-1].names
        )
        zeros = dict.fromkeys(("start", "luck", "decisions", "result"), (0.0, 0.0))
        sums = {"format": 1, "game": "dice", "chain": "", "choices": costs, **zeros}
        await here.store.put_document(JUDGED, results[-1].code, msgspec.json.encode(sums), None)
        async with visiting(lobby).run_test(size=(80, 24)) as pilot:
            await ladder(pilot)
            await pilot.press("down", "enter")
            await profile(pilot, "Dan")
            assert "20 matches, 3.1 % given away per decision" in shown(pilot.app)


async def test_opponents_and_matches_of_a_page_are_opened():
    async with played() as (_, lobby), visiting(lobby).run_test(size=(80, 24)) as pilot:
        await pilot.press("p")
        await profile(pilot, "Ada")
        page = pilot.app.screen.query_one(ProfilePage)
        page.move_to("met:Cleo")
        assert "Enter opens the page of Cleo." in shown(pilot.app)
        await pilot.press("enter")
        await profile(pilot, "Cleo")
        await pilot.press("q")
        await profile(pilot, "Ada")
        page.move_to("match:0058")
        await pilot.pause()
        assert "0058  you won. rated" in shown(pilot.app)
        await pilot.press("enter")
        # The store has no record of this match, so a notice says that it cannot be read.
        await until(pilot, lambda: pilot.app._notifications)
        assert page.profile
        cards = page.cards
        # The match under the cursor leaves the list.
        page.show(page.profile, [card for card in cards if card.code != "0058"], page.profile)
        assert page.cursor == "rating:dice:2"
        page.move_to("rating:dice:2")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, LadderScreen))
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))


async def test_the_page_of_somebody_in_the_lobby_is_opened_from_the_list_of_people():
    async with played() as (server, lobby):
        await server.lobby("Ben")
        async with visiting(lobby).run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: "2 here" in shown(pilot.app))
            await pilot.press("tab", "down", "p")
            await profile(pilot, "Ben")


async def test_a_finished_match_has_a_page():
    async with hall_with("Ada", "Ben", "Cleo") as (server, (ada, ben, cleo)):
        code, places = await sit(ada, ben)
        for seat, place in enumerate(places):
            assert await act(place, Random(seat))
            await place.table_people.agree(seat, True)
        for place in places:
            place.close()
        await until_true(lambda: code not in server.open)
        first = Destination("replay", code.lower())
        async with visiting(ben, first).run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
            assert "Ben" in shown(pilot.app)
            await pilot.press("q")
            await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
        async with visiting(cleo, first).run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Only those who sat there may read" in shown(pilot.app))


async def test_both_pages_are_german():
    async with played() as (_, lobby):
        app = visiting(lobby)
        app.player.settings.keep(replace(app.player.settings.now, language="de"))
        async with app.run_test(size=(80, 24)) as pilot:
            await ladder(pilot)
            for words in ("Rangliste", "Oktober bis Dezember 2026", "Dice zu 3", "gespielt"):
                assert words in shown(app), words
            await pilot.press("enter")
            await until(pilot, lambda: "Wertungen unter Menschen" in shown(app))
            for words in ("hier seit 3. Mai", "Gegner", "Letzte Partien", "vorl.", "2."):
                assert words in shown(app), words
