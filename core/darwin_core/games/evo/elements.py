"""A sentence on each element of the board: its meaning and its present use."""

from collections import Counter

from darwin_core.contract.game import NOTHING, Element
from darwin_core.games.evo.components import (
    CATCH,
    FAUNA_SLOTS,
    FORESIGHT,
    HARDY,
    SLOTS,
    SYMBOLS,
    TRAITS,
    primary,
)
from darwin_core.games.evo.effects import Choose, Drift, Live, Settle
from darwin_core.games.evo.feeding import affordable
from darwin_core.games.evo.genes import has_future
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.words import (
    at_location,
    design_name,
    design_words,
    done_words,
    genes_words,
    location_name,
    species_name,
    trait_name,
)
from darwin_core.text.language import noun, tr, tr_n
from darwin_core.text.seat_names import Lexicon
from darwin_core.text.wording import capitalized, counted


def element(view: EvoState, viewer: int, place: Element, lexicon: Lexicon) -> str:
    """Return the meaning and the present use of an element."""
    kind, number = place
    match kind:
        case "slot" if view.active == NOTHING:
            return tr("No population is active.")
        case "slot":
            return _lack_words(view, viewer, number) or slot_words(
                view, SLOTS * view.active + number
            )
        case "place":
            is_far = _acts(view, viewer) and number // SLOTS != view.active
            return slot_words(view, number, is_far=is_far)
        case "location" if number == view.active and _acts(view, viewer):
            searcher = trait_name(view.locations[number])
            return tr("You are here already: {trait} searches for flora.", trait=searcher)
        case "location" | "goal":
            return tr(
                "{place}: {trait} searches for flora. Migrating costs any two cards."
                if _has_future(view)
                else "{place}: {trait} searches for flora. The last generation stays.",
                place=capitalized(location_name(view, number)),
                trait=trait_name(view.locations[number]),
            )
        case "card":
            return _trait_words(number)
        case "adaptation":
            return f"{capitalized(design_name(number))}: {design_words(number)}."
        case "amount":
            return _gather_words(view, number)
        case "species":
            return _species_words(view, number)
        case "button" if number:
            return tr_n(
                "Draw the next card of the deck; once in a generation.",
                "Draw the next card of the deck; {number} times in a generation.",
                _copies(view, viewer, FORESIGHT),
            )
        case _:
            return f"{capitalized(done_words(view))}."


def _copies(view: EvoState, viewer: int, design: int) -> int:
    """Return how many of an adaptation the viewer's species has; one for others."""
    has_species = viewer < len(view.species) and view.species[viewer] != NOTHING
    return view.adaptations[view.species[viewer]].count(design) if has_species else 1


def _acts(view: EvoState, viewer: int) -> bool:
    """Return whether a viewer hunts, forages or migrates now."""
    effect = view.pending[-1] if view.pending else None
    return isinstance(effect, Live) and effect.seat == viewer


def _trait_words(trait: int) -> str:
    row = TRAITS[trait]
    return tr(
        "{trait}: it hunts {fauna:a}, searches {where} and gathers {flora}.",
        trait=capitalized(trait_name(trait)),
        fauna=noun(row.fauna),
        where=at_location(trait),
        flora=noun(row.flora),
    )


def slot_words(view: EvoState, place: int, *, is_far: bool = False) -> str:
    """Return a slot's card, its present cost and yield, and how many tokens it still has room
    for, or that it is out of reach."""
    card = view.slots[place]
    if card == NOTHING:
        return tr("This place is empty.")
    left = HARDY + view.millennium - sum(view.tokens[place])
    room = tr("room for {left}", left=left) if left > 0 else tr("dies out") if left else tr("full")
    room = tr("not here") if is_far else room
    home = view.locations[place // SLOTS]
    lasts = _has_future(view)
    if place % SLOTS >= FAUNA_SLOTS:
        cost = _flora_cost(home, card)
        if not lasts:
            return tr("{cost} and 1 more; {room}.", cost=cost, room=room)
        return tr(
            "{cost}; {born}; {room}.", cost=cost, born=_offspring_words(view, home), room=room
        )
    return tr(
        "{cost} for {tokens}; {born}; {room}." if lasts else "{cost} for {tokens}; {room}.",
        cost=_fauna_cost(card),
        tokens=counted(CATCH + (not lasts), "token"),
        born=_offspring_words(view, primary(card)),
        room=room,
    )


def _lack_words(view: EvoState, viewer: int, slot: int) -> str:
    """Return what the hand of the viewer who acts lacks for a card at the location, and the cost;
    empty where it lacks nothing."""
    card = view.slots[SLOTS * view.active + slot]
    if not _acts(view, viewer) or card == NOTHING:
        return ""
    species, home = view.species[viewer], view.locations[view.active]
    hand = view.hands[species]
    if slot in affordable(view, species):
        return ""
    is_fauna = slot < FAUNA_SLOTS
    wanted = Counter(SYMBOLS[card] if is_fauna else (home, card))
    lack = wanted - Counter(hand)
    cost = _fauna_cost(card) if is_fauna else _flora_cost(home, card)
    if lack == wanted:
        return tr("You lack all cards for it. {cost}.", cost=cost)
    cards = genes_words(bytes(sorted(lack.elements())))
    return tr("You lack {cards}. {cost}.", cards=cards, cost=cost)


def _fauna_cost(card: int) -> str:
    return f"{capitalized(noun(TRAITS[primary(card)].fauna))}: {genes_words(SYMBOLS[card])}"


def _flora_cost(home: int, card: int) -> str:
    return tr(
        "{flora}: 1 {home}, then 1 token per {trait}",
        flora=capitalized(noun(TRAITS[card].flora)),
        home=trait_name(home),
        trait=trait_name(card),
    )


def _gather_words(view: EvoState, number: int) -> str:
    """Return how many cards are spent on flora, and how many tokens they bring."""
    tokens = counted(number + (not _has_future(view)), "token")
    return tr("Gather {cards} for {tokens}.", cards=counted(number, "card"), tokens=tokens)


def _has_future(view: EvoState) -> bool:
    """Return whether a catch would now give offspring; between millennia, whether it could."""
    effect = view.pending[-1] if view.pending else None
    if effect is None or isinstance(effect, Choose | Settle | Drift):
        return True
    return has_future(view, view.species[effect.seat])


def _offspring_words(view: EvoState, trait: int) -> str:
    return tr("1 {trait} born", trait=trait_name(trait)) if view.supply[trait] else tr("none born")


def _species_words(view: EvoState, species: int) -> str:
    genome = ", ".join(
        f"{trait_name(trait)} {number}" for trait, number in enumerate(view.genomes[species])
    )
    return f"{capitalized(species_name(species))}: {genome}."
