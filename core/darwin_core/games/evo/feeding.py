"""Hunting fauna and foraging flora: the choices, their prices and their yield."""

from functools import cache, lru_cache
from itertools import product
from typing import Final

from darwin_core.contract.cards import ONE, Cards, together
from darwin_core.contract.game import NOTHING
from darwin_core.games.evo.actions import Forage, Hunt
from darwin_core.games.evo.components import (
    CATCH,
    FAUNA_SLOTS,
    FEEDER,
    FORAGER,
    HUNTER,
    LITTER,
    RING,
    SCAVENGER,
    SLOTS,
    SYMBOLS,
    VERSATILE,
    primary,
)
from darwin_core.games.evo.events import Emitter, Foraged, Hunted
from darwin_core.games.evo.genes import BITS, EVERYTHING, add_offspring, has_future, pass_on
from darwin_core.games.evo.state import EvoState
from darwin_core.kit.rows import plus

# --- adaptations as bits


@lru_cache(maxsize=1 << 12)
def skills_of(adaptations: Cards) -> int:
    """Return the designs among adaptations as bits."""
    return sum([1 << design for design in {*adaptations}])


def _designs_of(skills: int) -> Cards:
    """Return the designs of bits, in order."""
    return bytes(design for design in range(skills.bit_length()) if skills >> design & 1)


# --- hunting


@lru_cache(maxsize=1 << 12)
def price(fauna: int, uses: Cards) -> Cards:
    """Return the cards that pay for a hunt, in order. [Hunt Fauna 1; ruling: Hunt]"""
    symbols = list(SYMBOLS[fauna])
    for design in reversed(uses):
        # A Hunter removes a symbol first; only then are other symbols substituted.
        if design // RING == HUNTER // RING:
            symbols.remove(design - HUNTER)
    for design in uses:
        if design // RING == VERSATILE // RING:
            symbols.remove(design - VERSATILE)
            symbols.append((design - VERSATILE + 1) % RING)
    return bytes(sorted(symbols))


EXTRAS: Final = 1 << SCAVENGER | 1 << LITTER
"""Adaptations that change the yield of a hunt, not its cost."""

HELPFUL: Final = tuple(
    EXTRAS | 1 << HUNTER + primary(fauna) | skills_of(bytes(VERSATILE + trait for trait in wanted))
    for fauna, wanted in enumerate(SYMBOLS)
)
"""By fauna, the adaptations that could be used to hunt it."""

_PAID: Final = tuple(BITS[symbols] for symbols in SYMBOLS)
_HUNTS: Final = tuple(Hunt(slot, b"") for slot in range(FAUNA_SLOTS))


def _choices(skills: int) -> list[Cards]:
    """Return the ways to use some of the designs, or none."""
    ways = product(*((b"", ONE[design]) for design in _designs_of(skills)))
    return [b"".join(way) for way in ways]


@cache
def ways(slot: int, fauna: int, helpful: int) -> tuple[tuple[int, tuple[Hunt, ...]], ...]:
    """Return the cards that pay for a hunt, as bits, and the hunts that each price allows."""
    extras = _choices(helpful & EXTRAS)
    return tuple(
        (BITS[price(fauna, uses)], tuple(Hunt(slot, uses + extra) for extra in extras))
        for uses in _choices(helpful & ~EXTRAS)
    )


def hunts(state: EvoState, species: int, skills: int, held: int) -> list[Hunt]:
    """List the hunts of the active population that yield something. [Hunt Fauna]"""
    found: list[Hunt] = []
    first = SLOTS * state.active
    for slot, fauna in enumerate(state.slots[first : first + FAUNA_SLOTS]):
        if fauna == NOTHING:
            continue
        helpful = skills & HELPFUL[fauna]
        if not helpful:
            paid = _PAID[fauna]
            if paid & held == paid:
                found.append(_HUNTS[slot])
            continue
        for paid, alike in ways(slot, fauna, helpful):
            if paid & held == paid:
                found += alike
    if skills & EXTRAS:
        return [action for action in found if _is_fruitful(state, species, action)]
    return found


def affordable(state: EvoState, species: int) -> set[int]:
    """Return the slots of the active population's location that the hand of a species can pay
    for."""
    hand, skills = state.hands[species], skills_of(state.adaptations[species])
    found = {hunt.slot for hunt in hunts(state, species, skills, BITS[hand])}
    return found | {forage.slot for forage in forages(state, skills, hand)}


def _is_fruitful(state: EvoState, species: int, action: Hunt) -> bool:
    """Return whether the extras that a hunt uses change its yield."""
    place = SLOTS * state.active + action.slot
    if SCAVENGER in action.uses and not any(state.tokens[place]):
        return False
    return LITTER not in action.uses or (
        state.supply[primary(state.slots[place])] > 1 and has_future(state, species)
    )


def any_hunts(state: EvoState, species: int) -> list[Hunt]:
    """Return the hunts that would be possible with any cards in hand."""
    return hunts(state, species, skills_of(state.adaptations[species]), EVERYTHING)


def hunt_fauna(state: EvoState, seat: int, action: Hunt, emit: Emitter) -> None:
    """Hunt a fauna. [Hunt Fauna]"""
    species = state.species[seat]
    place = SLOTS * state.active + action.slot
    fauna = state.slots[place]
    cards = price(fauna, action.uses)
    tokens, offspring = CATCH + (SCAVENGER in action.uses), 0
    pass_on(state, species, cards)
    _wear(state, species, action.uses)
    if has_future(state, species):
        offspring = add_offspring(state, species, primary(fauna), 2 if LITTER in action.uses else 1)
    else:
        tokens += 1
    state.tokens[place] = plus(state.tokens[place], species, tokens)
    if emit:
        emit(Hunted(seat, fauna, cards, action.uses, tokens, offspring))


def _wear(state: EvoState, species: int, uses: Cards) -> None:
    """Put a token on each adaptation used; of two copies, on the one that has fewer."""
    own = state.adaptations[species]
    for design in uses:
        copies = [place for place, other in enumerate(own) if other == design]
        place = min(copies, key=state.worn[species].__getitem__)
        state.worn[species] = plus(state.worn[species], place)


def wear(state: EvoState, species: int, design: int) -> None:
    """Put a token on one of a species' adaptations. [Using Adaptations]"""
    _wear(state, species, bytes((design,)))


# --- foraging


FORAGERS: Final = skills_of(bytes(range(FORAGER, FORAGER + RING)))

_FLORA: Final = tuple(range(FAUNA_SLOTS, SLOTS))


@cache
def searches(home: int, foragers: int) -> tuple[tuple[int, Cards], ...]:
    """Return the traits that can be searched with, and the adaptation that each requires."""
    found = [(home, b"")]
    for design in _designs_of(foragers):
        if design - FORAGER != home:
            found.append((design - FORAGER, bytes((design,))))
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _amounts(slot: int, most: int, by: Cards, feeder: int) -> tuple[Forage, ...]:
    """Return the ways to gather up to a number of cards, each without and with a Feeder."""
    uses = [by + use for use in _choices(feeder)]
    return tuple(Forage(slot, amount, each) for amount in range(1, most + 1) for each in uses)


def forages(state: EvoState, skills: int, hand: Cards) -> list[Forage]:
    """List the forages of the active population. [Forage Flora]"""
    found: list[Forage] = []
    home = state.locations[state.active]
    foragers = skills & FORAGERS
    if not foragers and home not in hand:
        return found
    first = SLOTS * state.active
    for slot in _FLORA:
        flora = state.slots[first + slot]
        if flora not in hand:
            continue
        feeder = skills & 1 << FEEDER + flora
        for search, by in searches(home, foragers):
            if search in hand:
                found += _amounts(slot, hand.count(flora) - (search == flora), by, feeder)
    return found


def search_card(state: EvoState, uses: Cards) -> int:
    """Return the trait of the card that a forage searches with. [Forage Flora 1]"""
    for design in uses:
        if design // RING == FORAGER // RING:
            return design - FORAGER
    return state.locations[state.active]


def forage_flora(state: EvoState, seat: int, action: Forage, emit: Emitter) -> None:
    """Forage a flora. [Forage Flora]"""
    species = state.species[seat]
    place = SLOTS * state.active + action.slot
    flora = state.slots[place]
    gathered = bytes((flora,)) * action.amount
    cards = together(gathered, bytes((search_card(state, action.uses),)))
    tokens, offspring = action.amount + (FEEDER + flora in action.uses), 0
    pass_on(state, species, cards)
    _wear(state, species, action.uses)
    if has_future(state, species):
        offspring = add_offspring(state, species, state.locations[state.active], 1)
    else:
        tokens += 1
    state.tokens[place] = plus(state.tokens[place], species, tokens)
    if emit:
        emit(Foraged(seat, flora, cards, action.uses, tokens, offspring))
