"""Evo in words: names, prompts, and phrases for actions.

See also ``elements`` (the elements of the board), ``narration`` (events) and ``description`` (a
position in sentences).
"""

from collections.abc import Sequence
from typing import Final, assert_never

from darwin_core.contract.cards import Cards, Counts, together
from darwin_core.contract.game import HIDDEN
from darwin_core.games.evo import actions, effects
from darwin_core.games.evo.actions import AnyAction
from darwin_core.games.evo.components import (
    FAUNA_NAMES,
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
from darwin_core.games.evo.genes import counts_of, has_future
from darwin_core.games.evo.rules import legal, to_move
from darwin_core.games.evo.state import EvoState
from darwin_core.text.language import language, mark, noun, tr, tr_in
from darwin_core.text.nouns import Noun
from darwin_core.text.seat_names import Lexicon, waiting_for
from darwin_core.text.wording import counted, listed

_SPECIALS: Final = (
    mark("it saves one of two or more cards that a generation did not use"),
    mark("a hunt of a fauna that holds a token places one more"),
    mark("once in a generation it migrates for one card, and loses none"),
    mark("thriving competitors take nothing where no rival has more tokens"),
    mark("a hunt that gives an offspring gives a second one"),
    mark("once in a generation draw a card, if there is a future generation"),
)


def trait_name(trait: int) -> Noun:
    """Return a trait's name."""
    return noun(TRAITS[trait].name)


def trait_letter(trait: int) -> str:
    """Return a trait's letter on the board: that of the notation, or of its translated name."""
    return TRAITS[trait].letter if language() == "en" else trait_name(trait)[0]


def genes_words(cards: Sequence[int]) -> str:
    """Return trait cards in words, equal ones together: ``2 size and speed``."""
    if HIDDEN in cards:
        return counted(len(cards), "card")
    parts = [
        f"{number} {trait_name(trait)}" if number > 1 else trait_name(trait)
        for trait, number in enumerate(counts_of(cards))
        if number
    ]
    return listed(parts) or tr("nothing")


def counts_words(counts: Counts) -> str:
    """Return numbers of cards by trait in words: ``size 2, speed 1``."""
    parts = [f"{trait_name(trait)} {number}" for trait, number in enumerate(counts) if number]
    return ", ".join(parts) or tr_in("cards", "none")


def location_name(view: EvoState, location: int) -> str:
    """Return a location with its article."""
    return location_of_trait(view.locations[location])


def location_of_trait(trait: int) -> str:
    """Return the location of a trait, with its article."""
    return tr(f"the {TRAITS[trait].location}")


def at_location(trait: int) -> str:
    """Return where the location of a trait is: ``at the lake``."""
    return tr(f"at the {TRAITS[trait].location}")


def to_location(trait: int) -> str:
    """Return the way to the location of a trait: ``to the lake``."""
    return tr(f"to the {TRAITS[trait].location}")


def from_location(trait: int) -> str:
    """Return the way from the location of a trait: ``from the lake``."""
    return tr(f"from the {TRAITS[trait].location}")


def species_name(species: int) -> Noun:
    """Return the name of a species: its shape."""
    return noun(TABLES.species[species].name)


def card_name(slot: int, card: int) -> Noun:
    """Return the name of the fauna or flora on a slot."""
    if slot % SLOTS >= FAUNA_SLOTS:
        return noun(TRAITS[card].flora)
    return fauna_name(card)


def kind_name(slot: int, card: int) -> Noun:
    """Return the same in one word: of a fauna without the third trait that it asks for."""
    is_fauna = slot % SLOTS < FAUNA_SLOTS
    return noun(TRAITS[primary(card)].fauna if is_fauna else TRAITS[card].flora)


def fauna_name(fauna: int) -> Noun:
    """Return a fauna's name with the third trait that it asks for."""
    return noun(FAUNA_NAMES[fauna])


def design_name(design: int) -> str:
    """Return an adaptation's name."""
    return noun(TABLES.adaptations[design].name)


def designs_words(designs: Cards) -> str:
    """Return the names of some adaptations."""
    return listed([design_name(design) for design in designs])


def design_words(design: int) -> str:
    """Return the effect of an adaptation."""
    trait = design % RING
    name, following = trait_name(trait), trait_name((trait + 1) % RING)
    row, family = TRAITS[trait], design - trait
    if family == VERSATILE:
        return tr(
            "in a hunt a card of {following} may count as {name}", following=following, name=name
        )
    if family == FORAGER:
        return tr("a card of {name} may search for flora anywhere", name=name)
    if family == HUNTER:
        fauna = noun(row.fauna)
        return tr("hunting {fauna:a} takes one card of {name} less", fauna=fauna, name=name)
    if family == FEEDER:
        return tr("foraging {flora:a} places one token more", flora=noun(row.flora))
    return tr(_SPECIALS[design - SPECIAL])


# --- prompts and actions


def prompt(view: EvoState, viewer: int, lexicon: Lexicon) -> str:
    """Return the question to a viewer, or the name of the seat that must decide."""
    if not view.pending:
        return tr("The match is over.")
    effect = view.pending[-1]
    if viewer not in to_move(view):
        return waiting_for(lexicon, to_move(view))
    match effect:
        case effects.Begin():
            return tr("Your turn, a generation: choose the population that acts.")
        case effects.Live():
            return _live_words(view, effect)
        case effects.Replace(_, _, left):
            return tr(
                "Predation (ours): choose a token of your prey to replace; {left} more at most.",
                left=left,
            )
        case effects.Gorge():
            return tr("Predation (ours): choose where to place one more token.")
        case effects.Sleep():
            return tr("Hibernation: save a card for the Future Genome, or none.")
        case effects.Choose():
            return tr(
                "Choose the species for millennium {number}: genome, populations, adaptations.",
                number=view.millennium + 1,
            )
        case effects.Settle():
            return tr("Choose a location for its new population.")
        case effects.Drift():
            return tr("Move one population to another location, or none.")
        case _:
            return tr("Wait.")


def _live_words(view: EvoState, effect: effects.Live) -> str:
    species = view.species[effect.seat]
    if not view.hands[species] and FORESIGHT not in view.adaptations[species]:
        return tr("You have no cards left: end the generation.")
    left = counted(len(view.hands[species]), "card")
    where = at_location(view.locations[view.active])
    possible = [] if HIDDEN in view.hands[species] else legal(view, effect.seat)
    feeding = actions.Hunt | actions.Forage | actions.Predate
    if possible and not any(isinstance(each, feeding) for each in possible):
        return tr(
            "No food {where} can be paid for: migrate, or end the generation."
            if any(isinstance(each, actions.Migrate) for each in possible)
            else "No food {where} can be paid for: end the generation.",
            where=where,
        )
    if has_future(view, species):
        return tr("Hunt, forage or migrate {where}; {cards} left.", where=where, cards=left)
    return tr("The last generation: hunt or forage {where}; {cards} left.", where=where, cards=left)


def phrase(view: EvoState, action: AnyAction, lexicon: Lexicon) -> str:
    """Return an action as a numbered choice."""
    match action:
        case actions.Awake(location):
            return tr("begin {where}", where=at_location(view.locations[location]))
        case actions.Hunt(slot, uses):
            fauna = view.slots[SLOTS * view.active + slot]
            return tr(
                "hunt the {fauna} with {cards}, using {uses}"
                if uses
                else "hunt the {fauna} with {cards}",
                fauna=fauna_name(fauna),
                cards=genes_words(price(fauna, uses)),
                uses=designs_words(uses),
            )
        case actions.Forage():
            return _forage_words(view, action)
        case actions.Migrate(cards, location):
            return tr(
                "migrate {where} for {cards} by wandering"
                if len(cards) == 1
                else "migrate {where} for {cards}",
                where=to_location(view.locations[location]),
                cards=genes_words(cards),
            )
        case actions.Predate(prey, trait):
            return tr(
                "hunt the {species} with {number} cards of {trait} (predation, ours)",
                species=species_name(prey),
                number=PREDATION,
                trait=trait_name(trait),
            )
        case actions.Displace(slot):
            place = SLOTS * view.active + slot
            return tr(
                "on the second {card}" if _is_second(view, slot) else "on the {card}",
                card=card_name(place, view.slots[place]),
            )
        case actions.Foresee():
            return tr("draw a card by foresight")
        case actions.Save(trait):
            return tr("save {trait}", trait=trait_name(trait))
        case actions.Adopt(species):
            return tr("choose the {species} as your species", species=species_name(species))
        case actions.Found(location):
            return tr("a new population {where}", where=at_location(view.locations[location]))
        case actions.Move(start, location):
            return tr(
                "move one {start} {goal}",
                start=from_location(view.locations[start]),
                goal=to_location(view.locations[location]),
            )
        case actions.Done():
            return done_words(view)
        case _:
            assert_never(action)


def _forage_words(view: EvoState, action: actions.Forage) -> str:
    flora = view.slots[SLOTS * view.active + action.slot]
    spent = together(bytes((flora,)) * action.amount, bytes((search_card(view, action.uses),)))
    values = {"flora": noun(TRAITS[flora].flora), "cards": genes_words(spent)}
    uses = designs_words(action.uses)
    if _is_second(view, action.slot):
        if uses:
            return tr("forage the second {flora} with {cards}, using {uses}", uses=uses, **values)
        return tr("forage the second {flora} with {cards}", **values)
    if uses:
        return tr("forage the {flora} with {cards}, using {uses}", uses=uses, **values)
    return tr("forage the {flora} with {cards}", **values)


def _is_second(view: EvoState, slot: int) -> bool:
    """Return whether an equal card is on an earlier slot of the location."""
    first = SLOTS * view.active
    card, start = view.slots[first + slot], FAUNA_SLOTS if slot >= FAUNA_SLOTS else 0
    return card in view.slots[first + start : first + slot]


def done_words(view: EvoState) -> str:
    """Return the meaning of "done" for the current decision."""
    match view.pending[-1] if view.pending else None:
        case effects.Replace():
            return tr("replace no more tokens")
        case effects.Sleep():
            return tr("save nothing")
        case effects.Drift():
            return tr("move no population")
        case _:
            return tr("end the generation")
