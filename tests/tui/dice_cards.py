"""Cards of Darwin's Dice as read off a drawing: the digit in half blocks, the name beside or below
it."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from darwin_core.games.dice.components import CARDS
from darwin_tui.parts.bigtext import big_text

NAMES = {card.name[:5]: card.name for card in CARDS}
KINDS = {(card.name, card.number): kind for kind, card in enumerate(CARDS)}


class Shown(NamedTuple):
    """A front on a drawing: its upper left cell, and its kind."""

    x: int
    y: int
    card: int


def digit_rows(digit: str) -> tuple[str, ...]:
    """Return the three rows of characters that a digit is drawn in."""
    rows = big_text(digit, "ink").lowered().rows
    signs = {(False, False): " ", (True, True): " ", (True, False): "▀", (False, True): "▄"}
    return tuple(
        "".join(signs[bool(top), bool(bottom)] for top, bottom in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    )


DIGITS = {digit_rows(digit): digit for digit in "0123456789"}
assert len(DIGITS) == 10


def cards_on(lines: Sequence[str]) -> list[Shown]:
    """Return the fronts that are drawn in some rows, row by row."""
    found = []
    for y, line in enumerate(lines[:-3]):
        for x in (at for at, character in enumerate(line) if character == "▟"):
            # The first row of a digit is never empty; that of a lattice is.
            digit = DIGITS.get(tuple(row[x + 1 : x + 4] for row in lines[y : y + 3]))
            name = name_at(lines, x, y)
            if digit is not None and name:
                half = lines[y + 2][x + 4] == "½"
                found.append(Shown(x, y, KINDS[name, f"{digit}.5" if half else digit]))
    return found


def name_at(lines: Sequence[str], x: int, y: int) -> str:
    """Return the name on a card with this upper left cell; empty if there is none."""
    beside = re.match(" *([a-z]+)", lines[y + 1][x + 4 : x + 16])
    below = lines[y + 3][x : x + 8].strip(" ▜▛★")
    return NAMES.get((beside[1] if beside else below)[:5], "")


def kinds_on(lines: Sequence[str]) -> list[int]:
    """Return the kinds of the fronts that are drawn in some rows, row by row."""
    return [each.card for each in cards_on(lines)]
