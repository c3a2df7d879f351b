"""The table of Finches: the seats with their cards, and the hand."""

from importlib.resources import files
from typing import ClassVar

from textual.geometry import Region, Size

from darwin_core.game import HIDDEN, NOTHING
from darwin_finches.state import SUITS, FinchesEvent, FinchesState, Lay, suit
from darwin_finches.words import card_name
from darwin_tui.widgets.board import Board, Scene
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Drawing
from darwin_tui.widgets.card import draw_frame

CARD = Size(9, 4)


class FinchesBoard(Board[FinchesState, Lay, FinchesEvent]):
    """Finches."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"finches--{name}" for name in SUITS}
    DEFAULT_CSS = files(__package__).joinpath("board.tcss").read_text(encoding="utf-8")

    def draw(self, scene: Scene[FinchesState, Lay, FinchesEvent], size: Size) -> Drawing:
        """Draw the seats from the top and the hand at the foot."""
        canvas = Canvas(size.width, size.height)
        drawing = Drawing(canvas, {})
        view = scene.view
        canvas.text(1, 0, ("Finches", "title"))
        canvas.rule(1)
        for seat, name in enumerate(scene.names):
            y = 2 + seat
            x = canvas.text(1, y, (f"{SEAT_MARKS[seat]} {name}", f"seat-{seat}"))
            canvas.text(max(x + 2, 22), y, (f"{view.points[seat]} points", "dim"))
            if view.laid[seat] != NOTHING:
                card = view.laid[seat]
                canvas.text(34, y, (card_name(card), f"finches--{suit(card)}"))
        if scene.viewer < len(view.hands):
            self._draw_hand(drawing, scene, size.height - CARD.height)
        return drawing

    def _draw_hand(
        self, drawing: Drawing, scene: Scene[FinchesState, Lay, FinchesEvent], y: int
    ) -> None:
        drawing.canvas.rule(y - 1, ("hand", "strong"))
        for place, card in enumerate(scene.view.hands[scene.viewer]):
            if card == HIDDEN:
                continue
            region = Region(1 + place * (CARD.width + 1), y, *CARD)
            drawing.places["card", card] = region
            can = draw_frame(drawing.canvas, region, scene, ("card", card))
            hue = f"finches--{suit(card)}" if can else "dim"
            drawing.canvas.text(region.x + 1, y + 1, (suit(card), hue))
            drawing.canvas.text(region.x + 1, y + 2, (str(card + 1), f"{hue} strong"))
