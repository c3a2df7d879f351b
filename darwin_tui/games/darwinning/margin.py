"""Extra panels of large screens, between the own board and the hand: the current score, the last
trick, and the effects of the traits."""

from typing import Final

from darwin_core.game import Element
from darwin_core.games.darwinning.boards import beings, has
from darwin_core.games.darwinning.components import JOKER, NUMBER, TABLES
from darwin_core.games.darwinning.rules import score, totals
from darwin_core.games.darwinning.state import DarwinningState
from darwin_tui.games.darwinning.marks import being_mark
from darwin_tui.games.darwinning.scene import Scene
from darwin_tui.games.darwinning.trick import draw_last_trick
from darwin_tui.games.darwinning.zoom import trait_effect
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas

NAME_COLUMNS: Final = 19
"""Columns of a seat's mark and name."""
SCORE_COLUMNS: Final = 72
"""Columns of the scores."""
TRAITS: Final = 88
"""Columns of the traits: owners, number, and effect."""


def draw_margin(
    canvas: Canvas, scene: Scene, view: DarwinningState, top: int, bottom: int, width: int
) -> int:
    """Draw the panels that fit and return the first row below them."""
    seats = len(view.hands)
    rows = bottom - top
    if rows < seats + 2:
        return top
    _draw_scores(canvas, scene, view, top + 1)
    low = top + seats + 2
    if bottom - low >= seats + 2:
        _draw_last(canvas, scene, low + 1, seats)
        low += seats + 2
    traits = len(TABLES.traits)
    if width >= SCORE_COLUMNS + TRAITS and rows >= traits + 2:
        _draw_traits(canvas, scene, view, SCORE_COLUMNS, top + 1)
        low = max(low, top + traits + 2)
    elif width >= TRAITS and bottom - low >= traits + 2:
        _draw_traits(canvas, scene, view, 0, low + 1)
        low += traits + 2
    return low


def _draw_scores(canvas: Canvas, scene: Scene, view: DarwinningState, y: int) -> None:
    """Draw the score of each species if the match ended now."""
    lines = [(line.label, line.points) for line in score(view)] + [("total", totals(view))]
    canvas.text(0, y, ("─" * (SCORE_COLUMNS - 2), "rule"))
    canvas.text(1, y, (" would score ", "strong"))
    for seat, name in enumerate(scene.names):
        canvas.text(1, y + 1 + seat, (f"{SEAT_MARKS[seat]} {name}", f"seat-{seat}"))
    x = NAME_COLUMNS
    for label, points in lines:
        x += max(len(label), 5) + 2
        canvas.right(x + 1, y, (f" {label} ", "dim"))
        for seat, count in enumerate(points):
            canvas.right(x, y + 1 + seat, (str(count), "strong" if label == "total" else ""))


def _draw_last(canvas: Canvas, scene: Scene, y: int, seats: int) -> None:
    """Draw the last trick that was won."""
    canvas.text(0, y, ("─" * (SCORE_COLUMNS - 2), "rule"))
    canvas.text(1, y, (" last trick ", "strong"))
    for seat in range(seats):
        canvas.text(1, y + 1 + seat, (f"{SEAT_MARKS[seat]} {scene.names[seat]}", f"seat-{seat}"))
        draw_last_trick(canvas, scene, seat, NAME_COLUMNS + 2, y + 1 + seat)


def _draw_traits(canvas: Canvas, scene: Scene, view: DarwinningState, x: int, y: int) -> None:
    """Draw every trait with its owners, and mark the one under the cursor."""
    canvas.text(x, y, ("─" * (min(TRAITS, canvas.width - x) - 1), "rule"))
    canvas.text(x + 1, y, (" traits ", "strong"), ("by the numbers of the cards ", "dim"))
    focused = 0 if scene.is_paused else _trait_at(scene.cursor)
    for trait in range(1, len(TABLES.traits) + 1):
        row = y + trait
        at = x
        for being in beings(view):
            if has(view, being, trait):
                at = canvas.text(at, row, being_mark(view, being))
        canvas.right(x + 9, row, (str(trait), "dim"))
        is_here = trait == focused
        canvas.text(x + 6, row, ("▸" if is_here else " ", "cursor strong"))
        name, _, effect = trait_effect(trait).partition(":")
        style = "strong" if is_here or at > x else "dim"
        canvas.text(x + 10, row, (f"{name}:", style), (effect, "" if is_here else "dim"))


def _trait_at(element: Element | None) -> int:
    """Return the trait of a card under the cursor, 0 for none."""
    if element is None or element[0] not in ("card", "display") or element[1] == JOKER:
        return 0
    return NUMBER[element[1]]
