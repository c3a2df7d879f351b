"""A turn: choosing, revealing, taking, carrying over, and the next Darwin."""

from itertools import permutations

import pytest
from matches import refusal_of

from darwin_core.contract.game import NOTHING
from darwin_core.games.dice import GAME
from darwin_core.games.dice.acts import Chose, DiceEvent, Play, Revealed, Rolled, Won
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
