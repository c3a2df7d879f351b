"""The cards that the viewer has not seen yet, counted by kind."""

from collections.abc import Sequence
from typing import Final

from darwin_core.games.dice.components import COPIES, NUMBERS, TABLES
from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_tui.boards.dice.cards import HUES, short_name
from darwin_tui.boards.dice.moment import Moment
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Styled
from darwin_tui.drawing.panel import panel

BLOCKS: Final = ("·", "▄", "█")
"""Signs for no card, one card and two cards of a kind."""
STEP: Final = 2
"""Columns from one number to the next in the narrow grid."""
SPECIALS_COLUMNS: Final = 11
"""Columns of the last row beside the names in it."""
ROWS: Final = 6
"""Rows of the grid with its heading."""


def _name_columns(names: Sequence[str]) -> int:
    """Return the columns before the numbers, for the names of the animals and the title."""
    return max(map(len, (tr_in("narrow", "unseen"), *names))) + 1


def _names(room: int) -> list[str]:
    """Return the names of the animals, the short ones where the width of the grid needs it."""
    names: list[str] = [noun(row.name) for row in TABLES.animals]
    if _name_columns(names) + STEP * NUMBERS <= room:
        return names
    return [short_name(row.name, 0) for row in TABLES.animals]


def unseen_columns() -> int:
    """Return the columns of the narrow grid."""
    specials = {noun(special.name) for special in TABLES.specials}
    last_row = sum(map(len, specials)) + SPECIALS_COLUMNS
    return max(_name_columns(_names(0)) + STEP * NUMBERS, last_row)


def has_unseen(moment: Moment) -> bool:
    """Return whether the table counts the cards that are not seen."""
    return moment.view.options.counter


def draw_unseen_panel(area: Area, moment: Moment) -> None:
    """Draw a panel with the count of all kinds."""
    left = len(moment.unseen)
    total = tr("of {total}", total=sum(COPIES))
    note: list[Styled] = [(f"{left}", "strong"), (f" {total}", "dim")]
    _grid(panel(area, mark("unseen cards"), note), moment, "")


def draw_unseen(area: Area, moment: Moment) -> None:
    """Draw the count of all kinds, with its name at the left of its first row."""
    _grid(area.mark("unseen cards"), moment, tr_in("narrow", "unseen"))


def _grid(area: Area, moment: Moment, title: str) -> None:
    cards, names = moment.unseen, _names(area.width)
    start = _name_columns(names)
    is_wide = area.width >= start + (STEP + 1) * NUMBERS - 1
    step = STEP + is_wide
    area.text(0, 0, (title, "strong"))
    for place in range(NUMBERS):
        area.text(start + place * step, 0, (f"{place + 1}", "dim"))
    for row, animal in enumerate(TABLES.animals):
        colour = HUES[animal.name]
        area.text(0, row + 1, (names[row], f"strong {colour}"))
        for place in range(NUMBERS):
            copies = cards.count(row * NUMBERS + place)
            x = start + place * step
            if is_wide:
                blocks = BLOCKS[2] * copies
                area.text(x, row + 1, (blocks, colour), (BLOCKS[0] * (2 - len(blocks)), "faint"))
            else:
                area.text(x, row + 1, (_sign(area, copies), colour if copies else "faint"))
    specials = range(NUMBERS * len(TABLES.animals), len(COPIES))
    pieces: list[Styled] = []
    for kind, special in zip(specials, TABLES.specials, strict=True):
        copies, colour = cards.count(kind), HUES[special.name]
        if special.halves % 2:
            pieces += [(f"{noun(special.name)} ", f"strong {colour}"), (f"{copies}", "strong")]
        else:
            name = "" if pieces else f"{noun(special.name)} "
            pieces += [
                (name, f"strong {colour}"),
                (f"{special.halves // 2}", "dim"),
                (":" if area.look.is_ascii else "", "dim"),
                (_sign(area, copies), colour if copies else "faint"),
                (" " if area.look.is_ascii else "  ", ""),
            ]
    area.text(0, ROWS - 1, *pieces)


def _sign(area: Area, copies: int) -> str:
    """Return a sign for a number of cards: a block as high as it, in ASCII a figure."""
    return f"{copies}" if area.look.is_ascii else BLOCKS[copies]
