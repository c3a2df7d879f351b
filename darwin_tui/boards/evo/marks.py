"""Marks on Evo's board: of keys, traits, tokens, prices and the fate of cards; the names of species
and their adaptations, fitted to their columns; the target of genomes.

A place is the index of a fauna or flora among those of all locations, a slot its number at its
location. A species' mark is its seat's; its solid form is for populations that can act and for
tokens, its hollow form for spent populations and for tokens that Enter's action would place.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from darwin_core.contract.game import HIDDEN, NOTHING, Element
from darwin_core.games.evo.material import (
    CATCH,
    FAUNA_SLOTS,
    RING,
    SLOTS,
    TABLES,
    TRAITS,
    EvoState,
    is_choosing,
    populations_of,
    primary,
    tokens_max,
)
from darwin_core.games.evo.millennium import is_spared, lasting_tokens
from darwin_core.games.evo.texts import kind_name, species_name, trait_letter, trait_name
from darwin_core.text.language import noun, tr, tr_in
from darwin_tui.boards.evo.scene import Scene
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import SEAT_MARKS, Run, Styled, length
from darwin_tui.drawing.card import draw_gauges
from darwin_tui.drawing.marks import SIGNS, State, state_of

HOLLOW: Final = dict(zip("●▲■◆", "○△□◇", strict=True))
"""The hollow form of each seat's mark."""
FREE: Final = "·"
"""A free place: for a token on a card, for a card in a genome."""


def key_of(element: Element) -> int | None:
    """Return the number of the key that selects an element. Food at the acting location has keys 1
    to 5, locations 6 to 9, amounts their own number, so that no key changes during a match."""
    kind, number = element
    match kind:
        case "slot":
            return number + 1
        case "location" | "goal":
            return number + SLOTS + 1
        case "amount":
            return number
        case _:
            return None


def sign_of(scene: Scene, element: Element) -> Run:
    """Return the sign before an element: its key if it is selectable."""
    state = state_of(scene, element)
    key = key_of(element)
    if state is State.SELECTABLE and key is not None:
        return (f"{key}", "selectable")
    return SIGNS[state]


def solid(trait: int) -> str:
    """Return the style of a trait that counts now: a filled ground."""
    name = TRAITS[trait].name
    return f"strong on-{name} on {name}"


def tinted(trait: int) -> str:
    """Return the style of a trait still to come: its ink on a lightly tinted ground."""
    name = TRAITS[trait].name
    return f"low-{name} on tint-{name}"


def letter(trait: int) -> Run:
    """Return the letter of a trait on its ground."""
    return (trait_letter(trait), solid(trait))


def likely_name(trait: int, room: int) -> str:
    """Return the name of a trait, or its letter if the name does not fit."""
    name = trait_name(trait)
    return name if len(name) <= room else trait_letter(trait)


def letters(traits: Sequence[int]) -> list[Styled]:
    """Return the letters of traits; a dash if there are none."""
    return [letter(trait) for trait in traits] or [("–", "dim")]


def chip(trait: int, text: str) -> Run:
    """Return words on the ground of a trait."""
    return (f" {text} ", solid(trait))


def species_letters(count: int) -> str:
    """Return a letter for each of some species: the first of its name that no earlier one has."""
    letters = ""
    for species in range(count):
        name = species_name(species).lower()
        letters += next(letter for letter in name if letter not in letters)
    return letters


def species_mark(view: EvoState, species: int) -> Run:
    """Return the mark of the seat that plays a species, or the letter of an unplayed one."""
    seat = view.species.find(species)
    if seat < 0:
        return (species_letters(len(view.genomes))[species], "strong")
    return (SEAT_MARKS[seat], f"strong seat-{seat}")


def spent_mark(view: EvoState, species: int) -> Run:
    """Return the hollow mark of a species, for a population that was active."""
    mark, style = species_mark(view, species)
    return (HOLLOW.get(mark, mark.lower()), style)


def is_fauna(place: int) -> bool:
    """Return whether a place is for a fauna, not for a flora."""
    return place % SLOTS < FAUNA_SLOTS


def card_label(view: EvoState, place: int) -> str:
    """Return the one-word name of the card on a place; empty if there is none."""
    card = view.slots[place]
    if card == NOTHING:
        return ""
    return kind_name(place, card)


def price_letters(view: EvoState, place: int) -> list[Styled]:
    """Return the price of a fauna, as ``SSP``, or the search card and gathered card of a flora, as
    ``S+R``."""
    card = view.slots[place]
    if is_fauna(place):
        return letters([primary(card), primary(card), card % RING])
    return [letter(view.locations[place // SLOTS]), ("+", "dim"), letter(card)]


def price_words(view: EvoState, place: int, room: int) -> list[Styled]:
    """Return the price of a fauna, or the search card and gathered card of a flora, in words, with
    gaps if they fit."""
    card = view.slots[place]
    if is_fauna(place):
        main = primary(card)
        third = card % RING
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


def tokens_by_owner(view: EvoState, then: EvoState, place: int) -> Iterator[tuple[Run, int]]:
    """Yield the token owners' marks on a card with their numbers. A hollow mark is for tokens that
    Enter's action would place; ``then`` is the view after that action."""
    pairs = zip(view.tokens[place], then.tokens[place], strict=True)
    for species, (number, later) in enumerate(pairs):
        if number:
            yield species_mark(view, species), number
        if later > number:
            yield spent_mark(view, species), later - number


def tokens_short(view: EvoState, then: EvoState, place: int) -> list[Styled]:
    """Return the tokens on a card by owner, as ``●2■1``; those of Enter's action are hollow."""
    owners = tokens_by_owner(view, then, place)
    return [(f"{mark}{number}", style) for (mark, style), number in owners]


def tokens_long(view: EvoState, then: EvoState, place: int, room: int) -> list[Styled]:
    """Return a mark for each token on a card and a dot for each that still fits; numbers if these
    are too many."""
    token_count = sum(then.tokens[place])
    free = max(tokens_max(view) - token_count, 0)
    if token_count + free > room:
        return tokens_short(view, then, place)
    owners = tokens_by_owner(view, then, place)
    return [*((mark * number, style) for (mark, style), number in owners), (FREE * free, "dim")]


DYING_NAMED: Final = 10
"""Number of dying cards up to which each has words; if more die, each has a sign."""
ROOM_NAMED: Final = 2
"""Room for further tokens on a card up to which the room is named."""


def victims(view: EvoState, place: int) -> list[int]:
    """Return the species that a card would take a token from if the millennium ended now, by seat.

    Only a card without tokens takes any, from the species with tokens at its location on cards that
    do not die out; a territorial species with the most tokens there is spared.
    """
    if any(view.tokens[place]) or view.slots[place] == NOTHING or is_choosing(view):
        return []
    token_counts = lasting_tokens(view, place // SLOTS)
    return [
        species
        for species in order(view)
        if token_counts[species] and not is_spared(view, species, token_counts)
    ]


def has_room(view: EvoState, place: int) -> bool:
    """Return whether a card survives the next catch of anybody: the two tokens of a hunt, or a
    single one on a flora."""
    least = CATCH if is_fauna(place) else 1
    return sum(view.tokens[place]) + least <= tokens_max(view)


def fate(view: EvoState, place: int) -> list[list[Styled]]:
    """Return words for a card's fate at the end of the millennium, from long to short: the species
    that lose a token to it, the few tokens that it still bears, or that it dies out, now or with
    the next catch. A card that is neither empty nor nearly full has no words."""
    token_count = sum(view.tokens[place])
    bears = tokens_max(view)
    if losers := victims(view, place):
        marks: list[Styled] = [species_mark(view, species) for species in losers]
        return [[(f"{tr('takes 1')} ", "bad"), *marks], [("−", "bad"), *marks]]
    if not token_count or bears - token_count > ROOM_NAMED:
        return [[]]
    if has_room(view, place):
        return [[(tr("room {number}", number=bears - token_count), "dim")], []]
    if token_count <= bears:
        return [[(tr("full"), "strong bad")]]
    dying = sum(sum(tokens) > bears for tokens in view.tokens)
    words = tr_in("tokens", "dies out") if dying <= DYING_NAMED else "!"
    return [[(words, "strong bad")]]


def room_figure(view: EvoState, place: int) -> list[Styled]:
    """Return the number of tokens on a card of several owners, with a sign if it bears no
    further catch. For a card without tokens, return its fate or a dot."""
    token_count = sum(view.tokens[place])
    if not token_count:
        return fate(view, place)[-1] or [(FREE, "dim")]
    if not has_room(view, place):
        sign = "!" if token_count <= tokens_max(view) else "✗"
        return [(f"{token_count}{sign}", "strong bad")]
    return [(f"{token_count}", "dim")] if sum(map(bool, view.tokens[place])) > 1 else []


# --- adaptations

NAMES_MAX: Final = 200
"""Columns in which no adaptation of a species is shortened, to measure all of them in full."""


def worn_tokens(view: EvoState, species: int) -> dict[int, str]:
    """Return a species' adaptations, each with its tokens in words: a number, none for 0, or for
    several cards of an adaptation their count and the tokens of each."""
    worn = dict[int, list[int]]()
    for design, tokens in zip(view.adaptations[species], view.worn[species], strict=True):
        worn.setdefault(design, []).append(tokens)
    return {design: _tokens_words(copies) for design, copies in worn.items()}


def _tokens_words(copies: Sequence[int]) -> str:
    if len(copies) > 1:
        return f" ×{len(copies)} ({', '.join(map(str, copies))})"
    return f" {copies[0]}" if copies[0] else ""


def adaptation_names(designs: Iterable[int]) -> list[str]:
    """Return the names of adaptations as in the component table."""
    return [TABLES.adaptations[design].name for design in designs]


def adaptations(view: EvoState, species: int, width: int) -> list[Styled]:
    """Return a species' adaptations with their tokens, in at most ``width`` columns."""
    figures = worn_tokens(view, species)
    gap = " · "
    room = width - len(gap) * (len(figures) - 1) - sum(map(len, figures.values()))
    pieces: list[Styled] = []
    names = fitted(adaptation_names(figures), room)
    for name, figure in zip(names, figures.values(), strict=True):
        pieces += [(gap, "dim")] if pieces else []
        pieces += [name, (figure, "strong good")]
    return pieces


def fitted(names: Sequence[str], room: int) -> list[str]:
    """Return translated names, shortened until they fit together.

    The longest are first cut to one word; if that is not enough, names are cut, with a dot.

    Args:
        names: names as in the component table.
        room: columns for all of them.
    """
    fitted_names: list[str] = [noun(name) for name in names]
    by_length = sorted(range(len(names)), key=lambda index: -len(fitted_names[index]))
    for index in by_length:
        if sum(map(len, fitted_names)) <= room:
            break
        fitted_names[index] = tr(short(names[index], names))
    longest = max(map(len, fitted_names), default=0)
    while longest > 1 and sum(min(len(name), longest) for name in fitted_names) > room:
        longest -= 1
    return [
        name if len(name) <= longest else f"{name[: longest - 1].rstrip()}."
        for name in fitted_names
    ]


def fitted_alone(design: int, room: int) -> str:
    """Return the translated name of an adaptation, shortened to fit. A short name is like that of
    no other adaptation, as the species may have others than the reader sees."""
    name = TABLES.adaptations[design].name
    if len(noun(name)) <= room:
        return noun(name)
    text = tr(short(name, [row.name for row in TABLES.adaptations]))
    return text if len(text) <= room else f"{text[: room - 1].rstrip()}."


def short(name: str, names: Sequence[str]) -> str:
    """Return the last word of a name, or the first if another name ends with the same word."""
    words = name.split()
    is_shared = any(other.endswith(words[-1]) for other in names if other != name)
    return words[0] if is_shared else words[-1]


_NAMES: Final = [row.name for row in TABLES.adaptations]
MESSAGES: Final = tuple(
    dict.fromkeys(short(name, among) for name in _NAMES for among in ([name], _NAMES))
)
"""Short names of adaptations for the message files: among the names of a species, where the last
word may be enough, and among all."""


# --- names of species, and what is known of each

LIKELY_COLUMNS: Final = 4
"""Columns of a likely trait in a hand: its letter and the chance."""
LIKELY_COLUMNS_MAX: Final = 14
"""Maximum columns of a likely trait, with its name."""


def order(view: EvoState) -> list[int]:
    """Return the species in the order of their seats, those that nobody plays last; in table order
    while players choose."""
    if is_choosing(view):
        return [*range(len(view.genomes))]
    taken = [species for species in view.species if species < len(view.genomes)]
    return [*taken, *(free for free in range(len(view.genomes)) if free not in taken)]


def species_label(scene: Scene, view: EvoState, species: int) -> str:
    """Return the name of a species' player, or of the species itself."""
    seat = view.species.find(species)
    return scene.names[seat] if seat >= 0 else tr("the {species}", species=species_name(species))


def draw_name(area: Area, scene: Scene, view: EvoState, species: int, y: int, room: int = 0) -> int:
    """Write a species' mark and name into a row; return the next column, the same for all species.

    Args:
        room: columns of the name; 0 for the columns of the longest name.
    """
    seat = view.species.find(species)
    style = f"strong seat-{seat}" if seat >= 0 else "strong"
    width = room or name_columns(scene)
    label = species_label(scene, view, species)
    if len(label) > width and seat < 0:
        label = species_name(species)
    area.text(1, y, species_mark(view, species), " ", (label[:width], style))
    # Before the name are a sign, the mark and a blank; after it is a gap.
    return 4 + width


def name_columns(scene: Scene) -> int:
    """Return the columns of the longest displayed name, of a player or species."""
    view = scene.view
    return max(len(species_label(scene, view, species)) for species in range(len(view.genomes)))


def face_up(view: EvoState, species: int, *, is_short: bool = False) -> list[Styled]:
    """Return the face-up cards on a species' deck."""
    label = tr_in("deck", "up") if is_short else tr("face up")
    return [(f"{label} ", "dim"), *letters(view.offspring[species])]


def seen_in_hand(view: EvoState, species: int, *, is_short: bool = False) -> list[Styled]:
    """Return the publicly seen cards in a species' hand, if others are hidden."""
    shown = view.shown[species]
    if not shown or HIDDEN not in view.hands[species]:
        return []
    label = tr_in("hand", "seen") if is_short else tr("seen in hand")
    return [(f"{label} ", "dim"), *letters(shown)]


def homes(view: EvoState, species: int) -> list[Run]:
    """Return the locations of a species' populations, with their number at each."""
    populations = [
        f"{noun(TRAITS[trait].location)} {number}"
        for trait, number in zip(view.locations, populations_of(view, species), strict=True)
        if number
    ]
    return [(f"{tr_in('species', 'lives in')} ", "dim"), (", ".join(populations) or "–", "")]


def draw_likely(area: Area, scene: Scene, view: EvoState, species: int) -> bool:
    """Fill a row with the likely traits of a species' hand, if they are shown; return whether they
    are."""
    seat = view.species.find(species)
    likely = scene.likely(seat, "hand")
    if likely and area.width >= LIKELY_COLUMNS:
        colour = f"seat-{seat}"
        draw_gauges(
            area, likely, likely_name, colour, least=LIKELY_COLUMNS, most=LIKELY_COLUMNS_MAX
        )
    return bool(likely)
