"""Memory is released: no object of a screen or match stays after it is left.

Every screen is opened and left again and again in one process. Afterwards there are as many
screens, widgets, matches, tables and drawn lines as before.
"""

import asyncio
import gc
import os
import time
import tracemalloc
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from home import here, own
from matches import header, played
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget
from tui.scenes import table_at

from darwin_core.contract import registry
from darwin_core.match import Match
from darwin_core.match.record import Player
from darwin_core.table import Table
from darwin_tui import paths, settings
from darwin_tui.app import DarwinApp
from darwin_tui.library import saves
from darwin_tui.library.open_matches import OpenMatches
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.screens import navigation
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.settings import Settings

SECONDS = float(os.environ.get("PROOF_SECONDS", "3600"))
"""Length of a campaign in seconds."""
WARM = 10
"""Number of matches after which all caches are filled."""
GROWTH = 1_000_000
"""Maximum number of bytes that all later matches may leave."""
ROUNDS = 1
"""Number of measured rounds through all screens, after a first one that fills the caches."""
STRAY = 5000
"""Maximum number of small objects that a round may leave in caches. Once the log of a match stayed,
and that alone were as many more."""
TIMER_SECONDS = 0.6
"""A little longer than a screen's longest timer, which lets the cursor of an input blink."""
KINDS = (Widget, Match, Table, Strip)
"""Classes to count. Every screen makes some of these objects; most by far are drawn lines."""

Visit = Callable[[Pilot[Any], Path], Awaitable[None]]


async def look_through_a_match(pilot: Pilot[Any], over: Path) -> None:
    """Play a little, with dialogs, rules and commands open over the table."""
    navigation.go(pilot.app, navigation.Play(OpenMatches().host(begun(over.stem), pace="fast")))
    await pilot.press("z", "escape", "H", "escape", "L")
    await pilot.press("question_mark", "pagedown", "q", "ctrl+p", "escape")


async def replay(pilot: Pilot[Any], over: Path) -> None:
    navigation.go(pilot.app, navigation.Replay(SavedMatch.of(saves.read(over))))
    await pilot.press("end", "p", "n", "escape", "enter", "escape")
    await pilot.press("left", "b", "escape")


async def results(pilot: Pilot[Any], over: Path) -> None:
    navigation.go(pilot.app, navigation.Results(SavedMatch.of(saves.read(over))))
    await pilot.press("enter", "enter")


async def saved(pilot: Pilot[Any], over: Path) -> None:
    navigation.go(pilot.app, navigation.Saved())
    await pilot.press("j", "d", "escape", "n", "escape", "question_mark", "q", "q")


async def new_match(pilot: Pilot[Any], over: Path) -> None:
    navigation.go(pilot.app, navigation.NewMatch())
    await pilot.press("right", "escape")


async def choose_settings(pilot: Pilot[Any], over: Path) -> None:
    navigation.go(pilot.app, navigation.Settings())
    # The theme is not changed: that would release objects that leak only until the next change.
    await pilot.press("K", "q", "q")


VISITS: tuple[Visit, ...] = (
    look_through_a_match,
    replay,
    results,
    saved,
    new_match,
    choose_settings,
)


def begun(game: str, other: str = "bot:random") -> saves.Opened:
    """Begin a match in the file of the last match that was begun of the game."""
    players = (Player("Ada"), Player("Ben", other))
    path = here().matches / f"played {game}.jsonl"
    path.unlink(missing_ok=True)
    return saves.create(header(2, str(time.monotonic_ns()), game, players=players), path)


def furnished(*games: str) -> None:
    """Save a finished match of each game, and settings without pauses and motion."""
    settings.write(Settings(pace="instant", motion=False, curtain="never"), here())
    folder = paths.private_dir(here().matches)
    for game in games:
        (folder / f"{game}.jsonl").write_bytes(played(2, "over", game=game).text)


async def until(pilot: Pilot[Any], true: Callable[[], Any]) -> None:
    """Wait until a condition is true."""
    while not true():
        await pilot.pause(0.02)


async def alive() -> Counter[str]:
    """Count the objects of ``KINDS`` by class, after all cancelled timers were due.

    Until a cancelled timer is due, the event loop keeps its context and with it the screen that set
    it.
    """
    await asyncio.sleep(TIMER_SECONDS)
    gc.collect()
    return Counter(
        kind.__name__
        for thing in gc.get_objects()
        for kind in (type(thing),)
        if issubclass(kind, KINDS)
    )


async def open_and_leave(pilot: Pilot[Any], over: Path) -> None:
    """Open and leave every screen once."""
    for visit in VISITS:
        await visit(pilot, over)
        navigation.go(pilot.app, navigation.Home())
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_whatever_was_opened_is_let_go():
    furnished("dice")
    over = here().matches / "dice.jsonl"
    async with DarwinApp(own()).run_test(size=(80, 24)) as pilot:
        await open_and_leave(pilot, over)
        before = await alive()
        size = len(gc.get_objects())
        for _ in range(ROUNDS):
            await open_and_leave(pilot, over)
        assert await alive() - before == Counter()
        assert len(gc.get_objects()) - size < ROUNDS * STRAY


async def play_to_the_end(pilot: Pilot[Any], game: str, rng: Random) -> None:
    """Play a match of two people on its screen without pauses, and open its results."""
    app = pilot.app
    opened = begun(game, "human")
    navigation.go(app, navigation.Play(OpenMatches().host(opened, pace="fast")))
    await pilot.pause()
    screen, match = app.screen, opened.match
    assert isinstance(screen, PlayScreen)
    while movers := match.game.to_move(match.state):
        seat = movers[0]
        await table_at(screen).submit(seat, rng.choice(match.legal(seat)), match.question(seat))
        if len(match.lines) % 10 == 0:
            await pilot.pause()
    await until(pilot, lambda: isinstance(app.screen, ResultsScreen))
    await pilot.press("enter")
    navigation.go(app, navigation.Home())
    await pilot.pause()


@pytest.mark.campaign
async def test_an_hour_of_matches_leaves_nothing():
    """Play all games by turns for an hour (or PROOF_SECONDS), and open every screen after each.

    After the first ten matches, memory grows by less than 1 MB.
    """
    furnished(*registry.SLUGS)
    rng = Random(1)
    games = cycle(registry.SLUGS)
    end = time.monotonic() + SECONDS
    done = 0
    before = Counter[str]()
    first = 0
    async with DarwinApp(own()).run_test(size=(140, 45)) as pilot:
        tracemalloc.start()
        try:
            while time.monotonic() < end or done <= WARM:
                game = next(games)
                await play_to_the_end(pilot, game, rng)
                await open_and_leave(pilot, here().matches / f"{game}.jsonl")
                done += 1
                if done == WARM:
                    before = await alive()
                    first = tracemalloc.get_traced_memory()[0]
            left = await alive() - before
            grown = tracemalloc.get_traced_memory()[0] - first
        finally:
            tracemalloc.stop()
    print(f"{done} matches; {grown / 1e6:.2f} MB more than after {WARM}")
    assert left == Counter()
    assert grown < GROWTH
