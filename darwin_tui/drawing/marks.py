"""Marks in a row: states of elements, chips, tokens, bars and buttons; and a legend of signs."""

import re
from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from darwin_core.contract.game import Element
from darwin_core.text.language import mark
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import SEAT_MARKS, Run

if TYPE_CHECKING:
    from darwin_tui.drawing.scene import AnyScene


class State(Enum):
    """The look of an element at a decision."""

    PLAIN = auto()
    """No decision is asked."""
    SELECTABLE = auto()
    FOCUSED = auto()
    """The cursor is on the element."""
    SELECTED = auto()
    SELECTED_FOCUSED = auto()
    NOT_NOW = auto()
    """A decision is asked, and the element cannot be selected."""

    @property
    def is_focused(self) -> bool:
        return self in (State.FOCUSED, State.SELECTED_FOCUSED)

    @property
    def is_selected(self) -> bool:
        return self in (State.SELECTED, State.SELECTED_FOCUSED)


def state_of(scene: "AnyScene", element: Element) -> State:
    """Return the state of an element in a scene."""
    chooser = scene.chooser
    is_selected = chooser is not None and element in chooser.selected
    if scene.is_on(element):
        return State.SELECTED_FOCUSED if is_selected else State.FOCUSED
    if is_selected:
        return State.SELECTED
    if chooser is None or scene.is_paused or not chooser.actions:
        return State.PLAIN
    return State.SELECTABLE if element in scene.selectable else State.NOT_NOW


SIGNS: Final[dict[State, Run]] = {
    State.PLAIN: (" ", ""),
    State.SELECTABLE: ("•", "selectable"),
    State.FOCUSED: ("▶", "strong cursor"),
    State.SELECTED: ("✓", "strong cursor"),
    State.SELECTED_FOCUSED: ("»", "strong cursor"),
    State.NOT_NOW: (" ", ""),
}
"""The sign before an element written in a row."""


EIGHTHS: Final = " ▏▎▍▌▋▊▉"
"""Cells filled from the left by 0 to 7 eighths."""


def signed(number: int) -> str:
    """Return a number with a proper minus sign."""
    return f"−{-number}" if number < 0 else f"{number}"


def chip(text: str, colour: str, ink: str = "strong token-ink") -> Run:
    """Return words on a filled ground: a suit, a group, a trait."""
    return (f" {text} ", f"{ink} on {colour}")


def seat_mark(seat: int) -> Run:
    """Return a seat's mark in its colour."""
    return (SEAT_MARKS[seat], f"strong seat-{seat}")


def seat_name(seat: int, name: str) -> Run:
    """Return a seat's mark and name in its colour."""
    return (f"{SEAT_MARKS[seat]} {name}", f"strong seat-{seat}")


def token(seat: int) -> Run:
    """Return the filled token of a seat."""
    return (SEAT_MARKS[seat], f"strong token-ink on seat-{seat}")


def bar(
    area: Area, x: int, y: int, width: int, parts: Sequence[tuple[int, str]], most: int
) -> None:
    """Draw a stacked bar, whose end is exact to an eighth of a column.

    Args:
        area: area to draw in.
        x: first column.
        y: row.
        width: columns of the whole scale.
        parts: amounts with their colours, from the left. Without colours, every second part is
            hatched.
        most: amount at the end of the scale.
    """
    column, total = 0, 0
    amounts = sum(amount for amount, _ in parts)
    for place, (amount, colour) in enumerate(parts):
        if not amount:
            continue
        total += amount
        eighths = round(len(EIGHTHS) * width * total / most) if most else 0
        # Only the end of the bar is exact: a cell has one ink, and a hatch has no eighths.
        is_exact = total == amounts and not area.look.is_ascii and place % 2 == 0
        end, rest = (
            divmod(eighths, len(EIGHTHS)) if is_exact else (round(eighths / len(EIGHTHS)), 0)
        )
        if end < column:
            # The part before ends in the same cell, which it fills.
            end, rest = column, 0
        if end == column and column < width:
            # Even the smallest amount is visible.
            rest = max(rest, 1) if is_exact else 0
            end += not is_exact
        hatch = "▒" if place % 2 else "█"
        area.text(x + column, y, (hatch * (end - column) + EIGHTHS[rest].strip(), colour))
        column = end


def button(
    area: Area,
    x: int,
    y: int,
    text: str,
    state: State,
    style_selectable: str = "strong ink on keycap",
) -> int:
    """Draw a button; return the column after it and its gap.

    Args:
        area: area to draw in.
        x: first column.
        y: row.
        text: words on it.
        state: shown by brackets and ground.
        style_selectable: style while selectable, such as a seat's colour on a ground.
    """
    left, right = "[", "]"
    style = style_selectable
    if state.is_focused:
        left, right = ("»" if state.is_selected else "▶"), "◀"
        style = "strong token-ink on cursor"
    elif state.is_selected:
        left, right, style = "✓", " ", "strong cursor on keycap"
    elif state is not State.SELECTABLE:
        left, right, style = " ", " ", "dim"
    return area.text(x, y, (f"{left}{text}{right}", style)) + 1


BUTTON_EDGES: Final = 2
"""Columns of a button besides its words."""


class Sign(NamedTuple):
    """A sign of a board, and its meaning."""

    drawn: str
    style: str
    """Words of its style, as on the board."""
    words: str
    panes: tuple[int, ...] = ()
    """Panes that show it; none for all."""
    shown_by: str = ""
    """A regular expression that finds the sign on a board. By default, any character of ``drawn``
    that is neither a letter nor a digit does."""

    def is_on(self, text: str) -> bool:
        """Return whether a board's text contains the sign."""
        if self.shown_by:
            return re.search(self.shown_by, text) is not None
        signs = {
            character
            for character in self.drawn
            if not character.isalpha() and not character.isdecimal()
        } - {" "}
        return not signs or not signs.isdisjoint(text)


SHARED: Final = (
    Sign("●▲■◆", "strong ink", mark("a player: each has a sign and a colour")),
    Sign("▶", "strong cursor", mark("the cursor, or who plays now")),
    Sign("· –", "dim", mark("nothing here, or none")),
    Sign("×2 −2", "ink", mark("two of them; two less")),
)
"""The signs of all games."""


def legend(signs: tuple[Sign, ...], pane: int, text: str | None = None) -> list[Sign]:
    """Return the signs of a pane: first the game's own, then the shared ones.

    Args:
        signs: signs of the game.
        pane: the open pane.
        text: text of the board; only signs that occur in it are returned.
    """
    visible = [sign for sign in signs if not sign.panes or pane in sign.panes]
    named = {sign.drawn for sign in visible}
    known = [*visible, *(sign for sign in SHARED if sign.drawn not in named)]
    return known if text is None else [sign for sign in known if sign.is_on(text)]
