"""Correspondence: stamps, stacks, envelopes and their majorities."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from darwin_core.contract.cards import Counts
from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import effects, events
from darwin_core.games.journey.actions import Stamp
from darwin_core.games.journey.components import DISCARD, ENVELOPES, STACKS
from darwin_core.games.journey.events import Emitter
from darwin_core.games.journey.pieces import Means
from darwin_core.games.journey.state import JourneyState
from darwin_core.kit.rows import put, replaced

ALL: Final = range(ENVELOPES)


def can_correspond(state: JourneyState, effect: effects.Correspond, means: Means) -> bool:
    """Return whether there is a stamp."""
    return any(state.stacks[state.actor])


def stampings(state: JourneyState, effect: effects.Correspond) -> Sequence[Stamp]:
    """List the stamps of any stack, or of the discard when all stacks are empty; all to one
    envelope unless each is free. [Correspondence 1 and 2; Effects]"""
    return _stampings(state.stacks[state.actor], NOTHING if effect.is_free else effect.envelope)


@lru_cache(maxsize=1 << 12)
def _stampings(stacks: Counts, envelope: int) -> tuple[Stamp, ...]:
    sources = [stack for stack in range(DISCARD) if stacks[stack]] or [DISCARD]
    goals = ALL if envelope == NOTHING else (envelope,)
    return tuple([Stamp(source, goal) for source in sources for goal in goals])


def place_stamp(
    state: JourneyState, effect: effects.Correspond, action: Stamp, emit: Emitter
) -> None:
    """Place a stamp, and the stamps that follow; then the emptied stacks give their rewards.
    [Correspondence 2 and 3]"""
    seat, stack, envelope = state.actor, action.stack, action.envelope
    stacks = put(state.stacks[seat], stack, state.stacks[seat][stack] - 1)
    state.stacks = replaced(state.stacks, seat, stacks)
    stamps = state.envelopes[envelope]
    state.envelopes = replaced(state.envelopes, envelope, put(stamps, seat, stamps[seat] + 1))
    if emit:
        emit(events.Stamped(seat, stack, envelope))
    emptied = effect.emptied
    if stack != DISCARD and not stacks[stack]:
        emptied += bytes((stack,))
    if effect.stamps > 1 and any(stacks):
        state.pending.append(
            effects.Correspond(effect.stamps - 1, effect.is_free, envelope, emptied)
        )
    else:
        _finish(state, emptied)


def stop_stamping(state: JourneyState, effect: effects.Correspond) -> None:
    """Place no more stamps; the emptied stacks give their rewards. [Correspondence 3]"""
    _finish(state, effect.emptied)


def _finish(state: JourneyState, emptied: bytes) -> None:
    rewards = tuple(part for stack in emptied for part in STACKS[stack].reward)
    if rewards:
        state.pending.append(effects.AnyOrder(rewards))


@lru_cache(maxsize=1 << 12)
def ranking(stamps: Counts) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats with most stamps, at least one, and those with the next lower number, with
    all ties. [Correspondence Majorities; ruling: Rewards]"""
    numbers = sorted({number for number in stamps if number}, reverse=True)
    found = [
        tuple(seat for seat, own in enumerate(stamps) if own == number) for number in numbers[:2]
    ]
    first, second = [*found, (), ()][:2]
    return first, second


def evaluate(state: JourneyState, effect: effects.Evaluate, emit: Emitter) -> None:
    """Queue all winners of the first reward in turn order, then those of the second; each may
    complete crew cards before and after. [Rewards; ruling: Rewards]"""
    envelope = effect.envelope
    stamps = state.envelopes[envelope]
    if not any(stamps):
        return
    winners = tuple(
        bytes([seat for seat in state.order if seat in seats]) for seats in ranking(stamps)
    )
    all_winners = winners[0] + winners[1]
    taken = bytes(
        [(number + 1) // 2 if seat in all_winners else 0 for seat, number in enumerate(stamps)]
    )
    if emit:
        emit(events.Counted(envelope, stamps, (winners[0], winners[1])))
    state.pending.append(effects.Collect(envelope, taken))
    for place in (1, 0):
        for seat in reversed(winners[place]):
            state.pending += (
                effects.Window(seat),
                effects.Award(seat, envelope, place),
                effects.Window(seat),
            )


def stamps_can_stay(state: JourneyState) -> bool:
    """Return whether winners who do no part of their reward keep their stamps: as printed, but not
    by the publisher's erratum of 2024, which is an option, nor by rules 1. [Correspondence
    Majorities; ruling: Rewards]"""
    return state.rules >= 2 and state.options.stamps == "stay"


def earn(state: JourneyState) -> None:
    """Note that some part of a reward is done: its winner will take stamps off."""
    pending = state.pending
    if pending and type(pending[0]) is effects.Clean:
        pending[:] = [effect for effect in pending if type(effect) is not effects.KeepStamps]


def keep_stamps(state: JourneyState, effect: effects.KeepStamps, emit: Emitter) -> None:
    """Leave a winner's stamps on the envelope if no part of the reward was done, whether it was
    skipped or impossible. [Correspondence Majorities]"""
    pending = state.pending
    number = max(at for at, other in enumerate(pending) if type(other) is effects.Collect)
    counted = pending[number]
    assert isinstance(counted, effects.Collect)
    pending[number] = effects.Collect(counted.envelope, put(counted.taken, effect.seat, 0))


def collect(state: JourneyState, effect: effects.Collect, emit: Emitter) -> None:
    """Move half of the counted stamps, rounded up, to the seat's own discard. [Correspondence
    Majorities; ruling: Rewards]"""
    taken = effect.taken
    envelope = state.envelopes[effect.envelope]
    left = bytes([number - less for number, less in zip(envelope, taken, strict=True)])
    state.envelopes = replaced(state.envelopes, effect.envelope, left)
    state.stacks = tuple(
        put(stacks, DISCARD, stacks[DISCARD] + less) if less else stacks
        for stacks, less in zip(state.stacks, taken, strict=True)
    )
    if emit:
        emit(events.Collected(effect.envelope, taken))
