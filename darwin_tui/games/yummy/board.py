"""The table of Yummy Darwinism: every field with what threatens it, offers, and the hand."""

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
from darwin_tui.games.yummy.offers import UNSEEN, dearest, draw_offer, draw_unseen, legend, wishes
from darwin_tui.games.yummy.scene import Scene
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Drawing, Styled
from darwin_tui.widgets.signs import BRACKETS, draw_button

TOP: Final = 2
"""Rows of the heading."""
DECK: Final = 13
"""Columns of the deck as a clock."""
_SIGNS: Final = "!T3: 3 terror actions can take it  −C2: 2 can cost points  ×: mark  •: target"
"""What stands beside triplets."""
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
    """Yummy Darwinism."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {hue(group) for group in range(len(GROUPS))}

    PANES: ClassVar[tuple[str, ...]] = ("fields", "cards not seen")

    def draw(self, scene: Scene, size: Size) -> Drawing:
        """Draw the table; the hand lies at the foot, whatever the height."""
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
        _number(drawing, scene)
        return drawing

    @staticmethod
    def first(view: YummyState, actions: Sequence[AnyAction]) -> Element | None:
        """Return what can be played; else the end of the turn. After a card is given, the label
        wanted most; an offer that can be made most often is; nothing is accepted by chance. What is
        discarded is what is missed least."""
        match view.pending[-1] if view.pending else None:
            case Move():
                played = (each for each in actions if not isinstance(each, Trade | End))
                return targets(next(played, END))[0]
            case Offer(_, _, _, _, ask) if ask:
                return button("propose")
            case Offer(_, _, _, give) as offer if give:
                return ("label", [*wishes(view, offer), dearest(view)][0])
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
        seat = _in_turn(view)
        x = canvas.text(x + 3, 0, ("turn ", "dim"), (f"{view.turn}", "strong"))
        x = canvas.text(x + 3, 0, (f"{SEAT_MARKS[seat]} {scene.names[seat]}", f"seat-{seat}"))
        x = canvas.text(x, 0, (f", {DIRECTIONS[view.direction]}", "dim"))
    told: list[Styled] = [("deck ", "dim"), (f"{len(view.deck)}", "strong")]
    if is_last_turn(view) and view.pending:
        told = [("the last turn", "bad strong")]
    elif x + DECK + 14 < canvas.width:
        full = -(-DECK * len(view.deck) // (len(BOX) - HAND * len(view.hands)))
        told += [" ", ("█" * full, "dim"), ("░" * (DECK - full), "faint")]
    canvas.right(canvas.width - 1, 0, *told)
    canvas.rule(1)
    if view.pending and any(view.fields):
        canvas.text(1, 1, (f" {_SIGNS} ", "dim"))


def _in_turn(view: YummyState) -> int:
    """The player in turn, who may wait for an answer."""
    return view.pending[0].seat


# --- what can be done


def _number(drawing: Drawing, scene: Scene) -> None:
    """Have the keys for numbers begin with what can be picked, kind by kind: no button is beyond
    them where no card can be picked."""
    kinds = {kind for kind, _ in scene.selectable}
    places = drawing.places.items()
    drawing.places = dict(sorted(places, key=lambda place: place[0][0] not in kinds))


def _bar(drawing: Drawing, scene: Scene, view: YummyState, y: int) -> int:
    """Whom to trade with, and the buttons, in one row; the row above it."""
    canvas = drawing.canvas
    if scene.chooser is None:
        return y
    kinds = {element for touched in scene.chooser.touched for element in touched}
    seats = sorted(number for kind, number in kinds if kind == "seat")
    words = sorted(number for kind, number in kinds if kind == "button")
    start = canvas.width - 1 - sum(len(_BUTTONS[BUTTONS[word]]) + BRACKETS for word in words)
    told = "trade with " if seats else ""
    room = (start - len(told) - 2) // max(len(seats), 1) - BRACKETS
    names = [cut(f"{SEAT_MARKS[seat]} {scene.names[seat]}", room) for seat in seats]
    # Side by side with the other buttons, so that the arrows find them.
    x = start - 2 - len(told) - sum(len(name) + BRACKETS for name in names)
    x = canvas.text(max(x, 1), y - 1, (told, "dim"))
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
