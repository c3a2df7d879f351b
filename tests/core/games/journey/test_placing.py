"""Placing workers: requirements, costs, distinctions, and the actions that follow."""

from itertools import chain

import pytest

from darwin_core.games.journey import diaries
from darwin_core.games.journey.acts import END, Achieve, Move, Place
from darwin_core.games.journey.material import NEUTRAL, Explore, Navigate, areas

from .positions import at, calm, page

EXPLORE, EXPLORE_2, EXPLORE_3 = (page("exploration", number) for number in (1, 2, 3))
SAIL = page("navigation")
WRITE = page("correspondence")
STUDY = page("academy")
SPECIAL, SPECIAL_2, SPECIAL_3 = (page("special", number) for number in (1, 2, 3))
SMALL = page("small")
SMALL_2 = page("small", 2)
MUSEUM, OBJECTIVES, ORDER = page("museum"), page("objectives"), page("order")


# --- possible workers and places


@pytest.mark.parametrize("rectangle", [MUSEUM, OBJECTIVES, ORDER])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rectangles_take_any_number_and_cost_nothing(rectangle, seats):
    table = calm(seats).give(0, coins=0).research(0, "green plant")
    table.workers(0, rectangle, MUSEUM, ORDER).workers(1, rectangle, rectangle)
    table.queue(*[0] * (rectangle == ORDER), 0, *[1, 1] * (rectangle == ORDER))
    table.play(Place(3, rectangle))
    assert table.purse(0).coins == {OBJECTIVES: 2, ORDER: 3 if seats == 2 else 2}.get(rectangle, 0)


def test_the_turn_order_rectangle_is_always_open():
    table = calm().rows(0).give(0, coins=0, knowledge=0).display()
    table.workers(1, ORDER, ORDER).queue(1, 1)
    for worker in range(4):
        assert table.can(Place(worker, ORDER))


@pytest.mark.parametrize(("seats", "coins"), [(2, 3), (3, 2), (4, 2)])
def test_the_turn_order_rectangle_gives_two_coins_or_three_with_two_players(seats, coins):
    table = calm(seats).give(0, coins=0).play(Place(0, ORDER))
    assert table.purse().coins == coins
    assert list(table.state.queue) == [0]


# --- the cost of an occupied area


@pytest.mark.parametrize(("seats", "cost"), [(2, 3), (3, 2), (4, 2)])
@pytest.mark.parametrize("owner", [0, 1])
def test_an_occupied_area_costs_three_coins_with_two_and_two_with_more(seats, cost, owner):
    table = calm(seats).rows(0, "", "G").give(0, coins=cost)
    table.workers(owner, EXPLORE)
    table.play(Place(1, EXPLORE))
    assert table.purse().coins == 0


AREAS = {
    2: [[EXPLORE, SAIL], [WRITE, STUDY], [SPECIAL, SPECIAL_2], [SMALL, SMALL_2]],
    4: [[EXPLORE], [SAIL], [WRITE], [STUDY], [SPECIAL, SPECIAL_3], [SPECIAL_2], [SMALL, SMALL_2]],
}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("busy", [*AREAS[2][0], *AREAS[2][1], *AREAS[2][2], *AREAS[2][3], ORDER])
def test_areas_are_diaries_and_with_four_their_pages(seats, busy):
    areas = AREAS[4 if seats == 4 else 2]
    for location in (EXPLORE, SAIL, WRITE, STUDY, SPECIAL, SPECIAL_2, SPECIAL_3, SMALL, SMALL_2):
        if location == busy:
            continue
        table = calm(seats).rows(0, "GBYRPP").give(0, coins=10)
        table.specials(2, 11, 5).lens(NEUTRAL, SPECIAL_3).workers(1, busy)
        table.play(Place(0, location))
        paid = {event.location: event.coins for event in table.events if hasattr(event, "owner")}
        same = any(busy in area and location in area for area in _with_third(areas))
        assert paid == {location: (3 if seats == 2 else 2) * same}


def _with_third(areas):
    """Put the third place of the special diary into the area of the first."""
    return [[*area, SPECIAL_3] if SPECIAL in area else area for area in areas]


def test_occupied_cost_is_paid_before_the_distinction_of_the_special_diary():
    table = calm().rows(0, "GBPP").give(0, coins=2).workers(1, SPECIAL_2)
    assert table.refusal(Place(0, SPECIAL)) == "too-few-coins"
    table.give(0, coins=3).play(Place(0, SPECIAL))
    assert table.purse().coins == 0 + 2 + 3


# --- seals and temporary knowledge


@pytest.mark.parametrize(
    ("row", "spent"),
    [("GGG", 0), ("GG", 1), ("GGP", 0), ("G", 2), ("GBBB", 2), ("PPP", 0), ("P", 2), ("", 3)],
)
def test_one_knowledge_is_spent_for_each_seal_that_is_missing_purple_first(row, spent):
    table = calm().rows(0, row).lens(NEUTRAL, EXPLORE_2, EXPLORE_3).give(0, knowledge=3)
    table.play(Place(0, EXPLORE_3))
    assert table.purse().knowledge == 3 - spent


# --- lenses of others


def test_the_owner_of_a_lens_gains_a_coin_from_the_supply():
    table = calm().rows(0, "GG").lens(1, EXPLORE_2).play(Place(0, EXPLORE_2))
    assert (table.purse(0).coins, table.purse(1).coins) == (4, 5)


@pytest.mark.parametrize("owner", [0, NEUTRAL])
def test_own_and_neutral_lenses_give_nobody_a_coin(owner):
    table = calm().rows(0, "GG").lens(owner, EXPLORE_2).play(Place(0, EXPLORE_2))
    assert (table.purse(0).coins, table.purse(1).coins) == (4, 4)


# --- distinctions


def farthest(table):
    return max(action.space for action in table.of(Move))


@pytest.mark.parametrize(
    ("row", "moves"), [("G", 2), ("GBB", 2), ("GBBB", 3), ("GBBBB", 3), ("GBBBBB", 3)]
)
def test_four_seals_are_silver_one_more_move_for_an_explorer(row, moves):
    table = calm().rows(0, row).play(Place(0, EXPLORE))
    assert farthest(table) == at(f"IA{moves}")


@pytest.mark.parametrize(("row", "moves"), [("B", 2), ("BBB", 2), ("BBBB", 3), ("BBBBBB", 3)])
def test_four_seals_are_silver_one_more_move_for_the_ship(row, moves):
    table = calm().rows(0, row).ship(0, "O1").play(Place(0, SAIL))
    assert farthest(table) == at(f"O{moves + 2}")


def test_six_seals_are_gold_an_extra_stop_on_the_way():
    table = calm().rows(0, "GBBBBB").play(Place(0, EXPLORE), Move(at("IA1")))
    assert table.purse().coins == 8
    table.play(Move(at("IA3")))
    assert table.purse().knowledge == 2
    assert not table.of(Move)


def test_the_extra_stop_is_for_the_same_explorer():
    table = calm().rows(0, "GBBBBB").explorer(0, "IB0").play(Place(0, EXPLORE), Move(at("IA1")))
    assert all(action.space in {at("IA2"), at("IA3")} for action in table.of(Move))


@pytest.mark.parametrize(
    ("row", "coins", "points"), [("GB", 0, 0), ("GBBB", 2, 0), ("GBBBBB", 2, 3)]
)
def test_distinctions_of_the_special_diary_are_two_coins_and_three_points(row, coins, points):
    table = calm().rows(0, row).give(0, coins=0).play(Place(0, SPECIAL))
    assert table.purse()[:2] == (3 + coins, points)


def test_the_coins_of_the_special_distinction_may_pay_for_what_the_tile_does():
    table = calm().specials(8).rows(0, "GGBB").give(0, coins=0)
    table.tents(1, "O6", "IA4", "IA7").play(Place(0, SPECIAL))
    assert table.purse().coins == 2
    assert len(table.legal) > 1


def test_a_placement_is_possible_only_through_the_coins_of_its_distinction():
    table = calm().specials(8).give(0, coins=0).tents(1, "O6", "IA4", "IA7")
    table.rows(0, "GGB", "GGBB").give(0, knowledge=1)
    assert table.refusal(Place(0, SPECIAL)) == "no-use"
    assert table.can(Place(1, SPECIAL))


def test_distinctions_change_only_what_the_space_itself_does():
    table = calm().rows(0, "GBBB").explorer(0, "IA4").play(Place(0, EXPLORE), Move(at("IA7")))
    table.play(table.legal[0])
    assert table.top == Navigate(2)
    assert farthest(table) == at("O3")


# --- the actions of a location


def test_a_space_whose_actions_are_all_impossible_is_refused():
    assert calm().rows(0, "G").explorer(0, "IA24").refusal(Place(0, EXPLORE)) == "no-use"
    assert calm().rows(0, "B").ship(0, "O26").refusal(Place(0, SAIL)) == "no-use"
    assert calm().give(0, coins=3).refusal(Place(0, SMALL)) == "no-use"
    assert calm(4).refusal(Place(0, MUSEUM)) == "no-use"
    assert calm().rows(0, "R").scrolls("").refusal(Place(0, STUDY)) == "no-use"
    empty = calm().rows(0, "Y")
    empty.stamps(0, stacks=(0, 0, 0), envelopes=(4, 4, 4))
    assert empty.refusal(Place(0, WRITE)) == "no-use"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("tiles", [range(6), range(6, 12)])
def test_spaces_that_are_looked_at_together_share_an_area_and_depend_on_coins_alone(tiles, seats):
    gaining, others = diaries.location_groups(bytes(tiles), seats)
    together = [[at for at in diaries.ALL if use.locations >> at & 1] for use in others]
    always = [at for at in diaries.ALL if gaining >> at & 1]
    assert sorted([*chain(*together), *always]) == [*diaries.ALL]
    for locations in together:
        assert len({areas(seats)[at] for at in locations}) == 1
        depends_on_worker = any(diaries.WORKER_DEPENDENT >> at & 1 for at in locations)
        assert len(locations) == 1 or not depends_on_worker


def expedition():
    table = calm().specials(10).rows(0, "RRGG")
    return table.play(Place(0, SPECIAL))


@pytest.mark.parametrize(
    ("first", "second"), [(Explore(2), Navigate(2)), (Navigate(2), Explore(2))]
)
def test_actions_of_a_space_are_done_in_any_order_each_once(first, second):
    table = expedition()
    assert table.offered(Explore(2))
    assert table.offered(Navigate(2))
    table.begin(first)
    table.play(max(table.of(Move), key=lambda action: action.space))
    assert not table.offered(first)
    assert table.offered(second)
    table.begin(second)
    table.play(max(table.of(Move), key=lambda action: action.space))
    assert table.can(END)


# --- the fifth worker


def with_fifth(**changes):
    table = calm().objectives(0, slots={5: 22}, achieved=[5])
    return table.give(0, **changes)


def test_the_fifth_worker_has_no_distinctions():
    table = with_fifth(knowledge=2, coins=0).rows(0, *["GBYRPP"[:5]] * 2).play(Place(4, SPECIAL))
    assert table.purse()[:2] == (3, 0)


def test_the_fifth_worker_is_available_in_the_round_in_which_it_is_unlocked():
    table = calm().rows(0, "RR").objectives(0, 27).give(0, coins=20)
    table.workers(0, MUSEUM, MUSEUM, MUSEUM).workers(1, MUSEUM, MUSEUM, MUSEUM)
    table.play(Place(3, ORDER), Achieve(27, 5), END, Place(3, OBJECTIVES)).end()
    assert table.seat == 0
    assert table.can(Place(4, OBJECTIVES))
    assert {action.worker for action in table.of(Place)} == {4}
