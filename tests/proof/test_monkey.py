"""A monkey at the keyboard and the mouse: nothing fails, and there is always a way back.

Keys, clicks, sizes of the terminal and pastes come at random, at matches of a game with people and
bots, finished, truncated, damaged and foreign ones. After each burst Esc and q lead back to the
first screen. The curtain between two people swallows all keys but its own, so Space opens it first,
or Enter if Space was pressed last.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache, wraps
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sampling
import textual.app
import textual.pilot
from home import here, own
from matches import NAMES, header, played
from textual import events
from textual.pilot import OutOfBounds, Pilot

from darwin_core.contract import registry
from darwin_core.match.record import Player
from darwin_tui import paths
from darwin_tui.app import DarwinApp
from darwin_tui.library import saves
from darwin_tui.screens import curtain
from darwin_tui.screens.curtain import CurtainScreen
from darwin_tui.screens.home import HomeScreen
from darwin_tui.screens.play import PlayScreen
from darwin_tui.terminal.painting_app import PaintingApp
from darwin_tui.widgets.board import Board

SECONDS = float(os.environ.get("PROOF_SECONDS", "3600"))
"""Length of a campaign."""
PARTS, QUICK = 4, 25
"""Number of monkeys in the short run, and of the things each of them does."""
KEYS = (
    "enter", "enter", "enter", "space", "escape", "tab", "shift+tab", "left", "right", "up", "down",
    "home", "end", "pageup", "pagedown", "backspace", "delete", "ctrl+p", "ctrl+left",
    "shift+right", "ctrl+right", "f1", "ctrl+l", "ctrl+c", "ctrl+z", "ctrl+d", "ctrl+a", "alt+x",
    *"hjklucnsrdpbgqtyLHURCDEMOPSN1234567890+-=?/[]{}zxvm!,.:é進",
)  # fmt: skip
LEAVING = ("ctrl+c", "ctrl+q")
SIZES = (
    (80, 24),
    (100, 30),
    (120, 40),
    (200, 60),
    (79, 23),
    (40, 10),
    (20, 5),
    (81, 25),
    (300, 90),
)
PASTES = ("", "3", "S6", "q\n", "a" * 3000, "\x1b[2J\x1b]0;x\x07", "é進\u202e\u200b", "../../etc\0")
WAY_BACK = 14
"""Keys that lead back from anywhere."""
HOPS = 3
"""Number of times that the handling of a key may be handed to another widget or screen."""


class Clock:
    """Times from keys and clicks until they were handled and their frame was painted.

        Pilot waits after each thing until the machine is at rest, which takes longer than all else.
    So
        while the clock runs there is no such wait; it comes after, and is not counted.
    """

    def __init__(self) -> None:
        self.took: list[float] = []
        self.worked: list[float] = []
        """The same times without what other programs took of the machine meanwhile."""
        self.is_running = False

    @asynccontextmanager
    async def time(self, pilot: Pilot[Any], counts: bool) -> AsyncIterator[None]:
        """Time what is done inside, and remember it if it counts."""
        start = time.perf_counter()
        work = time.process_time()
        self.is_running = True
        try:
            yield
            await handled(pilot)
        finally:
            self.is_running = False
        if counts:
            self.took.append(time.perf_counter() - start)
            self.worked.append(time.process_time() - work)
        await pilot.pause()

    def forget(self) -> None:
        """Clear all times."""
        self.took.clear()
        self.worked.clear()

    def __str__(self) -> str:
        return (
            f"{len(self.took)} keys and clicks, handled and painted in milliseconds: "
            f"{_parts(self.took)}; of these at work: {_parts(self.worked)}"
        )


def _parts(times: list[float]) -> str:
    """Return the times within which half of all was done, and so on."""
    ordered = [1000 * time for time in sorted(times)]
    last = len(ordered) - 1
    half, most = ordered[last // 2], ordered[last * 95 // 100]
    return f"p50 {half:.1f}, p95 {most:.1f}, all {ordered[-1]:.0f}"


CLOCK = Clock()


async def handled(pilot: Pilot[Any]) -> None:
    """Wait until what was sent has been handled, and paint what changed."""
    app = pilot.app
    assert isinstance(app, PaintingApp)
    for _ in range(HOPS):
        reached = asyncio.Event()
        app.call_later(reached.set)
        while not reached.is_set() or app.keys.is_handling:
            if app._exit or not app.is_running:
                return
            await asyncio.sleep(0)
        await pilot._wait_for_screen()
    app.screen._on_timer_update()


class Monkey:
    """Does things at random, the same for a seed, and remembers the last of them."""

    def __init__(self, pilot: Pilot[Any], rng: Random) -> None:
        self.pilot = pilot
        self.app = pilot.app
        self.rng = rng
        self.did: list[str] = []

    @property
    def is_over(self) -> bool:
        return self.app._exit or not self.app.is_running

    async def act(self) -> None:
        what = self.rng.random()
        async with CLOCK.time(self.pilot, counts=what < 0.86):
            if what < 0.72:
                await self.press(self.rng.choice(KEYS))
            elif what < 0.86:
                await self.click()
            elif what < 0.93:
                await self.resize(*self.rng.choice(SIZES))
            else:
                text = self.rng.choice(PASTES)
                self.did.append(f"paste {text[:9]!r}")
                self.app.post_message(events.Paste(text))

    async def press(self, key: str) -> None:
        if key in LEAVING or (key == "q" and self.is_home):
            # Leaving works, and is tried seldom, for it is soon over then.
            key = key if self.rng.random() < 0.02 else "escape"
        self.did.append(key)
        await self.pilot.press(key)

    async def click(self) -> None:
        width, height = self.app.size
        at = (self.rng.randrange(width), self.rng.randrange(height))
        self.did.append(f"click {at}")
        try:
            if self.rng.random() < 0.3:
                await self.pilot.hover(offset=at)
            else:
                await self.pilot.click(offset=at, times=self.rng.choice((1, 1, 2)))
        except OutOfBounds:
            pass

    async def resize(self, width: int, height: int) -> None:
        self.did.append(f"resize {width}x{height}")
        await self.pilot.resize_terminal(width, height)

    @property
    def is_home(self) -> bool:
        return isinstance(self.app.screen, HomeScreen)

    async def go_back(self) -> None:
        """Return to the first screen with Esc and q."""
        await self.resize(100, 30)
        for place in range(WAY_BACK):
            await self.pilot.pause()
            if self.is_home or self.is_over:
                return
            at_curtain = isinstance(self.app.screen, CurtainScreen)
            key = (("space", "enter") if at_curtain else ("escape", "q"))[place % 2]
            self.did.append(f"({key})")
            await self.pilot.press(key)
        raise AssertionError(f"no way back from {self.app.screen_stack}")


@cache
def files(game: str) -> dict[str, bytes]:
    """Return records of matches that are not begun by the program."""
    text = played(2, "saved", actions=30, game=game).text
    return {
        "over": played(3, "over", game=game).text,
        "torn": text[:-9],
        "damaged": text.replace(b"\n[4,", b"\n[5,"),
        "foreign": b"\x00\xff" * 99,
        "newer": b'{"format":2,"engine":"9"}\n',
    }


def furnished(game: str) -> None:
    """Save matches of every kind."""
    folder = paths.private_dir(here().matches)
    sittings = {
        "bots": ("human", "bot:greedy", "bot:random"),
        "people": ("human", "human"),
        "watched": ("bot:random", "bot:greedy", "bot:greedy", "bot:random"),
    }
    for name, controls in sittings.items():
        people = tuple(Player(n, c) for n, c in zip(NAMES, controls, strict=False))
        head = header(len(controls), name, game, players=people)
        opened = saves.create(head, folder / f"{name}.jsonl")
        assert opened.journal is not None
        opened.journal.close()
    for name, data in files(game).items():
        (folder / f"{name}.jsonl").write_bytes(data)


def first_of(name: str | None) -> DarwinApp:
    if name is None:
        return DarwinApp(own())
    path = here().matches / f"{name}.jsonl"
    if name == "over":
        return DarwinApp(own(), replay=saves.read(path))
    return DarwinApp(own(), play=saves.resume(path))


async def let_loose(
    game: str, seed: str, is_enough: Callable[[int], bool], burst: int = 12
) -> tuple[int, float]:
    """Run programs with a monkey at them until it has done enough. Return the amount done, and the
    slowest of it."""
    rng = Random(seed)
    done = 0
    slowest = 0.0
    while not is_enough(done):
        for old in here().matches.parent.rglob("*.jsonl*"):
            old.unlink()
        furnished(game)
        # What cannot be read stays what it is, copied and renamed, too.
        troubles = {row.trouble for row in saves.listed(here())}
        app = first_of(rng.choice((None, "bots", "people", "watched", "over", "torn")))
        async with app.run_test(size=(100, 30)) as pilot:
            monkey = Monkey(pilot, rng)
            try:
                for _ in range(30):
                    for _ in range(burst):
                        if monkey.is_over:
                            break
                        started = time.monotonic()
                        await monkey.act()
                        slowest = max(slowest, time.monotonic() - started)
                        done += 1
                    if monkey.is_over or is_enough(done):
                        break
                    await monkey.go_back()
            except BaseException as error:
                error.add_note(f"seed {seed}; last: {' '.join(monkey.did[-40:])}")
                raise
        if app._exception is not None:
            raise app._exception
        assert {row.trouble for row in saves.listed(here())} <= troubles
    return done, slowest


def unless_timed(wait: Any) -> Any:
    """Pilot's wait, left out while the clock runs."""

    async def waited(*args: float) -> None:
        if CLOCK.is_running:
            await asyncio.sleep(0)
        else:
            await wait(*args)

    return waited


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("darwin_core.table.runner.BOT_PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(curtain, "GUARD_SECONDS", 0.0)
    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", unless_timed(module.wait_for_idle))
    CLOCK.forget()
    # Where a picture of the screen would go without a folder for it.
    monkeypatch.chdir(tmp_path)


GAMES = sampling.grid(registry.SLUGS, within=PARTS)
"""Half of the games, each with every part in its turn."""


@pytest.mark.parametrize("game", [game for (game,) in GAMES])
async def test_monkey_breaks_nothing_and_finds_back(game: str) -> None:
    for part in sampling.some(range(PARTS), PARTS):
        CLOCK.forget()
        await let_loose(game, f"quick {game} {part}", lambda done: done >= QUICK)
        assert len(CLOCK.took) > QUICK / 2


@pytest.mark.parametrize("part", ["action_move", "_redraw"])
async def test_clock_continues_until_what_a_key_does_is_done(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Make moving or drawing slow: the figures show it."""
    furnished("dice")
    async with first_of("bots").run_test(size=(100, 30)) as pilot:
        owner = PlayScreen if part == "action_move" else Board
        real = getattr(owner, part)

        @wraps(real)
        def slow(*args: Any) -> Any:
            time.sleep(0.3)
            return real(*args)

        monkeypatch.setattr(owner, part, slow)
        async with CLOCK.time(pilot, counts=True):
            await pilot.press("right")
    assert CLOCK.took[-1] >= 0.3


@pytest.mark.campaign
@pytest.mark.parametrize("game", registry.SLUGS)
async def test_monkey_for_long(game: str) -> None:
    """Let a monkey loose for an hour on each game (or PROOF_SECONDS): some 60,000 keys, clicks,
    sizes and pastes, no exception, and after every dozen the way back by Esc and q."""
    until = time.monotonic() + SECONDS
    seed = f"{game} {time.time_ns()}"
    done, slowest = await let_loose(game, seed, lambda _: time.monotonic() > until)
    print(f"{game}: {done} things done, the slowest in {slowest:.2f} s with its pause; {CLOCK}")
    assert CLOCK.took
