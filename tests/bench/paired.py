"""Measured figures: a workload alone, or in turn with a peer's, to get their ratio."""

import time
from collections.abc import Callable
from statistics import median, quantiles
from typing import Final

import msgspec

Work = Callable[[float], float]
"""A function that works for a number of seconds and returns its work per second."""

PAIRS: Final = 15
"""Default number of pairs of measurements."""
PAIRS_MIN: Final = 3
SLICE_SECONDS: Final = 0.25
"""Duration of one measurement."""
WARM_UP_SECONDS: Final = 1.0
"""Time that two workloads run before they are measured."""
GOALS: Final = {
    "ms key to byte, p50": (1.25, True),
    "ms CPU a move": (1.25, True),
    "ms to first frame": (1.25, True),
    "CPU of a key, ms": (2.9, True),
    "MB of a session": (3.0, False),
}
"""Maximum of each figure, and whether it limits the figure's ratio to its peer. A key at a table of
two should take 8 ms where the fixed loop takes 2.8 ms, hence a ratio of 2.9."""
STEADY: Final = 1.25
"""Maximum ratio of the upper to the lower quartile; above it the run must be repeated."""


class Figure(msgspec.Struct, frozen=True):
    """A measured figure, and its ratio to a peer's figure if there is a peer."""

    game: str
    figure: str
    value: float
    peer: str | None = None
    ratio: float | None = None
    low: float | None = None
    """The lower quartile of the ratio."""
    high: float | None = None

    @property
    def goal(self) -> str:
        """The figure's goal in words, with a note if it is missed; empty without a goal."""
        most, is_ratio = GOALS.get(self.figure, (0.0, False))
        value = self.ratio if is_ratio else self.value
        if not most or value is None or self.game == self.peer:
            return ""
        return f"goal {most:g}{' ×' if is_ratio else ''}{', missed' if value > most else ''}"

    @property
    def is_steady(self) -> bool:
        """True if the quartiles are close enough together to believe the median."""
        return self.low is None or self.high is None or self.high <= STEADY * self.low


def looped(once: Callable[[], int]) -> Work:
    """Return a workload that repeats ``once`` and returns the sum of its results per second."""

    def work(seconds: float) -> float:
        done = 0
        start = time.perf_counter()
        end = start + seconds
        while (now := time.perf_counter()) < end:
            done += once()
        return done / (now - start)

    return work


def alone(game: str, figure: str, work: Work, pairs: int = PAIRS) -> Figure:
    """Measure a workload without a peer."""
    work(WARM_UP_SECONDS / 2)
    return Figure(game, figure, median(work(SLICE_SECONDS) for _ in range(pairs)))


def paired(
    game: str, figure: str, work: Work, peer: str, peers_work: Work, pairs: int = PAIRS
) -> Figure:
    """Measure a workload and its peer in turn; their ratio is the median over the pairs."""
    work(WARM_UP_SECONDS / 2)
    peers_work(WARM_UP_SECONDS / 2)
    values, ratios = [], []
    for _ in range(pairs):
        value = work(SLICE_SECONDS)
        values.append(value)
        ratios.append(value / peers_work(SLICE_SECONDS))
    low, middle, high = quantiles(ratios, n=4)
    return Figure(game, figure, median(values), peer, middle, low, high)
