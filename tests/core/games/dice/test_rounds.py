"""Rounds, accounts and the end of the game; dealing, the dice and the first Darwin."""

import pytest
from matches import final_outcome, refusal_of

from darwin_core.games.dice import GAME
from darwin_core.games.dice.acts import Ended, Rolled
from darwin_core.lab.play import Case, moments

from .positions import play, position

DEALS = {2: (9, 4), 3: (8, 3), 4: (6, 3)}


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


@pytest.mark.parametrize("seats", DEALS)
def test_any_seat_may_be_the_first_darwin(seats):
    first = {Case(GAME, seats, str(seed)).start().darwin for seed in range(60)}
    assert first == set(range(seats))


def test_the_last_card_of_a_round_is_asked_for():
    state = position("fight blue 1", "B2", "B3", turns_left=1)
    assert list(GAME.to_move(state)) == [0, 1]
    assert [len(GAME.legal(state, seat)) for seat in (0, 1)] == [1, 1]


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
