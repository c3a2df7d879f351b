"""Times and bytes from a key to the program's answer, and from its start to the first frame.

Three programs run at the same time, each in its own terminal: a match of Journey, a match of Dice,
and a bare Textual program of similar widgets. They take turns, so that noise affects all alike.
Another installation of the program can be measured beside them.

The first frame is complete when the last choice of the menu and the last key of the key bar have
arrived, counted from before the process is started. Its peer is counted from before the start of
``python -c "import textual.app"`` to the end of that process.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from statistics import mean, median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Final

from darwin_core.contract import registry
from darwin_core.match import begin
from darwin_core.match.record import Player
from darwin_core.text.seat_names import SeatNames
from darwin_tui.widgets.board_panel import FRAME_SECONDS

from . import own
from .paired import PAIRS, Figure
from .terminal import OURS, PATIENCE, QUIET, Terminal, whole_pictures

BLOCKS: Final = 20
"""Number of blocks of moves, taken in turn from each side."""
MOVES: Final = 20
"""Number of cursor moves in a block."""
WARM_UP_MOVES: Final = 12
"""Number of moves that are not measured."""
GAP_SECONDS: Final = 0.03
"""Silence between two moves of the cursor."""
CARDS: Final = 16
"""Number of cards played: two fewer than a match has, so that no results screen is measured."""
SHOWN_SECONDS: Final = 0.7 * FRAME_SECONDS
"""Silence after which an action is fully drawn. The frames of a reveal that follows it, and the
next bot's action, come later than that."""
IDLE_SECONDS: Final = 5.0
"""Time for which an idle table is measured."""
CALIBRATION_LOOPS: Final = 100_000
"""Rounds of the loop by which machines are compared."""

ACTIONS: Final = {"journey": 60, "dice": 24}
"""Minimum number of actions taken before the cursor is moved, by game."""
CHOICES: Final = 5
"""Minimum number of legal actions at that point."""
_SEATS: Final = "human:Ada,bot:greedy:Ben,bot:greedy:Cleo,bot:greedy:Dan"
_BARE: Final = (sys.executable, str(Path(__file__).with_name("bare.py")))
_HOME: Final = (b"Quit", b"quit")
_TO_AND_FRO: Final = (b"\x1b[C", b"\x1b[C", b"\x1b[D", b"\x1b[D")
"""Moves through the first three elements that can be selected."""
_TO_FIRST: Final = b"\x1b[D" * 12
"""Moves to the first of these: moves from elsewhere may end where there is no next element."""
_ENTER: Final = b"\r"
_NO_NOTES: Final = b"N"


@dataclass
class Side:
    """A program whose cursor is moved, and its measurements."""

    name: str
    terminal: Terminal
    start: float
    """Number of whole pictures sent before the program waited for a key."""
    waits: list[list[float]] = field(default_factory=list)
    """Milliseconds from a key to the first byte, block by block."""
    sizes: list[int] = field(default_factory=list)
    """Bytes of each move."""
    cpu: list[float] = field(default_factory=list)
    """Milliseconds of processor time a move, block by block."""

    def move(self, count: int) -> None:
        """Measure a block of moves of the cursor."""
        before = self.terminal.cpu_seconds()
        waits, sizes = moves(self.terminal, count)
        used = self.terminal.cpu_seconds() - before
        self.waits.append(waits)
        self.sizes += sizes
        self.cpu.append(1000 * used / count)

    @property
    def all_waits(self) -> list[float]:
        return [wait for block in self.waits for wait in block]


def figures(pairs: int = PAIRS, other: str | None = None) -> Iterator[Figure]:
    """Measure everything.

    Args:
        pairs: starts of the program, each beside an import of Textual.
        other: the Python of another installation of the program to be measured too.
    """
    with TemporaryDirectory() as name:
        folder = Path(name)
        yield first_frame(folder, pairs)
        if other:
            yield first_frame(folder, pairs, (other, "-P", "-m", "darwin_tui"), "other terminal")
        yield from _moves_figures(folder, other)
        with match(folder) as terminal:
            yield Figure("dice", "bytes/s idle", idle(terminal, IDLE_SECONDS))
            cards, turns = played(terminal, CARDS)
            yield Figure("dice", "bytes a card", median(cards))
            yield Figure("dice", "bytes a turn", median(turns))


def _moves_figures(folder: Path, other: str | None) -> Iterator[Figure]:
    """Yield the cost of cursor moves in each game, beside a bare program and ``other``."""
    programs = {"": OURS} | ({"other ": (other, "-P", "-m", "darwin_tui")} if other else {})
    with ExitStack() as stack:
        bare = stack.enter_context(Terminal(folder, program=_BARE))
        sides = [Side("bare", bare, whole_pictures(_opening(bare)))]
        for prefix, program in programs.items():
            for game in ACTIONS:
                home = folder / f"{prefix}{game}"
                home.mkdir()
                record = halfway(home, game)
                terminal = stack.enter_context(
                    Terminal(home, "play", "--resume", str(record), program=program)
                )
                pictures = whole_pictures(_opening(terminal))
                terminal.press(_NO_NOTES)
                terminal.until_quiet(QUIET)
                sides.append(Side(f"{prefix}{game}", terminal, pictures))
        for side in sides:
            side.terminal.press(_TO_FIRST)
            side.terminal.until_quiet(QUIET)
            moves(side.terminal, WARM_UP_MOVES)
        loops = []
        for _ in range(BLOCKS):
            loops.append(calibration())
            for side in sides:
                side.move(MOVES)
    peer = sides[0]
    yield Figure("machine", "ms calibration loop", median(loops))
    for side in sides:
        yield from _compared(side, peer)


def _compared(side: Side, peer: Side) -> Iterator[Figure]:
    ratios = [
        median(ours) / median(theirs) for ours, theirs in zip(side.waits, peer.waits, strict=True)
    ]
    low, middle, high = quantiles(ratios, n=4)
    value = median(side.all_waits)
    yield Figure(side.name, "ms key to byte, p50", value, peer.name, middle, low, high)
    value = p95(side.all_waits)
    yield Figure(side.name, "ms key to byte, p95", value, peer.name, value / p95(peer.all_waits))
    low, middle, high = quantiles(
        [ours / theirs for ours, theirs in zip(side.cpu, peer.cpu, strict=True)], n=4
    )
    yield Figure(side.name, "ms CPU a move", median(side.cpu), peer.name, middle, low, high)
    yield Figure(side.name, "bytes a move, p50", median(side.sizes))
    yield Figure(side.name, "bytes a move, mean", mean(side.sizes))
    yield Figure(side.name, "pictures at start", side.start)


def calibration() -> float:
    """Return the milliseconds of a fixed loop, to compare machines by."""
    start = process_time()
    total = 0
    for number in range(CALIBRATION_LOOPS):
        total += number % 7
    return 1000 * (process_time() - start)


def first_frame(
    folder: Path, pairs: int, program: Sequence[str] = OURS, name: str = "terminal"
) -> Figure:
    """Return milliseconds to the first frame, beside the import of Textual, pair by pair."""

    def ours() -> float:
        with Terminal(folder, program=program) as terminal:
            terminal.wait_for(*_HOME)
            return perf_counter() - terminal.started

    def import_of_textual() -> float:
        start = perf_counter()
        subprocess.run([program[0], "-c", "import textual.app"], check=True)
        return perf_counter() - start

    times, ratios = _in_turn(ours, import_of_textual, pairs)
    low, middle, high = quantiles(ratios, n=4)
    value = 1000 * median(times)
    return Figure(name, "ms to first frame", value, "import textual.app", middle, low, high)


def _in_turn(
    ours: Callable[[], float], peers: Callable[[], float], pairs: int
) -> tuple[list[float], list[float]]:
    """Return our times and their ratios to the peer's. First runs only warm the caches."""
    ours()
    peers()
    times, ratios = [], []
    for _ in range(pairs):
        times.append(ours())
        ratios.append(times[-1] / peers())
    return times, ratios


def match(folder: Path) -> Terminal:
    """Return a terminal with a match of Dice against bots in which it is the player's turn.

    The notes of first matches are off: they change with each card and would add bytes.
    """
    terminal = Terminal(folder, "play", "dice", "--seed", "bench", "--seats", _SEATS)
    terminal.wait_for(b"trump")
    terminal.until_quiet(QUIET)
    terminal.press(_NO_NOTES)
    terminal.until_quiet(QUIET)
    return terminal


def halfway(folder: Path, slug: str) -> Path:
    """Write the record of a match played by greedy bots up to a turn of the first seat."""
    game = registry.get(slug)
    players = [Player("Ada"), *(Player(name, "bot:greedy") for name in ("Ben", "Cleo", "Dan"))]
    match, text = begin(game, own.header(game, tuple(players)))
    while (
        len(match.lines) < ACTIONS[slug]
        or 0 not in game.to_move(match.state)
        or len(match.legal(0)) < CHOICES
    ):
        seat = game.to_move(match.state)[0]
        step = match.propose(seat, game.bots.advise(match.view(seat), seat, SeatNames())[0].action)
        match.accept(step)
        text += step.text
    path = folder / f"{slug}.jsonl"
    path.write_bytes(text)
    return path


def _opening(terminal: Terminal) -> bytes:
    """Return the bytes sent until the player may act."""
    return terminal.read(PATIENCE) + terminal.until_quiet(QUIET)


def moves(terminal: Terminal, count: int) -> tuple[list[float], list[int]]:
    """Move the cursor; return the milliseconds to the first byte and the bytes of each move."""
    waits: list[float] = []
    sizes: list[int] = []
    for key in islice(cycle(_TO_AND_FRO), count):
        start = perf_counter()
        terminal.press(key)
        first = terminal.read(PATIENCE)
        assert first, "a move that shows nothing"
        waits.append(1000 * (perf_counter() - start))
        sizes.append(len(first + terminal.until_quiet(GAP_SECONDS)))
    return waits, sizes


def idle(terminal: Terminal, seconds: float) -> float:
    """Return the bytes per second that an idle program sends."""
    size = 0
    end = perf_counter() + seconds
    while (left := end - perf_counter()) > 0:
        size += len(terminal.read(left))
    return size / seconds


def played(terminal: Terminal, count: int) -> tuple[list[int], list[int]]:
    """Play cards; return the bytes of each, alone and with all until the player's next turn."""
    cards, turns = [], []
    for _ in range(count):
        terminal.press(_ENTER)
        card_bytes = len(terminal.read(PATIENCE)) + len(terminal.until_quiet(SHOWN_SECONDS))
        cards.append(card_bytes)
        turns.append(card_bytes + len(terminal.until_quiet(QUIET)))
    return cards, turns


def p95(values: Sequence[float]) -> float:
    """Return the value that 95 of 100 values do not exceed."""
    return quantiles(values, n=20)[-1]
