"""Memory is given back: whatever is opened and left again, nothing of it stays.

Everything that one program can open is opened and left, again and again, in one process. Of
screens, widgets, matches, tables and drawn lines there are as many afterwards as before.
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
"""Length of a campaign."""
WARM = 10
"""Matches after which all caches are filled."""
GROWTH = 1_000_000
"""Bytes that all matches after these may leave."""
ROUNDS = 1
"""Times that everything is opened by default, after once for the caches."""
STRAY = 5000
"""Small objects that each may leave in caches; the log of one match alone was as many more."""
TIMER_SECONDS = 0.6
"""A little more than the longest timer of a screen, by which the cursor of an entry blinks."""
KINDS = (Widget, Match, Table, Strip)
"""Of these all that is opened makes some; lines that were drawn are by far the most."""

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
    # A change of the theme would let go of what only waits for one.
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
    """Begin a match against somebody, in place of the one begun before."""
    players = (Player("Ada"), Player("Ben", other))
    path = here().matches / f"played {game}.jsonl"
    path.unlink(missing_ok=True)
    return saves.create(header(2, str(time.monotonic_ns()), game, players=players), path)


def furnished(*games: str) -> None:
    """Save finished matches, and make bots that do not wait."""
    settings.write(Settings(pace="instant", motion=False, curtain="never"), here())
    folder = paths.private_dir(here().matches)
    for game in games:
        (folder / f"{game}.jsonl").write_bytes(played(2, "over", game=game).text)


async def until(pilot: Pilot[Any], true: Callable[[], Any]) -> None:
    """Wait for something to come true."""
    while not true():
        await pilot.pause(0.02)


async def alive() -> Counter[str]:
    """Count the objects of each kind that can be left behind, once no timer is due that was
    cancelled: until then the loop keeps the context of each, and with it the screen that set it."""
    await asyncio.sleep(TIMER_SECONDS)
    gc.collect()
    return Counter(
        each.__name__
        for thing in gc.get_objects()
        for each in (type(thing),)
        if issubclass(each, KINDS)
    )


async def open_and_leave(pilot: Pilot[Any], over: Path) -> None:
    """Open and leave everything once."""
    for visit in VISITS:
        await visit(pilot, over)
        navigation.go(pilot.app, navigation.Home())
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_whatever_was_opened_is_let_go() -> None:
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
    """Play a match of two people as fast as can be on the screen of it, and see its results."""
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
async def test_an_hour_of_matches_leaves_nothing() -> None:
    """Matches of all games by turns for an hour (or PROOF_SECONDS), everything opened after each:
    after the first ten memory stays as it is, to less than 1 MB."""
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
