"""All effects that leave a choice: their preconditions, their choices and their consequences."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar, cast

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import (
    academy,
    actions,
    combined,
    effects,
    lenses,
    letters,
    museum,
    objectives,
    placing,
    voyage,
)
from darwin_core.games.journey.actions import SKIP, AnyAction
from darwin_core.games.journey.components import OBJECTIVES
from darwin_core.games.journey.events import Emitter, JourneyEvent
from darwin_core.games.journey.pieces import GAINS, Means, means
from darwin_core.games.journey.possible import CAN, Can
from darwin_core.games.journey.state import JourneyState
from darwin_core.kit.effects import Choices, Effect, Rule, Step, Then, ask

F = TypeVar("F", bound=Effect)
B = TypeVar("B", bound=AnyAction)


# --- start tiles


def _always(state: JourneyState, effect: Effect, has: Means) -> bool:
    return True


def _equipment(state: JourneyState, effect: effects.Equip) -> Sequence[actions.Take]:
    """List the start tiles of a colour. [set-up: Starting objectives]"""
    return [
        actions.Take(tile) for tile in state.starters if OBJECTIVES[tile].is_gold == effect.is_gold
    ]


def _equip(state: JourneyState, effect: effects.Equip, action: actions.Take, emit: Emitter) -> None:
    state.starters = state.starters.replace(bytes((action.tile,)), b"")
    objectives.keep(state, action.tile, NOTHING, emit)


# --- the window for crew cards during the rewards


def _can_complete(state: JourneyState, effect: effects.Window, has: Means) -> bool:
    return bool(objectives.completions(state, effect.seat))


def _completions(state: JourneyState, effect: effects.Window) -> Sequence[actions.Complete]:
    return objectives.completions(state, effect.seat)


def _complete(
    state: JourneyState, effect: effects.Window, action: actions.Complete, emit: Emitter
) -> None:
    state.pending.append(effect)
    objectives.complete_crew(state, action, emit)


# --- all of them


class Kind(NamedTuple):
    """The rule of an effect that leaves a choice, and the condition for asking."""

    rule: Rule[JourneyState, AnyAction, JourneyEvent]
    can: Can
    """A test of whether some part of it can be done with the given means."""


def _forced(
    effect: type[F],
    can: Callable[[JourneyState, F, Means], bool],
    choices: Choices[JourneyState, F, B],
    then: Then[JourneyState, F, B, JourneyEvent],
    step: Step[JourneyState, F, JourneyEvent] | None = None,
) -> Kind:
    """Return the kind of an effect that cannot be skipped. Without a step of its own, its only
    answer is taken unasked."""

    def answer(state: JourneyState, top: F, action: B, emit: Emitter) -> None:
        letters.earn(state)
        then(state, top, action, emit)

    rule = ask(effect, choices, answer, step or _unless_one(can, choices, then))
    return Kind(rule, cast("Can", can))


def _kind(
    effect: type[F],
    can: Callable[[JourneyState, F, Means], bool],
    choices: Choices[JourneyState, F, B],
    then: Then[JourneyState, F, B, JourneyEvent],
    step: Step[JourneyState, F, JourneyEvent] | None = None,
    skip: Callable[[JourneyState, F], None] | None = None,
) -> Kind:
    """Return the kind of an effect that can also be skipped; ``skip`` is then carried out. Without
    a step of its own, the effect is asked if some part of it can be done."""

    def ask_if_possible(state: JourneyState, top: F, emit: Emitter) -> bool:
        if can(state, top, means(state)):
            return True
        state.pending.pop()
        return False

    def choices_and_skip(state: JourneyState, top: F) -> Sequence[B | actions.Skip]:
        return [*choices(state, top), SKIP]

    def answer(state: JourneyState, top: F, action: B | actions.Skip, emit: Emitter) -> None:
        if isinstance(action, actions.Skip):
            if skip:
                skip(state, top)
            return
        if not isinstance(action, actions.Do):
            letters.earn(state)
        then(state, top, action, emit)

    rule = ask(effect, choices_and_skip, answer, step or ask_if_possible)
    return Kind(rule, cast("Can", can))


def _unless_one(
    can: Callable[[JourneyState, F, Means], bool],
    choices: Choices[JourneyState, F, B],
    then: Then[JourneyState, F, B, JourneyEvent],
) -> Step[JourneyState, F, JourneyEvent]:
    """Return the step of an effect whose only answer is taken unasked."""

    def step(state: JourneyState, top: F, emit: Emitter) -> bool:
        if isinstance(top, effects.Equip):
            state.actor = top.seat
        found = choices(state, top) if can(state, top, means(state)) else ()
        if len(found) > 1:
            return True
        state.pending.pop()
        if found:
            then(state, top, found[0], emit)
        return False

    return step


def _give_turn(state: JourneyState, effect: effects.Turn, emit: Emitter) -> bool:
    """Ask even if there is only one answer."""
    state.actor = effect.seat
    return True


def _open_window(state: JourneyState, effect: effects.Window, emit: Emitter) -> bool:
    """Ask if a card can be completed, which costs nothing."""
    state.actor = effect.seat
    if objectives.completions(state, effect.seat):
        return True
    state.pending.pop()
    return False


KINDS: Final = (
    _kind(effects.Explore, voyage.can_explore, voyage.explorations, voyage.explore),
    _kind(effects.Navigate, voyage.can_navigate, voyage.navigations, voyage.navigate),
    _kind(effects.Overtake, voyage.can_overtake, voyage.overtakings, voyage.overtake),
    _kind(effects.LandExplorer, voyage.can_disembark, voyage.disembarkings, voyage.disembark),
    _kind(effects.PitchTent, voyage.can_camp, voyage.camps, voyage.pitch_tent),
    _kind(effects.ReuseTent, voyage.can_retent, voyage.retents, voyage.reuse_tent),
    _kind(
        effects.Correspond,
        letters.can_correspond,
        letters.stampings,
        letters.place_stamp,
        skip=letters.stop_stamping,
    ),
    _kind(effects.Academy, academy.can_study, academy.studies, academy.buy_seal),
    _forced(effects.Seal, academy.can_add, academy.additions, academy.add_seal),
    _forced(effects.Purple, academy.can_add_purple, academy.purple_additions, academy.add_seal),
    _kind(effects.Museum, museum.can_use, museum.uses, museum.use_museum),
    _kind(effects.DeliverSpecimen, museum.can_deliver, museum.deliveries, museum.deliver),
    _kind(effects.ResearchSpecimen, museum.can_research, museum.researches, museum.research_one),
    _kind(effects.Redeliver, museum.can_redeliver, museum.redeliveries, museum.redeliver),
    _kind(
        effects.TakeObjective, objectives.can_take, objectives.takings, objectives.take_objective
    ),
    _kind(effects.AchieveUnmet, objectives.can_triumph, objectives.triumphs, objectives.triumph),
    _kind(effects.CopyCrew, objectives.can_copy, objectives.copies, objectives.copy_crew),
    _kind(effects.Lens, lenses.can_unlock, lenses.unlockings, lenses.unlock),
    _kind(effects.PerformLocked, lenses.can_perform, lenses.performances, lenses.perform),
    _kind(
        effects.Either,
        combined.can_either,
        combined.ways,
        combined.choose,
        _unless_one(combined.can_either, combined.ways, combined.choose),
    ),
    _kind(effects.Spend, combined.can_spend, combined.ways, combined.spend),
    _kind(
        effects.AnyOrder, combined.can_do_part, combined.parts, combined.do_part, combined.unfold
    ),
    _kind(effects.Act, combined.can_continue, combined.acts, combined.do_part, combined.unfold),
    _kind(effects.Window, _can_complete, _completions, _complete, _open_window),
    _forced(effects.Turn, _always, placing.turns, placing.take_turn, _give_turn),
    _forced(effects.CheaperTurn, _always, placing.turns, placing.take_turn, _give_turn),
    _forced(effects.Equip, _always, _equipment, _equip),
)
"""All effects that leave a choice, but for the draft."""

CAN.update(dict.fromkeys(GAINS, _always))
CAN.update({kind.rule.effect: kind.can for kind in KINDS})
CAN[effects.InOrder] = cast("Can", combined.can_do_part)
