"""Objectives and crew cards: their requirements, their places, and their rewards."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import actions, effects, events
from darwin_core.games.journey.academy import lacking
from darwin_core.games.journey.components import (
    COLOURS,
    CREW,
    DISCARD,
    KINDS,
    OBJECTIVES,
    RESERVE,
    SLOTS,
)
from darwin_core.games.journey.events import Emitter
from darwin_core.games.journey.pieces import Means, gains_first, pay
from darwin_core.games.journey.state import JourneyState
from darwin_core.games.journey.voyage import beagle
from darwin_core.kit.rows import put, replaced

FreeAction = actions.Achieve | actions.Complete
"""The free actions, before, between and after those of a worker."""

_ROW: Final = len(SLOTS) // 2
_COPIER: Final = frozenset(
    card
    for card, row in enumerate(CREW)
    if any(type(part) is effects.CopyCrew for part in row.reward)
)
"""Crew cards that copy; they cannot be copied. [Effects: Copy a crew card]"""

_LEAST_SEALS: Final = min(len(row.seals) for row in CREW)
"""The least number of seals on a crew card."""


class Requirement(NamedTuple):
    """A requirement of an objective."""

    what: str
    """A colour or kind of specimens, seals' letters, or the name of a count."""
    has: int
    needs: int


Has = Callable[[JourneyState, int], int]
"""A count of something that a seat has."""


def requirements(state: JourneyState, seat: int, tile: int) -> Iterator[Requirement]:
    """Yield each requirement of an objective, with the seat's count. Requirements are checked, not
    paid. [Objective Requirements]"""
    for what, has, needs in asked(tile):
        yield Requirement(what, has(state, seat), needs)


def is_met(state: JourneyState, seat: int, tile: int) -> bool:
    """Return whether a seat meets all requirements of an objective."""
    for _, has, needs in _ASKED[tile]:  # noqa: SIM110 - a loop is twice as fast here
        if has(state, seat) < needs:
            return False
    return True


def asked(tile: int) -> tuple[tuple[str, Has, int], ...]:
    """Return the requirements of an objective: the name, the counting function and the number
    needed."""
    return _ASKED[tile]


def _asked(tile: int) -> tuple[tuple[str, Has, int], ...]:
    row = OBJECTIVES[tile]
    found: list[tuple[str, Has, int]] = []
    if row.seals:
        found.append((row.seals, _seals_held(row.seals), len(row.seals)))
    found += [(name, researched(name), number) for name, number in groups(tile)]
    figures = ((what, has, int(getattr(row, what))) for what, has in _COUNTED.items())
    return (*found, *(figure for figure in figures if figure[2]))


def groups(tile: int) -> tuple[tuple[str, int], ...]:
    """Return the colours and kinds of specimens that an objective asks for, with the number of
    each."""
    names = OBJECTIVES[tile].specimens
    return tuple((name, names.count(name)) for name in dict.fromkeys(names))


def _seals_held(seals: str) -> Has:
    return lambda state, seat: len(seals) - lacking(b"".join(state.rows[seat]), seals)


def researched(group: str) -> Has:
    """Return the count of a seat's researched specimens of a colour or kind."""
    mask = _mask(group)
    return lambda state, seat: (state.research[seat] & mask).bit_count()


def empty_stacks(state: JourneyState, seat: int) -> int:
    """Count a seat's empty stamp stacks."""
    return state.stacks[seat][:DISCARD].count(0)


_COUNTED: Final[dict[str, Has]] = {
    "points": lambda state, seat: state.points[seat],
    "coins": lambda state, seat: state.coins[seat],
    "knowledge": lambda state, seat: state.knowledge[seat],
    "stacks": empty_stacks,
    "lenses": lambda state, seat: state.lenses.count(seat),
    "tents": lambda state, seat: len(state.tents[seat]),
    "evolution": lambda state, seat: state.evolution[seat],
    "at_beagle": lambda state, seat: state.ships[seat] >= beagle(state),
}
"""The counts that objectives ask for, by their name in the table."""


@lru_cache(maxsize=1 << 12)
def _mask(group: str) -> int:
    width = len(KINDS)
    if group in KINDS:
        kind = KINDS.index(group)
        return sum(1 << width * colour + kind for colour in range(4))
    colour = COLOURS.index(group)
    return sum(1 << width * colour + kind for kind in range(width))


_ASKED: Final = tuple(_asked(tile) for tile in range(len(OBJECTIVES)))


# --- taking


def free_slots(state: JourneyState, seat: int, tile: int, coins: int) -> tuple[int, ...]:
    """Return the empty slots of an objective's colour whose cost can be paid."""
    return _free_slots(state.slots[seat], OBJECTIVES[tile].is_gold, coins)


@lru_cache(maxsize=1 << 12)
def _free_slots(slots: Cards, is_gold: bool, coins: int) -> tuple[int, ...]:
    places = range(_ROW, 2 * _ROW) if is_gold else range(_ROW)
    return tuple(at for at in places if slots[at] == NOTHING and SLOTS[at].cost <= coins)


def can_take(state: JourneyState, effect: effects.TakeObjective, means: Means) -> bool:
    """Return whether a tile can go to the reserve or to a slot."""
    seat = state.actor
    if len(state.reserve[seat]) < RESERVE:
        return bool(state.display)
    for tile in state.display:  # noqa: SIM110 - a loop is twice as fast here
        if free_slots(state, seat, tile, means.coins):
            return True
    return False


def takings(state: JourneyState, effect: effects.TakeObjective) -> Sequence[actions.Take]:
    """List the tiles of the display: into the reserve, or onto a slot if the reserve is full. [Gain
    Objective; Effects: Gain Objective]"""
    seat = state.actor
    if len(state.reserve[seat]) < RESERVE:
        return [*map(actions.Take, state.display)]
    coins = state.coins[seat]
    found: list[actions.Take] = [
        actions.Take(tile, slot)
        for tile in state.display
        for slot in free_slots(state, seat, tile, coins)
    ]
    return found


def take_objective(
    state: JourneyState, effect: effects.TakeObjective, action: actions.Take, emit: Emitter
) -> None:
    """Take a tile of the display."""
    state.display = state.display.replace(bytes((action.tile,)), b"")
    keep(state, action.tile, action.slot, emit)


def keep(state: JourneyState, tile: int, slot: int, emit: Emitter) -> None:
    """Put an objective into the reserve, or face up onto a slot, paying the slot's cost now."""
    seat, cost = state.actor, 0
    if slot == NOTHING:
        state.reserve = replaced(state.reserve, seat, state.reserve[seat] + bytes((tile,)))
    else:
        cost = SLOTS[slot].cost
        pay(state, cost)
        state.slots = replaced(state.slots, seat, put(state.slots[seat], slot, tile))
    if emit:
        emit(events.Took(seat, tile, slot, cost))


# --- achieving


def own_objectives(state: JourneyState, seat: int) -> tuple[int, ...]:
    """Return the objectives that are not achieved: those of the reserve, and those face up on
    slots."""
    return _own_objectives(state.reserve[seat], state.slots[seat], state.achieved[seat])


@lru_cache(maxsize=1 << 12)
def _own_objectives(reserve: Cards, slots: Cards, done: int) -> tuple[int, ...]:
    places = enumerate(slots)
    face_up = [tile for slot, tile in places if tile != NOTHING and not done >> slot & 1]
    return (*reserve, *face_up)


def _slots_for(state: JourneyState, seat: int, tile: int) -> list[actions.Achieve]:
    """List the slots where an objective can be achieved: its own, or from the reserve any that can
    be paid."""
    if tile in state.reserve[seat]:
        coins = state.coins[seat]
        return [actions.Achieve(tile, slot) for slot in free_slots(state, seat, tile, coins)]
    return [actions.Achieve(tile, state.slots[seat].index(tile))]


def achievements(state: JourneyState, seat: int) -> list[actions.Achieve]:
    """List the objectives that a seat can achieve now. [Objectives; Free actions]"""
    found: list[actions.Achieve] = []
    for tile in own_objectives(state, seat):
        if is_met(state, seat, tile):
            found += _slots_for(state, seat, tile)
    return found


def _achieve_objective(state: JourneyState, action: actions.Achieve, emit: Emitter) -> None:
    """Turn an objective down, paying for its slot if it comes from the reserve; then the slot's
    action. [Objectives]"""
    seat, (tile, slot), cost = state.actor, (action.tile, action.slot), 0
    if state.slots[seat][slot] != tile:
        cost = SLOTS[slot].cost
        pay(state, cost)
        left = state.reserve[seat].replace(bytes((tile,)), b"")
        state.reserve = replaced(state.reserve, seat, left)
        state.slots = replaced(state.slots, seat, put(state.slots[seat], slot, tile))
    state.achieved = replaced(state.achieved, seat, state.achieved[seat] | 1 << slot)
    if emit:
        emit(events.Achieved(seat, tile, slot, cost))
    state.pending += reversed(SLOTS[slot].action)


def can_triumph(state: JourneyState, effect: effects.AchieveUnmet, means: Means) -> bool:
    """Return whether there is an objective, and a slot for it that can be paid."""
    seat = state.actor
    reserve = state.reserve[seat]
    return any(
        tile not in reserve or free_slots(state, seat, tile, means.coins)
        for tile in own_objectives(state, seat)
    )


def triumphs(state: JourneyState, effect: effects.AchieveUnmet) -> Sequence[actions.Achieve]:
    """List the own objectives, whether their requirements are met or not. [Effects: Take and
    achieve]"""
    seat = state.actor
    found = [_slots_for(state, seat, tile) for tile in own_objectives(state, seat)]
    return [*chain.from_iterable(found)]


def triumph(
    state: JourneyState, effect: effects.AchieveUnmet, action: actions.Achieve, emit: Emitter
) -> None:
    """Achieve the objective."""
    _achieve_objective(state, action, emit)


# --- crew


def completions(state: JourneyState, seat: int) -> list[actions.Complete]:
    """List the crew cards that a seat can complete, with the rows that hold their seals; a row
    serves one card. [Crew Cards; Free actions]"""
    if max(map(len, state.rows[seat])) < _LEAST_SEALS:
        return []
    assigned = state.assigned[seat]
    found: list[actions.Complete] = []
    for card, used in zip(state.crew[seat], assigned, strict=True):
        if used == NOTHING:
            seals = CREW[card].seals
            found += [
                actions.Complete(card, row)
                for row, own in enumerate(state.rows[seat])
                if row not in assigned and not lacking(own, seals)
            ]
    return found


def complete_crew(state: JourneyState, action: actions.Complete, emit: Emitter) -> None:
    """Turn a crew card to the row used, and gain its reward."""
    seat = state.actor
    number = state.crew[seat].index(action.card)
    state.assigned = replaced(state.assigned, seat, put(state.assigned[seat], number, action.row))
    if emit:
        emit(events.Completed(seat, action.card, action.row))
    state.pending.append(effects.InOrder(gains_first(CREW[action.card].reward)))


def copyable(state: JourneyState) -> list[int]:
    """Return the crew cards of all players that nobody has completed, except those that copy."""
    return [
        card
        for crew, assigned in zip(state.crew, state.assigned, strict=True)
        for card, used in zip(crew, assigned, strict=True)
        if used == NOTHING and card not in _COPIER
    ]


def can_copy(state: JourneyState, effect: effects.CopyCrew, means: Means) -> bool:
    """Return whether there is such a card."""
    return bool(copyable(state))


def copies(state: JourneyState, effect: effects.CopyCrew) -> Sequence[actions.Copy]:
    """List the crew cards that can be copied."""
    return [*map(actions.Copy, copyable(state))]


def copy_crew(
    state: JourneyState, effect: effects.CopyCrew, action: actions.Copy, emit: Emitter
) -> None:
    """Gain the reward of a crew card; the card is not completed by this. [Effects: Copy a crew
    card]"""
    if emit:
        emit(events.Copied(state.actor, action.card))
    state.pending.append(effects.InOrder(gains_first(CREW[action.card].reward)))


def free_actions(state: JourneyState) -> list[FreeAction]:
    """List the free actions of the acting seat when no effect is pending. [Free actions]"""
    seat = state.actor
    return [*achievements(state, seat), *completions(state, seat)]


def act_freely(state: JourneyState, action: FreeAction, emit: Emitter) -> None:
    """Take a free action."""
    if isinstance(action, actions.Achieve):
        _achieve_objective(state, action, emit)
    else:
        complete_crew(state, action, emit)
