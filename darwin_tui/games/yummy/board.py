"""The board of Yummy Darwinism: every field with its dangers, offers, and the hand."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.geometry import Size

from darwin_core.game import Element
from darwin_core.games.yummy.advice import advise
from darwin_core.games.yummy.components import BOX, GROUPS, HAND
from darwin_core.games.yummy.notation import BUTTONS, button, targets
from darwin_core.games.yummy.rules import is_last_turn
from darwin_core.games.yummy.state import (
    END,
    Answer,
    AnyAction,
    End,
    Move,
    Offer,
    Trade,
    Trim,
    YummyEvent,
    YummyState,
)
from darwin_core.games.yummy.words import DIRECTIONS
from darwin_core.lexicon import Lexicon
from darwin_tui.games.yummy.cards import cut, hue
from darwin_tui.games.yummy.fields import draw_fields, has_room
from darwin_tui.games.yummy.hand import draw_hand
from darwin_tui.games.yummy.offers import (
    UNSEEN,
    draw_offer,
    draw_unseen,
    legend,
    most_valuable_unseen,
    wanted_labels,
)
from darwin_tui.games.yummy.scene import Scene
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Drawing, Styled
from darwin_tui.widgets.signs import BRACKETS, draw_button

TOP: Final = 2
"""The rows of the heading."""
DECK: Final = 13
"""The columns of the bar that shows the rest of the deck."""
_SIGNS: Final = "!T3: 3 terror actions can take it  −C2: 2 can cost points  ×: mark  •: target"
"""The legend of the signs beside triplets."""
_BUTTONS: Final = {
    "keep": "leave it on the field",
    "bank": "bank it",
    "propose": "make the offer",
    "accept": "accept",
    "decline": "decline",
    "counter": "make a counter-offer",
    "end": "end the turn",
}


class YummyBoard(Board[YummyState, AnyAction, YummyEvent]):
    """The board of Yummy Darwinism."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {hue(group) for group in range(len(GROUPS))}

    PANES: ClassVar[tuple[str, ...]] = ("fields", "cards not seen")

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the board, with the hand at the bottom of any height."""
        drawing = self.blank(scene, size)
        canvas, view = drawing.canvas, scene.view
        _heading(canvas, scene, view)
        y = draw_hand(drawing, scene, view, size.height)
        y = _bar(drawing, scene, view, y)
        y = draw_offer(drawing, scene, view, y)
        has_labels = any(kind == "label" for kind, _ in drawing.places)
        wanted = scene.pane and y - UNSEEN - TOP >= len(view.hands)
        if not has_labels and (wanted or has_room(canvas, scene, view, y - TOP, UNSEEN)):
            y = draw_unseen(drawing, scene, view, y)
        draw_fields(drawing, scene, view, TOP, y)
        _order_elements(drawing, scene)
        return drawing

    @staticmethod
    def first(view: YummyState, actions: Sequence[AnyAction]) -> Element | None:
        """Return the element to focus first.

        In a turn this is an action that can be played, otherwise the end of the turn. In an offer
        it is the button that makes the offer, once something is asked for; before that, after a
        card is given, it is the label wanted most. An answer begins at declining, so that nothing
        is accepted by chance. Of cards to discard it is the least useful.
        """
        match view.pending[-1] if view.pending else None:
            case Move():
                played = (each for each in actions if not isinstance(each, Trade | End))
                return targets(next(played, END))[0]
            case Offer(_, _, _, _, ask) if ask:
                return button("propose")
            case Offer(_, _, _, give) as offer if give:
                return ("label", [*wanted_labels(view, offer), most_valuable_unseen(view)][0])
            case Answer():
                return button("decline")
            case Trim(seat) if actions:
                return targets(advise(view, seat, Lexicon())[0].action)[0]
            case _:
                return None


def _heading(canvas: Canvas, scene: Scene, view: YummyState) -> None:
    x = canvas.text(1, 0, ("Yummy Darwinism", "title"))
    if not view.pending:
        x = canvas.text(x + 3, 0, ("the match is over", "dim"))
    else:
        seat = _turn_seat(view)
        x = canvas.text(x + 3, 0, ("turn ", "dim"), (f"{view.turn}", "strong"))
        x = canvas.text(x + 3, 0, (f"{SEAT_MARKS[seat]} {scene.names[seat]}", f"seat-{seat}"))
        x = canvas.text(x, 0, (f", {DIRECTIONS[view.direction]}", "dim"))
    parts: list[Styled] = [("deck ", "dim"), (f"{len(view.deck)}", "strong")]
    if is_last_turn(view) and view.pending:
        parts = [("the last turn", "bad strong")]
    elif x + DECK + 14 < canvas.width:
        full = -(-DECK * len(view.deck) // (len(BOX) - HAND * len(view.hands)))
        parts += [" ", ("█" * full, "dim"), ("░" * (DECK - full), "faint")]
    canvas.right(canvas.width - 1, 0, *parts)
    canvas.rule(1)
    if view.pending and any(view.fields):
        canvas.text(1, 1, (f" {_SIGNS} ", "dim"))


def _turn_seat(view: YummyState) -> int:
    """Return the player in turn, who may be waiting for an answer."""
    return view.pending[0].seat


# --- the bar of actions


def _order_elements(drawing: Drawing, scene: Scene) -> None:
    """Let the number keys begin with selectable elements, kind by kind.

    So the keys reach every button if no card is selectable.
    """
    kinds = {kind for kind, _ in scene.selectable}
    places = drawing.places.items()
    drawing.places = dict(sorted(places, key=lambda place: place[0][0] not in kinds))


def _bar(drawing: Drawing, scene: Scene, view: YummyState, y: int) -> int:
    """Draw the seats to trade with and the buttons in one row; return that row."""
    canvas = drawing.canvas
    if scene.chooser is None:
        return y
    kinds = {element for touched in scene.chooser.touched for element in touched}
    seats = sorted(number for kind, number in kinds if kind == "seat")
    words = sorted(number for kind, number in kinds if kind == "button")
    start = canvas.width - 1 - sum(len(_BUTTONS[BUTTONS[word]]) + BRACKETS for word in words)
    text = "trade with " if seats else ""
    room = (start - len(text) - 2) // max(len(seats), 1) - BRACKETS
    names = [cut(f"{SEAT_MARKS[seat]} {scene.names[seat]}", room) for seat in seats]
    # The seats are next to the other buttons, so that the arrow keys find them.
    x = start - 2 - len(text) - sum(len(name) + BRACKETS for name in names)
    x = canvas.text(max(x, 1), y - 1, (text, "dim"))
    for seat, name in zip(seats, names, strict=True):
        x = draw_button(drawing, scene, x, y - 1, ("seat", seat), name, f"seat-{seat}")
    top = view.pending[-1] if view.pending else None
    if isinstance(top, Offer) and top.seat == scene.viewer:
        canvas.text(1, y - 1, *legend(scene, top, start - 2))
    x = max(x, start)
    for word in words:
        x = draw_button(drawing, scene, x, y - 1, ("button", word), _BUTTONS[BUTTONS[word]])
    return y - 1


BOARD: Final = YummyBoard
