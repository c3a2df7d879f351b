"""The views of a match of Evo, redaction of its events, states that fit a view, and the invariants
of a state.

Hidden are hands and Lost Genomes of species that others play, and the order of all decks. The state
remembers which cards came to a hand or a Lost Genome face up. [ruling: Hidden]
"""

from darwin_core.contract.cards import Cards, Counts, together, without
from darwin_core.contract.chance import shuffled
from darwin_core.contract.game import NOTHING, Holding
from darwin_core.games.evo import acts, material
from darwin_core.games.evo.acts import EvoEvent
from darwin_core.games.evo.generation import counts_added, counts_of, less, spread
from darwin_core.games.evo.material import (
    ADAPTATIONS,
    COPIES,
    FAUNA,
    FAUNA_SLOTS,
    FLORA,
    MILLENNIA,
    NOWHERE,
    POPULATIONS,
    POPULATIONS_MAX,
    RING,
    SLOTS,
    WIDE_COPIES,
    EvoState,
    populations_of,
)
from darwin_core.games.evo.rules import clone, legal
from darwin_core.kit.states import UNKNOWN, backs
from darwin_core.text.language import mark


def view(state: EvoState, viewer: int) -> EvoState:
    """Return the state without its chance, and with HIDDEN for every card that the viewer may not
    see: all decks, and other species' hands and Lost Genomes."""
    redacted = clone(state)
    redacted.chance = b""
    redacted.fauna_deck = UNKNOWN * len(state.fauna_deck)
    redacted.flora_deck = UNKNOWN * len(state.flora_deck)
    redacted.adaptation_deck = UNKNOWN * len(state.adaptation_deck)
    redacted.decks = [UNKNOWN * len(deck) for deck in state.decks]
    own_row = own_species(state, viewer)
    redacted.hands = backs(state.hands, own_row)
    redacted.lost = backs(state.lost, own_row)
    return redacted


def own_species(state: EvoState, viewer: int) -> int:
    """Return the species that a viewer plays; NOTHING for spectators, and for seats that have not
    chosen yet."""
    return state.species[viewer] if viewer < len(state.species) else NOTHING


def redact(event: EvoEvent, viewer: int) -> EvoEvent | None:
    """Return an event without the parts that are hidden from a viewer."""
    match event:
        case acts.Dealt(locations, species, hands, first):
            return acts.Dealt(locations, species, tuple(backs(hands, viewer)), first)
        case acts.Migrated(seat, location, survivor) if seat != viewer and not event.is_wandering:
            return acts.Migrated(seat, location, survivor, UNKNOWN[0])
        case acts.Foresaw(seat, _, is_open) if seat != viewer and not is_open:
            return acts.Foresaw(seat, UNKNOWN[0], is_open)
        case acts.Withered(seat, cards) if seat != viewer:
            return acts.Withered(seat, UNKNOWN * len(cards))
        case acts.Drew(seat, offspring, cards) if seat != viewer:
            return acts.Drew(seat, offspring, UNKNOWN * len(cards))
        case _:
            return event


def unseen_genes(view: EvoState, species: int) -> Counts:
    """Return, by trait, how many of a species' cards the viewer cannot locate: those in its deck,
    and the hidden ones of its hand and Lost Genome."""
    everything = counts_added(view.genomes[species], view.born[species])
    known = counts_added(view.future[species], counts_of(view.offspring[species]))
    for row, shown in (
        (view.hands[species], view.shown[species]),
        (view.lost[species], view.shown_lost[species]),
    ):
        # A row is hidden as a whole: then only the cards that were seen face up are known.
        known = counts_added(known, counts_of(shown if UNKNOWN in row else row))
    return less(everything, known)


def determinize(view: EvoState, chance: bytes) -> EvoState:
    """Return a complete state that looks the same to the viewer: unknown cards are dealt at
    random."""
    state = clone(view)
    for species in range(len(view.decks)):
        chance, genes = shuffled(chance, spread(unseen_genes(view, species)))
        undealt = iter(genes)
        for rows, known in ((state.hands, view.shown), (state.lost, view.shown_lost)):
            if UNKNOWN in rows[species]:
                missing = len(rows[species]) - len(known[species])
                dealt = bytes(next(undealt) for _ in range(missing))
                rows[species] = together(known[species], dealt)
        state.decks[species] = bytes(undealt)
    fauna, flora = _on_slots(view)
    chance, cards = shuffled(chance, without(FAUNA, fauna + view.fauna_out))
    state.fauna_deck = bytes(cards)
    chance, cards = shuffled(chance, without(FLORA, flora + view.flora_out))
    state.flora_deck = bytes(cards)
    in_use = b"".join(view.adaptations)
    chance, cards = shuffled(chance, without(ADAPTATIONS, in_use + view.adaptation_out))
    state.adaptation_deck = bytes(cards)
    state.chance = chance
    return state


def _on_slots(view: EvoState) -> tuple[Cards, Cards]:
    """Return all fauna and all flora at the locations."""
    fauna, flora = bytearray(), bytearray()
    for place, card in enumerate(view.slots):
        if card != NOTHING:
            (fauna if place % SLOTS < FAUNA_SLOTS else flora).append(card)
    return bytes(fauna), bytes(flora)


def holdings(state: EvoState) -> list[Holding]:
    """Return the hands and the Lost Genomes of the species that are played."""
    holders = ((mark("hand"), state.hands), (mark("Lost Genome"), state.lost))
    return [
        Holding(seat, name, rows[species])
        for name, rows in holders
        for seat, species in enumerate(state.species)
        if species != NOTHING
    ]


def invariants(state: EvoState) -> list[str]:
    """Return the inconsistencies of a state: fields of wrong length, cards and populations too few
    or too many, wrong memories of cards, and a pending effect that nobody can answer.

    If a length is wrong, or a seat is not there, only this is returned, because the other checks
    rely on it.
    """
    seats = len(state.species)
    faults: list[str] = []
    rows = (
        state.hands,
        state.decks,
        state.offspring,
        state.future,
        state.lost,
        state.shown,
        state.shown_lost,
        state.genomes,
        state.born,
        state.adaptations,
        state.worn,
        state.available,
        state.spent,
        state.survived,
        state.thrived,
        state.passed_on,
        state.locations,
    )
    if not 2 <= seats <= 4 or any(len(row) != seats for row in rows):
        return ["the seats do not agree"]
    if len(state.slots) != SLOTS * seats or len(state.tokens) != SLOTS * seats:
        return ["the slots do not agree"]
    if any(len(row) != RING for row in (state.supply, *state.future, *state.genomes, *state.born)):
        return ["genes are counted by other traits"]
    cards = (*state.hands, *state.decks, *state.offspring, *state.lost, *state.shown)
    if any(card >= RING for row in (*cards, *state.shown_lost) for card in row):
        return ["there is no such trait"]
    if state.pending and not 0 <= state.pending[-1].seat < seats:
        return ["somebody has to choose who is not there"]
    faults += [fault for species in range(seats) for fault in _species_faults(state, species)]
    copies = WIDE_COPIES if state.options.wide_gene_pool else COPIES
    everything = state.supply
    for species in range(seats):
        everything = counts_added(
            everything, counts_added(state.genomes[species], state.born[species])
        )
    if everything != bytes((copies,)) * RING:
        faults.append("the trait cards are not those of the box")
    return faults + _box_faults(state) + _pending_faults(state)


def _species_faults(state: EvoState, species: int) -> list[str]:
    faults = []
    genes = state.future[species]
    for row in (state.hands, state.decks, state.offspring, state.lost):
        genes = counts_added(genes, counts_of(row[species]))
    if genes != counts_added(state.genomes[species], state.born[species]):
        faults.append("a species' cards are not its genome and its offspring")
    for row, shown in ((state.hands, state.shown), (state.lost, state.shown_lost)):
        if bytes(sorted(row[species])) != row[species]:
            faults.append("a hand or Lost Genome is not in order")
        if any(row[species].count(card) < shown[species].count(card) for card in shown[species]):
            faults.append("all remember a card that is not there")
    if len(state.worn[species]) != len(state.adaptations[species]):
        faults.append("tokens are on adaptations that are not there")
    if bytes(sorted(state.adaptations[species])) != state.adaptations[species]:
        faults.append("adaptations are not in order")
    if not POPULATIONS <= sum(populations_of(state, species)) <= POPULATIONS_MAX:
        faults.append("a species has too few populations, or too many")
    return faults


def _box_faults(state: EvoState) -> list[str]:
    faults = []
    fauna = [card for place, card in enumerate(state.slots) if place % SLOTS < FAUNA_SLOTS]
    flora = [card for place, card in enumerate(state.slots) if place % SLOTS >= FAUNA_SLOTS]
    for name, cards, box in (
        ("fauna", [*fauna, *state.fauna_deck, *state.fauna_out], FAUNA),
        ("flora", [*flora, *state.flora_deck, *state.flora_out], FLORA),
        (
            "adaptations",
            [*b"".join(state.adaptations), *state.adaptation_deck, *state.adaptation_out],
            ADAPTATIONS,
        ),
    ):
        if sorted(card for card in cards if card != NOTHING) != sorted(box):
            faults.append(f"the {name} are not those of the box")
    if any(len(tokens) != len(state.species) for tokens in state.tokens):
        faults.append("tokens are counted by other species")
    if len({*state.locations}) < len(state.locations) or max(state.locations) >= RING:
        faults.append("a location is there twice, or there is no such location")
    if not 1 <= state.millennium <= MILLENNIA:
        faults.append("there is no such millennium")
    taken = [species for species in state.species if species != NOTHING]
    if len({*taken}) < len(taken) or any(number >= len(state.species) for number in taken):
        faults.append("two play one species, or one that is not there")
    return faults


def _pending_faults(state: EvoState) -> list[str]:
    if not state.pending:
        return [] if state.millennium == MILLENNIA else ["the match is over too early"]
    next_effect = state.pending[-1]
    in_generation = isinstance(
        next_effect, material.Live | material.DisplaceTokens | material.Gorge | material.SaveCard
    )
    if in_generation != (state.active != NOWHERE):
        return ["a population is active between generations, or none is in one"]
    if not legal(state, next_effect.seat):
        return ["there is nothing to choose"]
    return []
