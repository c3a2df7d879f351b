"""The numbers of possible sequences of matches and positions: any change of the rules shows
here."""

from darwin_core.games.yummy import GAME
from darwin_core.lab.play import count_ahead

from .positions import table


def ahead(position, depth):
    return [count.paths for count in count_ahead(GAME, position.state, depth)]


def test_triplets_of_a_whole_group():
    """Of seven kinds three each and the joker: 7 + 35 without it, 7 + 21 with it."""
    hand = " ".join(f"C{kind} C{kind} C{kind}" for kind in range(1, 8)) + " CJ"
    assert len(table(hand, "").lays(0)) == 7 + 35 + 7 + 21


def test_offers_with_one_card_to_give():
    """50 labels, or a kind twice, or two different ones, and so on. Each can be offered. Then it is
    declined, countered, or accepted if the labels asked for are held."""
    position = table("C1", "C2").do(0, "trade 2", "give C1")
    pairs = 25 + 50 * 49 // 2
    triples = 25 + 25 * 49 + 50 * 49 * 48 // 6
    assert ahead(position, 3) == [50, pairs + 50, triples + pairs + 50 * 2 + 1]


def test_gifts_of_up_to_three_of_four_cards():
    """C1 C1 C3 E1: three kinds, four pairs, three threes; then labels are asked for."""
    position = table("C1 C1 C3 E1", "C2").do(0, "trade 2")
    labels = 50
    asked = 3 * (25 + 50 * 49 // 2 + 50)
    assert ahead(position, 3) == [3, 4 + 3 * labels, 3 + 4 * labels + asked]


def test_ways_to_discard_three_of_nine_different_cards():
    position = table("C1 C2 C4 E1 E2 P1 P2 T1 T2", "").do(0, "end")
    assert ahead(position, 3) == [9, 9 * 8, 9 * 8 * 7]
    counts = count_ahead(GAME, position.state, 3)
    assert counts[2].states == 9 * 8 * 7, "the order of the discards is kept"


def test_three_of_a_kind_may_go_two_ways():
    """Lay and keep or bank it; or end, and the next to move trades or ends."""
    assert ahead(table("C1 C1 C1", ""), 2) == [2, 2 + 2]


def test_every_target_of_every_action_card():
    """Citizens mark the USA; each other group has one group below it on the other's field."""
    fields = [[], ["C1 C2 C3", "E1 E2 E3", "P1 P2 P3", "T1 T2 T3", "U1 U2 U3", "C4 C5 C6"]]
    hand = "CA1 CA2 EA1 EA2 PA1 TA1 UA1 AA1"
    position = table(hand, "", fields=fields)
    assert len(position.may(0)) == 2 + 2 * 2 + 4 + 1


def test_the_longest_list_is_short():
    """All action cards against the fullest field, and all triplets of the greatest group."""
    hand = " ".join(f"C{kind} C{kind} C{kind}" for kind in range(1, 8)) + " CJ EA1 EA2 EA3 AA1"
    fields = [[], ["E1 E2 E3"] * 3 + ["U1 U2 U3"] * 3]
    assert len(table(hand, "P1", fields=fields).may(0)) <= 400
