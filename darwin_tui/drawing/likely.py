"""Beliefs at the cards: what hidden cards are likely to be, each with a bar and a figure."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.card import SMALL_BACK_ROWS, back

if TYPE_CHECKING:
    from darwin_core.analysis.beliefs import Likely

NameOf = Callable[[int, int], str]
"""The name of a kind of card, fitted to a number of columns."""
FIGURE_COLUMNS: Final = 3
"""Columns of a chance: ``99%``."""
GAUGE_COLUMNS: Final = 6
"""Columns of a gauge, at least: two letters, a gap and the chance."""
GAP_COLUMNS: Final = 1


def figure(chance: float) -> str:
    """Return a chance in three columns at most; a tick for a sure one."""
    percent = round(100 * chance)
    return "✓" if percent == 100 else f"{percent}%"


def draw_gauge(area: Area, words: str, chance: float, colour: str) -> None:
    """Write words and a chance in a row, whose ground is a bar of the chance.

    Args:
        area: of one row, which is filled.
        words: at the left, cut where there is no room.
        chance: from 0 to 1, at the right.
        colour: of the bar.
    """
    said = figure(chance)
    room = area.width - len(said)
    if len(words) > room - GAP_COLUMNS:
        words = words[: max(room - (room > FIGURE_COLUMNS), 0)]
    text = f"{words:<{max(room, 0)}}{said}"[: area.width]
    full = min(max(round(area.width * chance), 1), area.width)
    area.text(0, 0, (text[:full], f"strong token-ink on {colour}"), (text[full:], "ink on keycap"))


def draw_gauges(
    area: Area,
    likely: "Sequence[Likely]",
    name: NameOf,
    colour: str,
    least: int = GAUGE_COLUMNS,
    most: int = 24,
) -> None:
    """Fill a row with gauges of the likeliest cards, as many as there is room for.

    Args:
        area: of one row.
        likely: the likeliest first.
        name: returns that of a card, fitted to a number of columns.
        colour: of the bars.
        least: columns of a gauge, of which there are as many as fit.
        most: columns of a gauge, at most.
    """
    if area.width <= FIGURE_COLUMNS:
        return
    number = min(max((area.width + GAP_COLUMNS) // (least + GAP_COLUMNS), 1), len(likely))
    places = area.columns(*[Grow(0, most)] * number, gap=GAP_COLUMNS)
    for each, place in zip(likely, places, strict=False):
        room = max(place.width - FIGURE_COLUMNS - GAP_COLUMNS, 1)
        draw_gauge(place, name(each.card, room), each.chance, colour)


def draw_likely_back(area: Area, likely: "Sequence[Likely]", name: NameOf, colour: str) -> None:
    """Draw the back of a card with what it is likely to be.

    Args:
        area: of the card.
        likely: what it may be, the likeliest first.
        name: returns that of a card, fitted to a number of columns.
        colour: of the bars.
    """
    back(area)
    has_edge = area.height > SMALL_BACK_ROWS
    rows = area.inside(has_edge, has_edge, has_edge, has_edge) if has_edge else area
    draw_likely(rows, likely, name, colour)


def draw_likely(area: Area, likely: "Sequence[Likely]", name: NameOf, colour: str) -> None:
    """Draw gauges of what a card is likely to be, one in each row; in an area of few columns the
    likeliest name in one row and its chance in the next.

    Args:
        area: on the card, or on its place.
        likely: what it may be, the likeliest first; nothing is drawn if it is empty.
        name: returns that of a card, fitted to a number of columns.
        colour: of the bars.
    """
    if area.width >= GAUGE_COLUMNS:
        for y, each in enumerate(likely[: area.height]):
            draw_gauges(area.at(0, y, area.width, 1), [each], name, colour)
        return
    for first in likely[:1]:
        words = f"{name(first.card, area.width):^{area.width}}"
        area.text(0, 0, (words[: area.width], f"strong token-ink on {colour}"))
        if area.height > 1:
            chance = f"{figure(first.chance):^{area.width}}"
            area.text(0, 1, (chance[: area.width], "ink on keycap"))
