"""The Academy and the rows of workers: seals, their costs and their uses."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import effects
from darwin_core.games.journey.actions import Add, Buy
from darwin_core.games.journey.components import (
    ABILITY,
    ROW,
    SCROLL,
    SCROLL_COSTS,
    SCROLLS,
    SPOT_COSTS,
    Ability,
    colours,
)
from darwin_core.games.journey.events import Bought, Emitter
from darwin_core.games.journey.pieces import Means, means, pay
from darwin_core.games.journey.state import PURPLE, JourneyState
from darwin_core.kit.rows import put, replaced

NO_SEAL: Final = bytes((NOTHING,))


@lru_cache(maxsize=1 << 14)
def lacking(row: Cards, seals: str) -> int:
    """Return how many of the seals a row lacks. A purple seal counts as any. [Wax Seals;
    ruling: P]"""
    missing = -row.count(PURPLE)
    for colour, number in _wanted(seals):
        held = row.count(colour)
        if held < number:
            missing += number - held
    return max(missing, 0)


@lru_cache(maxsize=1 << 12)
def _wanted(seals: str) -> tuple[tuple[int, int], ...]:
    """Count the seals of each colour."""
    return tuple((colour, number) for colour, number in enumerate(colours(seals)) if number)


def _free_rows(state: JourneyState) -> list[int]:
    """List the rows of the acting seat that have an empty spot."""
    return [row for row, seals in enumerate(state.rows[state.actor]) if len(seals) < ROW]


def is_able(state: JourneyState, seat: int, ability: Ability) -> bool:
    """Return whether an achieved objective gives a seat this ability for the rest of the game."""
    return bool(state.achieved[seat] >> ABILITY[ability] & 1)


def seal_cost(state: JourneyState, spot: int, row: int, discount: int) -> int:
    """Return the coins for a seal of the Academy: its scroll and its spot less all discounts, at
    least none. [Academy; Effects: Academy]"""
    seat = state.actor
    scroll = 0 if is_able(state, seat, "scrolls") else SCROLL_COSTS[spot // SCROLL]
    return max(scroll + SPOT_COSTS[len(state.rows[seat][row])] - discount, 0)


def can_study(state: JourneyState, effect: effects.Academy, means: Means) -> bool:
    """Return whether the seat can pay for the cheapest seal: the first, to the shortest row."""
    seat = state.actor
    size = min(map(len, state.rows[seat]))
    spot = len(state.scrolls) - len(state.scrolls.lstrip(NO_SEAL))
    if size == ROW or spot == len(state.scrolls):
        return False
    scroll = 0 if is_able(state, seat, "scrolls") else SCROLL_COSTS[spot // SCROLL]
    return scroll + SPOT_COSTS[size] - effect.discount - means.discount <= means.coins


def studies(state: JourneyState, effect: effects.Academy) -> Sequence[Buy]:
    """List the seals that the seat can pay for, with the rows where they may go."""
    seat = state.actor
    has = means(state)
    left = has.coins + has.discount + effect.discount
    costs = [(row, SPOT_COSTS[len(state.rows[seat][row])]) for row in _free_rows(state)]
    is_same = is_able(state, seat, "scrolls")
    found: list[Buy] = []
    for scroll in range(SCROLLS):
        rest = left if is_same else left - SCROLL_COSTS[scroll]
        rows = tuple([row for row, cost in costs if cost <= rest])
        for spot in range(scroll * SCROLL, (scroll + 1) * SCROLL):
            if state.scrolls[spot] != NOTHING:
                found += _buys(spot, rows)
    return found


@lru_cache(maxsize=1 << 12)
def _buys(spot: int, rows: tuple[int, ...]) -> tuple[Buy, ...]:
    return tuple(Buy(spot, row) for row in rows)


def buy_seal(state: JourneyState, effect: effects.Academy, action: Buy, emit: Emitter) -> None:
    """Pay, and take the seal to the left-most empty spot of a row. [Academy]"""
    discount = effect.discount + means(state).discount
    cost = seal_cost(state, action.spot, action.row, discount)
    pay(state, cost)
    colour = state.scrolls[action.spot]
    state.scrolls = put(state.scrolls, action.spot, NOTHING)
    _add(state, colour, action.row, cost, emit)


def _add(state: JourneyState, colour: int, row: int, cost: int, emit: Emitter) -> None:
    seat = state.actor
    rows = state.rows[seat]
    state.rows = replaced(state.rows, seat, replaced(rows, row, rows[row] + bytes((colour,))))
    if emit:
        emit(Bought(seat, colour, row, cost))


def can_add(state: JourneyState, effect: effects.Seal, means: Means) -> bool:
    """Return whether the bag holds a seal and a row has room."""
    return any(state.bag[:PURPLE]) and bool(_free_rows(state))


def can_add_purple(state: JourneyState, effect: effects.Purple, means: Means) -> bool:
    """Return whether the supply holds a purple seal and a row has room."""
    return bool(state.bag[PURPLE]) and bool(_free_rows(state))


def additions(state: JourneyState, effect: effects.Seal) -> Sequence[Add]:
    """List the seals of the bag, with the rows where they may go. [Effects: 1 seal of any
    colour]"""
    rows = _free_rows(state)
    return [
        Add(colour, row)
        for colour, number in enumerate(state.bag[:PURPLE])
        if number
        for row in rows
    ]


def purple_additions(state: JourneyState, effect: effects.Purple) -> Sequence[Add]:
    """List the rows where a purple seal may go."""
    return [Add(PURPLE, row) for row in _free_rows(state)]


def add_seal(
    state: JourneyState, effect: effects.Seal | effects.Purple, action: Add, emit: Emitter
) -> None:
    """Take a seal from the bag or the supply, at no cost."""
    state.bag = put(state.bag, action.colour, state.bag[action.colour] - 1)
    _add(state, action.colour, action.row, 0, emit)
