"""The board of Finches: the seats with their laid cards, and the viewer's hand."""

from importlib.resources import files
from typing import ClassVar

from textual.geometry import Size

from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_finches.actions import Lay
from darwin_finches.events import FinchesEvent
from darwin_finches.state import SUITS, FinchesState, suit
from darwin_finches.words import card_name
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import SEAT_MARKS, Drawing
from darwin_tui.drawing.card import card
from darwin_tui.drawing.marks import state_of
from darwin_tui.drawing.scene import Scene
from darwin_tui.widgets.board import Board

CARD = Size(8, 3)


class FinchesBoard(Board[FinchesState, Lay, FinchesEvent]):
    """Finches."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"finches--{name}" for name in SUITS}
    DEFAULT_CSS = files(__package__).joinpath("board.tcss").read_text(encoding="utf-8")

    def draw(self, scene: Scene[FinchesState, Lay, FinchesEvent], size: Size) -> Drawing:
        """Draw the seats from the top and the hand at the foot."""
        area = self.area(scene, size)
        drawing, view = area.drawing, scene.view
        canvas = drawing.canvas
        canvas.text(1, 0, ("Finches", "title"))
        canvas.rule(1)
        for seat, name in enumerate(scene.names):
            y = 2 + seat
            x = canvas.text(1, y, (f"{SEAT_MARKS[seat]} {name}", f"seat-{seat}"))
            canvas.text(max(x + 2, 22), y, (f"{view.points[seat]} points", "dim"))
            if view.laid[seat] != NOTHING:
                laid = view.laid[seat]
                canvas.text(34, y, (card_name(laid), f"finches--{suit(laid)}"))
        if scene.viewer < len(view.hands):
            *_, rule, hand, _ = area.rows(Grow(), 1, CARD.height + 1, 1)
            rule.text(0, 0, ("─" * rule.width, "rule"))
            rule.text(1, 0, (" hand ", "strong"))
            self._draw_hand(hand, scene)
        return drawing

    def _draw_hand(self, hand: Area, scene: Scene[FinchesState, Lay, FinchesEvent]) -> None:
        for place, number in enumerate(scene.view.hands[scene.viewer]):
            if number == HIDDEN:
                continue
            card_area = hand.at(1 + place * (CARD.width + 2), 1, *CARD)
            card_area.enter(("card", number))
            face = card(card_area, state_of(scene, ("card", number)), band="strip", stock="panel")
            face.band.text(1, 0, (suit(number), f"finches--{suit(number)}"))
            face.body.text(1, 0, (str(number + 1), f"finches--{suit(number)} strong"))
