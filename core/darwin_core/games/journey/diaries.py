"""The diaries: locations with their lenses, required seals and costs; workers and their
distinctions; unlocking a location, and performing a location that stays locked.

A location is *open* if it needs no lens, *locked* if it needs one and has none, and *busy* if a
worker is in its area, which makes it cost coins. A worker's *row* holds the worker's seals.
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
    OCCUPIED_COSTS,
    ORDER_COINS,
    ORDER_LOCATION,
    SILVER_SEALS,
    SPECIAL_GOLD_POINTS,
    SPECIAL_SILVER_COINS,
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
"""The fifth worker, whose row stays empty."""
ALL: Final = range(len(LOCATIONS))
"""All locations."""

Locations = int
"""A set of locations, as bits."""


def _as_bits(locations: Iterable[int]) -> Locations:
    return sum([1 << location for location in locations])


def effects_of(state: JourneyState, location: int) -> tuple[AnyEffect, ...]:
    """Return the effects of a location, without the effects of distinctions."""
    return _effects(state.specials, location, len(state.coins))


def _effects(specials: Cards, location: int, seats: int) -> tuple[AnyEffect, ...]:
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
    """Return the distinction of a worker: 0, or 1 for silver, or 2 for gold, which includes silver.
    [Distinctions; ruling]"""
    return (len(row) >= SILVER_SEALS) + (len(row) >= GOLD_SEALS)


class Stay(NamedTuple):
    """The effects of a worker's stay at a location."""

    parts: tuple[AnyEffect, ...]
    """The effects of the location, changed by the distinction."""
    bonus: tuple[AnyEffect, ...] = ()
    """Effects gained at once, before the actions."""
    discount: int = 0
    """Reduction in coins for each seal."""


@lru_cache(maxsize=1 << 12)
def distinction_effects(parts: tuple[AnyEffect, ...], page: Page, level: int) -> Stay:
    """Return the effects of a location for a worker of a distinction. [Distinctions; ruling:
    Distinctions]

    Args:
        parts: the effects of the location.
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
            gold = (material.Points(SPECIAL_GOLD_POINTS),) if is_gold else ()
            return Stay(parts, (material.Coins(SPECIAL_SILVER_COINS), *gold))
        case _:
            return Stay(parts)


def _farther(part: AnyEffect, is_gold: bool) -> AnyEffect:
    """Return an effect; a movement with one move more, and for gold with an extra stop."""
    if isinstance(part, material.Explore | material.Navigate):
        return type(part)(part.moves + 1, int(is_gold))
    return part


def _with_more_stamps(part: AnyEffect, is_gold: bool) -> AnyEffect:
    """Return an effect; a correspondence with one stamp more, each of which may go to any envelope
    for gold."""
    return (
        material.Correspond(part.stamps + 1, is_gold)
        if isinstance(part, material.Correspond)
        else part
    )


def stay(state: JourneyState, location: int, level: int) -> Stay:
    """Return the effects of a worker's stay at a location, given the worker's distinction."""
    return distinction_effects(effects_of(state, location), LOCATIONS[location].page, level)


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
    return OCCUPIED_COSTS[len(state.coins)] - is_able(state, seat, "occupied")


def entry_cost(state: JourneyState, seat: int, location: int) -> int:
    """Return the coins that a worker of a seat pays for a location's area now."""
    return occupied_cost(state, seat) if is_busy(state, location) else 0


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
WORKER_DEPENDENT: Final = _as_bits(
    location for location in ALL if LOCATIONS[location].page in {"academy", "special"}
)
"""Locations whose use depends on the worker: the effects of a distinction, or knowledge that is
left, may make one useful where coins alone do not."""
_ALIKE: Final = frozenset({"exploration", "navigation", "correspondence", "small"})
"""Pages whose locations have the same effect in different amounts."""


def blocked_and_busy(state: JourneyState) -> tuple[Locations, Locations]:
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


class LocationGroup(NamedTuple):
    """Locations of which a seat can use either all or none, so that one check decides."""

    locations: Locations
    first: int
    """The first of the locations."""
    parts: tuple[AnyEffect, ...]
    """The effects of the first of the locations."""


class LocationGroups(NamedTuple):
    """All locations, grouped by the check that decides whether they are of use."""

    gaining: Locations
    """Locations with an immediate gain: always of use."""
    others: tuple[LocationGroup, ...]
    """The groups of the other locations, in the order of their first ones."""


@lru_cache(maxsize=1 << 8)
def location_groups(specials: Cards, seats: int) -> LocationGroups:
    """Group all locations by the check of their use, so that each check is made only once."""
    gaining = 0
    others: dict[object, LocationGroup] = {}
    for location in ALL:
        page = LOCATIONS[location].page
        parts = _effects(specials, location, seats)
        if any(type(part) in GAINS for part in parts):
            gaining |= 1 << location
        else:
            # Locations that are not alike make groups of one.
            group = page if page in _ALIKE else location
            locations, first, parts = others.get(group, LocationGroup(0, location, parts))
            others[group] = LocationGroup(locations | 1 << location, first, parts)
    return LocationGroups(gaining, tuple(others.values()))


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
    state.pending.append(material.AnyOrder(gains_first(effects_of(state, location))))


def _performable(state: JourneyState, has: Means, being_performed: frozenset[int]) -> Iterator[int]:
    """Yield the locked locations where something can be done, except those being performed.

    Args:
        being_performed: locations of the state, and locations that this search has entered.
    """
    for location in locked_locations(state.lenses):
        parts = effects_of(state, location)
        if location not in being_performed:
            entered = being_performed | {location}
            if any(_can_inside(state, part, has, entered) for part in parts):
                yield location


def _can_inside(
    state: JourneyState, part: AnyEffect, has: Means, being_performed: frozenset[int]
) -> bool:
    """Return whether an effect could be done while these locations are being performed."""
    if type(part) is material.PerformLocked:
        return any(True for _ in _performable(state, has, being_performed))
    # By rules 2, a lens cannot unlock a location that is being performed.
    is_lens = type(part) is material.Lens and state.rules >= 2
    if is_lens and being_performed.issuperset(unlockable(state)):
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
    parts = gains_first(effects_of(state, action.location))
    state.pending += (material.Inside(action.location), material.AnyOrder(parts))
