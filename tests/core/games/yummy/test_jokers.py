"""Swapping a joker out of another player's triplet."""

import pytest

from darwin_core.games.yummy.acts import Swapped

from .positions import codes, table


def test_a_joker_of_three_of_the_same_is_had_for_its_own_kind_only():
    position = table("E1 E2 E3", "", fields=[[], ["E1 E1 EJ"]])
    assert position.may(0, "swap") == ["swap E1 2.1"]
    assert position.why(0, "swap E2 2.1") == "wrong-kind"
    position.do(0, "swap E1 2.1")
    assert position.field(1) == ["E1 E1 E1"]
    assert position.hand(0) == "E2 E3 EJ"


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


@pytest.mark.parametrize("code", ["C1", "P1", "CJ", "EA1"])
def test_a_joker_is_had_for_a_playing_card_of_its_group_only(code):
    position = table(code, "", fields=[[], ["E1 E3 EJ"]])
    assert position.may(0, "swap") == []
    assert position.why(0, f"swap {code} 2.1") == "wrong-group"


def test_own_jokers_stay():
    position = table("E2", "", fields=[["E1 E3 EJ"]])
    assert position.may(0, "swap") == []
    assert position.why(0, "swap E2 1.1") == "own-triplet"


def test_jokers_on_point_piles_stay():
    assert table("E1", "", piles=[[], ["E1 E1 EJ"]]).may(0, "swap") == []


def test_a_triplet_without_a_joker_is_not_changed():
    position = table("E1", "", fields=[[], ["E2 E3 E4"]])
    assert position.why(0, "swap E1 2.1") == "no-joker"


def test_jokers_are_swapped_in_the_own_turn_only():
    position = table("", "E1", fields=[["E1 E1 EJ"]])
    assert position.why(1, "swap E1 1.1") == "not-your-turn"
    assert position.may(1) == []


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


def test_as_many_swaps_as_one_likes():
    position = table("C1 E1 P1", "", fields=[[], ["C1 C1 CJ", "E1 E1 EJ", "P1 P1 PJ"]])
    position.do(0, "swap C1 2.1", "swap E1 2.2", "swap P1 2.3")
    assert position.hand(0) == "CJ EJ PJ"
    assert position.field(1) == ["C1 C1 C1", "E1 E1 E1", "P1 P1 P1"]


def test_a_triplet_made_whole_is_not_banked_any_more():
    position = table("E1", "", fields=[[], ["E1 E1 EJ"]]).do(0, "swap E1 2.1")
    assert position.asked == (["Move"], [0])
    assert position.pile(1) == []
