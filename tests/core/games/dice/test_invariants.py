"""The consistency checks find the faults of a state."""

import pytest
from core.twins import check_problem

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.dice import GAME
from darwin_core.games.dice.material import hand_of

from .positions import cards, position


def sound():
    return position("fight blue 1", "B2", "L4", "C", taken=["F1", "", ""], middle="F2")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"deck": ()}, "72"),
        ({"out": cards("B1 B1 B1")}, "72"),
        ({"hands": [hand_of(cards("B2")), hand_of(cards("L4"))]}, "seats"),
        ({"rolls": (0,)}, "rolls"),
        ({"rolls": (HIDDEN,) * 24}, "rolls"),
        ({"waiting": 0}, "waiting seats"),
        ({"waiting": 6}, "waiting seats"),
        ({"chosen": [cards("B8")[0], NOTHING, NOTHING]}, "waiting seats"),
        ({"turn": 13}, "size"),
        ({"turn": 99}, "range"),
        ({"darwin": 3}, "range"),
        ({"scores": ()}, "accounts"),
        ({"taken": [b"", b"", b""]}, "72"),
        ({"middle": ()}, "72"),
    ],
)
def test_a_problem_is_named(change, problem):
    check_problem(GAME, sound(), change, problem)


def test_a_hand_out_of_order_is_a_problem():
    state = sound()
    state.hands[0] = dict(reversed(state.hands[0].items()))
    assert "a hand is not in order" in GAME.invariants(state)


def test_a_view_is_no_sound_state():
    assert GAME.invariants(GAME.view(sound(), 0))
