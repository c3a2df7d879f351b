"""Picked elements lead to the one legal action meant."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darwin_core.chooser import Chooser, NotLit
from darwin_core.game import Element

LIONS = ("card", 1)
FOX = ("card", 2)
CRAB = ("card", 3)
PASS = ("button", 0)
HERE = ("space", 7)


def chooser(**touched: tuple[Element, ...]) -> Chooser[Any]:
    letters: Any = tuple(touched)
    return Chooser.of(letters, touched.__getitem__)


def picked(chosen: Chooser[Any], *elements: Element) -> Chooser[Any]:
    for element in elements:
        chosen = chosen.pick(element)
    return chosen


def test_at_first_all_that_any_action_touches_is_lit() -> None:
    assert chooser(a=(LIONS,), b=(FOX, CRAB)).lit == {LIONS, FOX, CRAB}


def test_a_pick_leaves_lit_what_goes_with_it() -> None:
    chosen = chooser(a=(LIONS,), b=(FOX, CRAB), c=(FOX, HERE)).pick(FOX)
    assert chosen.lit == {CRAB, HERE}


def test_several_actions_and_no_pick_leave_nothing_ready() -> None:
    assert chooser(a=(LIONS,), b=(FOX,)).ready is None


def test_the_only_action_is_ready_without_a_pick() -> None:
    assert chooser(a=(LIONS, FOX)).ready == "a"


def test_no_action_leaves_nothing_lit_or_ready() -> None:
    empty = chooser()
    assert empty.lit == frozenset()
    assert empty.ready is None


def test_action_whose_elements_are_exactly_the_picks_is_ready() -> None:
    chosen = chooser(one=(FOX,), pair=(FOX, FOX), with_crab=(FOX, FOX, CRAB)).pick(FOX)
    assert chosen.ready == "one"
    assert chosen.pick(FOX).ready == "pair"
    assert picked(chosen, FOX, CRAB).ready == "with_crab"


def test_the_only_action_left_is_ready_before_all_is_picked() -> None:
    chosen = chooser(a=(LIONS,), b=(FOX, CRAB, HERE))
    assert chosen.pick(FOX).ready == "b"
    assert chosen.pick(FOX).lit == {CRAB, HERE}


def test_several_actions_left_and_none_complete_leave_nothing_ready() -> None:
    assert chooser(a=(FOX, LIONS), b=(FOX, CRAB)).pick(FOX).ready is None


def test_action_that_touches_nothing_is_ready_where_nothing_is_picked() -> None:
    chosen = chooser(rest=(), a=(FOX,))
    assert chosen.ready == "rest"
    assert chosen.pick(FOX).ready == "a"


def test_an_element_counts_as_often_as_it_is_picked() -> None:
    chosen = picked(chooser(pair=(FOX, FOX), mixed=(FOX, CRAB)), FOX, FOX)
    assert chosen.ready == "pair"
    assert chosen.lit == frozenset()


def test_element_that_no_action_touches_beside_the_picks_is_refused() -> None:
    chosen = chooser(a=(LIONS,), b=(FOX, CRAB)).pick(FOX)
    for element in (LIONS, FOX, PASS):
        with pytest.raises(NotLit):
            chosen.pick(element)
    assert chosen.picks == (FOX,)


def test_back_takes_the_last_pick_away_and_does_nothing_at_the_start() -> None:
    start = chooser(a=(LIONS,), b=(FOX, CRAB))
    chosen = picked(start, CRAB, FOX)
    assert chosen.back() == picked(start, CRAB)
    assert chosen.back().back() == start
    assert start.back() == start


def test_picking_does_not_change_the_chooser_it_came_from() -> None:
    start = chooser(a=(LIONS,), b=(FOX,))
    start.pick(FOX)
    assert start.picks == ()


elements = st.tuples(st.sampled_from(["card", "space"]), st.integers(0, 3))
multisets = st.lists(elements, min_size=1, max_size=4).map(lambda found: tuple(sorted(found)))


@given(st.lists(multisets, min_size=1, max_size=8, unique=True))
def test_every_action_is_reached_by_its_elements_in_any_order(
    touched: list[tuple[Element, ...]],
) -> None:
    numbers: Any = range(len(touched))
    start: Chooser[Any] = Chooser.of(numbers, touched.__getitem__)
    for action, needed in enumerate(touched):
        for order in set(permutations(needed)):
            chosen = start
            for element in order:
                assert element in chosen.lit
                chosen = chosen.pick(element)
            assert chosen.ready == action
