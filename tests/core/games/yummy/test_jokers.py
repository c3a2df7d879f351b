"""Swapping a joker out of another player's triplet."""

from darwin_core.games.yummy.acts import Swapped

from .positions import codes, table


def test_a_joker_of_three_different_is_had_for_any_third_kind():
    position = table("E1 E2 E3 E6", "", fields=[[], ["E1 E3 EJ"]])
    assert position.may(0, "swap") == ["swap E2 2.1", "swap E6 2.1"]
    assert position.why(0, "swap E1 2.1") == "doubled"
    assert position.why(0, "swap E3 2.1") == "doubled"
    position.do(0, "swap E2 2.1")
    assert position.field(1) == ["E1 E2 E3"]
    assert position.hand(0) == "E1 E3 E6 EJ"
    (swapped,) = position.events_of(Swapped)
    assert (swapped.seat, swapped.owner) == (0, 1)
    assert codes([swapped.card, swapped.joker]) == "E2 EJ"


def test_the_card_is_owed_at_once_and_the_joker_may_be_laid_at_once():
    position = table("E1 E4 E5", "", fields=[[], ["E1 E1 EJ"]])
    position.do(0, "swap E1 2.1", "E4 E5 EJ")
    assert position.field(0) == ["E4 E5 EJ"]


def test_a_swap_leaves_citizens_cards_in_place():
    position = table("U3", "", fields=[[], ["U1 U2 UJ CA2 CA1"]]).do(0, "swap U3 2.1")
    assert position.field(1) == ["U1 U2 U3 CA2 CA1"]


def test_a_captured_triplet_keeps_its_joker():
    position = table("CA3", "U3", fields=[[], ["U1 U2 UJ CA2 CA1"]]).do(0, "mark CA3 2.1")
    assert position.field(0) == ["U1 U2 UJ"]
    assert "swap U3 1.1" in position.do(0, "end").may(1)
