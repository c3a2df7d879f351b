"""The food chain: along the top, or as a ladder beside the table if there is room."""

from typing import Final

from darwin_core.games.darwinning.components import TRACK
from darwin_core.games.darwinning.state import DarwinningState
from darwin_tui.games.darwinning.marks import being_mark
from darwin_tui.games.darwinning.scene import Scene
from darwin_tui.widgets.canvas import Canvas

LADDER_COLUMNS: Final = 104
LADDER_ROWS: Final = 31
"""Minimum columns and rows for the ladder beside the table."""

TOP: Final = 2
"""The first row of the food chain."""


def beside_ladder(canvas: Canvas) -> int:
    """Return the columns left of the ladder, or all columns if the chain is along the top."""
    is_upright = canvas.width >= LADDER_COLUMNS and canvas.height >= LADDER_ROWS
    return canvas.width - 26 if is_upright else canvas.width


def below_ladder(canvas: Canvas, y: int) -> int:
    """Return the first row, from a given one on, that is free across the whole width."""
    return y if beside_ladder(canvas) == canvas.width else max(y, TOP + TRACK.spaces + 1)


def draw_chain(canvas: Canvas, scene: Scene, view: DarwinningState, y: int) -> None:
    """Draw the food chain from left to right: the markers over the numbers."""
    beings = _beings_by_place(view)
    step = (canvas.width - 4) // TRACK.spaces
    x = canvas.width - 1 - step * TRACK.spaces
    for place in range(1, TRACK.spaces + 1):
        at = x + step * place - 1
        if place in beings:
            mark = being_mark(view, beings[place])
            canvas.text(at, y, mark)
            canvas.right(at + 1, y + 1, (str(place), mark[1]))
        else:
            canvas.text(at, y, ("·", "faint"))
            canvas.right(at + 1, y + 1, (str(place), "faint"))
    canvas.text(1, y, ("food chain", "dim"))


def draw_ladder(canvas: Canvas, scene: Scene, view: DarwinningState, y: int) -> None:
    """Draw the food chain as a ladder, the highest at the top, with names."""
    beings = _beings_by_place(view)
    x = canvas.width - 24
    canvas.text(x, y, ("food chain", "strong"))
    for place in range(TRACK.spaces, 0, -1):
        row = y + 1 + TRACK.spaces - place
        canvas.right(x + 2, row, (str(place), "dim"))
        canvas.text(x + 3, row, ("┼──" if place % 5 == 0 else "│  ", "rule"))
        if place in beings:
            being = beings[place]
            mark, style = being_mark(view, being)
            name = scene.names[being] if being < len(scene.names) else "the dummy"
            canvas.text(x + 5, row, (f"{mark} {name}", style))


def _beings_by_place(view: DarwinningState) -> dict[int, int]:
    return {place: being for being, place in enumerate(view.places)}
