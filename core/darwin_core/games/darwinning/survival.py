"""Survival: food, eating, bites and Metamorphosis. [Survival]"""

from functools import lru_cache

from darwin_core.contract.chance import shuffled
from darwin_core.games.darwinning import acts, material
from darwin_core.games.darwinning.acts import DONE, Emitter
from darwin_core.games.darwinning.material import (
    FLOCK_ANIMAL,
    GAINED_FOOD,
    JOKER,
    METAMORPHOSIS,
    NUMBER_OF,
    POISON_BITES,
    SYMBIOSIS,
    TRAIT_SPACES,
    AnyEffect,
    DarwinningState,
)
from darwin_core.games.darwinning.species import (
    beings,
    habitats_of,
    has_dummy,
    has_trait,
    home_food,
    improve,
    is_poisoned_by,
    points_of_board,
    prey,
    trait_food,
    traits_of,
)


def survival(state: DarwinningState) -> tuple[AnyEffect, ...]:
    """Return all effects of a survival in order; the lowest species begins."""
    order = sorted(beings(state), key=state.places.__getitem__)
    return _effects_of(tuple(order), len(state.hands))


@lru_cache(maxsize=1 << 12)
def _effects_of(order: tuple[int, ...], seats: int) -> tuple[AnyEffect, ...]:
    """Return the effects of a survival, given the beings from the lowest to the highest."""
    steps: list[AnyEffect] = []
    for being in order:
        # The being whose number is the seat count is the dummy.
        steps += (
            [material.Bite()]
            if being == seats
            else [material.ShareEnvironment(being), material.EatSpecies(being)]
        )
    steps.append(material.Suffer())
    steps += [material.Draw(being) for being in order if being < seats]
    return tuple(steps)


# --- Symbiosis


def shareable(state: DarwinningState, seat: int) -> dict[int, int]:
    """Return the environments that Symbiosis could add, each with the most food that another being
    finds there. They are environments on the table in which another species lives and this one does
    not. [Trait 2]"""
    if not has_trait(state, seat, SYMBIOSIS):
        return {}
    own_habitats = habitats_of(state, seat)
    others = [habitats_of(state, being) for being in beings(state) if being != seat]
    most = {
        place: max([food.get(place, 0) for food in others])
        for place in sorted(state.environments)
        if place not in own_habitats
    }
    # Food is 0 where nobody lives.
    return {place: food for place, food in most.items() if food}


def sharing(
    state: DarwinningState, effect: material.ShareEnvironment
) -> list[acts.Share | acts.Done]:
    """Return the environments that the seat may share, and Done; empty if there is no such
    environment."""
    places = shareable(state, effect.seat)
    return [*map(acts.Share, places), DONE] if places else []


def share(
    state: DarwinningState,
    effect: material.ShareEnvironment,
    action: acts.Share | acts.Done,
    emit: Emitter,
) -> None:
    """Live in another species' environment for this survival, or decline."""
    if isinstance(action, acts.Done):
        return
    seat = effect.seat
    food = shareable(state, seat)[action.environment]
    # The next effect is the meal of the same species, which gets the food.
    state.pending[-1] = material.EatSpecies(seat, food)
    if emit:
        emit(acts.Shared(seat, action.environment, food))


# --- eating


def meals(state: DarwinningState, effect: material.EatSpecies) -> list[acts.Eat | acts.Done]:
    """Return the species that can still be eaten, and Done; empty if the eater has no prey and has
    eaten nothing."""
    eaten = effect.eaten
    actions: list[acts.Eat | acts.Done] = [
        acts.Eat(being) for being in prey(state, effect.seat) if not eaten >> being & 1
    ]
    # A species that has eaten ends its meal by Done, so that the last meal can be undone.
    return [*actions, DONE] if actions or effect.eaten else []


def hunt_or_feed(
    state: DarwinningState, effect: material.EatSpecies, action: acts.Eat | acts.Done, emit: Emitter
) -> None:
    """Eat a species and continue to hunt, or stop. [Eating other species]"""
    if isinstance(action, acts.Done):
        feed(state, effect, emit)
        return
    being = action.species
    _bite(state, effect.seat, being, emit)
    state.pending.append(material.EatSpecies(effect.seat, effect.shared, effect.eaten | 1 << being))


def bites_of_meal(state: DarwinningState) -> int:
    """Return the bites that a species gets when it is eaten once. [Rules for two players]"""
    return 2 if has_dummy(state) else 1


def harmful_bites(traits: int) -> int:
    """Return the bites that cost a species with these traits a population. [Trait 3]"""
    return 3 if traits >> FLOCK_ANIMAL & 1 else 2


def _bite(state: DarwinningState, eater: int, eaten: int, emit: Emitter) -> None:
    """Give bites to the eaten species, and to the eater if the prey has Poison."""
    seats = len(state.hands)
    limit = points = 0
    if eaten < seats:
        limit = harmful_bites(traits_of(state, eaten))
        if emit and state.bites[eaten] < limit and state.population[eaten]:
            points = _points_of_population(state, eaten, state.population[eaten])
        state.bites[eaten] += bites_of_meal(state)
    poisoned = is_poisoned_by(state, eater, eaten)
    if poisoned and eater < seats:
        state.bites[eater] += POISON_BITES
    if emit:
        # The dummy, whose number is the seat count, counts no bites.
        bites = state.bites[eaten] if eaten < seats else 0
        emit(acts.Eaten(eater, eaten, poisoned, bites, limit, points))


def feed(state: DarwinningState, effect: material.EatSpecies, emit: Emitter) -> None:
    """Settle the food balance: too little food costs one population, a surplus brings one.

    Population never falls below 0: a species with a population of 0 needs no food, so it never has
    too little, and it can grow again. [Survival]
    """
    seat = effect.seat
    needed = state.population[seat]
    home = home_food(state, seat) + effect.shared
    eaten = GAINED_FOOD * effect.eaten.bit_count()
    extra = trait_food(traits_of(state, seat))
    food = home + eaten + extra
    change = 1 if food > needed else -1 if food < needed else 0
    state.population[seat] += change
    if emit:
        lost = _points_of_population(state, seat, needed) if change < 0 else 0
        emit(acts.Fed(seat, needed, home, eaten, extra, change, lost))


def _points_of_population(state: DarwinningState, seat: int, population: int) -> int:
    """Return the points that a species of a population has for the last one. [Game end and
    scoring]"""
    # Place and environments are equal with and without it, so their points do not matter.
    whole, rest = (
        points_of_board(state.species[seat], 0, number, 0, 0)
        for number in (population, population - 1)
    )
    return sum(whole) - sum(rest)


def dummy_bites(state: DarwinningState, effect: material.Bite, emit: Emitter) -> None:
    """Let the dummy eat all that it may. [Rules for two players]"""
    dummy = len(state.hands)
    for seat in prey(state, dummy):
        _bite(state, dummy, seat, emit)


def suffer(state: DarwinningState, effect: material.Suffer, emit: Emitter) -> None:
    """Take one population from each species with two bites or more (three with Flock Animals),
    never below 0; then clear the bites. [Eating other species]"""
    for seat, bites in enumerate(state.bites):
        if bites >= harmful_bites(traits_of(state, seat)):
            population = state.population[seat]
            change = -1 if population else 0
            state.population[seat] += change
            if emit:
                lost = _points_of_population(state, seat, population) if change else 0
                emit(acts.Bitten(seat, bites, change, lost))
    state.bites = [0] * len(state.bites)


# --- Metamorphosis


def draw(state: DarwinningState, effect: material.Draw, emit: Emitter) -> None:
    """Draw a card to place as a trait if the species has Metamorphosis; discard the card if it is a
    joker or its trait is in force already. [Trait 14]"""
    seat = effect.seat
    if not has_trait(state, seat, METAMORPHOSIS):
        return
    if not state.deck:
        _reshuffle(state, emit)
    if not state.deck:
        # All cards of the box are in use.
        return
    card, state.deck = state.deck[0], state.deck[1:]
    is_laid = card != JOKER and not has_trait(state, seat, NUMBER_OF[card])
    if emit:
        emit(acts.Drawn(seat, card, is_laid))
    if is_laid:
        state.pending.append(material.Transform(seat, card))
    else:
        state.discards += bytes((card,))


def _reshuffle(state: DarwinningState, emit: Emitter) -> None:
    """Make a new deck of the discards, open and face down. [ruling: Metamorphosis]"""
    cards = state.discards + b"".join(state.buried)
    state.chance, deck = shuffled(state.chance, cards)
    state.deck = bytes(deck)
    state.discards = b""
    state.buried = [b""] * len(state.hands)
    if emit:
        emit(acts.Reshuffled())


def transformations(state: DarwinningState, effect: material.Transform) -> list[acts.Gain]:
    """Return the trait spaces for the card drawn: all of them, as it must be placed."""
    return [acts.Gain(effect.card, space) for space in range(TRAIT_SPACES)]


def transform(
    state: DarwinningState, effect: material.Transform, action: acts.Gain, emit: Emitter
) -> None:
    """Place the card on a trait space. [Trait 14]"""
    improve(state, effect.seat, action, emit)
