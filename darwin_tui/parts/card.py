"""Cards: a filled band, a face, cut corners, a shadow, and a ring of half cells for the cursor.

A card is drawn in an area with one free cell on each side, where ring and shadow are. Its faces
are those of the games, which draw in the areas that are returned.
"""

from typing import Final, NamedTuple

from darwin_tui.parts.area import Area
from darwin_tui.parts.state import State

BACK: Final = ("back", "back-line")
"""The colours of a card's back and its lattice."""


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
    is_dimmed: bool = False,
) -> Face:
    """Draw the blank front of a card in all cells of an area.

    Args:
        area: of the card itself; ring and shadow are drawn in the cells around it.
        state: shown by the ring, and by a broken lower edge for NOT_NOW.
        band: the colour of the band, a suit or group.
        band_rows: rows of the band.
        stock: the colour of the face.
        is_dimmed: nothing is asked of it; all colours but the ground's are moved to the ground.
    """
    own = area.shaded(f"42~{area.ground or 'background'}") if is_dimmed else area
    top = own.at(0, 0, own.width, band_rows, band)
    body = own.at(0, band_rows, own.width, own.height - band_rows, stock)
    cut_corners(area, own.style(band), own.style(stock))
    if state is State.NOT_NOW and not is_dimmed:
        _broken_edge(area)
    elif not state.is_focused:
        shadow(area)
    if state.is_focused or state.is_selected:
        ring(area, "cursor" if state.is_focused else "ink")
    return Face(top, body)


def back(area: Area) -> None:
    """Draw the back of a card in all cells of an area: a lattice on red."""
    ground, line = BACK
    own = area.on(ground)
    for y in range(own.height):
        shift = y % 2
        cells = [("▚" if (x + shift) % 2 else " ", own.style(line)) for x in range(own.width)]
        own.put(0, y, cells)
    cut_corners(area, own.style(ground), own.style(ground))
    shadow(area)


def empty_place(area: Area, *lines: str) -> None:
    """Draw the dotted outline of a place where nothing is, with words in it."""
    width, height = area.width, area.height
    edge = area.style("rule")
    across = [("┄", edge)] * (width - 2)
    area.put(0, 0, [("╭", edge), *across, ("╮", edge)])
    area.put(0, height - 1, [("╰", edge), *across, ("╯", edge)])
    for y in range(1, height - 1):
        area.put(0, y, [("┆", edge)])
        area.put(width - 1, y, [("┆", edge)])
    inner = area.inside(1, 1, 1, 1)
    for y, line in enumerate(lines, max((inner.height - len(lines)) // 2, 0)):
        inner.centre(y, (line, "dim"))


def tag(area: Area, text: str) -> None:
    """Write a tag over the middle of an area's last row: what a card can do now."""
    x = max((area.width - len(text) - 2) // 2, 0)
    area.at(x, area.height - 1, len(text) + 2, 1, "tag").text(1, 0, (text, "strong token-ink"))


def ring(area: Area, colour: str = "cursor") -> None:
    """Draw a ring around an area, in half of each cell around it."""
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
    around.put(0, 0, [(character, edge) for character in top])
    around.put(0, height - 1, [(character, edge) for character in bottom])
    for y in range(1, height - 1):
        around.put(0, y, [(left, edge)])
        around.put(width - 1, y, [(right, edge)])


def _around(area: Area) -> Area:
    """Return the area with the cells around it."""
    return Area(area.drawing, area.region.grow((1, 1, 1, 1)), area.ground, area.shade)


def cut_corners(area: Area, top: str, bottom: str) -> None:
    """Cut a quarter of a cell off each corner of what fills an area.

    Args:
        area: that is filled.
        top: the colour of its first row.
        bottom: the colour of its last row.
    """
    if area.look.is_ascii or not area.look.has_colours:
        return
    width, height = area.width, area.height
    ground = f" on {area.ground}" if area.ground else ""
    for x, y, character, colour in (
        (0, 0, "▟", top),
        (width - 1, 0, "▙", top),
        (0, height - 1, "▜", bottom),
        (width - 1, height - 1, "▛", bottom),
    ):
        area.put(x, y, [(character, f"{colour.partition(' on ')[0]}{ground}")])


def shadow(area: Area) -> None:
    """Draw a shadow below and at the right, in the cells around the area."""
    if area.look.is_ascii or not area.look.has_colours:
        return
    around = _around(area)
    edge = around.style("shadow")
    around.put(2, around.height - 1, [("▀", edge)] * (around.width - 2))
    for y in range(2, around.height - 1):
        around.put(around.width - 1, y, [("▌", edge)])


def _broken_edge(area: Area) -> None:
    """Draw a broken line below the area, which says without colours that it is not for now."""
    around = _around(area)
    edge = around.style("rule")
    around.put(1, around.height - 1, [("╌", edge)] * (around.width - 2))
