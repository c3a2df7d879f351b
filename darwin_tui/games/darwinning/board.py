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

OWN_BOARD_ROWS: Final = 3
"""Rows of the own board, without the uses of a card."""
NEWS_ROWS_MAX: Final = 4
"""The most sentences of the log on the board."""


class DarwinningBoard(Board[DarwinningState, AnyAction, DarwinningEvent]):
    """Darwinning!"""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"darwinning--{name}" for name in SUITS}

    ORDERS: ClassVar[tuple[str, ...]] = ("suit", "number")

    KINDS: ClassVar[tuple[str, ...]] = ("card", "display", "trait")

    PANES: ClassVar[tuple[str, ...]] = ("trick", "last", "survival", "homes", "traits")

    @staticmethod
    def pauses_on(events: Sequence[DarwinningEvent]) -> bool:
        """Return True if a trick was won, species were fed, or an era is over, even by the last
        card drawn."""
        return any(isinstance(event, TrickWon | Fed | EraBegan | Ended) for event in events)

    @staticmethod
    def then(view: DarwinningState, chooser: Chooser[AnyAction]) -> Element | None:
        """Return the first free trait space if only trait spaces are left, so that no trait is
        covered by accident."""
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
        """Return the text on an element, with the effects of its traits and the species in its
        environments."""
        return zoomed(scene, scene.view, element)

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the table; the hand is at the foot at any height."""
        drawing = self.blank(scene, size)
        canvas, view = drawing.canvas, scene.view
        # Keys 1 to 9 begin with the hand, so its places are entered first.
        is_spectator = scene.viewer >= len(view.hands)
        foot = size.height - max(CARD.height, len(view.hands) if is_spectator else 0)
        shows_survival = is_ledger_open(scene)
        if not shows_survival:
            draw_hand(drawing, scene, view, foot)
        draw_heading(drawing, scene, view)
        y = TOP
        if beside_ladder(canvas) < size.width:
            draw_ladder(canvas, scene, view, TOP)
        else:
            draw_chain(canvas, scene, view, y)
            y += 2
        y = draw_species(drawing, scene, view, y, self.PANES, foot)
        if shows_survival:
            # The ledger replaces the hand, which is already that of the next era.
            left = size.height - y - ledger_height(scene)
            if not is_spectator and left >= OWN_BOARD_ROWS:
                draw_own_board(drawing, scene, view, scene.viewer, y)
                y += OWN_BOARD_ROWS + (left > OWN_BOARD_ROWS)
            _, environments = era_shown(scene, view)
            draw_ledger(canvas, scene, view, environments, y, beside_ladder(canvas))
            y = below_ladder(canvas, y + ledger_height(scene))
            draw_margin(canvas, scene, view, y, size.height, size.width)
            return drawing
        if not is_spectator:
            draw_own_board(drawing, scene, view, scene.viewer, y)
            y += OWN_BOARD_ROWS + 1
        y = below_ladder(canvas, y)
        news = 0 if scene.has_log else NEWS_ROWS_MAX
        y = draw_margin(canvas, scene, view, y, foot - 1 - news, size.width)
        _news(canvas, scene, y, foot - 1)
        if scene.selectable and not any(kind == "card" for kind, _ in scene.selectable):
            # The elements of the decision come before a hand that has no part in it.
            places = drawing.places
            drawing.places = dict(sorted(places.items(), key=lambda place: place[0][0] == "card"))
        return drawing


def _news(canvas: Canvas, scene: Scene, top: int, bottom: int) -> None:
    """Draw the latest sentences of the log on the free rows, the newest below."""
    count = 0 if scene.has_log else min(bottom - top, NEWS_ROWS_MAX)
    latest = scene.events[-count:] if count > 0 else ()
    for y, event in enumerate(latest, bottom - len(latest)):
        room = beside_ladder(canvas) - 2
        text = shorten(scene.game.sentence(event, scene.lexicon), room, placeholder=" …")
        canvas.text(1, y, (text, "dim" if y == bottom - 1 else "faint"))


BOARD: Final = DarwinningBoard
