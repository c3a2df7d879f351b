"""Words and chips of Darwinning!: beings, suits, sets, environments and traits."""

import sys
from collections.abc import Mapping, Sequence
from typing import Final

from darwin_core.contract.game import Element
from darwin_core.games.darwinning import words
from darwin_core.games.darwinning.combinations import NAMES, STRAIGHT_FLUSH, rank_of
from darwin_core.games.darwinning.components import (
    CARDS,
    ENVIRONMENTS,
    JOKER,
    NUMBER,
    SPECIES,
    TABLES,
)
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.games.darwinning.words import number_name, set_words, trait_name
from darwin_core.text.language import language, mark, noun, tr, tr_in
from darwin_core.text.nouns import Noun
from darwin_tui.boards.darwinning.scene import Scene
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Run, Styled, length
from darwin_tui.drawing.marks import seat_mark
from darwin_tui.drawing.state import SIGNS, state_of

DUMMY_MARK: Final = "◇"
LIGHT: Final = frozenset(("desert", "highland", "mountain", "plains", "polar"))
"""Environments whose ground carries dark words."""
SHORT_TRAITS: Final = {
    "Pheromones": mark("Pherom. Pher."),
    "Symbiosis": mark("Symbios. Symb."),
    "Flock Animal": mark("Flock"),
    "Hard Shell": mark("Shell"),
    "Communication": mark("Commun. Comm."),
    "Food Storage": mark("Storage Stor."),
    "Mutation": mark("Mutat."),
    "Tools": mark("Tool."),
    "Camouflage": mark("Camoufl. Camou."),
    "Iron Stomach": mark("Stomach Stom."),
    "Bigger Brains": mark("Brains"),
    "Metamorphosis": mark("Metam."),
    "Society": mark("Soc."),
}
"""Shorter names, the longest first, the last of at most six letters: a word of two, or one with a
full stop where letters are left out. A name that is short in English may be long in German."""
SHORT_ENVIRONMENTS: Final = {
    "highland": mark("highl."),
    "jungle": mark("jungl."),
    "mountain": mark("mount."),
    "underground": mark("undergr. underg."),
    "wetlands": mark("wetl."),
}
"""Shorter names, the longest first, the last of at most seven letters."""
SHORT_SPECIES: Final = {
    "insect": mark("insect"),
    "frog": mark("frog"),
    "turtle": mark("turtle"),
    "bat": mark("bat"),
    "chameleon": mark("chameleon"),
    "elephant": mark("elephant"),
    "dragon": mark("dragon"),
}
"""Shorter names, the longest first, the last of at most five letters; only German has them."""
CODE_LETTERS: Final = 3
"""Letters of an environment where there is no room for a name."""


def suit(card: int) -> str:
    """Return the suit of a card, which is the name of its colour."""
    return CARDS[card].suit or "joker"


def suit_name(card: int) -> str:
    """Return the name of a card's suit."""
    return noun(suit(card))


def short_suit(card: int) -> str:
    """Return the name of a card's suit in a few letters."""
    return noun("berry") if suit(card) == "blueberry" else suit_name(card)


def is_choosable(scene: Scene, element: Element) -> bool:
    """Return True if an element is selectable or selected."""
    return element in scene.selectable or bool(scene.chooser and element in scene.chooser.selected)


def element_sign(scene: Scene, element: Element) -> Run:
    """Return the sign before an element that is written in a row."""
    return SIGNS[state_of(scene, element)]


def being_mark(view: DarwinningState, being: int) -> Run:
    """Return the mark of a seat or of the dummy."""
    if being == len(view.hands):
        return (DUMMY_MARK, "strong dim")
    return seat_mark(being)


def being_name(scene: Scene, being: int) -> Run:
    """Return the name of a seat or of the dummy."""
    if being == len(scene.names):
        return (the_dummy(), "strong dim")
    return (scene.names[being], f"strong seat-{being}")


def being_colour(view: DarwinningState, being: int) -> str:
    """Return the colour of a seat or of the dummy."""
    return "dummy" if being == len(view.hands) else f"seat-{being}"


def the_dummy() -> str:
    """Return the name of the dummy with its article."""
    return _the(noun("dummy"))


def the_species(view: DarwinningState, being: int) -> str:
    """Return the name of a species, or of the dummy, with its article."""
    return _the(species_noun(view, being))


def _the(name: Noun) -> str:
    return tr_in("eater", "the {species}", species=name)


def species_noun(view: DarwinningState, being: int) -> Noun:
    """Return the name of a species, or of the dummy, with its forms."""
    return noun("dummy") if being == len(view.hands) else words.species_name(view.species[being])


def species_name(view: DarwinningState, being: int, room: int = sys.maxsize) -> str:
    """Return the name of a species, or of the dummy, in short where there is less room."""
    name = species_noun(view, being)
    if len(name) <= room or being == len(view.hands):
        return name
    forms = [name, *_forms(SHORT_SPECIES, SPECIES[view.species[being]].name)]
    return next((each for each in forms if len(each) <= room), forms[-1])


# --- cards and sets


def card_chip(card: int, form: int = 0) -> Run:
    """Return a card as a chip: with its suit in full, in short, or as a letter."""
    number, name = CARDS[card].number, suit(card)
    if card == JOKER:
        text = "J" if form == 2 else suit_name(card)
    elif form == 2:
        text = f"{number}{name[:1].upper()}"
    else:
        text = f"{number} {short_suit(card) if form else suit_name(card)}"
    return (f" {text} ", f"strong band-ink on {name}")


def number_within(number: int, room: int) -> str:
    """Return the name of the cards of a number, fitted to a room: the number alone where there is
    no room for more."""
    name = number_name(number)
    return name if len(name) <= room else str(number or "jo")


def card_chips(cards: Sequence[int], room: int, used: Sequence[int] = ()) -> list[Styled]:
    """Return cards as chips in the longest form that fits, those of the display after a plus."""
    found: list[Styled] = []
    for form, has_blanks in ((0, True), (1, True), (2, True), (2, False)):
        found = []
        for at, card in enumerate((*cards, *used)):
            text, style = card_chip(card, form)
            found += [("+", "dim")] if at >= len(cards) else []
            found += [(text if has_blanks else text.strip(), style), " "]
        found = found[:-1]
        if length(found) <= room:
            break
    return found


OF_A_KIND: Final = {
    2: mark("pair of {number}s"),
    3: mark("three {number}s"),
    4: mark("four {number}s"),
}
"""Sets of one number in short, by the number of cards."""


def short_set(cards: Sequence[int]) -> str:
    """Return the name of a set in at most 13 letters, of a single card its number and letter."""
    kind = rank_of(cards)
    numbers = [NUMBER[card] for card in cards]
    if kind is None:
        return tr("only the {number}", number=max(numbers))
    if kind == 0:
        return CARDS[cards[0]].code
    if len(set(numbers)) == 1:
        return tr(OF_A_KIND[len(cards)], number=numbers[0])
    name = tr(mark("str. flush") if kind == STRAIGHT_FLUSH else NAMES[kind])
    return f"{name}, {sum(numbers)}"


def set_name(cards: Sequence[int], room: int) -> str:
    """Return the name of a set played, in full where there is room; empty for a single card."""
    if len(cards) == 1:
        return ""
    name = set_words(cards)
    if rank_of(cards) is None or len(name) > room:
        name = short_set(cards)
    return name


# --- environments and traits


def environment_ink(environment: int) -> str:
    """Return the style of words on the tile of an environment."""
    name = ENVIRONMENTS[environment]
    return f"strong {'tile-dark' if name in LIGHT else 'band-ink'} on {name}"


def environment_name(environment: int, room: int) -> str:
    """Return the name of an environment, in short where there is less room."""
    name = words.environment_name(environment)
    forms = (
        name,
        *_forms(SHORT_ENVIRONMENTS, ENVIRONMENTS[environment]),
        name[:CODE_LETTERS],
    )
    return next((each for each in forms if len(each) <= room), name[:room])


def _forms(short: Mapping[str, str], name: str) -> list[str]:
    """Return the shorter forms of a name."""
    return tr(short[name]).split() if name in short else []


def environment_letter(environment: int) -> str:
    """Return the letter of an environment; in German two, for several begin alike."""
    if language() == "en":
        return TABLES.environments[environment].letter
    return words.environment_name(environment)[:2]


def short_trait(trait: int, room: int) -> str:
    """Return the name of a trait, in short where there is less room."""
    name = trait_name(trait)
    forms = (name, *_forms(SHORT_TRAITS, TABLES.traits[trait - 1].name))
    return next((each for each in forms if len(each) <= room), forms[-1][:room])


def framed(inner: Area) -> Area:
    """Return the inside of a panel with the blank columns at its sides."""
    return Area(inner.drawing, inner.region.grow((0, 1, 0, 1)), inner.ground)
