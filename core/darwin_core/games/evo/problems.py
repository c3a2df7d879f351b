"""Checks of a sound state: genes, cards, tokens and memories agree."""

from darwin_core.contract.game import NOTHING
from darwin_core.games.evo import effects
from darwin_core.games.evo.components import (
    ADAPTATIONS,
    COPIES,
    FAUNA,
    FAUNA_SLOTS,
    FLORA,
    MILLENNIA,
    POPULATIONS,
    RING,
    SLOTS,
    TOKENS,
    WIDE_COPIES,
)
from darwin_core.games.evo.genes import added, counts_of
from darwin_core.games.evo.rules import legal
from darwin_core.games.evo.state import NOWHERE, EvoState


def problems(state: EvoState) -> list[str]:
    """Return the inconsistencies: cards and tokens that are missing, memories that are false."""
    seats = len(state.species)
    found: list[str] = []
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
    found += [problem for species in range(seats) for problem in _species_problems(state, species)]
    copies = WIDE_COPIES if state.options.wide_gene_pool else COPIES
    everything = state.supply
    for species in range(seats):
        everything = added(everything, added(state.genomes[species], state.born[species]))
    if everything != bytes((copies,)) * RING:
        found.append("the trait cards are not those of the box")
    return found + _box_problems(state) + _pending_problems(state)


def _species_problems(state: EvoState, species: int) -> list[str]:
    found = []
    genes = state.future[species]
    for row in (state.hands, state.decks, state.offspring, state.lost):
        genes = added(genes, counts_of(row[species]))
    if genes != added(state.genomes[species], state.born[species]):
        found.append("a species' cards are not its genome and its offspring")
    for row, shown in ((state.hands, state.shown), (state.lost, state.shown_lost)):
        if bytes(sorted(row[species])) != row[species]:
            found.append("a hand or Lost Genome is not in order")
        if any(row[species].count(card) < shown[species].count(card) for card in shown[species]):
            found.append("all remember a card that is not there")
    if len(state.worn[species]) != len(state.adaptations[species]):
        found.append("tokens are on adaptations that are not there")
    if bytes(sorted(state.adaptations[species])) != state.adaptations[species]:
        found.append("adaptations are not in order")
    active = state.active != NOWHERE and state.species.find(species) == _active_seat(state)
    populations = sum(state.available[species]) + sum(state.spent[species]) + active
    if not POPULATIONS <= populations <= TOKENS:
        found.append("a species has too few populations, or too many")
    return found


def _active_seat(state: EvoState) -> int:
    return state.pending[-1].seat if state.pending else 0


def _box_problems(state: EvoState) -> list[str]:
    found = []
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
            found.append(f"the {name} are not those of the box")
    if any(len(tokens) != len(state.species) for tokens in state.tokens):
        found.append("tokens are counted by other species")
    if len({*state.locations}) < len(state.locations) or max(state.locations) >= RING:
        found.append("a location is there twice, or there is no such location")
    if not 1 <= state.millennium <= MILLENNIA:
        found.append("there is no such millennium")
    taken = [species for species in state.species if species != NOTHING]
    if len({*taken}) < len(taken) or any(each >= len(state.species) for each in taken):
        found.append("two play one species, or one that is not there")
    return found


def _pending_problems(state: EvoState) -> list[str]:
    if not state.pending:
        return [] if state.millennium == MILLENNIA else ["the match is over too early"]
    top = state.pending[-1]
    if not 0 <= top.seat < len(state.species):
        return ["somebody has to choose who is not there"]
    in_generation = isinstance(top, effects.Live | effects.Replace | effects.Gorge | effects.Sleep)
    if in_generation != (state.active != NOWHERE):
        return ["a population is active between generations, or none is in one"]
    if not legal(state, top.seat):
        return ["there is nothing to choose"]
    return []
