"""Objectives and crew cards: their requirements, their slots, and their rewards; the free actions;
the Beagle's goals, lagging, and the score with its forecast and its sources.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Final, NamedTuple

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING, Outcome, ScoreLine, rank
from darwin_core.games.journey import acts, material
from darwin_core.games.journey.acts import CameFirst, Emitter, Gained, JourneyEvent, Reported
from darwin_core.games.journey.material import (
    ANCHORS,
    BOOK_POINTS,
    COINS_A_POINT,
    COLOURS,
    CREW,
    DISCARD,
    GOAL_TILES,
    KINDS,
    LAG_POINTS,
    LAG_POINTS_MAX,
    LAST_TENT_POINTS,
    LETTERS,
    OBJECTIVES,
    PAIR_POINTS,
    PURPLE,
    RESERVE_MAX,
    ROW_OF_FIVE_POINTS,
    ROW_OF_SIX_POINTS,
    ROW_SPOTS,
    SLOTS,
    SLOTS_OF_METAL,
    TENTS,
    Goal,
    JourneyState,
    Objective,
    books,
)
from darwin_core.games.journey.pieces import Means, gains_first, is_able, lacking, pay
from darwin_core.games.journey.voyage import beagle, is_complete
from darwin_core.kit.states import put, replaced
from darwin_core.text.language import mark

FreeAction = acts.Achieve | acts.Complete
"""The free actions, allowed before, between and after the actions of a worker."""

_COPYING_CARDS: Final = frozenset(
    card
    for card, row in enumerate(CREW)
    if any(type(part) is material.CopyCrew for part in row.reward)
)
"""Crew cards that copy another card; they cannot be copied themselves. [Effects: Copy a crew
card]"""

_LEAST_SEALS: Final = min(len(row.seals) for row in CREW)
"""The minimum number of seals on a crew card."""


class Requirement(NamedTuple):
    """A requirement of an objective."""

    what: str
    """The requirement: a colour or kind of specimens, letters of seals, or the name of a count."""
    has: int
    """The seat's count."""
    needs: int
    """The count needed."""


Has = Callable[[JourneyState, int], int]
"""A count of something that a seat has."""


def requirements(state: JourneyState, seat: int, tile: int) -> Iterator[Requirement]:
    """Yield each requirement of an objective, with the seat's count. Requirements are checked, not
    paid. [Objective Requirements]"""
    for name, has, needs in REQUIREMENTS[tile]:
        yield Requirement(name, has(state, seat), needs)


def is_met(state: JourneyState, seat: int, tile: int) -> bool:
    """Return whether a seat meets all requirements of an objective. Searches ask this often."""
    for _, has, needs in REQUIREMENTS[tile]:  # noqa: SIM110 - a loop is twice as fast here
        if has(state, seat) < needs:
            return False
    return True


def _compute_requirements(row: Objective) -> tuple[tuple[str, Has, int], ...]:
    """Compute the requirements of an objective from its row of the table."""
    wanted: list[tuple[str, Has, int]] = []
    if row.seals:
        wanted.append((row.seals, _seals_held(row.seals), len(row.seals)))
    groups = Counter(row.specimens).items()
    wanted += [(name, count_researched(name), number) for name, number in groups]
    figures = (
        (figure_name, has, int(getattr(row, figure_name))) for figure_name, has in _COUNTERS.items()
    )
    return (*wanted, *(figure for figure in figures if figure[2]))


def _seals_held(seals: str) -> Has:
    """Return the function that counts how many of some seals are in any rows of a seat."""
    return lambda state, seat: len(seals) - lacking(b"".join(state.rows[seat]), seals)


def count_researched(group: str) -> Has:
    """Return the function that counts a seat's researched specimens of a colour or kind."""
    mask = _specimens_of_group(group)
    return lambda state, seat: (state.research[seat] & mask).bit_count()


def empty_stacks(state: JourneyState, seat: int) -> int:
    """Count a seat's empty stamp stacks."""
    return state.stacks[seat][:DISCARD].count(0)


_COUNTERS: Final[dict[str, Has]] = {
    "points": lambda state, seat: state.points[seat],
    "coins": lambda state, seat: state.coins[seat],
    "knowledge": lambda state, seat: state.knowledge[seat],
    "stacks": empty_stacks,
    "lenses": lambda state, seat: state.lenses.count(seat),
    "tents": lambda state, seat: len(state.tents[seat]),
    "evolution": lambda state, seat: state.evolution[seat],
    "at_beagle": lambda state, seat: state.ships[seat] >= beagle(state),
}
"""The counting functions for requirements of objectives, by the name in the table."""


@lru_cache(maxsize=1 << 12)
def _specimens_of_group(group: str) -> int:
    """Return the specimens of a colour or kind, as bits."""
    width = len(KINDS)
    if group in KINDS:
        kind = KINDS.index(group)
        return sum(1 << width * colour + kind for colour in range(4))
    colour = COLOURS.index(group)
    return sum(1 << width * colour + kind for kind in range(width))


REQUIREMENTS: Final = tuple(map(_compute_requirements, OBJECTIVES))
"""The requirements of each objective: the name, the counting function and the number needed."""


# --- taking


def free_slots(state: JourneyState, seat: int, tile: int, coins: int) -> tuple[int, ...]:
    """Return the empty slots of an objective's colour whose cost can be paid."""
    return _free_slots(state.slots[seat], OBJECTIVES[tile].is_gold, coins)


@lru_cache(maxsize=1 << 12)
def _free_slots(slots: Cards, is_gold: bool, coins: int) -> tuple[int, ...]:
    slot_numbers = range(SLOTS_OF_METAL, 2 * SLOTS_OF_METAL) if is_gold else range(SLOTS_OF_METAL)
    return tuple(
        slot for slot in slot_numbers if slots[slot] == NOTHING and SLOTS[slot].cost <= coins
    )


def can_take(state: JourneyState, effect: material.TakeObjective, means: Means) -> bool:
    """Return whether a tile can go to the reserve or to a slot."""
    seat = state.actor
    if len(state.reserve[seat]) < RESERVE_MAX:
        return bool(state.display)
    for tile in state.display:  # noqa: SIM110 - a loop is twice as fast here
        if free_slots(state, seat, tile, means.coins):
            return True
    return False


def takings(state: JourneyState, effect: material.TakeObjective) -> Sequence[acts.Take]:
    """List the ways to take a tile of the display: into the reserve, or onto a slot if the reserve
    is full. [Gain Objective; Effects: Gain Objective]"""
    seat = state.actor
    if len(state.reserve[seat]) < RESERVE_MAX:
        return [*map(acts.Take, state.display)]
    coins = state.coins[seat]
    actions: list[acts.Take] = [
        acts.Take(tile, slot)
        for tile in state.display
        for slot in free_slots(state, seat, tile, coins)
    ]
    return actions


def take_objective(
    state: JourneyState, effect: material.TakeObjective, action: acts.Take, emit: Emitter
) -> None:
    """Take a tile of the display."""
    state.display = state.display.replace(bytes((action.tile,)), b"")
    keep(state, action.tile, action.slot, emit)


def keep(state: JourneyState, tile: int, slot: int, emit: Emitter) -> None:
    """Put an objective into the reserve, or face up onto a slot, paying the slot's cost now."""
    seat = state.actor
    cost = 0
    if slot == NOTHING:
        state.reserve = replaced(state.reserve, seat, state.reserve[seat] + bytes((tile,)))
    else:
        cost = SLOTS[slot].cost
        pay(state, cost)
        state.slots = replaced(state.slots, seat, put(state.slots[seat], slot, tile))
    if emit:
        seats = range(len(state.ships))
        able = bytes(other for other in seats if other != seat and is_met(state, other, tile))
        emit(acts.Took(seat, tile, slot, cost, able))


# --- achieving


def own_objectives(state: JourneyState, seat: int) -> tuple[int, ...]:
    """Return a seat's objectives that are not achieved: in the reserve, or face up on slots."""
    return _own_objectives(state.reserve[seat], state.slots[seat], state.achieved[seat])


@lru_cache(maxsize=1 << 12)
def _own_objectives(reserve: Cards, slots: Cards, achieved: int) -> tuple[int, ...]:
    by_slot = enumerate(slots)
    face_up = [tile for slot, tile in by_slot if tile != NOTHING and not achieved >> slot & 1]
    return (*reserve, *face_up)


def _slots_for(state: JourneyState, seat: int, tile: int) -> list[acts.Achieve]:
    """List the slots where an objective can be achieved: its present slot or, from the reserve, any
    affordable slot."""
    if tile in state.reserve[seat]:
        coins = state.coins[seat]
        return [acts.Achieve(tile, slot) for slot in free_slots(state, seat, tile, coins)]
    return [acts.Achieve(tile, state.slots[seat].index(tile))]


def achievements(state: JourneyState, seat: int) -> list[acts.Achieve]:
    """List the ways to achieve the objectives whose requirements a seat meets. [Objectives; Free
    actions]"""
    actions: list[acts.Achieve] = []
    for tile in own_objectives(state, seat):
        if is_met(state, seat, tile):
            actions += _slots_for(state, seat, tile)
    return actions


def _achieve_objective(state: JourneyState, action: acts.Achieve, emit: Emitter) -> None:
    """Turn an objective face down, paying for its slot if it comes from the reserve; then do the
    slot's action. [Objectives]"""
    seat = state.actor
    tile, slot = (action.tile, action.slot)
    cost = 0
    # An objective that is on its slot already was paid for when it was taken.
    if state.slots[seat][slot] != tile:
        cost = SLOTS[slot].cost
        pay(state, cost)
        reserve_left = state.reserve[seat].replace(bytes((tile,)), b"")
        state.reserve = replaced(state.reserve, seat, reserve_left)
        state.slots = replaced(state.slots, seat, put(state.slots[seat], slot, tile))
    state.achieved = replaced(state.achieved, seat, state.achieved[seat] | 1 << slot)
    if emit:
        emit(acts.Achieved(seat, tile, slot, cost))
    state.pending += reversed(SLOTS[slot].action)


def can_achieve_unmet(state: JourneyState, effect: material.AchieveUnmet, means: Means) -> bool:
    """Return whether the seat has an objective with an affordable slot."""
    seat = state.actor
    reserve = state.reserve[seat]
    return any(
        tile not in reserve or free_slots(state, seat, tile, means.coins)
        for tile in own_objectives(state, seat)
    )


def achievable_unmet(state: JourneyState, effect: material.AchieveUnmet) -> Sequence[acts.Achieve]:
    """List the seat's objectives, whether or not their requirements are met. [Effects: Take and
    achieve]"""
    seat = state.actor
    actions = [_slots_for(state, seat, tile) for tile in own_objectives(state, seat)]
    return [*chain.from_iterable(actions)]


def achieve_unmet(
    state: JourneyState, effect: material.AchieveUnmet, action: acts.Achieve, emit: Emitter
) -> None:
    _achieve_objective(state, action, emit)


# --- crew


def completions(state: JourneyState, seat: int) -> list[acts.Complete]:
    """List the crew cards that a seat can complete, with the rows that hold their seals; a row
    serves one card. [Crew Cards; Free actions]"""
    if max(map(len, state.rows[seat])) < _LEAST_SEALS:
        return []
    assigned = state.assigned[seat]
    actions: list[acts.Complete] = []
    for card, used in zip(state.crew[seat], assigned, strict=True):
        if used == NOTHING:
            seals = CREW[card].seals
            actions += [
                acts.Complete(card, row)
                for row, worker_seals in enumerate(state.rows[seat])
                if row not in assigned and not lacking(worker_seals, seals)
            ]
    return actions


def complete_crew(state: JourneyState, action: acts.Complete, emit: Emitter) -> None:
    """Turn a crew card to the row used, and gain its reward."""
    seat = state.actor
    number = state.crew[seat].index(action.card)
    state.assigned = replaced(state.assigned, seat, put(state.assigned[seat], number, action.row))
    if emit:
        emit(acts.Completed(seat, action.card, action.row))
    state.pending.append(material.InOrder(gains_first(CREW[action.card].reward)))


def copyable(state: JourneyState) -> list[int]:
    """Return the crew cards of all seats that are not completed, except cards that copy."""
    return [
        card
        for crew, assigned in zip(state.crew, state.assigned, strict=True)
        for card, used in zip(crew, assigned, strict=True)
        if used == NOTHING and card not in _COPYING_CARDS
    ]


def can_copy(state: JourneyState, effect: material.CopyCrew, means: Means) -> bool:
    """Return whether there is a crew card that can be copied."""
    return bool(copyable(state))


def copies(state: JourneyState, effect: material.CopyCrew) -> Sequence[acts.Copy]:
    """List the crew cards that can be copied."""
    return [*map(acts.Copy, copyable(state))]


def copy_crew(
    state: JourneyState, effect: material.CopyCrew, action: acts.Copy, emit: Emitter
) -> None:
    """Gain the reward of a crew card; the card is not completed by this. [Effects: Copy a crew
    card]"""
    if emit:
        emit(acts.Copied(state.actor, action.card))
    state.pending.append(material.InOrder(gains_first(CREW[action.card].reward)))


def free_actions(state: JourneyState) -> list[FreeAction]:
    """List the free actions of the acting seat, for the times when they are allowed. [Free
    actions]"""
    seat = state.actor
    return [*achievements(state, seat), *completions(state, seat)]


def act_freely(state: JourneyState, action: FreeAction, emit: Emitter) -> None:
    """Take a free action."""
    if isinstance(action, acts.Achieve):
        _achieve_objective(state, action, emit)
    else:
        complete_crew(state, action, emit)


# --- the Beagle's goals and the score


_TIE_FACTOR: Final = 1000
"""Factor between a total and its tie-breakers: more than any tie-breaker can reach."""


def goal_count(state: JourneyState, seat: int, goal: int) -> int:
    """Count the things of a seat for which a goal of the Beagle gives points. [Beagle Goal Tile;
    ruling: P]"""
    return GOAL_COUNTS[goal](state, seat)


def _goal_count(goal: Goal) -> Has:
    """Return the function that counts for a goal."""
    match goal.counts:
        case "seals":
            return _seals(LETTERS.index(goal.of))
        case "research":
            return count_researched(goal.of)
        case "stacks":
            return empty_stacks
        case "lenses":
            return lambda state, seat: state.lenses.count(seat)
        case "objectives":
            return lambda state, seat: state.achieved[seat].bit_count()
        case "tents":
            return lambda state, seat: len(state.tents[seat])


def _seals(colour: int) -> Has:
    """Return the function that counts a seat's seals of a colour. Purple ones count as any
    colour."""

    def count(state: JourneyState, seat: int) -> int:
        seals = b"".join(state.rows[seat])
        return seals.count(colour) + seals.count(PURPLE)

    return count


GOAL_COUNTS: Final = tuple(map(_goal_count, GOAL_TILES))
"""The counting function of each goal of the Beagle."""


def lag(state: JourneyState, seat: int) -> int:
    """Return the points lost for gaps between anchors that the Beagle has passed and the ship has
    not. [Lagging Penalties; ruling: Lagging; objective slot: Gold 4]"""
    return lag_at(state, seat, state.ships[seat])


def lag_at(state: JourneyState, seat: int, space: int) -> int:
    """Return the points that a seat would lose in this round with its ship on a space."""
    return _lag(space, state.round, is_able(state, seat, "lagging"))


@cache
def _lag(ship: int, number: int, is_capped: bool) -> int:
    """Return the points lost by a ship in a round, whose number is 0 during the set-up."""
    most = LAG_POINTS_MAX if is_capped else max(LAG_POINTS)
    # The first gap ends at the anchor of the second round.
    gaps = zip(ANCHORS[1 : max(number, 1)], LAG_POINTS, strict=False)
    return sum(min(lost, most) for anchor, lost in gaps if ship < anchor)


def goal_points(state: JourneyState, seat: int, goal: int) -> int:
    """Return the points for a goal less those for lagging, but not below 0."""
    return max(GOAL_TILES[goal].points * goal_count(state, seat, goal) - lag(state, seat), 0)


def forecast(state: JourneyState) -> Sequence[ScoreLine]:
    """Return, line by line, the points that each seat would have if the round ended now: the
    Beagle's goal less lagging; and the number of first and second rewards that it would win for
    stamps, whose gains are not foretold. Nothing during the set-up and after the match."""
    if not state.round or not state.pending:
        return ()
    goal = state.goals[state.round - 1]
    seats = range(len(state.points))
    worth = GOAL_TILES[goal].points
    full = tuple(worth * goal_count(state, seat, goal) for seat in seats)
    gained = tuple(goal_points(state, seat, goal) for seat in seats)
    firsts, seconds = ([0] * len(seats) for _ in range(2))
    for stamps in state.envelopes:
        numbers = sorted({number for number in stamps if number}, reverse=True)
        for seat in seats:
            firsts[seat] += stamps[seat] in numbers[:1]
            seconds[seat] += stamps[seat] in numbers[1:2]
    return (
        ScoreLine(mark("points now"), tuple(state.points)),
        ScoreLine(mark("for the Beagle's goal"), full),
        # At most the points of the goal are lost.
        ScoreLine(mark("for lagging"), tuple(a - b for a, b in zip(gained, full, strict=True))),
        ScoreLine(mark("first rewards for stamps"), tuple(firsts)),
        ScoreLine(mark("second rewards for stamps"), tuple(seconds)),
        ScoreLine(
            mark("points then"), tuple(a + b for a, b in zip(state.points, gained, strict=True))
        ),
    )


def book_points(state: JourneyState) -> int:
    """Return the points of each book at the end: completed museum rows raise it."""
    return BOOK_POINTS + sum(is_complete(state, row) for row in range(len(COLOURS) - 1))


def final_lines(state: JourneyState, seat: int) -> dict[str, int]:
    """Return, by the label of its line, the points that a seat has scored in play, and the final
    points that it would score if the match ended now. [Final Scoring]"""
    achieved = state.achieved[seat]
    sizes = [len(row) for row in state.rows[seat]]
    books_read = books(state.evolution[seat]) + is_able(state, seat, "books")
    pair = achieved >> (SLOTS_OF_METAL - 1) & achieved >> (2 * SLOTS_OF_METAL - 1) & 1
    return {
        "scored in play": state.points[seat],
        "objectives": sum(
            slot.points for number, slot in enumerate(SLOTS) if achieved >> number & 1
        ),
        "both last objectives": PAIR_POINTS * pair,
        "rows of 5–6 seals": ROW_OF_FIVE_POINTS * sizes.count(ROW_SPOTS - 1)
        + ROW_OF_SIX_POINTS * sizes.count(ROW_SPOTS),
        "fifth tent": LAST_TENT_POINTS * (len(state.tents[seat]) == len(TENTS)),
        "books": book_points(state) * books_read,
        "coins": state.coins[seat] // COINS_A_POINT,
        "knowledge": state.knowledge[seat],
    }


def standing(state: JourneyState) -> Outcome:
    """Return the result as if the match ended now."""
    seats = range(len(state.coins))
    lines = [final_lines(state, seat) for seat in seats]
    totals = tuple(sum(line.values()) for line in lines)
    ties = [
        (totals[seat] * _TIE_FACTOR + state.evolution[seat]) * _TIE_FACTOR + state.coins[seat]
        for seat in seats
    ]
    return Outcome(
        tuple(ScoreLine(label, tuple(line[label] for line in lines)) for label in lines[0]),
        totals,
        rank(ties),
    )


def by_source(result: Outcome, events: Iterable[JourneyEvent]) -> Outcome:
    """Return a result, or a standing, with the points scored in play listed by their sources.

    Args:
        events: all events so far.
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
    by_label = {line.label: line.points for line in result.lines}
    lines = {
        "Beagle's goals": goals,
        "first arrivals": firsts,
        "places and rewards": gains,
        "objectives": _sums(by_label, "objectives", "both last objectives"),
        **{label: by_label[label] for label in ("rows of 5–6 seals", "fifth tent", "books")},
        "coins, knowledge": _sums(by_label, "coins", "knowledge"),
    }
    scored = tuple(ScoreLine(label, tuple(points)) for label, points in lines.items())
    return Outcome(scored, result.totals, result.ranks)


def _sums(lines: Mapping[str, Sequence[int]], *labels: str) -> list[int]:
    """Return the points of several lines together, by seat."""
    return [sum(column) for column in zip(*(lines[label] for label in labels), strict=True)]


def outcome(state: JourneyState) -> Outcome | None:
    """Return the result. The most points win; ties are broken by evolution, then by coins. [Final
    Scoring; Tiebreakers]"""
    return None if state.pending else standing(state)
