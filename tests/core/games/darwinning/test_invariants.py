"""The consistency checks find the faults of a state."""

import pytest
from core.twins import check_problem

from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning import GAME, view
from darwin_core.games.darwinning.material import (
    Browse,
    EatSpecies,
    Improve,
    KeepCards,
    NameLeader,
    Suffer,
)

from .positions import cards, leading, spaces

BARE = spaces("- - - - -")


def sound():
    return leading(
        "turtle", "bat", "bird", hands=("A1 A2", "B1", "F1"), discards="F2 F3", era=1
    ).state


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"deck": b""}, "92"),
        ({"discards": cards("A1 A1 A1")}, "92"),
        ({"buried": [cards("A1"), b"", b""]}, "92"),
        ({"hands": [b"", b""]}, "seats"),
        ({"traits": [BARE]}, "seats"),
        ({"used": []}, "seats"),
        ({"places": [1, 2]}, "seats"),
        ({"species": bytes(2)}, "seats"),
        ({"species": bytes(3)}, "species"),
        ({"species": bytes([1, 2, 13])}, "species"),
        ({"places": [3, 5, 5]}, "one space"),
        ({"places": [0, 5, 6]}, "beyond"),
        ({"places": [3, 5, 21]}, "beyond"),
        ({"population": [5, -1, 3]}, "negative"),
        ({"bites": [-1, 0, 0]}, "negative"),
        ({"traits": [BARE, BARE, BARE[:4]]}, "five trait spaces"),
        ({"hands": [cards("A1 A2")[::-1], cards("B1"), cards("F1")]}, "in order"),
        ({"traits": [BARE, BARE, spaces("J - - - -")]}, "joker"),
        ({"era": 0}, "era"),
        ({"era": 4}, "era"),
        ({"environments": bytes(4)}, "as many"),
        ({"environments": bytes([0, 1, 2, 3, 10])}, "no such environment"),
        ({"environments": bytes([0, 1, 2, 3, 3])}, "twice"),
        ({"leader": 3}, "leads"),
        ({"best": 3}, "strongest"),
        ({"display": cards("F2 F3")}, "display"),
        ({"pending": [NameLeader(3)]}, "not there"),
        ({"pending": [Suffer()]}, "nobody"),
        ({"pending": [KeepCards()]}, "nobody"),
        ({"pending": [EatSpecies(0)]}, "nothing to choose"),
        ({"pending": [Improve(0, b"")]}, "nothing to choose"),
        ({"pending": [Browse(7)]}, "not there"),
    ],
)
def test_a_problem_is_named(change, problem):
    check_problem(GAME, sound(), change, problem)


def test_a_trait_card_twice_is_no_problem_but_a_card_too_many_is():
    state = sound()
    state.traits = [spaces("A3 B3 - - -"), BARE, BARE]
    assert GAME.invariants(state) == ["the cards are not the 92 of the box"]


def test_actions_of_an_impossible_hand_are_not_listed(monkeypatch):
    """Those of a huge hand would not fit the memory."""
    state = sound()
    state.hands = [bytes(range(80)), *state.hands[1:]]
    monkeypatch.setattr(view, "_undecided", lambda state: pytest.fail("the actions are listed"))
    assert view.invariants(state)


def test_a_view_is_no_sound_state():
    assert GAME.invariants(GAME.view(sound(), 0))


def test_nothing_means_nobody():
    state = sound()
    assert state.best == NOTHING
    state.leader = NOTHING
    assert GAME.invariants(state) == []
