"""The worth of a position to a seat, in points, part by part: the evaluation of the greedy bot.

These are the measures of a careful player, not a search: points scored already, the prospects of
goals and objectives as far as they are met, and the use of pieces in the rounds that are left.
"""

from functools import cache, lru_cache
from typing import Final

from darwin_core.game import NOTHING
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
from darwin_core.games.journey.museum import WIDTH, row_of
from darwin_core.games.journey.state import (
    PURPLE,
    Academy,
    AchieveUnmet,
    AnyEffect,
    AnyOrder,
    Cards,
    Coins,
    CopyCrew,
    Correspond,
    Counts,
    DeliverSpecimen,
    Either,
    Evolve,
    Explore,
    InOrder,
    JourneyState,
    Knowledge,
    LandExplorer,
    Lens,
    Museum,
    Navigate,
    Overtake,
    PerformLocked,
    PitchTent,
    Points,
    Purple,
    Redeliver,
    ResearchSpecimen,
    ReuseTent,
    Seal,
    Spend,
    TakeObjective,
)
from darwin_core.kit.effects import Effect

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


def parts(state: JourneyState, seat: int) -> dict[str, float]:
    """Return the worth of a position to a seat, by its sources."""
    left = ROUNDS - max(state.round, 1)
    return {
        "points": float(state.points[seat]),
        "coins": _coins(state.coins[seat], left),
        "knowledge": state.knowledge[seat] * (1 + KNOWLEDGE * min(left, 2) / 2),
        "evolution": _evolution(state, seat, left),
        "seals": sum([_row(row, left) for row in state.rows[seat]]),
        "objectives": _objectives(state, seat, left),
        "crew": _crew(state, seat, left),
        "the Beagle's goals": _goals(state, seat),
        "the voyage": _voyage(state, seat, left),
        "research": _research(state, seat, left),
        "letters": _letters(state, seat, left),
        "the turn order": _order(state, seat) if left else 0.0,
    }


def _coins(coins: int, left: int) -> float:
    early = EARLY_COIN * min(left, 3) / 3
    return coins * COIN + min(coins, PURSE) * early


def _evolution(state: JourneyState, seat: int, left: int) -> float:
    read = books_read(state.evolution[seat]) + is_able(state, seat, "books")
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
def books_read(step: int) -> float:
    """Return the books on the evolution track, with the part of the next one."""
    found = 0.0
    steps = (0, *BOOK_STEPS, LAST_STEP + 1)
    for book in range(len(BOOK_STEPS)):
        least, following = steps[book + 1], steps[book + 2]
        if step >= least:
            found = book + 1 + 0.8 * (step - least) / (following - least)
    return min(found, float(len(BOOK_STEPS)))


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


def closeness(state: JourneyState, seat: int, tile: int) -> float:
    """Return how far an objective's needs are met, from 0 to 1."""
    found = [min(has / needs, 1.0) for _, has, needs in objectives.requirements(state, seat, tile)]
    return sum(found) / len(found)


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
    return row.points + ability + sum(guess(effect) for effect in row.action)


@cache
def _held(slot: int, left: int) -> float:
    """Return the same once it is achieved: its immediate gain is in the position already."""
    return _slot(slot, left) - sum(guess(effect) for effect in SLOTS[slot].action)


def _objectives(state: JourneyState, seat: int, left: int) -> float:
    """Value the objectives: those achieved, those on slots, and those of the reserve on the best
    free slots."""
    slots = state.slots[seat]
    done, free = _board(slots, state.achieved[seat], left)
    found = done
    for slot in _open_slots(slots, state.achieved[seat]):
        found += _slot(slot, left) * _part(closeness(state, seat, slots[slot]), left)
    used = [0, 0]
    for tile in state.reserve[seat]:
        is_gold = OBJECTIVES[tile].is_gold
        values = free[is_gold]
        if used[is_gold] < len(values):
            value = values[used[is_gold]] * _part(closeness(state, seat, tile), left)
            found += max(value, 0.0)
            used[is_gold] += 1
    return found


@lru_cache(maxsize=1 << 12)
def _open_slots(slots: Cards, achieved: int) -> tuple[int, ...]:
    """Return the slots with an objective face up."""
    return tuple(
        slot for slot, tile in enumerate(slots) if tile != NOTHING and not achieved >> slot & 1
    )


@lru_cache(maxsize=1 << 12)
def _board(
    slots: Cards, achieved: int, left: int
) -> tuple[float, tuple[tuple[float, ...], tuple[float, ...]]]:
    """Return the worth of achieved objectives, and that of free slots, the best first, silver and
    gold."""
    half = len(SLOTS) // 2
    found = sum(_held(slot, left) for slot in range(len(SLOTS)) if achieved >> slot & 1)
    last = achieved >> (half - 1) & 1, achieved >> (2 * half - 1) & 1
    found += PAIR * (1.0 if all(last) else 0.4 if any(last) and left else 0.0)
    silver, gold = (
        sorted(
            (
                _slot(slot, left) - 0.3 * SLOTS[slot].cost
                for slot in range(first, first + half)
                if slots[slot] == NOTHING
            ),
            reverse=True,
        )
        for first in (0, half)
    )
    return found, (tuple(silver), tuple(gold))


@lru_cache(maxsize=1 << 14)
def card_closeness(rows: tuple[Cards, ...], assigned: bytes, seals: str) -> float:
    """Return how far the best free row has the seals of a crew card."""
    free = [row for number, row in enumerate(rows) if number not in assigned]
    return max([1 - lacking(row, seals) / len(seals) for row in free], default=0.0)


def _crew(state: JourneyState, seat: int, left: int) -> float:
    return _crew_hope(state.rows[seat], state.crew[seat], state.assigned[seat], left)


@lru_cache(maxsize=1 << 14)
def _crew_hope(rows: tuple[Cards, ...], crew: Cards, assigned: bytes, left: int) -> float:
    found = 0.0
    for card, used in zip(crew, assigned, strict=False):
        if used == NOTHING:
            near = card_closeness(rows, assigned, CREW[card].seals)
            found += card_value(card) * _part(near, left)
    return found


@cache
def card_value(card: int) -> float:
    """Return the worth of a crew card's reward."""
    return sum(guess(effect) for effect in CREW[card].reward)


def _goals(state: JourneyState, seat: int) -> float:
    """Value this round's goal in the present position, and later goals as far as they are met
    already."""
    now = max(state.round, 1)
    most = LAG_CAP if is_able(state, seat, "lagging") else max(LAGS)
    found = 0.0
    for goal, lost in zip(state.goals[now - 1 :], _lags(state.ships[seat], now, most), strict=True):
        gained = GOAL_TILES[goal].points * scoring.goal_count(state, seat, goal) - lost
        found += gained if gained > 0 else 0.25 * gained
    return 0.85 * found


@lru_cache(maxsize=1 << 10)
def _lags(ship: int, now: int, most: int) -> tuple[int, ...]:
    """Return the points that will be lost by lagging in this round and in each to come, if the ship
    sails on."""
    return tuple(
        sum(
            min(lag, most)
            for anchor, lag in zip(ANCHORS[1:round_], LAGS, strict=False)
            if ship + SPACES_A_ROUND * (round_ - now) < anchor
        )
        for round_ in range(now, GOALS + 1)
    )


def _voyage(state: JourneyState, seat: int, left: int) -> float:
    found = SEA * state.ships[seat] + LENS * state.lenses.count(seat)
    for island, space in enumerate(state.explorers[seat]):
        if space != NOTHING:
            found += ASHORE * left + LAND * (space - STARTS[island + 1])
    tents = len(state.tents[seat])
    return found + TENT * tents + LAST_TENT * (1.0 if tents == len(TENTS) else 0.03 * tents**2)


def _research(state: JourneyState, seat: int, left: int) -> float:
    return _research_hope(state.specimens, state.research[seat], left)


@lru_cache(maxsize=1 << 14)
def _research_hope(specimens: bytes, done: int, left: int) -> float:
    waiting = sum(
        done >> specimen & 1 for specimen, space in enumerate(specimens) if space != MUSEUM
    )
    return TOKEN * done.bit_count() + DELIVERY * (left + 1) * waiting


def _order(state: JourneyState, seat: int) -> float:
    """Return the worth of an early place in the next round."""
    seats = len(state.coins)
    following = bytes(dict.fromkeys(state.queue + state.order))
    return FIRST[seats] * (seats - 1 - following.index(seat)) / (seats - 1)


def _letters(state: JourneyState, seat: int, left: int) -> float:
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
        found += sure * _sum(rewards.first) + (0.8 - sure) * _sum(rewards.second)
    elif seat in second:
        found += 0.6 * _sum(rewards.second)
    return found


@lru_cache(maxsize=1 << 12)
def _sum(effects: tuple[AnyEffect, ...]) -> float:
    return sum(guess(effect) for effect in effects)


# --- estimates of an effect without the position


@lru_cache(maxsize=1 << 12)
def guess(effect: AnyEffect) -> float:
    """Return the worth of an effect to most players at most times."""
    match effect:
        case Coins(number):
            return 0.4 * number
        case Points(number):
            return float(number)
        case Knowledge(number):
            return 1.4 * number
        case Evolve(steps):
            return 1.0 * steps
        case Explore(moves, stops):
            return 1.2 + 0.7 * moves + 1.5 * stops
        case Navigate(moves, stops):
            return 0.8 + 0.6 * moves + 1.2 * stops
        case Correspond(stamps):
            return 0.8 * stamps
        case Academy(discount):
            return 2.0 + 0.3 * discount
        case ResearchSpecimen(cost=cost):
            return 1.5 - 0.3 * cost
        case Either(ways) | Spend(ways):
            return max(guess(way) for way in ways)
        case AnyOrder(steps_) | InOrder(steps_):
            return sum(guess(step) for step in steps_)
        case _:
            return _GUESSES.get(type(effect), 0.0)


_GUESSES: Final[dict[type[Effect], float]] = {
    Seal: 2.8,
    Purple: 3.3,
    TakeObjective: 1.8,
    Lens: 2.5,
    Museum: 3.0,
    DeliverSpecimen: 2.0,
    Redeliver: 4.0,
    LandExplorer: 3.0,
    Overtake: 2.5,
    PitchTent: 2.5,
    ReuseTent: 3.0,
    PerformLocked: 3.5,
    CopyCrew: 5.0,
    AchieveUnmet: 4.0,
}
"""The same for effects without figures."""
