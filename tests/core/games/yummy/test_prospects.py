"""Prospects: points within reach of action cards, and jokers for which cards can be swapped."""

import pytest

from darwin_core.games.yummy import GAME
from darwin_core.text.language import reading, tr

from .positions import table

POINTS = "points within your reach"
JOKERS = "jokers within your reach"
USA = "U1 U2 U3"


def prospects(position, seat=0):
    return GAME.bots.prospects(GAME.view(position.state, seat), seat)


def test_each_action_card_can_take_one_triplet_of_the_group_below():
    fields = [["E4 E5 E6"], ["C1 C2 C3", "C4 C5 C6"], [USA, "E1 E2 E3"]]
    assert prospects(table("", "", "", fields=fields))[POINTS] == 0
    one, two = (prospects(table(hand, "", "", fields=fields))[POINTS] for hand in ("EA1", "PA1"))
    assert (one, two) == (1, 2), "citizens, then the executive, but not its own"
    assert prospects(table("EA1 EA2 EA3", "", "", fields=fields))[POINTS] == 2


def test_a_triplet_that_another_takes_is_no_longer_in_reach():
    position = table("EA2", "EA1", "", fields=[[], [], ["C1 C2 C3"]], turn=1)
    assert prospects(position)[POINTS] == 1
    position.do(1, "trump EA1 3.1")
    assert prospects(position)[POINTS] == 0


def test_a_third_mark_takes_a_triplet_too():
    position = table("CA3", "CA4", "", fields=[[], [], [f"{USA} CA1", f"{USA} CA2"]], turn=1)
    assert prospects(position)[POINTS] == 0
    position.do(1, "mark CA4 3.1")
    assert prospects(position)[POINTS] == 5


def test_a_joker_that_another_swaps_for_is_gone():
    position = table("C1 C5", "C1", "", fields=[[], [], ["C2 C3 CJ"]], turn=1)
    assert prospects(position)[JOKERS] == 1
    position.do(1, "swap C1 3.1")
    assert prospects(position)[JOKERS] == 0


def test_an_answer_to_an_own_offer_takes_no_prospects():
    position = table("EA1 C1", "C2 P1", "", fields=[[], ["C4 C5 C6"]])
    position.offer(0, "EA1", "P1", to=1)
    assert prospects(position) == {}
    assert prospects(position, 1)


@pytest.mark.parametrize("words", [POINTS, JOKERS])
def test_each_prospect_has_german_words(words):
    with reading("de"):
        assert tr(words) != words
