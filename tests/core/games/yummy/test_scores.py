"""The final score, and the winners."""

import pytest
from matches import final_outcome

from darwin_core.games.yummy import GAME
from darwin_core.games.yummy.rules import totals

from .positions import table

EACH = ["C1 C2 C3", "E1 E1 EJ", "P1 P2 P3", "T1 T1 T1", "U1 U2 UJ"]


def ended(*hands, **where):
    """Return a match that is over."""
    return table(*hands, deck="", pending=[], **where)


@pytest.mark.parametrize(("text", "points"), zip(EACH, range(1, 6), strict=True))
def test_a_triplet_counts_its_groups_value_on_the_field_and_on_the_point_pile(text, points):
    position = ended("", "", fields=[[text]])
    assert position.lines["field"] == (points, 0)
    position = ended("", "", piles=[[text]])
    assert position.lines["point pile"] == (points, 0)
    assert position.totals == [points, 0]


def test_a_triplet_of_the_usa_counts_one_less_for_each_citizens_card_on_it():
    position = ended("", "", fields=[["U1 U2 U3 CA1 CA2", "U1 U1 UJ CA3"]])
    assert position.lines["field"] == (10, 0)
    assert position.lines["citizens' actions"] == (-3, 0)
    assert position.totals == [7, 0]


def test_all_lines_add_up():
    fields = [EACH[:2], ["U1 U2 UJ CA1"]]
    piles = [EACH[2:4], ["C4 C5 C6"]]
    position = ended("", "", fields=fields, piles=piles)
    outcome = final_outcome(GAME, position.state)
    assert outcome.totals == tuple(position.totals) == totals(position.state) == (10, 5)
    assert outcome.winners == (0,)
    assert outcome.ranks == (1, 2)


def test_a_tie_is_shared():
    position = ended("", "", "", fields=[["E1 E2 E3"], ["C1 C2 C3"]], piles=[[], [], ["E4 E5 E6"]])
    outcome = final_outcome(GAME, position.state)
    assert outcome.winners == (0, 2)
    assert outcome.ranks == (1, 3, 1)


def test_there_is_no_outcome_before_the_end():
    assert GAME.outcome(table("", "", fields=[EACH]).state) is None
    assert GAME.outcome(table("", "", fields=[EACH], deck="").state) is None
