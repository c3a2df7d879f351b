"""The machine that settles effects, tried on the rules of a made-up game."""

from collections.abc import Callable
from typing import get_args

import pytest

from darwin_core.contract.game import Action, Event, State
from darwin_core.kit.effects import (
    Effect,
    Rules,
    SeatEffect,
    ask,
    ask_all,
    ask_if_any,
    ask_if_several,
    at_once,
    rules,
)
from darwin_core.kit.refusals import question, reason, refusals
from darwin_core.text.seat_names import SeatNames


class Add(Effect, frozen=True, tag="add"):
    number: int


class Pick(SeatEffect, frozen=True, tag="pick"):
    largest: int


class PickIfAny(Pick, frozen=True, tag="any"):
    pass


class PickIfSeveral(Pick, frozen=True, tag="several"):
    pass


class Vote(Effect, frozen=True, tag="vote"):
    pass


class Loop(Effect, frozen=True, tag="loop"):
    pass


AnyEffect = Add | Pick | PickIfAny | PickIfSeveral | Vote | Loop


class Take(Action, frozen=True, tag="take"):
    number: int


class Added(Event, frozen=True, tag="added"):
    number: int


Emitter = Callable[[Added], None] | None


class Sums(State):
    total: int
    votes: list[int]
    ended: int
    pending: list[AnyEffect]


def add(state: Sums, effect: Add, emit: Emitter) -> None:
    state.total += effect.number
    if emit:
        emit(Added(effect.number))


def picks(state: Sums, effect: Pick) -> list[Take]:
    return [Take(number) for number in range(1, effect.largest + 1)]


def pick(state: Sums, effect: Pick, action: Take, emit: Emitter) -> None:
    state.pending.append(Add(action.number))


def none(state: Sums, effect: Pick, emit: Emitter) -> None:
    state.pending.append(Add(100))


def voters(state: Sums) -> list[int]:
    return [seat for seat, number in enumerate(state.votes) if not number]


def ballots(state: Sums, seat: int) -> list[Take]:
    return [Take(seat + 1), Take(9)]


def vote(state: Sums, seat: int, action: Take, emit: Emitter) -> None:
    state.votes[seat] = action.number


def count(state: Sums, emit: Emitter) -> None:
    state.pending.append(Add(sum(state.votes)))


def loop(state: Sums, effect: Loop, emit: Emitter) -> None:
    state.pending.append(effect)


def end(state: Sums, emit: Emitter) -> None:
    state.ended += 1


EACH = (
    at_once(Add, add),
    ask(Pick, picks, pick),
    ask_if_any(PickIfAny, picks, pick, otherwise=none),
    ask_if_several(PickIfSeveral, picks, pick, otherwise=none),
    ask_all(Vote, voters, ballots, vote, count),
    at_once(Loop, loop),
)
RULES: Rules[Sums, Take, Added] = rules(get_args(AnyEffect), EACH, emptied=end)


def settled(*pending: AnyEffect, emit: Emitter = None) -> Sums:
    state = Sums(b"", 0, [0, 0, 0], 0, list(pending))
    RULES.settle(state, emit)
    return state


def test_the_last_effect_is_settled_first_and_each_emits_an_event():
    events: list[Added] = []
    state = settled(Add(1), Add(2), emit=events.append)
    assert (state.total, state.pending, events) == (3, [], [Added(2), Added(1)])


def test_the_end_comes_once_when_nothing_is_left():
    state = settled(Pick(0, 1))
    assert state.ended == 0
    RULES.apply(state, 0, Take(1), None)
    assert state.ended == 1
    assert not RULES.to_move(state)
    assert not RULES.legal(state, 0)


def test_what_the_end_puts_on_the_stack_is_settled_too():
    def begin_again(state: Sums, emit: Emitter) -> None:
        if not state.ended:
            state.ended = 1
            state.pending.append(Pick(2, 1))

    again: Rules[Sums, Take, Added] = rules(get_args(AnyEffect), EACH, emptied=begin_again)
    state = Sums(b"", 0, [], 0, [])
    again.settle(state, None)
    assert again.to_move(state) == (2,)


@pytest.mark.parametrize("largest", [1, 2])
def test_asking_waits_even_for_one_answer(largest):
    state = settled(Pick(1, largest))
    assert RULES.to_move(state) == (1,)
    assert RULES.legal(state, 1) == [Take(1), Take(2)][:largest]
    assert RULES.legal(state, 0) == ()


def test_the_answer_leaves_the_stack_before_it_is_carried_out():
    seen: list[list[AnyEffect]] = []

    def look(state: Sums, effect: Pick, action: Take, emit: Emitter) -> None:
        seen.append(list(state.pending))

    looking = tuple(ask(Pick, picks, look) if rule.effect is Pick else rule for rule in EACH)
    watched: Rules[Sums, Take, Added] = rules(get_args(AnyEffect), looking, emptied=end)
    state = settled(Add(1), Pick(0, 2))
    watched.apply(state, 0, Take(2), None)
    assert seen == [[Add(1)]]


@pytest.mark.parametrize(("largest", "waits", "total"), [(0, False, 100), (1, True, 0)])
def test_asking_if_there_is_any_answer(largest, waits, total):
    state = settled(PickIfAny(0, largest))
    assert (bool(state.pending), state.total) == (waits, total)


@pytest.mark.parametrize(
    ("largest", "waits", "total"), [(0, False, 100), (1, False, 1), (2, True, 0)]
)
def test_an_only_answer_is_taken_unasked(largest, waits, total):
    state = settled(PickIfSeveral(0, largest))
    assert (bool(state.pending), state.total) == (waits, total)


def test_all_answer_at_once_in_any_order_and_then_it_is_finished():
    state = settled(Vote())
    for seat, left in ((2, [0, 1]), (0, [1])):
        RULES.apply(state, seat, RULES.legal(state, seat)[0], None)
        assert RULES.to_move(state) == left
        assert RULES.legal(state, seat) == ()
    RULES.apply(state, 1, Take(9), None)
    assert (state.total, state.pending) == (13, [])


def test_who_acts_can_be_said_by_the_state():
    acting: Rules[Sums, Take, Added] = rules(
        get_args(AnyEffect), EACH, emptied=end, actor=lambda state: state.total
    )
    state = settled(Pick(0, 1))
    state.total = 2
    assert acting.to_move(state) == (2,)
    assert acting.legal(state, 2) == [Take(1)]
    assert acting.legal(state, 0) == ()


def test_rules_that_come_to_no_choice_raise():
    with pytest.raises(RuntimeError, match="do not come to a choice"):
        settled(Loop())


def test_every_effect_needs_its_rule():
    with pytest.raises(TypeError, match="one rule for each effect"):
        rules(get_args(AnyEffect), EACH[1:], emptied=end)
    with pytest.raises(TypeError, match="one rule for each effect"):
        rules(get_args(AnyEffect), (*EACH, EACH[0]), emptied=end)


why_not = refusals(
    lambda state: len(state.votes),
    RULES.to_move,
    RULES.legal,
    (question(Pick, "First pick.", Take), question(Vote, "First vote.", Take)),
    (reason(Take, "too-many", "Those are too many."),),
)


def test_an_action_that_is_refused_has_the_reason_of_its_class():
    """A type checker knows all types of this table, though no row of it names the state."""
    state = settled(Pick(0, 1))
    refused = why_not(state, 0, Take(5), SeatNames())
    assert refused
    assert (refused.code, refused.sentence) == ("too-many", "Those are too many.")
    assert why_not(state, 0, Take(1), SeatNames()) is None
    assert why_not(state, 1, Take(1), SeatNames())
