"""Random keys and clicks break nothing, and there is always a way back to the first screen.

A monkey presses keys, clicks, pastes and resizes the terminal at random, at matches with people and
bots and at finished, truncated, damaged and foreign records. After each burst, Esc and q lead back
to the first screen. The curtain between two people ignores all keys but its own, which is Space, or
Enter if Space was pressed last.
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
"""Length of a campaign in seconds."""
PARTS, QUICK = 4, 25
"""Number of monkeys in each run, and number of random acts of each monkey."""
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
"""Maximum number of keys that lead back from any screen."""
HOPS = 3
"""Maximum number of times that a key is passed on to another widget or screen."""


class Clock:
    """Times from keys and clicks until they were handled and their frame was painted.

    Pilot waits after each act until the program is idle, which takes longer than the act. While the
    clock runs, this wait is left out; it follows afterwards and is not counted.
    """

    def __init__(self) -> None:
        self.took: list[float] = []
        self.worked: list[float] = []
        """The same times as processor time of this process alone."""
        self.is_running = False

    @asynccontextmanager
    async def time(self, pilot: Pilot[Any], counts: bool) -> AsyncIterator[None]:
        """Time the block until its effect is painted, and store the time if it counts."""
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
        self.took.clear()
        self.worked.clear()

    def __str__(self) -> str:
        return (
            f"{len(self.took)} keys and clicks, handled and painted in milliseconds: "
            f"{_parts(self.took)}; of these at work: {_parts(self.worked)}"
        )


def _parts(times: list[float]) -> str:
    """Format the median, the 95th percentile and the maximum of times, in milliseconds."""
    ordered = [1000 * time for time in sorted(times)]
    last = len(ordered) - 1
    half, most = ordered[last // 2], ordered[last * 95 // 100]
    return f"p50 {half:.1f}, p95 {most:.1f}, all {ordered[-1]:.0f}"


CLOCK = Clock()


async def handled(pilot: Pilot[Any]) -> None:
    """Wait until all sent keys and clicks are handled, and paint the changes."""
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
    """Acts at random, the same for a seed, and logs its acts."""

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
            # Leaving is tried only rarely, because it ends the program and the rest of the run.
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
        for attempt in range(WAY_BACK):
            await self.pilot.pause()
            if self.is_home or self.is_over:
                return
            at_curtain = isinstance(self.app.screen, CurtainScreen)
            key = (("space", "enter") if at_curtain else ("escape", "q"))[attempt % 2]
            self.did.append(f"({key})")
            await self.pilot.press(key)
        raise AssertionError(f"no way back from {self.app.screen_stack}")


@cache
def files(game: str) -> dict[str, bytes]:
    """Return the contents of finished, unfinished, broken and foreign records by name."""
    text = played(2, "saved", actions=30, game=game).text
    return {
        "over": played(3, "over", game=game).text,
        "torn": text[:-9],
        "damaged": text.replace(b"\n[4,", b"\n[5,"),
        "foreign": b"\x00\xff" * 99,
        "newer": b'{"format":2,"engine":"9"}\n',
    }


def furnished(game: str) -> None:
    """Save new matches with people and bots, and the records of ``files``."""
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
    """Run programs with a monkey until its number of acts is enough.

    Return the number of acts, and the seconds of the slowest.
    """
    rng = Random(seed)
    done = 0
    slowest = 0.0
    while not is_enough(done):
        for old in here().matches.parent.rglob("*.jsonl*"):
            old.unlink()
        furnished(game)
        # Copies and renamed files may have these faults; the monkey must not cause new ones.
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
    """Return Pilot's wait function, changed to wait only while the clock does not run."""

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
    # Screenshots are saved in the working directory if there is no other folder for them.
    monkeypatch.chdir(tmp_path)


GAMES = sampling.grid(registry.SLUGS, within=PARTS)
"""Half of the games, each with every part in its turn."""


@pytest.mark.parametrize("game", [game for (game,) in GAMES])
async def test_monkey_breaks_nothing_and_finds_back(game):
    for part in sampling.some(range(PARTS), PARTS):
        CLOCK.forget()
        await let_loose(game, f"quick {game} {part}", lambda done: done >= QUICK)
        assert len(CLOCK.took) > QUICK / 2


@pytest.mark.parametrize("part", ["action_move", "_redraw"])
async def test_clock_continues_until_what_a_key_does_is_done(part, monkeypatch):
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
async def test_monkey_for_long(game):
    """Let a monkey loose on each game for an hour (or PROOF_SECONDS), for some 60,000 acts."""
    until = time.monotonic() + SECONDS
    seed = f"{game} {time.time_ns()}"
    done, slowest = await let_loose(game, seed, lambda _: time.monotonic() > until)
    print(f"{game}: {done} things done, the slowest in {slowest:.2f} s with its pause; {CLOCK}")
    assert CLOCK.took
