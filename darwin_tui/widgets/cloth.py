"""The curtain as it is drawn: folds of cloth, and a card for the person who takes the keyboard."""

from collections.abc import Sequence
from functools import lru_cache
from math import pi, sin
from typing import Final

from textual.geometry import Size

from darwin_core.text.language import mark, tr
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.bigtext import GAP, ROWS, big_text
from darwin_tui.drawing.marks import seat_mark
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import Picture, Pixels
from darwin_tui.widgets.page import Page

LIGHT: Final = "#8a2028"
DARK: Final = "#2c080c"
GOLD: Final = "#e0b23c"
VALANCE_PIXELS: Final = 6
"""Rows of the cloth that hangs over the folds, at its shortest."""
SWAG_COLUMNS: Final = 20
"""Columns from one end of a swag to the next."""
SWAG_PIXELS: Final = 4
"""Rows by which a swag hangs lower in its middle."""
SHADES: Final = 12
CARD: Final = (56, 14)
"""Columns and rows of the card; both grow with the name."""
LARGE_FROM: Final = Size(112, 36)
"""Columns and rows of a curtain from which the name is twice as large, if it is short enough."""
NAME_EDGES: Final = 8
"""Columns of the card beside the name."""
OPEN: Final = "open"
UNDO: Final = "undo"
PIN: Final = "pin"
LEAVE: Final = "leave"


class Cloth(Page, can_focus=False):
    """The whole curtain. Its places are its lines; elsewhere is ``open``."""

    def __init__(self) -> None:
        super().__init__(id="curtain")
        self.seat = 0
        self.person = ""
        self.note = ""
        """A note in the edge of the card."""
        self.lines: dict[str, str] = {}
        """Sentences by place."""

    def fill(self, area: Area) -> None:
        """Draw the curtain; nothing of the table is on it."""
        if area.look.has_colours and area.look.has_pictures:
            area.picture(0, 0, _folds(area.width, area.height * 2))
        colour = f"seat-{self.seat}"
        is_large = area.width >= LARGE_FROM.width and area.height >= LARGE_FROM.height
        room = min(area.width, LARGE_FROM.width) - NAME_EDGES
        name = _large(self.person, colour, room) if area.look.has_pictures else None
        width, height = CARD
        height -= ROWS + 1
        if name:
            if is_large and 2 * name.width <= room:
                name = name.doubled()
            width = max(width, name.width + NAME_EDGES)
            height += _rows(name) + 1
        width, height = min(width, area.width), min(height, area.height)
        card = area.at((area.width - width) // 2, (area.height - height) // 2, width, height)
        if area.look.has_colours:
            card.at(1, 1, width, height).on("shadow")
        self._fill_card(card, colour, name)
        self.enter(OPEN, area)

    def _fill_card(self, card: Area, colour: str, name: Picture | None) -> None:
        own = panel(card, mark("The curtain"), self.note, is_active=True)
        y = 1
        if name:
            own.picture((own.width - name.width) // 2, y, name)
            y += _rows(name) + 1
        words = tr("Pass to {name}", name=self.person)
        own.centre(y, seat_mark(self.seat), " ", (words, f"strong {colour}"))
        bar = own.at(2, y + 2, own.width - 4, 1, colour)
        bar.centre(0, (self.lines[OPEN], "strong token-ink"))
        for row, place in enumerate((UNDO, PIN, LEAVE), y + 4):
            if sentence := self.lines.get(place):
                line = own.at(0, row, own.width, 1)
                self.enter(place, line)
                line.centre(0, (sentence, "dim"))


def _rows(picture: Picture) -> int:
    return -(-picture.height // 2)


def _large(name: str, colour: str, room: int) -> Picture | None:
    """Return a name in large letters; None if it is too long or has other characters."""
    try:
        picture = big_text(name.upper(), colour)
    except KeyError:
        return None
    return picture if picture.width + GAP < room else None


@lru_cache(maxsize=4)
def _folds(width: int, height: int) -> Picture:
    """Return the cloth as pixels: folds, and before them a valance with a golden edge."""
    pixels = Pixels(width, height)
    folds = _shades(width, 0.0)
    valance = _shades(width, 1.7)
    for x in range(width):
        edge = VALANCE_PIXELS + round(SWAG_PIXELS * abs(sin(pi * x / SWAG_COLUMNS)))
        pixels.fill(x, 0, 1, height, folds[x])
        pixels.fill(x, 0, 1, edge, valance[x])
        pixels.set(x, edge, GOLD)
    return pixels.picture


def _shades(width: int, shift: float) -> Sequence[str]:
    """Return the colour of each column of folds of different widths."""
    found = []
    for x in range(width):
        depth = sin(x * 0.55 + shift) + 0.7 * sin(x * 0.23 + 2 * shift) + 0.3 * sin(x * 1.9)
        share = round((depth + 2) / 4 * SHADES) * 100 // SHADES
        found.append(f"{DARK}~{min(max(share, 0), 100)}~{LIGHT}")
    return found
