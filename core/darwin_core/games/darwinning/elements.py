"""A sentence on each element of the board: its meaning and its present use."""

from darwin_core.game import NOTHING, Element
from darwin_core.games.darwinning.boards import habitats_of, has, shown
from darwin_core.games.darwinning.combinations import rank_of
from darwin_core.games.darwinning.components import (
    CLIMBS,
    ENVIRONMENTS,
    GAINED_FOOD,
    GROWS,
    IRON_STOMACH,
    JOKER,
    LIVES_IN,
    NUMBER,
    POISON,
    SPACES,
    SPECIES,
    TABLES,
    TRACK,
)
from darwin_core.games.darwinning.notation import owner_and_space
from darwin_core.games.darwinning.state import (
    Browse,
    DarwinningState,
    Declare,
    Hunt,
    Improve,
    Keep,
    Lead,
    Mutate,
    Share,
)
from darwin_core.games.darwinning.words import card_name, environments_words, set_words, trait_name
from darwin_core.lexicon import Lexicon


def element(view: DarwinningState, viewer: int, place: Element, lexicon: Lexicon) -> str:
    """Return the meaning of an element and its use now."""
    kind, number = place
    match kind:
        case "display" if view.pending and isinstance(view.pending[-1], Declare):
            return _display_words(view.played[view.pending[-1].seat], number)
        case "card" | "display":
            return _card_words(number)
        case "species":
            return _species_words(view, number)
        case "trait":
            owner, space = owner_and_space(number)
            cards = view.display if owner == len(view.hands) else view.traits[owner]
            return _trait_words(NUMBER[cards[space]]) if cards[space] < JOKER else "Nothing."
        case "space":
            return _space_words(view, number)
        case "environment":
            return f"{ENVIRONMENTS[number].capitalize()}: {_who_lives_in(view, number)}."
        case "use":
            return (
                f"Move up the food chain over occupied spaces, one more from 1 to {TRACK.small}.",
                "Increase the population: more points, and more food needed.",
                f"Adapt to its environments: {GAINED_FOOD} food from each that is on the table.",
            )[number]
        case _:
            return _leaving_words(view)


def _display_words(played: bytes, card: int) -> str:
    """Return the result of using a card of the display."""
    together = played + bytes((card,))
    if rank_of(together) is None:
        return f"{card_name(card).capitalize()} needs another card of the display."
    return f"With {card_name(card)} you have {set_words(together)}."


def _card_words(card: int) -> str:
    if card == JOKER:
        return "Joker: a zero of any suit; it cannot improve a species."
    places = environments_words(sorted(LIVES_IN[card]))
    parts = [card_name(card).capitalize(), trait_name(NUMBER[card])]
    if CLIMBS[card]:
        parts.append(f"food chain +{CLIMBS[card]}")
    if GROWS[card]:
        parts.append(f"population +{GROWS[card]}")
    return f"{', '.join(parts)}; {places}."


def _trait_words(trait: int) -> str:
    row = TABLES.traits[trait - 1]
    return f"{row.name}: {row.effect}"


def _species_words(view: DarwinningState, being: int) -> str:
    name = SPECIES[view.species[being]].name if being < len(view.hands) else "dummy"
    effect = view.pending[-1] if view.pending else None
    if isinstance(effect, Hunt):
        poisoned = has(view, being, POISON) and not has(view, effect.seat, IRON_STOMACH)
        bites = " and, by its Poison, 2 bites" if poisoned else ""
        return f"Eating the {name} brings {GAINED_FOOD} food{bites}."
    if isinstance(effect, Lead):
        return f"The {name} would lead the first trick."
    where = f"on space {view.places[being]}"
    if being == len(view.hands):
        return f"The dummy, {where}."
    return f"The {name}, {where}, population {view.population[being]}."


def _space_words(view: DarwinningState, space: int) -> str:
    """Describe a trait space of the seat that places a card."""
    text = f"Trait space {space + 1}" + (" (no points)" if space == SPACES - 1 else "")
    seat = getattr(view.pending[-1], "seat", None) if view.pending else None
    if seat is None:
        return f"{text}."
    trait = shown(view.species[seat], view.traits[seat])[space]
    if not trait:
        return f"{text}: empty."
    if view.traits[seat][space] == NOTHING:
        return f"{text}: {trait_name(trait)}, printed; a card on it hides it."
    return f"{text}: {trait_name(trait)}; another card here replaces it."


def _who_lives_in(view: DarwinningState, environment: int) -> str:
    """Return the food that each species finds in an environment."""
    found = [
        f"{SPECIES[view.species[seat]].name} {habitats_of(view, seat)[environment]}"
        for seat in range(len(view.hands))
        if environment in habitats_of(view, seat)
    ]
    return f"food for {', '.join(found)}" if found else "nobody lives here"


def _leaving_words(view: DarwinningState) -> str:
    """Return the meaning of taking none of the offers."""
    match view.pending[-1] if view.pending else None:
        case Mutate():
            return "Take no trait."
        case Declare():
            return "Use no card of the display."
        case Improve() | Browse():
            return "Improve nothing."
        case Keep():
            return "Keep no card."
        case Share():
            return "Share no environment."
        case Hunt():
            return "Eat no more; the food is counted next."
        case _:
            return "Choose nothing."
