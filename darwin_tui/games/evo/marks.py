"""Marks on Evo's board: of species, traits, and elements."""

from collections.abc import Sequence
from typing import Final

from darwin_core.games.evo.components import (
    FAUNA_SLOTS,
    HARDY,
    SLOTS,
    SYMBOLS,
    TABLES,
    TRAITS,
)
from darwin_core.games.evo.notation import LETTERS
from darwin_core.games.evo.state import EvoState
from darwin_tui.widgets.canvas import SEAT_MARKS, Run, Styled

SPENT: Final = "·"
"""The sign beside a population that was active."""


def hue(trait: int) -> str:
    """Return the style of a trait."""
    return f"evo--{TRAITS[trait].name}"


def letter(trait: int) -> Run:
    """Return a trait's letter."""
    return (LETTERS[trait], f"{hue(trait)} strong")


def letters(traits: Sequence[int]) -> list[Styled]:
    """Return the letters of traits."""
    return [letter(trait) for trait in traits]


def species_mark(view: EvoState, species: int) -> Run:
    """Return the mark of the seat that plays a species, or the initial of an unplayed one."""
    seat = view.species.find(species)
    if seat < 0:
        return (TABLES.species[species].name[0], "strong")
    return (SEAT_MARKS[seat], f"seat-{seat} strong")


def cost(view: EvoState, place: int) -> list[Styled]:
    """Return the cost of a fauna, ``SSP``, or the search card and the gathered card of a flora,
    ``S+R``."""
    card = view.slots[place]
    if place % SLOTS < FAUNA_SLOTS:
        wanted = [card // len(TRAITS)] * 2 + [card % len(TRAITS)]
        assert sorted(wanted) == [*SYMBOLS[card]]
        return letters(wanted)
    return [letter(view.locations[place // SLOTS]), ("+", "dim"), letter(card)]


def room(view: EvoState, place: int) -> Run:
    """Return the number of tokens on a card, and the number that it bears."""
    held, bears = sum(view.tokens[place]), HARDY + view.millennium
    style = "bad strong" if held > bears else "bad" if held == bears else "dim"
    return (f"{held}/{bears}", style)


def tokens(view: EvoState, place: int) -> list[Styled]:
    """Return the tokens on a card by owner."""
    pieces: list[Styled] = []
    for species, number in enumerate(view.tokens[place]):
        if number:
            mark, style = species_mark(view, species)
            pieces.append((f"{mark}{number}", style))
    return pieces
