"""Undo where a turn is made of several actions, tried on a made-up game of heaps.

A seat takes pebbles from a heap as often as it likes and ends its turn. ``peek`` shows something
hidden.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import pytest
from matches import DICE, Written, began, header

from darwin_core.contract.game import Action, BadText, Clock, Event, State
from darwin_core.match import KEYFRAME_INTERVAL, Match, Redo, Refused, Undo, begin, record
from darwin_core.table import Table


class Heap(State):
    left: int
    mover: int
    turns: int


class Do(Action, frozen=True, tag="do"):
    what: str


class Peeked(Event, frozen=True, tag="peeked"):
    reveals: ClassVar[bool] = True


ONE, TWO, PEEK, END = map(Do, ("one", "two", "peek", "end"))
TAKES = {ONE: 1, TWO: 2}
ALL = (*TAKES, PEEK, END)


def setup(options: Any, seats: int, seed: str, emit: Any) -> Heap:
    return Heap(bytes(16), 100, 0, 0)


def legal(state: Heap, seat: int) -> Sequence[Do]:
    return ALL if seat == state.mover else ()


def apply(state: Heap, seat: int, action: Do, emit: Callable[[Event], None] | None) -> None:
    if action not in legal(state, seat):
        raise AssertionError("the rules were run on an act that they do not allow")
    state.left -= TAKES.get(action, 0)
    if action == END:
        state.mover = 1 - state.mover
        state.turns += 1
    if action == PEEK and emit:
        emit(Peeked())


def parse(text: str) -> Do:
    if Do(text) not in (ONE, TWO, PEEK, END):
        raise BadText(text)
    return Do(text)


HEAPS: Any = replace(
    DICE,
    setup=setup,
    clone=lambda state: Heap(state.chance, state.left, state.mover, state.turns),
    to_move=lambda state: (state.mover,),
    legal=legal,
    apply=apply,
    view=lambda state, viewer: state,
    redact=lambda event, viewer: event,
    clock=lambda state: Clock(1, 1, state.turns + 1, 0),
    state=Heap,
    events=(Peeked,),
    texts=replace(
        DICE.texts,
        why_not=lambda state, seat, action, seat_names: None,
        notation=lambda action: action.what,
        parse=parse,
    ),
)


def apply_alone(state: Heap, seat: int, action: Do, emit: Any) -> None:
    state.mover = seat
    apply(state, seat, action, emit)


ALONE: Any = replace(
    HEAPS,
    to_move=lambda state: (0,),
    legal=lambda state, seat: ALL if seat == 0 else (),
    apply=apply_alone,
)
"""The same game where one seat has turn after turn."""


@pytest.fixture
def heap() -> Written:
    return Written(*begin(HEAPS, header()))


def do(written: Written, *acts: Any) -> None:
    for act in acts:
        written.act(written.match.state.mover, act)


def refused(written: Written, seat: int, act: Any) -> str:
    with pytest.raises(Refused) as error:
        written.match.propose(seat, act)
    return error.value.refusal.code


def test_a_whole_turn_is_undone_action_by_action_and_redone(heap):
    do(heap, ONE, TWO, TWO)
    for left in (97, 99, 100):
        do(heap, Undo())
        assert heap.match.state.left == left
    assert refused(heap, 0, Undo()) == "nothing-to-undo"
    for left in (99, 97, 95):
        do(heap, Redo())
        assert heap.match.state.left == left
    assert refused(heap, 0, Redo()) == "nothing-to-redo"


def test_another_action_ends_all_that_could_be_redone(heap):
    do(heap, ONE, TWO, Undo(), Undo(), TWO)
    assert refused(heap, 0, Redo()) == "nothing-to-redo"


def test_the_same_action_by_hand_leaves_the_rest_to_be_redone(heap):
    do(heap, ONE, TWO, Undo(), Undo(), ONE, Redo())
    assert heap.match.state.left == 97


def test_turn_that_was_ended_cannot_be_undone_for_that_would_change_who_is_to_move(heap):
    do(heap, ONE, END)
    assert refused(heap, 0, Undo()) == "undo-others"
    do(heap, ONE)
    assert refused(heap, 0, Undo()) == "undo-others"


def test_undo_does_not_cross_the_action_of_another_seat(heap):
    do(heap, END, ONE, END, ONE, Undo())
    assert refused(heap, 0, Undo()) == "undo-others"
    assert refused(heap, 1, Undo()) == "undo-others"


def test_nothing_is_undone_past_what_was_shown(heap):
    do(heap, ONE, PEEK)
    assert refused(heap, 0, Undo()) == "undo-revealed"
    do(heap, TWO, Undo())
    assert heap.match.state.left == 99
    assert refused(heap, 0, Undo()) == "undo-revealed"


def test_final_is_what_shows_something_or_ends_the_turn(heap):
    finals = {act.what: heap.match.is_final(0, act) for act in (ONE, TWO, PEEK, END)}
    assert finals == {"one": False, "two": False, "peek": True, "end": True}


def test_each_action_of_a_turn_answers_a_question_of_its_own(heap):
    seen = [heap.match.question(0)]
    for act in (ONE, TWO, Undo(), Redo(), ONE):
        do(heap, act)
        seen.append(heap.match.question(0))
    assert seen == sorted(set(seen))


def test_actions_of_a_turn_are_those_since_it_began(heap):
    do(heap, ONE, TWO)
    assert heap.match.actions_in_turn(0) == 2
    do(heap, Undo(), Redo(), END)
    assert heap.match.actions_in_turn(0) == 3, "it is not asked any more, so the turn it ended"
    assert heap.match.actions_in_turn(1) == 0
    do(heap, ONE, END)
    assert heap.match.actions_in_turn(0) == 0
    do(heap, ONE)
    assert heap.match.actions_in_turn(0) == 1


def test_who_neither_acted_nor_is_asked_has_nothing_to_undo(heap):
    with pytest.raises(Refused) as error:
        heap.match.actions_in_turn(1)
    assert error.value.refusal.code == "nothing-to-undo"


async def test_a_turn_is_undone_at_once_and_not_the_one_before():
    heap = Written(*begin(ALONE, header()))
    table: Table[Any, Any, Any] = Table(heap.match, heap)
    for act in (ONE, END, TWO, TWO):
        await table.submit(0, act, heap.match.question(0))
    assert await table.reset_turn(0) == ("Your turn is undone.", TWO)
    assert [act.action for act in heap.match.history] == [ONE, END]
    assert heap.match.propose(0, Undo()), "the turn before it could be taken back too"
    lines = len(heap.match.lines)
    with pytest.raises(Refused, match="nothing to undo in this turn"):
        await table.reset_turn(0)
    assert len(heap.match.lines) == lines


async def test_the_part_of_a_turn_that_cannot_be_undone_stays_and_is_reported(heap):
    do(heap, ONE, PEEK, TWO, TWO)
    table: Table[Any, Any, Any] = Table(heap.match, heap)
    message, _ = await table.reset_turn(0)
    assert message == "Part of your turn is undone; the rest cannot be."
    assert [act.action for act in heap.match.history] == [ONE, PEEK]
    with pytest.raises(Refused, match="something has been revealed"):
        await table.reset_turn(0)


def test_long_turns_are_saved_seen_again_and_undone_whole(heap):
    count = 3 * KEYFRAME_INTERVAL + 1
    do(heap, *[ONE] * count, *[Undo()] * (count - 5), *[Redo()] * (count - 7))
    match = heap.match
    assert match.state.left == 100 - count + 2
    reading = record.read(heap.text)
    again = Match.load(HEAPS, reading.header, reading.chain, reading.lines)
    assert again.divergence is None
    for copy in (match, again):
        left = [copy.state_at(at).left for at in range(count - 1)]
        assert left == [100 - at for at in range(count - 1)]
    assert again.propose(0, Redo()).text == match.propose(0, Redo()).text


def test_in_a_turn_that_all_play_at_once_each_seat_has_its_own_actions():
    written = began(3)
    written.first(2)
    written.first(0)
    assert [written.match.actions_in_turn(seat) for seat in range(3)] == [1, 0, 1]
    written.act(0, Undo())
    written.first(1)
    assert [written.match.actions_in_turn(seat) for seat in range(3)] == [0, 1, 1]
