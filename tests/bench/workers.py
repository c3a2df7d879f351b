"""A search split between two workers, measured beside the same search by one.

Both searches have the same result. They take turns, match by match, with Master's number of
simulated actions. Beside the clock time stands the processor time of all processes, which shows the
cost of splitting however busy the machine is.
"""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

from darwin_core.bots import levels
from darwin_core.bots.search import Budget, Searcher
from darwin_core.contract import registry
from darwin_core.contract.chance import from_seed
from darwin_core.contract.game import AnyGame, State
from darwin_core.workers.pool import Pool

from .paired import Figure

CANDIDATES_MIN: Final = 5
"""Minimum number of legal actions at a position to be searched."""
PEER: Final = "one worker"


class Spent(NamedTuple):
    """The seconds that a search takes."""

    clock: float
    processor: float
    """Processor time of the workers and of this process."""


def figures(slug: str, pairs: int) -> Iterator[Figure]:
    """Measure the searches of one game."""
    game = registry.get(slug)
    one, two = Pool(1), Pool(2)
    clock, processor, seconds, costs = [], [], [], []
    for number, (view, seat) in enumerate(_positions(game, pairs + 1)):
        alone, both = _spent(one, game, view, seat), _spent(two, game, view, seat)
        if number:  # The first search is not counted: it starts the processes.
            clock.append(alone.clock / both.clock)
            processor.append(2 * alone.processor / both.processor)
            seconds.append(both.clock)
            costs.append(both.processor)
    one.close()
    two.close()
    load = f"{os.getloadavg()[0]:.0f} processes want {os.cpu_count()} cores"
    yield _ratio(slug, f"s of two workers ({load})", median(seconds), clock)
    yield _ratio(slug, "s if two cores were free, by processor time", median(costs) / 2, processor)


def _ratio(slug: str, name: str, value: float, ratios: list[float]) -> Figure:
    low, middle, high = quantiles(ratios, n=4)
    return Figure(slug, name, value, PEER, middle, low, high)


def _positions(game: AnyGame, count: int) -> Iterator[tuple[State, int]]:
    """Yield the first position of each match with enough legal actions for a search."""
    for number in range(count):
        state = game.setup(game.options(), game.seats[0], f"workers {number}", None)
        while len(game.legal(state, seat := game.to_move(state)[0])) < CANDIDATES_MIN:
            game.apply(state, seat, game.bots.fast_policy(state, seat), None)
        yield game.view(state, seat), seat


def _spent(pool: Pool, game: AnyGame, view: State, seat: int) -> Spent:
    """Search a position with Master's number of actions, and return the time."""
    master = Searcher(levels.level("master").seconds, is_timed=False)
    budget = Budget(master.budget(game, view).steps)
    before = _processor_seconds(pool)
    start = time.perf_counter()
    pool.split(game, view, seat, from_seed("workers"), budget).result()
    clock = time.perf_counter() - start
    return Spent(clock, _processor_seconds(pool) - before)


def _processor_seconds(pool: Pool) -> float:
    """Return the processor time of this process and of the workers of a pool."""
    spent = time.process_time()
    for worker in pool._workers:
        if worker._process is not None:
            fields = (
                Path(f"/proc/{worker._process.pid}/stat").read_text().rpartition(")")[2].split()
            )
            spent += sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
    return spent
