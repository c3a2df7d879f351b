"""A turn: choosing, revealing, taking, carrying over, and the next Darwin."""

from itertools import permutations

import pytest
from matches import refusal_of

from darwin_core.contract.game import NOTHING, SPECTATOR
from darwin_core.games.dice import GAME
from darwin_core.games.dice.acts import Carried, Chose, DiceEvent, Play, Revealed, Rolled, Won
from darwin_core.lab.play import Case, packed
from darwin_core.match import Redo, Refused, Undo

from .positions import cards, codes, play, position


def test_all_seats_choose_at_the_same_time():
    state = position("fight blue 1", "B2", "B3", "B4", "B5")
    assert list(GAME.to_move(state)) == [0, 1, 2, 3]
    GAME.apply(state, 2, Play(*cards("B4")), None)
    assert list(GAME.to_move(state)) == [0, 1, 3]


def test_any_order_of_choosing_leads_to_the_same():
    ends = {
        packed(play("fight green 6", "F6", "C", "S6", "F6", order=order).state)
        for order in permutations(range(4))
    }
    assert len(ends) == 1


def test_any_card_may_be_played():
    state = position("fight blue 1", "B7 B7 S1 O0 C", "L2", turns_left=5)
    assert codes(action.card for action in GAME.legal(state, 0)) == "B7 C O0 S1"


def test_cards_are_turned_up_when_the_last_is_chosen():
    state = position("fight blue 1", "B2", "B3", "B4")
    for seat, code in ((1, "B3"), (0, "B2")):
        events: list[DiceEvent] = []
        GAME.apply(state, seat, Play(*cards(code)), events.append)
        assert events == [Chose(seat, *cards(code))]
    events = []
    GAME.apply(state, 2, Play(*cards("B4")), events.append)
    assert [type(event) for event in events] == [Chose, Revealed, Won, Rolled]


def test_a_chosen_card_is_before_its_seat_and_not_in_its_hand():
    state = position("fight blue 1", "B2 B2", "B3")
    GAME.apply(state, 0, Play(*cards("B2")), None)
    assert state.chosen == [*cards("B2"), NOTHING]
    assert state.hands[0] == {cards("B2")[0]: 1}


def test_choices_are_not_shown():
    event = Chose(1, 5)
    assert GAME.redact(event, 1) == event
    assert [GAME.redact(event, viewer) for viewer in (0, 2, 3, SPECTATOR)] == [None] * 4


def test_a_choice_can_be_undone_until_the_last_is_in():
    match, _ = Case(GAME, 3, "take back").match()
    start = packed(match.state)
    for seat in (0, 1):
        match.accept(match.propose(seat, match.legal(seat)[0]))
    for seat in (0, 1):
        match.accept(match.propose(seat, Undo()))
    assert packed(match.state) == start
    match.accept(match.propose(0, Redo()))
    assert match.state.chosen[0] != NOTHING
    for seat in (1, 2):
        match.accept(match.propose(seat, match.legal(seat)[0]))
    for seat in range(3):
        with pytest.raises(Refused) as refused:
            match.propose(seat, Undo())
        assert refused.value.refusal.code == "undo-revealed"


def test_another_choice_can_be_made_instead():
    match, _ = Case(GAME, 2, "change").match()
    first, second = match.legal(0)[:2]
    match.accept(match.propose(0, first))
    match.accept(match.propose(0, Undo()))
    match.accept(match.propose(0, second))
    assert match.state.chosen[0] == second.card


@pytest.mark.parametrize(
    ("seat", "code", "reason"),
    [(0, "L8", "not-in-hand"), (1, "B3", "chosen"), (5, "B2", "no-such-seat")],
)
def test_a_card_that_cannot_be_played_is_refused_by_name(seat, code, reason):
    state = position("fight blue 1", "B2", "B3")
    GAME.apply(state, 1, Play(*cards("B3")), None)
    assert refusal_of(GAME, state, seat, Play(*cards(code))).code == reason


def test_a_card_that_is_not_in_the_box_is_refused():
    state = position("fight blue 1", "B2", "B3")
    assert refusal_of(GAME, state, 0, Play(99)).code == "no-such-card"
    assert refusal_of(GAME, state, 0, Play(-1)).code == "no-such-card"


def test_winner_takes_the_cards_of_the_turn_openly():
    end = play("fight blue 1", "B2", "L8", "S3", taken=["", "F1 F1 F2", ""])
    assert end.taken == ["", "B2 F1 F1 F2 L8 S3", ""]
    assert all(codes(GAME.view(end.state, viewer).taken[1]) == end.taken[1] for viewer in range(3))


def test_winner_becomes_the_darwin():
    assert play("fight blue 1", "B2", "L8", "S3", darwin=2).darwin == 1


def test_the_darwin_has_no_advantage():
    ends = [play("fight blue 1", "B2", "L8", "S3", darwin=darwin) for darwin in range(3)]
    assert ends[0].state == ends[1].state == ends[2].state


def test_trump_played_twice_is_carried_over():
    end = play("fight blue 7", "B7", "B7", "B8", darwin=2)
    assert end.winners == []
    assert end.middle == "B7 B7 B8"
    assert end.taken == ["", "", ""]
    assert end.events_of(Carried) == [Carried(cards("B7")[0], (0, 1))]


def test_the_darwin_stays_when_nobody_wins():
    assert play("fight blue 7", "B7", "B7", "B8", darwin=2).darwin == 2
    assert play("fight blue 1", "O9", "O9", darwin=0).darwin == 0


def test_winner_of_the_next_turn_takes_what_was_carried_over():
    end = play("fight blue 7", "B7 S8", "B7 L2", "B8 L3", turns_left=3)
    assert end.taken == ["B7 B7 B8 L2 L3 S8", "", ""]
    assert end.middle == ""
    assert end.events_of(Won) == [Won(0, (*cards("S8 L2 L3"),), (*cards("B7 B7 B8"),))]


def test_two_carry_overs_in_a_row_pile_up():
    end = play("fight blue 7", "L8 L6", "L8 L6", "B2 B3", turns_left=3)
    assert end.middle == "B2 B3 L6 L6 L8 L8"
    end = play("fight blue 7", "L8 L6 F1", "L8 L6 F2", "B2 B3 F4", turns_left=4)
    assert end.taken == ["", "", "B2 B3 F1 F2 F4 L6 L6 L8 L8"]
    assert end.middle == ""


def test_carried_cards_are_taken_once():
    end = play("fight blue 7", "L8 B2 B5", "L8 B3 B6", turns_left=4)
    assert end.taken == ["", "B2 B3 B5 B6 L8 L8"]


def test_carry_over_at_the_end_of_a_round_is_lost():
    end = play("fight blue 7", "L8", "L8", middle="F2 F3", turns_left=1)
    assert end.is_out("L8 L8 F2 F3")
    assert end.middle == ""
    assert end.state.points == (0, 0)
