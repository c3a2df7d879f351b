"""A reader of the cards in a drawing of Darwin's Dice: it finds the digit, drawn in half blocks,
and the name beside or below it."""

import itertools
import re
from collections.abc import Sequence
from typing import NamedTuple

from darwin_core.games.dice.material import CARDS
from darwin_tui.drawing.area import big_text

NAMES = {card.name[:letters]: card.name for card in CARDS for letters in (4, 5)}
"""The animals by the first four or five letters of their names; a card shows no fewer."""
KINDS = {(card.name, card.number): kind for kind, card in enumerate(CARDS)}


class Shown(NamedTuple):
    """A face-up card on a drawing: its upper left cell, and its kind."""

    x: int
    y: int
    card: int


def digit_rows(digit: str, is_huge: bool) -> tuple[str, ...]:
    """Return the rows of characters that a digit is drawn in."""
    picture = big_text(digit, "ink")
    rows = (picture.doubled() if is_huge else picture).lowered().rows
    blank = (None,) * len(rows[0])
    signs = {(False, False): " ", (True, True): " ", (True, False): "▀", (False, True): "▄"}
    return tuple(
        "".join(signs[bool(top), bool(bottom)] for top, bottom in zip(above, below, strict=True))
        for above, below in itertools.zip_longest(rows[::2], rows[1::2], fillvalue=blank)
    )


DIGITS = {digit_rows(digit, huge): digit for digit in "0123456789" for huge in (False, True)}
"""The digits by their rows of characters, in both sizes."""
assert len(DIGITS) == 20
EXTENTS = {(len(rows[0]), len(rows)) for rows in DIGITS}
"""The columns and rows of a digit on most cards, and on the largest cards."""


def cards_on(lines: Sequence[str]) -> list[Shown]:
    """Return the face-up cards that are drawn in some rows, from top to bottom."""
    cards = []
    for y, line in enumerate(lines[:-3]):
        for x in (at for at, character in enumerate(line) if character == "▟"):
            for width, height in EXTENTS:
                # The lattice on a card's back has an empty first row, a digit never has.
                rows = tuple(row[x + 1 : x + 1 + width] for row in lines[y : y + height])
                digit = DIGITS.get(rows)
                name = name_at(lines, x, y, width)
                if digit is not None and name:
                    half = lines[y + 2][x + 1 + width] == "½"
                    cards.append(Shown(x, y, KINDS[name, f"{digit}.5" if half else digit]))
    return cards


def name_at(lines: Sequence[str], x: int, y: int, digit: int) -> str:
    """Return the name on the card at an upper left cell; empty if there is none.

    Args:
        lines: the rows of the drawing.
        x: the column of the cell.
        y: the row of the cell.
        digit: the width of the card's digit.
    """
    beside = re.match(" *([a-z]+)", lines[y + 1][x + 1 + digit : x + 4 * (1 + digit)])
    below = lines[y + 3][x : x + 8].strip(" ▜▛★")
    return NAMES.get((beside[1] if beside else below)[:5], "")


def kinds_on(lines: Sequence[str]) -> list[int]:
    """Return the kinds of the face-up cards that are drawn in some rows, from top to bottom."""
    return [card.card for card in cards_on(lines)]
