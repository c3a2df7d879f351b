"""A sentence on each element of the board: its meaning and its present use."""

from collections import Counter

from darwin_core.game import NOTHING, Element
from darwin_core.games.evo.components import (
    CATCH,
    FAUNA_SLOTS,
    HARDY,
    SLOTS,
    SYMBOLS,
    TRAITS,
    primary,
)
from darwin_core.games.evo.feeding import forages, hunts, skills_of
from darwin_core.games.evo.genes import BITS, has_future
from darwin_core.games.evo.state import EvoState, Live
from darwin_core.games.evo.words import (
    design_name,
    design_words,
    done_words,
    genes_words,
    location_name,
    species_name,
    trait_name,
)
from darwin_core.lexicon import Lexicon
from darwin_core.wording import a, counted


def element(view: EvoState, viewer: int, place: Element, lexicon: Lexicon) -> str:
    """Return the meaning and the present use of an element."""
    kind, number = place
    match kind:
        case "slot" if view.active == NOTHING:
            return "No population is active."
        case "slot":
            return _lack_words(view, viewer, number) or slot_words(
                view, SLOTS * view.active + number
            )
        case "place":
            return slot_words(view, number)
        case "location" | "goal":
            name = location_name(view, number)
            trait = trait_name(view.locations[number])
            words = f"{name.capitalize()}: {trait} searches for flora."
            return f"{words} Migrating costs any two cards."
        case "card":
            return f"{trait_name(number).capitalize()}: {_trait_words(number)}."
        case "adaptation":
            name = design_name(number)
            return f"{name.capitalize()}: {design_words(number)}."
        case "amount":
            return f"Gather {counted(number, 'card')}: a token for each."
        case "species":
            return _species_words(view, number)
        case "button" if number:
            return "Draw the next card of the deck; once in a generation."
        case _:
            return f"{done_words(view).capitalize()}."


def _trait_words(trait: int) -> str:
    row = TRAITS[trait]
    return f"it hunts {a(row.fauna)}, searches at the {row.location} and gathers {row.flora}"


def slot_words(view: EvoState, place: int) -> str:
    """Return a slot's card, its present cost and yield, and how many tokens it still has room
    for."""
    card = view.slots[place]
    if card == NOTHING:
        return "This place is empty."
    left = HARDY + view.millennium - sum(view.tokens[place])
    end = f"room for {left}" if left > 0 else "dies out" if left else "full"
    home = view.locations[place // SLOTS]
    lasts = _has_future(view)
    if place % SLOTS >= FAUNA_SLOTS:
        extra = _offspring_words(view, home) if lasts else " and 1 more"
        return f"{_flora_cost(home, card)}{extra}; {end}."
    start = _fauna_cost(card)
    if lasts:
        extra = _offspring_words(view, primary(card))
        return f"{start} for {CATCH} tokens{extra}; {end}."
    return f"{start} for {CATCH + 1} tokens; {end}."


def _lack_words(view: EvoState, viewer: int, slot: int) -> str:
    """Return what the hand of the viewer who acts lacks for a card at the location, and the cost;
    empty where it lacks nothing."""
    effect = view.pending[-1] if view.pending else None
    card = view.slots[SLOTS * view.active + slot]
    if not isinstance(effect, Live) or effect.seat != viewer or card == NOTHING:
        return ""
    species, home = view.species[viewer], view.locations[view.active]
    hand, skills = view.hands[species], skills_of(view.adaptations[species])
    had = {hunt.slot for hunt in hunts(view, species, skills, BITS[hand])}
    had |= {forage.slot for forage in forages(view, skills, hand)}
    if slot in had:
        return ""
    is_fauna = slot < FAUNA_SLOTS
    wanted = Counter(SYMBOLS[card] if is_fauna else (home, card))
    lack = wanted - Counter(hand)
    cost = _fauna_cost(card) if is_fauna else _flora_cost(home, card)
    words = "all cards for it" if lack == wanted else genes_words(bytes(sorted(lack.elements())))
    return f"You lack {words}. {cost}."


def _fauna_cost(card: int) -> str:
    return f"{TRAITS[primary(card)].fauna.capitalize()}: {genes_words(SYMBOLS[card])}"


def _flora_cost(home: int, card: int) -> str:
    flora = TRAITS[card].flora.capitalize()
    return f"{flora}: 1 {trait_name(home)}, then 1 token per {trait_name(card)}"


def _has_future(view: EvoState) -> bool:
    """Return whether a catch would now give offspring."""
    if not view.pending or not isinstance(view.pending[-1], Live):
        return True
    return has_future(view, view.species[view.pending[-1].seat])


def _offspring_words(view: EvoState, trait: int) -> str:
    return f"; 1 {trait_name(trait)} born" if view.supply[trait] else "; none born"


def _species_words(view: EvoState, species: int) -> str:
    genome = ", ".join(
        f"{trait_name(trait)} {number}" for trait, number in enumerate(view.genomes[species])
    )
    return f"{species_name(species).capitalize()}: {genome}."
