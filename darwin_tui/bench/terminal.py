"""The program in a terminal, measured from the terminal's end: how soon, and how many bytes.

The terminal is a pty of 120 × 40 in 24-bit colour that answers none of the program's questions.
The first frame is complete when the last choice of the menu and the last key of the key bar have
arrived, counted from before the process is started. Its peer is counted from before the start of
``python -c "import textual.app"`` to the end of that process. POSIX only.
"""

import os
import pty
import select
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final, Self

from darwin_core.table.pacing import BOT_PAUSE_SECONDS
from darwin_tui.bench.paired import PAIRS, Figure

ROWS: Final = 40
COLUMNS: Final = 120
MOVES: Final = 200
GAP: Final = 0.03
"""Seconds between two moves of the cursor."""
CARDS: Final = 16
"""Cards played, two fewer than a match has, after which comes the results screen."""
SHOWN: Final = 0.4 * BOT_PAUSE_SECONDS
"""Seconds of silence after which an act has been shown; the next bot acts later than that."""
QUIET: Final = 3 * BOT_PAUSE_SECONDS
"""Seconds of silence after which the bots have acted and wait for the player."""
IDLE: Final = 5.0
PATIENCE: Final = 20.0
"""Seconds to wait for what must come."""

_SEATS: Final = "human:Ada,bot:greedy:Ben,bot:greedy:Cleo,bot:greedy:Dan"
_HOME: Final = (b"Quit", b"quit")
_TO_AND_FRO: Final = (b"\x1b[C", b"\x1b[C", b"\x1b[D", b"\x1b[D")
"""Moves through the first three cards of the hand."""
_ENTER: Final = b"\r"


class Terminal:
    """A terminal with the program in it, which is ended at the end of the ``with`` block."""

    def __init__(self, folder: Path, *args: str) -> None:
        """Start the program.

        Args:
            folder: where it finds and keeps its matches and settings.
            args: its command line.
        """
        self._master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (ROWS, COLUMNS))
        # COLUMNS and LINES, where they are set, would count for more than the terminal's size.
        ours = {"NO_COLOR", "COLUMNS", "LINES"}
        env = {name: value for name, value in os.environ.items() if name not in ours}
        env |= {name: str(folder) for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME")}
        env |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self.started = perf_counter()
        self._program = subprocess.Popen(
            [sys.executable, "-m", "darwin_tui", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=env,
        )
        os.close(slave)

    @property
    def pid(self) -> int:
        """The program's process."""
        return self._program.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._program.kill()
        self._program.wait()
        os.close(self._master)

    def press(self, keys: bytes) -> None:
        """Type."""
        os.write(self._master, keys)

    def read(self, seconds: float) -> bytes:
        """What comes first within so many seconds; nothing if nothing comes."""
        if not select.select((self._master,), (), (), max(seconds, 0))[0]:
            return b""
        with suppress(OSError):  # Linux says so where the program has ended.
            return os.read(self._master, 1 << 16)
        return b""

    def until_quiet(self, seconds: float) -> bytes:
        """All that comes until nothing has come for so many seconds."""
        seen = b""
        while came := self.read(seconds):
            seen += came
        return seen

    def wait_for(self, *words: bytes) -> bytes:
        """Read until all the words have come, and return all that came.

        Raises:
            RuntimeError: if they do not come.
        """
        seen = b""
        until = perf_counter() + PATIENCE
        while not all(word in seen for word in words):
            came = self.read(until - perf_counter())
            if not came:
                raise RuntimeError(f"the program did not show {words!r}")
            seen += came
        return seen


def figures(pairs: int = PAIRS) -> Iterator[Figure]:
    """All figures, as they are measured."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        yield first_frame(folder, pairs)
        with match(folder) as terminal:
            waits, sizes = moves(terminal, MOVES)
            yield Figure("terminal", "ms key to byte, p50", median(waits))
            yield Figure("terminal", "ms key to byte, p95", _p95(waits))
            yield Figure("terminal", "bytes a move", median(sizes))
            yield Figure("terminal", "bytes a move, p95", _p95(sizes))
            yield Figure("terminal", "bytes/s idle", idle(terminal, IDLE))
            cards, turns = played(terminal, CARDS)
            yield Figure("terminal", "bytes a card", median(cards))
            yield Figure("terminal", "bytes a turn", median(turns))


def first_frame(folder: Path, pairs: int) -> Figure:
    """Milliseconds to the first frame, beside the import of Textual, pair by pair."""

    def ours() -> float:
        with Terminal(folder) as terminal:
            terminal.wait_for(*_HOME)
            return perf_counter() - terminal.started

    def import_of_textual() -> float:
        start = perf_counter()
        subprocess.run([sys.executable, "-c", "import textual.app"], check=True)
        return perf_counter() - start

    times, ratios = _in_turn(ours, import_of_textual, pairs)
    low, middle, high = quantiles(ratios, n=4)
    value = 1000 * median(times)
    return Figure("terminal", "ms to first frame", value, "import textual.app", middle, low, high)


def _in_turn(
    ours: Callable[[], float], peers: Callable[[], float], pairs: int
) -> tuple[list[float], list[float]]:
    """Our times, and their ratios to the peer's; the first of each only warms the caches."""
    ours()
    peers()
    times, ratios = [], []
    for _ in range(pairs):
        times.append(ours())
        ratios.append(times[-1] / peers())
    return times, ratios


def match(folder: Path) -> Terminal:
    """A match of Dice against bots, in which it is the player's turn."""
    terminal = Terminal(folder, "play", "dice", "--seed", "bench", "--seats", _SEATS)
    terminal.wait_for(b"Darwin's Dice")
    terminal.until_quiet(QUIET)
    return terminal


def moves(terminal: Terminal, count: int) -> tuple[list[float], list[int]]:
    """Milliseconds from a key to the first byte, and the bytes, of moves of the cursor."""
    waits: list[float] = []
    sizes: list[int] = []
    for key in islice(cycle(_TO_AND_FRO), count):
        start = perf_counter()
        terminal.press(key)
        first = terminal.read(PATIENCE)
        waits.append(1000 * (perf_counter() - start))
        sizes.append(len(first + terminal.until_quiet(GAP)))
    return waits, sizes


def idle(terminal: Terminal, seconds: float) -> float:
    """Bytes that come in a second while nobody does anything."""
    size, end = 0, perf_counter() + seconds
    while (left := end - perf_counter()) > 0:
        size += len(terminal.read(left))
    return size / seconds


def played(terminal: Terminal, count: int) -> tuple[list[int], list[int]]:
    """The bytes of cards played, and those until it is the player's turn again."""
    cards, turns = [], []
    for _ in range(count):
        terminal.press(_ENTER)
        shown = len(terminal.read(PATIENCE)) + len(terminal.until_quiet(SHOWN))
        cards.append(shown)
        turns.append(shown + len(terminal.until_quiet(QUIET)))
    return cards, turns


def _p95(values: list[float] | list[int]) -> float:
    return quantiles(values, n=20)[-1]
