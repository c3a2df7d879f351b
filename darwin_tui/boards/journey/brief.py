"""Sentences on elements in fewer words, for rows that have no room for the long ones."""

from typing import Final

from darwin_core.contract.game import Element
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import Brevity, composing
from darwin_tui.boards.journey.scene import Scene
from darwin_tui.drawing.canvas import SEAT_MARKS

CLAUSES_LEFT_OUT_MAX: Final = 2
"""Last clauses that are left out at the most; ``z`` shows them."""


def briefly(scene: Scene, element: Element, room: int) -> str:
    """Return the sentence on an element in so few words that a row has room for it.

    Args:
        scene: the scene.
        element: of the board.
        room: columns.
    """
    sentence = scene.text_on(element)
    marks = Lexicon(tuple(SEAT_MARKS[: len(scene.names)]))
    for step in Brevity:
        if len(sentence) <= room:
            return sentence
        lexicon = marks if step >= Brevity.MARKS else scene.lexicon
        with composing(step):
            sentence = scene.game.element(scene.view, scene.viewer, element, lexicon)
    for _ in range(CLAUSES_LEFT_OUT_MAX):
        kept = sentence.rpartition("; ")[0]
        if len(sentence) > room and kept:
            sentence = f"{kept}."
    return sentence
