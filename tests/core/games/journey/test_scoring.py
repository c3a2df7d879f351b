"""The end: final points, and the winner."""

import pytest
from matches import final_outcome

from darwin_core.games.journey import GAME

from .positions import GOLD, SILVER, calm


def last(seats=2):
    """Return the end of the fifth round; nobody has anything, and the museum has no full row."""
    table = calm(seats).round(5).goals(5, 6, 7, 8, 11)
    table.lay(red_fossil="O2", green_reptile="museum")
    for seat in range(seats):
        table.give(seat, coins=0, knowledge=0)
    return table


def final(table):
    """Return the totals when the last worker of seat 0 has gone to the turn-order rectangle."""
    coins = [table.purse(seat).coins for seat in range(table.seats)]
    table.close()
    while GAME.to_move(table.state):
        table.skip()
    outcome = final_outcome(GAME, table.state)
    assert outcome.totals == tuple(
        map(sum, zip(*(line.points for line in outcome.lines), strict=True))
    )
    assert table.purse(0).coins == coins[0] + 3 - (table.seats > 2)
    return outcome


def worth(table):
    """Return the score of seat 0."""
    return final(table).totals[0]


def test_nothing_is_worth_nothing():
    assert worth(last()) == 0


def test_points_gained_in_play_stay():
    assert worth(last().give(0, points=23)) == 23


@pytest.mark.parametrize(
    ("slot", "points"),
    [(0, 1), (1, 1), (2, 2), (3, 2 + 2), (4, 5), (5, 4), (6, 4), (7, 2), (8, 4), (9, 8)],
)
def test_each_slot_with_an_achieved_objective(slot, points):
    """Count the points of each slot; the fourth silver one is a book, too."""
    tile = (SILVER if slot < 5 else GOLD)[7]
    table = last().objectives(0, slots={slot: tile}, achieved=[slot]).goals(5, 6, 7, 8, 10)
    assert worth(table) == points


def test_an_objective_face_up_on_a_slot_is_worth_nothing():
    assert worth(last().objectives(0, slots={4: SILVER[7], 9: GOLD[7]})) == 0


def test_both_fifth_slots_are_worth_four_more():
    table = last().objectives(0, slots={4: SILVER[7], 9: GOLD[7]}, achieved=[4, 9])
    assert worth(table.goals(5, 6, 7, 8, 10)) == 5 + 8 + 4


def test_both_fifth_slots_must_be_achieved():
    table = last().objectives(0, slots={4: SILVER[7], 9: GOLD[7]}, achieved=[9])
    assert worth(table.goals(5, 6, 7, 8, 10)) == 8


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        (("GBYR",), 0),
        (("GBYRP",), 3),
        (("GBYRPG",), 7),
        (("GBYRP", "GBYRP"), 6),
        (("GBYRPP", "GBYRP", "G", "GBYRPP"), 17),
    ],
)
def test_rows_of_five_are_three_points_rows_of_six_seven_not_both(rows, points):
    assert worth(last().rows(0, *rows)) == points


@pytest.mark.parametrize(("count", "points"), [(4, 0), (5, 5)])
def test_all_five_tents_are_five_points(count, points):
    assert worth(last().tents(0, *["O6", "O12", "O19", "IA4", "IA7"][:count])) == points


@pytest.mark.parametrize(
    ("steps", "books"),
    [(0, 0), (1, 1), (3, 3), (5, 4), (6, 5), (11, 7), (12, 8), (27, 12), (36, 15)],
)
def test_each_book_is_two_points(steps, books):
    assert worth(last().give(0, steps=steps)) == 2 * books


def test_completed_museum_rows_raise_each_book_by_one():
    table = last().give(0, steps=8)
    table.lay(red_fossil="museum", green_reptile="O2")
    assert worth(table) == (2 + 1) * 6


def test_a_full_museum_makes_a_book_six_points():
    table = last(4).give(0, steps=8)
    names = [
        f"{colour}_{kind}"
        for colour in ("green", "blue", "yellow", "red")
        for kind in ("reptile", "plant", "bird", "fossil")
    ]
    assert worth(table.lay(**dict.fromkeys(names, "museum"))) == 6 * 6


def test_silver_slot_4_is_one_book_more():
    table = last().give(0, steps=8).objectives(0, slots={3: SILVER[7]}, achieved=[3])
    assert worth(table.goals(5, 6, 7, 8, 10)) == 2 * (6 + 1) + 2


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (1, 0), (2, 1), (6, 1), (7, 2), (22, 5)])
def test_five_coins_are_a_point(coins, points):
    """Count coins; three more come from the last worker."""
    assert worth(last().give(0, coins=coins)) == points


def test_knowledge_left_is_a_point_each():
    assert worth(last().give(0, knowledge=4)) == 4


def test_a_whole_score_worked_by_hand():
    table = last().give(0, points=41, coins=15, knowledge=2, steps=19)
    table.rows(0, "GBYRPP", "GBYRP", "GB", "YR")
    table.lay(red_fossil="museum", green_reptile="O2")
    table.tents(0, "O6", "O12", "O19", "IA4", "IA7").ship(0, "O14")
    slots = {0: SILVER[4], 3: SILVER[5], 4: SILVER[6], 7: GOLD[4], 9: GOLD[5]}
    table.objectives(0, slots=slots, achieved=[0, 3, 4, 7, 9])
    goal = 5 * 3 - 5
    objectives = 1 + 2 + 5 + 2 + 8
    rows, tents, books = 7 + 3, 5, (2 + 1) * (10 + 1)
    assert worth(table) == 41 + goal + objectives + 4 + rows + tents + books + 18 // 5 + 2


# --- the winner


def test_the_most_points_win():
    outcome = final(last(3).give(1, points=9).give(2, points=5))
    assert outcome.ranks == (3, 1, 2)
    assert outcome.winners == (1,)


def test_a_tie_goes_to_the_farther_step_of_evolution():
    outcome = final(last().give(0, points=10, steps=4).give(1, points=10, steps=5))
    assert outcome.totals == (18, 18)
    assert outcome.winners == (1,)


def test_then_to_more_coins():
    outcome = final(last().give(0, points=10, coins=0).give(1, points=10, coins=4))
    assert outcome.totals == (10, 10)
    assert outcome.winners == (1,)


def test_steps_go_before_coins():
    outcome = final(
        last().give(0, points=10, coins=0, steps=5).give(1, points=10, coins=4, steps=4)
    )
    assert outcome.totals == (18, 18)
    assert outcome.winners == (0,)


def test_otherwise_the_victory_is_shared():
    outcome = final(last(3).give(1, points=10, coins=3).give(2, points=10, coins=3))
    assert outcome.winners == (1, 2)
    assert outcome.ranks == (3, 1, 1)
