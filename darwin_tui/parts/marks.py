"""Chips, tokens, buttons, bars and counts: small parts written in a row."""

from collections.abc import Sequence
from typing import Final

from darwin_tui.parts.area import Area
from darwin_tui.parts.state import State
from darwin_tui.widgets.canvas import SEAT_MARKS, Run

EIGHTHS: Final = " ▏▎▍▌▋▊▉"


def chip(text: str, colour: str, ink: str = "strong token-ink") -> Run:
    """Return words on a filled ground: a suit, a group, a trait."""
    return (f" {text} ", f"{ink} on {colour}")


def seat_mark(seat: int) -> Run:
    """Return the mark of a seat in its colour."""
    return (SEAT_MARKS[seat], f"strong seat-{seat}")


def seat_name(seat: int, name: str) -> Run:
    """Return mark and name of a seat in its colour."""
    return (f"{SEAT_MARKS[seat]} {name}", f"strong seat-{seat}")


def token(seat: int) -> Run:
    """Return the filled token of a seat."""
    return (SEAT_MARKS[seat], f"strong token-ink on seat-{seat}")


def bar(
    area: Area, x: int, y: int, width: int, parts: Sequence[tuple[int, str]], most: int
) -> None:
    """Draw a stacked bar.

    Args:
        area: to draw in.
        x: the first column.
        y: the row.
        width: columns of the whole scale.
        parts: amounts with their colours, from the left. Without colours every second part is
            hatched.
        most: the amount at the end of the scale.
    """
    column, total = 0, 0
    for place, (amount, colour) in enumerate(parts):
        total += amount
        end = round(width * total / most) if most else 0
        if amount and end == column and column < width:
            end += 1
        hatch = "▒" if place % 2 else "█"
        area.text(x + column, y, (hatch * max(end - column, 0), colour))
        column = max(end, column)


def button(area: Area, x: int, y: int, text: str, state: State, ink: str = "strong ink") -> int:
    """Draw a button and return the column after it and its gap.

    Args:
        area: to draw in.
        x: the first column.
        y: the row.
        text: the words on it.
        state: shown by brackets and ground.
        ink: of the words where it is selectable, such as the colour of a seat.
    """
    left, right = "[", "]"
    style = f"{ink} on keycap"
    if state.is_focused:
        left, right = ("»" if state.is_selected else "▶"), "◀"
        style = "strong token-ink on cursor"
    elif state.is_selected:
        left, right, style = "✓", " ", "strong cursor on keycap"
    elif state is not State.SELECTABLE:
        left, right, style = " ", " ", "dim"
    return area.text(x, y, (f"{left}{text}{right}", style)) + 1


BUTTON_EDGES: Final = 2
"""Columns that a button takes beside its words."""
