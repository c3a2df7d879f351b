"""The size of each sweep in a run: a sample that rotates by the day, or the whole sweep.

A broken sentence shows in hundreds of states, so checking every sixth of them finds it as well as
checking all. A sample begins at an offset, and those of all offsets together are the whole sweep:
``pytest --full`` (or PROOF_FULL=1) runs that. The offset follows from the date unless PROOF_OFFSET
names it; it is printed at the head of every run and below every failure.
"""

import os
import sys
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count, cycle, islice, product
from typing import Any, NamedTuple, TypeVar

from darwin_core.contract.game import AnyGame
from darwin_core.lab.conformance import (
    check_advice,
    check_beliefs,
    check_determinize,
    check_manners,
    check_picking,
    check_policy,
    check_record,
    check_refusals,
    check_saving,
    check_stray_actions,
    check_undo,
    check_words,
)
from darwin_core.lab.play import Case, Ply, moments, variants

T = TypeVar("T")
AnyCase = Case[Any, Any, Any]
Law = Callable[[AnyCase], None]

PERIOD = 4620
"""Number of offsets: a multiple of all intervals below."""

LAW_MATCHES = 6
"""Number of matches on which each law is tried, for each number of seats."""
LAW_INTERVALS: Mapping[Law, int] = dict.fromkeys(
    (
        check_words,
        check_advice,
        check_policy,
        check_manners,
        check_picking,
        check_determinize,
        check_refusals,
        check_beliefs,
    ),
    60,
)
"""Interval of the moments of these matches that a law checks. Other laws check every moment."""
LAW_MATCH_INTERVALS: Mapping[Law, int] = dict.fromkeys(
    (check_undo, check_saving, check_record, check_stray_actions), 6
)
"""Interval of these matches, by law, for expensive laws that step through a whole match."""
LAW_MATCH_INTERVAL = 6
"""Interval of these matches for the laws that are not named above."""
TABLES_KEPT = 2
"""Number of tables whose matches stay in memory for the next law."""
TWINS_INTERVAL = 33
"""Interval of the moments from which pairs of a state and its twin are made."""

# An interval of N below means that a sample has one of N items. Each docstring names the items.

BOARD_INTERVAL = 44
"""Of the positions of a match at which boards are drawn."""
LOOK_INTERVAL = 5
"""Of the scenes whose looks are checked, in every game. It has no factor in common with the number
of positions or of viewers, through which the scenes rotate."""
HEIGHTS_INTERVAL = 10
"""Of the heights at which boards are drawn."""
REACHED_INTERVAL = 10
"""Of the positions of a match at which the keyboard must reach every selectable element."""
PLACES_INTERVAL = 3
"""Of the board's elements that the cursor moves over in a position. It has no factor in common with
the interval of these positions."""
RANDOM_ACTIONS_INTERVAL = 7
"""Of the matches whose random actions are counted. It has no factor in common with any number of
seats or of variants, through which the matches rotate."""
GRID_INTERVAL = 2
"""Of the combinations of parameters that fail together, such as numbers of players and sizes."""
FAULTS_INTERVAL = 7
"""Of the ways in which a disk fails, by turns through the kinds of files written to it."""
WANTED_INTERVAL = 2
"""Of the kinds of decisions that are each made by keys in a separate program."""
SITUATIONS_INTERVAL = 6
"""Of the situations in which every key is tried, and of the screens that are made small."""
THEMES_INTERVAL = 5
"""Of Textual's own themes, with a different sample for each table."""
GAMES_INTERVAL = 2
"""Of the games at whose boards a rule of all boards is tried, by turns through its situations."""
ENTERS_INTERVAL = 6
"""Of the positions at which the cost of Enter is counted, with a different sample in each game."""
SERVED_INTERVAL = 5
"""Of the games at whose tables the bytes sent by a server are compared, by turns through the kinds
of viewers, and of the lives of a server whose store fails."""
SAME_BYTES_INTERVAL = 77
"""Of the matches whose digests are saved. It has no factor in common with any number of seats or of
variants, through which the matches rotate."""
OFFSETS_INTERVAL = 30
"""Of the offsets from which samples are tested to find planted faults."""
NAMES_INTERVAL = 5
"""Of the names of files that could drive a terminal."""
BLUNDERS_INTERVAL = 20
"""Of the positions with an absurd action in which a bot searches, in each game."""
SESSIONS_INTERVAL = 2
"""Of the ways of writing that a power cut ends."""
PLANTED_INTERVAL = 3
"""Of the leaks that are planted, each in a separate program, to check that they are found."""
PUZZLES_INTERVAL = 60
"""Of the puzzles that are proved again in other worlds, in each game, and tried with twins."""
CLAIMS_INTERVAL = 44
"""Of the positions whose hints and element texts are tested for truth."""
PROOF_INTERVAL = 20
"""Of hostile files and of killed processes. These, too, rotate through games and kinds."""


def is_full() -> bool:
    """Return whether sweeps are run whole."""
    return bool(os.environ.get("PROOF_FULL"))


def offset() -> int:
    """Return the offset at which samples begin."""
    day = datetime.now(UTC).toordinal()
    return int(os.environ.get("PROOF_OFFSET") or day % PERIOD)


def pin(full: bool) -> None:
    """Fix the offset and the size of sweeps for this run and for the programs that it starts."""
    os.environ["PROOF_OFFSET"] = str(offset())
    if full:
        os.environ["PROOF_FULL"] = "1"


def name() -> str:
    """Describe in words the size of this run's sweeps."""
    return "full sweeps" if is_full() else f"samples at offset {offset()}"


def part(number: int, interval: int) -> int:
    """Return a number of repetitions, divided by the interval where samples are taken."""
    return number if is_full() else number // interval


def some(items: Iterable[T], interval: int, shift: int = 0) -> Iterator[T]:
    """Yield every item in a full sweep, else those that are one interval apart.

    Args:
        shift: added to the offset, so that sweeps over the same items check different ones.
    """
    if is_full():
        return iter(items)
    return islice(items, (offset() + shift) % interval, None, interval)


def one_by_turns(items: Sequence[T], interval: int, shift: int = 0) -> Sequence[T]:
    """Return all items in a full sweep, else one, which changes every ``interval`` offsets.

    Args:
        interval: interval of the surrounding sample, so that each of its members meets each item.
        shift: added to the turn, so that members of one sample have different items.
    """
    if is_full() or not items:
        return items
    return [items[(offset() // interval + shift) % len(items)]]


def grid(
    *axes: Iterable[Any], interval: int = GRID_INTERVAL, within: int = PERIOD
) -> list[tuple[Any, ...]]:
    """Return all combinations of the axes' items, or those one interval apart along every axis.

    Each item is in some combination if another axis has at least ``interval`` items.

    Args:
        within: interval of the samples taken inside a combination, so that each of these meets
            each combination.
    """
    items = [list(axis) for axis in axes]
    turn = sum(divmod(offset(), within))
    return [
        tuple(axis[place] for axis, place in zip(items, places, strict=True))
        for places in product(*(range(len(axis)) for axis in items))
        if is_full() or (turn + sum(places)) % interval == 0
    ]


def some_of_each(
    items: Sequence[T], kind: Callable[[T], Hashable], interval: int, shift: int = 0
) -> list[T]:
    """Return all items, or of each kind those one interval apart, with at least one per kind."""
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


# --- matches that the laws of games are tried on


def law_cases(law: Law, game: AnyGame, seats: int) -> Iterator[AnyCase]:
    """Return the matches that a law is tried on, in the variants of the game by turns.

    A sampled law checks of each kind the moments that are one interval apart, counted over all
    these matches. At any offset, the sample contains every kind of action and event of the matches.
    """
    cases = [
        Case(game, seats, str(seed), options)
        for seed, options in zip(range(LAW_MATCHES), cycle(variants(game)), strict=False)
    ]
    if is_full() or law not in LAW_INTERVALS:
        return some(cases, LAW_MATCH_INTERVALS.get(law, LAW_MATCH_INTERVAL))
    key = (id(game), seats, LAW_INTERVALS[law], offset())
    if key not in _LOOKS:
        while len(_LOOKS) >= TABLES_KEPT:
            del _LOOKS[next(iter(_LOOKS))]
        _LOOKS[key] = game, _looks(game, *key[1:])
    _, matches = _LOOKS[key]
    return (
        replace(case, steps=steps, plies=plies)
        for case, (steps, plies) in zip(cases, matches, strict=True)
    )


class Look(NamedTuple):
    """A moment that a law could check."""

    match: int
    step: int
    offered: frozenset[type]
    """The kinds of actions that are legal."""
    kinds: frozenset[type]
    """These, and the kinds of events that happen."""


Sampled = tuple[set[int], Sequence[Ply[Any, Any, Any]]]
"""The steps of a match to be checked, and all its moments."""

_LOOKS: dict[tuple[int, int, int, int], tuple[AnyGame, list[Sampled]]] = {}
"""Cached samples by game id, seats, interval and offset. Laws are tried one after another on the
same matches, which are played once for all laws. Each entry keeps its game alive, so that no other
game gets the same id."""


def _looks(game: AnyGame, seats: int, interval: int, start: int) -> list[Sampled]:
    """Play the matches of a game, and return the sample of each."""
    options = cycle(variants(game))
    matches = [
        [*moments(Case(game, seats, str(seed), next(options)))] for seed in range(LAW_MATCHES)
    ]
    looks = [
        Look(seed, moment.step, offered, offered.union(map(type, moment.events)))
        for seed, plies in enumerate(matches)
        for moment in plies
        for offered in [frozenset(map(type, moment.legal))]
    ]
    chosen = some_of_each(looks, lambda look: look.offered, interval)
    seen = {kind for look in chosen for kind in look.kinds}
    start %= len(looks)
    for look in looks[start:] + looks[:start]:
        if not look.kinds <= seen:
            chosen.append(look)
            seen |= look.kinds
    return [
        ({look.step for look in chosen if look.match == match}, plies)
        for match, plies in enumerate(matches)
    ]


def twins(pairs: int, cases: Iterable[AnyCase]) -> tuple[int, Iterator[AnyCase]]:
    """Return the number of pairs of state and twin to try, and the matches to take them from."""
    if is_full():
        return pairs, iter(cases)
    starts = ((offset() + number) % TWINS_INTERVAL for number in count())
    return pairs // TWINS_INTERVAL, (
        replace(case, steps=range(start, sys.maxsize, TWINS_INTERVAL))
        for case, start in zip(cases, starts, strict=False)
    )
