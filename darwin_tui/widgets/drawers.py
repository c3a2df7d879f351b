"""The collection as drawers with specimens, and as a list for small pages."""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from darwin_core.kit.achievements import PER_GAME
from darwin_core.text.language import tr
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.picture import pictures
from darwin_tui.drawing.state import State

LINEN: Final = "#ece2c6"
INK: Final = "#2b2419"
WOOD: Final = "#3a2818"
HOLE: Final = "#2a1c10"
PLACE_ROWS: Final = 3
PLACE_COLUMNS: Final = 6
ACROSS: Final = 4
DRAWER_ROWS: Final = PLACE_ROWS * (PER_GAME // ACROSS) + 1
TITLE_COLUMNS: Final = 28
"""Columns of the titles of places in a list, at least."""


class Place(NamedTuple):
    """A place of a drawer."""

    key: str
    """The name of the place on the page."""
    title: str
    sentence: str
    specimen: str
    is_found: bool


Enter = Callable[[str, Area], State]
"""Enters an area as a place of the page and returns its state."""


def draw_drawer(area: Area, title: str, places: Sequence[Place], enter: Enter) -> None:
    """Draw a drawer: a label with the number found, and its places.

    Args:
        area: of DRAWER_ROWS rows.
        title: on the label.
        places: in order.
        enter: called for each place.
    """
    head = area.at(0, 0, area.width - 1, 1, WOOD)
    head.text(1, 0, (f" {title} ", f"strong {INK} on {LINEN}"))
    found = sum(place.is_found for place in places)
    head.right(
        0, (tr("{number} of {all}", number=found, all=len(places)), "strong #ece2c6"), margin=1
    )
    wood = area.at(0, 1, area.width - 1, area.height - 1, WOOD)
    pitch = max(area.width // ACROSS, PLACE_COLUMNS)
    for number, place in enumerate(places):
        row, column = divmod(number, ACROSS)
        own = wood.at(column * pitch, row * PLACE_ROWS, pitch - 1, PLACE_ROWS)
        is_focused = enter(place.key, own).is_focused
        if not place.is_found:
            hole = own.on(HOLE)
            mark = ("▶", "strong cursor") if is_focused else ("·", "#8a7a5c")
            hole.centre(1, mark)
            continue
        has_colours = own.look.has_colours
        own = own.on(LINEN if has_colours else "keycap")
        if own.look.has_pictures and has_colours:
            specimen = pictures("specimens")[place.specimen]
            own.picture((own.width - specimen.width) // 2, 0, specimen)
        else:
            own.centre(1, (place.specimen[: own.width], f"strong {INK}" if has_colours else ""))
        if is_focused:
            own.text(0, 0, ("▶", "strong token-ink on cursor"))


def draw_list(area: Area, places: Sequence[Place], enter: Enter) -> None:
    """Write the places of a drawer: found or not, the title, and the sentence, in two rows where
    one has no room for it."""
    y, column = 0, max(TITLE_COLUMNS, *(len(place.title) + 5 for place in places))
    for place in places:
        lines = wrap(place.sentence, area.width - column)
        part = area.at(0, y, area.width, len(lines))
        is_focused = enter(place.key, part).is_focused
        part = part.on("strip") if is_focused else part
        part.text(0, 0, ("▶" if is_focused else " ", "strong cursor"))
        sign = ("✓", "strong good") if place.is_found else ("·", "dim")
        part.text(2, 0, sign, (f" {place.title}", "strong" if place.is_found else "dim"))
        for row, line in enumerate(lines):
            part.text(column, row, (line, "dim"))
        y += len(lines)
