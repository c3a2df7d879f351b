"""The rules of Evo in their order: set-up, generations, millennia, and what is to be done next.

Section names are those of the rulebook, rulings those of the rules page.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from darwin_core.game import Clock, Outcome, ScoreLine, rank
from darwin_core.games.evo import generation, millennium, predation
from darwin_core.games.evo.components import (
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
    POPULATIONS,
    RING,
    SLOTS,
    TOKENS,
    WIDE_COPIES,
)
from darwin_core.games.evo.genes import NONE, plus, spread
from darwin_core.games.evo.state import (
    NOWHERE,
    Adopt,
    AnyAction,
    AnyEffect,
    Awake,
    Begin,
    Choose,
    Dealt,
    Displace,
    Done,
    Drift,
    Ear,
    Ended,
    EvoOptions,
    EvoState,
    Forage,
    Foresee,
    Found,
    Gorge,
    Hunt,
    Live,
    Migrate,
    MillenniumBegan,
    Predate,
    Replace,
    Settle,
    Sleep,
)
from darwin_core.rng import chosen, from_seed, shuffled

_SEAT: Final = tuple((seat,) for seat in range(4))


def setup(options: EvoOptions, seats: int, seed: str, emit: Ear = None) -> EvoState:
    """As many species and locations as seats, genomes, adaptations, fauna and flora. [Setup]"""
    each = BALANCED_GENOME if options.balanced_genome else GENOME
    copies = WIDE_COPIES if options.wide_gene_pool else COPIES
    genome = bytes((each,)) * RING
    chance, places = shuffled(from_seed(seed), range(RING))
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
    for place in range(seats):
        slots += bytes(fauna[FAUNA_SLOTS * place : FAUNA_SLOTS * (place + 1)])
        slots += bytes(flora[FLORA_SLOTS * place : FLORA_SLOTS * (place + 1)])
    populations = [b""] * seats
    for seat, each_species in enumerate(species):
        populations[each_species] = plus(bytes(seats), seat, POPULATIONS)
    state = EvoState(
        chance=chance,
        options=options,
        millennium=1,
        first=first,
        supply=bytes((copies - seats * each,)) * RING,
        locations=bytes(places[:seats]),
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
            bytes(sorted(designs[MUTATIONS * each : MUTATIONS * (each + 1)]))
            for each in range(seats)
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
        pending=[Begin(first)],
    )
    if emit:
        hands = tuple(state.hands[each] for each in species)
        emit(Dealt(state.locations, state.species, hands, first))
        emit(MillenniumBegan(1, first))
    _settle(state, emit)
    return state


def clone(state: EvoState) -> EvoState:
    """A copy that shares no list with the original."""
    return EvoState(
        state.chance,
        state.options,
        state.millennium,
        state.first,
        state.supply,
        state.locations,
        state.slots,
        state.tokens[:],
        state.fauna_deck,
        state.fauna_out,
        state.flora_deck,
        state.flora_out,
        state.adaptation_deck,
        state.adaptation_out,
        state.species,
        state.hands[:],
        state.decks[:],
        state.offspring[:],
        state.future[:],
        state.lost[:],
        state.shown[:],
        state.shown_lost[:],
        state.genomes[:],
        state.born[:],
        state.adaptations[:],
        state.worn[:],
        state.available[:],
        state.spent[:],
        state.active,
        state.wandered,
        state.foreseen,
        state.survived[:],
        state.thrived[:],
        state.passed_on[:],
        state.history[:],
        state.pending[:],
    )


# --- what is to be done


def _settle(state: EvoState, emit: Ear) -> None:
    """Do what leaves no choice, up to the next choice or to the end of the match."""
    pending = state.pending
    while pending:
        effect = pending[-1]
        kind = type(effect)
        if kind is Live:
            return
        choices = _CHOICES[kind](state, effect)
        if len(choices) > 1:
            return
        pending.pop()
        if choices:
            _ANSWERS[kind](state, effect, choices[0], emit)
        elif kind is Sleep:
            generation.finish(state, effect.seat, emit)
            _next_generation(state, effect.seat, emit)
        elif kind is Replace:
            assert isinstance(effect, Replace)
            predation.end_replacing(state, effect)


def _seated(state: EvoState) -> Sequence[int]:
    return range(len(state.species))


def _next_generation(state: EvoState, seat: int, emit: Ear) -> None:
    """The next seat that can begin one; if none can, the millennium ends. [ruling: Turns]"""
    seats = len(state.species)
    for turn in range(1, seats + 1):
        other = (seat + turn) % seats
        if generation.can_begin(state, other):
            state.pending.append(Begin(other))
            return
    millennium.end_millennium(state, emit)
    if not state.pending and emit:
        result = outcome(state)
        assert result
        emit(Ended(result.totals, result.winners))


def _drifted(state: EvoState, effect: Drift, action: AnyAction, emit: Ear) -> None:
    """After the last has chosen, the next millennium begins."""
    millennium.drifted(state, effect.seat, action, emit)
    if not state.pending:
        millennium.begin_millennium(state, emit)
        _next_generation(state, state.first - 1, emit)


def _begin(state: EvoState, effect: Begin, action: Awake, emit: Ear) -> None:
    generation.begin(state, effect.seat, action.location, emit)


def _gorge(state: EvoState, effect: Gorge, action: Displace, emit: Ear) -> None:
    predation.gorged(state, effect.seat, action.slot, emit)


def _choose(state: EvoState, effect: Choose, action: Adopt, emit: Ear) -> None:
    millennium.adopted(state, effect.seat, action.species, emit)


def _found(state: EvoState, effect: Settle, action: Found, emit: Ear) -> None:
    millennium.settled(state, effect.seat, action.location, emit)


_CHOICES: Final[dict[type, Callable[[EvoState, Any], Sequence[AnyAction]]]] = {
    Begin: generation.beginnings,
    Live: generation.actions,
    Replace: predation.replacements,
    Gorge: predation.gorges,
    Sleep: generation.saving,
    Choose: millennium.free_species,
    Settle: millennium.homes,
    Drift: millennium.drifts,
}
"""What its seat may choose while an effect waits; a single choice is taken at once, save in a
generation, which the player ends."""

_ANSWERS: Final[dict[type, Callable[[EvoState, Any, Any, Ear], None]]] = {
    Begin: _begin,
    Replace: predation.replaced,
    Gorge: _gorge,
    Sleep: generation.saved,
    Choose: _choose,
    Settle: _found,
    Drift: _drifted,
}
"""What then happens."""


_BETWEEN: Final = (Choose, Settle, Drift)
"""What is chosen between millennia."""

_DEEDS: Final[dict[type, Callable[[EvoState, int, Any, Ear], None]]] = {
    Hunt: generation.hunted,
    Forage: generation.foraged,
    Migrate: generation.migrated,
    Predate: predation.preyed,
    Foresee: lambda state, seat, action, emit: generation.foreseen(state, seat, emit),
    Done: lambda state, seat, action, emit: generation.end(state, seat),
}
"""What happens in a generation."""


# --- the contract


def to_move(state: EvoState) -> Sequence[int]:
    """The seat that has to choose."""
    return _SEAT[state.pending[-1].seat] if state.pending else ()


def legal(state: EvoState, seat: int) -> Sequence[AnyAction]:
    """What a seat may choose now."""
    if not state.pending:
        return ()
    effect: AnyEffect = state.pending[-1]
    if effect.seat != seat:
        return ()
    return _CHOICES[type(effect)](state, effect)


def apply(state: EvoState, seat: int, action: AnyAction, emit: Ear = None) -> None:
    """Do what a seat chose, and all that follows up to the next choice."""
    effect = state.pending[-1]
    if type(effect) is Live:
        # A generation waits on until its player ends it.
        _DEEDS[type(action)](state, seat, action, emit)
    else:
        state.pending.pop()
        _ANSWERS[type(effect)](state, effect, action, emit)
    _settle(state, emit)


# --- the end


def outcome(state: EvoState) -> Outcome | None:
    """The most points win; ties share. [End of the Game]"""
    if state.pending:
        return None
    sums = tuple(millennium.points(state, seat) for seat in _seated(state))
    lines = (
        ScoreLine("survival", tuple(state.survived)),
        ScoreLine("thriving", tuple(state.thrived)),
        ScoreLine("genome", tuple(state.passed_on)),
    )
    return Outcome(lines, sums, rank(sums))


def clock(state: EvoState) -> Clock:
    """The millennium, and the generation in it; none while species are chosen."""
    begun = sum(map(sum, state.spent))
    if state.pending:
        begun = 0 if type(state.pending[-1]) in _BETWEEN else begun + 1
    return Clock(state.millennium, MILLENNIA, begun, 0)


def bound(seats: int) -> int:
    """More choices than a match can hold: in a millennium every card is played at most once, save
    those that Wanderer puts back, and predation asks twice more."""
    generations = TOKENS * seats
    millennium_ = 3 * RING * WIDE_COPIES + 8 * generations
    return MILLENNIA * millennium_ + 3 * MILLENNIA * seats
