"""Ships: moving, banners, the contents of the ocean, and the Beagle."""

import pytest

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey.acts import END, Complete, Move, Pitch, Place, Take
from darwin_core.games.journey.material import Overtake, TakeObjective

from .positions import at, calm, page, specimen

SAIL, SAIL_2, SAIL_3 = (page("navigation", number) for number in (1, 2, 3))
O6, O12, O19 = range(3)


def sailing(start="O0", seats=2, row="B", **changes):
    """Return a position in which seat 0 can navigate 2; ``sail`` does so."""
    return calm(seats).rows(0, row).ship(0, start).give(0, **changes)


def sail(table, *names):
    return table.play(Place(0, SAIL), *(Move(at(name)) for name in names))


def spaces(table):
    return {action.space for action in table.of(Move)}


def names(*words):
    return set(map(at, words))


@pytest.mark.parametrize(
    ("start", "reached"),
    [
        ("O0", ["O1", "O2", "O3"]),
        ("O2", ["O3", "O4"]),
        ("O5", ["O6", "O7", "O8"]),
        ("O18", ["O19", "O20", "O21"]),
        ("O24", ["O25", "O26"]),
        ("O25", ["O26"]),
    ],
)
def test_a_ship_moves_one_or_two_spaces_by_the_branch_that_it_likes(start, reached):
    assert spaces(sail(sailing(start))) == names(*reached)


@pytest.mark.parametrize(("location", "last"), [(SAIL_2, "O5"), (SAIL_3, "O7")])
def test_lower_spaces_of_the_page_move_farther(location, last):
    table = sailing("O2", row="BBB").lens(1, SAIL_2, SAIL_3).play(Place(0, location))
    assert max(spaces(table)) == at(last)


def test_ships_do_not_block():
    table = sailing("O2").ship(1, "O3")
    assert spaces(sail(table)) == names("O3", "O4")
    table.play(Move(at("O3")))
    assert table.state.ships[0] == table.state.ships[1]


def test_a_ship_need_not_move():
    assert sail(sailing()).end().state.ships[0] == at("O0")


def test_a_ship_on_the_last_space_stays_there():
    assert sailing("O26").refusal(Place(0, SAIL)) == "no-use"


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


def test_a_banner_left_behind_does_nothing_more():
    table = sail(sailing("O8"), "O9")
    assert list(table.state.explorers[0]) == [at("IA0"), NOTHING, NOTHING]


def test_a_banner_does_nothing_where_an_own_explorer_is():
    table = sail(sailing("O7").explorer(0, "IB5"), "O8")
    assert list(table.state.explorers[0]) == [at("IA0"), at("IB5"), NOTHING]


def test_the_first_banner_does_nothing_in_the_normal_course():
    table = sail(sailing().explorer(0, "IA3"), "O1")
    assert list(table.state.explorers[0]) == [at("IA3"), NOTHING, NOTHING]


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


def test_specimens_on_more_ocean_spaces_with_more_players():
    for seats, count in ((2, 0), (3, 1), (4, 1)):
        assert sail(sailing("O8", seats), "O9").state.research[0].bit_count() == count
    for seats, count in ((2, 0), (3, 0), (4, 1)):
        assert sail(sailing("O15", seats), "O16").state.research[0].bit_count() == count


def test_the_first_campsite_gives_an_objective_and_three_coins():
    table = sail(sailing("O5", coins=0).objectives(0), "O6").play(Pitch(O6))
    assert table.purse().coins == 3
    assert table.top == TakeObjective()
    assert table.of(Take) == [Take(tile) for tile in table.state.display]


def test_a_campsite_of_the_ocean_is_left_alone_by_the_other_branch():
    assert sail(sailing("O5"), "O7").can(END)


def test_points_of_the_last_spaces():
    for start, end, points in (
        ("O21", "O22", 2),
        ("O22", "O23", 3),
        ("O23", "O24", 4),
        ("O24", "O25", 5),
    ):
        assert sail(sailing(start), end).purse().points == points


def test_the_first_ship_on_the_last_space_gains_three_more():
    table = sail(sailing("O25"), "O26")
    assert table.purse().points == 3 + 3
    table.end().rows(1, "B").ship(1, "O25").give(1, coins=9)
    table.play(Place(0, SAIL), Move(at("O26")))
    assert table.purse(1).points == 3


def test_crossing_points_gives_none():
    assert sail(sailing("O22"), "O24").purse().points == 4


# --- the extra stop


def test_both_stops_of_gold_do_what_is_there():
    table = sailing("O9", row="BBBBBB", coins=0)
    sail(table, "O10")
    assert table.purse().coins == 4
    table.play(Move(at("O12")), Pitch(O12))
    assert table.purse().coins == 3
    assert table.purse().points == 1


def test_moves_of_both_stops_together_are_those_of_the_space():
    table = sail(sailing("O2", row="BBBBBB"), "O3")
    assert spaces(table) == names("O4", "O5")


def test_after_the_whole_way_there_is_no_extra_stop():
    table = sail(sailing("O2", row="BBBBBB"), "O5")
    assert table.can(END)


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
