"""Careful players avoid crowded areas, robbers go where others could go, explorers walk."""

import pytest

from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import Place, Stamp
from darwin_core.games.journey.hints import MANNERS

from .positions import calm, page


def lean(manner, table, location):
    return MANNERS[manner].lean(GAME.view(table.state, 0), 0, Place(0, location))


def occupied(table, seat, location):
    """Send the first worker of a seat to a location."""
    own_workers = table.state.workers[seat]
    rows = table.state.workers
    table.state.workers = (
        *rows[:seat], bytes((location,)) + own_workers[1:], *rows[seat + 1 :],
    )  # fmt: skip
    return table


def test_careful_player_leans_to_areas_without_workers():
    table = occupied(calm(4), 1, page("exploration"))
    assert lean("careful", table, page("exploration", 2)) == 0
    assert lean("careful", table, page("navigation")) == 1


def test_robber_leans_to_a_free_location_by_the_share_of_those_who_could_go_there():
    table = calm(3).rows(1, "B").rows(2, "G")
    for seat in (1, 2):
        table.give(seat, knowledge=0)
    assert lean("robber", table, page("navigation")) == 0.5
    assert lean("robber", table, page("navigation", 2)) == 0


@pytest.mark.parametrize(
    ("own", "rival", "expected"), [(0, 0, 0), (1, 0, 0), (0, 1, 1), (1, 1, 1), (2, 1, 0)]
)
def test_robber_leans_to_envelopes_where_it_is_not_ahead_of_its_rivals(own, rival, expected):
    table = calm(3).stamps(0, envelopes=(own, 0, 0), stacks=(4, 4, 1))
    view = GAME.view(table.stamps(2, envelopes=(rival, 0, 0), stacks=(4, 4, 1)).state, 0)
    assert MANNERS["robber"].lean(view, 0, Stamp(0, 0)) == expected


def test_explorer_leans_to_exploration():
    table = calm(3)
    assert lean("trader", table, page("exploration")) == 1
    assert lean("trader", table, page("navigation")) == 0
