"""Ships: moving, banners, the contents of the ocean, and the Beagle."""

import pytest

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey.acts import Complete, Move, Pitch, Place, Take
from darwin_core.games.journey.material import Overtake, TakeObjective

from .positions import at, calm, page, specimen

SAIL = page("navigation")
O6, O12 = range(2)


def sailing(start="O0", seats=2, row="B", **changes):
    """Return a position in which seat 0 can navigate 2; ``sail`` does so."""
    return calm(seats).rows(0, row).ship(0, start).give(0, **changes)


def sail(table, *names):
    return table.play(Place(0, SAIL), *(Move(at(name)) for name in names))


def spaces(table):
    return {action.space for action in table.of(Move)}


def names(*words):
    return set(map(at, words))


# --- banners


@pytest.mark.parametrize(
    ("start", "end", "island"),
    [("O7", "O8", 1), ("O7", "O9", 1), ("O13", "O14", 2), ("O13", "O15", 2)],
)
def test_a_banner_that_is_reached_or_crossed_puts_an_explorer_ashore(start, end, island):
    table = sail(sailing(start), end)
    expected = [at("IA0"), NOTHING, NOTHING]
    expected[island] = at(f"I{'ABC'[island]}0")
    assert list(table.state.explorers[0]) == expected


def test_a_banner_does_nothing_where_an_own_explorer_is():
    table = sail(sailing("O7").explorer(0, "IB5"), "O8")
    assert list(table.state.explorers[0]) == [at("IA0"), at("IB5"), NOTHING]


# --- contents of spaces


def test_the_icon_of_the_space_where_it_stops():
    assert sail(sailing("O9", coins=0), "O10").purse().coins == 4
    assert sail(sailing("O9", coins=0), "O11").purse().coins == 0
    table = sail(sailing("O16", coins=0), "O17")
    assert (table.purse().coins, table.purse().steps) == (3, 2)


def test_the_specimen_on_the_ocean_is_researched():
    table = sail(sailing(), "O2")
    assert table.state.research[0] == 1 << specimen("green reptile")
    assert sail(sailing(), "O3").state.research[0] == 0


def test_the_first_campsite_gives_an_objective_and_three_coins():
    table = sail(sailing("O5", coins=0).objectives(0), "O6").play(Pitch(O6))
    assert table.purse().coins == 3
    assert table.top == TakeObjective()
    assert table.of(Take) == [Take(tile) for tile in table.state.display]


def test_the_first_ship_on_the_last_space_gains_three_more():
    table = sail(sailing("O25"), "O26")
    assert table.purse().points == 3 + 3
    table.end().rows(1, "B").ship(1, "O25").give(1, coins=9)
    table.play(Place(0, SAIL), Move(at("O26")))
    assert table.purse(1).points == 3


# --- the extra stop


def test_both_stops_of_gold_do_what_is_there():
    table = sailing("O9", row="BBBBBB", coins=0)
    sail(table, "O10")
    assert table.purse().coins == 4
    table.play(Move(at("O12")), Pitch(O12))
    assert table.purse().coins == 3
    assert table.purse().points == 1


# --- to the Beagle


def overtaking(start, round):
    return calm().crew(8).rows(0, "GRBBB").ship(0, start).round(round)


@pytest.mark.parametrize(
    ("round", "anchor"), [(1, "O1"), (2, "O4"), (3, "O8"), (4, "O14"), (5, "O21")]
)
def test_the_ship_goes_to_the_space_of_the_beagle(round, anchor):
    table = overtaking("O0", round).play(Complete(7, 0))
    assert table.top == Overtake()
    table.play(Move(at(anchor)))
    assert table.state.ships[0] == at(anchor)


def test_banners_on_the_way_to_the_beagle_count():
    table = overtaking("O5", 4).play(Complete(7, 0), Move(at("O14")))
    assert list(table.state.explorers[0]) == [at("IA0"), at("IB0"), at("IC0")]


@pytest.mark.parametrize("start", ["O8", "O11"])
def test_the_ship_goes_to_the_beagle_forward_only(start):
    table = overtaking(start, 3).play(Complete(7, 0))
    assert table.state.ships[0] == at(start)
    assert not table.of(Move)
