"""The end: final points, and the winner."""

from pathlib import Path

import pytest
from matches import final_outcome

from darwin_core.contract.game import SPECTATOR
from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import CameFirst, Gained, Reported
from darwin_core.games.journey.objectives import by_source
from darwin_core.match import replay
from darwin_tui.library import saves

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
    rows = 7 + 3
    tents = 5
    books = (2 + 1) * (10 + 1)
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


def test_a_tie_in_steps_too_goes_to_more_coins():
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


# --- one whole match of four, scored by hand: the sample match, line by line

SAMPLE = Path(__file__).parents[4] / "saves/journey.jsonl"

GOALS = (
    # Reptiles, 6 points each; nothing lags in the first round.
    (6 * 1, 6 * 0, 6 * 1, 6 * 1),
    # Red seals, purple ones with them, 4 points each; 2 off for a ship that is not yet at O4.
    (4 * 4 - 2, 4 * 2, 4 * 3, 4 * 5 - 2),
    # Birds; ships short of O4 and of O8 lose 2 + 3, one short of O8 alone 3 or, with gold 4, 2.
    (6 * 3 - 5, 6 * 3, 6 * 3, 6 * 3 - 2),
    # Empty stamp stacks; 2 + 3 + 4 for a ship short of O4, more than 8: nothing is left.
    (0, 8 * 1, 8 * 1, 8 * 2),
    # Yellow seals, 4 each; each gap costs 2 with gold slot 4.
    (0, 4 * 5 - 2, 4 * 6, 4 * 11),
)
GAINS = (
    # Points in play beside the goals: rewards, ribbons, first arrivals.
    3 + 4 + 4 + 6 + 3 + 4,
    4 + 3 + 2 + 4 + 3,
    1 + 2 + 3 + 5 + 3 + 5,
    1 + 2 + 3 + 3 + 8 + 3 + 1 + 3 + 3 + 5 + 5 + 8 + 3 + 8 + 2 + 4,
)
LINES = {
    "scored in play": tuple(
        gains + sum(goals) for gains, goals in zip(GAINS, zip(*GOALS, strict=True), strict=True)
    ),
    # Silver slots give 1, 2, 2, 2, 5 and gold ones 4, 4, 2, 4, 8.
    "objectives": (2 + 2 + 4 + 8, 2 + 4 + 4, 2 + 2 + 5 + 8, 1 + 2 + 5 + 4 + 4 + 4 + 8),
    "both last objectives": (0, 0, 4, 4),
    # Five seals give 3, six give 7.
    "rows of 5–6 seals": (0, 3, 7, 7 + 7),
    "fifth tent": (0, 0, 0, 5),
    # The green row of the museum is complete: 3 points a book, and one book more by silver slot 4.
    "books": (3 * (6 + 1), 3 * (9 + 1), 3 * (6 + 1), 3 * (5 + 1)),
    # A point for five coins: of 6, 3, 0 and 3.
    "coins": (1, 0, 0, 0),
    "knowledge": (2, 0, 0, 1),
}
TOTALS = (97, 111, 136, 232)


@pytest.fixture(scope="module")
def match():
    return saves.read(SAMPLE).match


def test_the_sample_match_is_scored_as_by_hand(match):
    outcome = match.game.outcome(match.state)
    assert {line.label: line.points for line in outcome.lines} == LINES
    assert tuple(map(sum, zip(*LINES.values(), strict=True))) == outcome.totals == TOTALS
    assert outcome.ranks == (4, 3, 2, 1)


def test_the_goals_of_the_sample_match_are_scored_as_by_hand(match):
    emitted = [event for events in replay.event_log(match, SPECTATOR) for event in events]
    assert tuple(event.points for event in emitted if isinstance(event, Reported)) == GOALS
    gains = [0] * 4
    for event in emitted:
        if isinstance(event, Gained | CameFirst):
            gains[event.seat] += event.points
    assert tuple(gains) == GAINS


def test_the_record_of_a_whole_match_is_small():
    assert SAMPLE.stat().st_size <= 40_000


def test_results_say_where_the_points_of_the_voyage_came_from(match):
    outcome = match.game.outcome(match.state)
    events = [event for logged in replay.event_log(match, SPECTATOR) for event in logged]
    result = by_source(outcome, events)
    lines = {line.label: line.points for line in result.lines}
    assert lines["Beagle's goals"] == tuple(map(sum, zip(*GOALS, strict=True)))
    both = zip(lines["first arrivals"], lines["places and rewards"], strict=True)
    assert tuple(map(sum, both)) == GAINS
    assert tuple(map(sum, zip(*lines.values(), strict=True))) == TOTALS == result.totals
