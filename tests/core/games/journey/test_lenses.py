"""Lenses: unlocking locations, and performing locked ones."""

import pytest

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import acts, material

from .positions import at, calm, page

SMALL = page("small")
SMALL_2 = page("small", 2)
MAIN = [page(name) for name in ("exploration", "navigation", "correspondence", "academy")]
EXPLORE, SAIL, WRITE, STUDY = MAIN
SPECIALS = [page("special", number) for number in range(1, 7)]
SPECIAL, SPECIAL_2, SPECIAL_3 = SPECIALS[:3]


def unlocking(**changes):
    table = calm().rows(0, "GBYR").give(0, **{"coins": 10, **changes})
    return table.play(acts.Place(0, SMALL))


# --- unlocking


def test_a_lens_costs_four_coins():
    table = unlocking()
    before = table.purse()
    table.play(acts.Unlock(SAIL + 1))
    assert (table.purse() - before).coins == -4
    assert table.state.lenses[SAIL + 1] == 0


def test_the_small_diary_asks_for_no_seals_and_has_two_open_places():
    table = calm().give(0, coins=20).workers(1, SMALL, SMALL, SMALL_2)
    assert table.can(acts.Place(0, SMALL), acts.Place(0, SMALL_2))
    table.play(acts.Place(0, SMALL))
    assert table.purse().coins == 20 - 3


def test_main_spaces_are_unlocked_from_top_to_bottom_special_ones_in_any_order():
    table = unlocking()
    expected = {*(first + 1 for first in MAIN), *SPECIALS[2:]}
    assert {action.location for action in table.of(acts.Unlock)} == expected
    assert table.refusal(acts.Unlock(EXPLORE + 2)) == "page-order"


@pytest.mark.parametrize("owner", [0, 1])
def test_the_third_space_of_a_page_after_the_second_by_any_player(owner):
    table = calm().lens(owner, EXPLORE + 1).give(0, coins=10).play(acts.Place(0, SMALL))
    assert table.can(acts.Unlock(EXPLORE + 2))
    assert not table.can(acts.Unlock(SAIL + 2))


def test_open_and_unlocked_spaces_are_not_unlocked():
    table = unlocking()
    assert not {EXPLORE, SPECIAL, SPECIAL_2} & {action.location for action in table.of(acts.Unlock)}


def test_the_actions_of_the_location_follow_without_seals():
    for location, effect in (
        (EXPLORE + 1, material.Explore(3)),
        (SAIL + 1, material.Navigate(3)),
        (WRITE + 1, material.Correspond(3)),
    ):
        assert unlocking().rows(0).play(acts.Unlock(location)).offered(effect)


def test_the_academys_location_gives_both_of_its_parts():
    table = unlocking().play(acts.Unlock(STUDY + 1))
    assert table.offered(material.Academy())
    assert table.offered(material.Academy(1))
    table.begin(material.Academy(1)).play(table.of(acts.Buy)[0])
    assert table.offered(material.Academy())


def test_special_tiles_follow_too():
    before = unlocking().purse()
    table = unlocking()
    table.specials(3, 5, 2, 11).play(acts.Unlock(SPECIAL_3))
    assert table.purse() - before == (3 - 4, 0, 1, 0)


def test_the_place_counts_as_unlocked_not_as_occupied():
    table = unlocking().play(acts.Unlock(SAIL + 1), acts.SKIP, acts.END)
    table.rows(1, "BB").play(acts.Place(0, SAIL + 1))
    assert table.purse(1).coins == 4


def test_no_occupied_cost_and_no_distinctions():
    table = calm().rows(0, "GBYRGB").workers(1, EXPLORE, SPECIAL).give(0, coins=4)
    table.play(acts.Place(0, SMALL), acts.Unlock(EXPLORE + 1))
    assert table.purse().coins == 0
    assert max(action.space for action in table.of(acts.Move)) == at("IA3")
    special = calm().rows(0, "GBYRGB").specials(3, 5, 2).give(0, coins=4)
    special.play(acts.Place(0, SMALL), acts.Unlock(SPECIAL_3))
    assert special.purse()[:2] == (3, 0)


def test_the_worker_that_unlocks_stays_in_the_small_diary():
    table = unlocking().play(acts.Unlock(EXPLORE + 1), acts.SKIP)
    assert table.state.workers[0][0] == SMALL
    assert EXPLORE + 1 not in table.state.workers[0]


def test_a_seventh_lens_there_is_not():
    six = [first + step for first in MAIN[:3] for step in (1, 2)]
    table = calm().lens(0, *six).give(0, coins=20)
    assert table.refusal(acts.Place(0, SMALL)) == "no-use"
    assert calm().lens(0, *six[:5]).give(0, coins=20).can(acts.Place(0, SMALL))


def test_four_coins_are_needed():
    assert calm().give(0, coins=3).refusal(acts.Place(0, SMALL)) == "no-use"


@pytest.mark.parametrize("coins", [0, 9])
def test_an_unlock_free_costs_no_coins_but_a_lens(coins):
    table = calm().specials(12).rows(0, "BBG", "BBGG").give(0, coins=coins, knowledge=1)
    table.play(acts.Place(0, SPECIAL), acts.Unlock(SAIL + 1))
    assert table.purse().coins == coins
    assert table.state.lenses.count(0) == 1


def test_an_unlock_that_leads_to_an_unlock():
    table = (
        calm()
        .specials(2, 11, 12, 7)
        .give(0, coins=4)
        .play(acts.Place(0, SMALL), acts.Unlock(SPECIAL_3))
    )
    assert table.top == material.Lens(is_free=True)
    assert not table.can(acts.Unlock(SPECIAL_3))
    table.play(acts.Unlock(EXPLORE + 1))
    assert table.top == material.Explore(3)
    assert table.purse().coins == 0


# --- performing


def performing(*tiles, **changes):
    """Let seat 0 complete the carpenter."""
    table = calm().crew(9).rows(0, "RRRYY").specials(*tiles)
    return table.give(0, **changes).play(acts.Complete(8, 0))


def visits(table):
    return {action.location for action in table.of(acts.Perform)}


def test_any_location_without_a_lens_whatever_its_order_on_the_page():
    table = performing(2, 11, 10, 5, 1, 12)
    assert visits(table) >= {
        EXPLORE + 1,
        EXPLORE + 2,
        SAIL + 2,
        WRITE + 2,
        STUDY + 2,
        *SPECIALS[2:],
    }
    assert not visits(table) & {EXPLORE, SAIL, WRITE, STUDY, SPECIAL, SPECIAL_2, SMALL}


def test_a_location_with_a_lens_is_not_performed():
    table = calm().crew(9).rows(0, "RRRYY").lens(1, EXPLORE + 2).play(acts.Complete(8, 0))
    assert EXPLORE + 2 not in visits(table)
    assert EXPLORE + 1 in visits(table)


def test_a_performed_location_stays_locked():
    table = performing().play(acts.Perform(SAIL + 2))
    assert table.top == material.Navigate(4)
    assert table.state.lenses[SAIL + 2] == NOTHING
    table.play(acts.Move(at("O4")))
    assert SAIL + 2 not in table.places(1)


def test_no_distinctions_and_no_coins():
    table = calm().crew(9).rows(0, "RRRYYG").specials(2, 11, 7).give(0, coins=0)
    table.play(acts.Complete(8, 0), acts.Perform(SPECIAL_3))
    assert table.purse()[:2] == (1, 0)


def test_only_locations_where_something_can_be_done_are_performed():
    table = calm().crew(9).rows(0, "RRRYY").ship(0, "O26").play(acts.Complete(8, 0))
    assert SAIL + 1 not in visits(table)


def test_a_location_that_performs_another():
    table = calm().specials(9).rows(0, "RRBB").play(acts.Place(0, SPECIAL))
    assert table.top == material.PerformLocked()
    table.play(acts.Perform(WRITE + 2), acts.Stamp(0, 1))
    assert {action.envelope for action in table.of(acts.Stamp)} == {1}


def test_a_chain_of_locked_locations_ends():
    table = performing(2, 11, 9, 10)
    table.play(acts.Perform(SPECIAL_3))
    assert table.top == material.PerformLocked()
    assert SPECIAL_3 not in visits(table)
    table.play(acts.Perform(EXPLORE + 1))
    assert table.top == material.Explore(3)
    table.play(acts.Move(at("IA1")))
    assert not table.of(acts.Perform)


def test_a_chain_through_a_lens_ends_too():
    table = performing(2, 11, 12, 9)
    table.play(acts.Perform(SPECIAL_3))
    assert table.top == material.Lens(is_free=True)
    table.play(acts.Unlock(SPECIALS[3]))
    assert table.top == material.PerformLocked()
    assert SPECIAL_3 not in visits(table)
    assert SPECIALS[3] not in visits(table)
    table.play(acts.Perform(STUDY + 1))
    assert table.offered(material.Academy())


def test_where_only_itself_is_left_to_perform_there_is_nothing_to_do():
    table = calm().crew(9).rows(0, "RRRYY").specials(2, 11, 9, 10, 7, 8)
    table.lens(1, *[first + 1 for first in MAIN]).lens(0, *[first + 2 for first in MAIN])
    table.lens(1, SPECIALS[3]).lens(0, *SPECIALS[4:])
    table.play(acts.Complete(8, 0))
    assert not table.of(acts.Perform)


def preview_of_a_magnifier(rules=2):
    """Let seat 0 perform the locked magnifier by way of the preview."""
    table = calm().specials(9, 11, 12, 10, 7, 8).rows(0, "RRBB")
    if rules == 1:
        table.by_rules_1()
    return table.play(acts.Place(0, SPECIAL), acts.Perform(SPECIAL_3))


def test_what_is_being_performed_is_not_unlocked_in_the_same_chain():
    table = preview_of_a_magnifier()
    assert table.top == material.Lens(is_free=True)
    assert SPECIAL_3 not in {action.location for action in table.of(acts.Unlock)}
    assert table.refusal(acts.Unlock(SPECIAL_3)) == "performed"
    table.play(acts.Unlock(EXPLORE + 1)).play(acts.Move(at("IA1")))
    assert table.can(acts.END)
    assert table.state.lenses.count(0) == 1


def test_a_performed_location_can_be_unlocked_when_the_chain_is_over():
    table = preview_of_a_magnifier().play(acts.Unlock(SAIL + 1), acts.SKIP, acts.END)
    table.workers(1).turn(0).give(0, coins=4).play(acts.Place(1, SMALL))
    assert table.can(acts.Unlock(SPECIAL_3))


def test_by_rules_1_a_performed_location_is_unlocked_and_performed_again():
    table = preview_of_a_magnifier(rules=1).play(acts.Unlock(SPECIAL_3))
    assert table.top == material.Lens(is_free=True)
    table.play(acts.Unlock(EXPLORE + 1))
    assert table.state.lenses.count(0) == 2


@pytest.mark.parametrize(("rules", "can"), [(1, True), (2, False)])
def test_a_card_that_performs_does_not_unlock_what_it_performs(rules, can):
    table = calm().crew(9).rows(0, "RRRYY").specials(2, 11, 9, 12)
    if rules == 1:
        table.by_rules_1()
    table.play(acts.Complete(8, 0), acts.Perform(SPECIAL_3), acts.Perform(SPECIALS[3]))
    assert table.top == material.Lens(is_free=True)
    assert [acts.Unlock(location) in table.legal for location in SPECIALS[2:4]] == [can, can]


@pytest.mark.parametrize(("rules", "can"), [(1, True), (2, False)])
def test_where_a_lens_could_only_unlock_itself_it_is_of_no_use(rules, can):
    mains = [first + step for first in MAIN for step in (1, 2)]
    table = calm().specials(9, 11, 12, 10, 7, 8).rows(0, "RRBB")
    table.lens(1, *mains[:6]).lens(2, *mains[6:]).lens(1, *SPECIALS[3:])
    if rules == 1:
        table.by_rules_1()
    assert table.can(acts.Place(0, SPECIAL)) == can
    if not can:
        assert table.refusal(acts.Place(0, SPECIAL)) == "no-use"


def test_special_tiles_are_performed_while_locked():
    assert performing(2, 11, 8).play(acts.Perform(SPECIAL_3)).of(acts.Pitch)
    assert performing(2, 11, 1).play(acts.Perform(SPECIAL_3)).top == material.TakeObjective()
    table = performing(2, 11, 10).play(acts.Perform(SPECIAL_3))
    assert table.offered(material.Explore(2))
    assert table.offered(material.Navigate(2))
