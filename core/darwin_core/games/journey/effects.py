"""Effects: their preconditions, their choices and their consequences."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import Final, NamedTuple, TypeVar, cast

from darwin_core.game import NOTHING
from darwin_core.games.journey import academy, diaries, letters, museum, objectives, rounds, voyage
from darwin_core.games.journey.academy import lacking
from darwin_core.games.journey.actions import (
    END,
    SKIP,
    Achieve,
    AnyAction,
    Complete,
    Do,
    End,
    Perform,
    Place,
    Skip,
    Take,
    Unlock,
)
from darwin_core.games.journey.components import (
    LENS_COIN,
    LOCKABLE,
    OBJECTIVES,
    ORDER_LOCATION,
    SPECIAL_SILVER,
)
from darwin_core.games.journey.events import (
    Emitter,
    Ended,
    JourneyEvent,
    Performed,
    Placed,
    Unlocked,
)
from darwin_core.games.journey.pieces import (
    GAINS,
    Means,
    gain,
    gain_of,
    gains_first,
    means,
    pay,
)
from darwin_core.games.journey.state import (
    NEUTRAL,
    Academy,
    AchieveUnmet,
    Act,
    AnyEffect,
    AnyOrder,
    Cards,
    CheaperTurn,
    Coins,
    CopyCrew,
    Correspond,
    DeliverSpecimen,
    Either,
    Equip,
    Explore,
    InOrder,
    Inside,
    JourneyState,
    LandExplorer,
    Lens,
    Museum,
    Navigate,
    Overtake,
    PerformLocked,
    PitchTent,
    Purple,
    Redeliver,
    ResearchSpecimen,
    ReuseTent,
    Seal,
    Spend,
    TakeObjective,
    Turn,
    Window,
)
from darwin_core.kit.effects import Effect, Rule, ask
from darwin_core.kit.rows import plus, put, swap

FreeAction = Achieve | Complete

F = TypeVar("F", bound=Effect)
B = TypeVar("B", bound=AnyAction)


def can(state: JourneyState, effect: AnyEffect, has: Means) -> bool:
    """Return whether some part of an effect can be done by the acting seat, with these means."""
    return _CAN[type(effect)](state, effect, has)


def _any(state: JourneyState, parts: Iterable[AnyEffect], has: Means) -> bool:
    for part in parts:  # noqa: SIM110 - a loop is twice as fast here
        if _CAN[type(part)](state, part, has):
            return True
    return False


# --- several things


def _offers(state: JourneyState, parts: Sequence[AnyEffect]) -> list[Do]:
    """List the things that can be done now, each once."""
    has = means(state)
    return [
        Do(number)
        for number, part in enumerate(parts)
        if part not in parts[:number] and _CAN[type(part)](state, part, has)
    ]


def _can_either(state: JourneyState, effect: Either, has: Means) -> bool:
    return _any(state, effect.ways, has)


def _ways(state: JourneyState, effect: Either) -> Sequence[Do]:
    """List the alternatives. [Effects: OR]"""
    return _offers(state, effect.ways)


def _choose(state: JourneyState, effect: Either, action: Do, emit: Emitter) -> None:
    state.pending.append(effect.ways[action.part])


def _can_spend(state: JourneyState, effect: Spend, has: Means) -> bool:
    return has.knowledge > 0 and _any(state, effect.ways, has)


def _expenses(state: JourneyState, effect: Spend) -> Sequence[Do]:
    return _offers(state, effect.ways)


def _spend(state: JourneyState, effect: Spend, action: Do, emit: Emitter) -> None:
    """Give back one temporary knowledge. [Special & Crew Actions]"""
    gain(state, state.actor, emit, knowledge=-1)
    state.pending.append(effect.ways[action.part])


def _can_any(state: JourneyState, effect: AnyOrder | Act | InOrder, has: Means) -> bool:
    return _any(state, effect.parts, has)


def _parts(state: JourneyState, effect: AnyOrder) -> Sequence[Do]:
    return _offers(state, effect.parts)


def rest_of(effect: AnyOrder | Act, part: int) -> AnyOrder | Act:
    """Return the same effect without the part that is done now."""
    parts = effect.parts[:part] + effect.parts[part + 1 :]
    if isinstance(effect, AnyOrder):
        return AnyOrder(parts)
    return Act(parts, effect.discount, has_begun=True)


def _do_part(
    state: JourneyState, effect: AnyOrder | Act, action: Do | FreeAction, emit: Emitter
) -> None:
    """Do one part now and keep the rest for afterwards; or take a free action between them."""
    if isinstance(action, Do):
        state.pending += (rest_of(effect, action.part), effect.parts[action.part])
    else:
        state.pending.append(effect)
        _act_freely(state, action, emit)


def _can_continue(state: JourneyState, effect: Act, has: Means) -> bool:
    """Return whether the action can continue. A cost that is too high now may be paid after a free
    action. [Free actions: between the actions]"""
    return _any(state, effect.parts, has) or (bool(effect.parts) and _is_between(state, effect))


def _is_between(state: JourneyState, effect: AnyOrder | Act) -> bool:
    """Return whether free actions can be taken between those of a location."""
    return isinstance(effect, Act) and effect.has_begun and bool(free_actions(state))


def unfold(state: JourneyState, effect: AnyOrder | Act, emit: Emitter) -> bool:
    """Do the parts that need no question: pure gains, and a part that is the only possible one. The
    effect stays on the stack with its remaining parts. Return whether it waits for an answer."""
    parts, number = effect.parts, 0
    if not parts:
        state.pending.pop()
        return False
    if type(parts[0]) not in GAINS:
        if _is_between(state, effect):
            return True
        if len(parts) > 1:
            offers = _offers(state, parts)
            if len(offers) > 1:
                return True
            if not offers:
                state.pending.pop()
                return False
            number = offers[0].part
    state.pending[-1] = rest_of(effect, number)
    state.pending.append(parts[number])
    return False


def free_actions(state: JourneyState) -> list[FreeAction]:
    """List the free actions of the acting seat when no effect is pending. [Free actions]"""
    seat = state.actor
    return [*objectives.achievements(state, seat), *objectives.completions(state, seat)]


def _act_freely(state: JourneyState, action: FreeAction, emit: Emitter) -> None:
    if isinstance(action, Achieve):
        objectives.achieve_objective(state, action, emit)
    else:
        objectives.complete_crew(state, action, emit)


def _acts(state: JourneyState, effect: Act) -> Sequence[Do | FreeAction]:
    """List the actions of a worker's location, and the free actions between them. [Action; Free
    actions]"""
    free = free_actions(state) if effect.has_begun else ()
    return [*_offers(state, effect.parts), *free]


def _can_complete(state: JourneyState, effect: Window, has: Means) -> bool:
    return bool(objectives.completions(state, effect.seat))


def _completions(state: JourneyState, effect: Window) -> Sequence[Complete]:
    return objectives.completions(state, effect.seat)


def _complete(state: JourneyState, effect: Window, action: Complete, emit: Emitter) -> None:
    state.pending.append(effect)
    objectives.complete_crew(state, action, emit)


# --- locations


def _can_unlock(state: JourneyState, effect: Lens, has: Means) -> bool:
    return (
        diaries.lens_cost(effect.is_free) <= has.coins
        and diaries.has_lens(state, state.actor)
        and bool(diaries.unlockable(state))
    )


def _unlockings(state: JourneyState, effect: Lens) -> Sequence[Unlock]:
    return [*map(Unlock, diaries.unlockable(state))]


def _unlock(state: JourneyState, effect: Lens, action: Unlock, emit: Emitter) -> None:
    """Pay, place the lens, and do the actions of the location, without its seals. [Unlock Lens
    Location]"""
    seat, location, cost = state.actor, action.location, diaries.lens_cost(effect.is_free)
    pay(state, cost)
    state.lenses = put(state.lenses, location, seat)
    if emit:
        emit(Unlocked(seat, location, cost))
    state.pending.append(AnyOrder(gains_first(diaries.actions_of(state, location))))


def _visits(state: JourneyState, has: Means, inside: frozenset[int]) -> Iterator[int]:
    """Yield the locked locations where something can be done, save those that are being
    performed."""
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
    if type(part) is PerformLocked:
        return any(True for _ in _visits(state, has, inside))
    if type(part) is Lens and state.rules >= 2 and inside.issuperset(diaries.unlockable(state)):
        return False
    return can(state, part, has)


def _can_perform(state: JourneyState, effect: PerformLocked, has: Means) -> bool:
    return any(True for _ in _visits(state, has, diaries.inside(state)))


def _performances(state: JourneyState, effect: PerformLocked) -> Sequence[Perform]:
    return [*map(Perform, _visits(state, means(state), diaries.inside(state)))]


def _perform(state: JourneyState, effect: PerformLocked, action: Perform, emit: Emitter) -> None:
    """Do the actions of a locked location; it stays locked. [Effects: Perform a locked location]"""
    if emit:
        emit(Performed(state.actor, action.location))
    parts = gains_first(diaries.actions_of(state, action.location))
    state.pending += (Inside(action.location), AnyOrder(parts))


# --- turns


def turns(state: JourneyState, effect: Turn) -> Sequence[End | Place | FreeAction]:
    """List the placings of workers and the end of the turn; free actions before and after.
    [Action]"""
    if effect.has_placed:
        return [END, *free_actions(state)]
    return [*placings(state, effect.seat), *free_actions(state)]


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
            if _any(state, parts, has):
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
    if not _any(state, diaries.actions_of(state, location), most):
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
    coins += sum(part.number for part in bonus if isinstance(part, Coins))
    return _any(state, parts, Means(coins, knowledge, discount))


def _take_turn(
    state: JourneyState, effect: Turn, action: End | Place | FreeAction, emit: Emitter
) -> None:
    if isinstance(action, End):
        if emit:
            emit(Ended(effect.seat))
        rounds.next_turn(state, effect.seat, emit)
    elif isinstance(action, Place):
        _place_worker(state, effect.seat, action, emit)
    else:
        state.pending.append(effect)
        _act_freely(state, action, emit)


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


def _always(state: JourneyState, effect: Effect, has: Means) -> bool:
    return True


def _equipment(state: JourneyState, effect: Equip) -> Sequence[Take]:
    """List the start tiles of a colour. [set-up: Starting objectives]"""
    return [Take(tile) for tile in state.starters if OBJECTIVES[tile].is_gold == effect.is_gold]


def _equip(state: JourneyState, effect: Equip, action: Take, emit: Emitter) -> None:
    state.starters = state.starters.replace(bytes((action.tile,)), b"")
    objectives.keep(state, action.tile, NOTHING, emit)


# --- all of them


_Can = Callable[[JourneyState, Effect, Means], bool]
_Step = Callable[[JourneyState, F, Emitter], bool]


class Kind(NamedTuple):
    """The rule of an effect that leaves a choice, and the condition for asking."""

    rule: Rule[JourneyState, AnyAction, JourneyEvent]
    can: _Can
    """A test of whether some part of it can be done with the given means."""


def _forced(
    effect: type[F],
    can: Callable[[JourneyState, F, Means], bool],
    choices: Callable[[JourneyState, F], Sequence[B]],
    then: Callable[[JourneyState, F, B, Emitter], None],
    step: _Step[F] | None = None,
) -> Kind:
    """Return the kind of an effect that cannot be skipped. Without a step of its own, its only
    answer is taken unasked."""

    def answer(state: JourneyState, top: F, action: B, emit: Emitter) -> None:
        letters.earn(state)
        then(state, top, action, emit)

    rule = ask(effect, choices, answer, step or _unless_one(can, choices, then))
    return Kind(rule, cast("_Can", can))


def _kind(
    effect: type[F],
    can: Callable[[JourneyState, F, Means], bool],
    choices: Callable[[JourneyState, F], Sequence[B]],
    then: Callable[[JourneyState, F, B, Emitter], None],
    step: _Step[F] | None = None,
    skip: Callable[[JourneyState, F], None] | None = None,
) -> Kind:
    """Return the kind of an effect that can also be skipped; ``skip`` is then carried out. Without
    a step of its own, the effect is asked if some part of it can be done."""

    def ask_if_possible(state: JourneyState, top: F, emit: Emitter) -> bool:
        if can(state, top, means(state)):
            return True
        state.pending.pop()
        return False

    def choices_and_skip(state: JourneyState, top: F) -> Sequence[B | Skip]:
        return [*choices(state, top), SKIP]

    def answer(state: JourneyState, top: F, action: B | Skip, emit: Emitter) -> None:
        if isinstance(action, Skip):
            if skip:
                skip(state, top)
            return
        if not isinstance(action, Do):
            letters.earn(state)
        then(state, top, action, emit)

    rule = ask(effect, choices_and_skip, answer, step or ask_if_possible)
    return Kind(rule, cast("_Can", can))


def _unless_one(
    can: Callable[[JourneyState, F, Means], bool],
    choices: Callable[[JourneyState, F], Sequence[B]],
    then: Callable[[JourneyState, F, B, Emitter], None],
) -> _Step[F]:
    """Return the step of an effect whose only answer is taken unasked."""

    def step(state: JourneyState, top: F, emit: Emitter) -> bool:
        if isinstance(top, Equip):
            state.actor = top.seat
        found = choices(state, top) if can(state, top, means(state)) else ()
        if len(found) > 1:
            return True
        state.pending.pop()
        if found:
            then(state, top, found[0], emit)
        return False

    return step


def _give_turn(state: JourneyState, effect: Turn, emit: Emitter) -> bool:
    """Ask even if there is only one answer."""
    state.actor = effect.seat
    return True


def _open_window(state: JourneyState, effect: Window, emit: Emitter) -> bool:
    """Ask if a card can be completed, which costs nothing."""
    state.actor = effect.seat
    if objectives.completions(state, effect.seat):
        return True
    state.pending.pop()
    return False


KINDS: Final = (
    _kind(Explore, voyage.can_explore, voyage.explorations, voyage.explore),
    _kind(Navigate, voyage.can_navigate, voyage.navigations, voyage.navigate),
    _kind(Overtake, voyage.can_overtake, voyage.overtakings, voyage.overtake),
    _kind(LandExplorer, voyage.can_disembark, voyage.disembarkings, voyage.disembark),
    _kind(PitchTent, voyage.can_camp, voyage.camps, voyage.pitch_tent),
    _kind(ReuseTent, voyage.can_retent, voyage.retents, voyage.reuse_tent),
    _kind(
        Correspond,
        letters.can_correspond,
        letters.stampings,
        letters.place_stamp,
        skip=letters.stop_stamping,
    ),
    _kind(Academy, academy.can_study, academy.studies, academy.buy_seal),
    _forced(Seal, academy.can_add, academy.additions, academy.add_seal),
    _forced(Purple, academy.can_add_purple, academy.purple_additions, academy.add_seal),
    _kind(Museum, museum.can_use, museum.uses, museum.use_museum),
    _kind(DeliverSpecimen, museum.can_deliver, museum.deliveries, museum.deliver),
    _kind(ResearchSpecimen, museum.can_research, museum.researches, museum.research_one),
    _kind(Redeliver, museum.can_redeliver, museum.redeliveries, museum.redeliver),
    _kind(TakeObjective, objectives.can_take, objectives.takings, objectives.take_objective),
    _kind(AchieveUnmet, objectives.can_triumph, objectives.triumphs, objectives.triumph),
    _kind(CopyCrew, objectives.can_copy, objectives.copies, objectives.copy_crew),
    _kind(Lens, _can_unlock, _unlockings, _unlock),
    _kind(PerformLocked, _can_perform, _performances, _perform),
    _kind(Either, _can_either, _ways, _choose, _unless_one(_can_either, _ways, _choose)),
    _kind(Spend, _can_spend, _expenses, _spend),
    _kind(AnyOrder, _can_any, _parts, _do_part, unfold),
    _kind(Act, _can_continue, _acts, _do_part, unfold),
    _kind(Window, _can_complete, _completions, _complete, _open_window),
    _forced(Turn, _always, turns, _take_turn, _give_turn),
    _forced(CheaperTurn, _always, turns, _take_turn, _give_turn),
    _forced(Equip, _always, _equipment, _equip),
)
"""All effects that leave a choice, but for the draft."""

_CAN: Final[dict[type[Effect], _Can]] = {
    **dict.fromkeys(GAINS, _always),
    **{kind.rule.effect: kind.can for kind in KINDS},
    InOrder: cast("_Can", _can_any),
}
"""Test of whether some part of an effect can be done, by its class. It is called more often than
anything else."""
