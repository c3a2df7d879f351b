"""The checks find the errors of a state."""

import msgspec
import pytest
from core.twins import check_problem

from darwin_core.games.yummy import GAME
from darwin_core.games.yummy.material import Answer, Begin, Move, Offer, PlaceTriplet, Trim

from .positions import cards, table, triplet

HANDS = ("C1 C2 C4", "E1 E3", "P1")


def sound():
    return table(*HANDS, deck="T1 T2", fields=[["U1 U2 U3 CA1"]], seen={(1, 0): "C1"}).state


def seen(**rows):
    """Return memories: ``v1h0="C1"`` is viewer 1's memory of the hand of seat 0."""
    memories = [b""] * 12
    for name, text in rows.items():
        memories[int(name[1]) * 3 + int(name[3])] = cards(text)
    return memories


def offering(give, ask="E1", seat=0, partner=1):
    return [Move(0), Offer(seat, partner, False, cards(give), cards(ask))]


def answering(give, ask="E1", seat=1, partner=0):
    return [Move(0), Answer(seat, partner, False, cards(give), cards(ask))]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"hands": [b"", b""]}, "seats do not agree"),
        ({"fields": [()]}, "seats do not agree"),
        ({"piles": [()]}, "seats do not agree"),
        ({"hands": [b""], "fields": [()], "piles": [()]}, "seats do not agree"),
        ({"seen": []}, "memories"),
        ({"declined": []}, "declined"),
        ({"deck": b"\x32"}, "no such card"),
        ({"deck": b"\xff"}, "no such card"),
        ({"fields": [(b"",), (), ()]}, "no cards"),
        ({"deck": cards("T1")}, "100"),
        ({"out": cards("T1 T1")}, "100"),
        ({"hands": [cards(HANDS[0])[::-1], cards(HANDS[1]), cards(HANDS[2])]}, "in order"),
        ({"fields": [(triplet("C1 C1 C2"),), (), ()]}, "no triplet"),
        ({"fields": [(triplet("C1 C2"),), (), ()]}, "no triplet"),
        ({"piles": [(triplet("C1 C2 E1"),), (), ()]}, "no triplet"),
        ({"fields": [(triplet("C1 C2 C3 CA1"),), (), ()]}, "marks"),
        ({"fields": [(triplet("U1 U2 U3 EA1"),), (), ()]}, "marks"),
        ({"fields": [(triplet("U1 U2 U3 CA1 CA2 CA3"),), (), ()]}, "marks"),
        ({"piles": [(triplet("U1 U2 U3 CA1"),), (), ()]}, "point pile"),
        ({"seen": seen(v1h0="E1")}, "not there"),
        ({"seen": seen(v1h0="C1 C1")}, "not there"),
        ({"seen": seen(v0h0="C1")}, "own hand"),
        ({"seen": seen(v3h0="C1", v1h0="C1")}, "spectators have seen what a player has not"),
        ({"seen": seen(v3h0="E1", v1h0="E1", v2h0="E1")}, "spectators remember"),
        ({"hands": [cards("C1") * 10**6, *map(cards, HANDS[1:])]}, "the 100 of the box"),
        ({"direction": 0}, "direction"),
        ({"openings": bytes(3)}, "too many trades"),
        ({"openings": bytes([3])}, "not there"),
        ({"pending": [Move(3)]}, "not there"),
        ({"pending": [Begin(0)]}, "nobody"),
        ({"pending": []}, "before the deck"),
        ({"pending": [Trim(0)], "hands": [b"", *map(cards, HANDS[1:])]}, "nothing to choose"),
        ({"pending": [Move(0), PlaceTriplet(0, triplet("E1 E2 E3"))]}, "three of a kind"),
        ({"pending": [Move(0), PlaceTriplet(0, triplet("E1 E1 E3"))]}, "three of a kind"),
        ({"pending": offering("C1", partner=0)}, "nobody to trade with"),
        ({"pending": offering("C1", partner=3)}, "nobody to trade with"),
        ({"pending": offering("E1", seat=1, partner=2)}, "neither is in turn"),
        ({"pending": offering("C3")}, "does not hold"),
        ({"pending": offering("C1 C1")}, "does not hold"),
        ({"pending": answering("E3")}, "does not hold"),
        ({"pending": answering("C1", "E1 E2 E3 E4")}, "too large"),
        ({"pending": answering("C1", "AA1 AA1")}, "more than there is"),
        ({"pending": [Move(0), Offer(0, 1, False, cards("C1 C2")[::-1])]}, "order"),
        ({"pending": answering("C1", "")}, "gift"),
        ({"pending": answering("")}, "gift"),
        ({"pending": answering("C2")}, "does not remember"),
    ],
)
def test_a_problem_is_named(change, problem):
    check_problem(GAME, sound(), change, problem)


def test_an_offer_and_its_answer_can_be_sound():
    for pending in (offering("C1 C2"), offering(""), answering("C1", "E1 E1 E1")):
        assert GAME.invariants(msgspec.structs.replace(sound(), pending=pending)) == []


def test_a_view_is_no_sound_state():
    assert GAME.invariants(GAME.view(sound(), 0))
