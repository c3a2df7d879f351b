"""Effects: whether something of each can be done, what may be chosen, and what then happens."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Any, Final, NamedTuple

from darwin_core.game import NOTHING
from darwin_core.games.journey import academy, diaries, letters, museum, objectives, voyage
from darwin_core.games.journey.academy import lacking
from darwin_core.games.journey.actions import (
    END,
    SKIP,
    Achieve,
    AnyAction,
    Complete,
    Do,
    End,
    Place,
    Take,
    Unlock,
    Visit,
    do,
    place,
    take,
    unlock,
    visit,
)
from darwin_core.games.journey.components import (
    LENS_COIN,
    LOCKABLE,
    OBJECTIVES,
    ORDER_LOCATION,
    SPECIAL_SILVER,
)
from darwin_core.games.journey.events import Ended, Placed, Unlocked, Visited
from darwin_core.games.journey.pieces import (
    GAINS,
    Ear,
    Means,
    gain,
    gain_of,
    gains_first,
    means,
    pay,
    plus,
    put,
    swap,
)
from darwin_core.games.journey.state import (
    NEUTRAL,
    Academy,
    Act,
    AnyEffect,
    AnyOrder,
    Camp,
    Cards,
    CheaperTurn,
    Coins,
    Copy,
    Correspond,
    Deliver,
    Disembark,
    Either,
    Equip,
    Explore,
    Gain,
    InOrder,
    Inside,
    JourneyState,
    Lens,
    Museum,
    Navigate,
    Overtake,
    Perform,
    Purple,
    Redeliver,
    Research,
    Retent,
    Seal,
    Spend,
    Triumph,
    Turn,
    Window,
)


def can(state: JourneyState, effect: AnyEffect, has: Means) -> bool:
    """Whether something of an effect can be done by the seat that acts, with such means."""
    return _CAN[type(effect)](state, effect, has)


def _any(state: JourneyState, parts: Iterable[AnyEffect], has: Means) -> bool:
    for part in parts:  # noqa: SIM110 - a loop is twice as fast here
        if _CAN[type(part)](state, part, has):
            return True
    return False


# --- several things


def _offers(state: JourneyState, parts: Sequence[AnyEffect]) -> list[Do]:
    """Things that can be done now, each once."""
    has = means(state)
    return [
        do(number)
        for number, part in enumerate(parts)
        if part not in parts[:number] and _CAN[type(part)](state, part, has)
    ]


def _can_either(state: JourneyState, effect: Either, has: Means) -> bool:
    return _any(state, effect.ways, has)


def _ways(state: JourneyState, effect: Either) -> Sequence[AnyAction]:
    """One of several things. [Effects: OR]"""
    return [*_offers(state, effect.ways), SKIP]


def _chose(state: JourneyState, effect: Either, action: Do, emit: Ear) -> None:
    state.pending.append(effect.ways[action.part])


def _can_spend(state: JourneyState, effect: Spend, has: Means) -> bool:
    return has.knowledge > 0 and _any(state, effect.ways, has)


def _expenses(state: JourneyState, effect: Spend) -> Sequence[AnyAction]:
    return [*_offers(state, effect.ways), SKIP]


def _spent(state: JourneyState, effect: Spend, action: Do, emit: Ear) -> None:
    """Give back one temporary knowledge. [Special & Crew Actions]"""
    gain(state, state.actor, emit, knowledge=-1)
    state.pending.append(effect.ways[action.part])


def _can_any(state: JourneyState, effect: AnyOrder | Act | InOrder, has: Means) -> bool:
    return _any(state, effect.parts, has)


def _parts(state: JourneyState, effect: AnyOrder) -> Sequence[AnyAction]:
    return [*_offers(state, effect.parts), SKIP]


def rest_of(effect: AnyOrder | Act, part: int) -> AnyOrder | Act:
    """The same without one of its parts, which is done now."""
    parts = effect.parts[:part] + effect.parts[part + 1 :]
    if isinstance(effect, AnyOrder):
        return AnyOrder(parts)
    return Act(parts, effect.discount, has_begun=True)


def _did(state: JourneyState, effect: AnyOrder | Act, action: AnyAction, emit: Ear) -> None:
    """One part now, the rest afterwards; or a free action between them."""
    if isinstance(action, Do):
        state.pending += (rest_of(effect, action.part), effect.parts[action.part])
    else:
        state.pending.append(effect)
        _act_freely(state, action, emit)


def _can_go_on(state: JourneyState, effect: Act, has: Means) -> bool:
    """What cannot be paid now may be after a free action. [Free actions: between the actions]"""
    return _any(state, effect.parts, has) or (bool(effect.parts) and _is_between(state, effect))


def _is_between(state: JourneyState, effect: AnyOrder | Act) -> bool:
    """Whether free actions can be taken between those of a location."""
    return isinstance(effect, Act) and effect.has_begun and bool(free_actions(state))


def unfold(state: JourneyState, effect: AnyOrder | Act, emit: Ear) -> bool:
    """Begin what needs no question: what only gains, and what alone can be done. Says whether it
    did; the effect is still on the stack then, with what is left of it."""
    parts, number = effect.parts, 0
    if not parts:
        state.pending.pop()
        return True
    if type(parts[0]) not in GAINS:
        if _is_between(state, effect):
            return False
        if len(parts) > 1:
            offers = _offers(state, parts)
            if len(offers) > 1:
                return False
            if not offers:
                state.pending.pop()
                return True
            number = offers[0].part
    state.pending[-1] = rest_of(effect, number)
    state.pending.append(parts[number])
    return True


def free_actions(state: JourneyState) -> list[AnyAction]:
    """What the seat that acts may do when no effect is pending. [Free actions]"""
    seat = state.actor
    return objectives.achievements(state, seat) + objectives.completions(state, seat)


def _act_freely(state: JourneyState, action: AnyAction, emit: Ear) -> None:
    if isinstance(action, Achieve):
        objectives.achieve_objective(state, action, emit)
    else:
        assert isinstance(action, Complete)
        objectives.complete_crew(state, action, emit)


def _acts(state: JourneyState, effect: Act) -> Sequence[AnyAction]:
    """What a worker came for; free actions between. [Action; Free actions]"""
    free = free_actions(state) if effect.has_begun else ()
    return [*_offers(state, effect.parts), *free, SKIP]


def _can_complete(state: JourneyState, effect: Window, has: Means) -> bool:
    return bool(objectives.completions(state, effect.seat))


def _completions(state: JourneyState, effect: Window) -> Sequence[AnyAction]:
    return [*objectives.completions(state, effect.seat), SKIP]


def _completed(state: JourneyState, effect: Window, action: Complete, emit: Ear) -> None:
    state.pending.append(effect)
    objectives.complete_crew(state, action, emit)


# --- locations


def _can_unlock(state: JourneyState, effect: Lens, has: Means) -> bool:
    return (
        diaries.lens_cost(effect.is_free) <= has.coins
        and diaries.has_lens(state, state.actor)
        and bool(diaries.unlockable(state))
    )


def _unlockings(state: JourneyState, effect: Lens) -> Sequence[AnyAction]:
    return [*map(unlock, diaries.unlockable(state)), SKIP]


def _unlocked(state: JourneyState, effect: Lens, action: Unlock, emit: Ear) -> None:
    """Pay, place the lens, and do what the location does, without its seals. [Unlock Lens
    Location]"""
    seat, location, cost = state.actor, action.location, diaries.lens_cost(effect.is_free)
    pay(state, cost)
    state.lenses = put(state.lenses, location, seat)
    if emit:
        emit(Unlocked(seat, location, cost))
    state.pending.append(AnyOrder(gains_first(diaries.actions_of(state, location))))


def _visits(state: JourneyState, has: Means, inside: frozenset[int]) -> Iterator[int]:
    """Locked locations where something can be done, save those that are being performed."""
    for location in diaries.locked(state.lenses):
        parts = diaries.actions_of(state, location)
        if location not in inside and _any_inside(state, parts, has, inside | {location}):
            yield location


def _any_inside(
    state: JourneyState, parts: Sequence[AnyEffect], has: Means, inside: frozenset[int]
) -> bool:
    return any(_can_inside(state, part, has, inside) for part in parts)


def _can_inside(state: JourneyState, part: AnyEffect, has: Means, inside: frozenset[int]) -> bool:
    """Return whether an effect could be done while these locations are being performed."""
    if type(part) is Perform:
        return any(True for _ in _visits(state, has, inside))
    if type(part) is Lens and state.rules >= 2 and inside.issuperset(diaries.unlockable(state)):
        return False
    return can(state, part, has)


def _can_perform(state: JourneyState, effect: Perform, has: Means) -> bool:
    return any(True for _ in _visits(state, has, diaries.inside(state)))


def _performances(state: JourneyState, effect: Perform) -> Sequence[AnyAction]:
    return [*map(visit, _visits(state, means(state), diaries.inside(state))), SKIP]


def _performed(state: JourneyState, effect: Perform, action: Visit, emit: Ear) -> None:
    """Do what a locked location does; it stays locked. [Effects: Perform a locked location]"""
    if emit:
        emit(Visited(state.actor, action.location))
    parts = gains_first(diaries.actions_of(state, action.location))
    state.pending += (Inside(action.location), AnyOrder(parts))


# --- turns


def turns(state: JourneyState, effect: Turn) -> Sequence[AnyAction]:
    """Place a worker, or end the turn; free actions before and after. [Action]"""
    found = [END] if effect.has_placed else placings(state, effect.seat)
    return [*found, *free_actions(state)]


def placings(state: JourneyState, seat: int) -> list[AnyAction]:
    """All places of all workers. [Worker Placement Restrictions; ruling: Placing]"""
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
    found: list[AnyAction] = []
    calm, pressed = Means(coins, 0, 0), Means(coins - extra, 0, 0)
    for locations, first, parts in others:
        here = locations & there
        if here:
            # Who has more can do more: what the poorest could do, all can.
            has = pressed if here & busy else calm
            if _any(state, parts, has):
                useful |= here
            elif here & diaries.RICHER:
                found += _places_of_some(state, seat, first, has.coins)
    for worker, locations in zip(home, reach, strict=True):
        found += _places(worker, locations & useful)
    return found


@lru_cache(maxsize=1 << 14)
def _places(worker: int, locations: diaries.Locations) -> tuple[AnyAction, ...]:
    return tuple([place(worker, at) for at in diaries.ALL if locations >> at & 1])


def _places_of_some(state: JourneyState, seat: int, location: int, coins: int) -> list[AnyAction]:
    """A location for the workers whose distinction, or whose knowledge left, is what it takes."""
    knowledge, seals = state.knowledge[seat], diaries.seals_of(state, location)
    rows = diaries.rows_of(state, seat)
    # What the richest could not do, nobody can.
    most = Means(coins + SPECIAL_SILVER, knowledge, 1)
    if not _any(state, diaries.actions_of(state, location), most):
        return []
    found: list[AnyAction] = []
    for worker in diaries.at_home(state, seat):
        left = knowledge - lacking(rows[worker], seals)
        if left >= 0 and _is_of_use(state, location, rows[worker], coins, left):
            found.append(place(worker, location))
    return found


def _is_of_use(state: JourneyState, location: int, row: Cards, coins: int, knowledge: int) -> bool:
    """Whether one of the actions of a location can be done with what is then left."""
    parts, bonus, discount = diaries.stay(state, location, diaries.distinction(row))
    coins += sum(part.number for part in bonus if isinstance(part, Coins))
    return _any(state, parts, Means(coins, knowledge, discount))


def _turned(state: JourneyState, effect: Turn, action: AnyAction, emit: Ear) -> None:
    if isinstance(action, End):
        if emit:
            emit(Ended(effect.seat))
    elif isinstance(action, Place):
        _placed(state, effect.seat, action, emit)
    else:
        state.pending.append(effect)
        _act_freely(state, action, emit)


def _placed(state: JourneyState, seat: int, action: Place, emit: Ear) -> None:
    """Costs, knowledge, the lens's owner, distinctions, actions, in this order.
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
    state.workers = swap(state.workers, seat, put(state.workers[seat], worker, location))
    if location == ORDER_LOCATION:
        state.queue += bytes((seat,))
    if emit:
        emit(Placed(seat, worker, location, cost, lack, owner))
    parts, bonus, discount = diaries.stay(state, location, diaries.distinction(row))
    for part in bonus:
        gain_of(state, part, emit)
    if discount and state.rules >= 2:
        state.pending += (CheaperTurn(seat, True, discount), Act(gains_first(parts)))
    else:
        state.pending += (Turn(seat, has_placed=True), Act(gains_first(parts), discount))


# --- start tiles


def _always(state: JourneyState, effect: AnyEffect, has: Means) -> bool:
    return True


def _equipment(state: JourneyState, effect: Equip) -> Sequence[AnyAction]:
    """Start tiles of a colour. [set-up: Starting objectives]"""
    return [take(tile) for tile in state.starters if OBJECTIVES[tile].is_gold == effect.is_gold]


def _equipped(state: JourneyState, effect: Equip, action: Take, emit: Ear) -> None:
    state.starters = state.starters.replace(bytes((action.tile,)), b"")
    objectives.keep(state, action.tile, NOTHING, emit)


def _none(state: JourneyState, effect: InOrder) -> Sequence[AnyAction]:
    return ()


def _nothing(state: JourneyState, effect: InOrder, action: AnyAction, emit: Ear) -> None:
    raise TypeError(effect)


class Kind(NamedTuple):
    """What is known of effects of a kind."""

    can: Callable[[JourneyState, Any, Means], bool]
    """Whether something of it can be done with such means; else it is skipped."""
    choices: Callable[[JourneyState, Any], Sequence[AnyAction]]
    """What may be chosen then."""
    done: Callable[[JourneyState, Any, Any, Ear], None]
    """What then happens; leaving it is dealt with before, save for ``Correspond``."""


KINDS: Final[dict[type, Kind]] = {
    Explore: Kind(voyage.can_explore, voyage.explorations, voyage.explored),
    Navigate: Kind(voyage.can_navigate, voyage.navigations, voyage.navigated),
    Overtake: Kind(voyage.can_overtake, voyage.overtakings, voyage.overtaken),
    Disembark: Kind(voyage.can_disembark, voyage.disembarkings, voyage.disembarked),
    Camp: Kind(voyage.can_camp, voyage.camps, voyage.camped),
    Retent: Kind(voyage.can_retent, voyage.retents, voyage.retented),
    Correspond: Kind(letters.can_correspond, letters.stampings, letters.stamped),
    Academy: Kind(academy.can_study, academy.studies, academy.studied),
    Seal: Kind(academy.can_add, academy.additions, academy.added),
    Purple: Kind(academy.can_add_purple, academy.purple_additions, academy.added),
    Museum: Kind(museum.can_use, museum.uses, museum.used),
    Deliver: Kind(museum.can_deliver, museum.deliveries, museum.delivered),
    Research: Kind(museum.can_research, museum.researches, museum.researched),
    Redeliver: Kind(museum.can_redeliver, museum.redeliveries, museum.redelivered),
    Gain: Kind(objectives.can_take, objectives.takings, objectives.taken),
    Triumph: Kind(objectives.can_triumph, objectives.triumphs, objectives.triumphed),
    Copy: Kind(objectives.can_copy, objectives.copies, objectives.copied),
    Lens: Kind(_can_unlock, _unlockings, _unlocked),
    Perform: Kind(_can_perform, _performances, _performed),
    Either: Kind(_can_either, _ways, _chose),
    Spend: Kind(_can_spend, _expenses, _spent),
    AnyOrder: Kind(_can_any, _parts, _did),
    InOrder: Kind(_can_any, _none, _nothing),
    Act: Kind(_can_go_on, _acts, _did),
    Window: Kind(_can_complete, _completions, _completed),
    Turn: Kind(_always, turns, _turned),
    CheaperTurn: Kind(_always, turns, _turned),
    Equip: Kind(_always, _equipment, _equipped),
}
"""All effects that leave a choice, and those that hold others."""

_CAN: Final[dict[type, Callable[[JourneyState, Any, Means], bool]]] = {
    **dict.fromkeys(GAINS, _always),
    **{kind: known.can for kind, known in KINDS.items()},
}
"""Whether something of an effect can be done, by its kind: asked more often than anything else."""
