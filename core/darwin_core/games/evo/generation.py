"""The rules of one generation: its beginning, hunting, foraging, predation, migration and its end;
and, first, sets of trait cards and of adaptations.

Trait cards have three forms: ``Cards``, one byte a card; ``Counts``, the number of cards by trait;
and *bits*, with which payments are compared. The adaptations are house designs. [ruling:
Adaptations in use]
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from operator import mul, sub
from typing import Final

from darwin_core.contract.cards import ONE, Cards, Counts, together, with_one, without
from darwin_core.contract.chance import chosen
from darwin_core.contract.game import NOTHING
from darwin_core.games.evo import acts, material
from darwin_core.games.evo.acts import (
    DONE,
    FORESEE,
    Displaced,
    Drew,
    Emitter,
    Forage,
    Foraged,
    GenerationAction,
    Hunt,
    Hunted,
    Overfilled,
    Predated,
)
from darwin_core.games.evo.material import (
    CATCH,
    DRAW,
    FAUNA_SLOTS,
    FEEDER,
    FORAGER,
    FORESIGHT,
    HIBERNATION,
    HUNTER,
    LITTER,
    MIGRATION_CARDS,
    NOWHERE,
    PREDATION,
    PREY,
    RING,
    SCAVENGER,
    SLOTS,
    SYMBOLS,
    VERSATILE,
    WANDERER,
    WIDE_COPIES,
    DisplaceTokens,
    EvoState,
    Gorge,
    primary,
    tokens_max,
)
from darwin_core.kit.states import plus

NONE: Final[Counts] = bytes(RING)
"""The counts of no cards."""
_UNITS: Final = tuple(1 << 8 * trait for trait in range(RING))
"""By trait, one card as a number that has a byte for each trait."""
_CACHED_MAX: Final = 1 << 15
"""Maximum number of cached bits of cards."""


@lru_cache(maxsize=1 << 14)
def counts_of(cards: Cards) -> Counts:
    """Return the number of cards of each trait."""
    return sum([_UNITS[card] for card in cards]).to_bytes(RING, "little")


_DEPTH: Final = max(MIGRATION_CARDS, *map(len, SYMBOLS))
"""The maximum number of cards of one trait that a hunt or a migration can cost: adaptations may
turn all symbols of a fauna into one trait. Cards as bits have that many bits for each trait: the
first is set for at least one card, the second for at least two, and so on."""
PAIRS: Final = sum((1 << MIGRATION_CARDS) - 1 << _DEPTH * trait for trait in range(RING))
"""The bits of a hand for as many cards of each trait as a migration costs."""
EVERYTHING: Final = (1 << _DEPTH * RING) - 1
"""The bits of a hand that can pay for everything."""
_COUNT_BITS: Final = tuple(
    tuple((1 << min(number, _DEPTH)) - 1 << _DEPTH * trait for number in range(WIDE_COPIES + 1))
    for trait in range(RING)
)
"""The bits of a number of cards of a trait, by trait and number."""


class _Bits(dict[Cards, int]):
    """A cache of the bits of cards, cleared when it grows too large. Every decision needs them, and
    a dictionary answers faster than ``lru_cache``."""

    def __missing__(self, cards: Cards) -> int:
        if len(self) >= _CACHED_MAX:
            self.clear()
        bits = self[cards] = sum([_COUNT_BITS[trait][cards.count(trait)] for trait in {*cards}])
        return bits


BITS: Final = _Bits()
"""Cards as bits. A hand can pay for some cards if it has all their bits."""


def cards_of(bits: int) -> Cards:
    """Return the cards of bits, in order of trait."""
    return bytes(bit // _DEPTH for bit in range(bits.bit_length()) if bits >> bit & 1)


def counts_added(some: Counts, others: Counts) -> Counts:
    """Return the sums of two rows of counts."""
    total = int.from_bytes(some, "little") + int.from_bytes(others, "little")
    return total.to_bytes(len(some), "little")


def less(some: Counts, others: Counts) -> Counts:
    """Return the differences of two rows of counts, never below zero."""
    return bytes(map(max, map(sub, some, others), NONE))


def spread(counts: Counts) -> Cards:
    """Return counts as cards, in order of trait."""
    return b"".join(map(mul, ONE, counts))


@lru_cache(maxsize=1 << 10)
def still_known(known: Cards, number: int) -> Cards:
    """Return the known cards that must still be there after a number of cards were lost unseen.

    All lost cards may have been of the same trait, so each trait loses that many known cards.
    """
    traits = sorted({*known})
    return b"".join(ONE[trait] * max(known.count(trait) - number, 0) for trait in traits)


def has_future(state: EvoState, species: int) -> bool:
    """Return whether a future generation exists: any card, face up or down, in the trait deck. [A
    Future Generation; ruling]"""
    return bool(state.decks[species] or state.offspring[species])


def pass_on(state: EvoState, species: int, cards: Cards) -> None:
    """Move played cards to the Future Genome (macroevolution). [Hunt Fauna 3; Forage Flora 4]"""
    state.hands[species] = without(state.hands[species], cards)
    state.shown[species] = without(state.shown[species], cards)
    state.future[species] = counts_added(state.future[species], counts_of(cards))


def add_offspring(state: EvoState, species: int, trait: int, number: int) -> int:
    """Put offspring face up on the deck (microevolution), and return their number.

    The supply limits the number. [Hunt Fauna 4; Forage Flora 5; ruling: Offspring]
    """
    number = min(number, state.supply[trait])
    if number:
        state.supply = plus(state.supply, trait, -number)
        state.born[species] = plus(state.born[species], trait, number)
        state.offspring[species] = bytes((trait,)) * number + state.offspring[species]
    return number


def draw_generation(state: EvoState, seat: int, emit: Emitter) -> None:
    """Draw all face-up cards, then cards of the deck. [The end of a Generation 3]"""
    species = state.species[seat]
    face_up, deck = state.offspring[species], state.decks[species]
    cards, state.decks[species] = deck[:DRAW], deck[DRAW:]
    state.offspring[species] = b""
    state.hands[species] = together(state.hands[species], face_up + cards)
    state.shown[species] = together(state.shown[species], face_up)
    if emit:
        emit(Drew(seat, bytes(sorted(face_up)), bytes(sorted(cards))))


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
    """Return the cards that pay for a hunt, in order of trait. [Hunt Fauna 1; ruling: Hunt]"""
    symbols = list(SYMBOLS[fauna])
    # Hunters remove symbols first; only then are other symbols substituted.
    for design in uses:
        if design // RING == HUNTER // RING:
            symbols.remove(design - HUNTER)
    for design in uses:
        if design // RING == VERSATILE // RING:
            # Versatile lets the next trait in the ring pay for a symbol of its trait.
            symbols.remove(design - VERSATILE)
            symbols.append((design - VERSATILE + 1) % RING)
    return bytes(sorted(symbols))


EXTRAS: Final = 1 << SCAVENGER | 1 << LITTER
"""Adaptations that change the yield of a hunt, not its cost."""

HELPFUL: Final = tuple(
    EXTRAS | 1 << HUNTER + primary(fauna) | skills_of(bytes(VERSATILE + trait for trait in wanted))
    for fauna, wanted in enumerate(SYMBOLS)
)
"""By fauna, the adaptations that could be used to hunt it, as bits."""

_PAID: Final = tuple(BITS[symbols] for symbols in SYMBOLS)
"""The bits of the cards that pay for each fauna without adaptations."""
_HUNTS: Final = tuple(Hunt(slot, b"") for slot in range(FAUNA_SLOTS))


def _choices(skills: int) -> list[Cards]:
    """Return the ways to use some of the designs, the use of none first."""
    choices = product(*((b"", ONE[design]) for design in _designs_of(skills)))
    return [b"".join(choice) for choice in choices]


@cache
def ways(slot: int, fauna: int, helpful: int) -> tuple[tuple[int, tuple[Hunt, ...]], ...]:
    """Return, for each way to change the price of a fauna, the cards that pay it, as bits, and the
    hunts at that price: without extras first, then with them.

    Args:
        helpful: the adaptations that can be used, as bits.
    """
    extras = _choices(helpful & EXTRAS)
    return tuple(
        (BITS[price(fauna, uses)], tuple(Hunt(slot, uses + extra) for extra in extras))
        for uses in _choices(helpful & ~EXTRAS)
    )


def hunts(state: EvoState, species: int, skills: int, held_cards: int) -> list[Hunt]:
    """List the hunts of the active population that yield something. [Hunt Fauna]"""
    actions: list[Hunt] = []
    first = SLOTS * state.active
    for slot, fauna in enumerate(state.slots[first : first + FAUNA_SLOTS]):
        if fauna == NOTHING:
            continue
        helpful = skills & HELPFUL[fauna]
        if not helpful:
            paid = _PAID[fauna]
            if paid & held_cards == paid:
                actions.append(_HUNTS[slot])
            continue
        for paid, hunts_at_price in ways(slot, fauna, helpful):
            if paid & held_cards == paid:
                actions += hunts_at_price
    if skills & EXTRAS:
        # An adaptation is used only where it has an effect. Those that change the price always do.
        return [action for action in actions if _is_fruitful(state, species, action)]
    return actions


def affordable(state: EvoState, species: int) -> set[int]:
    """Return the slots of the active location whose fauna and flora the hand of a species can pay
    for."""
    hand = state.hands[species]
    skills = skills_of(state.adaptations[species])
    slots = {hunt.slot for hunt in hunts(state, species, skills, BITS[hand])}
    return slots | {forage.slot for forage in forages(state, skills, hand)}


def _is_fruitful(state: EvoState, species: int, action: Hunt) -> bool:
    """Return whether the extras that a hunt uses change its yield."""
    place = SLOTS * state.active + action.slot
    if SCAVENGER in action.uses and not any(state.tokens[place]):
        return False
    # Litter gives a second offspring, so the supply must have two cards.
    return LITTER not in action.uses or (
        state.supply[primary(state.slots[place])] > 1 and has_future(state, species)
    )


def hunt_fauna(state: EvoState, seat: int, action: Hunt, emit: Emitter) -> None:
    """Hunt a fauna. [Hunt Fauna]"""
    species = state.species[seat]
    place = SLOTS * state.active + action.slot
    fauna = state.slots[place]
    cards = price(fauna, action.uses)
    tokens = tokens_placed(state, species, action)
    offspring = 0
    pass_on(state, species, cards)
    wear(state, species, action.uses)
    if has_future(state, species):
        offspring = add_offspring(state, species, primary(fauna), 2 if LITTER in action.uses else 1)
    state.tokens[place] = plus(state.tokens[place], species, tokens)
    if emit:
        emit(Hunted(seat, fauna, cards, action.uses, tokens, offspring))
        _overfill(state, seat, place, tokens, emit)


def owners(state: EvoState, place: int) -> tuple[tuple[int, int], ...]:
    """Return the seats with tokens on a card, in order from the seat that began the millennium,
    each with their number."""
    seats = len(state.species)
    in_order = [(state.first + turn) % seats for turn in range(seats)]
    tokens = state.tokens[place]
    return tuple(
        (seat, tokens[state.species[seat]]) for seat in in_order if tokens[state.species[seat]]
    )


def is_extinct(state: EvoState, place: int) -> bool:
    """Return whether a card has more tokens of all species than it bears. [Prepare Locations 1,
    2]"""
    return sum(state.tokens[place]) > tokens_max(state)


def _overfill(state: EvoState, seat: int, place: int, placed: int, emit: Emitter) -> None:
    """Emit that a card bears no more tokens, if the tokens just placed are the first too many."""
    before = sum(state.tokens[place]) - placed
    if emit and before <= tokens_max(state) and is_extinct(state, place):
        location = state.locations[place // SLOTS]
        emit(Overfilled(seat, place, state.slots[place], location, owners(state, place)))


def wear(state: EvoState, species: int, uses: Cards) -> None:
    """Put a token on each adaptation used; of two copies, on the copy with fewer tokens. [Using
    Adaptations]"""
    designs = state.adaptations[species]
    for design in uses:
        copies = [index for index, other in enumerate(designs) if other == design]
        least_worn = min(copies, key=state.worn[species].__getitem__)
        state.worn[species] = plus(state.worn[species], least_worn)


def tokens_placed(state: EvoState, species: int, action: Hunt | Forage) -> int:
    """Return the tokens that a hunt or forage places: one more if no offspring can be drawn by a
    future generation."""
    if isinstance(action, Hunt):
        tokens = CATCH + (SCAVENGER in action.uses)
    else:
        flora = state.slots[SLOTS * state.active + action.slot]
        tokens = action.amount + (FEEDER + flora in action.uses)
    return tokens + (not has_future(state, species))


def kills(state: EvoState, species: int, action: Hunt | Forage) -> bool:
    """Return whether a hunt or forage leaves so many tokens on a card that it will die out."""
    tokens = sum(state.tokens[SLOTS * state.active + action.slot])
    return tokens + tokens_placed(state, species, action) > tokens_max(state)


# --- foraging


FORAGERS: Final = skills_of(bytes(range(FORAGER, FORAGER + RING)))
"""The designs of the family Forager, as bits."""
_FLORA: Final = tuple(range(FAUNA_SLOTS, SLOTS))
"""The slots of flora."""


@cache
def searches(home: int, foragers: int) -> tuple[tuple[int, Cards], ...]:
    """Return the traits that can be searched with, and the adaptation that each requires: none for
    the trait of the location.

    Args:
        home: the trait of the location.
        foragers: the species' Foragers, as bits.
    """
    options = [(home, b"")]
    for design in _designs_of(foragers):
        if design - FORAGER != home:
            options.append((design - FORAGER, bytes((design,))))
    return tuple(options)


@lru_cache(maxsize=1 << 12)
def _amounts(slot: int, most: int, by: Cards, feeder: int) -> tuple[Forage, ...]:
    """Return the ways to gather up to a number of cards, each without and with a Feeder.

    Args:
        by: the adaptation used to search, if any.
        feeder: the Feeder of the flora as a bit; 0 without one.
    """
    uses = [by + use for use in _choices(feeder)]
    return tuple(Forage(slot, amount, used) for amount in range(1, most + 1) for used in uses)


def forages(state: EvoState, skills: int, hand: Cards) -> list[Forage]:
    """List the forages of the active population. [Forage Flora]"""
    actions: list[Forage] = []
    home = state.locations[state.active]
    foragers = skills & FORAGERS
    if not foragers and home not in hand:
        return actions  # The hand has no card to search with.
    first = SLOTS * state.active
    for slot in _FLORA:
        flora = state.slots[first + slot]
        if flora not in hand:
            continue
        feeder = skills & 1 << FEEDER + flora
        for search, by in searches(home, foragers):
            if search in hand:
                # The card that searches is not gathered.
                actions += _amounts(slot, hand.count(flora) - (search == flora), by, feeder)
    return actions


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
    tokens = tokens_placed(state, species, action)
    offspring = 0
    pass_on(state, species, cards)
    wear(state, species, action.uses)
    if has_future(state, species):
        offspring = add_offspring(state, species, state.locations[state.active], 1)
    state.tokens[place] = plus(state.tokens[place], species, tokens)
    if emit:
        emit(Foraged(seat, flora, cards, action.uses, tokens, offspring))
        _overfill(state, seat, place, tokens, emit)


# --- predation: species hunt each other, a house variant [ruling: Hunt Species]


def prey(state: EvoState, species: int, hand: Counts) -> Iterator[acts.Predate]:
    """Yield the actions that hunt another species."""
    for other in range(len(state.species)):
        if other != species and is_prey(state, other):
            for trait in range(RING):
                if hand[trait] >= PREDATION:
                    yield acts.Predate(other, trait)


def is_prey(state: EvoState, species: int) -> bool:
    """Return whether a species lives at the active location and has tokens there.

    Its populations are either available or spent, because only the hunter's species has an active
    one.
    """
    lives = state.available[species][state.active] + state.spent[species][state.active]
    return bool(lives) and any(tokens_at(state, state.active, species))


def tokens_at(state: EvoState, location: int, species: int) -> list[int]:
    """Return a species' tokens on each slot of a location."""
    first = SLOTS * location
    return [tokens[species] for tokens in state.tokens[first : first + SLOTS]]


def predate_on(state: EvoState, seat: int, action: acts.Predate, emit: Emitter) -> None:
    """Hunt another species: the cards are passed on, and next the predator chooses tokens of the
    prey to replace."""
    species = state.species[seat]
    pass_on(state, species, bytes((action.trait,)) * PREDATION)
    born = add_offspring(state, species, action.trait, 1) if has_future(state, species) else 0
    state.pending.append(DisplaceTokens(seat, action.prey, PREY))
    if emit:
        owner = _seat_of(state, action.prey)
        emit(Predated(seat, action.prey, action.trait, born, owner))


def _seat_of(state: EvoState, species: int) -> int:
    """Return the seat of a species; NOTHING if no player has it."""
    seat = state.species.find(species)
    return seat if seat >= 0 else NOTHING


def replacements(state: EvoState, effect: DisplaceTokens) -> list[acts.Displace | acts.Done]:
    """Return the slots where a token of the prey can be replaced.

    After the first replacement, the predator may stop.
    """
    tokens = tokens_at(state, state.active, effect.prey)
    slots: list[acts.Displace | acts.Done] = [
        acts.Displace(slot) for slot, number in enumerate(tokens) if number
    ]
    if not effect.left or not slots:
        return []
    return [*slots, DONE] if effect.mine else slots


def replace(
    state: EvoState, effect: DisplaceTokens, action: acts.Displace | acts.Done, emit: Emitter
) -> None:
    """Replace a token of the prey with one of the predator's, or stop."""
    if isinstance(action, acts.Done):
        end_replacing(state, effect, emit)
        return
    place = SLOTS * state.active + action.slot
    state.tokens[place] = plus(state.tokens[place], effect.prey, -1)
    state.tokens[place] = plus(state.tokens[place], state.species[effect.seat])
    mine = effect.mine + bytes((action.slot,))
    state.pending.append(DisplaceTokens(effect.seat, effect.prey, effect.left - 1, mine))
    if emit:
        owner = _seat_of(state, effect.prey)
        emit(Displaced(effect.seat, effect.prey, action.slot, state.slots[place], owner))


def end_replacing(state: EvoState, effect: DisplaceTokens, emit: Emitter) -> None:
    """End the replacing. A predator without a future generation, which gets no offspring, places
    one more token instead."""
    if not has_future(state, state.species[effect.seat]):
        state.pending.append(Gorge(effect.seat, effect.mine))


def gorges(state: EvoState, effect: Gorge) -> list[acts.Displace]:
    """Return the slots where a token was replaced."""
    return [acts.Displace(slot) for slot in sorted({*effect.mine})]


def gorge(state: EvoState, effect: Gorge, action: acts.Displace, emit: Emitter) -> None:
    """Place one more token."""
    seat, slot = effect.seat, action.slot
    place = SLOTS * state.active + slot
    state.tokens[place] = plus(state.tokens[place], state.species[seat])
    if emit:
        emit(Displaced(seat, NOTHING, slot, state.slots[place]))
        _overfill(state, seat, place, 1, emit)


# --- the beginning and the actions of a generation


def can_begin(state: EvoState, seat: int) -> bool:
    """Return whether a seat can play a generation: it holds a card and has an available population.
    [ruling: Turns]"""
    species = state.species[seat]
    return bool(state.hands[species]) and any(state.available[species])


def beginnings(state: EvoState, effect: material.AwakePopulation) -> Sequence[acts.Awake]:
    """Return the locations with a population that can become active."""
    return _awakenings(state.available[state.species[effect.seat]])


@lru_cache(maxsize=1 << 12)
def _awakenings(available: Counts) -> tuple[acts.Awake, ...]:
    return tuple(acts.Awake(location) for location, number in enumerate(available) if number)


def begin(
    state: EvoState, effect: material.AwakePopulation, action: acts.Awake, emit: Emitter
) -> None:
    """Make a population active. [One Generation]"""
    seat, location = effect.seat, action.location
    species = state.species[seat]
    state.available[species] = plus(state.available[species], location, -1)
    state.active = location
    state.wandered = state.foreseen = 0
    state.pending.append(material.Live(seat))
    if emit:
        emit(acts.Awoke(seat, state.locations[location]))


def ways_to_live(state: EvoState, effect: material.Live) -> Sequence[GenerationAction]:
    """Return all actions of the active population. [One Generation]"""
    species = state.species[effect.seat]
    hand, adaptations = state.hands[species], state.adaptations[species]
    skills = skills_of(adaptations)
    held_cards = BITS[hand]
    actions: list[GenerationAction] = []
    if len(hand) > 1:
        # A hunt or a forage costs at least two cards.
        actions += hunts(state, species, skills, held_cards)
        actions += forages(state, skills, hand)
    if has_future(state, species):
        wanders = WANDERER in adaptations and adaptations.count(WANDERER) > state.wandered
        actions += _migrations(held_cards & PAIRS, wanders, state.active, len(state.locations))
        if FORESIGHT in adaptations and adaptations.count(FORESIGHT) > state.foreseen:
            actions.append(FORESEE)
    if state.options.predation:
        actions += prey(state, species, counts_of(hand))
    actions.append(DONE)
    return actions


def live(state: EvoState, effect: material.Live, action: GenerationAction, emit: Emitter) -> None:
    """Carry out an action; the generation continues until its player ends it."""
    seat = effect.seat
    if type(action) is acts.Done:
        # Hibernation may save unused cards before ``finish``. [The end of a Generation]
        state.pending.append(
            material.SaveCard(seat, state.adaptations[state.species[seat]].count(HIBERNATION))
        )
        return
    state.pending.append(effect)
    # Comparing types takes a fifth of the time of a match statement here.
    if type(action) is acts.Hunt:
        hunt_fauna(state, seat, action, emit)
    elif type(action) is acts.Forage:
        forage_flora(state, seat, action, emit)
    elif type(action) is acts.Migrate:
        _migrate_to(state, seat, action, emit)
    elif type(action) is acts.Predate:
        predate_on(state, seat, action, emit)
    else:
        _draw_early(state, seat, emit)


# --- migrating


@cache
def migration_costs(pairs: int, wanders: bool) -> list[Cards]:
    """Return the cards that a migration can cost, each set in order: two cards, or one with
    Wanderer.

    Args:
        pairs: the hand as bits, of which only PAIRS matter.
        wanders: True if Wanderer can be used.
    """
    hand = cards_of(pairs)
    costs = [bytes(pair) for pair in sorted({*combinations(hand, MIGRATION_CARDS)})]
    if wanders:
        costs += [ONE[trait] for trait in sorted({*hand})]
    return costs


@cache
def _migrations(pairs: int, wanders: bool, active: int, locations: int) -> tuple[acts.Migrate, ...]:
    """Return all migrations. Of each trait, at most two cards of the hand matter, so the many hands
    with the same pairs share an entry of the cache."""
    elsewhere = [location for location in range(locations) if location != active]
    return tuple(
        acts.Migrate(cost, location)
        for cost in migration_costs(pairs, wanders)
        for location in elsewhere
    )


def _migrate_to(state: EvoState, seat: int, action: acts.Migrate, emit: Emitter) -> None:
    """Migrate: a random one of the two cards is put face up on the deck, the other is lost. With
    Wanderer, the only card is put there. [Migrate]"""
    species = state.species[seat]
    cards = action.cards
    state.hands[species] = without(state.hands[species], cards)
    if action.is_wandering:
        survivor = cards[0]
        lost = NOTHING
        state.wandered += 1
        wear(state, species, ONE[WANDERER])
    else:
        state.chance, index = chosen(state.chance, 2)
        survivor, lost = cards[index], cards[1 - index]
        state.lost[species] = with_one(state.lost[species], lost)
    seen_cards = state.shown[species]
    if seen_cards:
        seen_cards = without(seen_cards, ONE[survivor])
        # Everyone sees that a card was lost, but not which card.
        state.shown[species] = seen_cards if lost == NOTHING else still_known(seen_cards, 1)
    state.offspring[species] = ONE[survivor] + state.offspring[species]
    state.active = action.location
    if emit:
        emit(acts.Migrated(seat, state.locations[action.location], survivor, lost))


def _draw_early(state: EvoState, seat: int, emit: Emitter) -> None:
    """Draw the top card of the deck, a face-up one first. [ruling: Foresight]"""
    species = state.species[seat]
    state.foreseen += 1
    wear(state, species, ONE[FORESIGHT])
    is_open = bool(state.offspring[species])
    piles = state.offspring if is_open else state.decks
    card, piles[species] = piles[species][:1], piles[species][1:]
    state.hands[species] = together(state.hands[species], card)
    if is_open:
        state.shown[species] = together(state.shown[species], card)
    if emit:
        emit(acts.Foresaw(seat, card[0], is_open))


# --- the end of a generation


def saving(state: EvoState, effect: material.SaveCard) -> Sequence[acts.Save | acts.Done]:
    """Return the cards that Hibernation can save, and Done. The last card of a hand cannot be
    saved. [ruling: Hibernation]"""
    hand = state.hands[state.species[effect.seat]]
    if not effect.left or len(hand) < 2:
        return ()
    return [*(acts.Save(trait) for trait in sorted({*hand})), DONE]


def save_card(
    state: EvoState, effect: material.SaveCard, action: acts.Save | acts.Done, emit: Emitter
) -> None:
    """Save an unused card in the Future Genome, or stop saving."""
    if isinstance(action, acts.Done):
        state.pending.append(material.SaveCard(effect.seat, 0))
        return
    species = state.species[effect.seat]
    wear(state, species, ONE[HIBERNATION])
    pass_on(state, species, bytes((action.trait,)))
    state.pending.append(material.SaveCard(effect.seat, effect.left - 1))
    if emit:
        emit(acts.Saved(effect.seat, action.trait))


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
        emit(acts.Withered(seat, hand))
    if has_future(state, species):
        draw_generation(state, seat, emit)
