"""Undo, redo, and the numbers of questions.

In Darwin's Dice all seats choose at once and the last choice turns all cards up.
"""

import pytest
from matches import DICE, began, mark

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.match import AnyMatch, Redo, Refused, Undo, undo_of, undone_line


def refused(match: AnyMatch, seat: int, act: object) -> str:
    before = mark(match), len(match.lines)
    with pytest.raises(Refused) as error:
        match.propose(seat, act)
    assert before == (mark(match), len(match.lines))
    return error.value.refusal.code


def test_own_last_action_is_undone():
    written = began(3)
    before = mark(written.match)
    written.first(1)
    step = written.act(1, Undo())
    assert step.line.action == undo_of(1) == "undo 1"
    assert undone_line(step.line.action) == 1
    assert mark(written.match) == before
    assert written.match.history == []
    assert len(written.match.lines) == 2


@pytest.mark.parametrize(
    ("act", "line"),
    [("undo 12", 12), ("undo x", 0), ("undo ", 0), ("undo -1", 0), ("undo", None), ("S6", None)],
)
def test_undo_is_known_by_how_it_is_written(act, line):
    assert undone_line(act) == line


def test_secret_choice_is_undone_after_others_chose():
    written = began(3)
    written.first(0)
    other = written.first(2)
    written.act(0, Undo())
    match = written.match
    assert match.state.chosen == [NOTHING, NOTHING, other.card]
    assert list(DICE.to_move(match.state)) == [0, 1]
    assert [act.seat for act in match.history] == [2]
    assert match.view(0).chosen[2] == HIDDEN


def test_nothing_is_undone_where_nothing_was_done():
    written = began(3)
    assert refused(written.match, 0, Undo()) == "nothing-to-undo"
    written.first(1)
    assert refused(written.match, 0, Undo()) == "nothing-to-undo"
    written.act(1, Undo())
    assert refused(written.match, 1, Undo()) == "nothing-to-undo"


def test_nothing_is_redone_where_nothing_was_undone():
    written = began(3)
    assert refused(written.match, 0, Redo()) == "nothing-to-redo"
    written.first(0)
    written.act(0, Undo())
    assert refused(written.match, 1, Redo()) == "nothing-to-redo"


def test_another_action_of_the_seat_ends_what_could_be_redone():
    written = began(3)
    written.first(0)
    written.act(0, Undo())
    written.act(0, written.match.legal(0)[1])
    written.act(0, Undo())
    written.act(0, Redo())
    assert written.match.history[-1].action == DICE.texts.parse(written.match.lines[2].action)
    assert refused(written.match, 0, Redo()) == "nothing-to-redo"


def test_actions_of_others_leave_what_can_be_redone():
    written = began(3)
    written.first(0)
    written.act(0, Undo())
    written.first(1)
    written.act(0, Redo())
    assert [act.seat for act in written.match.history] == [1, 0]


def test_redoing_by_hand_counts_as_redo():
    written = began(3)
    action = written.first(0)
    written.act(0, Undo())
    written.act(0, action)
    assert refused(written.match, 0, Redo()) == "nothing-to-redo"


def test_undo_never_changes_what_another_seat_is_asked():
    written = began(4, "asked")
    match = written.match
    while DICE.to_move(match.state):
        written.first(1)
        written.first(3)
        others = {seat: (match.legal(seat), match.question(seat)) for seat in (0, 2, 3)}
        written.act(1, Undo())
        assert others == {seat: (match.legal(seat), match.question(seat)) for seat in others}
        written.turn()


# --- questions


def test_seats_keep_their_question_while_others_answer_theirs():
    written = began(4)
    match = written.match
    before = match.question(3)
    written.first(0)
    assert match.question(3) == before
    written.first(1)
    written.act(0, Undo())
    written.act(0, Redo())
    written.act(1, Undo())
    assert match.question(3) == before


def test_an_answered_question_is_not_asked_again_under_its_number():
    written = began(2)
    seen = {seat: [written.match.question(seat)] for seat in (0, 1)}
    while DICE.to_move(written.match.state):
        for seat in DICE.to_move(written.match.state):
            written.first(seat)
        for seat in (0, 1):
            seen[seat].append(written.match.question(seat))
    for numbers in seen.values():
        assert numbers == sorted(set(numbers))


def test_undo_gives_the_question_a_new_number():
    written = began(3)
    for _ in range(3):
        before = written.match.question(0)
        written.first(0)
        written.act(0, Undo())
        assert written.match.question(0) > before
        written.turn()


def test_question_of_a_new_turn_is_the_same_no_matter_who_chose_last():
    a, b = began(2), began(2)
    first, second = a.match.legal(0)[0], a.match.legal(1)[0]
    a.act(0, first), a.act(1, second)
    b.act(1, second), b.act(0, first)
    for match in (a.match, b.match):
        assert [match.question(seat) for seat in (0, 1)] == [2, 2]
