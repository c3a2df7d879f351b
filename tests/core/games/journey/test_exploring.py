"""Explorers: moving, jumping, ribbons, the contents of spaces, and campsites."""

import pytest

from darwin_core.games.journey import material
from darwin_core.games.journey.acts import END, Land, Move, Pitch, Place

from .positions import at, calm, page, specimen

EXPLORE = page("exploration")
EXPLORE_3 = page("exploration", 3)
SPECIAL = page("special")
O6, O12, O19, IA4, IA7, IA14, IB4, IB9, IC3 = range(9)


def exploring(seats=2, moves=2, **changes):
    """Return a position in which seat 0 can explore this many moves; ``leave`` sends its worker."""
    table = calm(seats).rows(0, "GGG").give(0, **changes)
    table.lens(material.NEUTRAL, page("exploration", 2), EXPLORE_3)
    table.at_place = page("exploration", moves - 1)
    return table


def leave(table):
    return table.play(Place(0, table.at_place))


def spaces(table):
    return {action.space for action in table.of(Move)}


def names(*words):
    return set(map(at, words))


# --- jumping


def test_spaces_with_explorers_of_others_are_jumped_and_not_counted():
    table = leave(exploring().explorer(1, "IA1"))
    assert spaces(table) == names("IA2", "IA3")


# --- the extra stop


def gold(start="IA0", **others):
    """Let seat 0 explore 3 with an extra stop."""
    table = calm(3).rows(0, "GBBBBB").explorer(0, start).give(0, coins=0, points=0)
    for seat, name in others.items():
        table.explorer(int(seat[-1]), name)
    return table.play(Place(0, EXPLORE))


def test_a_jumped_space_is_no_move_before_the_extra_stop_nor_after_it():
    table = gold(seat1="IA1", seat2="IA3").play(Move(at("IA2")))
    assert spaces(table) == names("IA4", "IA5", "IA8")


def test_after_an_extra_stop_on_the_last_space_nothing_is_left():
    table = gold("IA23").play(Move(at("IA24")))
    assert table.can(END)
    assert table.purse().points == 4 + 3


def test_what_an_extra_stop_sets_off_comes_before_the_explorer_continues():
    table = gold("IA3").play(Move(at("IA4")), Pitch(IA4))
    assert table.top == material.Correspond(2)
    table.skip()
    assert spaces(table) == names("IA5", "IA6", "IA8", "IA9")


def test_ribbons_count_once_with_an_extra_stop():
    table = gold("IA3").play(Move(at("IA4"))).skip().play(Move(at("IA5")))
    assert table.purse().points == 1


# --- contents of spaces


def test_rewards_of_the_space_where_it_stops():
    table = leave(exploring(coins=0)).play(Move(at("IA1")))
    assert table.purse().coins == 4


def test_nothing_of_a_space_that_is_only_crossed():
    before = exploring().purse()
    table = leave(exploring()).play(Move(at("IA2")))
    assert (table.purse() - before)[:3] == (0, 0, 0)


def test_a_specimen_on_the_space_is_researched():
    table = leave(exploring()).play(Move(at("IA2")))
    there = table.state.specimens.index(at("IA2"))
    assert table.state.research[0] == 1 << there
    assert table.state.specimens[there] == at("IA2")


def test_a_specimen_on_a_space_is_for_everybody_who_stops_there():
    table = leave(exploring().research(1, "green plant"))
    assert table.state.specimens[specimen("green plant")] == at("IA2")
    table.play(Move(at("IA2")))
    assert table.state.research == (1 << specimen("green plant"),) * 2


# --- ribbons and ends


@pytest.mark.parametrize("space", ["IA4", "IA6"])
def test_a_ribbon_counts_when_it_is_reached_or_crossed(space):
    table = leave(exploring(moves=4).explorer(0, "IA2" if space == "IA6" else "IA3"))
    table.play(Move(at(space)))
    assert table.purse().points == 1


def test_a_ribbon_is_for_the_first_of_all():
    table = leave(exploring(moves=2).explorer(0, "IA3")).play(Move(at("IA5"))).end()
    table.rows(1, "G").explorer(1, "IA3").give(1, coins=9)
    table.play(Place(0, EXPLORE), Move(at("IA6"))).end()
    assert (table.purse(0).points, table.purse(1).points) == (1, 0)


def test_two_ribbons_in_one_move_count_both():
    table = leave(exploring(moves=4).explorer(0, "IA3")).play(Move(at("IA9")))
    assert table.purse().points == 1 + 2


@pytest.mark.parametrize(
    ("start", "end", "points"), [("IA23", "IA24", 4), ("IB13", "IB14", 5), ("IC9", "IC10", 8)]
)
def test_the_first_on_the_last_space_gains_three_more(start, end, points):
    table = leave(exploring().explorer(0, start))
    table.play(Move(at(end)))
    assert table.purse().points == points + 3


# --- campsites


def camping(seats=2, site="IA4", start="IA3", **changes):
    table = exploring(seats, **changes).explorer(0, start)
    return leave(table).play(Move(at(site)))


def test_the_first_tent_takes_the_cheapest_place_then_the_site_gives():
    table = camping(coins=0).play(Pitch(IA4))
    assert table.state.camps[IA4] == b"\0"
    assert table.top == material.Correspond(2)


def test_a_third_place_with_four_costs_two_more_than_the_second():
    table = exploring(4, coins=3).explorer(0, "IA3").tents(1, "IA4").tents(2, "IA4")
    leave(table).play(Move(at("IA4")), Pitch(IA4))
    assert table.purse().coins == 0
    poor = exploring(4, coins=2).explorer(0, "IA3").tents(1, "IA4").tents(2, "IA4")
    assert leave(poor).play(Move(at("IA4"))).can(END)


def test_the_third_tent_gives_navigate_or_explore():
    table = exploring(coins=1).explorer(0, "IB3").tents(0, "O6", "O12")
    leave(table).play(Move(at("IB4")), Pitch(IB4))
    assert table.purse().steps == 3
    assert table.offered(material.Navigate(1))
    assert table.offered(material.Explore(1))
    table.begin(material.Navigate(1)).play(Move(at("O1")))
    assert table.can(END)


def test_the_sites_reward_comes_before_the_tents_own():
    table = exploring(coins=0).explorer(0, "IA3").tents(0, "O6", "O12")
    leave(table).play(Move(at("IA4")), Pitch(IA4))
    assert table.top == material.Correspond(2)
    table.skip()
    assert table.offered(material.Navigate(1))


def test_a_campsite_may_lead_the_same_explorer_on():
    table = calm().rows(0, "B").ship(0, "O18").explorer(0, "IA0").give(0, coins=3)
    table.play(Place(0, page("navigation")), Move(at("O19")), Pitch(O19))
    assert table.purse().points == 5
    assert table.top == material.Explore(2)
    table.play(Move(at("IA2")))
    assert table.can(END)


# --- tiles for tents and explorers


def test_a_tent_on_any_campsite_is_paid_for_and_gives_all():
    table = calm().specials(8).rows(0, "GGBB").give(0, coins=0).play(Place(0, SPECIAL))
    assert {action.site for action in table.of(Pitch)} == {O6, O12, IA4, IA7, IA14, IB4, IB9, IC3}
    table.play(Pitch(IC3))
    assert table.purse()[:2] == (0, 8)


def test_an_explorer_is_placed_where_one_has_none():
    table = calm().specials(4).rows(0, "YBB").play(Place(0, SPECIAL))
    assert [action for action in table.legal if hasattr(action, "island")] == [Land(1), Land(2)]
    table.play(Land(2))
    assert table.state.explorers[0][2] == at("IC0")
