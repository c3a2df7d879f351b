"""Two players at a table of a server, each with an App of their own, play and chat."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sampling
from rich.color import Color
from server import tables
from server.tables import Hall, hall, hall_with, sit
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot
from tui.hands import asked, come_to_results, play_by_keys
from tui.scenes import match_at, play_of, said, says_who_won, shown, until
from waiting import PATIENCE_SECONDS

from darwin_core.contract import registry
from darwin_core.games.yummy.material import CARDS
from darwin_core.match import AnyMatch, is_action
from darwin_core.text.language import noun, reading, tr
from darwin_core.text.seat_names import SeatNames
from darwin_tui.hosted.chat import ChatInput
from darwin_tui.hosted.server import AppAtTables
from darwin_tui.hosted.table_screens import HostedPlayScreen, TableFoot
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.paths import Locations
from darwin_tui.play import people_words as words
from darwin_tui.screens import navigation
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.server.lobby.server_seat_access import ServerSeatAccess, enter
from darwin_tui.settings import Settings, SettingsStore
from darwin_tui.terminal.facts import TerminalFacts

SIZES = ((80, 24), (120, 40))
WHOLE_MATCH_SECONDS = 10 * PATIENCE_SECONDS
"""The most time for a whole match."""
RGB = re.compile(r"[34]8;2;(\d+);(\d+);(\d+)")
ACTIONS_BETWEEN_WORDS = 9
"""Actions of a player between two lines of chat."""


class RecordingDriver(HeadlessDriver):
    """A driver that appends its output to the app's ``written``."""

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        app: Any = self._app
        app.written.append(data)


class Guest(AppAtTables):
    """The app of one player, which keeps its output."""

    def __init__(self, player: PlayerContext) -> None:
        super().__init__(player, RecordingDriver)
        self.written: list[str] = []

    @property
    def output(self) -> str:
        return "".join(self.written)


def guests(folder: Path) -> tuple[Guest, Guest]:
    """Return the apps of two players with different names, folders, themes, languages, colours and
    character sets."""
    apps = []
    for name, facts, wishes in (
        ("Ada", TerminalFacts(), Settings(pace="instant", motion=False)),
        (
            "Emma",
            TerminalFacts(colour="16", has_unicode=False),
            Settings(pace="instant", motion=False, theme="paper", language="de"),
        ),
    ):
        locations = Locations.under(folder / name / "state", folder / name / "config")
        player = PlayerContext(name, facts, locations, SettingsStore(locations))
        player.settings.now = wishes
        apps.append(Guest(player))
    return apps[0], apps[1]


def _is_drawn(screen: PlayScreen) -> bool:
    now = screen.live.snapshot
    return bool(screen.live.pause) or screen.selection.chooser.actions == now.actions


async def act(pilot: Pilot[Any], screen: PlayScreen, rng: Random) -> None:
    """Wait for a decision and make it by keys, or wait for the end of the match."""
    await asked(pilot, screen)
    # The other player's last action arrives a moment later.
    await until(pilot, lambda: _is_drawn(screen))
    snapshot = screen.live.snapshot
    if screen.live.pause or not snapshot.actions:
        return
    game = match_at(screen).game
    action = game.bots.advise(snapshot.view, snapshot.viewer, SeatNames())[0].action
    await play_by_keys(pilot, screen, action)


def is_over(match: AnyMatch) -> bool:
    return match.game.outcome(match.state) is not None


Hands = Callable[[Pilot[Any]], Coroutine[Any, Any, None]]
"""A function that drives an app by its pilot."""


async def together(*players: tuple[Guest, tuple[int, int], Hands]) -> None:
    """Run apps with their sizes in one event loop, each driven from a separate task."""
    runs = [
        app.run_async(headless=False, mouse=False, size=size, auto_pilot=play)
        for app, size, play in players
    ]
    await asyncio.wait_for(asyncio.gather(*runs), WHOLE_MATCH_SECONDS)


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
async def test_a_whole_match_with_chat_between(slug, tmp_path, monkeypatch):
    first, second = guests(tmp_path)
    shows = TableFoot.show
    received: set[tuple[object, str]] = set()

    def receive(foot: TableFoot, text: str) -> None:
        received.add((foot.app, text))
        shows(foot, text)

    monkeypatch.setattr(TableFoot, "show", receive)
    chat: set[tuple[str, str]] = set()
    texts = {"Ada": "", "Emma": ""}
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
            texts[name] += shown(app)
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
    assert "Emma" in texts["Ada"]
    assert "Ada" in texts["Emma"]
    # The output of one app has no size, colours or characters of the other.
    assert [app.size for app in (first, second)] == list(SIZES)
    assert RGB.search(first.output)
    assert not RGB.search(second.output)
    assert not re.search(r"[34]8;5;", second.output)
    assert second.output.isascii()
    assert not first.output.isascii()
    colours = {tuple(map(int, colour)) for colour in RGB.findall(first.output)}
    own_ground, other = (
        Color.parse(app.theme_variables["background"]).triplet for app in (first, second)
    )
    assert own_ground in colours
    assert other not in colours
    if slug == "yummy":
        english = {card.name.casefold() for card in CARDS}
        with reading("de"):
            german = {noun(card.name) for card in CARDS}
        german = {name for name in german if name.casefold() not in english}
        assert not [name for name in german if name in texts["Ada"]]
        assert [name for name in german if name.isascii() and name in texts["Emma"]]


async def test_the_people_end_a_match_by_agreement(server, tmp_path):
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

    places = await two_seats(server)
    await together(
        (first, SIZES[0], partial(proposes, places[0])),
        (second, SIZES[1], partial(agrees, places[1])),
    )


def german(message: str, **values: object) -> str:
    """Return a message in the second player's German, in ASCII."""
    with reading("de", is_ascii=True):
        return tr(message, **values)


async def test_a_bot_plays_for_who_resigns_and_they_may_watch(tmp_path):
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
        again = await take(first, pilot, await enter(place.account_session, place.code))
        await until(pilot, lambda: not again.live.people)
        first.exit()

    async def plays(place: ServerSeatAccess, mary: ServerSeatAccess, pilot: Pilot[Any]) -> None:
        screen = await take(second, pilot, place)
        is_seated.set()
        await has_resigned.wait()
        await until(pilot, lambda: german("{name} has resigned.", name="Ada") in shown(second))
        await act(pilot, screen, Random(1))
        await tables.act(mary, Random(2))
        second.exit()

    async with hall_with("Mary", "Ada", "Emma") as (server, (third, ada, emma)):
        _, places = await sit(ada, emma, third)
        await together(
            (first, SIZES[0], partial(resigns, places[0])),
            (second, SIZES[1], partial(plays, places[1], places[2])),
        )
        (hosted,) = server.open.values()
        seats = [line.seat for line in hosted.match.lines if is_action(line.action)]
        assert seats[:3] == [1, 2, 0], "a bot plays for Ada"


@pytest.mark.usefixtures("quick_bots")
async def test_a_watcher_sees_no_hand_and_talks(tmp_path):
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

    async with hall_with("Ada", "Emma") as (_, (ada, emma)):
        code, (place,) = await sit(ada, bots=1)
        await together(
            (first, SIZES[0], partial(plays, place)),
            (second, SIZES[1], partial(watches, await emma.watch(code))),
        )
