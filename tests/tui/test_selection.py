"""The meaning of focus and selection together, without a screen.

Enter plays a complete action. If there is none, it plays the action that the focused element
completes, if that element can be selected. Where one element is a whole action, a move of the focus
clears the selection, so that Enter never plays an element that is not focused. Where an action
takes several elements, they stay selected.

After a selection, the focus moves to the next element that is still wanted, in the order of the
board and from its end to its start. It stays if the action is complete or the same element can be
selected once more. At a new question, the focus stays on an element that can begin an answer, but
never on a button, and never on an element that comes second.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import Element
from darwin_tui.play import selection

FOX, LION, OWL = ("card", 1), ("card", 2), ("card", 3)
HERE, THERE = ("space", 1), ("space", 2)
USE = ("use", 1)
DONE = ("button", 0)
BOARD = (HERE, THERE, FOX, LION, OWL, USE, DONE)

Actions = Mapping[str, tuple[Element, ...]]

SINGLES: Actions = {"fox": (FOX,), "lion": (LION,), "done": (DONE,)}
"""Each action takes one element."""
PAIRS: Actions = {"fox here": (FOX, HERE), "fox there": (FOX, THERE), "lion here": (LION, HERE)}
"""Each action takes two elements."""
MORE: Actions = {"fox": (FOX,), "both": (FOX, LION), "all": (FOX, LION, OWL)}
"""A complete action can be extended by further elements."""
TWICE: Actions = {"one": (FOX,), "two": (FOX, FOX), "lion": (LION,)}
"""An element can be selected twice."""
USED: Actions = {"fox": (FOX,), "fox used": (FOX, USE), "lion": (LION,)}
"""An element is an action by itself, and another one with a second element."""
ONLY: Actions = {"only": (FOX, HERE)}
"""There is only one action."""
BUTTON: Actions = {"fox": (FOX,), "both": (FOX, LION), "leave": (DONE,)}
"""A complete action can be extended, and a button is an action by itself."""
REST: Actions = {"rest": ()}
"""There is only one action, and it has no elements."""


def chooser(actions: Actions, *picks: Element) -> Chooser[Any]:
    """Return a chooser of named actions, with some elements selected."""
    narrowed: Chooser[Any] = Chooser.of(tuple(actions), actions.__getitem__)
    for element in picks:
        narrowed = narrowed.select(element)
    return narrowed


# --- what Enter plays


@pytest.mark.parametrize(
    ("actions", "selected", "focused", "plays"),
    [
        # Nothing is selected: the focused element is played if it is a whole action.
        (SINGLES, (), FOX, "fox"),
        (SINGLES, (), LION, "lion"),
        (SINGLES, (), DONE, "done"),
        (SINGLES, (), OWL, None),
        (SINGLES, (), None, None),
        (PAIRS, (), FOX, None),
        (PAIRS, (), THERE, "fox there"),
        # One element is selected, and the focused element may complete an action.
        (PAIRS, (FOX,), HERE, "fox here"),
        (PAIRS, (FOX,), THERE, "fox there"),
        (PAIRS, (FOX,), FOX, None),
        (PAIRS, (FOX,), OWL, None),
        (PAIRS, (FOX,), None, None),
        # A complete action is played wherever the focus is.
        (PAIRS, (FOX, HERE), LION, "fox here"),
        (PAIRS, (FOX, HERE), THERE, "fox here"),
        (MORE, (FOX,), LION, "fox"),
        (MORE, (FOX, LION), OWL, "both"),
        (SINGLES, (FOX,), LION, "fox"),
        # The only action is played, too, even if nothing is selected.
        (ONLY, (), None, "only"),
        (ONLY, (), OWL, "only"),
        (ONLY, (FOX,), FOX, "only"),
        (PAIRS, (LION,), FOX, "lion here"),
        (REST, (), None, "rest"),
        # An element that could be selected twice is played once.
        (TWICE, (), FOX, "one"),
        (TWICE, (FOX,), FOX, "one"),
        (TWICE, (FOX, FOX), LION, "two"),
        # A button under the cursor has the frame, so Enter plays it rather than the selection.
        (BUTTON, (FOX,), DONE, "leave"),
        (BUTTON, (FOX,), OWL, "fox"),
        # Nothing is asked.
        ({}, (), FOX, None),
        ({}, (), None, None),
    ],
)
def test_what_enter_plays(actions, selected, focused, plays):
    assert selection.action_of_enter(chooser(actions, *selected), focused) == plays


# --- moving the focus


@pytest.mark.parametrize(
    ("actions", "selected", "to", "kept"),
    [
        (SINGLES, (FOX,), LION, ()),
        (SINGLES, (FOX,), OWL, ()),
        (SINGLES, (FOX,), DONE, ()),
        (SINGLES, (DONE,), FOX, ()),
        (SINGLES, (FOX,), None, ()),
        (SINGLES, (FOX,), FOX, (FOX,)),
        (SINGLES, (), LION, ()),
        (PAIRS, (FOX,), HERE, (FOX,)),
        (PAIRS, (FOX,), LION, (FOX,)),
        (PAIRS, (FOX, HERE), OWL, (FOX, HERE)),
        (MORE, (FOX,), LION, (FOX,)),
        (MORE, (FOX,), DONE, (FOX,)),
        (TWICE, (FOX,), LION, (FOX,)),
        (USED, (FOX,), USE, (FOX,)),
        (USED, (LION,), FOX, ()),
    ],
)
def test_what_stays_selected_when_the_focus_moves(actions, selected, to, kept):
    before = chooser(actions, *selected)
    after = selection.after_move(before, to)
    assert after.selected == kept
    assert (after.actions, after.targets) == (before.actions, before.targets)


# --- the focus after a selection


@pytest.mark.parametrize(
    ("actions", "selected", "goes_to"),
    [
        # On to the next wanted element, past elements that are not wanted.
        ({"a": (FOX, OWL), "b": (FOX, DONE)}, (FOX,), OWL),
        ({"a": (FOX, DONE), "b": (FOX, USE), "c": (LION,)}, (FOX,), USE),
        # From the end of the board to its start.
        (PAIRS, (FOX,), HERE),
        ({"a": (DONE, HERE), "b": (DONE, FOX)}, (DONE,), HERE),
        ({"a": (OWL, THERE), "b": (OWL, FOX)}, (OWL,), THERE),
        # The end of the board comes before its start.
        ({"a": (FOX, HERE), "b": (FOX, DONE)}, (FOX,), DONE),
        # It stays if nothing more is wanted, or if the same element can be selected once more.
        (SINGLES, (FOX,), FOX),
        (PAIRS, (FOX, THERE), THERE),
        (MORE, (FOX,), FOX),
        (TWICE, (FOX,), FOX),
        ({"two": (FOX, FOX), "with": (FOX, HERE)}, (FOX,), FOX),
        (ONLY, (FOX,), FOX),
    ],
)
def test_where_the_focus_goes_after_a_selection(actions, selected, goes_to):
    assert selection.next_cursor(chooser(actions, *selected), selected[-1], BOARD) == goes_to


def test_from_what_the_board_does_not_show_it_goes_to_the_first_wanted():
    wanted = chooser({"a": (FOX, OWL), "b": (FOX, DONE)}, FOX)
    assert selection.next_cursor(wanted, FOX, (DONE, OWL)) == DONE
    assert selection.next_cursor(wanted, FOX, (OWL, DONE)) == OWL


def test_it_stays_where_the_board_shows_nothing_that_is_wanted():
    assert selection.next_cursor(chooser(PAIRS, FOX), FOX, (FOX, LION)) == FOX
    assert selection.next_cursor(chooser(PAIRS, FOX), FOX, ()) == FOX


# --- the focus when something new is asked


@pytest.mark.parametrize(
    ("actions", "focused", "stays"),
    [
        (SINGLES, FOX, True),
        (SINGLES, OWL, False),
        (SINGLES, DONE, False),
        (SINGLES, None, False),
        (PAIRS, FOX, True),
        (PAIRS, LION, True),
        (PAIRS, HERE, False),
        (USED, USE, False),
        (MORE, LION, True),
        ({"a": (DONE, FOX), "b": (LION,)}, DONE, False),
        ({"a": (FOX, HERE), "b": (THERE,)}, HERE, True),
        ({"rest": (), "fox": (FOX,)}, FOX, True),
        (REST, FOX, False),
        ({}, FOX, False),
    ],
)
def test_the_focus_stays_on_what_an_answer_begins_with(actions, focused, stays):
    assert selection.cursor_stays(chooser(actions), focused) == stays


# --- is the action of Enter named?


@pytest.mark.parametrize(
    ("actions", "selected", "focused", "named"),
    [
        # The focused element alone names the action.
        (SINGLES, (), FOX, False),
        (TWICE, (), FOX, False),
        (MORE, (), FOX, False),
        # Something is selected, or the focused element is only a part, or belongs to two actions.
        (SINGLES, (FOX,), FOX, True),
        (PAIRS, (FOX,), HERE, True),
        (PAIRS, (FOX, HERE), LION, True),
        (PAIRS, (), THERE, True),
        (USED, (), FOX, True),
        (USED, (), LION, False),
        (ONLY, (), FOX, True),
        (ONLY, (), HERE, True),
        (ONLY, (), OWL, True),
        (ONLY, (), None, True),
        (REST, (), OWL, True),
        # Enter plays nothing.
        (PAIRS, (), FOX, False),
        (PAIRS, (FOX,), OWL, False),
        (PAIRS, (), None, False),
        ({}, (), None, False),
    ],
)
def test_what_enter_plays_is_named_where_the_focus_does_not_say_it(
    actions, selected, focused, named
):
    assert selection.must_name_action(chooser(actions, *selected), focused) == named


def test_a_benefit_that_a_hint_leaves_out_is_back_once_the_cursor_leaves_the_hint():
    actions: Any = USED
    chosen: Any = selection.Selection(actions.__getitem__, (USE,))
    chosen.ask(tuple(actions), FOX)
    assert chosen.action == "fox used"
    chosen.take_over((FOX, USE), is_suggested=True)
    assert chosen.action == "fox"
    chosen.move_to(LION)
    chosen.move_to(FOX)
    assert chosen.action == "fox used"


def test_another_of_a_kind_takes_the_place_of_the_first_with_what_goes_with_it():
    crow, owl, tree = ("bird", 0), ("bird", 1), ("place", 0)
    both = chooser({"a": (crow, tree), "b": (owl, tree)}, crow, tree)
    assert selection.replacing(both, owl).selected == (tree,), "the place fits both"
    alone = chooser({"a": (crow, tree), "b": (owl,)}, crow, tree)
    assert selection.replacing(alone, owl).selected == ()
    several = chooser({"a": (crow, owl), "b": (("bird", 2),)}, crow, owl)
    assert selection.replacing(several, ("bird", 2)) == several, "of several none gives way"


# --- the selection of a hint


def asked(actions: Any, **more: Any) -> Any:
    """Return a selection at a new question, with the cursor nowhere."""
    targets: Any = actions.__getitem__
    chosen: Any = selection.Selection(targets, **more)
    chosen.ask(tuple(actions), None)
    return chosen


def test_the_selection_of_a_hint_is_dropped_by_the_cursor_and_all_at_once():
    chosen = asked({"a": (FOX, LION), "b": (OWL,)})
    chosen.take_over((FOX, LION), is_suggested=True)
    chosen.move_to(LION)
    assert chosen.action == "a"
    chosen.move_to(OWL)
    assert chosen.chooser.selected == ()
    assert chosen.action == "b"


def test_a_dropped_hint_leaves_the_cursor_where_it_was_before():
    chosen = asked({"a": (FOX,), "b": (OWL,), "c": (LION,)})
    chosen.move_to(OWL)
    chosen.take_over((FOX,), is_suggested=True)
    chosen.take_over((LION,), is_suggested=True)
    chosen.drop_suggested()
    assert chosen.cursor == OWL, "Enter does not play the hint after all"
    chosen.take_over((FOX,), is_suggested=True)
    chosen.move_to(LION)
    chosen.drop_suggested()
    assert chosen.cursor == LION, "the player has chosen another place"


def test_the_selection_of_a_hint_is_there_again_when_the_cursor_comes_back():
    chosen = asked({"a": (FOX, LION), "b": (OWL,)})
    chosen.take_over((FOX, LION), is_suggested=True)
    chosen.move_to(OWL)
    chosen.move_to(LION)
    assert (chosen.action, chosen.cursor) == ("a", LION)
    chosen.move_to(OWL)
    chosen.back()
    chosen.move_to(LION)
    assert not chosen.chooser.selected, "it was given up"
    chosen.take_over((FOX, LION), is_suggested=True)
    chosen.move_to(OWL)
    chosen.select(FOX, lambda chooser: None, BOARD)
    chosen.move_to(LION)
    assert chosen.chooser.selected == (FOX,), "the player selects for himself"


# --- a card that is carried to its uses

OTHERS_USE = ("use", 0)
USES: Actions = {
    "grow": (FOX, USE),
    "gain": (FOX, HERE),
    "grow the other": (LION, USE),
    "climb with the other": (LION, OTHERS_USE),
}


def improving() -> Any:
    """Return a selection in which a card is carried to its uses, with the cursor on a card."""
    chosen = asked(USES, carried={"card": ("use", "space")})
    chosen.move_to(FOX)
    return chosen


def test_a_card_goes_with_the_cursor_to_its_uses_and_stays_behind_at_the_next_card():
    chosen = improving()
    for element, would in ((USE, "grow"), (HERE, "gain")):
        chosen.move_to(element)
        assert chosen.chooser.selected == (FOX,)
        assert chosen.action == would
    chosen.move_to(LION)
    assert chosen.chooser.selected == ()
    chosen.move_to(USE)
    assert chosen.action == "grow the other"


def test_a_card_goes_to_no_use_that_it_does_not_have():
    chosen = improving()
    chosen.move_to(OTHERS_USE)
    assert chosen.chooser.selected == ()


def test_going_back_returns_the_cursor_to_the_card_that_went_with_it():
    chosen = improving()
    chosen.move_to(USE)
    chosen.back()
    assert (chosen.cursor, chosen.chooser.selected) == (FOX, ())
    chosen.move_to(USE)
    chosen.select(USE, lambda chooser: None, ())
    chosen.back()
    assert (chosen.cursor, chosen.chooser.selected) == (USE, (FOX,))
    chosen.back()
    assert (chosen.cursor, chosen.chooser.selected) == (FOX, ())


def test_a_chosen_use_gives_way_to_another_way_of_using_the_same_card():
    chosen = improving()
    chosen.move_to(USE)
    chosen.select(USE, lambda chooser: None, ())
    chosen.move_to(HERE)
    assert chosen.action == "grow", "what is selected counts, not what the cursor is on"
    chosen.select(HERE, lambda chooser: None, ())
    assert chosen.action == "gain"
    chosen.move_to(LION)
    assert chosen.chooser.selected == (FOX, HERE), "the player has selected both"
