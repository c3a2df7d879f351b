"""Marks of seats, seals, specimens and rewards."""

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
"""The mark beside locations that a neutral lens unlocks."""
EMPTY: Final = "·"


def hue(colour: int) -> str:
    """Return the style of a seal's or specimen's colour."""
    return f"journey--{COLOURS[colour]}"


def seal(colour: int) -> Run:
    """Return a seal as its letter, and an empty place as a dot."""
    if colour == HIDDEN:
        return ("?", "dim")
    return (EMPTY, "faint") if colour == NOTHING else (LETTERS[colour], f"{hue(colour)} strong")


def seals(letters: str) -> list[Styled]:
    """Return the seals of a requirement, given as letters."""
    return [seal(LETTERS.index(letter)) for letter in letters]


def seat_mark(seat: int) -> Run:
    """Return the mark of a seat, or of the neutral lenses."""
    if seat == NEUTRAL:
        return (NEUTRAL_MARK, "dim")
    return (SEAT_MARKS[seat], f"seat-{seat} strong")


def marks(seats: Iterable[int]) -> list[Styled]:
    """Return the marks of seats side by side."""
    return [seat_mark(seat) for seat in seats]


def counts(numbers: Sequence[int]) -> list[Styled]:
    """Return the marks of seats with their numbers, without zeros: ``●2▲``."""
    runs: list[Styled] = []
    for seat, number in enumerate(numbers):
        if number:
            runs.append(seat_mark(seat))
            runs += [f"{number}"] if number > 1 else []
    return runs


def specimen(number: int) -> Run:
    """Return a specimen as the letters of its colour and its kind."""
    return (SPECIMEN_CODES[number], f"{hue(number // len(KINDS))} strong")


def code(effects: Sequence[AnyEffect]) -> str:
    """Return rewards for the narrowest cells: ``3c2e`` are three coins and two steps."""
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
