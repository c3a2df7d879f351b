"""The podium: a column for each seat, as high as its points."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import Outcome
from darwin_core.text.wording import ordinal
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.bigtext import ROWS, big_text
from darwin_tui.drawing.marks import signed, token
from darwin_tui.drawing.names import shortened
from darwin_tui.drawing.picture import pictures

WIDE_SEAT_COLUMNS: Final = 14
CROWN_ROWS: Final = 2
BIG_ROWS: Final = ROWS + 3
"""Rows of a column from which the points are large digits in it."""
INK: Final = "token-ink"


def draw_podium(area: Area, names: Sequence[str], outcome: Outcome, is_done: bool) -> None:
    """Draw a column for each seat, the winners' with a crown.

    Args:
        area: of all columns.
        names: of the seats.
        outcome: of the match.
        is_done: the points are shown.
    """
    order = sorted(range(len(outcome.ranks)), key=lambda seat: outcome.ranks[seat])
    # The first stands in the middle, the second at the left, as on a real one.
    if len(order) > 2:
        order = [order[1], order[0], *order[2:]]
    width = max(min(area.width // len(order), WIDE_SEAT_COLUMNS + 1), 1)
    most = max([1, *outcome.totals])
    for place, seat in enumerate(order):
        column = area.at(place * width, 0, width - 1, area.height)
        fit = shortened(names[seat], width - 1)
        room = area.height - 2 - CROWN_ROWS
        height = max(round(room * max(outcome.totals[seat], 0) / most), 2) if is_done else 2
        top = area.height - height
        block = column.at(0, top, column.width, height, f"seat-{seat}")
        if is_done:
            _draw_points(block, ordinal(outcome.ranks[seat]), signed(outcome.totals[seat]))
        column.centre(top - 1, (fit, f"strong seat-{seat}"))
        column.centre(top - 2, token(seat))
        if is_done and outcome.ranks[seat] == 1 and top >= 2 + CROWN_ROWS:
            crown = pictures("shelf")["crown"]
            column.picture((column.width - crown.width) // 2, top - 2 - CROWN_ROWS, crown)


def _draw_points(block: Area, place: str, points: str) -> None:
    """Write place and points into a column, the points large where there is room around them."""
    digits = big_text(points, INK)
    has_room = block.height >= BIG_ROWS and digits.width + 2 <= block.width
    if has_room and block.look.has_pictures and block.look.has_colours:
        block.centre(1, (place, f"strong {INK}"))
        block.picture((block.width - digits.width) // 2, 2, digits.lowered())
        return
    block.centre(0, (place, f"strong {INK}"))
    block.centre(1, (points, f"strong {INK}"))
