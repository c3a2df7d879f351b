"""The title bar: the turn, who is in turn and who follows, and the rest of the deck."""

from typing import Final

from darwin_core.games.yummy.components import BOX, HAND
from darwin_core.games.yummy.rules import is_last_turn
from darwin_core.games.yummy.state import YummyState
from darwin_core.games.yummy.words import DIRECTIONS
from darwin_core.text.language import tr, tr_in
from darwin_tui.boards.yummy.scene import Scene
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.bars import title_bar
from darwin_tui.drawing.canvas import SEAT_MARKS, Styled, length
from darwin_tui.drawing.marks import seat_name

DECK: Final = 20
"""The columns of the bar that shows the rest of the deck."""


def draw_heading(area: Area, scene: Scene) -> None:
    """Draw the title bar."""
    view = scene.view
    title = "Yummy Darwinism" if area.width >= 100 else "Yummy"
    right: list[Styled] = [(f"{tr('deck')} ", "dim"), (f"{len(view.deck)}", "strong")]
    if not view.pending:
        title_bar(area, title, (tr("the match is over"), "dim"), right=right)
        return
    if is_last_turn(view):
        right = [(tr("the last turn"), "strong bad")]
    else:
        wide = DECK if area.width >= 100 else DECK // 2
        full = -(-wide * len(view.deck) // (len(BOX) - HAND * len(view.hands)))
        right += [" ", ("█" * full, "ink"), ("·" * (wide - full), "dim")]
    seat = view.pending[0].seat
    name, style = seat_name(seat, scene.names[seat])
    free = title_bar(
        area,
        title,
        (f"{tr('turn')} ", "dim"),
        (f"{view.turn}", "strong"),
        "  ",
        (name, style),
        (f", {_direction(view, is_long=area.width >= 150)}", "dim"),
        right=right,
    )
    seats = len(view.hands)
    order = [(seat + view.direction * step) % seats for step in range(1, seats)]
    for letters in (16, 8, 0):
        pieces: list[Styled] = [(tr("then"), "dim")]
        for other in order:
            words = f"{SEAT_MARKS[other]} {scene.names[other][:letters]}".strip()
            pieces += [(" › " if other != order[0] else " ", "dim"), (words, f"seat-{other}")]
        if length(pieces) + 5 <= free.width:
            free.text(3, 0, *pieces)
            return


def _direction(view: YummyState, *, is_long: bool) -> str:
    """Return the direction of play, in the heading perhaps in a shorter word."""
    if is_long:
        return tr(DIRECTIONS[view.direction])
    return tr_in("heading", "clockwise" if view.direction == 1 else "anticlockwise")
