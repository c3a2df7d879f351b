"""Marks on Evo's board: of traits, species, tokens and prices."""

from collections.abc import Sequence
from typing import Final

from darwin_core.contract.game import NOTHING
from darwin_core.games.evo.components import (
    FAUNA_SLOTS,
    HARDY,
    MILLENNIA,
    SLOTS,
    SYMBOLS,
    TARGETS,
    TRAITS,
    primary,
)
from darwin_core.games.evo.effects import Choose, Drift, Settle
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import kind_name, species_name, trait_letter, trait_name
from darwin_core.text.language import tr, tr_in
from darwin_tui.drawing.canvas import SEAT_MARKS, Run, Styled, length

HOLLOW: Final = dict(zip("●▲■◆", "○△□◇", strict=True))
"""The marks of populations that were active in this millennium."""
FREE: Final = "·"
"""A place that is still free: for a token on a card, for a card in a genome."""


def is_choosing(view: EvoState) -> bool:
    """Return whether the players choose their species for the next millennium."""
    return bool(view.pending) and isinstance(view.pending[-1], Choose | Settle | Drift)


def target_of(view: EvoState) -> int:
    """Return the size that genomes should have at the end of this millennium, or of the next while
    species are chosen."""
    return TARGETS[min(view.millennium - (not is_choosing(view)), MILLENNIA - 1)]


def solid(trait: int) -> str:
    """Return the style of a trait that counts now: a filled ground."""
    name = TRAITS[trait].name
    return f"strong on-{name} on {name}"


def tinted(trait: int) -> str:
    """Return the style of a trait that is still to come: its ink on a ground with a hint of it."""
    name = TRAITS[trait].name
    return f"low-{name} on tint-{name}"


def letter(trait: int) -> Run:
    """Return a trait's letter on its ground."""
    return (trait_letter(trait), solid(trait))


def likely_name(trait: int, room: int) -> str:
    """Return the name of a trait, or its letter where there is no room for it."""
    name = trait_name(trait)
    return name if len(name) <= room else trait_letter(trait)


def letters(traits: Sequence[int]) -> list[Styled]:
    """Return the letters of traits, or a dash if there are none."""
    return [letter(trait) for trait in traits] or [("–", "dim")]


def chip(trait: int, text: str) -> Run:
    """Return words on the ground of a trait."""
    return (f" {text} ", solid(trait))


def species_mark(view: EvoState, species: int) -> Run:
    """Return the mark of the seat that plays a species, or the initial of an unplayed one."""
    seat = view.species.find(species)
    if seat < 0:
        return (species_name(species)[0].lower(), "strong")
    return (SEAT_MARKS[seat], f"strong seat-{seat}")


def spent_mark(view: EvoState, species: int) -> Run:
    """Return the hollow mark of a species, for a population that was active."""
    mark, style = species_mark(view, species)
    return (HOLLOW.get(mark, mark.lower()), style)


def is_fauna(place: int) -> bool:
    """Return whether a place is one of fauna."""
    return place % SLOTS < FAUNA_SLOTS


def name_of(view: EvoState, place: int) -> str:
    """Return the name of the card on a place, in one word; empty where there is none."""
    card = view.slots[place]
    if card == NOTHING:
        return ""
    return kind_name(place, card)


def price_letters(view: EvoState, place: int) -> list[Styled]:
    """Return the price of a fauna, ``SSP``, or the search card and the gathered card of a flora,
    ``S+R``."""
    card = view.slots[place]
    if is_fauna(place):
        wanted = [primary(card)] * 2 + [card % len(TRAITS)]
        assert sorted(wanted) == [*SYMBOLS[card]]
        return letters(wanted)
    return [letter(view.locations[place // SLOTS]), ("+", "dim"), letter(card)]


def price_words(view: EvoState, place: int, room: int) -> list[Styled]:
    """Return the same in words, with gaps where there is room for them."""
    card = view.slots[place]
    if is_fauna(place):
        main, third = primary(card), card % len(TRAITS)
        name = trait_name(main)
        if main == third:
            return [(f"{name}×3", solid(main))]
        pieces = [(f"{name}×2", solid(main)), (trait_name(third), solid(third))]
        gap = " "
        if length(pieces) + len(gap) > room:
            pieces[0] = (f"{name}²", solid(main))
    else:
        home = view.locations[place // SLOTS]
        pieces = [(trait_name(home), solid(home)), (trait_name(card), solid(card))]
        gap = " + "
        if length(pieces) + len(gap) > room:
            gap = "+"
    if length(pieces) + len(gap) > room:
        gap = ""
    return [pieces[0], (gap, "dim"), pieces[1]]


def limit(view: EvoState) -> int:
    """Return the number of tokens that a card bears, in the next millennium while players choose
    their species for it."""
    return HARDY + view.millennium + is_choosing(view)


def tokens_short(view: EvoState, place: int) -> list[Styled]:
    """Return the tokens on a card by owner, ``●2■1``."""
    pieces: list[Styled] = []
    for species, number in enumerate(view.tokens[place]):
        if number:
            mark, style = species_mark(view, species)
            pieces.append((f"{mark}{number}", style))
    return pieces


def tokens_long(view: EvoState, place: int, room: int) -> list[Styled]:
    """Return a mark for each token on a card and a dot for each that it still bears, or figures
    where there is no room for them."""
    held = sum(view.tokens[place])
    free = max(limit(view) - held, 0)
    if held + free > room:
        return tokens_short(view, place)
    pieces: list[Styled] = []
    for species, number in enumerate(view.tokens[place]):
        if number:
            mark, style = species_mark(view, species)
            pieces.append((mark * number, style))
    return [*pieces, (FREE * free, "dim")]


def room_words(view: EvoState, place: int, *, is_short: bool = False) -> Run:
    """Return in words how many tokens a card still bears, or the number alone where it is known."""
    held, bears = sum(view.tokens[place]), limit(view)
    if not held and not is_choosing(view):
        return (tr("thrives"), "dim")
    if held < bears:
        left = bears - held
        return (f"{left}" if is_short else tr("room {number}", number=left), "dim")
    return (tr("full") if held == bears else tr_in("tokens", "dies out"), "strong bad")


def room_figure(view: EvoState, place: int) -> Run:
    """Return the number of tokens on a card; a sign warns if it bears no more."""
    held, bears = sum(view.tokens[place]), limit(view)
    if not held:
        return (FREE, "dim")
    return (f"{held}", "dim") if held < bears else (f"{held}!", "strong bad")
