"""Choice of an action at a board: the cursor, the selected elements, Enter's action, and hints."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from darwin_core.bots.hints import value_words
from darwin_core.contract.chooser import AnyChooser, Chooser, NotSelectable
from darwin_core.contract.game import A, Action, Advice, Element
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import capitalized


class Selection:
    """The selected part of an answer to the current question."""

    def __init__(
        self,
        targets: Callable[[Action], tuple[Element, ...]],
        included: Collection[Element] = (),
        carried: Mapping[str, Collection[str]] = MappingProxyType({}),
    ) -> None:
        """Start without a question.

        Args:
            targets: returns the elements by which an action is chosen.
            included: elements included by default, which selecting leaves out.
            carried: kinds of elements that the cursor selects when it leaves them for an element of
                certain other kinds, such as a card left for one of its uses.
        """
        self._targets = targets
        self._included = included
        self._carried_kinds = carried
        self.chooser: AnyChooser = Chooser((), ())
        self.cursor: Element | None = None
        self._before: Element | None = None
        """The cursor's element before a hint took it over."""
        self.offered: tuple[Action, ...] = ()
        """The actions that were last selectable."""
        self.is_suggested = False
        """The selection comes from a hint; the player has selected nothing."""
        self._left: tuple[Element, ...] = ()
        """A hint's selection that the cursor has left, restored when the cursor returns."""
        self._carried: Element | None = None
        """The element that the cursor has selected by leaving it."""

    @property
    def action(self) -> Action | None:
        """The action that Enter would play; None if something is missing."""
        return action_of_enter(self.chooser, self.cursor)

    def is_selected(self, element: Element) -> bool:
        """Return whether all selectable copies of an element are selected."""
        return element in self.chooser.selected and element not in self.chooser.selectable

    def forget(self) -> None:
        """Reset for another viewer, who must not see the previous viewer's options or cursor."""
        self.chooser = Chooser((), ())
        self.cursor = None
        self.offered = ()
        self._left = ()

    def ask(
        self, actions: tuple[Action, ...], first: Element | None, *, is_forced: bool = False
    ) -> None:
        """Receive a new question; select a forced answer at once."""
        self.offered = actions or self.offered
        self._carried = None
        self.chooser = Chooser.of(actions, self._targets, self._included)
        self.is_suggested = False
        self._left = ()
        # Without a suggested element, a cursor that cannot stay is removed until the next drawing.
        if actions and (first or not cursor_stays(self.chooser, self.cursor)):
            self.cursor = first
        if is_forced and self.chooser.targets[0]:
            self.take_over(self.chooser.targets[0])

    def move_to(self, element: Element | None) -> None:
        """Move the cursor to an element.

        A hint's selection is dropped while the cursor is outside it, so that Enter acts on the
        element under the cursor.
        """
        self._carry(self.cursor, element)
        self.cursor = element
        selected = self.chooser.selected
        if self.is_suggested and element not in selected:
            self._drop_suggested()
            # A benefit that the hint left out is not left out again behind the player's back.
            self._left = () if {*selected} & {*self._included} else selected
        elif element in self._left and not selected:
            before = self._before
            self.take_over(self._left, is_suggested=True)
            self.cursor, self._before = element, before
        self.chooser = after_move(self.chooser, element)

    def _carry(self, origin: Element | None, element: Element | None) -> None:
        """Select the element that the cursor leaves for a use of it; drop it if the cursor
        returns to elements of its kind."""
        selected = self.chooser.selected
        if self._carried and selected == (self._carried,):
            if element is not None and element[0] == self._carried[0]:
                self.chooser = replace(self.chooser, selected=())
                self._carried = None
            return
        self._carried = None
        if origin is None or element is None or selected or origin not in self.chooser.selectable:
            return
        chosen = self.chooser.select(origin)
        if element[0] in self._carried_kinds.get(origin[0], ()) and element in chosen.selectable:
            self.chooser = chosen
            self._carried = origin

    def toggle(
        self, then: Callable[[AnyChooser], Element | None], places: Iterable[Element]
    ) -> None:
        """Select the element under the cursor, or drop it if selected; see ``select``.

        Raises:
            NotSelectable: if there is none, or no action needs it with the current selection.
        """
        if self.cursor is None:
            raise NotSelectable("there is no cursor")
        if self.is_selected(self.cursor):
            self.chooser = self.chooser.without(self.cursor)
        else:
            self.select(self.cursor, then, places)

    def back(self) -> None:
        """Drop the last selected element. If the cursor has selected it by leaving it, the cursor
        returns to it."""
        if self._carried and self.chooser.selected == (self._carried,):
            self.cursor = self._carried
            self._carried = None
        self.chooser = self.chooser.back()
        self._left = ()

    def drop_suggested(self) -> None:
        """Drop a hint's selection, all at once. The cursor returns to its place before the hint, so
        that Enter does not play the hint after all."""
        if self.is_suggested and self._before is not None:
            self.cursor = self._before
        self._drop_suggested()

    def _drop_suggested(self) -> None:
        """Drop a hint's selection; the cursor stays."""
        if self.is_suggested:
            self.chooser = replace(self.chooser, selected=())
        self.is_suggested = False
        self._left = ()

    def take_over(self, targets: tuple[Element, ...], *, is_suggested: bool = False) -> None:
        """Select all elements of an action, so that Enter plays it; a single one only needs the
        cursor.

        Args:
            is_suggested: a hint names them.
        """
        if not is_suggested:
            self._before = None
        elif not self.is_suggested:
            self._before = self.cursor
        self.cursor = targets[0]
        self.chooser = replace(self.chooser, selected=targets if len(targets) > 1 else ())
        self.is_suggested = is_suggested
        self._left = ()

    def select(
        self,
        element: Element,
        then: Callable[[AnyChooser], Element | None],
        places: Iterable[Element],
    ) -> None:
        """Select an element, and move the cursor on.

        Args:
            then: returns the element that the game suggests next, if any.
            places: the elements in drawing order.

        Raises:
            NotSelectable: if no action needs it with the current selection.
        """
        self.chooser = replacing(self.chooser, element).select(element)
        if self._carried not in self.chooser.selected or element == self._carried:
            self._carried = None
        self.is_suggested = False
        self._left = ()
        self.cursor = then(self.chooser) or next_cursor(self.chooser, element, places)


def replacing(chooser: Chooser[A], element: Element) -> Chooser[A]:
    """Return the selection without the elements that a new element replaces.

    The new element replaces the only other element of its kind, and later selections that no longer
    fit; or the last element, of another kind, if both could follow the rest. A button that is an
    action by itself replaces everything.
    """
    if element in chooser.selectable:
        return chooser
    if element[0] == "button" and (element,) in chooser.targets:
        return replace(chooser, selected=())
    same = [chosen for chosen in chooser.selected if chosen[0] == element[0]]
    if len(same) == 1:
        before = replace(chooser, selected=chooser.selected[: chooser.selected.index(same[0])])
        others = (chooser.without(same[0]), before)
        return next((chosen for chosen in others if element in chosen.selectable), chooser)
    if len(chooser.selected) > 1 and not same and element in chooser.back().selectable:
        return chooser.back()
    return chooser


def after_move(chooser: AnyChooser, element: Element | None) -> AnyChooser:
    """Return the selection after the cursor moved to an element.

    If a single selected element is a whole action, Enter plays the element under the cursor
    instead, so the selection is dropped. Several selected elements stay.
    """
    selected = chooser.selected
    is_one_each = all(len(touched) == 1 for touched in chooser.targets if {*selected} & {*touched})
    if is_one_each and element not in selected:
        return replace(chooser, selected=())
    return chooser


def cursor_stays(chooser: AnyChooser, cursor: Element | None) -> bool:
    """Return whether the cursor stays in place for a new question. It stays on an element that
    begins an answer, never on a second step or a button that skips."""
    begins = {touched[0][0] for touched in chooser.targets if touched} - {"button"}
    return cursor in chooser.selectable and cursor is not None and cursor[0] in begins


def next_cursor(chooser: AnyChooser, cursor: Element, places: Iterable[Element]) -> Element:
    """Return the element on which the cursor stands after a selection: the next one wanted. The
    cursor stays if nothing is missing, or if the same element may be selected again."""
    if chooser.ready is not None or cursor in chooser.selectable:
        return cursor
    order = list(places)
    index = order.index(cursor) + 1 if cursor in order else 0
    return next(
        (element for element in order[index:] + order[:index] if element in chooser.selectable),
        cursor,
    )


def first_cursor(
    selectable: Collection[Element], places: Iterable[Element], is_for_looking: bool
) -> Element:
    """Return the first selectable element, or the first of all. In a pane that is only for looking,
    never a button: it would leave the decision."""
    order = list(places)
    selectable = [element for element in order if element in selectable]
    if is_for_looking:
        no_buttons = [element for element in selectable + order if element[0] != "button"]
        return (no_buttons or order)[0]
    return (selectable or order)[0]


def action_of_enter(chooser: Chooser[A], cursor: Element | None) -> A | None:
    """Return the action that Enter would play; None if something is missing.

    It consists of the selection and, if selectable, the element under the cursor. A button under
    the cursor comes before the selection.
    """
    if cursor is not None and cursor[0] == "button":
        chooser = replacing(chooser, cursor)
    if chooser.ready is not None:
        return chooser.ready
    if cursor in chooser.selectable:
        return chooser.select(cursor).ready
    return None


def must_name_action(chooser: AnyChooser, cursor: Element | None) -> bool:
    """Return whether the prompt must name the action of Enter. It need not if the sentence about
    the element under the cursor does."""
    action = action_of_enter(chooser, cursor)
    if action is None or cursor is None:
        return action is not None
    touched = chooser.targets[chooser.actions.index(action)]
    return bool(chooser.selected) or touched != (cursor,) or _has_ways(chooser, cursor)


def _has_ways(chooser: AnyChooser, cursor: Element) -> bool:
    """Return whether an element also belongs to actions that need another kind of element."""
    kinds_of_actions = [
        {kind for kind, _ in touched} for touched in chooser.targets if cursor in touched
    ]
    return any(kinds != {cursor[0]} for kinds in kinds_of_actions)


PLAYS: Final = mark("{play.play_hint} plays the hint")
"""Note beside the prompt while a hint's words are shown."""
NAME_COLUMNS_MAX: Final = 24
"""Columns of a hint's action in the note, once its words are gone."""


@dataclass(frozen=True)
class Hint:
    """One of the best actions of a decision, with the elements that choose it, in order."""

    action: Action
    elements: tuple[Element, ...]
    texts: tuple[str, ...]
    """The reason in words, longest text first."""
    number: int
    """Rank among the best actions, from 0."""
    is_fresh: bool = True
    """No key was pressed since the hint was given, so its words are shown."""
    name: str = ""
    """The action in a few words, shown once the hint's words are gone."""


def hint_of(
    advice: Advice[Action],
    elements: tuple[Element, ...],
    phrase: str,
    number: int,
    count: int,
    value: str | None = None,
) -> Hint:
    """Return the hint for one of several actions.

    Args:
        advice: the action.
        elements: the elements that choose it.
        phrase: the action in words.
        number: its rank, from 0.
        count: number of actions.
        value: its value in words; what explains it follows a comma.
    """
    value = value_words(advice) if value is None else value
    reason = f"{capitalized(advice.reason)}."
    first_words, _, further_words = advice.reason.partition("; ")
    shorter = [f"{capitalized(first_words)}."] if further_words else []
    label = tr("Hint")
    if count > 1:
        label = tr("Hint {number} of {count}", number=number + 1, count=count)
    brief = without_details(phrase)
    valued = {words: f"{words}, {value}" if value else words for words in (phrase, brief)}
    unexplained = value.partition(", ")[0]
    texts = (
        f"{valued[phrase]}. {reason}",
        *([f"{phrase}, {unexplained}. {reason}"] if unexplained != value else []),
        # Half of a reason with the value is better than a whole reason without it.
        *(f"{valued[brief]}. {words}" for words in shorter),
        f"{phrase}. {reason}",
        f"{valued[brief]}. {reason}",
        *(f"{brief}. {words}" for words in (reason, *shorter)),
        f"{valued[brief]}. {without_details(reason)}",
        f"{brief}. {without_details(reason)}",
        f"{valued[phrase]}.",
        f"{phrase}.",
        f"{brief}.",
        reason,
    )
    labelled = tuple(f"{label}: {words}" for words in texts)
    return Hint(advice.action, elements, labelled, number, name=brief)


def without_details(phrase: str) -> str:
    """Remove bracketed details from the words for an action."""
    return re.sub(r" \([^)]*\)", "", phrase)
