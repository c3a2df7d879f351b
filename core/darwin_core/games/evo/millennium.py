"""The end of a millennium: extinction, competition, points, genomes, natural selection and
mutation, and the choice of species with its new populations; the score, its forecast, and its
sources.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from darwin_core.contract.cards import ONE, Counts
from darwin_core.contract.chance import chosen, picked, shuffled
from darwin_core.contract.game import NOTHING, Outcome, ScoreLine, rank
from darwin_core.games.evo import acts, material
from darwin_core.games.evo.acts import (
    DONE,
    GENOME_LENGTH,
    TOKEN_BONUS,
    TOKENS_LOST,
    Displaced,
    Emitter,
    EvoEvent,
    Foraged,
    Hunted,
    Survived,
)
from darwin_core.games.evo.generation import (
    NONE,
    counts_added,
    counts_of,
    draw_generation,
    is_extinct,
    less,
    owners,
    spread,
    wear,
)
from darwin_core.games.evo.material import (
    FAUNA_SLOTS,
    MILLENNIA,
    MUTATIONS,
    POPULATIONS_MAX,
    SLOTS,
    TARGETS,
    TERRITORIAL,
    EvoState,
    bonus,
)
from darwin_core.kit.states import plus, put
from darwin_core.text.language import mark


def _seats_from_first(state: EvoState) -> list[int]:
    """Return the seats clockwise from the seat that began the millennium."""
    seats = len(state.species)
    return [(state.first + turn) % seats for turn in range(seats)]


def points(state: EvoState, seat: int) -> int:
    """Return the points of a seat so far."""
    return state.survived[seat] + state.thrived[seat] + state.passed_on[seat]


def end_millennium(state: EvoState, emit: Emitter) -> None:
    """Carry out all steps between millennia up to the choice of species. [The end of a Millennia;
    ruling: End of a millennium]"""
    _return_cards(state)
    vacated = _extinction(state, emit)
    _score_tokens(state, _competition(state, vacated, emit), emit)
    _score_genomes(state, emit)
    if state.millennium == MILLENNIA:
        # Only cards that were passed on remain of the genomes.
        state.genomes = state.future[:]
        state.born = [NONE] * len(state.species)
        state.history = [*state.history, tuple(state.future)]
        return
    for seat in _seats_from_first(state):
        _prepare(state, seat, emit)
    for species, spent in enumerate(state.spent):
        state.available[species] = counts_added(state.available[species], spent)
        state.spent[species] = bytes(len(spent))
    # The seat with the fewest points chooses first; ties in the order of seats. The last pending
    # effect is asked first.
    choosing = sorted(_seats_from_first(state), key=lambda seat: points(state, seat))
    state.pending += [material.AdoptSpecies(seat) for seat in reversed(choosing)]
    state.species = bytes([NOTHING]) * len(state.species)


def _return_cards(state: EvoState) -> None:
    """Return Lost Genomes and unplayed cards to the supply. [ruling: End of a millennium 1]"""
    for genome, born, future in zip(state.genomes, state.born, state.future, strict=True):
        state.supply = counts_added(state.supply, less(counts_added(genome, born), future))
    for rows in (
        state.hands,
        state.decks,
        state.offspring,
        state.lost,
        state.shown,
        state.shown_lost,
    ):
        rows[:] = [b""] * len(rows)


def _extinction(state: EvoState, emit: Emitter) -> set[int]:
    """Discard all extinct cards, then fill all empty places; return these places, of which some
    stay empty if the cards have run out. Locations are filled in the order of seats, from the start
    player on."""
    gone = [place for place in range(len(state.slots)) if is_extinct(state, place)]
    for place in gone:
        card = state.slots[place]
        if place % SLOTS < FAUNA_SLOTS:
            state.fauna_out += bytes((card,))
        else:
            state.flora_out += bytes((card,))
        state.slots = put(state.slots, place, NOTHING)
        lost = owners(state, place)
        state.tokens[place] = bytes(len(state.species))
        if emit:
            emit(acts.DiedOut(place, card, state.locations[place // SLOTS], lost))
    vacated = {place for place, card in enumerate(state.slots) if card == NOTHING}
    # There are as many locations as seats, with the same numbers.
    for location in _seats_from_first(state):
        for place in range(SLOTS * location, SLOTS * (location + 1)):
            if place in vacated:
                _arrive(state, place, emit)
    return vacated


def _arrive(state: EvoState, place: int, emit: Emitter) -> None:
    """Put a new card on a place, shuffling the discards if the deck is empty.

    If there is no card, the place stays empty.
    """
    is_fauna = place % SLOTS < FAUNA_SLOTS
    deck = state.fauna_deck if is_fauna else state.flora_deck
    out = state.fauna_out if is_fauna else state.flora_out
    if not deck and out:
        state.chance, cards = shuffled(state.chance, out)
        deck = bytes(cards)
        out = b""
    if not deck:
        return
    card, deck = deck[0], deck[1:]
    state.slots = put(state.slots, place, card)
    if is_fauna:
        state.fauna_deck = deck
        state.fauna_out = out
    else:
        state.flora_deck = deck
        state.flora_out = out
    if emit:
        emit(acts.Arrived(place, card, state.locations[place // SLOTS]))


def _sum_by_species(tokens: list[Counts]) -> list[int]:
    """Return the sum of each species' tokens on some places."""
    return [sum(column) for column in zip(*tokens, strict=True)]


def is_spared(state: EvoState, species: int, token_counts: Sequence[int]) -> bool:
    """Return whether Territorial keeps the tokens of a species at a location: no species has more
    of the tokens there. [ruling: Thriving competitors]"""
    return TERRITORIAL in state.adaptations[species] and token_counts[species] == max(token_counts)


def lasting_tokens(state: EvoState, location: int) -> list[int]:
    """Return each species' tokens at a location, without the tokens on cards that die out."""
    places = range(SLOTS * location, SLOTS * (location + 1))
    rows = [state.tokens[place] for place in places if not is_extinct(state, place)]
    return _sum_by_species(rows) if rows else [0] * len(state.species)


def _competition(state: EvoState, vacated: set[int], emit: Emitter) -> list[int]:
    """Let each card without tokens take a token of every species at its location; return the tokens
    that each species loses. New cards take none, and Territorial keeps the tokens of a species that
    no other exceeds there. [Prepare Locations 3; ruling: Thriving competitors]"""
    lost = [0] * len(state.species)
    untouched = bytes(len(state.species))
    for location in range(len(state.locations)):
        first = SLOTS * location
        tokens_by_slot = state.tokens[first : first + SLOTS]
        thriving = sum(
            [
                tokens == untouched and place not in vacated
                for place, tokens in enumerate(tokens_by_slot, first)
            ]
        )
        if not thriving:
            continue
        token_counts = _sum_by_species(tokens_by_slot)
        for seat in _seats_from_first(state):
            species = state.species[seat]
            taken = min(thriving, token_counts[species])
            spared = 0
            if not taken:
                continue
            if is_spared(state, species, token_counts):
                wear(state, species, ONE[TERRITORIAL])
                taken, spared = 0, taken
            lost[species] += taken
            if emit:
                emit(acts.Outcompeted(seat, state.locations[location], taken, spared))
    return lost


def _score_tokens(state: EvoState, lost: Sequence[int], emit: Emitter) -> None:
    """Score a point for each token left, and a bonus for many. [Prepare Locations 4]

    Args:
        lost: by species, the tokens lost to competition. They are still on the cards, from which
            all tokens are removed.
    """
    token_counts = _sum_by_species(state.tokens)
    for seat in _seats_from_first(state):
        species = state.species[seat]
        left = token_counts[species] - lost[species]
        extra = bonus(left)
        state.survived[seat] += left
        state.thrived[seat] += extra
        if emit:
            emit(acts.Survived(seat, left, extra))
    state.tokens = [bytes(len(state.species))] * len(state.tokens)


def _score_genomes(state: EvoState, emit: Emitter) -> None:
    """Compare the Future Genomes with the target.

    First, genomes above the target return random cards to the supply. Then genomes below the target
    take cards, one at a time in seat order. The points are by the sizes before that. At the end of
    the match, only points are scored.
    [Prepare Species 5; ruling: Future genome]
    """
    target = TARGETS[state.millennium - 1]
    sizes = {seat: sum(state.future[state.species[seat]]) for seat in _seats_from_first(state)}
    moved: dict[int, list[int]] = {seat: [] for seat in sizes}
    if state.millennium < MILLENNIA:
        for seat, size in sizes.items():
            if size > target:
                moved[seat] = _shed(state, state.species[seat], size - target)
        _replenish(state, {s: target - size for s, size in sizes.items() if size < target}, moved)
    for seat, size in sizes.items():
        state.passed_on[seat] += size - target
        if emit:
            emit(acts.Counted(seat, size, size - target, bytes(sorted(moved[seat]))))


def _shed(state: EvoState, species: int, number: int) -> list[int]:
    """Move a number of random cards of a Future Genome to the supply, and return them."""
    state.chance, cards = shuffled(state.chance, spread(state.future[species]))
    gone = counts_of(bytes(cards[:number]))
    state.future[species] = less(state.future[species], gone)
    state.supply = counts_added(state.supply, gone)
    return cards[:number]


def _replenish(state: EvoState, missing: dict[int, int], moved: dict[int, list[int]]) -> None:
    """Add random cards to genomes; each card in the supply is equally likely.

    Args:
        missing: the number of cards that each seat's genome lacks, in the order of taking.
        moved: the cards drawn are added here, by seat.
    """
    rounds = range(max(missing.values(), default=0))
    takers = [seat for turn in rounds for seat, number in missing.items() if turn < number]
    state.chance, cards = picked(state.chance, spread(state.supply), len(takers))
    state.supply = less(state.supply, counts_of(bytes(cards)))
    # The supply may run out: then the last takers go without.
    for seat, card in zip(takers, cards, strict=False):
        moved[seat].append(card)
    for seat in missing:
        species = state.species[seat]
        state.future[species] = counts_added(state.future[species], counts_of(bytes(moved[seat])))


def _prepare(state: EvoState, seat: int, emit: Emitter) -> None:
    """Shuffle the next genome of a seat's species; change its adaptations by natural selection and
    random mutation. [Prepare Species 5 to 8]"""
    species = state.species[seat]
    genome = state.future[species]
    state.chance, cards = shuffled(state.chance, spread(genome))
    state.decks[species] = bytes(cards)
    state.genomes[species] = genome
    state.future[species] = state.born[species] = NONE
    _cull(state, seat, emit)
    _mutate(state, seat, emit)


def _cull(state: EvoState, seat: int, emit: Emitter) -> None:
    """Discard the adaptation with the fewest tokens from a seat's species; on a tie, a random one
    of the tied adaptations."""
    species = state.species[seat]
    worn, designs = state.worn[species], state.adaptations[species]
    fewest = min(worn)
    weakest = [index for index, tokens in enumerate(worn) if tokens == fewest]
    index = weakest[0]
    if len(weakest) > 1:
        state.chance, drawn = chosen(state.chance, len(weakest))
        index = weakest[drawn]
    state.adaptation_out += designs[index : index + 1]
    state.adaptations[species] = designs[:index] + designs[index + 1 :]
    if emit:
        emit(acts.Culled(species, designs[index], seat))


def _mutate(state: EvoState, seat: int, emit: Emitter) -> None:
    """Add ``MUTATIONS`` new adaptations to a seat's species, fewer if the cards have run out, and
    remove the tokens from all its adaptations."""
    species = state.species[seat]
    gained = b""
    for _ in range(MUTATIONS):
        if not state.adaptation_deck and state.adaptation_out:
            state.chance, cards = shuffled(state.chance, state.adaptation_out)
            state.adaptation_deck = bytes(cards)
            state.adaptation_out = b""
        gained += state.adaptation_deck[:1]
        state.adaptation_deck = state.adaptation_deck[1:]
    designs = bytes(sorted(state.adaptations[species] + gained))
    state.adaptations[species] = designs
    state.worn[species] = bytes(len(designs))
    if emit:
        # The event sorts the adaptations, because their order has no effect and is not kept.
        emit(acts.Mutated(species, bytes(sorted(gained)), seat))


# --- the choice of species


def free_species(state: EvoState, effect: material.AdoptSpecies) -> Sequence[acts.Adopt]:
    """Return the species that are not taken yet."""
    return _adoptions(state.species)


@lru_cache(maxsize=1 << 12)
def _adoptions(taken: bytes) -> tuple[acts.Adopt, ...]:
    return tuple(acts.Adopt(species) for species in range(len(taken)) if species not in taken)


def take_species(
    state: EvoState, effect: material.AdoptSpecies, action: acts.Adopt, emit: Emitter
) -> None:
    """Take a species; then place its new population, perhaps move one, and draw its hand. [Species
    Selection]"""
    seat, species = effect.seat, action.species
    state.species = put(state.species, seat, species)
    state.pending += [material.MovePopulation(seat), material.SettlePopulation(seat)]
    if emit:
        emit(acts.Adopted(seat, species))


def homes(state: EvoState, effect: material.SettlePopulation) -> Sequence[acts.Settle]:
    """Return the locations for a new population: every location where the species already lives.
    None if the species has all its populations."""
    return _homes(state.available[state.species[effect.seat]])


@lru_cache(maxsize=1 << 12)
def _homes(populations: Counts) -> tuple[acts.Settle, ...]:
    if sum(populations) >= POPULATIONS_MAX:
        return ()
    return tuple(acts.Settle(location) for location, number in enumerate(populations) if number)


def place_population(
    state: EvoState, effect: material.SettlePopulation, action: acts.Settle, emit: Emitter
) -> None:
    seat, location = effect.seat, action.location
    species = state.species[seat]
    state.available[species] = plus(state.available[species], location)
    if emit:
        emit(acts.Settled(seat, state.locations[location]))


def drifts(state: EvoState, effect: material.MovePopulation) -> Sequence[acts.Move | acts.Done]:
    """Return the moves of any population to any other location, and Done."""
    return _moves(state.available[state.species[effect.seat]])


@lru_cache(maxsize=1 << 12)
def _moves(populations: Counts) -> tuple[acts.Move | acts.Done, ...]:
    locations = range(len(populations))
    moves = [
        acts.Move(start, end)
        for start in locations
        if populations[start]
        for end in locations
        if end != start
    ]
    return (*moves, DONE)


def drift(
    state: EvoState, effect: material.MovePopulation, action: acts.Move | acts.Done, emit: Emitter
) -> None:
    """Carry out the move of a population, if one was chosen, and draw."""
    seat = effect.seat
    species = state.species[seat]
    if isinstance(action, acts.Move):
        left_at_start = plus(state.available[species], action.start, -1)
        state.available[species] = plus(left_at_start, action.location)
        if emit:
            locations = state.locations
            emit(acts.Moved(seat, locations[action.start], locations[action.location]))
    draw_generation(state, seat, emit)


def begin_millennium(state: EvoState, emit: Emitter) -> None:
    """Begin a millennium with the player who has the most points; on a tie, the first of them from
    the last start player on. [Species Selection 4; ruling: Ties]"""
    state.first = max(_seats_from_first(state), key=lambda seat: points(state, seat))
    state.millennium += 1
    state.history = [*state.history, tuple(state.genomes)]
    if emit:
        emit(acts.MillenniumBegan(state.millennium, state.first))


# --- the score


def standing(state: EvoState) -> Outcome:
    """Return the result as if the match ended now."""
    sums = tuple(points(state, seat) for seat in range(len(state.species)))
    lines = (
        ScoreLine(mark("tokens left"), tuple(state.survived)),
        ScoreLine(TOKEN_BONUS, tuple(state.thrived)),
        ScoreLine(GENOME_LENGTH, tuple(state.passed_on)),
    )
    return Outcome(lines, sums, rank(sums))


def forecast(state: EvoState) -> Sequence[ScoreLine]:
    """Return, line by line, the points that each seat would have if the millennium ended now, as
    far as open cards show; nothing between millennia or after the match."""
    if not state.pending or material.is_choosing(state):
        return ()
    died, taken, left = tokens_now(state)
    bonuses = [bonus(tokens) for tokens in left]
    target = TARGETS[state.millennium - 1]
    genomes = [sum(state.future[species]) - target for species in state.species]
    now = [points(state, seat) for seat in range(len(state.species))]
    sums = [sum(parts) for parts in zip(left, bonuses, genomes, strict=True)]
    return (
        ScoreLine(mark("points now"), tuple(now)),
        ScoreLine(mark("taken by food without tokens"), tuple(-n for n in taken)),
        ScoreLine(mark("lost on food that dies out"), tuple(-n for n in died)),
        ScoreLine(mark("tokens left"), tuple(left)),
        ScoreLine(TOKEN_BONUS, tuple(bonuses)),
        ScoreLine(GENOME_LENGTH, tuple(genomes)),
        ScoreLine(mark("points then"), tuple(a + b for a, b in zip(now, sums, strict=True))),
    )


class TokensNow(NamedTuple):
    """The fates of tokens if the millennium ended now, by seat. Seats that have not chosen a
    species have no tokens."""

    died: list[int]
    """Tokens lost to extinction."""
    taken: list[int]
    """Tokens that competition would take."""
    left: list[int]


def tokens_now(state: EvoState) -> TokensNow:
    """Return the fates of all tokens if the millennium ended now."""
    seats = [seat for seat, species in enumerate(state.species) if species != NOTHING]
    died, taken, left = ([0] * len(state.species) for _ in range(3))
    for location in range(len(state.locations)):
        places = range(SLOTS * location, SLOTS * (location + 1))
        gone = {place for place in places if is_extinct(state, place)}
        token_counts = lasting_tokens(state, location)
        # Cards that replace extinct ones take no tokens, so only present cards count.
        thriving = sum(
            not any(state.tokens[place]) and state.slots[place] != NOTHING for place in places
        )
        for seat in seats:
            species = state.species[seat]
            lost = min(thriving, token_counts[species])
            if is_spared(state, species, token_counts):
                lost = 0
            died[seat] += sum(state.tokens[place][species] for place in gone)
            taken[seat] += lost
            left[seat] += token_counts[species] - lost
    return TokensNow(died, taken, left)


def outcome(state: EvoState) -> Outcome | None:
    """Return the result: the most points win; ties share. [End of the Game]"""
    return None if state.pending else standing(state)


def taken_over(events: Sequence[EvoEvent], seat: int) -> tuple[acts.Adopted, int] | None:
    """Return the event by which another seat took the species that a seat had played, before that
    seat chose, with the number of cards of its genome; None if none did.

    Args:
        events: the latest events; events of the end of a millennium must be whole.
    """
    species = NOTHING
    cards = 0
    taken: tuple[acts.Adopted, int] | None = None
    for event in events:
        match event:
            case acts.Counted(player, size, change) if player == seat:
                cards = size - len(event.cards) if change > 0 else size + len(event.cards)
            case acts.Culled(culled, _, player) if player == seat:
                species, taken = culled, None
            case acts.Adopted(player, adopted) if adopted == species and player != seat:
                taken = event, cards
            case acts.Adopted(player) if player == seat:
                # A species that the seat left behind by choice is not taken from it.
                species = NOTHING
            case _:
                pass
    return taken


def by_source(result: Outcome, events: Sequence[EvoEvent]) -> Outcome:
    """Return a result, or a standing, with tokens listed by the actions that placed them, and lost
    tokens listed separately. Tokens placed by predation count as hunted.

    A match that began from a given state keeps its lines: the events do not say who placed the
    tokens before.

    Args:
        events: all events so far.
    """
    if not any(isinstance(event, acts.Dealt) for event in events[:1]):
        return result
    hunted, foraged, lost, placed = ([0] * len(result.totals) for _ in range(4))
    for event in events:
        match event:
            case Hunted(seat):
                hunted[seat] += event.tokens
                placed[seat] += event.tokens
            case Displaced(seat):
                hunted[seat] += 1
                placed[seat] += 1
            case Foraged(seat):
                foraged[seat] += event.tokens
                placed[seat] += event.tokens
            case Survived(seat):
                lost[seat] += event.tokens - placed[seat]
                placed[seat] = 0
            case _:
                pass
    sources = {mark("tokens hunted"): hunted, mark("tokens foraged"): foraged, TOKENS_LOST: lost}
    scored = tuple(ScoreLine(label, tuple(points)) for label, points in sources.items())
    # The first line, the tokens left, is the sum of these three.
    return Outcome((*scored, *result.lines[1:]), result.totals, result.ranks)
