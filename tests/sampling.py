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
"""Offsets there are: a multiple of all intervals below."""

LAW_MATCHES = 6
"""On so many matches each law is tried, for each number of seats."""
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
"""Of the moments of these matches, by law; all others check every moment."""
LAW_MATCH_INTERVALS: Mapping[Law, int] = dict.fromkeys(
    (check_undo, check_saving, check_record, check_stray_actions), 6
)
"""Of these matches, by law: laws that are expensive and step through a match."""
LAW_MATCH_INTERVAL = 6
"""Of these matches, for the laws that are not named above."""
TABLES_KEPT = 2
"""Tables whose matches are kept for the next law."""
TWINS_INTERVAL = 33
"""Of the moments of which pairs of states and twins are made."""

BOARD_INTERVAL = 44
"""Of the places in a match at which boards are drawn."""
LOOK_INTERVAL = 5
"""Of the scenes whose looks are checked, in every game. Neither the number of positions nor that of
viewers, through which they rotate, has a factor in common with it."""
TWIN_BOARDS_INTERVAL = 12
"""Of the places in a match at which the boards of a state and of its twins are compared."""
HEIGHTS_INTERVAL = 10
"""Of the heights at which boards are drawn."""
REACHED_INTERVAL = 10
"""Of the places in a match at which it is looked for a way to all that can be selected."""
PLACES_INTERVAL = 3
"""Of the elements of a board that the cursor moves over, in a position; it has no factor in common
with the interval of these positions."""
RANDOM_ACTIONS_INTERVAL = 7
"""Of the matches whose random actions are counted. No number of seats or of variants, through which
the matches rotate, has a factor in common with it."""
GRID_INTERVAL = 2
"""Of the combinations of parameters that fail together, such as numbers of players and sizes."""
FAULTS_INTERVAL = 7
"""Of the ways in which a disk fails, by turns through what is written to it."""
WANTED_INTERVAL = 2
"""Of the kinds of decisions that are made by keys in a program of their own."""
SITUATIONS_INTERVAL = 6
"""Of the situations in which every key is tried, and of the screens that are made small."""
THEMES_INTERVAL = 5
"""Of Textual's own themes, at each table others."""
GAMES_INTERVAL = 2
"""Of the games at whose boards a rule of all boards is tried, by turns through its situations."""
ENTERS_INTERVAL = 6
"""Of the places in matches at which the cost of Enter is counted, in each game others."""
SERVED_INTERVAL = 5
"""Of the games at whose tables the bytes that a server sends are compared, by turns through the
ways of looking at them, and of the lives of a server whose store fails."""
SAME_BYTES_INTERVAL = 77
"""Of the matches whose digests are saved. No number of seats or of variants, through which they
rotate, has a factor in common with it."""
OFFSETS_INTERVAL = 30
"""Of the offsets from which samples are tested to find planted faults."""
NAMES_INTERVAL = 5
"""Of the names of files that could drive a terminal."""
BLUNDERS_INTERVAL = 20
"""Of the positions with an absurd action in which a bot searches, in each game."""
SESSIONS_INTERVAL = 2
"""Of the ways of writing that a cut of the power ends."""
PLANTED_INTERVAL = 3
"""Of the leaks that are planted in programs of their own, to see that they are found."""
PUZZLES_INTERVAL = 60
"""Of the puzzles that are proved again in other worlds, in each game, and tried with twins."""
CLAIMS_INTERVAL = 44
"""Of the positions whose hints and element texts are tested for truth."""
PROOF_INTERVAL = 20
"""Of hostile files and of processes killed. These, too, rotate through games and ways."""


def is_full() -> bool:
    """Return whether everything is to be looked at."""
    return bool(os.environ.get("PROOF_FULL"))


def offset() -> int:
    """Return the offset at which samples begin."""
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
    """Yield every item, or those that are one interval apart.

    Args:
        shift: added to the offset, so that sweeps over the same items check different ones.
    """
    if is_full():
        return iter(items)
    return islice(items, (offset() + shift) % interval, None, interval)


def one_by_turns(items: Sequence[T], interval: int, shift: int = 0) -> Sequence[T]:
    """Return all items, or one: the next one as often as a sample of that interval comes round.

    Args:
        interval: of the sample that this is done at, so that each of its members meets each item.
        shift: added to the turn, so that members of one sample have different items.
    """
    if is_full() or not items:
        return items
    return [items[(offset() // interval + shift) % len(items)]]


def grid(
    *axes: Iterable[Any], interval: int = GRID_INTERVAL, within: int = PERIOD
) -> list[tuple[Any, ...]]:
    """Return all combinations of the items of some axes, or those that are one interval apart
    along every axis: each item is in one, if another axis has as many items as the interval.

    Args:
        within: interval of the samples taken inside of a combination, so that each of these meets
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


# --- matches that the laws of games are tried on


def law_cases(law: Law, game: AnyGame, seats: int) -> Iterator[AnyCase]:
    """Return the matches that a law is tried on, in the variants of the game by turns.

    A sampled law checks the moments of each kind that are one interval apart, counted over all
    these matches, and whatever the offset at each kind of action and of event that is in them.
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
"""The steps of a match to be checked, and its moments."""

_LOOKS: dict[tuple[int, int, int, int], tuple[AnyGame, list[Sampled]]] = {}
"""Cached choices, each with the game, which is identified by its object identity. Laws are tried
one after another on the same matches, which are played once for all of them."""


def _looks(game: AnyGame, seats: int, interval: int, start: int) -> list[Sampled]:
    """Return the sample of each match."""
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
    """Return how many pairs of states and twins to try, and the matches to take them from."""
    if is_full():
        return pairs, iter(cases)
    starts = ((offset() + number) % TWINS_INTERVAL for number in count())
    return pairs // TWINS_INTERVAL, (
        replace(case, steps=range(start, sys.maxsize, TWINS_INTERVAL))
        for case, start in zip(cases, starts, strict=False)
    )
