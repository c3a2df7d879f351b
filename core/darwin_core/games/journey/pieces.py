"""A seat's means, payments and gains; and the Academy and the rows of workers, with the costs and
uses of seals.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import material
from darwin_core.games.journey.acts import Add, Bought, Buy, Emitter, Gained
from darwin_core.games.journey.material import (
    ABILITY,
    LAST_STEP,
    PURPLE,
    ROW_SPOTS,
    SCROLL_COSTS,
    SCROLL_SPOTS,
    SCROLLS,
    SPOT_COSTS,
    Ability,
    AnyEffect,
    JourneyState,
    colours,
)
from darwin_core.kit.effects import Effect
from darwin_core.kit.states import plus, put, replaced


class Means(msgspec.Struct, frozen=True, gc=False):
    """The means of payment of a seat."""

    coins: int
    knowledge: int
    discount: int
    """Reduction in coins for each seal bought now."""


def means(state: JourneyState) -> Means:
    """Return the means of the acting seat at the present effects."""
    seat, pending = state.actor, state.pending
    discount = 0
    # A discount holds for the whole turn, which is at the bottom of the stack, or under rules 1 for
    # the actions of the worker's location above it.
    if pending and type(pending[0]) is material.CheaperTurn:
        discount = pending[0].discount
    elif len(pending) > 1 and type(pending[1]) is material.Act:
        discount = pending[1].discount
    return Means(state.coins[seat], state.knowledge[seat], discount)


def pay(state: JourneyState, coins: int) -> None:
    """Pay coins of the acting seat to the supply."""
    if coins:
        state.coins = plus(state.coins, state.actor, -coins)


GAINS: Final = frozenset({material.Coins, material.Points, material.Knowledge, material.Evolve})
"""Effects that are pure gains: they are carried out immediately, before all others."""


@lru_cache(maxsize=1 << 12)
def gains_first(parts: tuple[AnyEffect, ...]) -> tuple[AnyEffect, ...]:
    """Return effects that may be done in any order, with pure gains first. No seat loses anything
    by this order."""
    return tuple(sorted(parts, key=lambda part: type(part) not in GAINS))


def gain(
    state: JourneyState,
    seat: int,
    emit: Emitter,
    *,
    coins: int = 0,
    points: int = 0,
    knowledge: int = 0,
    steps: int = 0,
) -> None:
    """Gain coins, points, knowledge and steps; each step past the end of the evolution track gives
    a point instead. [ruling: Evolution]"""
    if steps:
        reached = state.evolution[seat] + steps
        over = max(reached - LAST_STEP, 0)
        state.evolution = replaced(state.evolution, seat, reached - over)
        points += over
        steps -= over
    if coins:
        state.coins = plus(state.coins, seat, coins)
    if points:
        state.points = plus(state.points, seat, points)
    if knowledge:
        state.knowledge = plus(state.knowledge, seat, knowledge)
    if emit and (coins or points or knowledge or steps):
        emit(Gained(seat, coins, points, knowledge, steps))


def gain_of(state: JourneyState, effect: AnyEffect, emit: Emitter) -> None:
    """Do an effect that is a pure gain."""
    match effect:
        case material.Coins(number):
            gain(state, state.actor, emit, coins=number)
        case material.Points(number):
            gain(state, state.actor, emit, points=number)
        case material.Knowledge(number):
            gain(state, state.actor, emit, knowledge=number)
        case material.Evolve(steps):
            gain(state, state.actor, emit, steps=steps)
        case _:
            raise TypeError(effect)


# --- what can be done: the most frequent question of the rules

Can = Callable[[JourneyState, Effect, Means], bool]
"""A test of whether some part of an effect can be done with the given means."""

CAN: Final[dict[type[Effect], Can]] = {}
"""The tests, by class of effect. ``rules`` fills the table; it is here because a compound effect
uses the tests of its parts."""


def can(state: JourneyState, effect: AnyEffect, has: Means) -> bool:
    """Return whether some part of an effect can be done by the acting seat, with these means."""
    return CAN[type(effect)](state, effect, has)


def can_any(state: JourneyState, parts: Iterable[AnyEffect], has: Means) -> bool:
    """Return whether one of several effects can be done at least in part, with these means."""
    for part in parts:  # noqa: SIM110 - a loop is twice as fast here
        if CAN[type(part)](state, part, has):
            return True
    return False


# --- seals


NO_SEAL: Final = bytes((NOTHING,))
"""An empty spot of a scroll."""


@lru_cache(maxsize=1 << 14)
def lacking(row: Cards, seals: str) -> int:
    """Return how many of the given seals a row lacks. A purple seal counts as any seal. [Wax Seals;
    ruling: P]"""
    missing = -row.count(PURPLE)  # Below 0 for purple seals that are not needed.
    for colour, number in _wanted(seals):
        copies = row.count(colour)
        if copies < number:
            missing += number - copies
    return max(missing, 0)


@lru_cache(maxsize=1 << 12)
def _wanted(seals: str) -> tuple[tuple[int, int], ...]:
    """Return each colour of the given seals, with the number of its seals."""
    return tuple((colour, number) for colour, number in enumerate(colours(seals)) if number)


def _free_rows(state: JourneyState) -> list[int]:
    """List the rows of the acting seat that have an empty spot."""
    return [row for row, seals in enumerate(state.rows[state.actor]) if len(seals) < ROW_SPOTS]


def is_able(state: JourneyState, seat: int, ability: Ability) -> bool:
    """Return whether an achieved objective gives a seat this ability for the rest of the game."""
    return bool(state.achieved[seat] >> ABILITY[ability] & 1)


def seal_cost(state: JourneyState, spot: int, row: int, discount: int) -> int:
    """Return the coins for a seal of the Academy: the costs of its scroll and of the next spot of a
    row less all discounts, but not below 0. [Academy; Effects: Academy]

    Args:
        spot: the spot of the seal on the scrolls.
    """
    seat = state.actor
    scroll = 0 if is_able(state, seat, "scrolls") else SCROLL_COSTS[spot // SCROLL_SPOTS]
    return max(scroll + SPOT_COSTS[len(state.rows[seat][row])] - discount, 0)


def can_buy_seal(state: JourneyState, effect: material.Academy, means: Means) -> bool:
    """Return whether the seat can pay for the cheapest seal: the first, to the shortest row."""
    seat = state.actor
    size = min(map(len, state.rows[seat]))
    # The spot of the first seal: scrolls and spots of a row become dearer one after the other.
    spot = len(state.scrolls) - len(state.scrolls.lstrip(NO_SEAL))
    if size == ROW_SPOTS or spot == len(state.scrolls):
        return False
    scroll = 0 if is_able(state, seat, "scrolls") else SCROLL_COSTS[spot // SCROLL_SPOTS]
    return scroll + SPOT_COSTS[size] - effect.discount - means.discount <= means.coins


def seal_purchases(state: JourneyState, effect: material.Academy) -> Sequence[Buy]:
    """List the seals that the seat can pay for, with the rows where they may go."""
    seat = state.actor
    has = means(state)
    coins_left = has.coins + has.discount + effect.discount
    costs = [(row, SPOT_COSTS[len(state.rows[seat][row])]) for row in _free_rows(state)]
    scrolls_are_free = is_able(state, seat, "scrolls")
    actions: list[Buy] = []
    for scroll in range(SCROLLS):
        coins_for_spot = coins_left if scrolls_are_free else coins_left - SCROLL_COSTS[scroll]
        rows = tuple([row for row, cost in costs if cost <= coins_for_spot])
        for spot in range(scroll * SCROLL_SPOTS, (scroll + 1) * SCROLL_SPOTS):
            if state.scrolls[spot] != NOTHING:
                actions += _buys(spot, rows)
    return actions


@lru_cache(maxsize=1 << 12)
def _buys(spot: int, rows: tuple[int, ...]) -> tuple[Buy, ...]:
    return tuple(Buy(spot, row) for row in rows)


def buy_seal(state: JourneyState, effect: material.Academy, action: Buy, emit: Emitter) -> None:
    """Pay for a seal, and put it on the left-most empty spot of a row. [Academy]"""
    discount = effect.discount + means(state).discount
    cost = seal_cost(state, action.spot, action.row, discount)
    pay(state, cost)
    colour = state.scrolls[action.spot]
    state.scrolls = put(state.scrolls, action.spot, NOTHING)
    _add(state, colour, action.row, cost, emit)


def _add(state: JourneyState, colour: int, row: int, cost: int, emit: Emitter) -> None:
    """Put a seal on a row of the acting seat; the cost is only for the event."""
    seat = state.actor
    rows = state.rows[seat]
    state.rows = replaced(state.rows, seat, replaced(rows, row, rows[row] + bytes((colour,))))
    if emit:
        emit(Bought(seat, colour, row, cost))


def can_add(state: JourneyState, effect: material.Seal, means: Means) -> bool:
    """Return whether the bag holds a seal and a row has room."""
    return any(state.bag[:PURPLE]) and bool(_free_rows(state))


def can_add_purple(state: JourneyState, effect: material.Purple, means: Means) -> bool:
    """Return whether the supply holds a purple seal and a row has room."""
    return bool(state.bag[PURPLE]) and bool(_free_rows(state))


def additions(state: JourneyState, effect: material.Seal) -> Sequence[Add]:
    """List the seals of the bag, with the rows where they may go. [Effects: 1 seal of any
    colour]"""
    rows = _free_rows(state)
    return [
        Add(colour, row)
        for colour, number in enumerate(state.bag[:PURPLE])
        if number
        for row in rows
    ]


def purple_additions(state: JourneyState, effect: material.Purple) -> Sequence[Add]:
    """List the rows where a purple seal may go."""
    return [Add(PURPLE, row) for row in _free_rows(state)]


def add_seal(
    state: JourneyState, effect: material.Seal | material.Purple, action: Add, emit: Emitter
) -> None:
    """Take a seal from the bag or the supply, at no cost."""
    state.bag = put(state.bag, action.colour, state.bag[action.colour] - 1)
    _add(state, action.colour, action.row, 0, emit)
