"""Effects made of others: one of several, several in any order, the actions of a location."""

from collections.abc import Sequence

from darwin_core.games.journey import effects, objectives
from darwin_core.games.journey.actions import Do
from darwin_core.games.journey.effects import AnyEffect
from darwin_core.games.journey.events import Emitter
from darwin_core.games.journey.pieces import GAINS, Means, gain, means
from darwin_core.games.journey.possible import CAN, can_any
from darwin_core.games.journey.state import JourneyState


def _offers(state: JourneyState, parts: Sequence[AnyEffect]) -> list[Do]:
    """List the things that can be done now, each once."""
    has = means(state)
    return [
        Do(number)
        for number, part in enumerate(parts)
        if part not in parts[:number] and CAN[type(part)](state, part, has)
    ]


def can_either(state: JourneyState, effect: effects.Either, has: Means) -> bool:
    """Return whether one of the alternatives can be done."""
    return can_any(state, effect.ways, has)


def ways(state: JourneyState, effect: effects.Either | effects.Spend) -> Sequence[Do]:
    """List the alternatives. [Effects: OR]"""
    return _offers(state, effect.ways)


def choose(state: JourneyState, effect: effects.Either, action: Do, emit: Emitter) -> None:
    """Do the chosen alternative."""
    state.pending.append(effect.ways[action.part])


def can_spend(state: JourneyState, effect: effects.Spend, has: Means) -> bool:
    """Return whether there is knowledge to give back, and a use for it."""
    return has.knowledge > 0 and can_any(state, effect.ways, has)


def spend(state: JourneyState, effect: effects.Spend, action: Do, emit: Emitter) -> None:
    """Give back one temporary knowledge. [Special & Crew Actions]"""
    gain(state, state.actor, emit, knowledge=-1)
    state.pending.append(effect.ways[action.part])


def can_do_part(
    state: JourneyState, effect: effects.AnyOrder | effects.Act | effects.InOrder, has: Means
) -> bool:
    """Return whether one of the parts can be done."""
    return can_any(state, effect.parts, has)


def parts(state: JourneyState, effect: effects.AnyOrder) -> Sequence[Do]:
    """List the parts that can be done now."""
    return _offers(state, effect.parts)


def _rest_of(effect: effects.AnyOrder | effects.Act, part: int) -> effects.AnyOrder | effects.Act:
    """Return the same effect without the part that is done now."""
    parts = effect.parts[:part] + effect.parts[part + 1 :]
    if isinstance(effect, effects.AnyOrder):
        return effects.AnyOrder(parts)
    return effects.Act(parts, effect.discount, has_begun=True)


def do_part(
    state: JourneyState,
    effect: effects.AnyOrder | effects.Act,
    action: Do | objectives.FreeAction,
    emit: Emitter,
) -> None:
    """Do one part now and keep the rest for afterwards; or take a free action between them."""
    if isinstance(action, Do):
        state.pending += (_rest_of(effect, action.part), effect.parts[action.part])
    else:
        state.pending.append(effect)
        objectives.act_freely(state, action, emit)


def can_continue(state: JourneyState, effect: effects.Act, has: Means) -> bool:
    """Return whether the action can continue. A cost that is too high now may be paid after a free
    action. [Free actions: between the actions]"""
    return can_any(state, effect.parts, has) or (bool(effect.parts) and _is_between(state, effect))


def _is_between(state: JourneyState, effect: effects.AnyOrder | effects.Act) -> bool:
    """Return whether free actions can be taken between those of a location."""
    return (
        isinstance(effect, effects.Act)
        and effect.has_begun
        and bool(objectives.free_actions(state))
    )


def unfold(state: JourneyState, effect: effects.AnyOrder | effects.Act, emit: Emitter) -> bool:
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
    state.pending[-1] = _rest_of(effect, number)
    state.pending.append(parts[number])
    return False


def acts(state: JourneyState, effect: effects.Act) -> Sequence[Do | objectives.FreeAction]:
    """List the actions of a worker's location, and the free actions between them. [Action; Free
    actions]"""
    free = objectives.free_actions(state) if effect.has_begun else ()
    return [*_offers(state, effect.parts), *free]
