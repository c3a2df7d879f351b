"""How much of each sweep a run looks at: a sample that rotates by the day, or all of it.

A broken sentence shows in hundreds of states, so looking at every sixth of them finds it as well as
looking at all. A sample begins at an offset, and those of all offsets together are the whole sweep:
``pytest --full`` (or PROOF_FULL=1) runs that. The offset follows from the date unless PROOF_OFFSET
names it; it is printed at the head of every run and below every failure.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import Any, TypeVar

from darwin_core.testing.interference import TWINS_INTERVAL
from darwin_core.testing.play import Case

T = TypeVar("T")
AnyCase = Case[Any, Any, Any]

PERIOD = 4620
"""Offsets there are: a multiple of all intervals, here and in ``darwin_core.testing``."""

BOARD_INTERVAL = 5
"""Of the places in a match at which boards are drawn."""
RANDOM_ACTIONS_INTERVAL = 7
"""Of the matches whose random actions are counted. No number of seats or of variants, through which
the matches go by turns, has a factor in common with it."""
PROOF_INTERVAL = 11
"""Of hostile files and of processes killed. These, too, go by turns through games and ways."""


def is_full() -> bool:
    """Whether everything is to be looked at."""
    return bool(os.environ.get("PROOF_FULL"))


def offset() -> int:
    """Where samples begin."""
    day = datetime.now(UTC).toordinal()
    return int(os.environ.get("PROOF_OFFSET") or day % PERIOD)


def pin(full: bool) -> None:
    """Settle both for this run and for the programs that it starts."""
    os.environ["PROOF_OFFSET"] = str(offset())
    if full:
        os.environ["PROOF_FULL"] = "1"


def name() -> str:
    """Return how much is looked at, in words."""
    return "full sweeps" if is_full() else f"samples at offset {offset()}"


def part(number: int, interval: int) -> int:
    """Return a number, or where samples are taken the part of it that one interval leaves."""
    return number if is_full() else number // interval


def some(items: Iterable[T], interval: int, shift: int = 0) -> Iterator[T]:
    """Every item, or those that are one interval apart.

    Args:
        shift: added to the offset, so that sweeps over the same items look at different ones.
    """
    if is_full():
        return iter(items)
    return islice(items, (offset() + shift) % interval, None, interval)


def some_of_each(
    items: Sequence[T], kind: Callable[[T], Hashable], interval: int, shift: int = 0
) -> list[T]:
    """Return all items, or of each kind those that are one interval apart, and one at least."""
    if is_full():
        return list(items)
    kinds = defaultdict[Hashable, list[int]](list)
    for place, item in enumerate(items):
        kinds[kind(item)].append(place)
    chosen = set[int]()
    for places in kinds.values():
        apart = min(interval, len(places))
        chosen.update(places[(offset() + shift) % apart :: apart])
    return [item for place, item in enumerate(items) if place in chosen]


def case_sample(number: int) -> int | None:
    """Return where the laws begin their samples of a match; matches by turns begin elsewhere."""
    return None if is_full() else offset() + number


def cases(matches: Iterable[AnyCase]) -> Iterator[AnyCase]:
    """Have the laws look at samples of some matches, if at samples at all."""
    return (replace(match, sample=case_sample(number)) for number, match in enumerate(matches))


def twins(pairs: int, matches: Iterable[AnyCase]) -> tuple[int, Iterator[AnyCase]]:
    """Return how many pairs of states and twins to try, and the matches to take them from."""
    return part(pairs, TWINS_INTERVAL), cases(matches)
