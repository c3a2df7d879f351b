"""Marks of seats, seals, specimens and gains, wherever they stand on the table."""

from collections.abc import Iterable, Sequence
from typing import Final

from darwin_core.game import HIDDEN, NOTHING
from darwin_core.games.journey.components import COLOURS, KINDS, LETTERS
from darwin_core.games.journey.notation import SPECIMEN_CODES
from darwin_core.games.journey.state import (
    NEUTRAL,
    AnyEffect,
    Coins,
    Correspond,
    Evolve,
    Explore,
    Knowledge,
    Navigate,
    Points,
    Seal,
    TakeObjective,
)
from darwin_tui.widgets.canvas import SEAT_MARKS, Run, Styled

NEUTRAL_MARK: Final = "◇"
"""Beside locations that a neutral lens unlocks."""
EMPTY: Final = "·"


def hue(colour: int) -> str:
    """The style of a seal's or specimen's colour."""
    return f"journey--{COLOURS[colour]}"


def seal(colour: int) -> Run:
    """A seal by its letter; a blank place by a dot."""
    if colour == HIDDEN:
        return ("?", "dim")
    return (EMPTY, "faint") if colour == NOTHING else (LETTERS[colour], f"{hue(colour)} strong")


def seals(letters: str) -> list[Styled]:
    """Seals that are asked for, given as letters."""
    return [seal(LETTERS.index(letter)) for letter in letters]


def seat_mark(seat: int) -> Run:
    """The mark of a seat, or of the neutral lenses."""
    if seat == NEUTRAL:
        return (NEUTRAL_MARK, "dim")
    return (SEAT_MARKS[seat], f"seat-{seat} strong")


def marks(seats: Iterable[int]) -> list[Styled]:
    """The marks of seats side by side."""
    return [seat_mark(seat) for seat in seats]


def counts(numbers: Sequence[int]) -> list[Styled]:
    """Return how many of something each seat has, of those that have any: ``●2▲``."""
    told: list[Styled] = []
    for seat, number in enumerate(numbers):
        if number:
            told.append(seat_mark(seat))
            told += [f"{number}"] if number > 1 else []
    return told


def specimen(number: int) -> Run:
    """A specimen by the letters of its colour and its kind."""
    return (SPECIMEN_CODES[number], f"{hue(number // len(KINDS))} strong")


def code(effects: Sequence[AnyEffect]) -> str:
    """Gains for the narrowest cells: ``3c2e`` are three coins and two steps."""
    return "".join(map(_code, effects))


def _code(effect: AnyEffect) -> str:
    match effect:
        case Coins(number):
            return f"{number}c"
        case Points(number):
            return f"{number}v"
        case Knowledge(number):
            return f"{number}t"
        case Evolve(steps):
            return f"{steps}e"
        case Correspond(stamps):
            return f"{stamps}s"
        case Explore(moves):
            return f"{moves}x"
        case Navigate(moves):
            return f"{moves}n"
        case TakeObjective():
            return "ob"
        case Seal():
            return "seal"
        case _:
            raise TypeError(effect)
