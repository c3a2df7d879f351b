"""The diaries: locations, lenses, what a worker needs there, and what it costs."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from darwin_core.game import NOTHING
from darwin_core.games.journey.academy import is_able, lacking
from darwin_core.games.journey.components import (
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
    Page,
    areas,
)
from darwin_core.games.journey.state import (
    Academy,
    AnyEffect,
    Cards,
    Coins,
    Correspond,
    Explore,
    Inside,
    JourneyState,
    Navigate,
    Points,
)

FIFTH: Final = WORKERS
"""The worker without a row."""
ALL: Final = range(len(LOCATIONS))


def actions_of(state: JourneyState, location: int) -> tuple[AnyEffect, ...]:
    """What a location does, without distinctions."""
    return _actions(state.specials, location, len(state.coins))


def _actions(specials: Cards, location: int, seats: int) -> tuple[AnyEffect, ...]:
    if location == ORDER_LOCATION:
        return (Coins(ORDER_COINS[seats]),)
    if FIRST_SPECIAL <= location < LOCKABLE:
        return TILES[specials[location - FIRST_SPECIAL]].actions
    return LOCATIONS[location].actions


def seals_of(state: JourneyState, location: int) -> str:
    """The seals that a worker needs there, as letters."""
    return _seals(state.specials, location)


def _seals(specials: Cards, location: int) -> str:
    if FIRST_SPECIAL <= location < LOCKABLE:
        return TILES[specials[location - FIRST_SPECIAL]].seals
    return LOCATIONS[location].seals


def is_locked(state: JourneyState, location: int) -> bool:
    """Whether a location needs a lens and has none."""
    return _is_locked(state.lenses, location)


def _is_locked(lenses: bytes, location: int) -> bool:
    is_closed = location < LOCKABLE and not LOCATIONS[location].is_open
    return is_closed and lenses[location] == NOTHING


# --- distinctions


def distinction(row: Cards) -> int:
    """0, or 1 for silver, or 2 for gold, which has silver too. [Distinctions; ruling]"""
    return (len(row) >= SILVER_SEALS) + (len(row) >= GOLD_SEALS)


class Stay(NamedTuple):
    """What a worker does at a location."""

    parts: tuple[AnyEffect, ...]
    bonus: tuple[AnyEffect, ...] = ()
    """Gained at once, before the actions."""
    discount: int = 0
    """Coins less for each seal."""


@cache
def distinguished(parts: tuple[AnyEffect, ...], page: Page, level: int) -> Stay:
    """What a location does for a distinction. [Distinctions; ruling: Distinctions]"""
    is_gold = level == 2
    if not level:
        return Stay(parts)
    match page:
        case "exploration" | "navigation":
            return Stay(tuple(_farther(part, is_gold) for part in parts))
        case "correspondence":
            return Stay(tuple(_more(part, is_gold) for part in parts))
        case "academy":
            return Stay((*parts, Academy()), discount=int(is_gold))
        case "special":
            gold = (Points(SPECIAL_GOLD),) if is_gold else ()
            return Stay(parts, (Coins(SPECIAL_SILVER), *gold))
        case _:
            return Stay(parts)


def _farther(part: AnyEffect, is_gold: bool) -> AnyEffect:
    if isinstance(part, Explore | Navigate):
        return type(part)(part.moves + 1, int(is_gold))
    return part


def _more(part: AnyEffect, is_gold: bool) -> AnyEffect:
    return Correspond(part.stamps + 1, is_gold) if isinstance(part, Correspond) else part


def stay(state: JourneyState, location: int, level: int) -> Stay:
    """What a worker of a distinction does at a location."""
    return distinguished(actions_of(state, location), LOCATIONS[location].page, level)


# --- workers


def hands_of(state: JourneyState, seat: int) -> Sequence[int]:
    """A seat's workers, the fifth if it is unlocked."""
    return range(WORKERS + is_able(state, seat, "worker"))


def at_home(state: JourneyState, seat: int) -> list[int]:
    """Workers that a seat can still place in this round."""
    where = state.workers[seat]
    return [worker for worker in hands_of(state, seat) if where[worker] == NOTHING]


def row_of(state: JourneyState, seat: int, worker: int) -> Cards:
    """The seals of a worker; the fifth has none."""
    return b"" if worker == FIFTH else state.rows[seat][worker]


def need(state: JourneyState, seat: int, worker: int, location: int) -> int:
    """The temporary knowledge that a worker spends there. [Worker Placement; ruling: Placing]"""
    return lacking(row_of(state, seat, worker), seals_of(state, location))


def crowded(state: JourneyState) -> tuple[frozenset[int], frozenset[int]]:
    """Locations with a worker, and areas with one."""
    return _crowded(state.workers)


@lru_cache(maxsize=1 << 8)
def _crowded(workers: tuple[bytes, ...]) -> tuple[frozenset[int], frozenset[int]]:
    where = areas(len(workers))
    taken = frozenset(b"".join(workers)) - {NOTHING}
    return taken, frozenset([where[location] for location in taken]) - {NO_AREA}


def occupied_cost(state: JourneyState, seat: int) -> int:
    """Coins for a place in an area where a worker stands. [Worker Placement; objective slot:
    Gold 3]"""
    return OCCUPIED[len(state.coins)] - is_able(state, seat, "occupied")


def has_room(location: int, taken: frozenset[int]) -> bool:
    """A large circle or rectangle holds any number of workers, a small circle one."""
    return LOCATIONS[location].is_open or location not in taken


class Access(NamedTuple):
    """A location where workers can go."""

    location: int
    area: int
    parts: tuple[AnyEffect, ...]


@lru_cache(maxsize=1 << 12)
def accessible(lenses: bytes, specials: Cards, seats: int) -> tuple[Access, ...]:
    """The locations that are not locked, with their areas and actions."""
    return tuple([at for at in _all(specials, seats) if not _is_locked(lenses, at.location)])


@lru_cache(maxsize=1 << 8)
def _all(specials: Cards, seats: int) -> tuple[Access, ...]:
    where = areas(seats)
    return tuple(Access(at, where[at], _actions(specials, at, seats)) for at in ALL)


@lru_cache(maxsize=1 << 14)
def in_reach(row: Cards, specials: Cards, knowledge: int) -> frozenset[int]:
    """Locations for which a worker's row has the seals, or lacks no more than it has knowledge."""
    return frozenset(at for at in ALL if lacking(row, _seals(specials, at)) <= knowledge)


# --- lenses


@cache
def _above(location: int) -> tuple[int, ...]:
    """The locations that must be unlocked before this one: those above it on its page."""
    page = LOCATIONS[location].page
    if page == "special":
        return ()
    return tuple(other for other in range(location) if LOCATIONS[other].page == page)


def unlockable(state: JourneyState) -> tuple[int, ...]:
    """Locations that a lens can unlock: main ones from top to bottom on each page, special ones in
    any order. [Unlock Lens Location]"""
    return _unlockable(state.lenses)


@lru_cache(maxsize=1 << 12)
def _unlockable(lenses: bytes) -> tuple[int, ...]:
    return tuple(
        location
        for location in range(LOCKABLE)
        if _is_locked(lenses, location)
        and not any(_is_locked(lenses, other) for other in _above(location))
    )


def lens_cost(is_free: bool) -> int:
    """Coins for a lens."""
    return 0 if is_free else LENS_COST


def has_lens(state: JourneyState, seat: int) -> bool:
    """Whether a seat has a lens left."""
    return state.lenses.count(seat) < LENSES


def inside(state: JourneyState) -> frozenset[int]:
    """Locations that are being performed while locked: none of them is performed again meanwhile.
    [Effects: Perform a locked location]"""
    return frozenset(effect.location for effect in state.pending if type(effect) is Inside)


@lru_cache(maxsize=1 << 12)
def locked(lenses: bytes) -> tuple[int, ...]:
    """All locations without a lens that need one; their order on the page does not matter."""
    return tuple(location for location in range(LOCKABLE) if _is_locked(lenses, location))
