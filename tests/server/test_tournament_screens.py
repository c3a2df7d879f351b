"""Tournaments, the challenge of the day and friends, on the screens of a player of a server."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from server.fake_lobby import visiting as app_of
from server.tables import Hall, MemoryStore, Time, hall
from server.test_tournaments import CHANCE_SEED, ended, known, play_deal, settled
from tui.scenes import shown, until
from waiting import until as server_until

from darwin_core.contract import registry
from darwin_tui.hosted.friends import FriendList, FriendsScreen
from darwin_tui.hosted.lobby import LobbyScreen
from darwin_tui.hosted.new_table import WaitingRoomScreen
from darwin_tui.hosted.table_screens import HostedPlayScreen
from darwin_tui.hosted.tournaments import ChallengeScreen, TournamentsScreen
from darwin_tui.screens.puzzles import RaceScreen
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.lobby_cards import Friend
from darwin_tui.server.store.contract import (
    Account,
    Deal,
    Entry,
    Pairing,
    Tournament,
)
from darwin_tui.server.tables.tournaments import put_tournament

SIZES = [(80, 24), (120, 40)]
NAMES = ("Ada", "Ben", "Cleo", "Dan")
HOUR = 3600.0


@pytest.fixture(autouse=True)
def at_one_moment(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Give screens and server the same clock, and return it."""
    now = Time()
    monkeypatch.setattr(time, "time", now)
    return now


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore(
        *(Account(name, rights=("tournaments",) if name == "Ada" else ()) for name in NAMES)
    )


def won(number: int, points: int, *names: str) -> Pairing:
    """Return a finished pairing."""
    return Pairing(
        number,
        names,
        f"T{number}{names[0][0]}{names[-1][0]}",
        (points, 10)[: len(names)],
        (1, 2),
        ended=1,
    )


def duplicate(now: float) -> Tournament:
    """Return a running duplicate with two players."""
    points = {"Ada": (66, 69, 63, 49, 71), "Dan": (61, 74, 48, 66, 57, 71, 52, 60)}
    rows = [
        won(number, score, name)
        for name, scores in points.items()
        for number, score in enumerate(scores)
    ]
    return Tournament(
        "WEEK",
        "duplicate",
        tuple(Deal("dice", 4, seat=number % 4) for number in range(8)),
        title="Duplicate of the week",
        level="normal",
        seconds_a_move=86_400,
        begins=now - 9,
        ends=now + 22 * HOUR,
        entries=(Entry("Ada"), Entry("Dan")),
        pairings=tuple(rows),
        phase="playing",
        secret="5ec4e7",
        made=now,
    )


def swiss(now: float) -> Tournament:
    """Return a finished Swiss tournament of two rounds."""
    rows = (
        won(0, 20, "Ada", "Ben"),
        won(0, 20, "Cleo", "Dan"),
        replace(won(1, 20, "Ada", "Cleo"), forfeits=(1,)),
        Pairing(1, ("Ben",), ranks=(1,), ended=1),
    )
    return Tournament(
        "SW1S",
        "swiss",
        (Deal("evo", 2),),
        rounds=2,
        level="normal",
        seconds_a_move=300,
        entries=tuple(map(Entry, NAMES)),
        pairings=rows,
        phase="over",
        secret="5ec4e7",
        made=now - 5,
    )


def arena(now: float) -> Tournament:
    """Return an arena that has not begun."""
    return Tournament(
        "AREN",
        "arena",
        (Deal("yummy", 2),),
        title="Arena tonight",
        level="normal",
        seconds_a_move=300,
        begins=now + 42 * 60,
        ends=now + 3 * HOUR,
        entries=(Entry("Ben", is_waiting=True),),
        secret="5ec4e7",
        made=now - 1,
    )


@asynccontextmanager
async def visiting(lobby: Lobby, size: tuple[int, int], *keys: str) -> AsyncIterator[Any]:
    """Run a player's program, press some keys in the lobby, and yield the pilot."""
    app = app_of(lobby)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
        await pilot.press(*keys)
        yield pilot


@pytest.fixture
async def hosted(store: MemoryStore, at_one_moment: Time) -> AsyncIterator[Hall]:
    for make in (duplicate, swiss, arena):
        await put_tournament(store, make(at_one_moment.now))
    async with hall(store, time=at_one_moment) as running:
        yield running


# --- tournaments


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_tournaments_and_their_tables_are_read(hosted, size):
    ada = await hosted.lobby("Ada")
    async with visiting(ada, size, "T") as pilot:
        await until(pilot, lambda: "22 h left" in shown(pilot.app))
        text = shown(pilot.app)
        for words in (
            *("Duplicate of the week", "you are 1st", "22 h left", "Swiss SW1S", "over"),
            *(
                "Arena tonight",
                "1 plays",
                "in 42 min",
                "2   Dan",
                "1 ● Ada",
                "+5",
                "−17",
                "the field",
            ),
            *("WEEK", "What counts is the difference"),
        ):
            assert words in text, words
        await pilot.press("down")
        await until(pilot, lambda: "People who are here and free" in shown(pilot.app))
        await pilot.press("down")
        await until(pilot, lambda: "It is over" in shown(pilot.app))
        text = shown(pilot.app)
        for words in ("1 ● Ada", "round 2", "forfeit" if size[1] == 40 else "0 Ada", "bye"):
            assert words in text, words
        assert not {"Enter", "J"} & {*text.splitlines()[-1].split()}, "nothing to play or join"
        await pilot.press("right")
        await until(pilot, lambda: "Enter replay" in shown(pilot.app))


@pytest.mark.parametrize(
    ("name", "who"), [("Ada", "n opens a tournament."), ("Ben", "The host opens tournaments")]
)
async def test_an_empty_page_says_what_tournaments_are(store, at_one_moment, name, who):
    async with (
        hall(store, time=at_one_moment) as running,
        visiting(await running.lobby(name), SIZES[0], "T") as pilot,
    ):
        await until(pilot, lambda: who in shown(pilot.app))
        text = shown(pilot.app)
        assert "Swiss: round by round, people with equal scores meet." in text
        assert "J join" not in text


async def test_the_cursor_goes_into_the_table_and_back(hosted):
    ada = await hosted.lobby("Ada")
    async with visiting(ada, SIZES[0], "T") as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, TournamentsScreen)
        page = screen.page
        await pilot.press("down", "down", "down", "right")
        assert page.match_at_cursor is not None
        assert (page.code, page.match_at_cursor.number) == ("SW1S", 1)
        await pilot.press("down")
        assert page.match_at_cursor is None, "Ben has a bye"
        assert "Nobody has played it." in shown(pilot.app)
        await pilot.press("up", "up", "up")
        assert page.match_at_cursor is None
        assert page.code == "AREN"
        await pilot.press("up", *["right"] * 9)
        assert page.match_at_cursor is None
        await pilot.press("left", "left", "left")
        assert page.match_at_cursor is not None
        assert (page.code, page.match_at_cursor.number) == ("WEEK", 4)
        await pilot.press(*["left"] * 5)
        assert page.match_at_cursor is None


async def test_enter_on_a_match_that_nobody_has_played_does_not_join(hosted):
    cleo = await hosted.lobby("Cleo")
    async with visiting(cleo, SIZES[0], "T") as pilot:
        pilot.app.screen.page.choose("WEEK")
        await pilot.press(*["right"] * 8)
        await until(pilot, lambda: "Nobody has played it." in shown(pilot.app))
        assert "Enter" not in shown(pilot.app).splitlines()[-1]
        await pilot.press("enter")
        await pilot.app.workers.wait_for_complete()
        assert known(hosted, "WEEK").entry("Cleo") is None


async def test_joining_and_leaving_are_one_key(hosted):
    ada = await hosted.lobby("Ada")
    async with visiting(ada, SIZES[0], "T", "down", "J") as pilot:
        await until(pilot, lambda: known(hosted, "AREN").entry("Ada") is not None)
        await until(pilot, lambda: "joined" in shown(pilot.app))
        assert "J leave it" in shown(pilot.app)
        await pilot.press("J")
        await until(pilot, lambda: known(hosted, "AREN").entry("Ada") is None)


@pytest.mark.parametrize(
    ("code", "entry"),
    [("WEEK", Entry("Ada", has_left=True)), ("AREN", Entry("Ada"))],
    ids=["left", "no longer waits"],
)
async def test_a_player_who_has_left_or_no_longer_waits_is_offered_to_join(hosted, code, entry):
    before = known(hosted, code)
    others = [other for other in before.entries if other.name != "Ada"]
    absent = replace(before, entries=(*others, entry), phase="playing", begins=hosted.time.now - 1)
    await hosted.server_tables.services.tournaments.change(code, lambda _: absent)
    ada = await hosted.lobby("Ada")
    async with visiting(ada, SIZES[0], "T") as pilot:
        pilot.app.screen.page.choose(code)
        await until(pilot, lambda: "Enter joins." in shown(pilot.app))
        text = shown(pilot.app)
        assert "J join" in text
        assert "leave it" not in text
        await pilot.press("enter")
        await until(pilot, lambda: "J leave it" in shown(pilot.app))
        joined = known(hosted, code).entry("Ada")
        assert joined is not None
        assert joined.is_waiting
        assert not joined.has_left


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_team_is_joined_by_a_key_and_stands_above_its_players(hosted, size):
    ada, dan = await hosted.lobby("Ada"), await hosted.lobby("Dan")
    new = [Entry("Ada", team="Finches"), Entry("Ben", team="Beagles"), Entry("Cleo")]
    points = {"Ada": 66, "Ben": 60}
    teams = replace(
        duplicate(hosted.time.now),
        code="TEAM",
        title="Teams",
        has_teams=True,
        entries=tuple(new),
        pairings=tuple(won(0, score, name) for name, score in points.items()),
        made=hosted.time.now + 1,
    )
    await put_tournament(hosted.store, teams)
    await server_until(lambda: "TEAM" in hosted.server_tables.services.tournaments.all)
    await ada.befriend("Dan")
    async with visiting(dan, size, "T") as pilot:
        page = pilot.app.screen.page
        page.choose("TEAM")
        await pilot.press("J", *"Finches", "enter")
        await until(pilot, lambda: known(hosted, "TEAM").entry("Dan") is not None)
        await until(pilot, lambda: "1 ● Finches" in shown(pilot.app))
        assert "duplicate of teams" in shown(pilot.app) or size == SIZES[0]
        assert "Team Finches. Enter plays deal 1; one try counts." in shown(pilot.app)
        await pilot.press("right")
        await until(pilot, lambda: "A team of Ada and Dan." in shown(pilot.app))


async def test_the_next_deal_is_played_and_replayed_afterwards(hosted):
    ada = await hosted.lobby("Ada")
    async with visiting(ada, SIZES[0], "T", "d") as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, HostedPlayScreen))
        row = known(hosted, "WEEK").pairings[-1]
        assert (row.names, row.number) == (("Ada",), 5)
        await until(pilot, lambda: "Choose a card" in shown(pilot.app))
        await pilot.press("H")
        await until(pilot, lambda: "there are no hints" in shown(pilot.app))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, LobbyScreen))
    await play_deal(ada, "WEEK", Random(CHANCE_SEED))
    await settled(hosted, "WEEK", ended(14))
    async with visiting(ada, SIZES[0], "T", "down", "down", "down") as pilot:
        page = pilot.app.screen.page
        page.choose("WEEK")
        place = next(at for at, row in enumerate(page._standings) if row.name == "Ada")
        page.move_to(f"{place}/5")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))


async def test_who_may_opens_a_tournament_in_a_few_answers(hosted):
    ada, ben = await hosted.lobby("Ada"), await hosted.lobby("Ben")
    answers = ("2", "4", "5", *"Evening", "enter", "backspace", "backspace", "5", "enter")
    async with visiting(ada, SIZES[0], "T", "n", *answers) as pilot:
        await until(pilot, lambda: "Evening" in shown(pilot.app))
        opened = ada.desk.tournament(pilot.app.screen.page.code)
        assert opened is not None
        assert (opened.form, opened.deals[0].game, opened.host) == ("swiss", "evo", "Ada")
        assert opened.begins == hosted.time.now + 300
        assert (opened.seconds_in_all, opened.seconds_a_move) == (600, 10)
    async with visiting(ben, SIZES[0], "T") as pilot:
        await until(pilot, lambda: isinstance(pilot.app.screen, TournamentsScreen))
        assert "open one" not in shown(pilot.app)


# --- the challenge of the day


@pytest.fixture
def small_challenge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a challenge of the day of one short game."""
    monkeypatch.setattr(registry, "SLUGS", ("dice",))
    monkeypatch.setattr("darwin_tui.screens.daily.BOXES", {"dice": registry.BOXES["dice"]})


@pytest.mark.usefixtures("small_challenge")
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_challenge_is_played_compared_and_copied(
    hosted, at_one_moment, size, monkeypatch
):
    ada, dan = await hosted.lobby("Ada"), await hosted.lobby("Dan")
    async with visiting(ada, size, "C") as pilot:
        await until(pilot, lambda: "You have not played" in shown(pilot.app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, HostedPlayScreen))
        await pilot.press("q")
    day = (await ada.desk.today()).code
    for count, lobby in enumerate((dan, ada), 1):
        await play_deal(lobby, day, Random(CHANCE_SEED + count), 0)
        await settled(hosted, day, ended(count))
    async with visiting(ada, size, "C") as pilot:
        assert isinstance(pilot.app.screen, ChallengeScreen)
        await until(pilot, lambda: "To share" in shown(pilot.app))
        text = shown(pilot.app)
        for words in (
            *("Challenge of the day", day, "next in 10 h", "is done.", "of 2 here", "Dan"),
            *("● Ada", "Week", "first tries", "y copies", "Enter replay"),
        ):
            assert words in text, words
        copied: list[str] = []
        monkeypatch.setattr(pilot.app, "copy_to_clipboard", copied.append)
        await pilot.press("y")
        assert copied[0].splitlines() == await ada.desk.share_lines(known(hosted, day), 0)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        # The next day begins without a result.
        at_one_moment.now += 24 * HOUR
        await pilot.press("q")
        await until(pilot, lambda: "You have not played" in shown(pilot.app))
        await pilot.press("y")
        await until(pilot, lambda: "Finish the challenge first." in shown(pilot.app))
        assert len(copied) == 1


async def test_a_race_is_begun_at_the_challenge_and_its_table_shown(hosted):
    ada = await hosted.lobby("Ada")
    async with visiting(ada, SIZES[0], "C") as pilot:
        await until(pilot, lambda: "You have not played" in shown(pilot.app))
        await pilot.press("r")
        await until(pilot, lambda: isinstance(pilot.app.screen, RaceScreen))
        await pilot.press("q")
        await until(pilot, lambda: "1. Ada: 0 points" in shown(pilot.app))
        await pilot.press("enter", "t")
        await until(pilot, lambda: "Races of the week" in shown(pilot.app))


# --- friends


async def test_friends_are_added_blocked_and_asked_to_a_daily_match(hosted):
    ada, _ = await hosted.lobby("Ada"), await hosted.lobby("Ben")
    async with visiting(ada, SIZES[0], "F") as pilot:
        assert isinstance(pilot.app.screen, FriendsScreen)
        await until(pilot, lambda: "Nobody is in your list yet" in shown(pilot.app))
        for name in ("ben", "cleo", "nobody"):
            await pilot.press("a", *name, "enter")
        await until(pilot, lambda: "There is no player of that name." in shown(pilot.app))
        await until(pilot, lambda: "○ Cleo" in shown(pilot.app))
        assert "● Ben                in the lobby" in shown(pilot.app)
        await pilot.press("down", "B", "enter")
        await until(pilot, lambda: "× Cleo" in shown(pilot.app))
        assert "B unblock" in shown(pilot.app)
        await pilot.press("B")
        await until(pilot, lambda: "○ Cleo" in shown(pilot.app))
        await pilot.press("x")
        await until(pilot, lambda: "Cleo" not in shown(pilot.app))
        await pilot.press("i")
        await until(pilot, lambda: "Open a table first" in shown(pilot.app))
        await pilot.press("enter", "1")
        await until(pilot, lambda: isinstance(pilot.app.screen, WaitingRoomScreen))
    (table,) = (table for table in hosted.tables.values() if table.host == "Ada")
    assert (table.game, table.seconds_a_move, table.seats[1].name) == ("dice", 86_400, "Ben")


async def test_a_click_on_a_scrolled_list_of_friends_takes_the_friend_under_the_mouse(hosted):
    ada = await hosted.lobby("Ada")
    async with visiting(ada, SIZES[0], "F") as pilot:
        friends = pilot.app.screen.query_one(FriendList)
        friends.show([Friend(f"Finch {number}", "") for number in range(40)])
        friends.move(0, 39)
        await pilot.pause()
        lines = shown(pilot.app).splitlines()
        row = next(y for y, line in enumerate(lines) if "Finch 35 " in line)
        await pilot.click(offset=(6, row))
        assert friends.chosen is not None
        assert friends.chosen.name == "Finch 35"
        # The title above the list and the frame below it are no friends.
        await pilot.click(friends, offset=(6, 0))
        await pilot.click(friends, offset=(6, friends.size.height - 1))
        assert friends.chosen.name == "Finch 35"


# --- German


@pytest.mark.usefixtures("small_challenge")
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    ("key", "words"),
    [
        (
            "T",
            ("Turniere", "du bist 1.", "noch 22 Std.", "Differenz zum Feld", "das Feld", "q Lobby"),
        ),
        ("C", ("Aufgabe des Tages", "nächste in 10 Std.", "erste Versuche", "Woche", "q Lobby")),
        ("F", ("Freunde", "Noch steht niemand auf deiner Liste", "q Lobby")),
    ],
)
async def test_screens_are_german(hosted, german, size, key, words):
    ada = await hosted.lobby("Ada")
    async with visiting(ada, size, key) as pilot:
        await until(pilot, lambda: words[1] in shown(pilot.app))
        for text in words:
            assert text in shown(pilot.app), text
        assert not german
