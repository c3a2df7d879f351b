"""The meaning of cursor and selection together: one test for each rule, without a screen."""

from typing import Any

import pytest

from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import Element
from darwin_tui.play.selection import (
    Selection,
    action_of_enter,
    after_move,
    cursor_stays,
    must_name_action,
    next_cursor,
    replacing,
)

LIONS = ("card", 1)
FOX = ("card", 2)
CRAB = ("card", 3)
BEAR = ("card", 4)
BEAGLE = ("space", 7)
REEF = ("space", 8)
PASS = ("button", 0)
PLACES = [LIONS, FOX, CRAB, BEAR, BEAGLE, REEF, PASS]


def chooser(*picks: Element, **touched: tuple[Element, ...]) -> Chooser[Any]:
    """Return a chooser of actions, given by name with their elements, with some picks selected."""
    letters: Any = tuple(touched)
    chosen: Chooser[Any] = Chooser.of(letters, touched.__getitem__)
    for element in picks:
        chosen = chosen.select(element)
    return chosen


def test_a_card_that_is_a_whole_action_is_let_go_when_the_cursor_goes_to_another() -> None:
    chosen = chooser(FOX, a=(FOX,), b=(CRAB,))
    assert after_move(chosen, CRAB).selected == ()
    assert after_move(chosen, None).selected == ()


def test_a_card_that_is_a_whole_action_stays_selected_while_the_cursor_is_on_it() -> None:
    chosen = chooser(FOX, a=(FOX,), b=(CRAB,))
    assert after_move(chosen, FOX) == chosen


def test_one_of_several_cards_stays_selected_wherever_the_cursor_goes() -> None:
    chosen = chooser(FOX, a=(FOX, CRAB), b=(FOX, BEAR))
    assert after_move(chosen, BEAR) == chosen


def test_a_card_that_may_also_be_one_of_several_stays_selected() -> None:
    chosen = chooser(FOX, alone=(FOX,), pair=(FOX, CRAB))
    assert after_move(chosen, CRAB) == chosen


def test_what_other_cards_go_with_is_of_no_matter_to_the_card_selected() -> None:
    chosen = chooser(FOX, a=(FOX,), b=(CRAB, BEAR))
    assert after_move(chosen, CRAB).selected == ()


def test_where_nothing_is_selected_a_move_changes_nothing() -> None:
    chosen = chooser(a=(FOX,), b=(CRAB,))
    assert after_move(chosen, CRAB) == chosen


def test_the_cursor_stays_on_what_an_answer_begins_with() -> None:
    chosen = chooser(a=(FOX, BEAGLE), b=(CRAB, BEAGLE))
    assert cursor_stays(chosen, FOX)
    assert cursor_stays(chosen, CRAB)


def test_the_cursor_does_not_stay_on_what_comes_second() -> None:
    assert not cursor_stays(chooser(a=(FOX, BEAGLE), b=(CRAB, BEAGLE)), BEAGLE)


def test_the_cursor_stays_on_what_comes_second_in_one_answer_and_first_in_another() -> None:
    assert cursor_stays(chooser(a=(FOX, BEAGLE), b=(REEF,)), BEAGLE)


def test_the_cursor_does_not_stay_on_a_button() -> None:
    assert not cursor_stays(chooser(a=(FOX,), leave=(PASS,)), PASS)


def test_the_cursor_does_not_stay_on_what_cannot_be_selected() -> None:
    assert not cursor_stays(chooser(a=(FOX,), b=(CRAB,)), BEAR)


def test_where_there_is_no_cursor_none_stays() -> None:
    assert cursor_stays(chooser(a=(FOX,)), None) is False


def test_an_answer_that_touches_nothing_says_nothing_about_the_cursor() -> None:
    chosen = chooser(rest=(), a=(FOX,))
    assert cursor_stays(chosen, FOX)
    assert not cursor_stays(chosen, PASS)


def test_after_a_selection_that_completes_an_action_the_cursor_stays() -> None:
    assert next_cursor(chooser(FOX, a=(FOX,), b=(FOX, CRAB)), FOX, PLACES) == FOX


def test_after_a_selection_the_cursor_stays_on_what_can_be_selected_again() -> None:
    chosen = chooser(FOX, pair=(FOX, FOX, CRAB), mixed=(FOX, CRAB, BEAR))
    assert next_cursor(chosen, FOX, PLACES) == FOX


@pytest.mark.parametrize(
    ("cursor", "wanted", "then"),
    [
        pytest.param(LIONS, (FOX, BEAR), FOX, id="the next one"),
        pytest.param(LIONS, (BEAR, REEF), BEAR, id="the next that is wanted"),
        pytest.param(CRAB, (LIONS, BEAR), BEAR, id="not one before"),
        pytest.param(BEAR, (FOX, CRAB), FOX, id="round the end, the first one"),
        pytest.param(PASS, (LIONS, CRAB), LIONS, id="from the last one to the first"),
        pytest.param(REEF, (BEAR, BEAGLE), BEAR, id="before the cursor only"),
    ],
)
def test_after_a_selection_the_cursor_goes_to_the_next_place_that_is_wanted(
    cursor: Element, wanted: tuple[Element, Element], then: Element
) -> None:
    one, other = wanted
    chosen = chooser(cursor, a=(cursor, one), b=(cursor, other))
    assert next_cursor(chosen, cursor, PLACES) == then


def test_a_cursor_that_is_in_no_place_goes_to_the_first_that_is_wanted() -> None:
    chosen = chooser(FOX, a=(FOX, BEAR), b=(FOX, LIONS))
    assert next_cursor(chosen, FOX, [LIONS, CRAB, BEAR]) == LIONS


def test_the_cursor_stays_where_nothing_wanted_has_a_place() -> None:
    chosen = chooser(FOX, a=(FOX, BEAR), b=(FOX, LIONS))
    assert next_cursor(chosen, FOX, [FOX, CRAB]) == FOX


def test_enter_plays_what_is_selected() -> None:
    assert action_of_enter(chooser(FOX, a=(FOX,), b=(FOX, CRAB)), CRAB) == "a"


def test_enter_plays_the_card_under_the_cursor() -> None:
    assert action_of_enter(chooser(a=(FOX,), b=(CRAB,)), CRAB) == "b"


def test_enter_plays_what_is_selected_with_the_card_under_the_cursor() -> None:
    assert action_of_enter(chooser(FOX, a=(FOX, CRAB), b=(FOX, BEAR)), BEAR) == "b"


def test_enter_plays_nothing_while_something_is_missing() -> None:
    chosen = chooser(a=(FOX, CRAB), b=(FOX, BEAR))
    assert action_of_enter(chosen, FOX) is None
    assert action_of_enter(chosen, LIONS) is None
    assert action_of_enter(chosen, None) is None


def test_a_button_under_the_cursor_comes_before_what_is_selected() -> None:
    """The button under the cursor has the frame, so that Enter plays it."""
    chosen = chooser(FOX, a=(FOX,), b=(FOX, CRAB), c=(PASS,))
    assert action_of_enter(chosen, PASS) == "c"
    assert action_of_enter(chosen, BEAR) == "a", "another card does not"


def test_another_of_a_kind_takes_the_place_of_the_first_with_what_goes_with_it() -> None:
    crow, owl, tree = ("bird", 0), ("bird", 1), ("place", 0)
    both = chooser(crow, tree, a=(crow, tree), b=(owl, tree))
    assert replacing(both, owl).selected == (tree,), "the place fits both"
    alone = chooser(crow, tree, a=(crow, tree), b=(owl,))
    assert replacing(alone, owl).selected == ()
    several = chooser(crow, owl, a=(crow, owl), b=(("bird", 2),))
    assert replacing(several, ("bird", 2)) == several, "of several none gives way"


def test_the_selection_of_a_hint_is_dropped_by_the_cursor_and_all_at_once() -> None:
    targets: Any = {"a": (FOX, CRAB), "b": (BEAR,)}
    selection = Selection(targets.__getitem__)
    selection.ask(tuple(targets), None)
    selection.take_over((FOX, CRAB), is_suggested=True)
    selection.move_to(CRAB)
    action: Any = selection.action
    assert action == "a"
    selection.move_to(BEAR)
    assert selection.chooser.selected == ()
    action = selection.action
    assert action == "b"


def test_a_dropped_hint_leaves_the_cursor_where_it_was_before() -> None:
    targets: Any = {"a": (FOX,), "b": (BEAR,), "c": (CRAB,)}
    selection = Selection(targets.__getitem__)
    selection.ask(tuple(targets), None)
    selection.move_to(BEAR)
    selection.take_over((FOX,), is_suggested=True)
    selection.take_over((CRAB,), is_suggested=True)
    selection.drop_suggested()
    assert selection.cursor == BEAR, "Enter does not play the hint after all"
    selection.take_over((FOX,), is_suggested=True)
    selection.move_to(CRAB)
    selection.drop_suggested()
    assert selection.cursor == CRAB, "the player has chosen another place"


def test_the_selection_of_a_hint_is_there_again_when_the_cursor_comes_back() -> None:
    targets: Any = {"a": (FOX, CRAB), "b": (BEAR,)}
    selection = Selection(targets.__getitem__)
    selection.ask(tuple(targets), None)
    selection.take_over((FOX, CRAB), is_suggested=True)
    selection.move_to(BEAR)
    selection.move_to(CRAB)
    action: Any = selection.action
    assert (action, selection.cursor) == ("a", CRAB)
    selection.move_to(BEAR)
    selection.back()
    selection.move_to(CRAB)
    assert not selection.chooser.selected, "it was given up"
    selection.take_over((FOX, CRAB), is_suggested=True)
    selection.move_to(BEAR)
    selection.select(FOX, lambda chooser: None, PLACES)
    selection.move_to(CRAB)
    assert selection.chooser.selected == (FOX,), "the player selects for himself"


def test_what_enter_would_play_is_named_where_no_card_is_under_the_cursor() -> None:
    assert must_name_action(chooser(only=(FOX,)), None)


def test_nothing_is_named_where_enter_plays_nothing() -> None:
    chosen = chooser(a=(FOX, CRAB), b=(FOX, BEAR))
    assert not must_name_action(chosen, None)
    assert not must_name_action(chosen, FOX)


def test_a_card_under_the_cursor_that_is_a_whole_action_needs_no_name() -> None:
    assert not must_name_action(chooser(a=(FOX,), b=(CRAB,)), FOX)
    assert not must_name_action(chooser(a=(FOX,), b=(FOX, CRAB)), FOX), "more of the same kind"


def test_what_enter_would_play_is_named_once_something_is_selected() -> None:
    assert must_name_action(chooser(FOX, a=(FOX,), b=(CRAB,)), FOX)


def test_an_action_of_more_than_the_card_under_the_cursor_is_named() -> None:
    assert must_name_action(chooser(a=(FOX, BEAGLE), b=(CRAB, BEAGLE)), FOX)


def test_a_card_that_has_several_uses_is_named_with_its_use() -> None:
    chosen = chooser(plain=(FOX,), used=(FOX, PASS), other=(CRAB,))
    assert must_name_action(chosen, FOX)
    assert not must_name_action(chosen, CRAB), "another card's uses are of no matter"


@pytest.mark.parametrize("cursor", [FOX, CRAB])
def test_an_action_of_several_cards_is_named_on_each_of_them(cursor: Element) -> None:
    assert must_name_action(chooser(pair=(FOX, CRAB)), cursor)


CARD, OTHER = ("card", 0), ("card", 1)
USE, SPACE, OTHERS_USE = ("use", 0), ("space", 2), ("use", 1)
USES: Any = {
    "grow": (CARD, USE),
    "gain": (CARD, SPACE),
    "grow the other": (OTHER, USE),
    "climb with the other": (OTHER, OTHERS_USE),
}


def improving() -> Selection:
    """Return a selection in which a card is carried to its uses, with the cursor on a card."""
    selection = Selection(USES.__getitem__, carried={"card": ("use", "space")})
    selection.ask(tuple(USES), CARD)
    return selection


def test_a_card_goes_with_the_cursor_to_its_uses_and_stays_behind_at_the_next_card() -> None:
    selection = improving()
    for element, would in ((USE, "grow"), (SPACE, "gain")):
        selection.move_to(element)
        assert selection.chooser.selected == (CARD,)
        action: Any = selection.action
        assert action == would
    selection.move_to(OTHER)
    assert selection.chooser.selected == ()
    selection.move_to(USE)
    action = selection.action
    assert action == "grow the other"


def test_a_card_goes_to_no_use_that_it_does_not_have() -> None:
    selection = improving()
    selection.move_to(OTHERS_USE)
    assert selection.chooser.selected == ()


def test_going_back_returns_the_cursor_to_the_card_that_went_with_it() -> None:
    selection = improving()
    selection.move_to(USE)
    selection.back()
    assert (selection.cursor, selection.chooser.selected) == (CARD, ())
    selection.move_to(USE)
    selection.select(USE, lambda chooser: None, ())
    selection.back()
    assert (selection.cursor, selection.chooser.selected) == (USE, (CARD,))
    selection.back()
    assert (selection.cursor, selection.chooser.selected) == (CARD, ())


def test_a_chosen_use_gives_way_to_another_way_of_using_the_same_card() -> None:
    selection = improving()
    selection.move_to(USE)
    selection.select(USE, lambda chooser: None, ())
    selection.move_to(SPACE)
    action: Any = selection.action
    assert action == "grow", "what is selected counts, not what the cursor is on"
    selection.select(SPACE, lambda chooser: None, ())
    action = selection.action
    assert action == "gain"
    selection.move_to(OTHER)
    assert selection.chooser.selected == (CARD, SPACE), "the player has selected both"
