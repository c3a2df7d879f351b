"""Envelopes: paper with a flap and a seal of wax; the flap of an opened one is up."""

from functools import lru_cache
from typing import Final

from darwin_core.text.language import tr
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.picture import Picture, Pixels, pictures
from darwin_tui.drawing.state import State

FLAP_ROWS: Final = 3
"""Rows of a large flap."""
PAPER: Final = "letter"
_SEAL_SIZE: Final = 4
"""Pixels."""


def envelope(
    area: Area, label: str, state: State, *, rows: int = FLAP_ROWS, is_open: bool = False
) -> Area:
    """Draw an envelope over a whole area.

    Args:
        area: to fill.
        label: on its flap.
        state: the cursor fills the flap with its colour.
        rows: of the flap: one, or FLAP_ROWS for a picture.
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
        # The first cell is for a sign.
        top.at(0, 0, 1, 1).fill()
    elif rows == 1:
        top.text(1, 0, ("╲", ink))
        top.right(0, ("╱", ink), margin=1)
        top.at(top.width // 2 - 1, 0, 3, 1, "wax").text(1, 0, ("◉", "strong sail"))
    top.text(3 if rows == 1 else area.width // 2 - 5, 0, (f" {label}", f"{ink} on {top.ground}"))
    return area.at(0, rows, area.width, area.height - rows, PAPER)


def _opened(area: Area, label: str, ink: str, rows: int) -> Area:
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
    """Return the pixels of a flap that is up, clear beside it."""
    height = 2 * FLAP_ROWS
    pixels = Pixels(width, height)
    for y in range(height):
        edge = (height - 1 - y) * width // (2 * height + 2)
        pixels.fill(edge, y, width - 2 * edge, 1, "flap")
        pixels.fill(edge, y, 3, 1, "letter-rule")
        pixels.fill(width - edge - 3, y, 3, 1, "letter-rule")
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
        pixels.fill(max(edge - 1, 0), y, 3, 1, "letter-rule")
        pixels.fill(width - edge - 2, y, 3, 1, "letter-rule")
    pixels.lay(pictures("journey")["wax"], (width - _SEAL_SIZE) // 2, height - _SEAL_SIZE)
    return pixels.picture
