"""The table of Darwinning!: the food chain, the species, the trick, and the hand."""

from collections.abc import Sequence
from textwrap import shorten
from typing import ClassVar, Final

from textual.geometry import Size

from darwin_core.chooser import Chooser
from darwin_core.game import Element
from darwin_core.games.darwinning.boards import shown
from darwin_core.games.darwinning.components import SUITS
from darwin_core.games.darwinning.rules import to_move
from darwin_core.games.darwinning.state import (
    AnyAction,
    DarwinningEvent,
    DarwinningState,
    Ended,
    EraBegan,
    Fed,
    TrickWon,
)
from darwin_tui.games.darwinning.chain import (
    TOP,
    below_ladder,
    beside_ladder,
    draw_chain,
    draw_ladder,
)
from darwin_tui.games.darwinning.hand import CARD, draw_hand, sort_key
from darwin_tui.games.darwinning.heading import draw_heading, era_shown
from darwin_tui.games.darwinning.margin import draw_margin
from darwin_tui.games.darwinning.own import draw_own_board
from darwin_tui.games.darwinning.scene import Scene
from darwin_tui.games.darwinning.species import draw_species
from darwin_tui.games.darwinning.survival import draw_ledger, is_ledger_open, ledger_height
from darwin_tui.games.darwinning.zoom import zoomed
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.canvas import Canvas, Drawing

OWN_BOARD: Final = 3
"""Rows of the own board, without the uses of a card."""
NEWS: Final = 4
"""The most sentences of the log that stand on the board."""


class DarwinningBoard(Board[DarwinningState, AnyAction, DarwinningEvent]):
    """Darwinning!"""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"darwinning--{name}" for name in SUITS}

    ORDERS: ClassVar[tuple[str, ...]] = ("suit", "number")

    KINDS: ClassVar[tuple[str, ...]] = ("card", "display", "trait")

    PANES: ClassVar[tuple[str, ...]] = ("trick", "last", "survival", "homes", "traits")

    @staticmethod
    def pauses_on(events: Sequence[DarwinningEvent]) -> bool:
        """A trick was won, species were fed, or an era is over, be it by a card drawn last."""
        return any(isinstance(event, TrickWon | Fed | EraBegan | Ended) for event in events)

    @staticmethod
    def then(view: DarwinningState, chooser: Chooser[AnyAction]) -> Element | None:
        """Of trait spaces, where nothing else is left, the first that is free: haste covers no
        trait."""
        spaces = sorted(number for kind, number in chooser.selectable if kind == "space")
        if not spaces or len(spaces) < len(chooser.selectable):
            return None
        seat = to_move(view)[0]
        traits = shown(view.species[seat], view.traits[seat])
        return ("space", next((space for space in spaces if not traits[space]), spaces[0]))

    @classmethod
    def rank(cls, scene: Scene, element: Element) -> tuple[int, ...]:
        """Return the sort key of an element: cards in the order in which the hand is sorted, or in
        that of the dummy's display."""
        kind, number = element
        if kind == "display":
            return (scene.view.display.index(number),)
        return sort_key(scene, number) if kind == "card" else (number,)

    def zoom(self, scene: Scene, element: Element) -> list[str]:
        """With what its traits do, and who lives in its environments."""
        return zoomed(scene, scene.view, element)

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the table; the hand lies at the foot, whatever the height."""
        drawing = self.blank(scene, size)
        canvas, view = drawing.canvas, scene.view
        # The hand comes first in the order of keys 1 to 9, so its places are entered first.
        watches = scene.viewer >= len(view.hands)
        foot = size.height - max(CARD.height, len(view.hands) if watches else 0)
        tells_survival = is_ledger_open(scene)
        if not tells_survival:
            draw_hand(drawing, scene, view, foot)
        draw_heading(drawing, scene, view)
        y = TOP
        if beside_ladder(canvas) < size.width:
            draw_ladder(canvas, scene, view, TOP)
        else:
            draw_chain(canvas, scene, view, y)
            y += 2
        y = draw_species(drawing, scene, view, y, self.PANES, foot)
        if tells_survival:
            # It takes the place of the hand, which is the next era's already.
            left = size.height - y - ledger_height(scene)
            if not watches and left >= OWN_BOARD:
                draw_own_board(drawing, scene, view, scene.viewer, y)
                y += OWN_BOARD + (left > OWN_BOARD)
            _, environments = era_shown(scene, view)
            draw_ledger(canvas, scene, view, environments, y, beside_ladder(canvas))
            y = below_ladder(canvas, y + ledger_height(scene))
            draw_margin(canvas, scene, view, y, size.height, size.width)
            return drawing
        if not watches:
            draw_own_board(drawing, scene, view, scene.viewer, y)
            y += OWN_BOARD + 1
        y = below_ladder(canvas, y)
        news = 0 if scene.has_log else NEWS
        y = draw_margin(canvas, scene, view, y, foot - 1 - news, size.width)
        _news(canvas, scene, y, foot - 1)
        if scene.selectable and not any(kind == "card" for kind, _ in scene.selectable):
            # What the decision is about comes before a hand that has no part in it.
            places = drawing.places
            drawing.places = dict(sorted(places.items(), key=lambda place: place[0][0] == "card"))
        return drawing


def _news(canvas: Canvas, scene: Scene, top: int, bottom: int) -> None:
    """Draw what was told last, on the rows that are left, the newest below."""
    count = 0 if scene.has_log else min(bottom - top, NEWS)
    story = scene.events[-count:] if count > 0 else ()
    for y, event in enumerate(story, bottom - len(story)):
        room = beside_ladder(canvas) - 2
        told = shorten(scene.game.sentence(event, scene.lexicon), room, placeholder=" …")
        canvas.text(1, y, (told, "dim" if y == bottom - 1 else "faint"))


BOARD: Final = DarwinningBoard
