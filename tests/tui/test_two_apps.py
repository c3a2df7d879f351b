"""Two apps in one process, one for each player, at one table."""

import asyncio
import re
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sampling
from matches import header
from rich.color import Color
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot
from tui.hands import asked, come_to_results, play_by_keys
from tui.scenes import closed, match_at, play_of, says_who_won, shown, submit, until
from waiting import PATIENCE_SECONDS

from darwin_core.contract import registry
from darwin_core.games.yummy.material import CARDS
from darwin_core.match import AnyMatch
from darwin_core.match.record import Player
from darwin_core.text.language import noun, reading
from darwin_core.text.seat_names import SeatNames
from darwin_tui.hosted.server import AppAtTables
from darwin_tui.library import saves
from darwin_tui.library.open_matches import OpenMatches
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.paths import Locations
from darwin_tui.screens import navigation
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.settings import Settings, SettingsStore
from darwin_tui.terminal.facts import TerminalFacts

SIZES = ((80, 24), (120, 40))
WHOLE_MATCH_SECONDS = 10 * PATIENCE_SECONDS
"""The most time for a whole match."""
RGB = re.compile(r"[34]8;2;(\d+);(\d+);(\d+)")


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


def record(folder: Path, slug: str, third: str = "bot:random", actions: int = 0) -> Path:
    """Save the record of a match of both players and a third one, after some random actions."""
    seated = (Player("Ada"), Player("Emma"), Player("Mary", third))
    opened = saves.create(header(3, "two apps", slug, players=seated), folder / f"{slug}.jsonl")
    match = opened.match
    rng = Random(slug)
    while len(match.history) < actions and (movers := match.game.to_move(match.state)):
        submit(opened, movers[0], rng.choice(match.legal(movers[0])))
    return closed(opened).path


def sit(app: Guest, open_matches: OpenMatches, path: Path, seat: int) -> PlayScreen:
    """Open the table of a record in an app, at a seat."""
    app.open(navigation.Play(open_matches.resume(path, "instant", (seat,))))
    return play_of(app)


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
    """Run apps with their sizes in one event loop, each driven from its own task."""
    runs = [
        app.run_async(headless=False, mouse=False, size=size, auto_pilot=play)
        for app, size, play in players
    ]
    await asyncio.wait_for(asyncio.gather(*runs), WHOLE_MATCH_SECONDS)


@pytest.mark.usefixtures("quick_bots")
@pytest.mark.parametrize("slug", sampling.some(registry.SLUGS, 5))
async def test_a_match_is_played_at_one_table_to_its_end(slug: str, tmp_path: Path) -> None:
    """By default only the last quarter of the match is played; full runs play all of it."""
    acts = len(saves.read(record(tmp_path, slug, actions=10_000)).match.history)
    (tmp_path / f"{slug}.jsonl").unlink()
    open_matches = OpenMatches()
    path = record(tmp_path, slug, actions=0 if sampling.is_full() else acts * 3 // 4)
    first, second = guests(tmp_path)
    matches: list[AnyMatch] = []
    viewers: dict[str, set[int]] = {"Ada": set(), "Emma": set()}
    texts: dict[str, str] = {"Ada": "", "Emma": ""}

    async def play(app: Guest, seat: int, pilot: Pilot[Any]) -> None:
        screen = sit(app, open_matches, path, seat)
        rng = Random(seat)
        await until(pilot, lambda: screen.live.is_seated)
        match = match_at(screen)
        name = app.player.name
        matches.append(match)
        while not is_over(match):
            await act(pilot, screen, rng)
            viewers[name].add(screen.live.snapshot.seat)
            texts[name] += shown(app)
        await come_to_results(pilot, screen)
        await until(pilot, lambda: len(matches) == 2)
        while not says_who_won(app):
            await pilot.press("enter")
        assert screen.live.snapshot.line == len(match.lines)
        app.exit()

    await together(
        (first, SIZES[0], partial(play, first, 0)), (second, SIZES[1], partial(play, second, 1))
    )
    assert matches[0] is matches[1], "they sat at one table"
    assert {act.seat for act in matches[0].history} == {0, 1, 2}
    assert saves.verify(path) is None, "the last to leave has closed it"
    # Each player saw the other's actions.
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


@pytest.mark.usefixtures("quick_bots")
async def test_one_who_leaves_stops_nothing_and_can_come_back(tmp_path: Path) -> None:
    open_matches = OpenMatches()
    path = record(tmp_path, "dice")
    first, second = guests(tmp_path)
    leaves, has_left, may_return = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def goes(pilot: Pilot[Any]) -> None:
        screen = sit(first, open_matches, path, 0)
        rng = Random(0)
        await until(pilot, lambda: screen.live.is_seated)
        match = match_at(screen)
        for _ in range(3):
            await act(pilot, screen, rng)
        # Set this before the last action: the other player must not answer the question after it.
        leaves.set()
        await act(pilot, screen, rng)
        await asked(pilot, screen)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(first.screen, HomeScreen))
        has_left.set()
        await may_return.wait()
        again = sit(first, open_matches, path, 0)
        await until(pilot, lambda: again.live.is_seated)
        assert match_at(again) is match
        while not is_over(match):
            await act(pilot, again, rng)
        await come_to_results(pilot, again)
        first.exit()

    async def stays(pilot: Pilot[Any]) -> None:
        screen = sit(second, open_matches, path, 1)
        rng = Random(1)
        await until(pilot, lambda: screen.live.is_seated)
        match = match_at(screen)
        while not has_left.is_set():
            # While the leaving player is also asked, wait until that player has left.
            is_due = not leaves.is_set() or 0 not in match.game.to_move(match.state)
            if is_due and (screen.live.snapshot.actions or screen.live.pause):
                await act(pilot, screen, rng)
            await pilot.pause(0.01)
        lines = len(match.lines)
        assert screen.live.snapshot.present == (1,)
        # The bot and this player continue until only the player who left is to move.
        while 0 not in match.game.to_move(match.state) or 1 in match.game.to_move(match.state):
            await act(pilot, screen, rng)
            await pilot.pause(0.01)
        assert len(match.lines) > lines
        may_return.set()
        while not is_over(match):
            await act(pilot, screen, rng)
        await come_to_results(pilot, screen)
        second.exit()

    await together((first, SIZES[0], goes), (second, SIZES[1], stays))
    assert saves.verify(path) is None


@pytest.mark.usefixtures("quick_bots")
async def test_a_failure_in_one_app_ends_that_one_alone(tmp_path: Path) -> None:
    open_matches = OpenMatches()
    path = record(tmp_path, "dice")
    first, second = guests(tmp_path)
    has_failed = asyncio.Event()

    async def fails(pilot: Pilot[Any]) -> None:
        screen = sit(first, open_matches, path, 0)
        await until(pilot, lambda: screen.live.is_seated)

        async def broken() -> None:
            raise RuntimeError("a slip of one screen")

        first.call_next(broken)
        await asyncio.sleep(0.2)

    async def run_first() -> None:
        await first.run_async(headless=False, mouse=False, size=SIZES[0], auto_pilot=fails)
        has_failed.set()

    async def goes_on(pilot: Pilot[Any]) -> None:
        screen = sit(second, open_matches, path, 1)
        rng = Random(1)
        await until(pilot, lambda: screen.live.is_seated)
        await has_failed.wait()
        before = len(match_at(screen).lines)
        await act(pilot, screen, rng)
        await until(pilot, lambda: len(match_at(screen).lines) > before)
        assert not isinstance(second.screen, ResultsScreen)
        second.exit()

    run_second = second.run_async(headless=False, mouse=False, size=SIZES[1], auto_pilot=goes_on)
    await asyncio.wait_for(asyncio.gather(run_first(), run_second), WHOLE_MATCH_SECONDS)
    assert first.return_code == 1
    assert second.return_code == 0


async def test_settings_of_one_are_not_those_of_the_other(tmp_path: Path) -> None:
    first, second = guests(tmp_path)
    is_changed, is_seen = asyncio.Event(), asyncio.Event()

    async def changes(pilot: Pilot[Any]) -> None:
        await pilot.press("t")
        await pilot.press("right")
        assert first.settings.theme != "lamp"
        is_changed.set()
        await is_seen.wait()
        first.exit()

    async def looks(pilot: Pilot[Any]) -> None:
        await is_changed.wait()
        await pilot.press("t")
        assert second.settings.theme == second.theme == "paper"
        is_seen.set()
        second.exit()

    await together((first, SIZES[0], changes), (second, SIZES[1], looks))
    assert SettingsStore(first.player.locations).now.theme == first.settings.theme
    assert not second.player.locations.settings.exists()
