"""Names, marks, chips and cards of Darwinning!: beings, suits, sets, environments and traits.

A being is a seat's species or the dummy; its mark is the sign that stands for it. Names have
shorter forms for narrow places.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Final

from darwin_core.contract.game import Element
from darwin_core.games.darwinning import texts
from darwin_core.games.darwinning.acts import AnyAction, DarwinningEvent
from darwin_core.games.darwinning.material import (
    CARDS,
    CLIMBS,
    ENVIRONMENTS,
    GROWS,
    JOKER,
    LIVES_IN,
    NUMBER_OF,
    SPECIES,
    TABLES,
    TRAIT_POINTS,
    DarwinningState,
)
from darwin_core.games.darwinning.species import traits_of
from darwin_core.games.darwinning.texts import (
    number_name,
    numbers_words,
    set_words,
    species_noun,
    trait_name,
)
from darwin_core.games.darwinning.tricks import NAMES, STRAIGHT_FLUSH, rank_of
from darwin_core.text.language import mark, noun, tr, tr_in, tr_n
from darwin_core.text.nouns import Noun
from darwin_core.text.wording import counted
from darwin_tui.drawing import scene
from darwin_tui.drawing.area import Area, write_big
from darwin_tui.drawing.canvas import Run, Styled, length
from darwin_tui.drawing.card import card
from darwin_tui.drawing.marks import SIGNS, State, seat_mark, state_of
from darwin_tui.drawing.picture import pictures

Scene = scene.Scene[DarwinningState, AnyAction, DarwinningEvent]


DUMMY_MARK: Final = "◇"
"""Mark of the dummy."""
LIGHT: Final = frozenset(("desert", "highland", "mountain", "plains", "polar"))
"""Environments whose ground needs dark text."""
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
"""By trait, its shorter names, separated by blanks, longest first; the last has at most six
characters. Each is one word of two, or a word with a full stop for omitted letters. Names short in
English may be long in German."""
SHORT_ENVIRONMENTS: Final = {
    "highland": mark("highl."),
    "jungle": mark("jungl."),
    "mountain": mark("mount."),
    "underground": mark("undergr. underg."),
    "wetlands": mark("wetl."),
}
"""By environment, its shorter names, separated by blanks, longest first; the last has at most seven
characters."""
SHORT_SPECIES: Final = {
    "insect": mark("insect"),
    "frog": mark("frog"),
    "turtle": mark("turtle"),
    "bat": mark("bat"),
    "chameleon": mark("chameleon"),
    "elephant": mark("elephant"),
    "dragon": mark("dragon"),
}
"""By species, its shorter names, longest first; the last has at most five letters. Only German has
them."""
ENVIRONMENT_SIGNS: Final = dict(zip(ENVIRONMENTS, "∴↟⌒Ψ∧≈≡✻∩∽", strict=True))
"""Signs of the environments, used if names do not fit."""


def suit(card: int) -> str:
    """Return the suit of a card, which is also the name of its colour."""
    return CARDS[card].suit or "joker"


def suit_name(card: int) -> str:
    """Return the name of a card's suit in the reader's language."""
    return noun(suit(card))


def short_suit(card: int) -> str:
    """Return the name of a card's suit in a few letters."""
    return noun("berry") if suit(card) == "blueberry" else suit_name(card)


def is_choosable(scene: Scene, element: Element) -> bool:
    """Return whether an element is selectable or selected."""
    return element in scene.selectable or bool(scene.chooser and element in scene.chooser.selected)


def element_sign(scene: Scene, element: Element) -> Run:
    """Return the sign before an element written in a row."""
    return SIGNS[state_of(scene, element)]


def being_mark(view: DarwinningState, being: int) -> Run:
    """Return the mark of a seat or the dummy."""
    if being == len(view.hands):
        return (DUMMY_MARK, "strong dim")
    return seat_mark(being)


def being_name(scene: Scene, being: int) -> Run:
    """Return the name of a seat or the dummy."""
    if being == len(scene.names):
        return (the_dummy(), "strong dim")
    return (scene.names[being], f"strong seat-{being}")


def being_colour(view: DarwinningState, being: int) -> str:
    """Return the colour of a seat or the dummy."""
    return "dummy" if being == len(view.hands) else f"seat-{being}"


def the_dummy() -> str:
    """Return the name of the dummy with its article."""
    return _the(noun("dummy"))


def the_species(view: DarwinningState, being: int) -> str:
    """Return the name of a species or the dummy with its article."""
    return _the(species_noun(view, being))


def _the(name: Noun) -> str:
    """Return a being's name with its article."""
    return tr_in("eater", "the {species}", species=name)


def species_name(view: DarwinningState, being: int, room: int = sys.maxsize) -> str:
    """Return the name of a species or the dummy, shortened to fit as far as there are shorter
    names."""
    name = species_noun(view, being)
    if len(name) <= room or being == len(view.hands):
        return name
    forms = [name, *_forms(SHORT_SPECIES, SPECIES[view.species[being]].name)]
    return next((form for form in forms if len(form) <= room), forms[-1])


# --- cards and sets


LETTER_FORM: Final = 2
"""Form of a chip with the suit as a letter."""


def card_chip(card: int, form: int = 0) -> Run:
    """Return a card as a chip, with its suit in full, in short, or as a letter: forms 0 to 2."""
    number = CARDS[card].number
    name = suit(card)
    if card == JOKER:
        text = "J" if form == LETTER_FORM else suit_name(card)
    elif form == LETTER_FORM:
        text = f"{number}{name[:1].upper()}"
    else:
        text = f"{number} {short_suit(card) if form else suit_name(card)}"
    return (f" {text} ", f"strong band-ink on {name}")


def number_within(number: int, room: int) -> str:
    """Return the name of the cards of a number; if it does not fit, the number alone, or for
    jokers, whose number is 0, two letters."""
    name = number_name(number)
    return name if len(name) <= room else str(number or "jo")


def card_chips(cards: Sequence[int], room: int, used: Sequence[int] = ()) -> list[Styled]:
    """Return cards as chips in the longest form that fits.

    Args:
        used: cards of the display, which follow after a plus.
    """
    chips: list[Styled] = []
    for form, has_blanks in ((0, True), (1, True), (2, True), (2, False)):
        chips = []
        for index, number in enumerate((*cards, *used)):
            text, style = card_chip(number, form)
            chips += [("+", "dim")] if index >= len(cards) else []
            chips += [(text if has_blanks else text.strip(), style), " "]
        chips = chips[:-1]
        if length(chips) <= room:
            break
    return chips


def short_set(cards: Sequence[int]) -> str:
    """Return the name of a set in at most 13 letters; of a single card, its number and letter."""
    kind = rank_of(cards)
    numbers = [NUMBER_OF[card] for card in cards]
    if kind is None:
        return tr("only the {number}", number=max(numbers))
    if kind == 0:
        return CARDS[cards[0]].code
    if len(set(numbers)) == 1:
        return numbers_words(cards)
    name = tr(mark("str. flush") if kind == STRAIGHT_FLUSH else NAMES[kind])
    return f"{name}, {sum(numbers)}"


def set_name(cards: Sequence[int], room: int) -> str:
    """Return the name of a played set, in full if it fits; empty for a single card."""
    if len(cards) == 1:
        return ""
    name = set_words(cards)
    if rank_of(cards) is None or len(name) > room:
        name = short_set(cards)
    return name


# --- environments and traits


def environment_ink(environment: int) -> str:
    """Return the style of words on an environment's tile."""
    name = ENVIRONMENTS[environment]
    return f"strong {'tile-dark' if name in LIGHT else 'band-ink'} on {name}"


def environment_name(environment: int, room: int = sys.maxsize) -> str:
    """Return the name of an environment, shortened to fit; its sign if no name does."""
    name = texts.environment_name(environment)
    forms = (name, *_forms(SHORT_ENVIRONMENTS, ENVIRONMENTS[environment]))
    return next((form for form in forms if len(form) <= room), environment_sign(environment))


def environment_sign(environment: int) -> str:
    """Return the sign of an environment."""
    return ENVIRONMENT_SIGNS[ENVIRONMENTS[environment]]


def _forms(short: Mapping[str, str], name: str) -> list[str]:
    """Return the shorter forms of a name in the reader's language, longest first."""
    return tr(short[name]).split() if name in short else []


def short_trait(trait: int, room: int) -> str:
    """Return the name of a trait, shortened to fit; cut if no form does."""
    name = trait_name(trait)
    forms = (name, *_forms(SHORT_TRAITS, TABLES.traits[trait - 1].name))
    return next((form for form in forms if len(form) <= room), forms[-1][:room])


def framed(inner: Area) -> Area:
    """Return the inside of a panel together with the blank columns at its sides."""
    return Area(inner.drawing, inner.region.grow((0, 1, 0, 1)), inner.ground)


def short_points(points: int) -> str:
    """Return a number of points with the word in short."""
    return tr_n("{number} pt", "{number} pts", points)


# --- whole cards in three sizes

CARD_ROWS: Final = (5, 7, 9)
"""Rows of a card in its three sizes, which are numbered from 0."""
LARGE_SIZE: Final = 2
"""Number of the largest size."""
BAND_ROWS: Final = 3
"""Rows of the band of a card in the largest size, for a big number."""
SUIT_COLUMNS_MIN: Final = 11
"""Minimum columns of a band of one row with the name of the suit."""
JOKER_COLUMNS_MIN: Final = 12
"""Minimum columns of a joker with a longer first line."""
CARD_COLUMNS: Final = (7, 9, 15)
"""Minimum columns of a card in each size."""
STAR: Final = "✦"
"""Sign of a trait's point on a small card."""
BROKEN: Final = {
    "Metamorphosis": (
        mark("Meta-\nmorphosis"),
        mark("Metamor-\nphosis"),
        mark("Meta-\nmorpho-\nsis"),
    ),
    "Communication": (mark("Communi-\ncation"), mark("Commu-\nnica-\ntion")),
    "Camouflage": (mark("Camou-\nflage"),),
    "Pheromones": (mark("Phero-\nmones"),),
    "Symbiosis": (mark("Symbi-\nosis"),),
    "Mutation": (mark("Muta-\ntion"),),
    "Flock Animal": (mark("Flock\nAnimal"),),
    "Hard Shell": (mark("Hard\nShell"),),
    "Food Storage": (mark("Food\nStorage"),),
    "Iron Stomach": (mark("Iron\nStomach"),),
    "Bigger Brains": (mark("Bigger\nBrains"),),
    "Tools": (mark("Tools\n"),),
    "Society": (mark("Society\n"),),
}
"""Trait names in two rows, wide and narrow, or in three; names that are short in English are long
in German."""


def draw_card(area: Area, scene: Scene, element: Element, number: int, copies: int = 1) -> None:
    """Draw a card in an element's state, raised by a row if selected."""
    picked = scene.chooser.selected.count(element) if scene.chooser else 0
    draw_front(area, scene, number, state_of(scene, element), picked=picked, copies=copies)


def draw_front(
    area: Area, scene: Scene, number: int, state: State, *, picked: int = 0, copies: int = 1
) -> None:
    """Draw a card with the details that its size allows, raised by a row if selected."""
    size = max(number for number, rows in enumerate(CARD_ROWS) if area.height >= rows)
    rows = BAND_ROWS if size == LARGE_SIZE else 1
    face = card(
        area,
        state,
        band=suit(number),
        band_rows=rows,
        is_framed=False,
        is_risen=bool(picked),
        has_below=size > 0,
    )
    _draw_band(face.band, number, size, copies, "✓" * picked)
    body = face.body
    if number == JOKER:
        _draw_joker(body, size, copies)
        return
    known = scene.viewer < len(scene.view.hands) and _is_known(scene, number)
    if size:
        _draw_icons(body, number, is_large=size == LARGE_SIZE)
        _draw_environments(body, number)
    else:
        _draw_signs(body, number)
    _draw_trait(body, number, size, is_known=known)


def _draw_signs(body: Area, number: int) -> None:
    """Draw the signs of a small card in a row: steps, population and environments."""
    climbs, grows = CLIMBS[number], GROWS[number]
    gap = " " if body.width >= CARD_COLUMNS[1] else ""
    icons = f"{f'↑{climbs}' if climbs else '  '}{gap}{f'•{grows}' if grows else '  '}"
    body.text(0, 0, (icons, "stock-ink"))
    signs: list[Styled] = [
        (f"{gap}{environment_sign(environment)}{gap}", environment_ink(environment))
        for environment in sorted(LIVES_IN[number])
    ]
    body.right(0, *signs)


def _draw_band(band: Area, number: int, size: int, copies: int, ticks: str) -> None:
    """Draw a card's number and suit into its band, and a tick for each selected copy."""
    ink = "strong band-ink"
    figure = str(CARDS[number].number) if number != JOKER else ""
    if size == LARGE_SIZE:
        end = write_big(band, 1, 0, figure, "band-ink") if figure else 0
        name = suit_name(number)
        word = name if len(name) <= band.width - end - 2 else short_suit(number)
        band.right(1, (word, ink), margin=int(len(word) < band.width - end - 1))
        band.right(2, (f"{f'×{copies} ' if copies > 1 else ''}{ticks}", ink), margin=1)
        return
    letter = suit(number)[:1].upper()
    word = short_suit(number) if band.width >= SUIT_COLUMNS_MIN and copies == 1 else letter
    if copies > 1:
        word = f"×{copies}{letter}"
    x = band.text(1, 0, (f"{figure}{ticks}", ink))
    if x + len(word) < band.width or not ticks:
        band.right(0, (word, ink), margin=1)


def _draw_joker(body: Area, size: int, copies: int) -> None:
    """Write below its band what a joker is."""
    top = min(1, size)
    twice = f" ×{copies}" if copies > 1 and not size else ""
    words = f"{suit_name(JOKER)}{twice}"[: body.width]
    body.text(0 if twice else 1, top, (words, "strong stock-ink"))
    if body.width >= CARD_COLUMNS[1]:
        words = tr("zero of\nany suit" if body.width < JOKER_COLUMNS_MIN else "zero of any\nsuit")
        for y, line in enumerate(words.splitlines(), top + 1):
            body.text(1, y, (line, "stock-dim"))


def _is_known(scene: Scene, number: int) -> bool:
    """Return whether the viewer's species has the trait of a card."""
    return bool(traits_of(scene.view, scene.viewer) >> NUMBER_OF[number] & 1)


def _draw_icons(body: Area, number: int, *, is_large: bool) -> None:
    """Draw the icons of the food chain and the population beside the suit's picture."""
    picture = pictures("darwinning")[suit(number)]
    if body.width >= CARD_COLUMNS[1] + 2:
        body.picture(body.width - picture.width, 0, picture)
    labels = (tr("chain"), tr("pop.")) if is_large else ("↑", "•")
    for y, (label, count) in enumerate(zip(labels, (CLIMBS[number], GROWS[number]), strict=True)):
        words = f"{label} +{count}" if count else f"{label} –"
        body.text(1, y, (words, "strong stock-ink" if count else "stock-dim"))


def _draw_environments(body: Area, number: int) -> None:
    """Draw the environments of a card as tiles, below the two rows of icons."""
    for y, environment in enumerate(sorted(LIVES_IN[number]), 2):
        row = body.at(0, y, body.width, 1, ENVIRONMENTS[environment])
        name = environment_name(environment, body.width)
        row.text(min(1, body.width - len(name)), 0, (name, environment_ink(environment)))


def _draw_trait(body: Area, number: int, size: int, *, is_known: bool) -> None:
    """Draw the trait of a card with its points, fainter if the viewer's species has it."""
    trait = NUMBER_OF[number]
    name = trait_name(trait)
    style = "stock-dim" if is_known else "strong stock-ink"
    if size == LARGE_SIZE:
        body.text(1, 4, (name, style))
        data = TABLES.traits[trait - 1]
        points = (
            tr("{points}, {food} food", points=short_points(data.points), food=data.food)
            if data.food
            else counted(data.points, "point")
        )
        body.text(1, 5, (points, "stock-dim"))
        return
    top = 4 if size else 1
    # In the larger sizes, the corners of the last row are cut.
    room = body.width - 1 if size else body.width
    lines = trait_lines(trait, room, body.height - top, has_corners=bool(size))
    for y, line in enumerate(lines, top):
        body.text(min(1, room - len(line)) if size else 0, y, (line, style))
    stars = STAR * TRAIT_POINTS[trait]
    last = len(lines[-1]) if top + len(lines) == body.height else 0
    if not size and not is_known and last + len(stars) <= room:
        body.right(body.height - 1, (stars, "strong stock-ink"))


def trait_lines(trait: int, room: int, rows: int, *, has_corners: bool) -> Sequence[str]:
    """Return the name of a trait in lines: whole, broken into up to ``rows``, or in short.

    Args:
        has_corners: the card's rounded corner takes a column of the last row.
    """
    name = trait_name(trait)
    whole: list[Sequence[str]] = [(name,)]
    if rows > 1:
        broken = [tr(lines) for lines in BROKEN.get(TABLES.traits[trait - 1].name, ())]
        whole += [lines.splitlines() for lines in broken if lines.count("\n") < rows]
    for lines in whole:
        rooms = [room] * (rows - 1) + [room - int(has_corners)]
        if all(len(line) <= columns for line, columns in zip(lines, rooms, strict=False)):
            return lines
    return (short_trait(trait, room),)
