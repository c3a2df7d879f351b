"""The states of an element on a board, which its part shows."""

from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from darwin_core.contract.game import Element
from darwin_tui.drawing.canvas import Run

if TYPE_CHECKING:
    # Pages, such as the first one, use the states without a board.
    from darwin_tui.drawing.scene import AnyScene


class State(Enum):
    """The look of an element at a decision."""

    PLAIN = auto()
    """Nothing is asked."""
    SELECTABLE = auto()
    FOCUSED = auto()
    """The cursor is on it."""
    SELECTED = auto()
    SELECTED_FOCUSED = auto()
    NOT_NOW = auto()
    """A decision is asked, and it cannot be selected."""

    @property
    def is_focused(self) -> bool:
        """The cursor is on it."""
        return self in (State.FOCUSED, State.SELECTED_FOCUSED)

    @property
    def is_selected(self) -> bool:
        """It is selected."""
        return self in (State.SELECTED, State.SELECTED_FOCUSED)


def state_of(scene: "AnyScene", element: Element) -> State:
    """Return the state of an element in a scene."""
    chooser = scene.chooser
    is_selected = chooser is not None and element in chooser.selected
    if scene.is_on(element):
        return State.SELECTED_FOCUSED if is_selected else State.FOCUSED
    if is_selected:
        return State.SELECTED
    if chooser is None or scene.is_paused or not chooser.actions:
        return State.PLAIN
    return State.SELECTABLE if element in scene.selectable else State.NOT_NOW


SIGNS: Final[dict[State, Run]] = {
    State.PLAIN: (" ", ""),
    State.SELECTABLE: ("•", "selectable"),
    State.FOCUSED: ("▶", "strong cursor"),
    State.SELECTED: ("✓", "strong cursor"),
    State.SELECTED_FOCUSED: ("»", "strong cursor"),
    State.NOT_NOW: (" ", ""),
}
"""The sign before an element that is written in a row."""
