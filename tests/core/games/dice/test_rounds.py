"""Rounds, accounts and the end of the game; dealing, the dice and the first Darwin."""

import pytest
from matches import final_outcome, refusal_of

from darwin_core.games.dice import GAME
from darwin_core.games.dice.acts import DiceEvent, Ended, Rolled, RoundBegan, Scored
from darwin_core.games.dice.material import CARDS, DECK
from darwin_core.lab.play import Case, moments

from .positions import play, position

DEALS = {2: (9, 4), 3: (8, 3), 4: (6, 3)}


@pytest.mark.parametrize(("seats", "deal"), DEALS.items())
def test_cards_are_dealt_by_the_number_of_players(seats, deal):
    dealt, rounds = deal
    state = Case(GAME, seats, "deal").start()
    assert [sum(hand.values()) for hand in state.hands] == [dealt] * seats
    assert len(state.deck) == 72 - seats * dealt
    assert GAME.clock(state).rounds == rounds


@pytest.mark.parametrize(("seats", "deal"), DEALS.items())
def test_the_deck_is_used_up_exactly(seats, deal):
    dealt, rounds = deal
    sizes: list[int] = []
    events: list[DiceEvent] = []
    for moment in moments(Case(GAME, seats, "used up")):
        sizes.append(len(moment.after.deck))
        events += moment.events
    expected = [72 - seats * dealt * (number + 1) for number in range(rounds)]
    assert sorted(set(sizes), reverse=True) == expected
    assert expected[-1] == 0
    assert [event.round for event in events if isinstance(event, RoundBegan)] == list(
        range(2, rounds + 1)
    )


@pytest.mark.parametrize("seats", DEALS)
def test_every_card_of_the_box_is_dealt_once(seats):
    dealt = []
    state = Case(GAME, seats, "box").start(
        lambda event: dealt.extend(_cards(event)) if isinstance(event, RoundBegan) else None
    )
    for moment in moments(Case(GAME, seats, "box")):
        for event in moment.events:
            if isinstance(event, RoundBegan):
                dealt += _cards(event)
    assert sorted(dealt) == list(DECK)
    assert GAME.invariants(state) == []


def _cards(event):
    return [card for hand in event.hands for card, copies in hand.items() for _ in range(copies)]


@pytest.mark.parametrize("seats", DEALS)
def test_dice_are_rolled_once_every_turn_by_the_darwin(seats):
    rolled, darwins = [], []
    Case(GAME, seats, "dice").start(
        lambda event: rolled.append(event) if isinstance(event, Rolled) else None
    )
    for moment in moments(Case(GAME, seats, "dice")):
        rolled += [event for event in moment.events if isinstance(event, Rolled)]
        if moment.after.turn != moment.before.turn:
            darwins.append(moment.before.darwin)
    dealt, rounds = DEALS[seats]
    assert len(rolled) == dealt * rounds
    assert [event.darwin for event in rolled] == darwins
    assert bytes(event.roll for event in rolled) == moment.after.rolls


def test_dice_roll_themselves():
    state = position("fight blue 1", "B2", "B3")
    assert {type(action).__name__ for action in GAME.legal(state, state.darwin)} == {"Play"}


@pytest.mark.parametrize("seats", DEALS)
def test_any_seat_may_be_the_first_darwin(seats):
    first = {Case(GAME, seats, str(seed)).start().darwin for seed in range(60)}
    assert first == set(range(seats))


def test_the_darwin_of_the_last_turn_opens_the_next_round():
    end = play("fight blue 1", "B2", "L8", darwin=0, turns_left=1)
    assert end.events_of(RoundBegan)
    assert end.darwin == 1
    end = play("fight blue 1", "L8", "L8", darwin=1, turns_left=1)
    assert end.darwin == 1


def test_the_last_card_of_a_round_is_asked_for():
    state = position("fight blue 1", "B2", "B3", turns_left=1)
    assert list(GAME.to_move(state)) == [0, 1]
    assert [len(GAME.legal(state, seat)) for seat in (0, 1)] == [1, 1]


def test_taken_cards_become_points_at_the_end_of_a_round():
    end = play("fight blue 1", "B2", "L8", taken=["O9 F1 S5", "C B6"], turns_left=1)
    assert end.events_of(Scored)[0].points == (5 + 4 + 1, 2 + 2 + 3 + 4)
    assert end.state.points == (10, 11)


def test_points_of_later_rounds_are_added():
    end = play("fight blue 1", "B2", "L8", accounts=(20, 30), turns_left=1)
    assert end.state.points == (20, 37)


def test_counted_cards_leave_the_game():
    end = play("fight blue 1", "B2", "L8", taken=["O9", "C"], middle="F3", turns_left=1)
    assert end.is_out("O9 C F3 B2 L8")
    assert end.taken == ["", ""]
    assert end.middle == ""


def test_cards_at_risk_are_not_points_yet():
    end = play("fight blue 1", "B2", "L8", accounts=(20, 30))
    assert end.state.points == (20, 30)


def test_points_on_the_account_are_safe_in_the_next_round():
    end = play("fight blue 1", "B2 L6", "L8 S8", taken=["O9", ""], accounts=(20, 30), turns_left=2)
    assert end.state.points == (20, 30 + 3 + 4 + 2 + 4)


def test_the_game_ends_with_the_last_card_of_the_last_round():
    end = play("fight blue 1", "B2", "L8", accounts=(20, 30), turns_left=1, rounds_left=0)
    assert end.events_of(Ended) == [Ended((20, 37), (1,))]
    assert list(GAME.to_move(end.state)) == []
    assert not any(GAME.legal(end.state, seat) for seat in (0, 1))
    assert refusal_of(GAME, end.state, 0, GAME.texts.parse("B2")).code == "over"


def test_most_points_win():
    end = play("fight blue 1", "B2", "L8", "F3", accounts=(9, 1, 3), turns_left=1, rounds_left=0)
    outcome = final_outcome(GAME, end.state)
    assert outcome.totals == (9, 10, 3)
    assert outcome.ranks == (2, 1, 3)
    assert outcome.winners == (1,)


def test_a_tie_is_shared():
    end = play("fight blue 1", "B2", "L8", "F3", accounts=(10, 1, 10), turns_left=1, rounds_left=0)
    outcome = final_outcome(GAME, end.state)
    assert outcome.totals == (10, 10, 10)
    assert outcome.winners == (0, 1, 2)
    assert end.events_of(Ended) == [Ended((10, 10, 10), (0, 1, 2))]


def test_a_carry_over_in_the_last_turn_of_the_game_is_lost():
    end = play("fight blue 1", "L8", "L8", middle="F3", turns_left=1, rounds_left=0)
    assert final_outcome(GAME, end.state).totals == (0, 0)
    assert end.is_out("L8 L8 F3")


def test_every_point_of_the_box_is_counted_or_lost():
    for seed in range(20):
        *_, last = moments(Case(GAME, 2, f"points {seed}"))
        assert sum(CARDS[card].points for card in last.after.out) == 188
        assert sum(last.after.points) <= 188


@pytest.mark.parametrize(("seats", "deal"), DEALS.items())
def test_the_clock_counts_the_turns_of_each_round_from_one(seats, deal):
    dealt, rounds = deal
    turns = [GAME.clock(moment.before) for moment in moments(Case(GAME, seats, "clock"))]
    seen = list(dict.fromkeys((clock.round, clock.turn) for clock in turns))
    assert seen == [
        (number, turn) for number in range(1, rounds + 1) for turn in range(1, dealt + 1)
    ]
    assert {(clock.rounds, clock.turns) for clock in turns} == {(rounds, dealt)}


def test_when_all_is_played_the_clock_stays_at_the_last_turn():
    *_, last = moments(Case(GAME, 2, "clock"))
    assert GAME.clock(last.after) == GAME.clock(last.before)
