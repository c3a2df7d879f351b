"""A whole turn can be undone until it is ended: nothing in it reveals anything."""

from random import Random

import msgspec
import pytest
from matches import began, play

from darwin_core.games.journey.acts import END, SKIP, Achieve, Complete
from darwin_core.games.journey.material import Turn
from darwin_core.match import Refused, Undo

encode = msgspec.msgpack.Encoder().encode


def sailing(seats, seed):
    """Return a match after the draft."""
    written = began(seats, seed, game="journey")
    while not written.match.state.round:
        written.first(written.match.game.to_move(written.match.state)[0])
    return written


def is_fresh(state):
    """Return whether a turn begins."""
    return type(state.pending[-1]) is Turn and not state.pending[-1].has_placed


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_choice_of_a_turn_can_be_undone(seats):
    written = sailing(seats, f"undo {seats}")
    rng = Random(seats)
    match = written.match
    longest = 0
    for _ in range(40):
        if not is_fresh(match.state):
            break
        (seat,) = match.game.to_move(match.state)
        before = [encode(match.state)]
        while END not in match.legal(seat):
            keen = [action for action in match.legal(seat) if action != SKIP]
            written.act(seat, rng.choice(keen or [SKIP]))
            before.append(encode(match.state))
        longest = max(longest, len(before))
        for state in reversed(before[:-1]):
            written.act(seat, Undo())
            assert encode(match.state) == state
        while END not in match.legal(seat):
            written.act(seat, match.legal(seat)[0])
        written.act(seat, END)
        while match.game.to_move(match.state) and not is_fresh(match.state):
            (other,) = match.game.to_move(match.state)
            written.act(other, SKIP)
    assert longest > 3


def test_an_ended_turn_is_not_undone():
    written = sailing(2, "ended")
    (seat,) = written.match.game.to_move(written.match.state)
    while END not in written.match.legal(seat):
        written.first(seat)
    written.act(seat, END)
    with pytest.raises(Refused):
        written.match.propose(seat, Undo())


@pytest.mark.parametrize("rules", [1, 2])
def test_the_choice_that_ends_the_match_can_be_undone_by_rules_1_only(rules):
    written = play(began(2, "last", game="journey", rules=rules), Random(2))
    match = written.match
    assert match.state.rules == rules
    assert match.game.outcome(match.state)
    last = match.history[-1].seat
    if rules == 1:
        written.act(last, Undo())
        assert not match.game.outcome(match.state)
    else:
        with pytest.raises(Refused, match="the match is over"):
            match.propose(last, Undo())


def test_free_actions_can_be_undone_too():
    written = sailing(2, "free")
    match = written.match
    for _ in range(400):
        if not (movers := match.game.to_move(match.state)):
            break
        seat = movers[0]
        free = [act for act in match.legal(seat) if isinstance(act, Achieve | Complete)]
        if free and type(match.state.pending[-1]) is Turn:
            before = encode(match.state)
            written.act(seat, free[0])
            written.act(seat, Undo())
            assert encode(match.state) == before
            return
        written.first(seat)
    pytest.fail("nobody achieved anything")
