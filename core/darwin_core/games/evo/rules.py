"""The rules of Evo in order: setup, generations, millennia, and the pending effects.

Section names are those of the rulebook, rulings those of the rules page.
"""

from typing import Final, get_args

from darwin_core.contract.chance import chosen, from_seed, shuffled
from darwin_core.contract.game import Clock
from darwin_core.games.evo import acts, generation, material, millennium
from darwin_core.games.evo.acts import AnyAction, Done, Emitter, EvoEvent, Move
from darwin_core.games.evo.generation import NONE, spread
from darwin_core.games.evo.material import (
    ADAPTATIONS,
    BALANCED_GENOME,
    COPIES,
    DRAW,
    FAUNA,
    FAUNA_SLOTS,
    FLORA,
    FLORA_SLOTS,
    GENOME,
    MILLENNIA,
    MUTATIONS,
    NOWHERE,
    POPULATIONS,
    POPULATIONS_MAX,
    RING,
    SLOTS,
    WIDE_COPIES,
    AnyEffect,
    EvoOptions,
    EvoState,
)
from darwin_core.games.evo.millennium import outcome
from darwin_core.kit.effects import Rules, ask, ask_if_several, rules
from darwin_core.kit.states import cloner, plus


def setup(options: EvoOptions, seats: int, seed: str, emit: Emitter = None) -> EvoState:
    """Set up as many species and locations as seats, genomes, adaptations, fauna and flora; begin
    the first generation. [Setup]"""
    genome_copies = BALANCED_GENOME if options.balanced_genome else GENOME
    copies = WIDE_COPIES if options.wide_gene_pool else COPIES
    genome = bytes((genome_copies,)) * RING
    chance, traits = shuffled(from_seed(seed), range(RING))
    chance, fauna = shuffled(chance, FAUNA)
    chance, flora = shuffled(chance, FLORA)
    chance, designs = shuffled(chance, ADAPTATIONS)
    chance, species = shuffled(chance, range(seats))
    chance, first = chosen(chance, seats)
    decks = []
    for _ in range(seats):
        chance, cards = shuffled(chance, spread(genome))
        decks.append(bytes(cards))
    slots = b""
    for location in range(seats):
        slots += bytes(fauna[FAUNA_SLOTS * location : FAUNA_SLOTS * (location + 1)])
        slots += bytes(flora[FLORA_SLOTS * location : FLORA_SLOTS * (location + 1)])
    # Each species starts alone, at the location with the number of its seat.
    populations = [b""] * seats
    for seat, own_species in enumerate(species):
        populations[own_species] = plus(bytes(seats), seat, POPULATIONS)
    state = EvoState(
        chance=chance,
        options=options,
        millennium=1,
        first=first,
        supply=bytes((copies - seats * genome_copies,)) * RING,
        locations=bytes(traits[:seats]),
        slots=slots,
        tokens=[bytes(seats)] * (SLOTS * seats),
        fauna_deck=bytes(fauna[FAUNA_SLOTS * seats :]),
        fauna_out=b"",
        flora_deck=bytes(flora[FLORA_SLOTS * seats :]),
        flora_out=b"",
        adaptation_deck=bytes(designs[MUTATIONS * seats :]),
        adaptation_out=b"",
        species=bytes(species),
        hands=[bytes(sorted(deck[:DRAW])) for deck in decks],
        decks=[deck[DRAW:] for deck in decks],
        offspring=[b""] * seats,
        future=[NONE] * seats,
        lost=[b""] * seats,
        shown=[b""] * seats,
        shown_lost=[b""] * seats,
        genomes=[genome] * seats,
        born=[NONE] * seats,
        adaptations=[
            bytes(sorted(designs[MUTATIONS * number : MUTATIONS * (number + 1)]))
            for number in range(seats)
        ],
        worn=[bytes(MUTATIONS)] * seats,
        available=populations,
        spent=[bytes(seats)] * seats,
        active=NOWHERE,
        wandered=0,
        foreseen=0,
        survived=[0] * seats,
        thrived=[0] * seats,
        passed_on=[0] * seats,
        history=[(genome,) * seats],
        pending=[material.AwakePopulation(first)],
    )
    if emit:
        hands = tuple(state.hands[own_species] for own_species in species)
        emit(acts.Dealt(state.locations, state.species, hands, first))
        emit(acts.MillenniumBegan(1, first))
    RULES.settle(state, emit)
    return state


clone: Final = cloner(EvoState)


# --- the order of generations


def _next_generation(state: EvoState, seat: int, emit: Emitter) -> None:
    """Ask the next seat that can begin a generation; if none can, end the millennium. [ruling:
    Turns]"""
    seats = len(state.species)
    for turn in range(1, seats + 1):
        other = (seat + turn) % seats
        if generation.can_begin(state, other):
            state.pending.append(material.AwakePopulation(other))
            return
    millennium.end_millennium(state, emit)


def _drift(
    state: EvoState, effect: material.MovePopulation, action: Move | Done, emit: Emitter
) -> None:
    """Carry out the move of a population, if one was chosen; after the last seat, begin the next
    millennium."""
    millennium.drift(state, effect, action, emit)
    if not state.pending:
        millennium.begin_millennium(state, emit)
        # The next seat after the one before the start player is the start player.
        _next_generation(state, state.first - 1, emit)


def _end_generation(state: EvoState, effect: material.SaveCard, emit: Emitter) -> None:
    generation.finish(state, effect.seat, emit)
    _next_generation(state, effect.seat, emit)


# --- the end


def _end(state: EvoState, emit: Emitter) -> None:
    if emit and (result := outcome(state)):
        emit(acts.Ended(result.totals, result.winners))


def clock(state: EvoState) -> Clock:
    """Return the millennium and the generation in it, both counted from 1; generation 0 while
    species are chosen."""
    begun = sum(map(sum, state.spent))
    if state.pending:
        begun = 0 if material.is_choosing(state) else begun + 1
    return Clock(state.millennium, MILLENNIA, begun, 0)


def actions_max(seats: int) -> int:
    """Return an upper bound of the choices in a match. In a millennium, every card is played at
    most once, except cards that Wanderer puts back; predation adds two questions."""
    generations = POPULATIONS_MAX * seats
    # Three choices for each card, for the two questions of a predation. Eight for each generation:
    # the population, the end, and two copies of Wanderer, of Foresight and of Hibernation.
    in_generations = 3 * RING * WIDE_COPIES + 8 * generations
    # Three between millennia: a species, its new population, and the move of one.
    return MILLENNIA * in_generations + 3 * MILLENNIA * seats


# --- the table of rules


_RULES: Final = (
    ask_if_several(material.AwakePopulation, generation.beginnings, generation.begin),
    ask(material.Live, generation.ways_to_live, generation.live),
    ask_if_several(
        material.DisplaceTokens,
        generation.replacements,
        generation.replace,
        otherwise=generation.end_replacing,
    ),
    ask_if_several(material.Gorge, generation.gorges, generation.gorge),
    ask_if_several(
        material.SaveCard, generation.saving, generation.save_card, otherwise=_end_generation
    ),
    ask_if_several(material.AdoptSpecies, millennium.free_species, millennium.take_species),
    ask_if_several(material.SettlePopulation, millennium.homes, millennium.place_population),
    ask_if_several(material.MovePopulation, millennium.drifts, _drift),
)
RULES: Final[Rules[EvoState, AnyAction, EvoEvent]] = rules(
    get_args(AnyEffect), _RULES, emptied=_end
)
to_move: Final = RULES.to_move
legal: Final = RULES.legal
apply: Final = RULES.apply
