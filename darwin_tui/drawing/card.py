"""Cards: a filled band, a face, cut corners, a shadow, and a ring of half cells for the cursor.

A card is drawn in an area with one free cell on each side, where ring and shadow are. Its faces
are those of the games, which draw in the areas that are returned.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from textual.geometry import Size

from darwin_core.text.language import tr_in
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import FRAMES
from darwin_tui.drawing.picture import Picture, Pixels
from darwin_tui.drawing.state import State

BACK: Final = ("back", "back-line")
"""The colours of a card's back and its lattice."""
BACK_EDGE: Final = "stock"
BACK_HATCH: Final = "▒"
"""Fills a back where there are no colours."""
LATTICE_PIXELS: Final = 4
SMALL_BACK_ROWS: Final = 2
FAN_COLUMNS: Final = (5, 22)
"""The least and the most columns of a back in a fan."""
FAN_STEP_MIN: Final = 2
"""Columns of a back that those over it leave to be seen."""


class Face(NamedTuple):
    """The areas of a card to draw in."""

    band: Area
    body: Area


def card(
    area: Area,
    state: State,
    *,
    band: str,
    band_rows: int = 1,
    stock: str = "stock",
    is_framed: bool = True,
    is_risen: bool = False,
    has_below: bool = True,
) -> Face:
    """Draw the blank front of a card in all cells of an area.

    Args:
        area: of the card itself; ring and shadow are drawn in the cells around it.
        state: shown by the ring, and by a broken lower edge for NOT_NOW.
        band: the colour of the band, a suit or group.
        band_rows: rows of the band.
        stock: the colour of the face.
        is_framed: in ASCII it has a frame.
        is_risen: it is drawn a row higher, in the row where its ring would be.
        has_below: there is a row for ring and shadow below it; without one it has no lower corners.
    """
    if is_risen:
        area = risen(area)
    own = area
    if area.look.is_ascii and is_framed:
        frame(own)
        own = own.inside(1, 1, 1, 1)
        band_rows = max(min(band_rows - 1, own.height - 1), 1)
    top = own.at(0, 0, own.width, band_rows, band)
    body = own.at(0, band_rows, own.width, own.height - band_rows, stock)
    around = _around_colour(state) or area.ground
    cut_corners(area, band, stock, around, has_lower=has_below)
    # A card that has risen left a row below it.
    has_below |= is_risen
    if state is State.NOT_NOW:
        _broken_edge(area, is_below=has_below)
    elif not state.is_focused:
        shadow(area, has_below=has_below)
    if colour := _around_colour(state):
        ring(area, colour, has_above=not is_risen, has_below=has_below)
    return Face(top, body)


def risen(area: Area) -> Area:
    """Return the place of a card that is selected, a row higher."""
    return Area(area.drawing, area.region.translate((0, -1)), area.ground)


def back(area: Area) -> None:
    """Draw the back of a card in all cells of an area: an edge of stock, a lattice on red inside.

    A back of two rows or less has no edge, and ends half a row earlier: rows of them stay apart.
    """
    if area.look.is_ascii or not area.look.has_colours:
        for y in range(area.height - (area.height == SMALL_BACK_ROWS)):
            area.text(0, y, (BACK_HATCH * area.width, ""))
        return
    area.picture(0, 0, _back_picture(area.width, area.height * 2))
    if area.height > SMALL_BACK_ROWS:
        cut_corners(area, BACK_EDGE, BACK_EDGE, area.ground)
        shadow(area)


@lru_cache(maxsize=64)
def _back_picture(width: int, height: int) -> Picture:
    ground, line = BACK
    is_small = height <= 2 * SMALL_BACK_ROWS
    pixels = Pixels(width, height)
    for y, x in product(range(height - is_small), range(width)):
        pixels.set(x, y, ground)
        if (x + y) % LATTICE_PIXELS == 0 or (x - y) % LATTICE_PIXELS == 0:
            pixels.set(x, y, line)
        if not is_small and (x in (0, width - 1) or y in (0, height - 1)):
            pixels.set(x, y, BACK_EDGE)
    return pixels.picture


def fans(areas: Sequence[Area], counts: Sequence[int]) -> None:
    """Draw the backs of hands side by side, all of one size, each over the one before; the outline
    of a place where there is none.

    Args:
        areas: of the hands.
        counts: the cards of each.
    """
    least, most = FAN_COLUMNS
    room = Size(min(area.width for area in areas) - 1, min(area.height for area in areas))
    others = max(*counts, 1) - 1
    width = max(min(most, room.width - others * FAN_STEP_MIN, 2 * room.height), least)
    height = min(room.height, width * 3 // 4)
    step = max(min((room.width - width) // max(others, 1), width), 1)
    for area, count in zip(areas, counts, strict=True):
        is_plain = area.look.is_ascii or not area.look.has_colours
        for place in range(count):
            is_over_others = is_plain and place < count - 1
            shown = min(step - 1, width) if is_over_others else width
            back(area.at(place * step, 0, shown, height))
        if not count:
            words = tr_in("place", "no cards")
            empty_place(area.at(0, 0, max(width, len(words) + 4), height), words)


def empty_place(area: Area, *lines: str, edge: str = "rule") -> None:
    """Draw the dotted outline of a place where nothing is, with words in it.

    Args:
        area: of the place.
        lines: the words.
        edge: the colour of the outline.
    """
    width, height = area.width, area.height
    style = area.style(edge)
    across = [("┄", style)] * (width - 2)
    area.put(0, 0, [("╭", style), *across, ("╮", style)])
    area.put(0, height - 1, [("╰", style), *across, ("╯", style)])
    for y in range(1, height - 1):
        area.put(0, y, [("┆", style)])
        area.put(width - 1, y, [("┆", style)])
    inner = area.inside(1, 1, 1, 1)
    for y, line in enumerate(lines, max((inner.height - len(lines)) // 2, 0)):
        inner.centre(y, (line, "dim"))


def frame(area: Area) -> None:
    """Draw a thin frame in the outer cells of an area."""
    width, height = area.width, area.height
    left, right, low_left, low_right, across, down = tuple(FRAMES["plain"])
    area.put(0, 0, [(each, area.style("")) for each in f"{left}{across * (width - 2)}{right}"])
    low = f"{low_left}{across * (width - 2)}{low_right}"
    area.put(0, height - 1, [(each, area.style("")) for each in low])
    for y in range(1, height - 1):
        area.put(0, y, [(down, area.style(""))])
        area.put(width - 1, y, [(down, area.style(""))])


def tag(area: Area, text: str) -> None:
    """Write a tag over the middle of an area's last row: what a card can do now."""
    x = max((area.width - len(text) - 2) // 2, 0)
    area.at(x, area.height - 1, len(text) + 2, 1, "tag").text(1, 0, (text, "strong token-ink"))


def ring(
    area: Area, colour: str = "cursor", *, has_above: bool = True, has_below: bool = True
) -> None:
    """Draw a ring around an area, in half of each cell around it.

    Args:
        area: that it is around.
        colour: of the ring.
        has_above: there is a row for it above the area.
        has_below: there is one below.
    """
    around = _around(area)
    edge = around.style(colour)
    width, height = around.width, around.height
    if area.look.is_ascii:
        top = bottom = "#" * width
        left = right = "#"
    elif not area.look.has_colours:
        top, bottom, left, right = f"┏{'━' * (width - 2)}┓", f"┗{'━' * (width - 2)}┛", "┃", "┃"
    else:
        top, bottom = f"▗{'▄' * (width - 2)}▖", f"▝{'▀' * (width - 2)}▘"
        left, right = "▐", "▌"
    if has_above:
        around.put(0, 0, [(character, edge) for character in top])
    if has_below:
        around.put(0, height - 1, [(character, edge) for character in bottom])
    for y in range(1, height - 1):
        around.put(0, y, [(left, edge)])
        around.put(width - 1, y, [(right, edge)])


def _around(area: Area) -> Area:
    """Return the area with the cells around it."""
    return Area(area.drawing, area.region.grow((1, 1, 1, 1)), area.ground)


def _around_colour(state: State) -> str:
    """Return the colour of the ring in a state; empty for none."""
    return "cursor" if state.is_focused else "ink" if state.is_selected else ""


def cut_corners(area: Area, top: str, bottom: str, around: str, *, has_lower: bool = True) -> None:
    """Cut a quarter of a cell off each corner of what fills an area.

    Args:
        area: that is filled.
        top: the colour of its first row.
        bottom: the colour of its last row.
        around: the colour that shows in the corners; empty for the board's ground.
        has_lower: the last row's corners are cut, too.
    """
    if area.look.is_ascii or not area.look.has_colours:
        return
    width, height = area.width, area.height
    ground = f" on {around}" if around else ""
    corners = (
        (0, 0, "▟", top),
        (width - 1, 0, "▙", top),
        (0, height - 1, "▜", bottom),
        (width - 1, height - 1, "▛", bottom),
    )
    for x, y, character, colour in corners if has_lower else corners[:2]:
        area.put(x, y, [(character, f"{colour}{ground}")])


def shadow(area: Area, *, has_below: bool = True) -> None:
    """Draw a shadow at the right, and below if there is a row, in the cells around the area."""
    if area.look.is_ascii or not area.look.has_colours:
        return
    around = _around(area)
    edge = around.style("shadow")
    if has_below:
        around.put(2, around.height - 1, [("▀", edge)] * (around.width - 2))
    for y in range(2, around.height - 1):
        around.put(around.width - 1, y, [("▌", edge)])


def _broken_edge(area: Area, *, is_below: bool) -> None:
    """Draw a broken line below or above the area, which says without colours that it is not for
    now."""
    around = _around(area)
    edge = around.style("rule")
    around.put(1, around.height - 1 if is_below else 0, [("╌", edge)] * (around.width - 2))
