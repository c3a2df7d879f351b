"""Beliefs about hidden cards: what a viewer knows, and no more."""

import pytest
from matches import careless

from darwin_core.analysis.beliefs import Beliefs, sentence
from darwin_core.contract import registry
from darwin_core.contract.game import HIDDEN, OMNISCIENT
from darwin_core.games.dice.view import unseen
from darwin_core.text.seat_names import SeatNames

MIDDLE = 20


def test_only_cards_that_are_not_seen_are_likely():
    match = careless(seats=3)
    view = match.view(1, MIDDLE)
    found = Beliefs(match.game, view).deal(50).found()
    assert {belief.seat for belief in found} == {0, 2}
    for belief in found:
        assert {each.card for each in belief.likely} <= set(unseen(view))
        chances = [each.chance for each in belief.likely]
        assert chances == sorted(chances, reverse=True)


def test_a_belief_counts_many_worlds_that_differ():
    match = careless(seats=3)
    for belief in Beliefs(match.game, match.view(1, 4)).deal(50).found():
        assert any(0.1 < each.chance < 0.9 for each in belief.likely)


def test_a_card_that_was_seen_going_to_a_hand_is_sure():
    match = careless("yummy", seats=3)
    views = (match.view(0, position) for position in range(len(match.history)))
    view = next(view for view in views if view.seen[1])
    found = next(b for b in Beliefs(match.game, view).deal(20).found() if b.seat == 1)
    assert {each.card for each in found.likely if each.chance == 1} >= set(view.seen[1])


def test_more_deals_go_on_where_the_first_ended():
    match = careless(seats=3)
    view = match.view(0, MIDDLE)
    at_once = Beliefs(match.game, view).deal(30).found()
    assert Beliefs(match.game, view).deal(10).deal(20).found() == at_once


def test_nothing_is_believed_where_nothing_is_hidden():
    match = careless(seats=3)
    assert not Beliefs(match.game, match.view(OMNISCIENT, MIDDLE)).deal(5).found()


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_belief_is_said_in_words(slug):
    match = careless(slug, seats=3)
    view = match.view(0, 1)
    names = match.header.names
    for belief in Beliefs(match.game, view).deal(3).found():
        said = sentence(match.game, belief, SeatNames(names))
        assert said.startswith(names[belief.seat])
        assert " %" in said
        assert str(HIDDEN) not in said
