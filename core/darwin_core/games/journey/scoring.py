"""Scores: the Beagle's goals, lagging, and the end of the match."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from darwin_core.contract.game import Outcome, ScoreLine, rank
from darwin_core.games.journey.academy import is_able
from darwin_core.games.journey.components import (
    ANCHORS,
    BOOK,
    COINS_A_POINT,
    COLOURS,
    GOAL_TILES,
    LAG_CAP,
    LAGS,
    LAST_TENT,
    LETTERS,
    PAIR,
    ROW,
    ROW_OF_FIVE,
    ROW_OF_SIX,
    SLOTS,
    TENTS,
    Goal,
    books,
)
from darwin_core.games.journey.events import CameFirst, Gained, JourneyEvent, Reported
from darwin_core.games.journey.museum import is_complete
from darwin_core.games.journey.objectives import Has, empty_stacks, researched
from darwin_core.games.journey.state import PURPLE, JourneyState

_HALF = len(SLOTS) // 2
_TIE = 1000


def goal_count(state: JourneyState, seat: int, goal: int) -> int:
    """Count how often a seat meets a goal of the Beagle. [Beagle Goal Tile; ruling: P]"""
    return _GOAL_COUNTS[goal](state, seat)


def goal_counter(goal: int) -> Has:
    """Return the function that counts for a goal of the Beagle."""
    return _GOAL_COUNTS[goal]


def _goal_count(goal: Goal) -> Has:
    """Return the function that counts for a goal."""
    match goal.counts:
        case "seals":
            return _seals(LETTERS.index(goal.of))
        case "research":
            return researched(goal.of)
        case "stacks":
            return empty_stacks
        case "lenses":
            return lambda state, seat: state.lenses.count(seat)
        case "objectives":
            return lambda state, seat: state.achieved[seat].bit_count()
        case "tents":
            return lambda state, seat: len(state.tents[seat])


def _seals(colour: int) -> Has:
    def count(state: JourneyState, seat: int) -> int:
        seals = b"".join(state.rows[seat])
        return seals.count(colour) + seals.count(PURPLE)

    return count


_GOAL_COUNTS: Final = tuple(map(_goal_count, GOAL_TILES))


def lag(state: JourneyState, seat: int) -> int:
    """Return the points lost for gaps between anchors that the Beagle has passed and the ship has
    not. [Lagging Penalties; ruling: Lagging; objective slot: Gold 4]"""
    return _lag(state.ships[seat], state.round, is_able(state, seat, "lagging"))


@cache
def _lag(ship: int, number: int, is_capped: bool) -> int:
    most = LAG_CAP if is_capped else max(LAGS)
    gaps = zip(ANCHORS[1 : max(number, 1)], LAGS, strict=False)
    return sum(min(lost, most) for anchor, lost in gaps if ship < anchor)


def goal_points(state: JourneyState, seat: int, goal: int) -> int:
    """Return the points for a goal less those for lagging, at least none."""
    return max(GOAL_TILES[goal].points * goal_count(state, seat, goal) - lag(state, seat), 0)


def book_points(state: JourneyState) -> int:
    """Return the points of each book at the end: completed museum rows raise it."""
    return BOOK + sum(is_complete(state, row) for row in range(len(COLOURS) - 1))


def final_lines(state: JourneyState, seat: int) -> dict[str, int]:
    """Return a seat's points scored in play, and those that it would score now at the end. [Final
    Scoring]"""
    done = state.achieved[seat]
    sizes = [len(row) for row in state.rows[seat]]
    read = books(state.evolution[seat]) + is_able(state, seat, "books")
    pair = done >> (_HALF - 1) & done >> (2 * _HALF - 1) & 1
    return {
        "the voyage": state.points[seat],
        "objectives": sum(slot.points for number, slot in enumerate(SLOTS) if done >> number & 1),
        "both last objectives": PAIR * pair,
        "worker rows": ROW_OF_FIVE * sizes.count(ROW - 1) + ROW_OF_SIX * sizes.count(ROW),
        "tents": LAST_TENT * (len(state.tents[seat]) == len(TENTS)),
        "evolution": book_points(state) * read,
        "coins": state.coins[seat] // COINS_A_POINT,
        "knowledge": state.knowledge[seat],
    }


def standing(state: JourneyState) -> Outcome:
    """Return the result as if the match ended now; of a view, as far as it shows."""
    seats = range(len(state.coins))
    lines = [final_lines(state, seat) for seat in seats]
    totals = tuple(sum(line.values()) for line in lines)
    ties = [
        (totals[seat] * _TIE + state.evolution[seat]) * _TIE + state.coins[seat] for seat in seats
    ]
    return Outcome(
        tuple(ScoreLine(label, tuple(line[label] for line in lines)) for label in lines[0]),
        totals,
        rank(ties),
    )


def by_source(result: Outcome, events: Iterable[JourneyEvent]) -> Outcome:
    """Return a result, or a standing, in which the points of the voyage stand by their sources.

    Args:
        result: of a match.
        events: all up to then.
    """
    seats = range(len(result.totals))
    goals, firsts, gains = [0 for _ in seats], [0 for _ in seats], [0 for _ in seats]
    for event in events:
        match event:
            case Reported():
                for seat in seats:
                    goals[seat] += event.points[seat]
            case CameFirst(seat, _, points):
                firsts[seat] += points
            case Gained(seat):
                gains[seat] += event.points
    old = {line.label: line.points for line in result.lines}
    lines = {
        "Beagle's goals": goals,
        "first arrivals": firsts,
        "places and rewards": gains,
        "objectives": _sums(old, "objectives", "both last objectives"),
        **{label: old[label] for label in ("worker rows", "tents", "evolution")},
        "coins, knowledge": _sums(old, "coins", "knowledge"),
    }
    scored = tuple(ScoreLine(label, tuple(points)) for label, points in lines.items())
    return Outcome(scored, result.totals, result.ranks)


def _sums(lines: Mapping[str, Sequence[int]], *labels: str) -> list[int]:
    return [sum(each) for each in zip(*(lines[label] for label in labels), strict=True)]


def outcome(state: JourneyState) -> Outcome | None:
    """Return the result. Most points win; ties go to the farther evolution, then to more coins.
    [Final Scoring; Tiebreakers]"""
    return None if state.pending else standing(state)
