"""A field of fine dots, drawn in braille: two columns and four rows in each cell."""

from typing import Final

from darwin_tui.drawing.area import Area

COLUMNS: Final = 2
ROWS: Final = 4
_BITS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BLANK: Final = 0x2800


class Dots:
    """Dots in colours. A cell has one colour: that of the dot set last clears the others."""

    def __init__(self, width: int, height: int) -> None:
        """Prepare a field.

        Args:
            width: columns of dots, COLUMNS for each cell.
            height: rows of dots, ROWS for each cell.
        """
        self.width = width
        self.height = height
        self._bits: dict[tuple[int, int], int] = {}
        self._colours: dict[tuple[int, int], str] = {}

    def set(self, x: int, y: int, colour: str) -> None:
        """Set a dot if it is in the field."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return
        cell = x // COLUMNS, y // ROWS
        if self._colours.get(cell) != colour:
            self._bits[cell] = 0
            self._colours[cell] = colour
        self._bits[cell] |= _BITS[y % ROWS][x % COLUMNS]

    def draw(self, area: Area) -> None:
        """Draw the dots in an area; in ASCII a star for each cell that has any."""
        for (x, y), bits in self._bits.items():
            character = "*" if area.look.is_ascii else chr(_BLANK + bits)
            area.put(x, y, [(character, area.style(self._colours[x, y]))])
