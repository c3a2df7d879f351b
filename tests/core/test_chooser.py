"""Selected elements lead to the one legal action meant."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from darwin_core.contract.chooser import Chooser, NotSelectable
from darwin_core.contract.game import Element

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
        chosen = chosen.select(element)
    return chosen


def test_at_first_all_targets_of_any_action_are_selectable():
    assert chooser(a=(LIONS,), b=(FOX, CRAB)).selectable == {LIONS, FOX, CRAB}


def test_a_selection_leaves_selectable_what_goes_with_it():
    chosen = chooser(a=(LIONS,), b=(FOX, CRAB), c=(FOX, HERE)).select(FOX)
    assert chosen.selectable == {CRAB, HERE}


def test_several_actions_and_no_selection_leave_nothing_ready():
    assert chooser(a=(LIONS,), b=(FOX,)).ready is None


def test_the_only_action_is_ready_without_a_selection():
    assert chooser(a=(LIONS, FOX)).ready == "a"


def test_no_action_leaves_nothing_selectable_or_ready():
    empty = chooser()
    assert empty.selectable == frozenset()
    assert empty.ready is None


def test_action_whose_elements_are_exactly_the_picks_is_ready():
    chosen = chooser(one=(FOX,), pair=(FOX, FOX), with_crab=(FOX, FOX, CRAB)).select(FOX)
    assert chosen.ready == "one"
    assert chosen.select(FOX).ready == "pair"
    assert picked(chosen, FOX, CRAB).ready == "with_crab"


def test_the_only_action_left_is_ready_before_all_is_selected():
    chosen = chooser(a=(LIONS,), b=(FOX, CRAB, HERE))
    assert chosen.select(FOX).ready == "b"
    assert chosen.select(FOX).selectable == {CRAB, HERE}


def test_several_actions_left_and_none_complete_leave_nothing_ready():
    assert chooser(a=(FOX, LIONS), b=(FOX, CRAB)).select(FOX).ready is None


def test_action_without_targets_is_ready_where_nothing_is_selected():
    chosen = chooser(rest=(), a=(FOX,))
    assert chosen.ready == "rest"
    assert chosen.select(FOX).ready == "a"


def test_an_element_counts_as_often_as_it_is_selected():
    chosen = picked(chooser(pair=(FOX, FOX), mixed=(FOX, CRAB)), FOX, FOX)
    assert chosen.ready == "pair"
    assert chosen.selectable == frozenset()


def test_element_that_no_action_touches_beside_the_picks_is_refused():
    chosen = chooser(a=(LIONS,), b=(FOX, CRAB)).select(FOX)
    for element in (LIONS, FOX, PASS):
        with pytest.raises(NotSelectable):
            chosen.select(element)
    assert chosen.selected == (FOX,)


def test_back_drops_the_last_selection_and_does_nothing_at_the_start():
    start = chooser(a=(LIONS,), b=(FOX, CRAB))
    chosen = picked(start, CRAB, FOX)
    assert chosen.back() == picked(start, CRAB)
    assert chosen.back().back() == start
    assert start.back() == start


def test_a_selection_dropped_alone_leaves_the_others_in_their_order():
    start = chooser(a=(LIONS, FOX, CRAB), b=(LIONS, LIONS, FOX))
    chosen = picked(start, LIONS, FOX, CRAB)
    assert chosen.without(FOX).selected == (LIONS, CRAB)
    assert chosen.without(LIONS).selected == (FOX, CRAB)
    assert chosen.without(CRAB) == chosen.back()
    assert chosen.without(FOX).selectable == {FOX}
    assert chosen.selected == (LIONS, FOX, CRAB), "the chooser it came from is as it was"


def test_of_an_element_selected_twice_the_last_selection_is_dropped():
    start = chooser(a=(LIONS, LIONS, FOX), b=(CRAB,))
    assert picked(start, LIONS, FOX, LIONS).without(LIONS).selected == (LIONS, FOX)
    assert picked(start, LIONS, LIONS, FOX).without(LIONS).selected == (LIONS, FOX)


def test_what_is_selectable_lacks_each_element_as_often_as_it_is_selected():
    start = chooser(pair=(FOX, FOX), trio=(FOX, FOX, CRAB), other=(LIONS, CRAB))
    assert start.selectable == {FOX, CRAB, LIONS}
    assert start.select(FOX).selectable == {FOX, CRAB}
    assert picked(start, FOX, FOX).selectable == {CRAB}
    assert picked(start, CRAB).selectable == {FOX, LIONS}
    assert picked(start, CRAB, FOX).selectable == {FOX}
    assert picked(start, CRAB, FOX).ready == "trio"


def test_of_actions_for_the_same_picks_the_first_is_ready():
    assert picked(chooser(a=(FOX, CRAB), b=(CRAB, FOX)), FOX, CRAB).ready == "a"


def test_picking_does_not_change_the_chooser_it_came_from():
    start = chooser(a=(LIONS,), b=(FOX,))
    start.select(FOX)
    assert start.selected == ()


elements = st.tuples(st.sampled_from(["card", "space"]), st.integers(0, 3))
multisets = st.lists(elements, min_size=1, max_size=4).map(lambda drawn: tuple(sorted(drawn)))


@settings(deadline=None)
@given(st.lists(multisets, min_size=1, max_size=8, unique=True))
def test_every_action_is_reached_by_its_elements_in_any_order(touched):
    numbers: Any = range(len(touched))
    start: Chooser[Any] = Chooser.of(numbers, touched.__getitem__)
    for action, needed in enumerate(touched):
        for order in set(permutations(needed)):
            chosen = start
            for element in order:
                assert element in chosen.selectable
                chosen = chosen.select(element)
            assert chosen.ready == action


def test_an_element_that_is_not_selected_cannot_be_deselected():
    with pytest.raises(ValueError, match="not in"):
        picked(chooser(a=(LIONS, FOX)), FOX).without(LIONS)
