"""Two workloads measured in turn."""

import time
from collections.abc import Callable
from statistics import median, quantiles
from typing import Final

import msgspec

Work = Callable[[float], float]
"""A function that works for so many seconds and returns its amount of work in a second."""

PAIRS: Final = 15
PAIRS_MIN: Final = 3
"""Default and minimum number of pairs of measurements."""
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
"""The most that figures should be, and whether their ratio to a peer is meant. A fixed loop takes
2.8 ms where a key at a table of two should take 8."""
STEADY: Final = 1.25
"""Quartiles further apart than this factor call for another run."""


class Figure(msgspec.Struct, frozen=True):
    """A measured figure, and its ratio to a peer's if there is one."""

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
        """The goal of the figure, and whether it is missed; empty without one."""
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
    """Return a workload that does ``once`` over and over and returns its amount of work in a
    second."""

    def work(seconds: float) -> float:
        done = 0
        start = time.perf_counter()
        end = start + seconds
        while (now := time.perf_counter()) < end:
            done += once()
        return done / (now - start)

    return work


def alone(game: str, figure: str, work: Work, pairs: int = PAIRS) -> Figure:
    """Return a figure without a peer."""
    work(WARM_UP_SECONDS / 2)
    return Figure(game, figure, median(work(SLICE_SECONDS) for _ in range(pairs)))


def paired(
    game: str, figure: str, work: Work, peer: str, peers_work: Work, pairs: int = PAIRS
) -> Figure:
    """Return a figure with the median and the quartiles of its ratio to a peer's, pair by pair."""
    work(WARM_UP_SECONDS / 2)
    peers_work(WARM_UP_SECONDS / 2)
    values, ratios = [], []
    for _ in range(pairs):
        value = work(SLICE_SECONDS)
        values.append(value)
        ratios.append(value / peers_work(SLICE_SECONDS))
    low, middle, high = quantiles(ratios, n=4)
    return Figure(game, figure, median(values), peer, middle, low, high)
