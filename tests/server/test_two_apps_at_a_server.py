"""Two players at a table of a server, each with an App of their own, play and chat."""

import asyncio
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sampling
from server import tables
from server.tables import Hall, hall, sit
from textual.pilot import Pilot
from tui.hands import come_to_results
from tui.scenes import match_at, play_of, said, says_who_won, shown, until
from tui.test_two_apps import SIZES, Guest, act, guests, is_over, together

from darwin_core.contract import registry
from darwin_core.match import is_action
from darwin_core.text.language import reading, tr
from darwin_tui.hosted.chat import ChatInput
from darwin_tui.hosted.table_screens import HostedPlayScreen, TableFoot
from darwin_tui.play import people_words as words
from darwin_tui.screens import navigation
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.server.lobby.server_seat_access import ServerSeatAccess

ACTIONS_BETWEEN_WORDS = 9
"""Actions of a player between two lines of chat."""


@pytest.fixture(autouse=True)
def heeded_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Accept keys however short ago the question came, and let messages stay in the foot."""
    monkeypatch.setattr("darwin_tui.play.live_match.KEY_REPEAT_SECONDS", 0)
    monkeypatch.setattr("darwin_tui.play.live_match.CONTINUE_GRACE_SECONDS", -1)
    monkeypatch.setattr("darwin_tui.hosted.table_screens.MESSAGE_SECONDS", 1e6)


@pytest.fixture
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots choose at once."""
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 0)


async def take(app: Guest, pilot: Pilot[Any], place: ServerSeatAccess) -> HostedPlayScreen:
    """Open a place in an App."""
    app.open(navigation.Play(place))
    screen = play_of(app)
    assert isinstance(screen, HostedPlayScreen)
    await until(pilot, lambda: screen.live.is_seated)
    return screen


async def two_seats(server: Hall, bots: int = 0, **more: Any) -> list[ServerSeatAccess]:
    """Seat Ada and Emma at a table, and return their places."""
    ada, emma = await server.lobby("Ada"), await server.lobby("Emma")
    _, places = await sit(ada, emma, bots=bots, **more)
    return places


@pytest.mark.usefixtures("quick_bots")
@pytest.mark.parametrize("slug", registry.SLUGS if sampling.is_full() else ["dice"])
async def test_a_whole_match_with_chat_between(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = guests(tmp_path)
    shows = TableFoot.show
    received: set[tuple[object, str]] = set()

    def receive(foot: TableFoot, text: str) -> None:
        received.add((foot.app, text))
        shows(foot, text)

    monkeypatch.setattr(TableFoot, "show", receive)
    chat: set[tuple[str, str]] = set()
    said_by: dict[str, int] = {"Ada": 0, "Emma": 0}
    both_here = asyncio.Barrier(2)

    async def play(app: Guest, place: ServerSeatAccess, pilot: Pilot[Any]) -> None:
        screen = await take(app, pilot, place)
        rng = Random(app.player.name)
        match = match_at(screen)
        name = app.player.name
        other = second if app is first else first
        await both_here.wait()
        acts = 0
        while not is_over(match):
            await act(pilot, screen, rng)
            acts += 1
            if acts % ACTIONS_BETWEEN_WORDS == 1 and said_by[name] < 4:
                said_by[name] += 1
                await pilot.press("slash", *f"{name}{said_by[name]}", "enter")
                await until(pilot, lambda: not screen.query_one(ChatInput).display)
                if said_by[name] == 1:
                    await until(pilot, lambda: (other, f"{name}: {name}1") in received)
        chat.update((line.name, line.text) for line in place.table_people.chat)
        await come_to_results(pilot, screen)
        while not says_who_won(app):
            await pilot.press("enter")
        app.exit()

    async with hall() as server:
        places = await two_seats(server, bots=int(3 in registry.get(slug).seats), game=slug)
        await together(
            (first, SIZES[0], partial(play, first, places[0])),
            (second, SIZES[1], partial(play, second, places[1])),
        )
    assert ("Ada", "Ada1") in chat
    assert ("Emma", "Emma1") in chat


async def test_the_people_end_a_match_by_agreement(tmp_path: Path) -> None:
    first, second = guests(tmp_path)
    wishes = asyncio.Event()

    async def proposes(place: ServerSeatAccess, pilot: Pilot[Any]) -> None:
        await take(first, pilot, place)
        await pilot.press("e", "y")
        wishes.set()
        await until(pilot, lambda: isinstance(first.screen, ResultsScreen))
        await until(pilot, lambda: "ended the match by agreement" in shown(first))
        first.exit()

    async def agrees(place: ServerSeatAccess, pilot: Pilot[Any]) -> None:
        screen = await take(second, pilot, place)
        await wishes.wait()
        await until(pilot, lambda: "Partie: Ada; e stimmt zu" in shown(second))
        await pilot.press("e", "y")
        await until(pilot, lambda: isinstance(second.screen, ResultsScreen))
        assert not is_over(match_at(screen))
        second.exit()

    async with hall() as server:
        places = await two_seats(server)
        await together(
            (first, SIZES[0], partial(proposes, places[0])),
            (second, SIZES[1], partial(agrees, places[1])),
        )


def german(message: str, **values: object) -> str:
    """Return a message in the second player's German, in ASCII."""
    with reading("de", is_ascii=True):
        return tr(message, **values)


async def test_a_bot_plays_for_who_resigns_and_they_may_watch(tmp_path: Path) -> None:
    first, second = guests(tmp_path)
    is_seated, has_resigned = asyncio.Event(), asyncio.Event()

    async def resigns(place: ServerSeatAccess, pilot: Pilot[Any]) -> None:
        screen = await take(first, pilot, place)
        # A player does not see announcements from before they came.
        await is_seated.wait()
        await pilot.press("r", "y")
        await until(pilot, lambda: not screen.live.people)
        has_resigned.set()
        await pilot.press("1", "enter")
        await until(pilot, lambda: said(first) == words.RESIGNED)
        await until(pilot, lambda: len(match_at(screen).lines) > 3)
        first.exit()

    async def plays(place: ServerSeatAccess, mary: ServerSeatAccess, pilot: Pilot[Any]) -> None:
        screen = await take(second, pilot, place)
        is_seated.set()
        await has_resigned.wait()
        await until(pilot, lambda: german("{name} has resigned.", name="Ada") in shown(second))
        await act(pilot, screen, Random(1))
        await tables.act(mary, Random(2))
        second.exit()

    async with hall() as server:
        third = await server.lobby("Mary")
        ada, emma = await server.lobby("Ada"), await server.lobby("Emma")
        _, places = await sit(ada, emma, third)
        await together(
            (first, SIZES[0], partial(resigns, places[0])),
            (second, SIZES[1], partial(plays, places[1], places[2])),
        )
        (hosted,) = server.open.values()
        seats = [line.seat for line in hosted.match.lines if is_action(line.action)]
        assert seats[:3] == [1, 2, 0], "a bot plays for Ada"


@pytest.mark.usefixtures("quick_bots")
async def test_a_watcher_sees_no_hand_and_talks(tmp_path: Path) -> None:
    first, second = guests(tmp_path)
    is_seen, has_acted = asyncio.Event(), asyncio.Event()

    async def plays(place: ServerSeatAccess, pilot: Pilot[Any]) -> None:
        screen = await take(first, pilot, place)
        await until(pilot, lambda: "1 watches" in shown(first))
        is_seen.set()
        await until(pilot, lambda: "Emma: Good luck!" in shown(first))
        await act(pilot, screen, Random(0))
        has_acted.set()
        first.exit()

    async def watches(place: ServerSeatAccess, pilot: Pilot[Any]) -> None:
        await take(second, pilot, place)
        assert f"Ada {german('you')}" not in shown(second)
        # The foot shows a line of chat where it shows the number of spectators.
        await is_seen.wait()
        await pilot.press("f", "2")
        await has_acted.wait()
        # Events of the match replace the sentence.
        while said(second) != german(words.WATCHING):
            await pilot.press("1", "enter")
        await pilot.press("q")
        await until(pilot, lambda: isinstance(second.screen, HomeScreen))
        second.exit()

    async with hall() as server:
        ada, emma = await server.lobby("Ada"), await server.lobby("Emma")
        code, (place,) = await sit(ada, bots=1)
        await together(
            (first, SIZES[0], partial(plays, place)),
            (second, SIZES[1], partial(watches, await emma.watch(code))),
        )
