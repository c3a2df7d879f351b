"""What cursor and picks mean together: what Enter would play, and what a move keeps."""

from collections.abc import Iterable

from msgspec.structs import replace

from darwin_core.chooser import Chooser
from darwin_core.game import A, Element


def moved(chooser: Chooser[A], element: Element | None) -> Chooser[A]:
    """The picks once the cursor has gone to an element.

    Where what was picked is all of an action, the element under the cursor is what Enter plays, so
    it is let go. Where several are picked one by one, the picks stay.
    """
    picks = chooser.selected
    is_one_each = all(len(touched) == 1 for touched in chooser.touched if {*picks} & {*touched})
    if is_one_each and element not in picks:
        return replace(chooser, selected=())
    return chooser


def stays(chooser: Chooser[A], cursor: Element | None) -> bool:
    """Whether the cursor stays where it is when something new is asked: on what an answer begins
    with. What comes second, such as a use, or leaves off, is gone to by intent only."""
    begins = {touched[0][0] for touched in chooser.touched if touched} - {"button"}
    return cursor in chooser.selectable and cursor is not None and cursor[0] in begins


def onward(chooser: Chooser[A], cursor: Element, places: Iterable[Element]) -> Element:
    """Where the cursor goes after a pick: on to what is still wanted, unless that may be the same
    once more."""
    if chooser.ready is not None or cursor in chooser.selectable:
        return cursor
    order = list(places)
    at = order.index(cursor) + 1 if cursor in order else 0
    return next(
        (element for element in order[at:] + order[:at] if element in chooser.selectable), cursor
    )


def meant(chooser: Chooser[A], cursor: Element | None) -> A | None:
    """What Enter would play: the picks, with the element under the cursor if that is lit."""
    if chooser.ready is not None:
        return chooser.ready
    if cursor in chooser.selectable:
        return chooser.select(cursor).ready
    return None


def should_name(chooser: Chooser[A], cursor: Element | None) -> bool:
    """Whether the words under the cursor do not say by themselves what Enter would play."""
    action = meant(chooser, cursor)
    if action is None or cursor is None:
        return action is not None
    touched = chooser.touched[chooser.actions.index(action)]
    return bool(chooser.selected) or touched != (cursor,) or _has_ways(chooser, cursor)


def _has_ways(chooser: Chooser[A], cursor: Element) -> bool:
    """Whether what is done on an element can also be done with something else beside it."""
    kinds = [{kind for kind, _ in touched} for touched in chooser.touched if cursor in touched]
    return any(kind != {cursor[0]} for kind in kinds)
