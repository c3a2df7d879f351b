"""The tree of the first screen, after the sketch in which descent was first drawn."""

from functools import lru_cache
from typing import Final

from darwin_tui.drawing.area import Area
from darwin_tui.drawing.dots import COLUMNS, ROWS, Dots

Point = tuple[int, int]

BRANCHES: Final[tuple[tuple[Point, Point, Point, int, str], ...]] = (
    ((46, 96), (47, 84), (46, 74), 3, "-"),
    ((46, 74), (45, 64), (38, 58), 3, "-"),
    ((38, 58), (30, 54), (14, 56), 2, "-"),
    ((46, 74), (52, 62), (58, 54), 3, "-"),
    ((38, 58), (36, 46), (30, 36), 2, "-"),
    ((30, 36), (27, 30), (20, 26), 2, "-"),
    ((30, 36), (30, 26), (34, 16), 2, "B"),
    ((20, 26), (14, 24), (8, 26), 1, "t"),
    ((20, 26), (18, 20), (18, 14), 1, "t"),
    ((14, 56), (8, 57), (4, 62), 1, "t"),
    ((14, 56), (8, 52), (6, 46), 1, "D"),
    ((22, 55), (20, 50), (22, 44), 1, "t"),
    ((58, 54), (60, 44), (60, 32), 2, "-"),
    ((60, 32), (58, 22), (50, 14), 1, "C"),
    ((60, 32), (62, 20), (66, 10), 1, "t"),
    ((60, 32), (68, 24), (76, 22), 1, "t"),
    ((58, 54), (70, 50), (80, 50), 2, "-"),
    ((80, 50), (88, 46), (92, 38), 1, "A"),
    ((80, 50), (90, 52), (96, 56), 1, "t"),
    ((70, 51), (74, 42), (82, 34), 1, "t"),
    ((48, 70), (60, 70), (72, 72), 1, "-"),
    ((72, 72), (82, 70), (88, 66), 1, "t"),
    ((72, 72), (82, 76), (90, 78), 1, "t"),
    ((60, 70), (66, 64), (70, 62), 1, "x"),
    ((42, 62), (46, 50), (46, 36), 1, "x"),
    ((38, 50), (46, 44), (48, 26), 1, "x"),
)
"""Quadratic curves in a box of 100 by 100, with y downward: from, control, to, thickness in dots,
and the tip: a letter has a crossbar and its letter beyond, ``t`` a crossbar alone, ``x`` ends
(extinct), ``-`` branches further."""
BOX: Final = 100
STEPS: Final = 44
"""Points of a curve."""
CROSSBAR_DOTS: Final = 4
"""Half the length of a crossbar."""
LETTER_DOTS: Final = 7
"""From the tip to its letter."""
TRUNK: Final = "#8f6a41"
CROWN: Final = "hue-green"
SHADES: Final = 8
"""Steps of colour from the foot to the crown."""


def draw_tree(area: Area) -> None:
    """Draw the tree over a whole area, its foot on the last row."""
    field, letters = _tree(area.width, area.height - 1)
    field.draw(area)
    for letter, column, row in letters:
        area.text(min(max(column, 0), area.width - 1), max(row, 0), (letter, "strong cursor"))
    # The trunk ends some dots above the foot.
    foot = round(BRANCHES[0][0][0] * area.width / BOX) - 1
    area.text(foot, area.height - 1, ("(1)", "strong"))


@lru_cache(maxsize=8)
def _tree(columns: int, rows: int) -> tuple[Dots, list[tuple[str, int, int]]]:
    """Return the dots of a tree of this size, and its letters with their cells.

    They are kept: a page is drawn again at each move of its cursor.
    """
    field = Dots(columns * COLUMNS, rows * ROWS)
    letters: list[tuple[str, int, int]] = []
    for start, control, end, thickness, tip in BRANCHES:
        x = y = 0.0
        for step in range(STEPS + 1):
            at = step / STEPS
            before = x, y
            x, y = (
                scale * ((1 - at) ** 2 * a + 2 * at * (1 - at) * b + at**2 * c) / BOX
                for scale, a, b, c in zip(
                    (field.width - 1, field.height - 1), start, control, end, strict=True
                )
            )
            for dot in range(thickness):
                field.set(round(x) + dot - thickness // 2, round(y), _shade(y, field.height))
        if tip in "-x":
            continue
        dx, dy = x - before[0], y - before[1]
        size = max((dx * dx + dy * dy) ** 0.5, 1e-9)
        for dot in range(-CROSSBAR_DOTS, CROSSBAR_DOTS + 1):
            field.set(round(x - dy / size * dot), round(y + dx / size * dot), "cursor")
        if tip != "t":
            letters.append(
                (
                    tip,
                    round(x + dx / size * LETTER_DOTS) // COLUMNS,
                    round(y + dy / size * LETTER_DOTS) // ROWS,
                )
            )
    return field, letters


def _shade(y: float, height: int) -> str:
    """Return the colour of a row of cells, from the crown above to the trunk below."""
    row = round(y) // ROWS * ROWS
    share = round((1 - row / height) * SHADES) * 100 // SHADES
    return f"{TRUNK}~{share}~{CROWN}"
