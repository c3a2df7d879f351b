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
SPECIAL, _, SPECIAL_3 = SPECIALS[:3]


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


def test_the_actions_of_the_location_follow_without_seals():
    for location, effect in (
        (EXPLORE + 1, material.Explore(3)),
        (SAIL + 1, material.Navigate(3)),
        (WRITE + 1, material.Correspond(3)),
    ):
        assert unlocking().rows(0).play(acts.Unlock(location)).offered(effect)


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


def test_a_performed_location_stays_locked():
    table = performing().play(acts.Perform(SAIL + 2))
    assert table.top == material.Navigate(4)
    assert acts.Performed(0, SAIL + 2) in table.events
    assert table.state.lenses[SAIL + 2] == NOTHING
    table.play(acts.Move(at("O4")))
    assert SAIL + 2 not in table.places(1)


def test_no_distinctions_and_no_coins():
    table = calm().crew(9).rows(0, "RRRYYG").specials(2, 11, 7).give(0, coins=0)
    table.play(acts.Complete(8, 0), acts.Perform(SPECIAL_3))
    assert table.purse()[:2] == (1, 0)


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
