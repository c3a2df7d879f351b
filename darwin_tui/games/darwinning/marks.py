"""Marks on the table of Darwinning!: of beings, names and elements."""

from collections.abc import Sequence
from typing import Final

from darwin_core.game import Element
from darwin_core.games.darwinning.components import CARDS, JOKER
from darwin_core.games.darwinning.state import DarwinningState
from darwin_tui.games.darwinning.scene import Scene
from darwin_tui.widgets.canvas import SEAT_MARKS, Run, Styled

DUMMY_MARK: Final = "◇"


def suit(card: int) -> str:
    """Return the style of a card's suit."""
    return "strong" if card == JOKER else f"darwinning--{CARDS[card].suit}"


def is_choosable(scene: Scene, element: Element) -> bool:
    """Return True if an element is selectable or selected."""
    return element in scene.selectable or bool(scene.chooser and element in scene.chooser.selected)


def being_mark(view: DarwinningState, being: int) -> Run:
    """Return the mark of a seat or of the dummy."""
    if being == len(view.hands):
        return (DUMMY_MARK, "dim")
    return (SEAT_MARKS[being], f"seat-{being} strong")


def being_name(scene: Scene, being: int) -> Run:
    """Return the name of a seat or of the dummy."""
    if being == len(scene.names):
        return ("the dummy", "dim")
    return (scene.names[being], f"seat-{being}")


def card_codes(cards: Sequence[int]) -> list[Styled]:
    """Return cards side by side by their codes."""
    return [(f"{CARDS[card].code} ", f"{suit(card)} strong") for card in cards]
