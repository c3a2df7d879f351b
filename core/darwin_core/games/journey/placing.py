"""The turn of a seat: placing a worker, free actions, the end of the turn."""

from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import diaries, effects, objectives, rounds
from darwin_core.games.journey.academy import lacking
from darwin_core.games.journey.actions import END, End, Place
from darwin_core.games.journey.components import LENS_COIN, LOCKABLE, ORDER_LOCATION, SPECIAL_SILVER
from darwin_core.games.journey.events import Emitter, Ended, Placed
from darwin_core.games.journey.pieces import Means, gain_of, gains_first, pay
from darwin_core.games.journey.possible import can_any
from darwin_core.games.journey.state import NEUTRAL, JourneyState
from darwin_core.kit.rows import plus, put, replaced


def turns(
    state: JourneyState, effect: effects.Turn
) -> Sequence[End | Place | objectives.FreeAction]:
    """List the placings of workers and the end of the turn; free actions before and after.
    [Action]"""
    if effect.has_placed:
        return [END, *objectives.free_actions(state)]
    return [*placings(state, effect.seat), *objectives.free_actions(state)]


def placings(state: JourneyState, seat: int) -> list[Place]:
    """List all places of all workers. [Worker Placement Restrictions; ruling: Placing]"""
    coins, knowledge, specials = state.coins[seat], state.knowledge[seat], state.specials
    home = diaries.at_home(state, seat)
    rows = diaries.rows_of(state, seat)
    reach = [diaries.in_reach(rows[worker], specials, knowledge) for worker in home]
    full, busy = diaries.crowd(state)
    extra = diaries.occupied_cost(state, seat)
    there = diaries.unlocked(state.lenses) & reduce(or_, reach, 0) & ~full
    if coins < extra:
        there &= ~busy
    gaining, others = diaries.uses(specials, len(state.coins))
    useful = there & gaining
    found: list[Place] = []
    calm, pressed = Means(coins, 0, 0), Means(coins - extra, 0, 0)
    for locations, first, parts in others:
        here = locations & there
        if here:
            # More means allow more: a place that the poorest worker can use, all can use.
            has = pressed if here & busy else calm
            if can_any(state, parts, has):
                useful |= here
            elif here & diaries.RICHER:
                found += _places_of_some(state, seat, first, has.coins)
    for worker, locations in zip(home, reach, strict=True):
        found += _places(worker, locations & useful)
    return found


@lru_cache(maxsize=1 << 14)
def _places(worker: int, locations: diaries.Locations) -> tuple[Place, ...]:
    return tuple([Place(worker, at) for at in diaries.ALL if locations >> at & 1])


def _places_of_some(state: JourneyState, seat: int, location: int, coins: int) -> list[Place]:
    """List a location's placings for the workers that have the distinction or the knowledge it
    needs."""
    knowledge, seals = state.knowledge[seat], diaries.seals_of(state, location)
    rows = diaries.rows_of(state, seat)
    # A place that the richest worker cannot use, none can use.
    most = Means(coins + SPECIAL_SILVER, knowledge, 1)
    if not can_any(state, diaries.actions_of(state, location), most):
        return []
    found: list[Place] = []
    for worker in diaries.at_home(state, seat):
        left = knowledge - lacking(rows[worker], seals)
        if left >= 0 and _is_of_use(state, location, rows[worker], coins, left):
            found.append(Place(worker, location))
    return found


def _is_of_use(state: JourneyState, location: int, row: Cards, coins: int, knowledge: int) -> bool:
    """Return whether one of the actions of a location can be done with the means left after
    placing."""
    parts, bonus, discount = diaries.stay(state, location, diaries.distinction(row))
    coins += sum(part.number for part in bonus if isinstance(part, effects.Coins))
    return can_any(state, parts, Means(coins, knowledge, discount))


def take_turn(
    state: JourneyState,
    effect: effects.Turn,
    action: End | Place | objectives.FreeAction,
    emit: Emitter,
) -> None:
    """Place a worker, take a free action, or end the turn."""
    if isinstance(action, End):
        if emit:
            emit(Ended(effect.seat))
        rounds.next_turn(state, effect.seat, emit)
    elif isinstance(action, Place):
        _place_worker(state, effect.seat, action, emit)
    else:
        state.pending.append(effect)
        objectives.act_freely(state, action, emit)


def _place_worker(state: JourneyState, seat: int, action: Place, emit: Emitter) -> None:
    """Place a worker: costs, knowledge, the lens's owner, distinctions, actions, in this order.
    [ruling: Placing]"""
    worker, location = action.worker, action.location
    cost = diaries.occupied_cost(state, seat) if diaries.is_busy(state, location) else 0
    row = diaries.row_of(state, seat, worker)
    lack = lacking(row, diaries.seals_of(state, location))
    pay(state, cost)
    if lack:
        state.knowledge = plus(state.knowledge, seat, -lack)
    owner = state.lenses[location] if location < LOCKABLE else NOTHING
    if owner in {seat, NEUTRAL}:
        owner = NOTHING
    if owner != NOTHING:
        state.coins = plus(state.coins, owner, LENS_COIN)
    state.workers = replaced(state.workers, seat, put(state.workers[seat], worker, location))
    if location == ORDER_LOCATION:
        state.queue += bytes((seat,))
    if emit:
        emit(Placed(seat, worker, location, cost, lack, owner))
    parts, bonus, discount = diaries.stay(state, location, diaries.distinction(row))
    for part in bonus:
        gain_of(state, part, emit)
    if discount and state.rules >= 2:
        state.pending += (
            effects.CheaperTurn(seat, True, discount),
            effects.Act(gains_first(parts)),
        )
    else:
        state.pending += (
            effects.Turn(seat, has_placed=True),
            effects.Act(gains_first(parts), discount),
        )
