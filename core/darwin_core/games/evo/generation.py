"""A generation: hunting, foraging, migrating, and what adaptations change about it.

Adaptations are the house's own. [ruling: Adaptations in use]
"""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

from darwin_core.game import NOTHING, Tell
from darwin_core.games.evo.components import (
    CATCH,
    DRAW,
    FAUNA_SLOTS,
    FEEDER,
    FORAGER,
    FORESIGHT,
    HIBERNATION,
    HUNTER,
    LITTER,
    PREDATION,
    PREY,
    RING,
    SCAVENGER,
    SLOTS,
    SYMBOLS,
    VERSATILE,
    WANDERER,
    primary,
)
from darwin_core.games.evo.genes import (
    bear,
    counted,
    draw_generation,
    has_future,
    pass_on,
    plus,
    together,
    weakened,
    without,
)
from darwin_core.games.evo.state import (
    DONE,
    FORESEE,
    NOWHERE,
    AnyAction,
    Awoke,
    Cards,
    Counts,
    Displace,
    Displaced,
    Drew,
    EvoEvent,
    EvoState,
    Forage,
    Foraged,
    Foresaw,
    Gorge,
    Hunt,
    Hunted,
    Live,
    Migrate,
    Migrated,
    Predate,
    Preyed,
    Replace,
    Save,
    Sleep,
    Slept,
    Withered,
    awake,
    displace,
    forage,
    hunt,
    migrate,
    predate,
    save,
)
from darwin_core.rng import rolled

Ear = Tell[EvoEvent] | None


def where(state: EvoState, seat: int) -> list[int]:
    """The locations of a seat's available populations."""
    return [place for place, number in enumerate(state.available[state.species[seat]]) if number]


def can_begin(state: EvoState, seat: int) -> bool:
    """Whether a seat can play a generation: it holds a card and has an available population.
    [ruling: Turns]"""
    species = state.species[seat]
    return bool(state.hands[species]) and any(state.available[species])


def beginnings(state: EvoState, seat: int) -> list[AnyAction]:
    """The populations that can be made active; those at one location are alike."""
    return [awake(place) for place in where(state, seat)]


def begin(state: EvoState, seat: int, location: int, tell: Ear) -> None:
    """Make a population active. [One Generation]"""
    species = state.species[seat]
    state.available[species] = plus(state.available[species], location, -1)
    state.active = location
    state.wandered = state.foreseen = 0
    state.pending.append(Live(seat))
    if tell:
        tell(Awoke(seat, state.locations[location]))


def actions(state: EvoState, seat: int) -> list[AnyAction]:
    """All that the active population can do now. [One Generation]"""
    species = state.species[seat]
    hand = counted(state.hands[species])
    found: list[AnyAction] = [*_hunts(state, species, hand), *_forages(state, species, hand)]
    if has_future(state, species):
        found += _journeys(state, species, hand)
        if state.adaptations[species].count(FORESIGHT) > state.foreseen:
            found.append(FORESEE)
    if state.options.predation:
        found += _prey(state, species, hand)
    found.append(DONE)
    return found


# --- hunting


def price(fauna: int, uses: Cards) -> Cards:
    """The cards that pay for a hunt, in order. [Hunt Fauna 1; ruling: Hunt]"""
    symbols = list(SYMBOLS[fauna])
    for design in reversed(uses):
        # A hunter leaves one symbol out before others are stood for.
        if design // RING == HUNTER // RING:
            symbols.remove(design - HUNTER)
    for design in uses:
        if design // RING == VERSATILE // RING:
            symbols.remove(design - VERSATILE)
            symbols.append((design - VERSATILE + 1) % RING)
    return bytes(sorted(symbols))


def _ways(state: EvoState, species: int, fauna: int, place: int) -> Iterator[Cards]:
    """The sets of adaptations that could be used for a hunt."""
    own = state.adaptations[species]
    wanted = primary(fauna)
    may = [VERSATILE + trait for trait in sorted({*SYMBOLS[fauna]}) if VERSATILE + trait in own]
    if HUNTER + wanted in own:
        may.append(HUNTER + wanted)
    if SCAVENGER in own and any(state.tokens[place]):
        may.append(SCAVENGER)
    if LITTER in own and has_future(state, species) and state.supply[wanted] > 1:
        may.append(LITTER)
    for taken in product((False, True), repeat=len(may)):
        yield bytes(design for design, used in zip(may, taken, strict=True) if used)


def _hunts(state: EvoState, species: int, hand: Counts) -> Iterator[Hunt]:
    for slot in range(FAUNA_SLOTS):
        place = SLOTS * state.active + slot
        fauna = state.slots[place]
        if fauna == NOTHING:
            continue
        for uses in _ways(state, species, fauna, place):
            cost = price(fauna, uses)
            if all(hand[trait] >= cost.count(trait) for trait in cost):
                yield hunt(slot, uses)


def any_hunts(state: EvoState, species: int) -> list[Hunt]:
    """The hunts there would be with any cards in hand."""
    return [*_hunts(state, species, bytes((3,)) * RING)]


def hunted(state: EvoState, seat: int, action: Hunt, tell: Ear) -> None:
    """Hunt a fauna. [Hunt Fauna]"""
    species = state.species[seat]
    place = SLOTS * state.active + action.slot
    fauna = state.slots[place]
    cards = price(fauna, action.uses)
    tokens, offspring = CATCH + (SCAVENGER in action.uses), 0
    pass_on(state, species, cards)
    _wear(state, species, action.uses)
    if has_future(state, species):
        offspring = bear(state, species, primary(fauna), 2 if LITTER in action.uses else 1)
    else:
        tokens += 1
    state.tokens[place] = plus(state.tokens[place], species, tokens)
    if tell:
        tell(Hunted(seat, fauna, cards, action.uses, tokens, offspring))


def _wear(state: EvoState, species: int, uses: Cards) -> None:
    """Every use puts a token on the adaptation; of two copies on the one that has fewer."""
    own = state.adaptations[species]
    for design in uses:
        copies = [place for place, other in enumerate(own) if other == design]
        place = min(copies, key=state.worn[species].__getitem__)
        state.worn[species] = plus(state.worn[species], place)


def wear(state: EvoState, species: int, design: int) -> None:
    """Put a token on one of a species' adaptations. [Using Adaptations]"""
    _wear(state, species, bytes((design,)))


# --- foraging


def _forages(state: EvoState, species: int, hand: Counts) -> Iterator[Forage]:
    own = state.adaptations[species]
    home = state.locations[state.active]
    searches: list[tuple[int, Cards]] = [(home, b"")]
    searches += [
        (trait, bytes((FORAGER + trait,)))
        for trait in range(RING)
        if FORAGER + trait in own and trait != home
    ]
    for slot in range(FAUNA_SLOTS, SLOTS):
        flora = state.slots[SLOTS * state.active + slot]
        if flora == NOTHING:
            continue
        for search, by in searches:
            if not hand[search]:
                continue
            for amount in range(1, hand[flora] - (search == flora) + 1):
                yield forage(slot, amount, by)
                if FEEDER + flora in own:
                    yield forage(slot, amount, by + bytes((FEEDER + flora,)))


def search_card(state: EvoState, uses: Cards) -> int:
    """The trait of the card that a forage searches with. [Forage Flora 1]"""
    for design in uses:
        if design // RING == FORAGER // RING:
            return design - FORAGER
    return state.locations[state.active]


def foraged(state: EvoState, seat: int, action: Forage, tell: Ear) -> None:
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
        offspring = bear(state, species, state.locations[state.active], 1)
    else:
        tokens += 1
    state.tokens[place] = plus(state.tokens[place], species, tokens)
    if tell:
        tell(Foraged(seat, flora, cards, action.uses, tokens, offspring))


# --- migrating


def _journeys(state: EvoState, species: int, hand: Counts) -> Iterator[Migrate]:
    elsewhere = [place for place in range(len(state.locations)) if place != state.active]
    held = [trait for trait in range(RING) if hand[trait]]
    fares = [
        bytes(pair)
        for pair in combinations_with_replacement(held, 2)
        if pair[0] != pair[1] or hand[pair[0]] > 1
    ]
    if state.adaptations[species].count(WANDERER) > state.wandered:
        fares += [bytes((trait,)) for trait in held]
    for cards in fares:
        for place in elsewhere:
            yield migrate(cards, place)


def migrated(state: EvoState, seat: int, action: Migrate, tell: Ear) -> None:
    """One of the two cards at random lies face up on the deck, the other is lost. [Migrate]"""
    species = state.species[seat]
    cards = action.cards
    survivor, lost = cards[0], NOTHING
    if len(cards) == 1:
        state.wandered += 1
        wear(state, species, WANDERER)
    else:
        state.chance, (which,) = rolled(state.chance, 2, 1)
        survivor, lost = cards[which], cards[1 - which]
    state.hands[species] = without(state.hands[species], cards)
    state.shown[species] = without(state.shown[species], bytes((survivor,)))
    if lost != NOTHING:
        # All see that a card went, but not which.
        state.shown[species] = weakened(state.shown[species], 1)
        state.lost[species] = together(state.lost[species], bytes((lost,)))
    state.offspring[species] = bytes((survivor,)) + state.offspring[species]
    state.active = action.location
    if tell:
        tell(Migrated(seat, state.locations[action.location], survivor, lost))


def foreseen(state: EvoState, seat: int, tell: Ear) -> None:
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
    if tell:
        tell(Foresaw(seat, card[0], is_open))


# --- hunting species, a variant of ours [ruling: Hunt Species]


def _prey(state: EvoState, species: int, hand: Counts) -> Iterator[Predate]:
    for prey in range(len(state.species)):
        lives = state.available[prey][state.active] + state.spent[prey][state.active]
        if prey != species and lives and any(tokens_at(state, state.active, prey)):
            for trait in range(RING):
                if hand[trait] >= PREDATION:
                    yield predate(prey, trait)


def tokens_at(state: EvoState, location: int, species: int) -> list[int]:
    """A species' tokens on each slot of a location."""
    first = SLOTS * location
    return [tokens[species] for tokens in state.tokens[first : first + SLOTS]]


def preyed(state: EvoState, seat: int, action: Predate, tell: Ear) -> None:
    """Hunt another species."""
    species = state.species[seat]
    pass_on(state, species, bytes((action.trait,)) * PREDATION)
    born = bear(state, species, action.trait, 1) if has_future(state, species) else 0
    state.pending.append(Replace(seat, action.prey, PREY))
    if tell:
        tell(Preyed(seat, action.prey, action.trait, born))


def replacements(state: EvoState, effect: Replace) -> list[AnyAction]:
    """The slots where a token of the prey can give way; after the first, it may be enough."""
    there = tokens_at(state, state.active, effect.prey)
    slots: list[AnyAction] = [displace(slot) for slot, number in enumerate(there) if number]
    if not effect.left or not slots:
        return []
    return [*slots, DONE] if effect.mine else slots


def replaced(state: EvoState, effect: Replace, action: AnyAction, tell: Ear) -> None:
    """A token of the prey goes back, one of the predator's takes its place."""
    if not isinstance(action, Displace):
        end_replacing(state, effect)
        return
    place = SLOTS * state.active + action.slot
    state.tokens[place] = plus(state.tokens[place], effect.prey, -1)
    state.tokens[place] = plus(state.tokens[place], state.species[effect.seat])
    mine = effect.mine + bytes((action.slot,))
    state.pending.append(Replace(effect.seat, effect.prey, effect.left - 1, mine))
    if tell:
        tell(Displaced(effect.seat, effect.prey, action.slot, state.slots[place]))


def end_replacing(state: EvoState, effect: Replace) -> None:
    """Without a future generation one more token is placed."""
    if not has_future(state, state.species[effect.seat]):
        state.pending.append(Gorge(effect.seat, effect.mine))


def gorges(effect: Gorge) -> list[AnyAction]:
    """The slots where a token was replaced."""
    return [displace(slot) for slot in sorted({*effect.mine})]


def gorged(state: EvoState, seat: int, slot: int, tell: Ear) -> None:
    """Place one more token."""
    place = SLOTS * state.active + slot
    state.tokens[place] = plus(state.tokens[place], state.species[seat])
    if tell:
        tell(Displaced(seat, NOTHING, slot, state.slots[place]))


# --- the end of a generation


def end(state: EvoState, seat: int, tell: Ear) -> None:
    """A generation ends; Hibernation may save unused cards first. [The end of a Generation]"""
    species = state.species[seat]
    state.pending.append(Sleep(seat, state.adaptations[species].count(HIBERNATION)))


def saving(state: EvoState, effect: Sleep) -> Sequence[AnyAction]:
    """What Hibernation could save: one of two or more unused cards. [ruling: Hibernation]"""
    hand = state.hands[state.species[effect.seat]]
    if not effect.left or len(hand) < 2:
        return ()
    return [*(save(trait) for trait in sorted({*hand})), DONE]


def saved(state: EvoState, effect: Sleep, action: AnyAction, tell: Ear) -> None:
    """An unused card goes to the Future Genome, or no more of them do."""
    if not isinstance(action, Save):
        state.pending.append(Sleep(effect.seat, 0))
        return
    species = state.species[effect.seat]
    wear(state, species, HIBERNATION)
    pass_on(state, species, bytes((action.trait,)))
    state.pending.append(Sleep(effect.seat, effect.left - 1))
    if tell:
        tell(Slept(effect.seat, action.trait))


def finish(state: EvoState, seat: int, tell: Ear) -> None:
    """The population is spent, the hand is lost, and the next generation is drawn.
    [The end of a Generation]"""
    species = state.species[seat]
    state.spent[species] = plus(state.spent[species], state.active)
    state.active = NOWHERE
    state.wandered = state.foreseen = 0
    hand = state.hands[species]
    state.lost[species] = together(state.lost[species], hand)
    state.shown_lost[species] = together(state.shown_lost[species], state.shown[species])
    state.hands[species] = state.shown[species] = b""
    if tell:
        tell(Withered(seat, hand))
    if has_future(state, species):
        drawn = draw_generation(state, species, DRAW)
        if tell:
            tell(Drew(seat, *drawn))
