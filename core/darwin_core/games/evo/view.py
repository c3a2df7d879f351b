"""The views of a match of Evo, redaction of its events, and states that fit a view.

Hidden are hands and Lost Genomes of species that others play, and the order of all decks. Cards
that came to a hand or a Lost Genome face up are remembered. [ruling: Hidden]
"""

from darwin_core.contract.cards import Cards, Counts, together, without
from darwin_core.contract.chance import shuffled
from darwin_core.contract.game import NOTHING, Holding
from darwin_core.games.evo import events
from darwin_core.games.evo.components import ADAPTATIONS, FAUNA, FAUNA_SLOTS, FLORA, SLOTS
from darwin_core.games.evo.events import EvoEvent
from darwin_core.games.evo.genes import added, counts_of, less, spread
from darwin_core.games.evo.rules import clone
from darwin_core.games.evo.state import EvoState
from darwin_core.kit.hidden import UNKNOWN, backs
from darwin_core.text.language import mark


def view(state: EvoState, viewer: int) -> EvoState:
    """Return the state with HIDDEN for everything that the viewer may not see."""
    seen = clone(state)
    seen.chance = b""
    seen.fauna_deck = UNKNOWN * len(state.fauna_deck)
    seen.flora_deck = UNKNOWN * len(state.flora_deck)
    seen.adaptation_deck = UNKNOWN * len(state.adaptation_deck)
    seen.decks = [UNKNOWN * len(deck) for deck in state.decks]
    own = own_species(state, viewer)
    seen.hands, seen.lost = backs(state.hands, own), backs(state.lost, own)
    return seen


def own_species(state: EvoState, viewer: int) -> int:
    """Return the species that a viewer plays, or NOTHING."""
    return state.species[viewer] if viewer < len(state.species) else NOTHING


def redact(event: EvoEvent, viewer: int) -> EvoEvent | None:
    """Return an event as a viewer may know it."""
    match event:
        case events.Dealt(locations, species, hands, first):
            return events.Dealt(locations, species, tuple(backs(hands, viewer)), first)
        case events.Migrated(seat, location, survivor, lost) if seat != viewer and lost != NOTHING:
            return events.Migrated(seat, location, survivor, UNKNOWN[0])
        case events.Foresaw(seat, _, is_open) if seat != viewer and not is_open:
            return events.Foresaw(seat, UNKNOWN[0], is_open)
        case events.Withered(seat, cards) if seat != viewer:
            return events.Withered(seat, UNKNOWN * len(cards))
        case events.Drew(seat, offspring, cards) if seat != viewer:
            return events.Drew(seat, offspring, UNKNOWN * len(cards))
        case _:
            return event


def unseen_genes(view: EvoState, species: int) -> Counts:
    """Return by trait the number of a species' cards whose place a viewer does not know."""
    everything = added(view.genomes[species], view.born[species])
    known = added(view.future[species], counts_of(view.offspring[species]))
    for row, shown in (
        (view.hands[species], view.shown[species]),
        (view.lost[species], view.shown_lost[species]),
    ):
        known = added(known, counts_of(shown if UNKNOWN in row else row))
    return less(everything, known)


def determinize(view: EvoState, chance: bytes) -> EvoState:
    """Return a complete state that looks the same to the viewer: unknown cards are dealt at
    random."""
    state = clone(view)
    for species in range(len(view.decks)):
        chance, genes = shuffled(chance, spread(unseen_genes(view, species)))
        rest = iter(genes)
        for rows, known in ((state.hands, view.shown), (state.lost, view.shown_lost)):
            if UNKNOWN in rows[species]:
                missing = len(rows[species]) - len(known[species])
                dealt = bytes(next(rest) for _ in range(missing))
                rows[species] = together(known[species], dealt)
        state.decks[species] = bytes(rest)
    fauna, flora = _on_slots(view)
    chance, cards = shuffled(chance, without(FAUNA, fauna + view.fauna_out))
    state.fauna_deck = bytes(cards)
    chance, cards = shuffled(chance, without(FLORA, flora + view.flora_out))
    state.flora_deck = bytes(cards)
    worn = b"".join(view.adaptations)
    chance, cards = shuffled(chance, without(ADAPTATIONS, worn + view.adaptation_out))
    state.adaptation_deck = bytes(cards)
    state.chance = chance
    return state


def _on_slots(view: EvoState) -> tuple[Cards, Cards]:
    fauna, flora = bytearray(), bytearray()
    for place, card in enumerate(view.slots):
        if card != NOTHING:
            (fauna if place % SLOTS < FAUNA_SLOTS else flora).append(card)
    return bytes(fauna), bytes(flora)


def holdings(state: EvoState) -> list[Holding]:
    """Return the hands and the Lost Genomes of the species that are played."""
    places = ((mark("hand"), state.hands), (mark("Lost Genome"), state.lost))
    return [
        Holding(seat, place, rows[species])
        for place, rows in places
        for seat, species in enumerate(state.species)
        if species != NOTHING
    ]
