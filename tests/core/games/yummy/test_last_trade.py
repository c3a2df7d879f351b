"""Trades of the last turn: they are worth the points that they bring in this turn."""

import pytest

from darwin_core.games.yummy import GAME
from darwin_core.games.yummy.acts import AnyAction, Ask, End, Give, Propose, Trade
from darwin_core.text.seat_names import SeatNames

from .positions import BY_CODE, table

HANDS = ("U1 U2 P1", "C4 E4 U3", "C5 E5")


def last_turn(*hands, known="", fields=()):
    """Return a position in the last turn, with a card known in the hand of the second seat."""
    viewers = (0, 2, len(hands))
    seen = {(viewer, 1): known for viewer in viewers} if known else None
    return table(*hands, deck="", fields=fields, seen=seen)


def advised(position):
    """Return the first seat's actions, best first."""
    return GAME.bots.advise(GAME.view(position.state, 0), 0, SeatNames(("Ada", "Ben", "Cy")))


def test_a_known_card_that_completes_a_triplet_is_traded_for_in_the_last_turn():
    position = last_turn(*HANDS, known="U3")
    best = advised(position)[0]
    assert best.action == Trade(1)
    triplet = "a 5-point triplet with Rambo and Superman"
    assert f"{triplet}; Ben surely has it" in best.reason
    steps: list[AnyAction] = [Give(BY_CODE["P1"]), Ask(BY_CODE["U3"]), Propose()]
    position.do(0, "trade 2")
    for step in steps:
        assert advised(position)[0].action == step
        position.do(0, GAME.texts.notation(step))
    position.do(1, "accept")
    assert position.lays(0) == ["U1 U2 U3"]


def test_an_action_card_is_traded_for_in_the_last_turn_only_if_it_can_take_a_triplet():
    hands = ("U1 P1", "C4 P5 AA1", "C5 E5")
    assert advised(last_turn(*hands, known="AA1"))[0].action == End()
    position = last_turn(*hands, known="AA1", fields=[[], [], ["U1 U2 U3"]])
    best = advised(position)[0]
    assert best.action == Trade(1)
    assert "a card to take USA" in best.reason


@pytest.mark.parametrize("hand", ["U1 U2", "U1 P1"])
def test_a_trade_that_brings_nothing_in_the_last_turn_is_not_advised(hand):
    """The first hand would have to give a card of the triplet; the second one lacks two cards."""
    best = advised(last_turn(hand, "C4 E4 U3", "C5 E5", known="U3"))[0]
    assert best.action == End()
