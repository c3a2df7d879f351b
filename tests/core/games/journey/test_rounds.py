"""Rounds: turns, turn order, rewards, the Beagle's goal, and the cleanup."""

import pytest

from darwin_core.contract.game import NOTHING, Clock
from darwin_core.games.journey import GAME, acts
from darwin_core.games.journey.material import DISCARD, ORDER_LOCATION, Explore
from darwin_core.text.seat_names import SeatNames

from .positions import GOLD, OBJECTIVES_LOCATION, SILVER, at, calm

HOME = bytes([NOTHING] * 5)


def emitted(table, kind):
    return [event for event in table.events if isinstance(event, kind)]


def envelope(*numbers, tiles=(2, 1, 7), order=None):
    """Return a first turn with these stamps of each seat on the first envelope, and no coins."""
    table = calm(len(numbers)).letters(*tiles).goals(1)
    for seat, number in enumerate(numbers):
        table.stamps(seat, envelopes=(number, 0, 0), stacks=_left(number))
        table.give(seat, coins=0)
    if order:
        table.order(*order)
    return table


def _left(used):
    """Return the stacks after this many stamps have been placed."""
    return tuple(max(min(12 - 4 * stack - used, 4), 0) for stack in (2, 1, 0))


# --- turns


def test_one_worker_each_in_turn_order_again_and_again():
    table = calm(3).order(2, 0, 1)
    seats = []
    for _ in range(12):
        seats.append(table.seat)
        worker = table.of(acts.Place)[0].worker
        table.play(acts.Place(worker, OBJECTIVES_LOCATION)).end()
    assert seats == [2, 0, 1] * 4
    assert table.state.round == 2


def test_a_fifth_worker_is_placed_after_those_of_the_others():
    table = calm().objectives(0, slots={5: GOLD[5]}, achieved=[5]).late(1)
    table.play(acts.Place(0, OBJECTIVES_LOCATION)).end()
    assert table.seat == 0
    assert {action.worker for action in table.of(acts.Place)} == {4}


def test_the_rewards_belong_to_the_last_turn_of_the_round():
    table = envelope(1, 0, tiles=(4, 1, 7)).late()
    assert GAME.clock(table.state) == Clock(1, 5, 8, 0)
    table.play(acts.Place(0, ORDER_LOCATION)).end()
    assert table.top == Explore(2)
    assert GAME.clock(table.state) == Clock(1, 5, 8, 8)


# --- turn order


@pytest.mark.parametrize(
    ("queue", "order"),
    [
        ([], [0, 1, 2, 3]),
        ([2], [2, 0, 1, 3]),
        ([3, 1], [3, 1, 0, 2]),
        ([3, 3, 1, 3], [3, 1, 0, 2]),
        ([1, 3, 3, 0], [1, 3, 0, 2]),
        ([3, 2, 1, 0], [3, 2, 1, 0]),
    ],
)
def test_workers_in_the_rectangle_come_first_the_others_keep_their_order(queue, order):
    table = calm(4).late(0)
    for seat in set(queue):
        count = queue.count(seat)
        home = [NOTHING] if seat == 0 else [OBJECTIVES_LOCATION]
        rest = [OBJECTIVES_LOCATION] * (3 - count)
        table.workers(seat, *home, *[ORDER_LOCATION] * count, *rest)
    table.queue(*queue).play(acts.Place(0, OBJECTIVES_LOCATION)).end()
    assert list(emitted(table, acts.Ordered)[0].order) == order
    assert list(table.state.order) == order
    assert table.seat == order[0]


def test_the_new_order_holds_for_the_rewards_already():
    table = envelope(2, 2, 2, tiles=(4, 2, 3)).late(0)
    table.workers(2, ORDER_LOCATION, *[OBJECTIVES_LOCATION] * 3).queue(2)
    table.play(acts.Place(0, OBJECTIVES_LOCATION)).end()
    seats = []
    while table.state.round == 1:
        seats.append(table.seat)
        table.skip()
    assert seats == [2, 0, 1]


# --- winners of rewards


@pytest.mark.parametrize(
    ("stamps", "first", "second"),
    [
        ((3, 2, 1), [0], [1]),
        ((1, 2, 3), [2], [1]),
        ((3, 3, 1), [0, 1], [2]),
        ((3, 1, 1), [0], [1, 2]),
        ((2, 2, 2), [0, 1, 2], []),
        ((1, 0, 0), [0], []),
        ((4, 0, 4), [0, 2], []),
        ((3, 3, 2, 2), [0, 1], [2, 3]),
        ((5, 1, 3, 2), [0], [2]),
        ((1, 0), [0], []),
        ((1, 1), [0, 1], []),
        ((2, 1), [0], [1]),
    ],
)
def test_most_stamps_get_the_first_reward_the_next_number_the_second_all_who_tie(
    stamps, first, second
):
    table = envelope(*stamps).close()
    assert emitted(table, acts.Counted)[0].winners == (bytes(first), bytes(second))
    gains = dict.fromkeys(first, 4) | dict.fromkeys(second, 2)
    own_stamps = 2 if len(stamps) > 2 else 3
    assert list(table.state.coins) == [
        gains.get(seat, 0) + own_stamps * (seat == 0) for seat in range(len(stamps))
    ]


def test_all_first_rewards_in_turn_order_then_all_second_ones():
    table = envelope(1, 2, 1, 2, order=(3, 2, 1, 0)).close(0)
    assert list(table.state.order) == [0, 3, 2, 1]
    assert [(event.seat, event.place) for event in emitted(table, acts.Awarded)] == [
        (3, 0), (1, 0), (0, 1), (2, 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("tile", "first", "second"),
    [
        (1, (2, 0, 1, 0), (2, 0, 0, 0)),
        (2, (4, 0, 0, 0), (2, 0, 0, 0)),
        (3, (0, 0, 0, 2), (0, 0, 0, 1)),
        (7, (0, 4, 0, 0), (0, 2, 0, 0)),
    ],
)
def test_what_tiles_give(tile, first, second):
    table = envelope(2, 1, tiles=(tile, *[other for other in (2, 3, 7) if other != tile][:2]))
    before = [table.purse(0), table.purse(1)]
    table.close()
    assert table.purse(0) - before[0] == (first[0] + 3, *first[1:])
    assert table.purse(1) - before[1] == second


def test_a_reward_with_a_choice_waits_for_its_winner():
    table = envelope(1, 2, tiles=(4, 2, 3)).close()
    assert table.seat == 1
    assert table.top == Explore(2)
    table.play(acts.Move(at("IA2")))
    assert table.seat == 0
    assert table.top == Explore(1)


def test_a_reward_of_two_parts_may_be_taken_in_part():
    table = envelope(1, 0, tiles=(8, 2, 3)).close()
    table.begin(Explore(1)).play(acts.Move(at("IA1"))).skip()
    assert table.state.ships[0] == at("O0")
    assert table.state.round == 2


# --- taking stamps off


@pytest.mark.parametrize(("stamps", "taken"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (8, 4)])
def test_winners_take_half_of_their_stamps_off_rounded_up(stamps, taken):
    table = envelope(stamps, 0).close()
    assert table.state.envelopes[0][0] == stamps - taken
    assert table.state.stacks[0][DISCARD] == taken


def by(rules, table):
    """Return the same match, begun under these rules."""
    match rules:
        case 1:
            return table.by_rules_1()
        case "halved":
            return table.halving()
        case _:
            return table


@pytest.mark.parametrize(("rules", "left"), [(1, 1), (2, 3), ("halved", 1)])
def test_stamps_stay_if_the_reward_is_skipped_but_by_the_option_and_by_rules_1_half_go(rules, left):
    table = by(rules, envelope(3, 0, tiles=(4, 2, 3))).close().skip()
    assert table.state.envelopes[0][0] == left
    assert table.state.stacks[0][DISCARD] == 3 - left


@pytest.mark.parametrize(("rules", "left"), [(1, 2), (2, 5), ("halved", 2)])
def test_stamps_stay_if_nothing_of_the_reward_can_be_done(rules, left):
    table = by(rules, envelope(5, 0, tiles=(5, 2, 3)).ship(0, "O26")).close()
    assert table.state.round == 2
    assert table.state.envelopes[0][0] == left


def test_only_those_keep_their_stamps_who_did_nothing():
    table = envelope(4, 3, 3, tiles=(4, 2, 3)).close()
    table.play(acts.Move(at("IA1"))).skip().play(acts.Move(at("IA2")))
    assert list(table.state.envelopes[0]) == [2, 3, 1]
    assert emitted(table, acts.Collected)[0].taken == bytes([2, 0, 2])


def test_with_the_option_all_winners_lose_half():
    table = envelope(4, 3, 3, 1, tiles=(4, 2, 3)).halving().close()
    table.play(acts.Move(at("IA1"))).skip().play(acts.Move(at("IA2")))
    assert list(table.state.envelopes[0]) == [2, 1, 1, 1]
    assert emitted(table, acts.Collected)[0].taken == bytes([2, 2, 2, 0])


def test_one_of_two_parts_is_enough_to_lose_half():
    table = envelope(3, 0, tiles=(8, 2, 3)).close()
    table.begin(Explore(1)).play(acts.Move(at("IA1"))).skip()
    assert table.state.envelopes[0][0] == 1


def test_parts_that_are_begun_and_left_are_not_done():
    table = envelope(3, 0, tiles=(8, 2, 3)).close()
    table.begin(Explore(1)).skip().skip()
    assert table.state.round == 2
    assert table.state.envelopes[0][0] == 3


def test_a_choice_of_two_that_is_left_keeps_the_stamps():
    table = envelope(0, 3, tiles=(8, 2, 3))
    table.stamps(0, envelopes=(5, 0, 0), stacks=_left(5)).close()
    table.skip().begin(Explore(1)).skip()
    assert list(table.state.envelopes[0]) == [5, 3]


def test_a_crew_card_in_between_is_no_part_of_the_reward():
    table = envelope(3, 0, tiles=(4, 2, 3)).crew(1).rows(0, "BBYYG").close()
    table.play(acts.Complete(0, 0)).skip()
    assert table.state.round == 2
    assert table.state.envelopes[0][0] == 3


def test_stamps_are_kept_by_envelope():
    table = calm().letters(4, 5, 7).goals(1)
    table.stamps(0, stacks=(0, 4, 3), envelopes=(2, 3, 0)).close()
    table.skip().play(acts.Move(at("O1")))
    assert [stamps[0] for stamps in table.state.envelopes] == [2, 1, 0]


def test_a_reward_says_its_cost_in_stamps_before_it_is_taken():
    table = envelope(3, 0, tiles=(8, 2, 3)).close()
    names = SeatNames(("Ada", "Ben"))

    def said():
        texts = [GAME.texts.phrase(table.state, action, names) for action in table.legal]
        return GAME.texts.prompt(table.state, 0, names), texts

    prompt, (*parts, keep) = said()
    assert prompt == "Envelope 1: its reward (for 2 of your 3 stamps), or keep them."
    assert len(parts) == 2
    assert all(part.endswith("(costs 2 of your 3 stamps)") for part in parts)
    assert keep == "keep the stamps"
    table.begin(Explore(1)).play(acts.Move(at("IA1")))
    prompt, texts = said()
    assert "keep" not in " ".join([prompt, *texts]), "they are lost now"
    table = envelope(1, 0, tiles=(4, 2, 3)).close()
    prompt, (*_, keep) = said()
    assert prompt == "Envelope 1: Explore 2 (for 1 of your 1 stamp), or keep them."
    assert keep == "keep the stamps"
    table.play(acts.Move(at("IA1")))
    (event,) = emitted(table, acts.Collected)
    sentence = GAME.texts.sentence(event, names)
    assert sentence == "Half of the stamps, rounded up, leave envelope 1: Ada 1."


def test_the_log_says_so_where_all_stamps_stay():
    table = envelope(3, 0, tiles=(4, 2, 3)).close().skip()
    (event,) = emitted(table, acts.Collected)
    assert GAME.texts.sentence(event, SeatNames(("Ada", "Ben"))) == "All stamps stay on envelope 1."


def test_stamps_come_off_after_all_rewards_of_the_envelope():
    table = envelope(2, 2, tiles=(4, 2, 3)).close()
    assert list(table.state.envelopes[0]) == [2, 2]
    table.play(acts.Move(at("IA1")))
    assert list(table.state.envelopes[0]) == [2, 2]
    table.play(acts.Move(at("IA2")))
    assert list(table.state.envelopes[0]) == [1, 1]


def clerk_in_the_rewards(*envelopes):
    """Let seat 0 complete the clerk during the rewards."""
    table = calm().crew(6).rows(0, "YYYYB").letters(2, 3, 7).goals(1)
    table.stamps(0, stacks=_left(sum(envelopes)), envelopes=envelopes)
    table.stamps(1, stacks=_left(2), envelopes=(0, 2, 0))
    return table.close().play(acts.Complete(5, 0))


def post(table, *envelopes):
    """Place stamps on these envelopes, and skip all else of the rewards."""
    for envelope in envelopes:
        table.play(next(action for action in table.of(acts.Stamp) if action.envelope == envelope))
    while table.state.round == 1:
        table.skip()
    return table


def test_stamps_placed_before_a_reward_are_not_halved_on_the_envelope_itself():
    table = post(clerk_in_the_rewards(2, 0, 0), 0, 0, 0, 0, 0)
    assert table.state.envelopes[0][0] == 2 - 1 + 5


def test_stamps_placed_on_an_envelope_below_count():
    table = post(clerk_in_the_rewards(2, 0, 0), 1, 1, 1)
    assert emitted(table, acts.Counted)[1].winners == (b"\0", b"\1")
    assert list(table.state.envelopes[1]) == [3 - 2, 2 - 1]


def test_stamps_placed_on_an_envelope_above_wait_for_the_next_round():
    table = post(clerk_in_the_rewards(0, 3, 0), 0, 0, 0, 0)
    assert table.state.envelopes[0][0] == 4
    assert [event.envelope for event in emitted(table, acts.Awarded)] == [1, 1]


def test_stamps_on_the_envelope_itself_change_no_majority_now():
    table = calm().crew(6).rows(0, "YYYYB").letters(2, 3, 7).goals(1)
    table.stamps(0, stacks=(4, 4, 3), envelopes=(1, 0, 0)).give(0, coins=0)
    table.stamps(1, stacks=(4, 4, 2), envelopes=(2, 0, 0)).give(1, coins=0)
    post(table.close().play(acts.Complete(5, 0)), 0, 0, 0)
    assert table.purse(1).coins == 4
    assert table.purse(0).coins == 3 + 2
    assert list(table.state.envelopes[0]) == [1 - 1 + 3, 2 - 1]


# --- the Beagle's goal


def goal(number, round=1, seats=2):
    """Return a position of a round that scores a goal, by number; in round 1 nobody lags."""
    table = calm(seats).round(round)
    goals = [tile for tile in (1, 2, 3, 4, 5) if tile != number]
    goals.insert(round - 1, number)
    return table.goals(*goals[:5])


GOALS = {
    1: (lambda table: table.rows(0, "YY", "YP", "R"), 4 * 4),
    2: (lambda table: table.rows(0, "RR", "R", "PP"), 5 * 4),
    3: (lambda table: table.rows(0, "GB", "", "G"), 2 * 4),
    4: (lambda table: table.rows(0, "BBB", "GYR"), 3 * 4),
    5: (lambda table: table.research(0, "green reptile", "red reptile", "red bird"), 2 * 6),
    6: (lambda table: table.research(0, "green plant"), 6),
    7: (lambda table: table.research(0, "green bird", "red bird", "blue bird"), 3 * 6),
    8: (lambda table: table.research(0, "green fossil", "red bird"), 6),
    9: (lambda table: table.stamps(0, stacks=(0, 4, 0)), 2 * 8),
    10: (lambda table: table.lens(0, 1, 4, 5).lens(1, 7), 3 * 5),
    11: (lambda table: table.objectives(0, slots={2: 8, 3: 9, 9: 24}, achieved=[2, 9]), 2 * 3),
    12: (lambda table: table.tents(0, "O6", "IC3"), 2 * 4),
}


@pytest.mark.parametrize("number", GOALS)
def test_each_goal_counts_what_it_says(number):
    change, points = GOALS[number]
    table = goal(number)
    change(table)
    before = table.purse()
    table.close()
    assert (table.purse() - before).points == points
    assert emitted(table, acts.Reported)[0].points[0] == points


@pytest.mark.parametrize(
    ("round", "ship", "lost"),
    [
        (1, "O0", 0),
        (2, "O0", 2),
        (2, "O3", 2),
        (2, "O4", 0),
        (3, "O3", 2 + 3),
        (3, "O4", 3),
        (3, "O7", 3),
        (3, "O8", 0),
        (3, "O12", 0),
        (4, "O0", 2 + 3 + 4),
        (4, "O8", 4),
        (4, "O13", 4),
        (5, "O0", 2 + 3 + 4 + 5),
        (5, "O14", 5),
        (5, "O20", 5),
        (5, "O21", 0),
    ],
)
def test_lagging_loses_the_points_of_each_gap_the_beagle_has_passed(round, ship, lost):
    table = goal(9, round).stamps(0, stacks=(0, 0, 0)).ship(0, ship)
    before = table.purse()
    table.close()
    assert (table.purse() - before).points == 24 - lost


@pytest.mark.parametrize(
    ("round", "ship", "lost"), [(2, "O0", 2), (4, "O0", 6), (5, "O0", 8), (5, "O14", 2)]
)
def test_gold_slot_4_caps_each_penalty_at_two(round, ship, lost):
    table = goal(9, round).stamps(0, stacks=(0, 0, 0)).ship(0, ship)
    table.objectives(0, slots={8: GOLD[5]}, achieved=[8])
    before = table.purse()
    table.close()
    assert (table.purse() - before).points == 24 - lost


def test_lagging_takes_no_more_than_the_goal_gives():
    table = goal(9, 5).stamps(0, stacks=(0, 4, 4)).ship(0, "O0").give(0, points=7)
    table.close()
    assert table.purse().points == 7


# --- the cleanup


def test_the_beagle_moves_to_its_next_anchor():
    for round in range(1, 5):
        table = calm().crew(8).round(round).close()
        assert table.state.round == round + 1
        table.turn(0).rows(0, "GRBBB").play(acts.Complete(7, 0))
        anchor = ["O1", "O4", "O8", "O14", "O21"][round]
        assert table.of(acts.Move) == [acts.Move(at(anchor))]


def test_the_display_is_discarded_and_drawn_again():
    table = calm()
    old = set(table.state.display)
    table.close()
    new = table.state.display
    assert len(new) == 4
    assert not old & set(new)
    assert len(set(new) & set(SILVER)) == len(set(new) & set(GOLD)) == 2


def test_objectives_come_out_even_over_five_rounds():
    table = calm()
    for _ in range(4):
        table.close()
    assert table.state.round == 5
    assert table.state.silver == table.state.gold == b""
    assert len(table.state.display) == 4


def test_seals_of_the_top_scroll_leave_and_the_rest_move_up():
    table = calm().scrolls("GBY RGB YRG BYR")
    bag = table.state.bag
    table.close()
    assert list(table.state.scrolls[:9]) == [3, 0, 1, 2, 3, 0, 1, 2, 3]
    drawn = table.state.scrolls[9:]
    assert NOTHING not in drawn
    assert [bag[colour] - drawn.count(colour) for colour in range(4)] == list(table.state.bag[:4])


def test_an_empty_bag_fills_as_far_as_it_goes():
    table = calm().scrolls("GBY RGB YRG ...")
    table.rows(0, *["BBBBB"] * 2, "RRRRR", "RRRRR").rows(1, "YYYYY", "YYYY", "GGGGG", "GGG")
    left = sum(table.state.bag[:4])
    assert left == 2
    table.close()
    assert len(table.state.scrolls) == 12
    assert table.state.scrolls.count(NOTHING) == 12 - 6 - left
    assert set(table.state.scrolls[6 + left :]) == {NOTHING}
