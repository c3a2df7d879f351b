"""A genome as it is drawn: a strand of letters, a double helix, and its counts by trait."""

from functools import lru_cache
from math import pi, sin
from typing import Final

from darwin_core.contract.cards import Counts
from darwin_core.games.evo.components import RING, TRAITS
from darwin_core.games.evo.genes import added
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import trait_letter
from darwin_tui.boards.evo.marks import FREE, chip, is_choosing, letter, solid, target_of, tinted
from darwin_tui.drawing.canvas import Styled, length
from darwin_tui.drawing.picture import Picture, Pixels

TURN: Final = 8
"""Cards of one turn of a helix."""
HELIX_ROWS: Final = 5
"""Rows of pixels of a helix."""


def whole_of(view: EvoState, species: int) -> Counts:
    """Return all cards of a genome by trait, with those that were born."""
    return added(view.genomes[species], view.born[species])


def passed_of(view: EvoState, species: int) -> Counts:
    """Return the cards that count by trait: those passed on; all where a millennium begins."""
    return view.genomes[species] if is_choosing(view) else view.future[species]


def strand(view: EvoState, species: int, newborn: Counts) -> list[Styled]:
    """Return a genome with a letter for each card: capitals for what is passed on; those that are
    just born stand out."""
    pieces = [
        piece for trait in range(RING) for piece in cards_of(view, species, trait, newborn[trait])
    ]
    free = target_of(view) - length(pieces)
    return [*pieces, (FREE * free, "dim")] if free > 0 else pieces


def cards_of(view: EvoState, species: int, trait: int, newborn: int = 0) -> list[Styled]:
    """Return the cards of one trait of a genome in the same way."""
    name, now = trait_letter(trait), passed_of(view, species)[trait]
    later = max(whole_of(view, species)[trait] - now, 0)
    fresh = min(newborn, later)
    pieces: list[Styled] = [(name * now, solid(trait))] if now else []
    pieces += [(name.lower() * (later - fresh), tinted(trait))] if later > fresh else []
    return [*pieces, (name.lower() * fresh, NEWBORN)] if fresh else pieces


NEWBORN: Final = "strong token-ink on good"
"""The style of cards that are just born."""
COUNTS: Final = 60
"""Columns of the counts of all traits with their letters as chips."""
COUNTS_NARROW: Final = 48
"""Columns of the same with bare letters."""


def counts(view: EvoState, species: int, width: int) -> list[Styled]:
    """Return the number of cards of each trait, passed on and in all, fitted to a room."""
    pieces: list[Styled] = []
    for trait in range(RING):
        figures = count_of(view, species, trait)
        sign = chip(trait, trait_letter(trait)) if width >= COUNTS else letter(trait)
        pieces += [" "] if pieces else []
        pieces += [sign, f" {figures:<5}" if width >= COUNTS_NARROW else f" {figures}"]
    return pieces


def count_of(view: EvoState, species: int, trait: int) -> str:
    """Return the number of a species' cards of a trait, passed on and in all."""
    return f"{passed_of(view, species)[trait]}/{whole_of(view, species)[trait]}"


def strand_columns(view: EvoState) -> int:
    """Return the columns of the longest genome."""
    genomes = max(sum(whole_of(view, species)) for species in range(len(view.genomes)))
    return max(genomes, target_of(view))


@lru_cache(maxsize=256)
def helix(
    passed: Counts, whole: Counts, newborn: Counts, target: int, seat: str, scale: int
) -> Picture:
    """Return a genome as a double helix: full rungs for what is passed on.

    Args:
        passed: by trait the cards that are passed on.
        whole: by trait all cards.
        newborn: by trait those that are just born, which are bright.
        target: the cards wanted; up to them loose ends follow the last card.
        seat: the colour of the strands.
        scale: columns of a card, one or two.
    """
    cards = [
        (trait, at < passed[trait], at >= whole[trait] - newborn[trait])
        for trait in range(RING)
        for at in range(whole[trait])
    ]
    field = Pixels(scale * max(len(cards), target), HELIX_ROWS + 1)
    middle = (HELIX_ROWS - 1) / 2
    for x in range(field.width):
        swing = middle * sin(2 * pi * (x + 0.5) / (TURN * scale))
        high, low = round(middle - abs(swing)), round(middle + abs(swing))
        if x // scale >= len(cards):
            if x % 4 == 1:
                for y in (high, low):
                    field.set(x, y, f"{seat}~60~panel")
            continue
        trait, counts_now, is_new = cards[x // scale]
        name = TRAITS[trait].name
        if is_new:
            field.fill(x, high, 1, low - high + 1, "good")
        elif counts_now:
            field.fill(x, high, 1, low - high + 1, name)
        elif x % 2 == 0:
            field.fill(x, high, 1, low - high + 1, f"{name}~55~panel")
        front, behind = (high, low) if swing >= 0 else (low, high)
        field.set(x, behind, f"{seat}~45~panel")
        field.set(x, front, seat)
    return field.picture
