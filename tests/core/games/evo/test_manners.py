"""Careful species avoid others, robbers eat where others eat."""

import pytest
from core.manners import choices

from darwin_core.games.evo import GAME

from .positions import kind, living


@pytest.mark.parametrize(("slot", "other"), [(4, 5), (5, 4)])
def test_robber_forages_where_another_species_does_and_a_careful_one_where_none_does(slot, other):
    kinds = kind(hand="SSEA", deck="TTTTTT", own="GS GR"), kind(own="GP GT")
    state = living(*kinds, land=[("", "EA")], tokens={(0, slot): "0 2"}).state
    by_manner = choices(GAME, state)
    assert by_manner["robber"] == f"forage {slot} 1"
    assert by_manner["careful"] == f"forage {other} 1"
