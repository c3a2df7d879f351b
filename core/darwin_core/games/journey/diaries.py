"""The diaries: locations with their lenses, required seals and costs; workers and their
distinctions; unlocking a location, and performing a location that stays locked.

A location is *open* if it needs no lens, *locked* if it needs one and has none, and *busy* if a
worker is in its area, which makes it cost coins.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import material
from darwin_core.games.journey.acts import Emitter, Perform, Performed, Unlock, Unlocked
from darwin_core.games.journey.material import (
    FIRST_SPECIAL,
    GOLD_SEALS,
    LENS_COST,
    LENSES,
    LOCATIONS,
    LOCKABLE,
    NO_AREA,
    OCCUPIED,
    ORDER_COINS,
    ORDER_LOCATION,
    SILVER_SEALS,
    SPECIAL_GOLD,
    SPECIAL_SILVER,
    TILES,
    WORKERS,
    AnyEffect,
    JourneyState,
    Page,
    areas,
)
from darwin_core.games.journey.pieces import (
    GAINS,
    Means,
    can,
    gains_first,
    is_able,
    lacking,
    means,
    pay,
)
from darwin_core.kit.states import put

FIFTH: Final = WORKERS
"""The worker without a row."""
ALL: Final = range(len(LOCATIONS))
"""All locations."""

Locations = int
"""A set of locations, as bits."""


def _as_bits(locations: Iterable[int]) -> Locations:
    return sum([1 << location for location in locations])


def actions_of(state: JourneyState, location: int) -> tuple[AnyEffect, ...]:
    """Return the actions of a location, without distinctions."""
    return _actions(state.specials, location, len(state.coins))


def _actions(specials: Cards, location: int, seats: int) -> tuple[AnyEffect, ...]:
    if location == ORDER_LOCATION:
        return (material.Coins(ORDER_COINS[seats]),)
    if FIRST_SPECIAL <= location < LOCKABLE:
        return TILES[specials[location - FIRST_SPECIAL]].actions
    return LOCATIONS[location].actions


def seals_of(state: JourneyState, location: int) -> str:
    """Return the seals that a worker needs for a location, as letters."""
    return _seals(state.specials, location)


def _seals(specials: Cards, location: int) -> str:
    if FIRST_SPECIAL <= location < LOCKABLE:
        return TILES[specials[location - FIRST_SPECIAL]].seals
    return LOCATIONS[location].seals


def is_locked(state: JourneyState, location: int) -> bool:
    """Return whether a location needs a lens and does not have one."""
    return not unlocked_locations(state.lenses) >> location & 1


# --- distinctions


def distinction(row: Cards) -> int:
    """Return 0, or 1 for silver, or 2 for gold, which includes silver. [Distinctions; ruling]"""
    return (len(row) >= SILVER_SEALS) + (len(row) >= GOLD_SEALS)


class Stay(NamedTuple):
    """The effects of a worker's stay at a location."""

    parts: tuple[AnyEffect, ...]
    """The actions of the location."""
    bonus: tuple[AnyEffect, ...] = ()
    """Effects gained at once, before the actions."""
    discount: int = 0
    """Reduction in coins for each seal."""


@lru_cache(maxsize=1 << 12)
def distinction_effects(parts: tuple[AnyEffect, ...], page: Page, level: int) -> Stay:
    """Return the effects of a location for a worker of a distinction. [Distinctions; ruling:
    Distinctions]

    Args:
        parts: the actions of the location.
        level: the distinction, see ``distinction``.
    """
    is_gold = level == 2
    if not level:
        return Stay(parts)
    match page:
        case "exploration" | "navigation":
            return Stay(tuple(_farther(part, is_gold) for part in parts))
        case "correspondence":
            return Stay(tuple(_with_more_stamps(part, is_gold) for part in parts))
        case "academy":
            return Stay((*parts, material.Academy()), discount=int(is_gold))
        case "special":
            gold = (material.Points(SPECIAL_GOLD),) if is_gold else ()
            return Stay(parts, (material.Coins(SPECIAL_SILVER), *gold))
        case _:
            return Stay(parts)


def _farther(part: AnyEffect, is_gold: bool) -> AnyEffect:
    """Return a movement with one move more, and with an extra stop for gold."""
    if isinstance(part, material.Explore | material.Navigate):
        return type(part)(part.moves + 1, int(is_gold))
    return part


def _with_more_stamps(part: AnyEffect, is_gold: bool) -> AnyEffect:
    """Return a correspondence with one stamp more; for gold, each stamp may go to any envelope."""
    return (
        material.Correspond(part.stamps + 1, is_gold)
        if isinstance(part, material.Correspond)
        else part
    )


def stay(state: JourneyState, location: int, level: int) -> Stay:
    """Return the effects of a worker's stay at a location, given the worker's distinction."""
    return distinction_effects(actions_of(state, location), LOCATIONS[location].page, level)


# --- workers


def workers_of(state: JourneyState, seat: int) -> Sequence[int]:
    """Return a seat's workers, including the fifth worker if it is unlocked."""
    return range(WORKERS + is_able(state, seat, "worker"))


def at_home(state: JourneyState, seat: int) -> tuple[int, ...]:
    """Return the workers that a seat can still place in this round."""
    return _at_home(state.workers[seat], is_able(state, seat, "worker"))


@lru_cache(maxsize=1 << 14)
def _at_home(where: bytes, has_fifth: bool) -> tuple[int, ...]:
    workers = enumerate(where[: WORKERS + has_fifth])
    return tuple([worker for worker, location in workers if location == NOTHING])


def row_of(state: JourneyState, seat: int, worker: int) -> Cards:
    """Return the seals of a worker; the fifth has none."""
    return rows_of(state, seat)[worker]


def rows_of(state: JourneyState, seat: int) -> tuple[Cards, ...]:
    """Return the seals of all five workers; the fifth has none."""
    return (*state.rows[seat], b"")


def knowledge_needed(state: JourneyState, seat: int, worker: int, location: int) -> int:
    """Return the temporary knowledge that a worker spends at a location. [Worker Placement; ruling:
    Placing]"""
    return lacking(row_of(state, seat, worker), seals_of(state, location))


def occupied(state: JourneyState) -> tuple[frozenset[int], frozenset[int]]:
    """Return the locations with a worker, and the areas with a worker."""
    return frozenset(b"".join(state.workers)) - {NOTHING}, frozenset(_busy_areas(state))


def _busy_areas(state: JourneyState) -> bytes:
    """Return the area of each worker that is in an area."""
    seats = len(state.workers)
    return b"".join(state.workers).translate(_areas(seats), _NO_AREAS)


@cache
def _areas(seats: int) -> bytes:
    """Return the area of each location, padded to the length of a table for ``bytes.translate``."""
    return bytes(areas(seats)).ljust(256, b"\0")


# Rectangles have no area at any number of seats.
_NO_AREAS: Final = bytes(
    (*(location for location in ALL if areas(2)[location] == NO_AREA), NOTHING)
)
"""Locations in no area: rectangles, and NOTHING for workers at home."""


def is_busy(state: JourneyState, location: int) -> bool:
    """Return whether a worker is in the area of a location."""
    return _areas(len(state.workers))[location] in _busy_areas(state)


def occupied_cost(state: JourneyState, seat: int) -> int:
    """Return the coins for a place in an area with a worker. [Worker Placement; objective slot:
    Gold 3]"""
    return OCCUPIED[len(state.coins)] - is_able(state, seat, "occupied")


def has_room(location: int, taken: frozenset[int]) -> bool:
    """Return whether a location has room: a large circle or rectangle holds any number of workers,
    a small circle one."""
    return LOCATIONS[location].is_open or location not in taken


# --- all locations at once


_OPEN: Final = _as_bits(location for location in ALL if LOCATIONS[location].is_open)
"""Large circles and rectangles, which need no lens and hold any number of workers."""
_ROOMY: Final = bytes((*(location for location in ALL if LOCATIONS[location].is_open), NOTHING))
"""Locations where a worker blocks nobody: the large circles and rectangles, and NOTHING for workers
at home."""
RICHER: Final = _as_bits(
    location for location in ALL if LOCATIONS[location].page in {"academy", "special"}
)
"""Locations that distinctions or knowledge may open where coins alone do not."""
_ALIKE: Final = frozenset({"exploration", "navigation", "correspondence", "small"})
"""Pages whose locations differ only in how much can be done there, if at all."""


def crowd(state: JourneyState) -> tuple[Locations, Locations]:
    """Return the locations with workers in the way: full small circles, and all locations in an
    area with a worker, which costs coins."""
    by_area = _by_area(len(state.workers))
    full = busy = 0
    for location in b"".join(state.workers).translate(None, _ROOMY):
        full |= 1 << location
    for area in set(_busy_areas(state)):
        busy |= by_area[area]
    return full, busy


@cache
def _by_area(seats: int) -> tuple[Locations, ...]:
    """Return the locations of each area."""
    area_of = areas(seats)
    numbers = range(max({*area_of} - {NO_AREA}) + 1)
    return tuple(
        _as_bits(location for location in ALL if area_of[location] == area) for area in numbers
    )


@lru_cache(maxsize=1 << 12)
def unlocked_locations(lenses: bytes) -> Locations:
    """Return the locations that need no lens or have one."""
    return _OPEN | _as_bits(location for location, owner in enumerate(lenses) if owner != NOTHING)


@lru_cache(maxsize=1 << 14)
def in_reach(row: Cards, specials: Cards, knowledge: int) -> Locations:
    """Return the locations for which a worker has the seals, or enough knowledge to replace the
    missing seals."""
    tiles = enumerate(specials, FIRST_SPECIAL)
    reachable = _as_bits(
        location for location, tile in tiles if lacking(row, TILES[tile].seals) <= knowledge
    )
    return reachable | _fixed_in_reach(row, knowledge)


@lru_cache(maxsize=1 << 14)
def _fixed_in_reach(row: Cards, knowledge: int) -> Locations:
    """Return the reachable locations outside the special diary. Only these can be cached across
    matches, because the tiles of the special diary differ."""
    fixed = (*range(FIRST_SPECIAL), *ALL[LOCKABLE:])
    return _as_bits(
        location for location in fixed if lacking(row, LOCATIONS[location].seals) <= knowledge
    )


class Use(NamedTuple):
    """Locations with the same use: if one of them is of use, all are."""

    locations: Locations
    first: int
    """The first of the locations."""
    parts: tuple[AnyEffect, ...]
    """The effects of the first of the locations."""


class Uses(NamedTuple):
    """The uses of locations."""

    gaining: Locations
    """Locations with an immediate gain: always of use."""
    others: tuple[Use, ...]
    """The other uses, in the order of the locations."""


@lru_cache(maxsize=1 << 8)
def uses(specials: Cards, seats: int) -> Uses:
    """Group all locations by their use, so that each use is checked only once."""
    gaining = 0
    others: dict[object, Use] = {}
    for location in ALL:
        page = LOCATIONS[location].page
        parts = _actions(specials, location, seats)
        if any(type(part) in GAINS for part in parts):
            gaining |= 1 << location
        else:
            # Locations that are not alike make groups of one.
            group = page if page in _ALIKE else location
            locations, first, parts = others.get(group, Use(0, location, parts))
            others[group] = Use(locations | 1 << location, first, parts)
    return Uses(gaining, tuple(others.values()))


# --- lenses


@cache
def _above(location: int) -> Locations:
    """Return the locations above a location on its page, which must be unlocked first; none on the
    special diary."""
    page = LOCATIONS[location].page
    if page == "special":
        return 0
    return _as_bits(other for other in range(location) if LOCATIONS[other].page == page)


def unlockable(state: JourneyState) -> tuple[int, ...]:
    """Return the locations that a lens can unlock: main locations from top to bottom on each page,
    special locations in any order, but not a location that is being performed. [Unlock Lens
    Location; Effects: Perform a locked location]"""
    locations = _unlockable(state.lenses)
    if state.rules >= 2 and (performed := inside(state)):
        return tuple([location for location in locations if location not in performed])
    return locations


@lru_cache(maxsize=1 << 12)
def _unlockable(lenses: bytes) -> tuple[int, ...]:
    closed = ~unlocked_locations(lenses)
    return tuple(
        [
            location
            for location in range(LOCKABLE)
            if closed >> location & 1 and not _above(location) & closed
        ]
    )


def lens_cost(is_free: bool) -> int:
    """Return the coins for a lens."""
    return 0 if is_free else LENS_COST


def has_lens(state: JourneyState, seat: int) -> bool:
    """Return whether a seat has a lens left."""
    return state.lenses.count(seat) < LENSES


def inside(state: JourneyState) -> frozenset[int]:
    """Return the locations that are being performed while locked. They cannot be performed again or
    unlocked meanwhile. [Effects: Perform a locked location]"""
    return frozenset(effect.location for effect in state.pending if type(effect) is material.Inside)


@lru_cache(maxsize=1 << 12)
def locked_locations(lenses: bytes) -> tuple[int, ...]:
    """Return all locations that need a lens and do not have one, wherever they are on their
    page."""
    closed = ~unlocked_locations(lenses)
    return tuple([location for location in range(LOCKABLE) if closed >> location & 1])


def can_unlock(state: JourneyState, effect: material.Lens, has: Means) -> bool:
    """Return whether a seat has a lens left, can pay for it, and has a locked location to
    unlock."""
    return (
        lens_cost(effect.is_free) <= has.coins
        and has_lens(state, state.actor)
        and bool(unlockable(state))
    )


def unlockings(state: JourneyState, effect: material.Lens) -> Sequence[Unlock]:
    """List the locked locations that a lens can unlock."""
    return [*map(Unlock, unlockable(state))]


def unlock(state: JourneyState, effect: material.Lens, action: Unlock, emit: Emitter) -> None:
    """Pay, place the lens, and do the actions of the location. Its seals are not needed. [Unlock
    Lens Location]"""
    seat = state.actor
    location = action.location
    cost = lens_cost(effect.is_free)
    pay(state, cost)
    state.lenses = put(state.lenses, location, seat)
    if emit:
        emit(Unlocked(seat, location, cost))
    state.pending.append(material.AnyOrder(gains_first(actions_of(state, location))))


def _performable(state: JourneyState, has: Means, inside: frozenset[int]) -> Iterator[int]:
    """Yield the locked locations where something can be done, except those being performed.

    Args:
        inside: the locations being performed, now or in the case that is tried.
    """
    for location in locked_locations(state.lenses):
        parts = actions_of(state, location)
        if location not in inside and _any_inside(state, parts, has, inside | {location}):
            yield location


def _any_inside(
    state: JourneyState, parts: Sequence[AnyEffect], has: Means, inside: frozenset[int]
) -> bool:
    """Return whether one of several effects could be done while these locations are being
    performed."""
    return any(_can_inside(state, part, has, inside) for part in parts)


def _can_inside(state: JourneyState, part: AnyEffect, has: Means, inside: frozenset[int]) -> bool:
    """Return whether an effect could be done while these locations are being performed."""
    if type(part) is material.PerformLocked:
        return any(True for _ in _performable(state, has, inside))
    if type(part) is material.Lens and state.rules >= 2 and inside.issuperset(unlockable(state)):
        return False
    return can(state, part, has)


def can_perform(state: JourneyState, effect: material.PerformLocked, has: Means) -> bool:
    """Return whether something can be done at a locked location."""
    return any(True for _ in _performable(state, has, inside(state)))


def performances(state: JourneyState, effect: material.PerformLocked) -> Sequence[Perform]:
    """List the locked locations where something can be done."""
    return [*map(Perform, _performable(state, means(state), inside(state)))]


def perform(
    state: JourneyState, effect: material.PerformLocked, action: Perform, emit: Emitter
) -> None:
    """Do the actions of a locked location; it stays locked. [Effects: Perform a locked location]"""
    if emit:
        emit(Performed(state.actor, action.location))
    parts = gains_first(actions_of(state, action.location))
    state.pending += (material.Inside(action.location), material.AnyOrder(parts))
