"""The measures by which a position is judged, in points: what a careful player makes of it.

This is no search: points scored already, the prospects of goals and objectives as far as they are
met, and the use of pieces in the rounds that are left.
"""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from darwin_core.contract.cards import Cards, Counts
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import letters, objectives, scoring
from darwin_core.games.journey.academy import is_able, lacking
from darwin_core.games.journey.components import (
    ANCHORS,
    BOOK,
    BOOK_STEPS,
    CREW,
    GOAL_TILES,
    GOALS,
    LAG_CAP,
    LAGS,
    LAST_STEP,
    LAST_TENT,
    LETTER_TILES,
    MUSEUM,
    OBJECTIVES,
    PAIR,
    ROUNDS,
    ROW,
    ROW_OF_FIVE,
    ROW_OF_SIX,
    SLOTS,
    STARTS,
    TENTS,
)
from darwin_core.games.journey.effect_values import typical_sum
from darwin_core.games.journey.museum import WIDTH, row_of
from darwin_core.games.journey.state import PURPLE, JourneyState

COIN: Final = 0.2
"""The worth of a coin at the end."""
EARLY_COIN: Final = 0.3
"""The extra worth of a coin while there is time to spend it."""
PURSE: Final = 12
"""Coins beyond this number wait for a use."""
KNOWLEDGE: Final = 0.5
"""The worth of knowledge beyond its point while it can replace a seal."""
SEAL: Final = 0.5
COLOUR: Final = 0.3
"""Another colour in a worker's row, for each round left: more locations are open to it."""
SILVER, GOLD = 0.7, 0.6
"""Distinctions, for each round left."""
SEA, LAND = 0.9, 0.4
"""A space moved forward."""
ASHORE: Final = 0.6
"""An explorer on a further island, for each round left."""
LENS: Final = 0.4
TENT: Final = 0.8
TOKEN: Final = 0.5
"""A specimen researched."""
DELIVERY: Final = 0.45
"""A specimen that can be delivered, for each round left."""
STAMP: Final = 0.5
LATER: Final = 1.3
"""The share that stamps bring again, for each round left."""
FIRST: Final = {2: 3.0, 3: 2.5, 4: 2.0}
"""The worth of being first in the next round rather than last, by seats."""
SPACES_A_ROUND: Final = 2
"""Spaces that a ship is assumed to sail in a round."""
FAR, NEAR, MET = 0.15, 0.6, 0.93
"""The share of an objective or card that counts if its needs are not met at all, nearly, and
wholly."""


def measure_points(state: JourneyState, seat: int, left: int) -> float:
    """Value the points scored."""
    return float(state.points[seat])


def measure_coins(state: JourneyState, seat: int, left: int) -> float:
    """Value the coins, of which some can still be spent."""
    coins = state.coins[seat]
    early = EARLY_COIN * min(left, 3) / 3
    return coins * COIN + min(coins, PURSE) * early


def measure_knowledge(state: JourneyState, seat: int, left: int) -> float:
    """Value the temporary knowledge."""
    return state.knowledge[seat] * (1 + KNOWLEDGE * min(left, 2) / 2)


def measure_evolution(state: JourneyState, seat: int, left: int) -> float:
    """Value the books read, by the museum rows that will be complete."""
    read = _books_read(state.evolution[seat]) + is_able(state, seat, "books")
    return (BOOK + _rows_hope(state.specimens, left)) * read


@lru_cache(maxsize=1 << 12)
def _rows_hope(specimens: bytes, left: int) -> float:
    """Estimate the museum rows that will be complete."""
    filled = [
        sum(specimens[specimen] == MUSEUM for specimen in row_of(WIDTH * row)) for row in range(4)
    ]
    hope = min(0.2 + 0.15 * left, 0.8)
    return sum(1.0 if n == WIDTH else (n / WIDTH) ** 2 * hope for n in filled)


@cache
def _books_read(step: int) -> float:
    """Return the books on the evolution track, with the part of the next one."""
    found = 0.0
    steps = (0, *BOOK_STEPS, LAST_STEP + 1)
    for book in range(len(BOOK_STEPS)):
        least, following = steps[book + 1], steps[book + 2]
        if step >= least:
            found = book + 1 + 0.8 * (step - least) / (following - least)
    return min(found, float(len(BOOK_STEPS)))


def measure_seals(state: JourneyState, seat: int, left: int) -> float:
    """Value the rows of the workers."""
    return sum([_row(row, left) for row in state.rows[seat]])


@lru_cache(maxsize=1 << 14)
def _row(row: Cards, left: int) -> float:
    size = len(row)
    score = {ROW - 1: float(ROW_OF_FIVE), ROW: float(ROW_OF_SIX)}.get(size, 0.0)
    purple = row.count(PURPLE)
    score += SEAL * size + 0.3 * purple + COLOUR * left * min(len({*row}) + (purple > 1), 4)
    return score + left * (SILVER * (size >= 4) + GOLD * (size >= ROW)) + 0.4 * max(size - 2, 0)


def _part(closeness: float, left: int) -> float:
    """Return the share that counts of something with needs met so far."""
    if closeness >= 1:
        return MET
    hope = FAR + (NEAR - FAR) * closeness * closeness
    return hope * (1.0, 0.6, 0.4)[max(2 - left, 0)]


@lru_cache(maxsize=1 << 14)
def _share(tile: int, counts: tuple[int, ...], left: int) -> float:
    """Return the share that counts of an objective, by the counts of what it asks for."""
    asked = objectives.asked(tile)
    met = [min(has / needs, 1.0) for has, (_, _, needs) in zip(counts, asked, strict=True)]
    return _part(sum(met) / len(met), left)


@cache
def _slot(slot: int, left: int) -> float:
    """Return the gain of an achieved objective on a slot."""
    row = SLOTS[slot]
    ability = {
        "scrolls": 0.8 * left,
        "books": 3.0,
        "worker": 3.5 * left,
        "occupied": 0.8 * left,
        "lagging": 1.0,
    }.get(row.ability, 0.0)
    return row.points + ability + typical_sum(row.action)


@cache
def _held(slot: int, left: int) -> float:
    """Return the same once it is achieved: its immediate gain is in the position already."""
    return _slot(slot, left) - typical_sum(SLOTS[slot].action)


def measure_objectives(state: JourneyState, seat: int, left: int) -> float:
    """Value the objectives: those achieved, those on slots, and those of the reserve on the best
    free slots."""
    slots, reserve, achieved = state.slots[seat], state.reserve[seat], state.achieved[seat]
    worth, hopes = _board(slots, reserve, achieved, left)
    for tile, value, counts in hopes:
        worth += value * _share(tile, tuple([count(state, seat) for count in counts]), left)
    return worth


class _Hope(NamedTuple):
    """An objective that may be achieved."""

    tile: int
    value: float
    """Its gain then."""
    counts: tuple[objectives.Has, ...]
    """Counts of what it asks for."""


@lru_cache(maxsize=1 << 12)
def _board(
    slots: Cards, reserve: Cards, achieved: int, left: int
) -> tuple[float, tuple[_Hope, ...]]:
    """Return the worth of achieved objectives, and the others: those of the reserve are taken to
    come on the best free slots."""
    half = len(SLOTS) // 2
    found = sum(_held(slot, left) for slot in range(len(SLOTS)) if achieved >> slot & 1)
    last = achieved >> (half - 1) & 1, achieved >> (2 * half - 1) & 1
    found += PAIR * (1.0 if all(last) else 0.4 if any(last) and left else 0.0)
    values = [
        (tile, _slot(slot, left))
        for slot, tile in enumerate(slots)
        if tile != NOTHING and not achieved >> slot & 1
    ]
    for first, is_gold in ((0, False), (half, True)):
        free = sorted(
            _slot(slot, left) - 0.3 * SLOTS[slot].cost
            for slot in range(first, first + half)
            if slots[slot] == NOTHING
        )
        tiles = [tile for tile in reserve if OBJECTIVES[tile].is_gold == is_gold]
        values += zip(tiles, reversed(free), strict=False)
    return found, tuple(
        _Hope(tile, value, tuple(count for _, count, _ in objectives.asked(tile)))
        for tile, value in values
        if value > 0
    )


@lru_cache(maxsize=1 << 14)
def _card_closeness(rows: tuple[Cards, ...], assigned: bytes, seals: str) -> float:
    """Return how far the best free row has the seals of a crew card."""
    free = [row for number, row in enumerate(rows) if number not in assigned]
    return max([1 - lacking(row, seals) / len(seals) for row in free], default=0.0)


def measure_crew(state: JourneyState, seat: int, left: int) -> float:
    """Value the crew cards that are still to be completed."""
    return _crew_hope(state.rows[seat], state.crew[seat], state.assigned[seat], left)


@lru_cache(maxsize=1 << 14)
def _crew_hope(rows: tuple[Cards, ...], crew: Cards, assigned: bytes, left: int) -> float:
    found = 0.0
    for card, used in zip(crew, assigned, strict=False):
        if used == NOTHING:
            near = _card_closeness(rows, assigned, CREW[card].seals)
            found += card_value(card) * _part(near, left)
    return found


@cache
def card_value(card: int) -> float:
    """Return the worth of a crew card's reward."""
    return typical_sum(CREW[card].reward)


def measure_goals(state: JourneyState, seat: int, left: int) -> float:
    """Value this round's goal in the present position, and later goals as far as they are met
    already."""
    counts = _goal_counts(state.goals, left)
    met = tuple([count(state, seat) for count in counts])
    is_capped = is_able(state, seat, "lagging")
    return _goals_hope(state.goals, met, state.ships[seat], is_capped, left)


@lru_cache(maxsize=1 << 10)
def _goal_counts(goals: Cards, left: int) -> tuple[objectives.Has, ...]:
    """Return the functions that count for the goals of this round and of those to come."""
    return tuple(map(scoring.goal_counter, goals[ROUNDS - left - 1 :]))


@lru_cache(maxsize=1 << 14)
def _goals_hope(goals: Cards, met: tuple[int, ...], ship: int, is_capped: bool, left: int) -> float:
    now = ROUNDS - left
    lags = _lags(ship, now, LAG_CAP if is_capped else max(LAGS))
    found = 0.0
    for goal, count, lost in zip(goals[now - 1 :], met, lags, strict=True):
        gained = GOAL_TILES[goal].points * count - lost
        found += gained if gained > 0 else 0.25 * gained
    return 0.85 * found


@lru_cache(maxsize=1 << 10)
def _lags(ship: int, now: int, most: int) -> tuple[int, ...]:
    """Return the points that will be lost by lagging in this round and in each to come, if the ship
    sails on."""
    return tuple(
        sum(
            min(lag, most)
            for anchor, lag in zip(ANCHORS[1:number], LAGS, strict=False)
            if ship + SPACES_A_ROUND * (number - now) < anchor
        )
        for number in range(now, GOALS + 1)
    )


def measure_voyage(state: JourneyState, seat: int, left: int) -> float:
    """Value the ship, the lenses, the explorers and the tents."""
    found = SEA * state.ships[seat] + LENS * state.lenses.count(seat)
    for island, space in enumerate(state.explorers[seat]):
        if space != NOTHING:
            found += ASHORE * left + LAND * (space - STARTS[island + 1])
    tents = len(state.tents[seat])
    return found + TENT * tents + LAST_TENT * (1.0 if tents == len(TENTS) else 0.03 * tents**2)


def measure_research(state: JourneyState, seat: int, left: int) -> float:
    """Value the specimens researched and those that can be delivered."""
    return _research_hope(state.specimens, state.research[seat], left)


@lru_cache(maxsize=1 << 14)
def _research_hope(specimens: bytes, done: int, left: int) -> float:
    waiting = sum(
        done >> specimen & 1 for specimen, space in enumerate(specimens) if space != MUSEUM
    )
    return TOKEN * done.bit_count() + DELIVERY * (left + 1) * waiting


def measure_order(state: JourneyState, seat: int, left: int) -> float:
    """Return the worth of an early place in the next round."""
    if not left:
        return 0.0
    seats = len(state.coins)
    following = bytes(dict.fromkeys(state.queue + state.order))
    return FIRST[seats] * (seats - 1 - following.index(seat)) / (seats - 1)


def measure_letters(state: JourneyState, seat: int, left: int) -> float:
    """Value the stamps on the envelopes."""
    found = 0.1 * objectives.empty_stacks(state, seat)
    for tile, stamps in zip(state.letters, state.envelopes, strict=True):
        if stamps[seat]:
            # Half of them stay, and count again.
            again = LATER * min(left, 2) * (stamps[seat] > 1)
            found += (1 + again) * _letter(tile, stamps, seat)
    return found


@lru_cache(maxsize=1 << 14)
def _letter(tile: int, stamps: Counts, seat: int) -> float:
    """Estimate the gain of an envelope if nobody adds a stamp, lowered for what others may do."""
    first, second = letters.ranking(stamps)
    rewards, own = LETTER_TILES[tile], stamps[seat]
    found = STAMP * min(own, 4)
    if seat in first:
        lead = own - max(number for other, number in enumerate(stamps) if other != seat)
        sure = min(0.5 + 0.15 * lead, 0.9)
        found += sure * typical_sum(rewards.first) + (0.8 - sure) * typical_sum(rewards.second)
    elif seat in second:
        found += 0.6 * typical_sum(rewards.second)
    return found
