"""Cards, dice and envelopes, and gauges of the likely faces of a hidden card.

A card is drawn in an area with one free cell on each side for ring and shadow. The games draw the
faces in the areas returned here.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from textual.geometry import Size

from darwin_core.text.language import tr, tr_in
from darwin_tui.drawing.area import Area, Grow, big_text
from darwin_tui.drawing.canvas import FRAMES
from darwin_tui.drawing.marks import State
from darwin_tui.drawing.picture import Picture, Pixels, pictures

if TYPE_CHECKING:
    from darwin_core.analysis.beliefs import LikelyCard


BACK: Final = ("back", "back-line")
"""Colours of a card's back and its lattice."""
BACK_EDGE: Final = "stock"
"""Colour of the edge of a back."""
BACK_HATCH: Final = "▒"
"""Fills a back in terminals without colours."""
LATTICE_PIXELS: Final = 4
"""Pixels from one line of a back's lattice to the next."""
SMALL_BACK_ROWS: Final = 2
"""Maximum rows of a back without an edge."""
FAN_COLUMNS: Final = (5, 22)
"""Minimum and maximum columns of a back in a fan."""
FAN_STEP_MIN: Final = 2
"""Columns of a back that overlapping backs leave visible."""


class Face(NamedTuple):
    """The areas of a card to draw in: the coloured band at the top, and the rest."""

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
        area: the card itself; ring and shadow are drawn in the cells around it.
        state: shown by the ring, and by a broken lower edge for NOT_NOW.
        band: colour of the band, a suit or group.
        band_rows: rows of the band.
        stock: colour of the face.
        is_framed: draw a frame in ASCII.
        is_risen: draw it a row higher, where its ring would be.
        has_below: there is a row for ring and shadow below; else the lower corners are not cut.
    """
    if is_risen:
        area = risen(area)
    inner = area
    if area.look.is_ascii and is_framed:
        frame(inner)
        inner = inner.inside(1, 1, 1, 1)
        band_rows = max(min(band_rows - 1, inner.height - 1), 1)
    top = inner.at(0, 0, inner.width, band_rows, band)
    body = inner.at(0, band_rows, inner.width, inner.height - band_rows, stock)
    around = _around_colour(state) or area.ground
    cut_corners(area, band, stock, around, has_lower=has_below)
    # A raised card left a row below it.
    has_below |= is_risen
    if state is State.NOT_NOW:
        _broken_edge(area, is_below=has_below)
    elif not state.is_focused:
        shadow(area, has_below=has_below)
    if colour := _around_colour(state):
        ring(area, colour, has_above=not is_risen, has_below=has_below)
    return Face(top, body)


def risen(area: Area) -> Area:
    """Return the place of a selected card, a row higher."""
    return Area(area.drawing, area.region.translate((0, -1)), area.ground)


def back(area: Area) -> None:
    """Draw the back of a card in all cells of an area: an edge of stock around a red lattice.

    A back of two rows or less has no edge and ends half a row earlier, so that rows of backs stay
    separate.
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
    """Return the pixels of a back of a size in pixels."""
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
    """Draw each hand as a fan of overlapping card backs, all of one size.

    An empty hand is an outline.

    Args:
        areas: areas of the hands.
        counts: number of cards in each.
    """
    least, most = FAN_COLUMNS
    room = Size(min(area.width for area in areas) - 1, min(area.height for area in areas))
    # The largest hand determines the size of all backs.
    others = max(*counts, 1) - 1
    width = max(min(most, room.width - others * FAN_STEP_MIN, 2 * room.height), least)
    # A cell is about twice as high as wide, so this is the shape of a card: 3 high, 2 wide.
    height = min(room.height, width * 3 // 4)
    step = max(min((room.width - width) // max(others, 1), width), 1)
    for area, count in zip(areas, counts, strict=True):
        is_plain = area.look.is_ascii or not area.look.has_colours
        for place in range(count):
            # A plain back has no edge: leave a blank column before the next card instead of
            # overlapping.
            is_cut = is_plain and place < count - 1
            visible = min(step - 1, width) if is_cut else width
            back(area.at(place * step, 0, visible, height))
        if not count:
            words = tr_in("place", "no cards")
            empty_place(area.at(0, 0, max(width, len(words) + 4), height), words)


def empty_place(area: Area, *lines: str, edge: str = "rule") -> None:
    """Draw the dotted outline of an empty place, with words in it.

    Args:
        area: the place.
        lines: the words.
        edge: colour of the outline.
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
    area.put(
        0, 0, [(character, area.style("")) for character in f"{left}{across * (width - 2)}{right}"]
    )
    low = f"{low_left}{across * (width - 2)}{low_right}"
    area.put(0, height - 1, [(character, area.style("")) for character in low])
    for y in range(1, height - 1):
        area.put(0, y, [(down, area.style(""))])
        area.put(width - 1, y, [(down, area.style(""))])


def tag(area: Area, text: str) -> None:
    """Write a tag over the middle of an area's last row, for the card's current use."""
    x = max((area.width - len(text) - 2) // 2, 0)
    area.at(x, area.height - 1, len(text) + 2, 1, "tag").text(1, 0, (text, "strong token-ink"))


def ring(
    area: Area, colour: str = "cursor", *, has_above: bool = True, has_below: bool = True
) -> None:
    """Draw a ring in the nearer halves of the cells around an area.

    Args:
        area: the enclosed area.
        colour: colour of the ring.
        has_above: there is a row for the ring above the area.
        has_below: there is a row for the ring below the area.
    """
    around = _around(area)
    edge = around.style(colour)
    width, height = around.width, around.height
    if area.look.is_ascii:
        top = bottom = "#" * width
        left = right = "#"
    elif not area.look.has_colours:
        top = f"┏{'━' * (width - 2)}┓"
        bottom = f"┗{'━' * (width - 2)}┛"
        left = "┃"
        right = "┃"
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
    """Cut a quarter of a cell off each corner of a filled area.

    Args:
        area: the filled area.
        top: colour of its first row.
        bottom: colour of its last row.
        around: colour that shows in the corners; empty for the board's ground.
        has_lower: cut the last row's corners, too.
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
    """Draw a shadow in the cells to the right, and below if there is a row."""
    if area.look.is_ascii or not area.look.has_colours:
        return
    around = _around(area)
    edge = around.style("shadow")
    if has_below:
        around.put(2, around.height - 1, [("▀", edge)] * (around.width - 2))
    for y in range(2, around.height - 1):
        around.put(around.width - 1, y, [("▌", edge)])


def _broken_edge(area: Area, *, is_below: bool) -> None:
    """Draw a broken line below or above the area, which shows without colours that it is not
    selectable now."""
    around = _around(area)
    edge = around.style("rule")
    around.put(1, around.height - 1 if is_below else 0, [("╌", edge)] * (around.width - 2))


SMALL_PIXELS: Final = 8
LARGE_PIXELS: Final = 12
"""Width and height of a die; in cells it is half as high."""

_PIP_STARTS: Final = (2, 5, 8)
_PIP_PIXELS: Final = 2
"""First pixels of the three columns and rows of pips, and the size of a pip."""
_ROWS_OF_PIPS: Final[dict[int, Sequence[str]]] = {
    1: ("   ", " o ", "   "),
    2: ("o  ", "   ", "  o"),
    3: ("o  ", " o ", "  o"),
    4: ("o o", "   ", "o o"),
    5: ("o o", " o ", "o o"),
    6: ("o o", "o o", "o o"),
    7: ("o o", "ooo", "o o"),
    8: ("ooo", "o o", "ooo"),
}


@lru_cache(maxsize=256)
def die_picture(size: int, colour: str, ink: str | None, face: str | int) -> Picture:
    """Return a die as pixels.

    Args:
        size: SMALL_PIXELS or LARGE_PIXELS.
        colour: colour of the face; ``<colour>-lit`` and ``<colour>-dark`` are those of its edges.
        ink: colour of pips and sign; None for holes.
        face: a number up to 8, or one of the signs + and −. On a small die a number is a digit, on
            a large one it is pips.
    """
    pixels = Pixels(size, size, colour)
    last = size - 1
    pixels.fill(0, 0, size, 1, f"{colour}-lit")
    pixels.fill(0, 0, 1, size, f"{colour}-lit")
    pixels.fill(last, 1, 1, size, f"{colour}-dark")
    pixels.fill(1, last, size, 1, f"{colour}-dark")
    for x, y in ((0, 0), (last, 0), (0, last), (last, last)):
        pixels.set(x, y, None)
    if isinstance(face, str):
        thickness, reach = size // 4, size // 2
        across, down = (size - reach) // 2, (size - thickness) // 2
        pixels.fill(across, down, reach, thickness, ink)
        if face == "+":
            pixels.fill(down, across, thickness, reach, ink)
        return pixels.picture
    if size == SMALL_PIXELS:
        for y, pixel_row in enumerate(big_text(str(face), colour).rows, 2):
            for x, is_set in enumerate(map(bool, pixel_row), 2):
                if is_set:
                    pixels.set(x, y, ink)
        return pixels.picture
    for y, row in zip(_PIP_STARTS, _ROWS_OF_PIPS[face], strict=True):
        for x, sign in zip(_PIP_STARTS, row, strict=True):
            if sign == "o":
                pixels.fill(x, y, _PIP_PIXELS, _PIP_PIXELS, ink)
    return pixels.picture


def die(
    area: Area, x: int, y: int, size: int, colour: str, face: str | int, *, ink: str, word: str
) -> None:
    """Draw a die with its upper left cell at a place; in ASCII a box with a word in it."""
    if area.look.is_ascii:
        box = area.at(x, y, size, size // 2)
        frame(box)
        inner = box.inside(1, 1, 1, 1)
        inner.centre((inner.height - 1) // 2, word)
        inner.centre((inner.height + 1) // 2, face if isinstance(face, str) else "")
        return
    hole = ink if area.look.has_colours else None
    area.picture(x, y, die_picture(size, colour, hole, face))


FLAP_ROWS: Final = 3
"""Rows of a large flap."""
PAPER: Final = "letter"
_SEAL_SIZE: Final = 4
"""Width and height of the seal in pixels."""
_FOLD_PIXELS: Final = 3
"""Width of the line along a flap's edge."""


def envelope(
    area: Area, label: str, state: State, *, rows: int = FLAP_ROWS, is_open: bool = False
) -> Area:
    """Draw an envelope over a whole area.

    Args:
        area: area to fill.
        label: text on its flap.
        state: the cursor fills the flap with its colour.
        rows: rows of the flap: one, or FLAP_ROWS for a picture.
        is_open: the flap is up, the seal broken.

    Returns:
        The area below the flap, to write on in ``letter-ink``.
    """
    ink = "strong token-ink" if state.is_focused else "strong letter-ink"
    if is_open:
        return _opened(area, label, ink, rows)
    top = area.at(0, 0, area.width, rows, "cursor" if state.is_focused else "flap")
    if rows == FLAP_ROWS and area.look.has_pictures and area.look.has_colours:
        top.picture(0, 0, _flap(area.width))
        # Clear the first cell, which is for a sign.
        top.at(0, 0, 1, 1).fill()
    elif rows == 1:
        top.text(1, 0, ("╲", ink))
        top.right(0, ("╱", ink), margin=1)
        top.at(top.width // 2 - 1, 0, 3, 1, "wax").text(1, 0, ("◉", "strong sail"))
    top.text(3 if rows == 1 else area.width // 2 - 5, 0, (f" {label}", f"{ink} on {top.ground}"))
    return area.at(0, rows, area.width, area.height - rows, PAPER)


def _opened(area: Area, label: str, ink: str, rows: int) -> Area:
    """Draw an open envelope; return the area below the flap."""
    words = f" {tr('{label} opened', label=label)} "
    top = area.at(0, 0, area.width, rows)
    if rows == FLAP_ROWS and area.look.has_pictures and area.look.has_colours:
        top.picture(0, 0, _raised_flap(area.width))
    else:
        top.at(0, rows - 1, area.width, 1, "flap").text(1, 0, ("╱", ink))
        top.right(rows - 1, ("╲", f"{ink} on flap"), margin=1)
    top.text((area.width - len(words)) // 2, rows - 1, (words, f"{ink} on flap"))
    return area.at(0, rows, area.width, area.height - rows, PAPER)


@lru_cache(maxsize=64)
def _raised_flap(width: int) -> Picture:
    """Return the pixels of a raised flap, transparent beside it."""
    height = 2 * FLAP_ROWS
    pixels = Pixels(width, height)
    for y in range(height):
        edge = (height - 1 - y) * width // (2 * height + 2)
        pixels.fill(edge, y, width - 2 * edge, 1, "flap")
        pixels.fill(edge, y, _FOLD_PIXELS, 1, "letter-rule")
        pixels.fill(width - edge - _FOLD_PIXELS, y, _FOLD_PIXELS, 1, "letter-rule")
    return pixels.picture


@lru_cache(maxsize=64)
def _flap(width: int) -> Picture:
    """Return the pixels of a closed flap with its seal."""
    height = 2 * FLAP_ROWS
    pixels = Pixels(width, height)
    for y in range(height):
        edge = (y + 1) * width // (2 * height + 2)
        pixels.fill(0, y, edge, 1, PAPER)
        pixels.fill(width - edge, y, edge, 1, PAPER)
        # The line lies over the edge, one pixel on the paper at each side.
        pixels.fill(max(edge - 1, 0), y, _FOLD_PIXELS, 1, "letter-rule")
        pixels.fill(width - edge - _FOLD_PIXELS + 1, y, _FOLD_PIXELS, 1, "letter-rule")
    pixels.lay(pictures("journey")["wax"], (width - _SEAL_SIZE) // 2, height - _SEAL_SIZE)
    return pixels.picture


NameOf = Callable[[int, int], str]
"""A function that returns the name of a kind of card, fitted to a number of columns."""
FIGURE_COLUMNS: Final = 3
"""Columns of a chance, as ``99%``."""
GAUGE_COLUMNS: Final = 6
"""Minimum columns of a gauge: two letters, a gap and the chance."""
GAUGE_COLUMNS_MAX: Final = 24
"""Maximum columns of a gauge among several, unless a game wants others."""
GAP_COLUMNS: Final = 1
"""Columns between two gauges, and before a chance."""


def figure(chance: float) -> str:
    """Return a chance in at most three columns; a tick for certainty alone."""
    return "✓" if chance == 1 else f"{min(round(100 * chance), 99)}%"


def draw_gauge(area: Area, words: str, chance: float, colour: str) -> None:
    """Write words and a chance in a row over a bar of the chance.

    Args:
        area: one row, which is filled.
        words: text at the left, cut to fit.
        chance: from 0 to 1, at the right.
        colour: colour of the bar.
    """
    percentage = figure(chance)
    room = area.width - len(percentage)
    if len(words) > room - GAP_COLUMNS:
        words = words[: max(room - (room > FIGURE_COLUMNS), 0)]
    text = f"{words:<{max(room, 0)}}{percentage}"[: area.width]
    full = min(max(round(area.width * chance), 1), area.width)
    area.text(0, 0, (text[:full], f"strong token-ink on {colour}"), (text[full:], "ink on keycap"))


def draw_gauges(
    area: Area,
    likely: "Sequence[LikelyCard]",
    name: NameOf,
    colour: str,
    least: int = GAUGE_COLUMNS,
    most: int = GAUGE_COLUMNS_MAX,
) -> None:
    """Fill a row with as many gauges of the likeliest cards as fit.

    Args:
        area: one row.
        likely: likeliest first.
        name: returns a card's name, fitted to a number of columns.
        colour: colour of the bars.
        least: minimum columns of a gauge.
        most: maximum columns of a gauge.
    """
    if area.width <= FIGURE_COLUMNS:
        return
    number = min(max((area.width + GAP_COLUMNS) // (least + GAP_COLUMNS), 1), len(likely))
    places = area.columns(*[Grow(0, most)] * number, gap=GAP_COLUMNS)
    for likelihood, place in zip(likely, places, strict=False):
        room = max(place.width - FIGURE_COLUMNS - GAP_COLUMNS, 1)
        draw_gauge(place, name(likelihood.card, room), likelihood.chance, colour)


def draw_likely_back(area: Area, likely: "Sequence[LikelyCard]", name: NameOf, colour: str) -> None:
    """Draw the back of a card with gauges of its likely faces.

    Args:
        area: area of the card.
        likely: the possible cards, likeliest first.
        name: returns a card's name, fitted to a number of columns.
        colour: colour of the bars.
    """
    back(area)
    has_edge = area.height > SMALL_BACK_ROWS
    rows = area.inside(has_edge, has_edge, has_edge, has_edge) if has_edge else area
    draw_likely(rows, likely, name, colour)


def draw_likely(area: Area, likely: "Sequence[LikelyCard]", name: NameOf, colour: str) -> None:
    """Draw gauges of a card's likely faces, one per row.

    In a narrow area, the likeliest name is in one row and its chance in the next.

    Args:
        area: on the card, or on its place.
        likely: the possible cards, likeliest first; nothing is drawn if it is empty.
        name: returns a card's name, fitted to a number of columns.
        colour: colour of the bars.
    """
    if area.width >= GAUGE_COLUMNS:
        for y, likelihood in enumerate(likely[: area.height]):
            draw_gauges(area.at(0, y, area.width, 1), [likelihood], name, colour)
        return
    for first in likely[:1]:
        words = f"{name(first.card, area.width):^{area.width}}"
        area.text(0, 0, (words[: area.width], f"strong token-ink on {colour}"))
        if area.height > 1:
            chance = f"{figure(first.chance):^{area.width}}"
            area.text(0, 1, (chance[: area.width], "ink on keycap"))
