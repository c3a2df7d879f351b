"""Evo in words: names, prompts, and phrases for actions.

See also ``elements`` (the elements of the board), ``narration`` (events) and ``description`` (a
position in sentences).
"""

from collections.abc import Sequence
from typing import Final, assert_never

from darwin_core.cards import together
from darwin_core.game import HIDDEN
from darwin_core.games.evo.actions import (
    Adopt,
    AnyAction,
    Awake,
    Displace,
    Done,
    Forage,
    Foresee,
    Found,
    Hunt,
    Migrate,
    Move,
    Predate,
    Save,
)
from darwin_core.games.evo.components import (
    FAUNA_SLOTS,
    FEEDER,
    FORAGER,
    FORESIGHT,
    HUNTER,
    PREDATION,
    RING,
    SLOTS,
    SPECIAL,
    TABLES,
    TRAITS,
    VERSATILE,
    primary,
)
from darwin_core.games.evo.feeding import price, search_card
from darwin_core.games.evo.genes import counted as counts_of
from darwin_core.games.evo.genes import has_future
from darwin_core.games.evo.rules import to_move
from darwin_core.games.evo.state import (
    Begin,
    Cards,
    Choose,
    Drift,
    EvoState,
    Gorge,
    Live,
    Replace,
    Settle,
    Sleep,
)
from darwin_core.lexicon import Lexicon, waiting_for
from darwin_core.wording import a, counted, listed

_SPECIALS: Final = (
    "it saves one of two or more cards that a generation did not use",
    "a hunt of a fauna that holds a token places one more",
    "once in a generation it migrates for one card, and loses none",
    "thriving competitors take nothing where no rival has more tokens",
    "a hunt that gives an offspring gives a second one",
    "once in a generation draw a card, if there is a future generation",
)


def trait_name(trait: int) -> str:
    """Return a trait's name."""
    return TRAITS[trait].name


def genes_words(cards: Sequence[int]) -> str:
    """Return trait cards in words, equal ones together: ``2 size and speed``."""
    if HIDDEN in cards:
        return counted(len(cards), "card")
    numbers = counts_of(cards)
    return (
        listed(
            [
                f"{number} {trait_name(trait)}" if number > 1 else trait_name(trait)
                for trait, number in enumerate(numbers)
                if number
            ]
        )
        or "nothing"
    )


def location_name(view: EvoState, location: int) -> str:
    """Return a location with its article."""
    return location_of_trait(view.locations[location])


def location_of_trait(trait: int) -> str:
    """Return the location of a trait, with its article."""
    return f"the {TRAITS[trait].location}"


def species_name(species: int) -> str:
    """Return the name of a species: its shape."""
    return TABLES.species[species].name


def card_name(slot: int, card: int) -> str:
    """Return the name of the fauna or flora on a slot."""
    if slot % SLOTS >= FAUNA_SLOTS:
        return TRAITS[card].flora
    return fauna_name(card)


def fauna_name(fauna: int) -> str:
    """Return a fauna's name with the third trait that it asks for."""
    third = fauna % RING
    name = TRAITS[primary(fauna)].fauna
    return f"{name} of {trait_name(third)}" if third != primary(fauna) else f"great {name}"


def design_name(design: int) -> str:
    """Return an adaptation's name."""
    return TABLES.adaptations[design].name


def design_words(design: int) -> str:
    """Return the effect of an adaptation."""
    trait = design % RING
    name, following = trait_name(trait), trait_name((trait + 1) % RING)
    match design - trait:
        case 0 if VERSATILE == 0:
            return f"in a hunt a card of {following} may count as {name}"
        case family if family == FORAGER:
            return f"a card of {name} may search for flora anywhere"
        case family if family == HUNTER:
            return f"hunting {a(TRAITS[trait].fauna)} takes one card of {name} less"
        case family if family == FEEDER:
            return f"foraging {a(TRAITS[trait].flora)} places one token more"
        case _:
            return _SPECIALS[design - SPECIAL]


def uses_words(uses: Cards) -> str:
    """Return the adaptations used, as the end of a sentence."""
    return f", using {listed([design_name(design) for design in uses])}" if uses else ""


# --- prompts and actions


def prompt(view: EvoState, viewer: int, lexicon: Lexicon) -> str:
    """Return the question to a viewer, or the name of the seat that must decide."""
    if not view.pending:
        return "The match is over."
    effect = view.pending[-1]
    if viewer not in to_move(view):
        return waiting_for(lexicon, to_move(view))
    match effect:
        case Begin():
            return "Your turn, a generation: choose the population that acts."
        case Live():
            return _live_words(view, effect)
        case Replace(_, _, left):
            return f"Predation (ours): choose a token of your prey to replace; {left} more at most."
        case Gorge():
            return "Predation (ours): choose where to place one more token."
        case Sleep():
            return "Hibernation: save a card for the Future Genome, or none."
        case Choose():
            following = f"millennium {view.millennium + 1}"
            return f"Choose the species for {following}: genome, populations, adaptations."
        case Settle():
            return "Choose a location for its new population."
        case Drift():
            return "Move one population to another location, or none."
        case _:
            return "Wait."


def _live_words(view: EvoState, effect: Live) -> str:
    species = view.species[effect.seat]
    if not view.hands[species] and FORESIGHT not in view.adaptations[species]:
        return "You have no cards left: end the generation."
    left = counted(len(view.hands[species]), "card")
    where = location_name(view, view.active)
    if has_future(view, species):
        return f"Hunt, forage or migrate at {where}; {left} left."
    return f"The last generation: hunt or forage at {where}; {left} left."


def phrase(view: EvoState, action: AnyAction, lexicon: Lexicon) -> str:
    """Return an action as a numbered choice."""
    match action:
        case Awake(location):
            return f"begin at {location_name(view, location)}"
        case Hunt(slot, uses):
            fauna = view.slots[SLOTS * view.active + slot]
            cards = genes_words(price(fauna, uses))
            return f"hunt the {fauna_name(fauna)} with {cards}{uses_words(uses)}"
        case Forage(slot, amount, uses):
            flora = view.slots[SLOTS * view.active + slot]
            spent = together(bytes((flora,)) * amount, bytes((search_card(view, uses),)))
            where = f"{_second(view, slot)}{TRAITS[flora].flora}"
            return f"forage the {where} with {genes_words(spent)}{uses_words(uses)}"
        case Migrate(cards, location):
            wandering = " by wandering" if len(cards) == 1 else ""
            where = location_name(view, location)
            return f"migrate to {where} for {genes_words(cards)}{wandering}"
        case Predate(prey, trait):
            cards = f"{PREDATION} cards of {trait_name(trait)}"
            return f"hunt the {species_name(prey)} with {cards} (predation, ours)"
        case Displace(slot):
            place = SLOTS * view.active + slot
            return f"on the {_second(view, slot)}{card_name(place, view.slots[place])}"
        case Foresee():
            return "draw a card by foresight"
        case Save(trait):
            return f"save {trait_name(trait)}"
        case Adopt(species):
            return f"choose the {species_name(species)} as your species"
        case Found(location):
            return f"a new population at {location_name(view, location)}"
        case Move(start, location):
            return f"move one from {location_name(view, start)} to {location_name(view, location)}"
        case Done():
            return done_words(view)
        case _:
            assert_never(action)


def _second(view: EvoState, slot: int) -> str:
    """Return ``second`` if an equal card is on an earlier slot of the location."""
    first = SLOTS * view.active
    card, start = view.slots[first + slot], FAUNA_SLOTS if slot >= FAUNA_SLOTS else 0
    before = view.slots[first + start : first + slot]
    return "second " if card in before else ""


def done_words(view: EvoState) -> str:
    """Return the meaning of "done" for the current decision."""
    match view.pending[-1] if view.pending else None:
        case Replace():
            return "replace no more tokens"
        case Sleep():
            return "save nothing"
        case Drift():
            return "move no population"
        case _:
            return "end the generation"
