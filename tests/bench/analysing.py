"""Response times of a replay to keys, before and during the analysis of its match.

The sample match of a game is copied, so that no saved analysis is used. The program's workers are
then fully busy.
"""

from collections.abc import Iterator
from pathlib import Path
from shutil import copy
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from .latency import GAP_SECONDS, moves, p95
from .paired import Figure
from .terminal import QUIET, Terminal

SAVES: Final = Path(__file__).parents[2] / "saves"
STEPS: Final = 200
"""Number of steps through the replay, to and fro."""
MIDDLE: Final = b"40"
"""Number of the action at which to begin, as it is typed."""


def figures(slug: str) -> Iterator[Figure]:
    """Measure the keys of one game's replay."""
    with TemporaryDirectory() as name:
        record = Path(name) / f"{slug}.jsonl"
        copy(SAVES / record.name, record)
        with Terminal(Path(name), "replay", str(record)) as terminal:
            terminal.wait_for(b"Replay as")
            for key in (b"g", MIDDLE, b"\r"):
                terminal.until_quiet(QUIET)
                terminal.press(key)
            terminal.until_quiet(QUIET)
            before, _ = moves(terminal, STEPS)
            terminal.press(b"c")
            terminal.wait_for(b"is being analysed")
            terminal.until_quiet(GAP_SECONDS)
            during, _ = moves(terminal, STEPS)
            terminal.press(b"c")
    name = f"{slug} replay"
    yield Figure(name, "ms key to byte, p50", median(before))
    yield Figure(name, "ms key to byte, p95", p95(before))
    yield Figure(f"{name}, analysing", "ms key to byte, p50", median(during))
    yield Figure(f"{name}, analysing", "ms key to byte, p95", p95(during))
