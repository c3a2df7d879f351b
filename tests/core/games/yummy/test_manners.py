"""Robbers use their action cards, traders bargain, careful players do not."""

from core.manners import choices

from darwin_core.games.yummy import GAME

from .positions import table


def test_robber_marks_a_triplet_of_the_leader_and_a_trader_tries_a_trade():
    fields = [[], ["U1 U2 U3"], []]
    state = table("C1 P2 CA1", "E1 E2 P3", "T1 T2 P1", fields=fields).state
    by_manner = choices(GAME, state)
    assert by_manner == {
        "plain": "end", "careful": "end", "robber": "mark CA1 2.1", "trader": "trade 2",
    }  # fmt: skip


def test_trader_counters_an_offer_that_others_decline():
    state = table("C1 E1 P1 P2", "E2 E3 T1 T2", "U1 U2 P3", turn=1).offer(1, "T1", "P1", to=0).state
    by_manner = choices(GAME, state)
    assert (by_manner["plain"], by_manner["careful"], by_manner["trader"]) == (
        "decline",
        "decline",
        "counter",
    )


def test_trader_asks_nobody_twice_in_a_turn():
    start = table("C1 P2 CA1", "E1 E2 P3", "T1 T2 P1", fields=[[], ["U1 U2 U3"], []])
    start.state.openings = bytes((1, 2))
    assert choices(GAME, start.state)["trader"] == "end"


def test_robber_asks_for_an_action_card_that_the_partner_may_hold():
    state = (
        table("C1 P1 P2 E1", "E2 E3 P3", "T1 T2 T3").do(0, "trade 2", "give C1", "give E1").state
    )
    by_manner = choices(GAME, state)
    assert (by_manner["plain"], by_manner["robber"]) == ("ask P5", "ask CA1")
