"""A sentence on each element of the board: its meaning and its present use."""

from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.darwinning import actions, effects
from darwin_core.games.darwinning.boards import habitats_of, has, shown
from darwin_core.games.darwinning.combinations import rank_of
from darwin_core.games.darwinning.components import (
    CLIMBS,
    GAINED_FOOD,
    GROWS,
    IRON_STOMACH,
    JOKER,
    LIVES_IN,
    NUMBER,
    POISON,
    SPACES,
    TRACK,
)
from darwin_core.games.darwinning.notation import owner_and_space
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.games.darwinning.survival import meals
from darwin_core.games.darwinning.words import (
    card_name,
    environment_name,
    environments_words,
    set_words,
    species_name,
    trait_effect,
    trait_name,
)
from darwin_core.text.language import tr
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import capitalized


def element(view: DarwinningState, viewer: int, place: Element, lexicon: Lexicon) -> str:
    """Return the meaning of an element and its use now."""
    kind, number = place
    match kind:
        case "display" if view.pending and isinstance(view.pending[-1], effects.Declare):
            return _display_words(view.played[view.pending[-1].seat], number)
        case "card" | "display":
            return _card_words(number)
        case "species":
            return _species_words(view, number)
        case "trait":
            owner, space = owner_and_space(number)
            cards = view.display if owner == len(view.hands) else view.traits[owner]
            return trait_effect(NUMBER[cards[space]]) if cards[space] < JOKER else tr("Nothing.")
        case "space":
            return _space_words(view, number)
        case "environment":
            return f"{capitalized(environment_name(number))}: {_who_lives_in(view, number)}."
        case "use":
            return _use_words(number)
        case _:
            return _leaving_words(view)


def _use_words(use: int) -> str:
    if use == 0:
        return tr(
            "Move up the food chain over occupied spaces, one more from 1 to {last}.",
            last=TRACK.small,
        )
    if use == 1:
        return tr("Increase the population: more points, and more food needed.")
    return tr(
        "Adapt to its environments: {number} food from each new one that is on the table.",
        number=GAINED_FOOD,
    )


def _display_words(played: bytes, card: int) -> str:
    """Return the result of using a card of the display."""
    together = played + bytes((card,))
    if rank_of(together) is None:
        return tr("{card} needs another card of the display.", card=capitalized(card_name(card)))
    return tr("With {card} you have {set}.", card=card_name(card), set=set_words(together))


def _card_words(card: int) -> str:
    if card == JOKER:
        return tr("Joker: a zero of any suit; it cannot improve a species.")
    places = environments_words(sorted(LIVES_IN[card]))
    parts = [capitalized(card_name(card)), trait_name(NUMBER[card])]
    if CLIMBS[card]:
        parts.append(tr("food chain +{number}", number=CLIMBS[card]))
    if GROWS[card]:
        parts.append(tr("population +{number}", number=GROWS[card]))
    return f"{', '.join(parts)}; {places}."


def _species_words(view: DarwinningState, being: int) -> str:
    is_dummy = being == len(view.hands)
    effect = view.pending[-1] if view.pending else None
    if isinstance(effect, effects.Hunt) and actions.Eat(being) in meals(view, effect):
        poisoned = has(view, being, POISON) and not has(view, effect.seat, IRON_STOMACH)
        if is_dummy:
            return tr(
                "Eating the dummy brings {number} food and, by its Poison, 2 bites."
                if poisoned
                else "Eating the dummy brings {number} food.",
                number=GAINED_FOOD,
            )
        return tr(
            "Eating the {species} brings {number} food and, by its Poison, 2 bites."
            if poisoned
            else "Eating the {species} brings {number} food.",
            species=species_name(view.species[being]),
            number=GAINED_FOOD,
        )
    if is_dummy:
        return tr("The dummy, on space {place}.", place=view.places[being])
    species = species_name(view.species[being])
    if isinstance(effect, effects.Lead):
        return tr("The {species} would lead the first trick.", species=species)
    return tr(
        "The {species}, on space {place}, population {number}.",
        species=species,
        place=view.places[being],
        number=view.population[being],
    )


def _space_words(view: DarwinningState, space: int) -> str:
    """Describe a trait space of the seat that places a card."""
    text = tr(
        "Trait space {space} (no points)" if space == SPACES - 1 else "Trait space {space}",
        space=space + 1,
    )
    seat = getattr(view.pending[-1], "seat", None) if view.pending else None
    if seat is None:
        return f"{text}."
    trait = shown(view.species[seat], view.traits[seat])[space]
    if not trait:
        return tr("{space}: empty.", space=text)
    is_printed = view.traits[seat][space] == NOTHING
    return tr(
        "{space}: {trait}, printed; a card on it hides it."
        if is_printed
        else "{space}: {trait}; another card here replaces it.",
        space=text,
        trait=trait_name(trait),
    )


def _who_lives_in(view: DarwinningState, environment: int) -> str:
    """Return the food that each species finds in an environment."""
    found = [
        f"{species_name(view.species[seat])} {habitats_of(view, seat)[environment]}"
        for seat in range(len(view.hands))
        if environment in habitats_of(view, seat)
    ]
    return tr("food for {species}", species=", ".join(found)) if found else tr("nobody lives here")


def _leaving_words(view: DarwinningState) -> str:
    """Return the meaning of taking none of the offers."""
    match view.pending[-1] if view.pending else None:
        case effects.Mutate():
            return tr("Take no trait.")
        case effects.Declare():
            return tr("Use no card of the display.")
        case effects.Improve() | effects.Browse():
            return tr("Improve nothing.")
        case effects.Keep():
            return tr("Keep no card.")
        case effects.Share():
            return tr("Share no environment.")
        case effects.Hunt():
            return tr("Eat no more; the food is counted next.")
        case _:
            return tr("Choose nothing.")
