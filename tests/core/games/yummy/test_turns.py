"""A turn: drawing, laying, banking and the direction of play, drawing up and discarding."""

import pytest
from matches import final_outcome

from darwin_core.games.yummy import GAME, acts
from darwin_core.games.yummy.material import BOX, YummyOptions
from darwin_core.games.yummy.rules import limit
from darwin_core.lab.play import Case, moments
from darwin_core.match import Refused, Undo

from .positions import codes, table

# --- set-up


@pytest.mark.parametrize("seats", GAME.seats)
def test_six_cards_each_and_the_first_draws_one(seats):
    events: list[acts.YummyEvent] = []
    state = GAME.setup(YummyOptions(), seats, "deal", events.append)
    (dealt,) = (event for event in events if isinstance(event, acts.Dealt))
    (began,) = (event for event in events if isinstance(event, acts.TurnBegan))
    assert all(len(hand) == 6 for hand in dealt.hands)
    assert began.seat == dealt.first
    assert [len(hand) for hand in state.hands] == [
        7 if seat == dealt.first else 6 for seat in range(seats)
    ]
    assert len(state.deck) == began.left == 100 - 6 * seats - 1
    assert sorted(state.deck + b"".join(state.hands)) == sorted(BOX)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_start_player_is_random_and_play_is_clockwise_first(seats):
    starts = [Case(GAME, seats, f"start {n}").start() for n in range(80)]
    assert {state.pending[0].seat for state in starts} == set(range(seats))
    assert {state.direction for state in starts} == {1}


# --- a turn


def test_a_turn_begins_with_a_card_that_is_drawn():
    position = table("E1", "E2", "E3", deck="T1 T2 T3 T4 T1 C1 C2").do(0, "end")
    (began,) = position.events_of(acts.TurnBegan)
    assert (began.seat, codes([began.card]), began.left) == (1, "C1", 1)
    assert position.hand(1) == "C1 E2"
    assert position.asked == (["Move"], [1])


def test_banking_is_decided_when_the_triplet_is_laid_and_never_later():
    position = table("E1 E1 E1 C1 C1 C1", "").do(0, "E1 E1 E1")
    assert position.why(0, "C1 C1 C1") == "not-now"
    assert position.why(0, "end") == "not-now"
    position.do(0, "keep")
    assert position.why(0, "bank") == "not-now"


# --- banking


def test_banking_reverses_the_direction_with_five_seats():
    hands = ("C1 C1 C1", "C2", "C3", "C4", "C5")
    position = table(*hands).do(0, "C1 C1 C1", "bank")
    assert (position.field(0), position.pile(0)) == ([], ["C1 C1 C1"])
    (banked,) = position.events_of(acts.Banked)
    assert (banked.seat, banked.direction) == (0, -1)
    for seat in (0, 4, 3, 2, 1, 0):
        assert position.asked == (["Move"], [seat])
        position.do(seat, "end")


def test_two_banks_in_one_turn_cancel_out():
    position = table("C1 C1 C1 E2 E2 E2", "", "")
    position.do(0, "C1 C1 C1", "bank", "E2 E2 E2", "bank", "end")
    assert position.pile(0) == ["C1 C1 C1", "E2 E2 E2"]
    assert [event.direction for event in position.events_of(acts.Banked)] == [-1, 1]
    assert position.asked == (["Move"], [1])


def test_a_triplet_of_the_usa_may_be_banked_too():
    position = table("U1 U1 U1", "AA1", fields=[]).do(0, "U1 U1 U1", "bank")
    assert position.pile(0) == ["U1 U1 U1"]
    position.do(0, "end")
    assert position.may(1, "trump") == []


# --- the end of a turn


def test_each_triplet_on_the_own_field_lets_one_draw_a_card_more():
    fields = [["C1 C2 C3", "E1 E2 E3"], ["C4 C5 C6"]]
    position = table("C1 C3", "", fields=fields).do(0, "end")
    assert len(position.state.hands[0]) == 6 + 2
    assert limit(position.state, 1) == 6 + 1


def test_a_full_hand_draws_nothing_and_discards_nothing():
    position = table("C1 C1 C2 C2 C3 C3", "").do(0, "end")
    assert position.events_of(acts.Refilled) == []
    assert position.hand(0) == "C1 C1 C2 C2 C3 C3"
    assert position.asked == (["Move"], [1])


def test_discarding_down_after_losing_triplets():
    """Two triplets are trumped: of eight cards and the one drawn, three are too many."""
    hands = ("C1 C2 C4 E1 E1 E2 P1 P1", "EA1 EA2 T1 T2 U1 U2")
    fields = [["C5 C6 C7", "C1 C3 C5"]]
    position = table(*hands, fields=fields, deck="P3 P3 P4 P2 C7 C7", turn=1)
    position.do(1, "trump EA1 1.1", "trump EA2 1.1", "end")
    assert limit(position.state, 0) == 6
    assert position.hand(0) == "C1 C2 C4 E1 E1 E2 P1 P1 P4"
    before = position.out
    position.do(0, "end", "discard C1", "discard E1")
    assert position.asked == (["Trim"], [0])
    position.do(0, "discard P4")
    assert position.asked == (["Move"], [1])
    assert position.out == f"{before} C1 E1 P4"
    assert [codes([event.card]) for event in position.events_of(acts.Discarded)] == [
        "C1",
        "E1",
        "P4",
    ]
    assert position.hand(0) == "C2 C4 E1 E2 P1 P1"


def test_the_limit_is_looked_at_only_at_the_end_and_only_of_the_player_in_turn():
    position = table("EA1 C1", "C1 C2 C3 C4 C5 C6 C7 E1", fields=[[], ["C1 C2 C3", "C4 C5 C6"]])
    position.do(0, "trump EA1 2.1", "end")
    assert len(position.state.hands[1]) == 8 + 1 > limit(position.state, 1)
    assert position.asked == (["Move"], [1])
    assert position.do(1, "end").asked == (["Trim"], [1])


# --- the end of the match


def test_the_last_card_drawn_at_the_start_of_a_turn_lets_it_be_played_to_its_end():
    hands = ("C1 C1 C2 C2 C3 C3", "E1 E2 E3 E4 E5 C5 C6 C4 P1")
    position = table(*hands, deck="P2").do(0, "end")
    assert position.events_of(acts.TurnBegan)[0].left == 0
    assert position.asked == (["Move"], [1])
    position.do(1, "C4 C5 C6", "E1 E2 E3", "end")
    assert position.asked == ([], [])
    assert position.hand(1) == "E4 E5 P1 P2"
    assert position.events_of(acts.Refilled) == []
    assert final_outcome(GAME, position.state).totals == (0, 3)


def test_the_last_turn_ends_without_discarding():
    position = table("C1 C1 C2 C2 C3 C3", "E1 E1 E2 E2 E3 E3 P1 P1", deck="P2").do(0, "end")
    position.do(1, "end")
    assert position.asked == ([], [])
    assert len(position.state.hands[1]) == 9
    assert position.events_of(acts.Discarded) == []


def test_the_last_card_drawn_while_drawing_up_ends_the_match_at_once():
    position = table("C1 C2 C4", "E1", deck="P1 P2 P3").do(0, "end")
    assert position.hand(0) == "C1 C2 C4 P1 P2 P3"
    assert position.asked == ([], [])
    assert position.events_of(acts.TurnBegan) == []


def test_a_card_that_is_left_begins_one_more_turn():
    position = table("C1 C2 C4", "E1", deck="P1 P2 P3 P4").do(0, "end")
    assert position.asked == (["Move"], [1])
    assert position.state.deck == b""


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_match_has_at_most_as_many_turns_as_cards_are_left(seats):
    state = Case(GAME, seats, "turns").start()
    while movers := GAME.to_move(state):
        legal = GAME.legal(state, movers[0])
        GAME.apply(state, movers[0], legal[-1], None)
    assert state.turn == 100 - 6 * seats
    assert GAME.clock(state).rounds == -(-state.turn // seats)


# --- undo


def placed(kind):
    """Return a match in which a seat has just placed a triplet, and that seat."""
    for seed in range(50):
        case = Case(GAME, 2, f"placed {seed}", {}, is_advised=True)
        match, _ = case.match()
        for moment in moments(case):
            match.accept(match.propose(moment.seat, moment.action))
            if isinstance(moment.action, kind):
                return match, moment.seat
    raise AssertionError("no triplet was placed so")


@pytest.mark.parametrize("kind", [acts.Keep, acts.Bank])
def test_where_a_triplet_goes_can_be_undone_but_not_that_it_was_laid(kind):
    match, seat = placed(kind)
    match.accept(match.propose(seat, Undo()))
    assert list(match.legal(seat)) == [acts.KEEP, acts.BANK]
    with pytest.raises(Refused) as refused:
        match.propose(seat, Undo())
    assert refused.value.refusal.code == "undo-revealed"
