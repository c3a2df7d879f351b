"""Points and cards that fly over a board to the seat panel that they go to."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual.geometry import Region

from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Drawing, Styled, length

FLIGHT_FRAMES: Final = 4
"""Frames from the first place to the last."""


class Flight(NamedTuple):
    """Words that fly over a board."""

    words: tuple[Styled, ...]
    """With grounds of their own."""
    start: Region | None
    """The place that they come from; they do not fly where the board does not show it."""
    end: Region | None


def points(gain: int, unit: str = "") -> tuple[Styled, ...]:
    """Return points as a chip that flies."""
    return ((f" +{gain}{unit} ", "strong token-ink on good"),)


def draw_flights(drawing: Drawing, flights: Sequence[Flight], left: int) -> None:
    """Draw words on their way over a drawing.

    Args:
        drawing: of the whole board.
        flights: that begin and end at once.
        left: frames left, FLIGHT_FRAMES in the first.
    """
    canvas = drawing.canvas
    whole = Area(drawing, Region(0, 0, canvas.width, canvas.height))
    for words, start, end in flights:
        if start is None or end is None or not 0 < left <= FLIGHT_FRAMES:
            continue
        wide, done = length(words), FLIGHT_FRAMES - left
        x, y = (
            a + (b - a) * done // (FLIGHT_FRAMES - 1)
            for a, b in zip(_middle(start), _middle(end), strict=True)
        )
        x = min(max(x - wide // 2, 0), max(whole.width - wide, 0))
        whole.text(x, min(y, whole.height - 1), *words)


def _middle(region: Region) -> tuple[int, int]:
    return region.x + region.width // 2, region.y + region.height // 2
