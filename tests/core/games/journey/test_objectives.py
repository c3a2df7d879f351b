"""Objectives: taking them, their requirements, achieving them, and the gains of slots."""

import pytest

from darwin_core.games.journey import acts, material

from .positions import GOLD, OBJECTIVES_LOCATION, SILVER, at, calm, page, specimen

EXPLORE, SAIL = page("exploration"), page("navigation")
SPECIAL = page("special")


def objective(**asked):
    """Return the first tile with these requirements; silver tiles come before gold ones."""
    for tile, row in enumerate(material.OBJECTIVES):
        if all(getattr(row, name) == value for name, value in asked.items()):
            return tile
    raise LookupError(asked)


EASY = objective(evolution=4, specimens=("reptile",))
"""A silver objective: evolution 4 and a reptile."""
EASY_GOLD = objective(seals="RR", coins=14)
"""A gold objective: two red seals and 14 coins."""


def ready(*reserve, seats=2, **board):
    """Let seat 0 meet EASY and EASY_GOLD."""
    table = calm(seats).objectives(0, *reserve, **board).research(0, "green reptile")
    return table.give(0, steps=4, coins=14, points=0).rows(0, "RR")


def achieving(slot, tile=None):
    """Return the position after an objective is achieved on a slot."""
    tile = tile or (EASY if slot < 5 else EASY_GOLD)
    return ready(tile).play(acts.Achieve(tile, slot))


# --- taking


def taking(*reserve, **board):
    return calm().objectives(0, *reserve, **board).play(acts.Place(0, OBJECTIVES_LOCATION))


def test_a_tile_of_the_display_goes_to_a_free_place_beside_the_board():
    table = taking(1)
    assert table.of(acts.Take) == [acts.Take(tile) for tile in table.state.display]
    tile = table.state.display[2]
    table.play(acts.Take(tile))
    assert list(table.state.reserve[0]) == [1, tile]
    assert tile not in table.state.display


def test_with_a_full_reserve_it_goes_face_up_onto_a_slot_of_its_colour():
    table = taking(1, 15)
    silver, gold = table.state.display[0], table.state.display[2]
    assert {action.slot for action in table.of(acts.Take) if action.tile == silver} == {
        0,
        1,
        2,
        3,
        4,
    }
    assert {action.slot for action in table.of(acts.Take) if action.tile == gold} == {5, 6, 7, 8, 9}
    table.play(acts.Take(silver, 3))
    assert table.state.slots[0][3] == silver
    assert table.state.achieved[0] == 0


@pytest.mark.parametrize(("slot", "cost"), [(5, 5), (6, 3), (7, 0), (8, 0), (9, 0)])
def test_the_cost_of_the_slot_is_paid_when_it_goes_there(slot, cost):
    table = taking(1, 15)
    table.play(acts.Take(table.state.display[2], slot))
    assert table.purse().coins == 4 + 2 - cost


def test_if_no_tile_can_be_taken_nothing_happens():
    slots = dict(enumerate([*SILVER[4:9], *GOLD[4:9]]))
    table = taking(1, 15, slots=slots, achieved=range(10))
    assert table.can(acts.END)


# --- requirements


def test_seals_are_counted_over_all_rows():
    tile = objective(seals="BB", specimens=("red",))
    table = calm().objectives(0, tile).research(0, "red bird").rows(0, "B", "", "GB")
    assert table.of(acts.Achieve)


def test_purple_counts_as_any_colour_once_for_each_demand():
    tile = objective(seals="YG", lenses=3)
    lenses = (EXPLORE + 1, EXPLORE + 2, SAIL + 1)
    for rows, met in (
        (("P", "P"), True),
        (("P", "Y"), True),
        (("P",), False),
        (("YY", "P"), True),
        (("YY",), False),
    ):
        table = calm().objectives(0, tile).rows(0, *rows).lens(0, *lenses)
        assert bool(table.of(acts.Achieve)) == met


def test_a_ship_ahead_of_the_beagle_is_at_it_too():
    tile = objective(at_beagle=True, knowledge=2)
    table = calm().objectives(0, tile).give(0, knowledge=2).round(3)
    for name, met in (("O7", False), ("O8", True), ("O9", True)):
        assert bool(table.ship(0, name).of(acts.Achieve)) == met


def test_what_is_asked_for_is_looked_at_not_paid():
    table = ready(EASY_GOLD).play(acts.Achieve(EASY_GOLD, 9))
    assert table.purse() == (14, 0, 1, 4)
    assert table.state.rows[0][0] == b"\3\3"


# --- achieving


@pytest.mark.parametrize(("slot", "cost"), [(5, 5), (6, 3), (7, 0), (8, 0), (9, 0)])
def test_the_cost_of_the_slot_is_paid_when_it_is_achieved_there(slot, cost):
    table = achieving(slot)
    assert table.purse().coins == 14 - cost
    assert table.state.slots[0][slot] == EASY_GOLD
    assert list(table.state.reserve[0]) == []
    assert table.state.achieved[0] == 1 << slot


def test_on_a_slot_already_it_is_turned_down_there_at_no_second_cost():
    table = ready(slots={6: EASY_GOLD}).give(0, coins=14)
    assert table.of(acts.Achieve) == [acts.Achieve(EASY_GOLD, 6)]
    table.play(acts.Achieve(EASY_GOLD, 6))
    assert table.purse().coins == 14
    assert table.of(acts.Add)


def test_objectives_are_achieved_before_and_after_the_worker_is_placed():
    table = ready(EASY, EASY_GOLD).play(
        acts.Achieve(EASY, 4), acts.Place(0, material.ORDER_LOCATION)
    )
    assert table.of(acts.Achieve)
    table.play(acts.Achieve(EASY_GOLD, 9), acts.END)
    assert table.seat == 1


def test_objectives_are_achieved_between_the_actions_of_a_space():
    table = calm().specials(10).rows(0, "RRGG").objectives(0, EASY).give(0, steps=4)
    table.lay(green_reptile="IA2").play(acts.Place(0, SPECIAL))
    assert not table.of(acts.Achieve)
    table.begin(material.Explore(2)).play(acts.Move(at("IA2")))
    assert table.of(acts.Achieve)
    table.play(acts.Achieve(EASY, 4))
    assert table.offered(material.Navigate(2))


def test_nothing_is_achieved_while_an_effect_is_pending():
    table = ready(EASY).rows(0, "RRG").play(acts.Place(0, EXPLORE))
    assert not table.of(acts.Achieve)
    assert table.refusal(acts.Achieve(EASY, 4)) == "not-now"
    table.play(acts.Move(at("IA1")))
    assert table.of(acts.Achieve)


# --- gains of slots


def test_silver_1_uses_a_tent_once_more_for_no_coins():
    table = ready(EASY).tents(0, "O12", "IB9").give(0, coins=0)
    table.play(acts.Achieve(EASY, 0))
    assert set(table.of(acts.Reuse)) == {acts.Reuse(1), acts.Reuse(7)}
    before = table.purse()
    table.play(acts.Reuse(7))
    assert table.purse() - before == (2, 4, 1, 0)


def test_silver_3_researches_what_is_on_an_island_with_an_own_explorer():
    table = ready(EASY).explorer(0, "IC4").research(0, "green reptile", "green plant")
    table.lay(green_reptile="museum").play(acts.Achieve(EASY, 2))
    spaces = table.state.specimens
    expected = {
        number
        for number, space in enumerate(spaces)
        if space in range(at("IA0"), at("IB0")) or space in range(at("IC0"), at("IC10") + 1)
    } - {specimen("green plant")}
    assert {action.specimen for action in table.of(acts.Research)} == expected
    assert expected


def test_gold_2_gives_a_purple_seal():
    table = achieving(6)
    assert {(action.colour, action.row) for action in table.of(acts.Add)} == {
        (4, row) for row in range(4)
    }


# --- take and achieve


def proof(*reserve, coins=10, **board):
    table = calm().specials(1).rows(0, "YYRG").give(0, coins=coins).objectives(0, *reserve, **board)
    return table.play(acts.Place(0, SPECIAL))


def test_take_and_achieve_without_the_requirement():
    table = proof(1)
    table.play(acts.Take(table.state.display[0]))
    new = table.state.reserve[0][1]
    assert set(table.of(acts.Achieve)) == {
        acts.Achieve(tile, slot) for tile in (1, new) for slot in range(5)
    }
    table.play(acts.Achieve(new, 4))
    assert table.state.achieved[0] == 1 << 4
    assert table.can(acts.END)


def test_take_and_achieve_pays_for_the_slot():
    table = proof(16)
    table.play(acts.Take(table.state.display[0]), acts.Achieve(16, 5))
    assert table.purse().coins == 12 - 5


def test_the_boatswain_takes_and_achieves_too():
    table = calm().crew(15).rows(0, "YGGGR").objectives(0, 1).play(acts.Complete(14, 0))
    assert table.top == material.TakeObjective()
    table.play(acts.Take(table.state.display[0]))
    assert table.of(acts.Achieve)
    assert not table.of(acts.Complete)
    assert not table.of(acts.Move)
