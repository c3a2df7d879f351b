"""Crew cards: their requirements and their rewards."""

import pytest

from darwin_core.contract.game import NOTHING
from darwin_core.games.journey import acts, material

from .positions import at, calm, page

EXPLORE = page("exploration")
SPECIAL = page("special")


def crewed(card, *rows, seats=2):
    """Give seat 0 a card, numbered from 1, and rows; by default, a first row with the card's
    seals."""
    return calm(seats).crew(card).rows(0, *(rows or (material.CREW[card - 1].seals,)))


def completing(card):
    """Complete the card of seat 0 with its first row."""
    return crewed(card).play(acts.Complete(card - 1, 0))


# --- completing


@pytest.mark.parametrize(
    ("row", "met"),
    [
        ("BBYYP", True),
        ("PBYPG", True),
        ("PPPPP", True),
        ("BBYP", False),
        ("BBYYR", False),
        ("BBBPPG", True),
        ("BBBYPR", False),
    ],
)
def test_purple_is_any_colour_once(row, met):
    assert bool(crewed(1, row).of(acts.Complete)) == met


def test_one_card_a_row():
    table = calm().crew(1, 14).rows(0, "BBYYGG", "PPP").play(acts.Complete(0, 0))
    assert not table.rows(0, "BBPPGG").of(acts.Complete)
    table.rows(0, "BBPPGG", "GGRBB")
    assert table.of(acts.Complete) == [acts.Complete(13, 1)]


def test_before_and_after_the_worker_is_placed_in_the_own_turn_only():
    table = crewed(1)
    assert table.of(acts.Complete)
    table.play(acts.Place(1, material.ORDER_LOCATION))
    assert table.of(acts.Complete)
    table.play(acts.END)
    assert table.seat == 1
    assert not table.of(acts.Complete)


def test_no_card_is_completed_while_an_effect_is_pending():
    table = crewed(1).play(acts.Place(0, EXPLORE))
    assert table.top == material.Explore(3)
    assert table.refusal(acts.Complete(0, 0)) == "not-now"


# --- rewards


@pytest.mark.parametrize(
    ("card", "gain"),
    [
        (1, (8, 0, 0, 0)),
        (3, (0, 0, 0, 5)),
        (13, (0, 3, 2, 0)),
        (14, (0, 8, 0, 0)),
        (16, (3, 0, 1, 2)),
    ],
)
def test_cards_that_only_give(card, gain):
    before = crewed(card).purse()
    assert completing(card).purse() - before == gain


def test_the_surveyor_explores_twice():
    table = completing(2).play(acts.Move(at("IA2")))
    assert table.top == material.Explore(2)
    table.play(acts.Move(at("IA4"))).skip()
    assert not table.of(acts.Move)
    assert table.state.explorers[0][0] == at("IA4")


def test_what_a_card_gives_has_no_distinctions():
    table = calm().crew(2).rows(0, "GGGGRB").play(acts.Complete(1, 0))
    assert table.top == material.Explore(2)


# --- copying


def copying(seats=2):
    """Deal cards 7, 1 and 3 to seat 0, and cards 2, 4 and 5 to seat 1."""
    return calm(seats).crew(7, 1, 3).rows(0, "RRBYY")


def test_any_card_that_is_not_completed_may_be_copied_but_the_copier():
    table = copying().play(acts.Complete(6, 0))
    own = {0, 2}
    others = set(table.state.crew[1])
    assert {action.card for action in table.of(acts.Copy)} == own | others


def test_a_copied_card_gives_its_reward_and_stays_as_it_is():
    table = copying().play(acts.Complete(6, 0), acts.Copy(2))
    assert acts.Copied(0, 2) in table.events
    assert table.purse().steps == 5
    assert list(table.state.assigned[0]) == [0, NOTHING, NOTHING]
    table.rows(0, "RRBYY", "YBRRR")
    assert acts.Complete(2, 1) in table.of(acts.Complete)


def test_a_copied_card_of_another_gives_to_oneself():
    table = copying().play(acts.Complete(6, 0))
    card = table.state.crew[1][0]
    assert card == 1
    table.play(acts.Copy(card))
    assert table.top == material.Explore(2)
    assert table.seat == 0
    assert list(table.state.assigned[1]) == [NOTHING] * 3


# --- during the rewards


def rewarded(card, *rows, stamps=(0, 0, 0), seats=2):
    """Place all workers; seat 0 has not used its card."""
    table = crewed(card, *rows, seats=seats).stamps(0, envelopes=stamps, stacks=(0, 4, 4))
    return table.close()


def test_a_card_may_be_completed_before_an_own_reward():
    table = rewarded(1, stamps=(1, 0, 0))
    assert table.of(acts.Complete) == [acts.Complete(0, 0)]
    before = table.purse()
    table.play(acts.Complete(0, 0))
    assert (table.purse() - before).coins >= 8


def test_a_card_is_asked_for_before_and_after_each_own_reward_and_once_more():
    table = rewarded(1, stamps=(1, 1, 0))
    asked = 0
    while table.state.round == 1:
        assert table.of(acts.Complete)
        table.skip()
        asked += 1
    assert asked == 2 * 2 + 1


def test_without_a_reward_a_card_is_asked_for_once_before_the_goal():
    table = rewarded(1)
    assert table.seat == 0
    assert table.of(acts.Complete)
    table.skip()
    assert table.state.round == 2


def test_a_reward_may_complete_a_card_afterwards():
    table = crewed(1, "BBYY", "").letters(6, 1, 2).stamps(0, envelopes=(1, 0, 0), stacks=(3, 4, 4))
    table.close()
    seal = list(table.state.scrolls).index(0)
    assert not table.of(acts.Complete)
    table.play(
        next(
            action
            for action in table.legal
            if getattr(action, "spot", 99) == seal and action.row == 0
        )
    )
    assert table.of(acts.Complete) == [acts.Complete(0, 0)]


def test_the_last_window_is_in_turn_order_before_the_goal():
    table = calm().crew(15, 1, 3).rows(0, "YGGGR").rows(1, "PPPPP").goals(11)
    table.close()
    assert table.seat == 0
    before = table.purse()
    table.play(acts.Complete(14, 0)).skip()
    achieve = next(action for action in table.legal if getattr(action, "slot", 0) == 4)
    table.play(achieve)
    assert table.seat == 1
    assert table.purse().points == before.points
    table.skip()
    assert table.purse().points - before.points == 3
    assert table.state.round == 2


def test_objectives_are_not_achieved_during_the_rewards():
    table = crewed(1).objectives(0, 12).give(0, steps=4).research(0, "green reptile").close()
    assert table.of(acts.Complete)
    assert not table.of(acts.Achieve)


def test_a_card_completed_between_two_actions_may_pay_for_the_second():
    table = calm().crew(1).rows(0, "RR", "BBYY").scrolls("G.. ... ... BYR").give(0, coins=2)
    table.lens(material.NEUTRAL, page("academy", 2)).play(acts.Place(0, page("academy", 2)))
    table.begin(material.Academy()).play(acts.Buy(0, 1))
    assert table.purse().coins == 0
    table.play(acts.Complete(0, 1))
    assert table.offered(material.Academy(1))
    table.play(acts.Buy(9, 2))
    assert table.purse().coins == 8 - 2


@pytest.mark.parametrize(("way", "coins", "points"), [(0, 7, 0), (1, 0, 7)])
def test_a_reward_for_temporary_knowledge_costs_the_knowledge(way, coins, points):
    table = calm().give(0, knowledge=2)
    table.state.pending = [
        material.Turn(0, has_placed=True),
        material.Spend((material.Coins(7), material.Points(7))),
    ]
    before = table.purse()
    table.play(acts.Do(way))
    after = table.purse()
    assert after.knowledge == before.knowledge - 1
    assert (after.coins - before.coins, after.points - before.points) == (coins, points)
