"""A generation: hunting, foraging, migrating, and how adaptations change them.

The adaptations are house designs. [ruling: Adaptations in use]
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Final

from darwin_core.cards import ONE, together, with_one, without
from darwin_core.game import NOTHING
from darwin_core.games.evo.actions import (
    DONE,
    FORESEE,
    Awake,
    Done,
    Forage,
    GenerationAction,
    Hunt,
    Migrate,
    Predate,
    Save,
)
from darwin_core.games.evo.components import (
    CATCH,
    FAUNA_SLOTS,
    FEEDER,
    FORAGER,
    FORESIGHT,
    HIBERNATION,
    HUNTER,
    LITTER,
    RING,
    SCAVENGER,
    SLOTS,
    SYMBOLS,
    VERSATILE,
    WANDERER,
    primary,
)
from darwin_core.games.evo.events import (
    Awoke,
    Emitter,
    Foraged,
    Foresaw,
    Hunted,
    Migrated,
    Slept,
    Withered,
)
from darwin_core.games.evo.genes import (
    BITS,
    EVERYTHING,
    PAIRS,
    add_offspring,
    cards_of,
    counted,
    draw_generation,
    has_future,
    pass_on,
    still_known,
)
from darwin_core.games.evo.predation import predate_on, prey
from darwin_core.games.evo.state import NOWHERE, Begin, Cards, Counts, EvoState, Live, Sleep
from darwin_core.kit.rows import plus
from darwin_core.rng import chosen


def can_begin(state: EvoState, seat: int) -> bool:
    """Return whether a seat can play a generation: it holds a card and has an available population.
    [ruling: Turns]"""
    species = state.species[seat]
    return bool(state.hands[species]) and any(state.available[species])


def beginnings(state: EvoState, effect: Begin) -> Sequence[Awake]:
    """Return the populations that can be made active; those at one location are alike."""
    return _awakenings(state.available[state.species[effect.seat]])


@lru_cache(maxsize=1 << 12)
def _awakenings(available: Counts) -> tuple[Awake, ...]:
    return tuple(Awake(place) for place, number in enumerate(available) if number)


def begin(state: EvoState, effect: Begin, action: Awake, emit: Emitter) -> None:
    """Make a population active. [One Generation]"""
    seat, location = effect.seat, action.location
    species = state.species[seat]
    state.available[species] = plus(state.available[species], location, -1)
    state.active = location
    state.wandered = state.foreseen = 0
    state.pending.append(Live(seat))
    if emit:
        emit(Awoke(seat, state.locations[location]))


def actions(state: EvoState, effect: Live) -> Sequence[GenerationAction]:
    """Return all actions of the active population. [One Generation]"""
    species = state.species[effect.seat]
    hand, own = state.hands[species], state.adaptations[species]
    skills, held = skills_of(own), BITS[hand]
    found: list[GenerationAction] = []
    if len(hand) > 1:
        # A hunt or a forage costs at least two cards.
        found += _hunts(state, species, skills, held)
        found += _forages(state, skills, hand)
    if has_future(state, species):
        wanders = WANDERER in own and own.count(WANDERER) > state.wandered
        found += _journeys(held & PAIRS, wanders, state.active, len(state.locations))
        if FORESIGHT in own and own.count(FORESIGHT) > state.foreseen:
            found.append(FORESEE)
    if state.options.predation:
        found += prey(state, species, counted(hand))
    found.append(DONE)
    return found


def live(state: EvoState, effect: Live, action: GenerationAction, emit: Emitter) -> None:
    """Carry out an action; the generation continues until its player ends it."""
    seat = effect.seat
    if type(action) is Done:
        end(state, seat)
        return
    state.pending.append(effect)
    # A comparison of types takes a fifth of the time of a match.
    if type(action) is Hunt:
        hunt_fauna(state, seat, action, emit)
    elif type(action) is Forage:
        forage_flora(state, seat, action, emit)
    elif type(action) is Migrate:
        migrate_to(state, seat, action, emit)
    elif type(action) is Predate:
        predate_on(state, seat, action, emit)
    else:
        draw_early(state, seat, emit)


# --- adaptations as bits


@lru_cache(maxsize=1 << 12)
def skills_of(adaptations: Cards) -> int:
    """Return the designs among adaptations as bits."""
    return sum([1 << design for design in {*adaptations}])


def designs_of(skills: int) -> Cards:
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
    ways = product(*((b"", ONE[design]) for design in designs_of(skills)))
    return [b"".join(way) for way in ways]


@cache
def ways(slot: int, fauna: int, helpful: int) -> tuple[tuple[int, tuple[Hunt, ...]], ...]:
    """Return the cards that pay for a hunt, as bits, and the hunts that each price allows."""
    extras = _choices(helpful & EXTRAS)
    return tuple(
        (BITS[price(fauna, uses)], tuple(Hunt(slot, uses + extra) for extra in extras))
        for uses in _choices(helpful & ~EXTRAS)
    )


def _hunts(state: EvoState, species: int, skills: int, held: int) -> list[Hunt]:
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
        for paid, hunts in ways(slot, fauna, helpful):
            if paid & held == paid:
                found += hunts
    if skills & EXTRAS:
        return [action for action in found if _is_fruitful(state, species, action)]
    return found


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
    return _hunts(state, species, skills_of(state.adaptations[species]), EVERYTHING)


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
    for design in designs_of(foragers):
        if design - FORAGER != home:
            found.append((design - FORAGER, bytes((design,))))
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _amounts(slot: int, most: int, by: Cards, feeder: int) -> tuple[Forage, ...]:
    """Return the ways to gather up to a number of cards, each without and with a Feeder."""
    uses = [by + use for use in _choices(feeder)]
    return tuple(Forage(slot, amount, each) for amount in range(1, most + 1) for each in uses)


def _forages(state: EvoState, skills: int, hand: Cards) -> list[Forage]:
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


# --- migrating


@cache
def _fares(pairs: int, wanders: bool) -> list[Cards]:
    """Return the cards that a journey can cost: two, or one with Wanderer."""
    hand = cards_of(pairs)
    fares = [bytes(pair) for pair in sorted({*combinations(hand, 2)})]
    if wanders:
        fares += [ONE[trait] for trait in sorted({*hand})]
    return fares


@cache
def _journeys(pairs: int, wanders: bool, active: int, locations: int) -> tuple[Migrate, ...]:
    """Return all journeys.

    Of the hand it only matters which traits it holds once and which twice.
    """
    elsewhere = [place for place in range(locations) if place != active]
    return tuple(Migrate(fare, place) for fare in _fares(pairs, wanders) for place in elsewhere)


def migrate_to(state: EvoState, seat: int, action: Migrate, emit: Emitter) -> None:
    """Migrate: of the two cards a random one is put face up on the deck, the other is lost.
    [Migrate]"""
    species = state.species[seat]
    cards = action.cards
    state.hands[species] = without(state.hands[species], cards)
    if len(cards) == 1:
        survivor, lost = cards[0], NOTHING
        state.wandered += 1
        wear(state, species, WANDERER)
    else:
        state.chance, which = chosen(state.chance, 2)
        survivor, lost = cards[which], cards[1 - which]
        state.lost[species] = with_one(state.lost[species], lost)
    known = state.shown[species]
    if known:
        known = without(known, ONE[survivor])
        # Everyone sees that a card was lost, but not which.
        state.shown[species] = known if lost == NOTHING else still_known(known, 1)
    state.offspring[species] = ONE[survivor] + state.offspring[species]
    state.active = action.location
    if emit:
        emit(Migrated(seat, state.locations[action.location], survivor, lost))


def draw_early(state: EvoState, seat: int, emit: Emitter) -> None:
    """Draw the top card of the deck, a face-up one first. [ruling: Foresight]"""
    species = state.species[seat]
    state.foreseen += 1
    wear(state, species, FORESIGHT)
    is_open = bool(state.offspring[species])
    rows = state.offspring if is_open else state.decks
    card, rows[species] = rows[species][:1], rows[species][1:]
    state.hands[species] = together(state.hands[species], card)
    if is_open:
        state.shown[species] = together(state.shown[species], card)
    if emit:
        emit(Foresaw(seat, card[0], is_open))


# --- the end of a generation


def end(state: EvoState, seat: int) -> None:
    """End a generation; Hibernation may save unused cards first. [The end of a Generation]"""
    species = state.species[seat]
    state.pending.append(Sleep(seat, state.adaptations[species].count(HIBERNATION)))


def saving(state: EvoState, effect: Sleep) -> Sequence[Save | Done]:
    """Return the cards that Hibernation can save: one of two or more unused cards. [ruling:
    Hibernation]"""
    hand = state.hands[state.species[effect.seat]]
    if not effect.left or len(hand) < 2:
        return ()
    return [*(Save(trait) for trait in sorted({*hand})), DONE]


def save_card(state: EvoState, effect: Sleep, action: Save | Done, emit: Emitter) -> None:
    """Save an unused card in the Future Genome, or stop saving."""
    if isinstance(action, Done):
        state.pending.append(Sleep(effect.seat, 0))
        return
    species = state.species[effect.seat]
    wear(state, species, HIBERNATION)
    pass_on(state, species, bytes((action.trait,)))
    state.pending.append(Sleep(effect.seat, effect.left - 1))
    if emit:
        emit(Slept(effect.seat, action.trait))


def finish(state: EvoState, seat: int, emit: Emitter) -> None:
    """Spend the population, lose the hand, and draw the next generation. [The end of a
    Generation]"""
    species = state.species[seat]
    state.spent[species] = plus(state.spent[species], state.active)
    state.active = NOWHERE
    state.wandered = state.foreseen = 0
    hand = state.hands[species]
    state.lost[species] = together(state.lost[species], hand)
    state.shown_lost[species] = together(state.shown_lost[species], state.shown[species])
    state.hands[species] = state.shown[species] = b""
    if emit:
        emit(Withered(seat, hand))
    if has_future(state, species):
        draw_generation(state, seat, emit)
