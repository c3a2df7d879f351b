"""Objectives: taking them, their requirements, achieving them, and the gains of slots."""

import pytest

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import acts, material

from .positions import GOLD, OBJECTIVES_LOCATION, SILVER, at, calm, page, specimen

EXPLORE, SAIL = page("exploration"), page("navigation")
SPECIAL = page("special")
KINDS = ("reptile", "plant", "bird", "fossil")
COLOURS = ("green", "blue", "yellow", "red")


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


def test_the_display_is_not_refilled_before_the_cleanup():
    table = taking(1)
    table.play(acts.Take(table.state.display[0]))
    assert len(table.state.display) == 3


def test_a_free_place_must_be_filled_first():
    assert all(action.slot == NOTHING for action in taking(1).of(acts.Take))


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


def test_a_slot_that_cannot_be_paid_is_not_offered():
    table = calm().specials(1).rows(0, "YYRR").give(0, coins=4).objectives(0, 1, 15)
    table.play(acts.Place(0, SPECIAL))
    gold = [action.slot for action in table.of(acts.Take) if action.tile == table.state.display[2]]
    assert table.purse().coins == 6
    assert gold == [5, 6, 7, 8, 9]
    poor = calm().give(0, coins=0).explorer(0, "IA5").rows(0, "G").objectives(0, 1, 15)
    poor.play(acts.Place(0, EXPLORE), acts.Move(at("IA6")))
    gold = [action.slot for action in poor.of(acts.Take) if action.tile == poor.state.display[2]]
    assert gold == [7, 8, 9]


def test_a_tile_without_a_free_slot_of_its_colour_cannot_be_taken():
    full = dict(enumerate([*SILVER[4:9]]))
    table = taking(1, 15, slots=full, achieved=range(5))
    assert {action.tile for action in table.of(acts.Take)} == set(table.state.display[2:])


def test_if_no_tile_can_be_taken_nothing_happens():
    slots = dict(enumerate([*SILVER[4:9], *GOLD[4:9]]))
    table = taking(1, 15, slots=slots, achieved=range(10))
    assert table.can(acts.END)


def test_a_tile_need_not_be_taken():
    table = taking(1).end()
    assert list(table.state.reserve[0]) == [1]


# --- requirements


def meets(tile):
    """Return a position where seat 0 meets just the requirements of a tile."""
    row = material.OBJECTIVES[tile]
    table = calm().objectives(0, tile).crew()
    half = len(row.seals) // 2
    table.rows(0, row.seals[:half], row.seals[half:])
    table.give(0, coins=row.coins, points=row.points, knowledge=row.knowledge, steps=row.evolution)
    names = []
    for name in dict.fromkeys(row.specimens):
        count = row.specimens.count(name)
        pairs = (
            [f"{colour} {name}" for colour in COLOURS]
            if name in KINDS
            else [f"{name} {kind}" for kind in KINDS]
        )
        names += pairs[:count]
    table.research(0, *names)
    table.tents(0, *["O6", "O12", "O19"][: row.tents])
    table.lens(0, *[EXPLORE + 1, EXPLORE + 2, SAIL + 1][: row.lenses])
    table.stamps(0, stacks=[0] * row.stacks + [4] * (3 - row.stacks))
    return table.round(2).ship(0, "O4" if row.at_beagle else "O3")


@pytest.mark.parametrize("tile", range(28))
def test_an_objective_is_achieved_when_all_is_met(tile):
    table = meets(tile)
    assert {action.tile for action in table.of(acts.Achieve)} == {tile}


@pytest.mark.parametrize("tile", range(28))
def test_every_part_of_an_objective_is_needed(tile):
    row = material.OBJECTIVES[tile]
    changes = {
        "coins": lambda table: table.give(0, coins=row.coins - 1),
        "points": lambda table: table.give(0, points=row.points - 1),
        "knowledge": lambda table: table.give(0, knowledge=row.knowledge - 1),
        "evolution": lambda table: table.give(0, steps=row.evolution - 1),
        "tents": lambda table: _fewer_tents(table, row.tents - 1),
        "lenses": lambda table: table.lens(NOTHING, EXPLORE + 1),
        "stacks": lambda table: table.stamps(
            0, stacks=[0] * (row.stacks - 1) + [4] * (4 - row.stacks)
        ),
        "at_beagle": lambda table: table.ship(0, "O3"),
        "seals": lambda table: table.rows(0, row.seals[1:]),
        "specimens": lambda table: _fewer_specimens(table),
    }
    for name, change in changes.items():
        if getattr(row, name):
            table = meets(tile)
            change(table)
            assert not table.of(acts.Achieve), name
            assert table.refusal(acts.Achieve(tile, 9 if row.is_gold else 4)) == "not-met"


def _fewer_tents(table, count):
    table.state.camps = (b"",) * 9
    table.tents(0, *["O6", "O12", "O19"][:count])


def _fewer_specimens(table):
    done = table.state.research[0]
    table.state.research = (done & (done - 1), table.state.research[1])


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


def test_lenses_of_others_and_neutral_ones_do_not_count():
    tile = objective(seals="YG", lenses=3)
    table = calm().objectives(0, tile).rows(0, "YG").lens(0, EXPLORE + 1, EXPLORE + 2)
    assert not table.lens(1, SAIL + 1).of(acts.Achieve)


def test_evolution_is_counted_in_steps_not_in_books():
    tile = objective(evolution=9, specimens=("reptile", "reptile"))
    table = calm().objectives(0, tile).research(0, "green reptile", "red reptile")
    assert not table.give(0, steps=8).of(acts.Achieve)
    assert table.give(0, steps=9).of(acts.Achieve)


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


def test_an_objective_of_the_reserve_goes_to_any_free_slot_of_its_colour():
    table = ready(EASY, EASY_GOLD)
    assert set(table.of(acts.Achieve)) == {
        *(acts.Achieve(EASY, slot) for slot in range(5)),
        *(acts.Achieve(EASY_GOLD, slot) for slot in range(5, 10)),
    }


@pytest.mark.parametrize(("slot", "cost"), [(5, 5), (6, 3), (7, 0), (8, 0), (9, 0)])
def test_the_cost_of_the_slot_is_paid_when_it_is_achieved_there(slot, cost):
    table = achieving(slot)
    assert table.purse().coins == 14 - cost
    assert table.state.slots[0][slot] == EASY_GOLD
    assert list(table.state.reserve[0]) == []
    assert table.state.achieved[0] == 1 << slot


def test_a_slot_that_cannot_be_paid_is_no_choice():
    tile = objective(specimens=("fossil", "fossil"))
    table = calm().objectives(0, tile).research(0, "green fossil", "red fossil").give(0, coins=4)
    table.lens(0, EXPLORE + 1, SAIL + 1)
    assert {action.slot for action in table.of(acts.Achieve)} == {6, 7, 8, 9}


def test_on_a_slot_already_it_is_turned_down_there_at_no_second_cost():
    table = ready(slots={6: EASY_GOLD}).give(0, coins=14)
    assert table.of(acts.Achieve) == [acts.Achieve(EASY_GOLD, 6)]
    table.play(acts.Achieve(EASY_GOLD, 6))
    assert table.purse().coins == 14
    assert table.of(acts.Add)


def test_a_slot_holds_one_objective():
    table = ready(EASY, slots={2: SILVER[3]}, achieved=[2])
    assert {action.slot for action in table.of(acts.Achieve)} == {0, 1, 3, 4}


def test_an_objective_is_achieved_once():
    assert not achieving(4).of(acts.Achieve)


def test_any_number_of_objectives_is_achieved_in_a_turn():
    table = ready(EASY, EASY_GOLD).play(acts.Achieve(EASY, 4), acts.Achieve(EASY_GOLD, 9))
    assert table.state.achieved[0] == 1 << 4 | 1 << 9


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


def test_nothing_is_achieved_in_the_turn_of_another():
    table = ready(EASY).turn(1)
    assert not table.of(acts.Achieve)


# --- gains of slots


def test_silver_1_uses_a_tent_once_more_for_no_coins():
    table = ready(EASY).tents(0, "O12", "IB9").give(0, coins=0)
    table.play(acts.Achieve(EASY, 0))
    assert set(table.of(acts.Reuse)) == {acts.Reuse(1), acts.Reuse(7)}
    before = table.purse()
    table.play(acts.Reuse(7))
    assert table.purse() - before == (2, 4, 1, 0)


def test_silver_1_gives_the_sites_reward_first():
    table = ready(EASY).tents(0, "O12", "O19", "IA4").play(acts.Achieve(EASY, 0), acts.Reuse(3))
    assert table.top == material.Correspond(2)
    table.skip()
    assert table.offered(material.Navigate(1))


def test_silver_1_without_a_tent_gives_nothing():
    assert not ready(EASY).play(acts.Achieve(EASY, 0)).of(acts.Reuse)


def test_silver_2_makes_scrolls_free_from_now_on():
    table = achieving(1).play(acts.Place(0, page("academy")), acts.Buy(9, 1))
    assert table.purse().coins == 14


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


def test_silver_4_and_5_give_nothing_now():
    for slot in (3, 4):
        before = ready(EASY).purse()
        table = achieving(slot)
        assert table.purse() == before
        assert not table.of(acts.Reuse)


def test_gold_2_gives_a_purple_seal():
    table = achieving(6)
    assert {(action.colour, action.row) for action in table.of(acts.Add)} == {
        (4, row) for row in range(4)
    }


def test_gold_4_and_5_give_nothing_now():
    for slot in (8, 9):
        assert achieving(slot).purse() == ready(EASY).purse()


# --- take and achieve


def proof(*reserve, coins=10, **board):
    table = calm().specials(1).rows(0, "YYRG").give(0, coins=coins).objectives(0, *reserve, **board)
    return table.play(acts.Place(0, SPECIAL))


def test_take_and_achieve_takes_first():
    table = proof(1)
    assert table.top == material.TakeObjective()


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


def test_take_and_achieve_may_be_of_an_objective_on_a_slot():
    table = proof(1, 15, slots={8: GOLD[5]})
    table.skip()
    assert acts.Achieve(GOLD[5], 8) in table.of(acts.Achieve)


def test_take_and_achieve_only_achieves_if_nothing_can_be_taken():
    table = calm().specials(1).rows(0, "YYRG").display().objectives(0, 1)
    table.play(acts.Place(0, SPECIAL))
    assert {action.tile for action in table.of(acts.Achieve)} == {1}


def test_the_boatswain_takes_and_achieves_too():
    table = calm().crew(15).rows(0, "YGGGR").objectives(0, 1).play(acts.Complete(14, 0))
    assert table.top == material.TakeObjective()
    table.play(acts.Take(table.state.display[0]))
    assert table.of(acts.Achieve)
    assert not table.of(acts.Complete)
    assert not table.of(acts.Move)
