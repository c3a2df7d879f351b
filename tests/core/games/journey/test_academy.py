"""The Academy: the costs of seals, their places, and free ones."""

import pytest

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import acts
from darwin_core.games.journey.material import BLUE, GREEN, NEUTRAL, PURPLE, RED, Academy

from .positions import at, calm, page

STUDY, STUDY_2, STUDY_3 = (page("academy", number) for number in (1, 2, 3))
SPECIAL = page("special")
IA7, IA14 = 4, 5


def studying(*rows, number=1, coins=10, **more):
    table = calm().rows(0, *(rows or ("R",))).give(0, coins=coins, **more)
    table.lens(NEUTRAL, STUDY_2, STUDY_3)
    table.number = page("academy", number)
    return table


def study(table, worker=0):
    return table.play(acts.Place(worker, table.number))


def test_a_seal_goes_to_the_left_most_free_spot_of_any_row():
    table = study(studying("R", "GB")).play(acts.Buy(1, 1))
    assert list(table.state.rows[0][1]) == [GREEN, BLUE, BLUE]
    assert table.state.scrolls[1] == NOTHING


def test_the_second_space_gives_a_second_seal_one_cheaper():
    table = study(studying("RR", number=2)).begin(Academy(1)).play(acts.Buy(3, 1))
    assert table.purse().coins == 10
    table.begin(Academy()).play(acts.Buy(4, 1))
    assert table.purse().coins == 9
    assert table.can(acts.END)


def test_silver_is_one_academy_more_without_a_discount():
    table = study(studying("RRRG", number=3))
    table.begin(Academy(3)).play(acts.Buy(9, 1))
    assert table.purse().coins == 10
    for spot in (10, 11):
        table.begin(Academy()).play(acts.Buy(spot, 1 + spot % 2))
    assert table.purse().coins == 10 - 3 - 3
    assert table.can(acts.END)


def test_gold_makes_every_seal_of_the_placement_cheaper_by_one():
    table = study(studying("RGBYGB")).play(acts.Buy(9, 1))
    assert table.purse().coins == 10 - 2
    table.play(acts.Buy(10, 1))
    assert table.purse().coins == 10 - 2 - 2
    assert table.can(acts.END)


def test_gold_holds_for_seals_that_follow_from_it():
    table = studying("RGBYGB").tents(0, "O6", "O12", "O19", "IA7").objectives(0, slots={0: 12})
    table.give(0, steps=4).research(0, "green reptile")
    study(table).play(acts.Buy(0, 1), acts.Achieve(12, 0), acts.Reuse(IA7)).skip()
    table.begin(Academy(2)).play(acts.Buy(10, 2))
    assert table.purse().coins == 10 - (3 + 0 - 2 - 1)


@pytest.mark.parametrize(("rules", "price"), [(1, 1), (2, 0)])
def test_gold_holds_until_the_turn_ends(rules, price):
    """Check a seal that follows from a free action: it costs the same before the last seal and
    after it."""
    paid = []
    for is_last in (False, True):
        table = studying("RGBYGB").tents(0, "O6", "O12", "O19", "IA7").objectives(0, slots={0: 12})
        table.give(0, steps=4).research(0, "green reptile")
        if rules == 1:
            table.by_rules_1()
        study(table).play(acts.Buy(0, 1))
        if is_last:
            table.begin(Academy()).play(acts.Buy(1, 1))
        table.play(acts.Achieve(12, 0), acts.Reuse(IA7)).skip().begin(Academy(2))
        before = table.purse().coins
        table.play(acts.Buy(10, 2))
        paid.append(before - table.purse().coins)
    assert paid == [0, price]


def test_gold_ends_with_the_turn():
    table = study(studying("RGBYGB")).play(acts.Buy(0, 1), acts.Buy(1, 1), acts.END)
    table.rows(1, "R").give(1, coins=9).play(acts.Place(0, STUDY), acts.Buy(9, 0))
    assert table.purse(1).coins == 9 - 3 - 3


# --- free seals


def free_seal(**changes):
    table = calm().rows(0, "G", "RGBYG").explorer(0, "IA13").give(0, coins=1)
    table.play(acts.Place(0, page("exploration")), acts.Move(at("IA14")), acts.Pitch(IA14))
    return table


def test_a_free_seal_costs_nothing_whatever_its_spot():
    table = free_seal()
    bag = table.state.bag
    table.play(acts.Add(RED, 1))
    assert table.purse().coins == 0
    assert table.state.rows[0][1][-1] == RED
    assert table.state.bag[RED] == bag[RED] - 1


def test_a_free_purple_seal_comes_from_the_supply():
    table = calm().specials(7).rows(0, "RRB").give(0, coins=0).play(acts.Place(0, SPECIAL))
    assert table.purse().coins == 1
    supply = table.state.bag[PURPLE]
    assert table.of(acts.Add) == [acts.Add(PURPLE, row) for row in range(4)]
    table.play(acts.Add(PURPLE, 2))
    assert list(table.state.rows[0][2]) == [PURPLE]
    assert table.state.bag[PURPLE] == supply - 1


def test_a_stack_gives_an_academy_two_cheaper():
    table = calm().rows(0, "Y", "GBYG").stamps(0, stacks=(4, 1, 4)).give(0, coins=5)
    table.play(acts.Place(0, page("correspondence")), acts.Stamp(1, 0), acts.SKIP)
    table.begin(Academy(2)).play(acts.Buy(9, 1))
    assert table.purse().coins == 5 - (3 + 2 - 2)
