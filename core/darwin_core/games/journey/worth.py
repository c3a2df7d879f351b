"""The worth of a position of Darwin's Journey in points, by source, for the greedy bot and for the
fitted state value.

Nothing is searched. The worth is a careful player's estimate: the points already scored, the
prospects of goals and objectives according to how far they are met, and the use of pieces in the
rounds that are left. The features of a seat are these sources, now and for each round left, and the
workers still to be placed. ``state_value.toml`` holds the weights of the features and the run that
fitted them. The figures within each source are estimates in points, set by hand with the first
greedy bot or later; the fit does not change them.

In order, the file holds the typical value of effects; a measure for each source; ``Value``, which
is updated after each choice of a search; and the features.
"""

from collections.abc import Callable
from functools import cache, lru_cache, reduce
from itertools import compress, pairwise
from math import fsum
from operator import attrgetter, is_not, or_
from typing import Final, NamedTuple

import msgspec

from darwin_core.contract.cards import Cards, Counts
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import diaries, material, objectives, rounds
from darwin_core.games.journey.material import (
    ANCHORS,
    BOOK_POINTS,
    BOOK_STEPS,
    CREW,
    GOAL_TILES,
    GOALS,
    GOLD_SEALS,
    LAG_POINTS,
    LAG_POINTS_MAX,
    LAST_STEP,
    LAST_TENT_POINTS,
    LETTER_TILES,
    MUSEUM,
    OBJECTIVES,
    PAIR_POINTS,
    PURPLE,
    ROUNDS,
    ROW_OF_FIVE_POINTS,
    ROW_OF_SIX_POINTS,
    ROW_SPOTS,
    SILVER_SEALS,
    SLOTS,
    SLOTS_OF_METAL,
    SPECIMENS,
    STARTS,
    TENTS,
    AnyEffect,
    JourneyState,
)
from darwin_core.games.journey.objectives import outcome
from darwin_core.games.journey.pieces import is_able, lacking
from darwin_core.games.journey.voyage import WIDTH, row_of
from darwin_core.kit.effects import Effect
from darwin_core.kit.judging import fitted_state_value

# --- the usual worth of an effect, in points


@lru_cache(maxsize=1 << 12)
def typical_value(effect: AnyEffect) -> float:
    """Return the worth that an effect usually has to a player, in any position."""
    match effect:
        case material.Coins(number):
            return 0.4 * number
        case material.Points(number):
            return float(number)
        case material.Knowledge(number):
            return 1.4 * number
        case material.Evolve(steps):
            return 1.0 * steps
        case material.Explore(moves, stops):
            return 1.2 + 0.7 * moves + 1.5 * stops
        case material.Navigate(moves, stops):
            return 0.8 + 0.6 * moves + 1.2 * stops
        case material.Correspond(stamps):
            return 0.8 * stamps
        case material.Academy(discount):
            return 2.0 + 0.3 * discount
        case material.ResearchSpecimen(cost=cost):
            return 1.5 - 0.3 * cost
        case material.Either(ways) | material.Spend(ways):
            return max(typical_value(way) for way in ways)
        case material.AnyOrder(steps_) | material.InOrder(steps_):
            return fsum(typical_value(step) for step in steps_)
        case _:
            return _TYPICAL.get(type(effect), 0.0)


_TYPICAL: Final[dict[type[Effect], float]] = {
    material.Seal: 2.8,
    material.Purple: 3.3,
    material.TakeObjective: 1.8,
    material.Lens: 2.5,
    material.Museum: 3.0,
    material.DeliverSpecimen: 2.0,
    material.Redeliver: 4.0,
    material.LandExplorer: 3.0,
    material.Overtake: 2.5,
    material.PitchTent: 2.5,
    material.ReuseTent: 3.0,
    material.PerformLocked: 3.5,
    material.CopyCrew: 5.0,
    material.AchieveUnmet: 4.0,
}
"""The worth of an effect that has no numbers."""


@lru_cache(maxsize=1 << 12)
def typical_sum(parts: tuple[AnyEffect, ...]) -> float:
    """Return the usual worth of several effects."""
    return fsum(map(typical_value, parts))


# --- measures: the worth of a seat's possessions in points, by source


COIN: Final = 0.2
"""The worth of a coin at the end."""
EARLY_COIN: Final = 0.3
"""The additional worth of a coin while there is time to spend it: the whole with three or more
rounds left, a third less with each round fewer."""
PURSE: Final = 12
"""Number of coins that have the additional worth; further coins wait for a use."""
KNOWLEDGE: Final = 0.5
"""The worth of knowledge, in addition to its point, while it can replace a seal: the whole with two
or more rounds left, half of it with one."""
SEAL: Final = 0.5
"""The worth of a seal of any colour."""
PURPLE_SEAL: Final = 0.3
"""The additional worth of a purple seal, which replaces any seal."""
LONG_ROW: Final = 0.4
"""The worth of each seal of a row after the second: it is on the way to a distinction."""
COLOUR: Final = 0.3
"""The worth of another colour in a worker's row, for each round left: it opens more locations."""
COLOURS_MAX: Final = 4
"""Maximum number of colours of a row that count."""
SILVER, GOLD = 0.7, 0.6
"""The worth of each distinction, for each round left. Gold is counted on top of silver."""
SEA, LAND = 0.9, 0.4
"""The worth of a space moved forward by the ship, and by an explorer."""
ASHORE: Final = 0.6
"""The worth of an explorer on another island, for each round left."""
LENS: Final = 0.4
"""The worth of a lens on a location."""
TENT: Final = 0.8
"""The worth of a pitched tent."""
SOME_TENTS: Final = 0.03
"""The share of the points for all tents that counts before the last is pitched, as a factor of the
squared number of tents."""
RESEARCHED: Final = 0.5
"""The worth of a researched specimen."""
DELIVERY: Final = 0.45
"""The worth of a specimen that can be delivered, for each round left."""
STAMP: Final = 0.5
"""The worth of a stamp on an envelope, for up to ``STAMPS_MAX`` of them."""
STAMPS_MAX: Final = 4
LATER: Final = 1.3
"""The additional worth of stamps in each of up to two later rounds, as a multiple of their worth
now."""
EMPTY_STACK: Final = 0.1
"""The worth of an empty stack of stamps."""
FIRST: Final = {2: 3.0, 3: 2.5, 4: 2.0}
"""The worth of being first in the next round rather than last, by seats."""
SPACES_A_ROUND: Final = 2
"""Spaces that a ship is assumed to sail in a round."""
GOALS_SHARE: Final = 0.85
"""The counted share of the points of this round's goal and of later goals."""
DEFICIT_SHARE: Final = 0.25
"""The share of negative points of a goal that counts. A goal scores at least 0, but the way to 0
has a worth."""
FAR, NEAR, MET = 0.15, 0.6, 0.93
"""The share of an objective or card that counts if its needs are not met at all, nearly met, and
fully met (but it is not achieved or completed yet)."""
LATE_SHARES: Final = (1.0, 0.6, 0.4)
"""The share of ``FAR`` to ``NEAR`` that counts with two or more rounds left, with one, and with
none."""


def measure_points(state: JourneyState, seat: int, rounds_left: int) -> float:
    """Value the points scored."""
    return float(state.points[seat])


def measure_coins(state: JourneyState, seat: int, rounds_left: int) -> float:
    """Value the coins, given that some can still be spent."""
    coins = state.coins[seat]
    early = EARLY_COIN * min(rounds_left, 3) / 3
    return coins * COIN + min(coins, PURSE) * early


def measure_knowledge(state: JourneyState, seat: int, rounds_left: int) -> float:
    """Value the temporary knowledge."""
    return state.knowledge[seat] * (1 + KNOWLEDGE * min(rounds_left, 2) / 2)


def measure_evolution(state: JourneyState, seat: int, rounds_left: int) -> float:
    """Value the books read, by the museum rows that will be complete."""
    books_read = _books_read(state.evolution[seat]) + is_able(state, seat, "books")
    return (BOOK_POINTS + _rows_hope(state.specimens, rounds_left)) * books_read


@lru_cache(maxsize=1 << 12)
def _rows_hope(specimens: bytes, rounds_left: int) -> float:
    """Estimate the number of museum rows that will be complete: a complete row counts 1, another
    one by the square of its filled part, and less with fewer rounds left."""
    filled = [
        sum(specimens[specimen] == MUSEUM for specimen in row_of(first))
        for first in range(0, SPECIMENS, WIDTH)
    ]
    # How likely a row is to be filled, if it lacks little.
    hope = min(0.2 + 0.15 * rounds_left, 0.8)
    return fsum(1.0 if size == WIDTH else (size / WIDTH) ** 2 * hope for size in filled)


@cache
def _books_read(step: int) -> float:
    """Return the number of books on the evolution track, with up to 0.8 for the way to the next
    one. The way to the first one counts nothing."""
    books = 0.0
    # The last interval ends after the track.
    for book, (least, following) in enumerate(pairwise((*BOOK_STEPS, LAST_STEP + 1)), 1):
        if step >= least:
            books = book + 0.8 * (step - least) / (following - least)
    return min(books, float(len(BOOK_STEPS)))


def measure_seals(state: JourneyState, seat: int, rounds_left: int) -> float:
    """Value the seals in the rows of the workers."""
    return fsum([_worker_row_value(row, rounds_left) for row in state.rows[seat]])


@lru_cache(maxsize=1 << 14)
def _worker_row_value(row: Cards, rounds_left: int) -> float:
    size = len(row)
    score = {ROW_SPOTS - 1: float(ROW_OF_FIVE_POINTS), ROW_SPOTS: float(ROW_OF_SIX_POINTS)}.get(
        size, 0.0
    )
    purple = row.count(PURPLE)
    # A second purple seal replaces one more colour.
    colours = min(len({*row}) + (purple > 1), COLOURS_MAX)
    score += SEAL * size + PURPLE_SEAL * purple + COLOUR * rounds_left * colours
    distinctions = SILVER * (size >= SILVER_SEALS) + GOLD * (size >= GOLD_SEALS)
    return score + rounds_left * distinctions + LONG_ROW * max(size - 2, 0)


def _share_by_closeness(closeness: float, rounds_left: int) -> float:
    """Return the share of an objective or card that counts, given how closely its needs are met,
    from 0 to 1."""
    if closeness >= 1:
        return MET
    hope = FAR + (NEAR - FAR) * closeness * closeness
    return hope * LATE_SHARES[max(2 - rounds_left, 0)]


@lru_cache(maxsize=1 << 14)
def _objective_share(tile: int, counts: tuple[int, ...], rounds_left: int) -> float:
    """Return the share of an objective that counts, given the counts of its requirements."""
    asked = objectives.REQUIREMENTS[tile]
    met = [min(has / needs, 1.0) for has, (_, _, needs) in zip(counts, asked, strict=True)]
    return _share_by_closeness(fsum(met) / len(met), rounds_left)


@cache
def _slot_value(slot: int, rounds_left: int) -> float:
    """Return the gain of achieving an objective on a slot: its points at the end, its ability for
    the rounds left, and its action."""
    row = SLOTS[slot]
    ability = {
        "scrolls": 0.8 * rounds_left,
        "books": 3.0,
        "worker": 3.5 * rounds_left,
        "occupied": 0.8 * rounds_left,
        "lagging": 1.0,
    }.get(row.ability, 0.0)
    return row.points + ability + typical_sum(row.action)


@cache
def _achieved_slot_value(slot: int, rounds_left: int) -> float:
    """Return the lasting gain of a slot whose objective is already achieved, without its immediate
    gain, which the position already includes."""
    return _slot_value(slot, rounds_left) - typical_sum(SLOTS[slot].action)


def measure_objectives(state: JourneyState, seat: int, rounds_left: int) -> float:
    """Value the achieved objectives and, by the share of their needs that is met, the objectives on
    slots and in the reserve. Those in the reserve count as if on the best free slots."""
    slots, reserve, achieved = state.slots[seat], state.reserve[seat], state.achieved[seat]
    worth, hopes = _objective_hopes(slots, reserve, achieved, rounds_left)
    for tile, value, counts in hopes:
        worth += value * _objective_share(
            tile, tuple([count(state, seat) for count in counts]), rounds_left
        )
    return worth


def unachieved(state: JourneyState, seat: int, rounds_left: int) -> float:
    """Return the part of ``measure_objectives`` that comes from objectives not achieved, which
    score nothing at the end."""
    worth, _ = _objective_hopes(
        state.slots[seat], state.reserve[seat], state.achieved[seat], rounds_left
    )
    return measure_objectives(state, seat, rounds_left) - worth


class _Hope(NamedTuple):
    """An objective that may be achieved."""

    tile: int
    value: float
    """The objective's gain if achieved."""
    counts: tuple[objectives.Has, ...]
    """The counting functions of the objective's requirements."""


@lru_cache(maxsize=1 << 12)
def _objective_hopes(
    slots: Cards, reserve: Cards, achieved: int, rounds_left: int
) -> tuple[float, tuple[_Hope, ...]]:
    """Return the worth of achieved objectives and of the pair of last slots, and the objectives
    still to be achieved. Objectives in the reserve are assumed to go to the best free slots."""
    half = SLOTS_OF_METAL
    achieved_worth = fsum(
        _achieved_slot_value(slot, rounds_left)
        for slot in range(len(SLOTS))
        if achieved >> slot & 1
    )
    last = achieved >> (half - 1) & 1, achieved >> (2 * half - 1) & 1
    # With one of both last slots, the pair can still be completed while rounds are left.
    achieved_worth += PAIR_POINTS * (
        1.0 if all(last) else 0.4 if any(last) and rounds_left else 0.0
    )
    values = [
        (tile, _slot_value(slot, rounds_left))
        for slot, tile in enumerate(slots)
        if tile != NOTHING and not achieved >> slot & 1
    ]
    for first, is_gold in ((0, False), (half, True)):
        free = sorted(
            _slot_value(slot, rounds_left) - 0.3 * SLOTS[slot].cost  # Points for each coin.
            for slot in range(first, first + half)
            if slots[slot] == NOTHING
        )
        tiles = [tile for tile in reserve if OBJECTIVES[tile].is_gold == is_gold]
        # Of tiles without a free slot, nothing is hoped for.
        values += zip(tiles, reversed(free), strict=False)
    return achieved_worth, tuple(
        _Hope(tile, value, tuple(count for _, count, _ in objectives.REQUIREMENTS[tile]))
        for tile, value in values
        if value > 0
    )


@lru_cache(maxsize=1 << 14)
def _card_closeness(rows: tuple[Cards, ...], assigned: bytes, seals: str) -> float:
    """Return the highest share of a crew card's seals in one row. Rows that have completed a card
    do not count."""
    free = [row for number, row in enumerate(rows) if number not in assigned]
    return max([1 - lacking(row, seals) / len(seals) for row in free], default=0.0)


def measure_crew(state: JourneyState, seat: int, rounds_left: int) -> float:
    """Value the crew cards that are still to be completed."""
    return _crew_hope(state.rows[seat], state.crew[seat], state.assigned[seat], rounds_left)


@lru_cache(maxsize=1 << 14)
def _crew_hope(rows: tuple[Cards, ...], crew: Cards, assigned: bytes, rounds_left: int) -> float:
    value = 0.0
    # Nothing is assigned before the end of the draft.
    for card, used in zip(crew, assigned, strict=False):
        if used == NOTHING:
            near = _card_closeness(rows, assigned, CREW[card].seals)
            value += card_value(card) * _share_by_closeness(near, rounds_left)
    return value


@cache
def card_value(card: int) -> float:
    """Return the worth of a crew card's reward."""
    return typical_sum(CREW[card].reward)


def measure_goals(state: JourneyState, seat: int, rounds_left: int) -> float:
    """Value the goal of this round in the present position, and later goals according to how far
    they are already met."""
    counts = _goal_counts(state.goals, rounds_left)
    met = tuple([count(state, seat) for count in counts])
    is_capped = is_able(state, seat, "lagging")
    return _goals_hope(state.goals, met, state.ships[seat], is_capped, rounds_left)


@lru_cache(maxsize=1 << 10)
def _goal_counts(goals: Cards, rounds_left: int) -> tuple[objectives.Has, ...]:
    """Return the counting functions of the goals of this round and later ones; the goals are in the
    order of rounds."""
    return tuple(objectives.GOAL_COUNTS[goal] for goal in goals[ROUNDS - rounds_left - 1 :])


@lru_cache(maxsize=1 << 14)
def _goals_hope(
    goals: Cards, met: tuple[int, ...], ship: int, is_capped: bool, rounds_left: int
) -> float:
    now = ROUNDS - rounds_left  # This round, counted from 1.
    lags = _future_lags(ship, now, LAG_POINTS_MAX if is_capped else max(LAG_POINTS))
    value = 0.0
    for goal, count, lost in zip(goals[now - 1 :], met, lags, strict=True):
        gained = GOAL_TILES[goal].points * count - lost
        value += gained if gained > 0 else DEFICIT_SHARE * gained
    return GOALS_SHARE * value


@lru_cache(maxsize=1 << 10)
def _future_lags(ship: int, now: int, most: int) -> tuple[int, ...]:
    """Return the points that lagging will cost in this round and in each later round if the ship
    keeps sailing.

    Args:
        now: this round, counted from 1.
        most: maximum points for each gap between anchors.
    """
    return tuple(
        sum(
            min(lag, most)
            for anchor, lag in zip(ANCHORS[1:number], LAG_POINTS, strict=False)
            if ship + SPACES_A_ROUND * (number - now) < anchor
        )
        for number in range(now, GOALS + 1)
    )


def measure_voyage(state: JourneyState, seat: int, rounds_left: int) -> float:
    """Value the ship, the lenses, the explorers and the tents."""
    value = SEA * state.ships[seat] + LENS * state.lenses.count(seat)
    for island, space in enumerate(state.explorers[seat]):
        if space != NOTHING:
            # Spaces are numbered along their track.
            value += ASHORE * rounds_left + LAND * (space - STARTS[island + 1])
    tents = len(state.tents[seat])
    share = 1.0 if tents == len(TENTS) else SOME_TENTS * tents**2
    return value + TENT * tents + LAST_TENT_POINTS * share


def measure_research(state: JourneyState, seat: int, rounds_left: int) -> float:
    """Value the specimens that are researched and the specimens that can be delivered."""
    return _research_hope(state.specimens, state.research[seat], rounds_left)


@lru_cache(maxsize=1 << 14)
def _research_hope(specimens: bytes, done: int, rounds_left: int) -> float:
    waiting = sum(
        done >> specimen & 1 for specimen, space in enumerate(specimens) if space != MUSEUM
    )
    return RESEARCHED * done.bit_count() + DELIVERY * (rounds_left + 1) * waiting


def measure_order(state: JourneyState, seat: int, rounds_left: int) -> float:
    """Value an early position in the next round's turn order."""
    if not rounds_left:
        return 0.0
    seats = len(state.coins)
    following = bytes(dict.fromkeys(state.queue + state.order))
    return FIRST[seats] * (seats - 1 - following.index(seat)) / (seats - 1)


def measure_letters(state: JourneyState, seat: int, rounds_left: int) -> float:
    """Value the stamps on the envelopes, and the empty stacks."""
    value = EMPTY_STACK * objectives.empty_stacks(state, seat)
    for tile, stamps in zip(state.letters, state.envelopes, strict=True):
        if stamps[seat]:
            # Half of the stamps stay on the envelope, and count again in the next round.
            again = LATER * min(rounds_left, 2) * (stamps[seat] > 1)
            value += (1 + again) * _envelope_value(tile, stamps, seat)
    return value


@lru_cache(maxsize=1 << 14)
def _envelope_value(tile: int, stamps: Counts, seat: int) -> float:
    """Estimate the gain of an envelope: of the reward that the seat would win now, reduced for the
    chance that others add stamps; of the second reward too for a seat in the first place."""
    first, second = rounds.ranking(stamps)
    rewards, count = LETTER_TILES[tile], stamps[seat]
    value = STAMP * min(count, STAMPS_MAX)
    if seat in first:
        lead = count - max(number for other, number in enumerate(stamps) if other != seat)
        # The chance to stay first; with the chance of the second reward, it is 0.8 in all. From a
        # lead of three on, a tenth of the second reward is taken off instead.
        first_chance = min(0.5 + 0.15 * lead, 0.9)
        first_gain, second_gain = typical_sum(rewards.first), typical_sum(rewards.second)
        value += first_chance * first_gain + (0.8 - first_chance) * second_gain
    elif seat in second:
        value += 0.6 * typical_sum(rewards.second)
    return value


# --- a position by its sources, updated after each choice


_FIELDS: Final = (
    *("points", "coins", "knowledge", "evolution", "rows", "ships", "explorers", "tents"),
    *("stacks", "research", "reserve", "slots", "achieved", "assigned"),
    *("lenses", "specimens", "envelopes", "queue"),
)
"""Fields of a state that affect its value and that the seat's actions can change."""
_BIT_OF_FIELD: Final = {field: 1 << number for number, field in enumerate(_FIELDS)}
_FIELD_BITS: Final = (*_BIT_OF_FIELD.values(),)
"""The bit of each field, in the order of ``_FIELDS``."""
_fields_of: Final = attrgetter(*_FIELDS)


def _bits(*fields: str) -> int:
    """Return a set of fields as bits."""
    return sum([_BIT_OF_FIELD[field] for field in fields])


class Value(msgspec.Struct, frozen=True, gc=False):
    """The value of a position to a seat."""

    parts: tuple[float, ...]
    """The value of each source, in order."""
    total: float
    inputs: tuple[object, ...]
    """The fields that the value was computed from, in the order of ``_FIELDS``."""
    rounds_left: int
    objective_fields: int
    """The fields that the seat's objectives depend on, as bits."""
    goal_fields: int
    """The fields that the goals of this round and later ones depend on, as bits."""


def rounds_left_of(state: JourneyState) -> int:
    """Return the number of rounds after the present one."""
    return ROUNDS - max(state.round, 1)


def value_of(state: JourneyState, seat: int) -> Value:
    """Return the value of a position to a seat."""
    rounds_left = rounds_left_of(state)
    parts = tuple([measure(state, seat, rounds_left) for measure in _MEASURES])
    objective_fields = _objective_fields(state, seat)
    goal_fields = _goal_fields(state.goals, rounds_left)
    return Value(parts, fsum(parts), _fields_of(state), rounds_left, objective_fields, goal_fields)


def updated_value(state: JourneyState, seat: int, was: Value) -> Value:
    """Return the value of a position that follows from another by the seat's choices, in the same
    round.

    Only sources that depend on changed fields are valued again. Fields are replaced, never altered,
    so a comparison of identities finds the changes.
    """
    inputs = _fields_of(state)
    changed = sum(compress(_FIELD_BITS, map(is_not, inputs, was.inputs)))
    if not changed:
        return was
    parts = [*was.parts]
    rounds_left = was.rounds_left
    objective_fields = was.objective_fields
    for source in _stale(changed, objective_fields, was.goal_fields):
        parts[source] = _MEASURES[source](state, seat, rounds_left)
    if changed & _HOLDING_FIELDS:
        objective_fields = _objective_fields(state, seat)
    return Value(tuple(parts), fsum(parts), inputs, rounds_left, objective_fields, was.goal_fields)


# --- the sources, and what they depend on

Measure = Callable[[JourneyState, int, int], float]
"""The value of something to a seat, given the number of rounds left."""

_MEASURES_BY_SOURCE: Final[dict[str, tuple[Measure, int]]] = {
    "points": (measure_points, _bits("points")),
    "coins": (measure_coins, _bits("coins")),
    "knowledge": (measure_knowledge, _bits("knowledge")),
    "evolution": (measure_evolution, _bits("evolution", "achieved", "specimens")),
    "seals": (measure_seals, _bits("rows")),
    "objectives": (measure_objectives, _bits("reserve", "slots", "achieved")),
    "crew": (measure_crew, _bits("rows", "assigned")),
    "the Beagle's goals": (measure_goals, _bits("ships", "achieved")),
    "the voyage": (measure_voyage, _bits("ships", "lenses", "explorers", "tents")),
    "research": (measure_research, _bits("specimens", "research")),
    "letters": (measure_letters, _bits("stacks", "envelopes")),
    "the turn order": (measure_order, _bits("queue")),
}
"""Each source with its measure and the fields that the measure depends on. Objectives and goals
also depend on the fields that they count."""
SOURCES: Final = (*_MEASURES_BY_SOURCE,)
"""The names of the sources, in the order of ``Value.parts``."""
_MEASURES: Final = tuple(measure for measure, _ in _MEASURES_BY_SOURCE.values())
_OBJECTIVES_SOURCE, _GOALS_SOURCE = SOURCES.index("objectives"), SOURCES.index("the Beagle's goals")
_FIELD_OF_COUNT: Final = {
    **{field: field for field in _FIELDS},
    "seals": "rows",
    "specimens": "research",
    "objectives": "achieved",
    "at_beagle": "ships",
}
"""The field behind each count of an objective or goal."""
_FIELDS_BY_OBJECTIVE: Final = tuple(
    _bits(*{field for count, field in _FIELD_OF_COUNT.items() if getattr(row, count, None)})
    for row in OBJECTIVES
)
"""The fields that each objective depends on, as bits."""
_HOLDING_FIELDS: Final = _bits("reserve", "slots")
"""The fields that hold the objectives of a seat."""


@lru_cache(maxsize=1 << 12)
def _stale(changed: int, objective_fields: int, goal_fields: int) -> tuple[int, ...]:
    """Return the numbers of the sources that depend on one of the changed fields, given the fields
    that the seat's objectives and goals depend on."""
    needs = [fields for _, fields in _MEASURES_BY_SOURCE.values()]
    needs[_OBJECTIVES_SOURCE] |= objective_fields
    needs[_GOALS_SOURCE] |= goal_fields
    return tuple(source for source, fields in enumerate(needs) if fields & changed)


def _objective_fields(state: JourneyState, seat: int) -> int:
    """Return the fields that a seat's objectives depend on, as bits."""
    tiles = (state.reserve[seat] + state.slots[seat]).replace(bytes((NOTHING,)), b"")
    return reduce(or_, [_FIELDS_BY_OBJECTIVE[tile] for tile in tiles], 0)


@lru_cache(maxsize=1 << 8)
def _goal_fields(goals: Cards, rounds_left: int) -> int:
    """Return the fields that the goals of this round and later ones depend on, as bits."""
    bits = [
        _BIT_OF_FIELD[_FIELD_OF_COUNT[GOAL_TILES[goal].counts]]
        for goal in goals[ROUNDS - rounds_left - 1 :]
    ]
    return reduce(or_, bits)


# --- the state value: the points that each seat is likely to have at the end


FEATURE_NAMES: Final = (
    *SOURCES,
    *(f"{source}, for each round left" for source in SOURCES),
    "workers at home",
    "workers, for each round left",
    "rounds left",
    "three seats",
    "four seats",
    "seats, for each round left",
)


def features(state: JourneyState) -> list[tuple[float, ...]]:
    """Return the features of each seat of a whole state."""
    return [_features(state, seat) for seat in range(len(state.coins))]


def _features(state: JourneyState, seat: int) -> tuple[float, ...]:
    rounds_left = rounds_left_of(state)
    parts = value_of(state, seat).parts
    seats = len(state.coins)
    workers = len(diaries.workers_of(state, seat))
    return (
        *parts,
        *[part * rounds_left for part in parts],
        len(diaries.at_home(state, seat)),
        workers * rounds_left,
        rounds_left,
        seats == 3,
        seats == 4,
        seats * rounds_left,
    )


state_value: Final = fitted_state_value(__package__, FEATURE_NAMES, features, outcome)
