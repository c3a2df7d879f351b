"""Corners around what a lesson speaks of, and the words ``look here``."""

from collections.abc import Sequence
from typing import Final

from textual.geometry import Region

from darwin_core.contract.game import Element
from darwin_core.teaching.lessons import Look
from darwin_core.text.language import mark, tr
from darwin_tui.drawing.canvas import FRAMES, Canvas, Drawing

HERE: Final = mark("look here")
CORNERS: Final = "┏┓┗┛"
ASCII_CORNERS: Final = "++++"
STYLE: Final = "strong cursor"
LABEL: Final = "strong token-ink on cursor"
EDGES: Final = {" ", "-", "|", "+", *"".join(FRAMES.values())}
ARM_COLUMNS: Final = 3
"""Columns of a corner."""


def region_of(drawing: Drawing, look: Look) -> Region | None:
    """Return the place of something in a drawing; None if it is not drawn."""
    return drawing.marks.get(look) if isinstance(look, str) else drawing.places.get(look)


def draw_looks(drawing: Drawing, looks: Sequence[Look], cursor: Element | None) -> None:
    """Draw corners around each place; the words go to the first.

    Args:
        drawing: of the board.
        looks: the places.
        cursor: the element under the cursor, which needs no corners.
    """
    found = [(look, region) for look in looks if (region := region_of(drawing, look))]
    for look, region in found:
        if look != cursor:
            _draw_corners(drawing, region, is_element=not isinstance(look, str))
    if found:
        _draw_words(drawing, found[0][1])


def _draw_corners(drawing: Drawing, region: Region, is_element: bool) -> None:
    """Draw corners on the frame of a place, else around it, and never over what is drawn; around
    an element, which has signs of its own, only where there is room for all four."""
    canvas = drawing.canvas
    around = region.grow((1, 1, 1, 1)).intersection(Region(0, 0, canvas.width, canvas.height))
    found = [_corners(drawing, each) for each in ((around,) if is_element else (region, around))]
    whole = (each for each in found if all(_is_edge(canvas, x, y) for x, y, _ in each))
    for x, y, character in next(whole, [] if is_element else found[0]):
        if _is_edge(canvas, x, y):
            _write(drawing, x, y, character)


def _corners(drawing: Drawing, region: Region) -> list[tuple[int, int, str]]:
    """Return the cells of the corners of a region."""
    is_ascii = drawing.look.is_ascii
    upper_left, upper_right, lower_left, lower_right = ASCII_CORNERS if is_ascii else CORNERS
    across, down = ("-", "|") if is_ascii else ("━", "┃")
    if region.height == 1:
        return [(region.x, region.y, down), (region.right - 1, region.y, down)]
    arm = across * (min(ARM_COLUMNS, region.width // 2) - 1)
    cells = []
    for y, left, right in (
        (region.y, upper_left, upper_right),
        (region.bottom - 1, lower_left, lower_right),
    ):
        cells += [(region.x + at, y, sign) for at, sign in enumerate(left + arm)]
        start = region.right - len(arm) - 1
        cells += [(start + at, y, sign) for at, sign in enumerate(arm + right)]
    return cells


def _is_edge(canvas: Canvas, x: int, y: int) -> bool:
    """Return whether a cell is blank or of a frame."""
    return canvas.cells(y)[x][0] in EDGES


def _draw_words(drawing: Drawing, region: Region) -> None:
    """Write the words beside a place where there is room, else in its last row."""
    left, right, up, down = "<>^v" if drawing.look.is_ascii else "◀▶▲▼"
    here = tr(HERE)
    after, before = f" {left} {here} ", f" {here} {right} "
    for y in (region.y + region.height // 2, region.y, region.bottom - 1):
        if _is_free(drawing, region.right, y, len(after)):
            _label(drawing, region.right, y, after)
            return
        if _is_free(drawing, region.x - len(before), y, len(before)):
            _label(drawing, region.x - len(before), y, before)
            return
    for y, sign in ((region.bottom, up), (region.y - 1, down)):
        if _is_free(drawing, region.x, y, len(after)):
            _label(drawing, region.x, y, f" {sign} {here} ")
            return
    for y in (region.y, region.bottom - 1, *range(region.y + 1, region.bottom - 1)):
        # At the right, beside the corner.
        for x in range(region.right - ARM_COLUMNS - len(after), region.x + ARM_COLUMNS - 1, -1):
            if _is_free(drawing, x, y, len(after), region):
                _label(drawing, x, y, after)
                return


def _label(drawing: Drawing, x: int, y: int, text: str) -> None:
    """Write on a ground of its own, which shows on the table and on paper."""
    drawing.canvas.text(x, y, (text, LABEL))


def _is_free(drawing: Drawing, x: int, y: int, columns: int, inside: Region | None = None) -> bool:
    """Return whether cells are blank, and of no element outside a region."""
    canvas, cells = drawing.canvas, Region(x, y, columns, 1)
    if any(place.overlaps(cells) for place in drawing.places.values() if place != inside):
        return False
    if not 0 <= y < canvas.height or x < 0 or x + columns > canvas.width:
        return False
    return all(character == " " for character, _ in canvas.cells(y)[x : x + columns])


def _write(drawing: Drawing, x: int, y: int, text: str) -> None:
    """Write on the ground that is there."""
    canvas = drawing.canvas
    for place, character in enumerate(text, x):
        if 0 <= place < canvas.width and 0 <= y < canvas.height:
            ground = canvas.ground(place, y)
            canvas.text(place, y, (character, f"{STYLE} on {ground}" if ground else STYLE))
