"""Species: traits, environments, food and the eating rules, and the four uses of a card that
improve a species. [Improving species; ruling: improving]

A set of traits is an integer; bit ``t`` is set for trait ``t``. A being is a seat or, in a match of
two, the dummy. The dummy's number is the seat count. A being's homes, or habitats, are a dict from
each environment in which it lives to the food that it finds there. Its place is a space of the food
chain.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from darwin_core.contract.cards import ONE, Cards
from darwin_core.contract.game import NOTHING, Refusal
from darwin_core.games.darwinning import acts
from darwin_core.games.darwinning.acts import DONE, AnyAction, Emitter
from darwin_core.games.darwinning.material import (
    BIGGER_BRAINS,
    CACHE_MAX,
    CAMOUFLAGE,
    CLIMBS,
    COMMUNICATION,
    FOOD,
    GAINED_FOOD,
    GROWS,
    HARD_SHELL,
    IRON_STOMACH,
    JOKER,
    KINDS,
    LIVES_IN,
    NUMBER_OF,
    PHEROMONES,
    POISON,
    PRINTED_TRAITS,
    SCORING,
    SOCIETY,
    START_POPULATION,
    TEETH,
    TOOLS,
    TRACK,
    TRAIT_FOOD,
    TRAIT_POINTS,
    TRAIT_SPACES,
    Browse,
    DarwinningState,
    Improve,
)
from darwin_core.text.language import tr

SEATS_WITH_DUMMY: Final = 2
"""The number of seats in a match with a dummy."""
DUMMY_BEING: Final = SEATS_WITH_DUMMY
"""The number of the dummy as a being: it follows the seats."""
_FEEDING: Final = [(trait, food) for trait, food in enumerate(TRAIT_FOOD) if food]
"""Pairs of a trait and the food it gives, for each trait that gives food."""
ADAPTED_POINTS: Final = 2
"""Points at the end for an environment gained by a card; a printed one scores 1."""


def has_dummy(state: DarwinningState) -> bool:
    """Return whether the dummy takes part, as it does in a match of two. [Rules for two players]"""
    return len(state.hands) == SEATS_WITH_DUMMY


def beings(state: DarwinningState) -> range:
    """Return the numbers of all beings, which are the markers on the food chain."""
    return range(len(state.places))


@lru_cache(maxsize=CACHE_MAX)
def traits_shown(species: int, cards: Cards) -> tuple[int, ...]:
    """Return the trait in force on each trait space: its card's trait, else its printed trait, else
    0. [Gain a trait; ruling: a covered printed trait is back when the card is gone]"""
    # Only the first two spaces have a printed trait.
    printed = PRINTED_TRAITS[species].ljust(TRAIT_SPACES, b"\0")
    return tuple(
        [
            trait if card == NOTHING else NUMBER_OF[card]
            for trait, card in zip(printed, cards, strict=True)
        ]
    )


@lru_cache(maxsize=CACHE_MAX)
def _trait_set(species: int, cards: Cards) -> int:
    """Return the set of traits in force on the trait spaces of a species."""
    traits = 0
    for trait in traits_shown(species, cards):
        traits |= 1 << trait
    # Bit 0 comes from empty spaces.
    return traits & ~1


@lru_cache(maxsize=CACHE_MAX)
def _display_set(display: Cards) -> int:
    """Return the set of traits of the display's cards."""
    traits = 0
    for card in display:
        # Neither a joker nor ``NOTHING`` has a trait.
        if card < JOKER:
            traits |= 1 << NUMBER_OF[card]
    return traits


def traits_of(state: DarwinningState, being: int) -> int:
    """Return the set of traits of a being; the dummy has the traits of the display. [ruling: two
    players]"""
    if being == len(state.hands):
        return _display_set(state.display)
    return _trait_set(state.species[being], state.traits[being])


def all_traits(state: DarwinningState) -> list[int]:
    """Return the sets of traits of all beings, by number."""
    sets = [*map(_trait_set, state.species, state.traits)]
    if len(sets) == SEATS_WITH_DUMMY:
        sets.append(_display_set(state.display))
    return sets


def food_on(environments: Cards, homes: dict[int, int]) -> int:
    """Return the food that a species finds in some environments, given the food of its homes."""
    # Searches call this often, and a list of few items is summed faster than a generator.
    return sum([homes.get(place, 0) for place in environments])


def has_trait(state: DarwinningState, being: int, trait: int) -> bool:
    """Return whether a being has a trait in force."""
    return bool(traits_of(state, being) >> trait & 1)


@lru_cache(maxsize=CACHE_MAX)
def habitats(species: int, cards: Cards) -> dict[int, int]:
    """Return the environments of a species with their food: environments printed on its board, and
    environments gained by cards. [Being well adapted]"""
    gained = {place: GAINED_FOOD for card in cards for place in sorted(LIVES_IN[card])}
    # The food printed for an environment holds also if a card has the environment, too.
    return gained | FOOD[species]


def habitats_of(state: DarwinningState, being: int) -> dict[int, int]:
    """Return the environments of a being with their food; the dummy lives in the environments on
    the cards of the display."""
    if being == len(state.hands):
        cards = [card for card in state.display if card < JOKER]
        return {place: GAINED_FOOD for card in cards for place in sorted(LIVES_IN[card])}
    return habitats(state.species[being], state.adapted[being])


def home_food(state: DarwinningState, seat: int) -> int:
    """Return the food of the environments on the table in which a seat's species lives."""
    return food_on(state.environments, habitats_of(state, seat))


@lru_cache(maxsize=CACHE_MAX)
def trait_food(traits: int) -> int:
    """Return the food that a set of traits gives in each survival."""
    return sum([food for trait, food in _FEEDING if traits >> trait & 1])


EATING: Final = sum(1 << trait for trait in (PHEROMONES, TEETH, TOOLS, SOCIETY, BIGGER_BRAINS))
"""The traits of a species that decide which others it may eat."""
EATEN: Final = sum(1 << trait for trait in (HARD_SHELL, COMMUNICATION, CAMOUFLAGE))
"""The traits of a species that decide which others may eat it."""


@lru_cache(maxsize=CACHE_MAX)
def may_eat(eater: int, eaten: int, above: int) -> bool:
    """Return whether a species with one set of traits may eat a species with another set.

    Args:
        eater: the traits of the species that eats.
        eaten: the traits of the species that is eaten.
        above: the spaces from the eater up to the eaten; negative for below.
    """
    # Teeth reach two spaces up, Pheromones one; without either, prey is below.
    reach = 2 if eater >> TEETH & 1 else 1 if eater >> PHEROMONES & 1 else 0
    if above > reach:
        return False
    # A hard shell is opened only with tools.
    if eaten >> HARD_SHELL & 1 and not eater >> TOOLS & 1:
        return False
    # Communication protects from every species above, unless that has Society.
    if eaten >> COMMUNICATION & 1 and not eater >> SOCIETY & 1 and above < 0:
        return False
    # Camouflage hides from the two neighbouring spaces, except from bigger brains.
    return not (eaten >> CAMOUFLAGE & 1 and not eater >> BIGGER_BRAINS & 1 and abs(above) == 1)


def is_poisoned_by(state: DarwinningState, eater: int, eaten: int) -> bool:
    """Return whether eating a being gives bites to the eater. [Traits 9 and 12]"""
    return has_trait(state, eaten, POISON) and not has_trait(state, eater, IRON_STOMACH)


def prey(state: DarwinningState, eater: int) -> list[int]:
    """Return the beings that a being may eat, by number. [Eating other species; ruling: who may eat
    whom]"""
    return edible(all_traits(state), state.places, eater)


def edible(sets: Sequence[int], places: Sequence[int], eater: int) -> list[int]:
    """Return the beings that a being may eat, given the trait sets of all."""
    own_traits, place = sets[eater], places[eater]
    return [
        being
        for being, other in enumerate(sets)
        if being != eater and may_eat(own_traits, other, places[being] - place)
    ]


def space_after_climb(places: list[int], start: int, points: int) -> int:
    """Return the space on which a move up the food chain ends, given its start and its points.

    Each point leads to the next free space above; small animals get one point more. Points without
    a free space are lost. [Food chain]
    """
    if start <= TRACK.small:
        points += TRACK.bonus
    free = [space for space in range(start + 1, TRACK.spaces + 1) if space not in places]
    return free[min(points, len(free)) - 1] if free else start


def points_of_board(
    species: int, place: int, population: int, homes: int, traits: int
) -> tuple[int, int, int, int]:
    """Return the points of a species: food chain, population, environments and traits. [Game end
    and scoring]

    Args:
        place: its space on the food chain.
        homes: here a number, of the environments in which it lives; each printed one counts 1
            point, all others ``ADAPTED_POINTS``.
        traits: the points of its trait cards, see ``points_of_traits``.
    """
    return (
        place,
        # Population beyond the starting population counts twice.
        population + max(population - START_POPULATION[species], 0),
        ADAPTED_POINTS * homes - len(FOOD[species]),
        traits,
    )


def points_of_traits(cards: Cards) -> int:
    """Return the points of the cards on the trait spaces: only cards score, and not on the last
    space. [Game end and scoring]"""
    return sum([TRAIT_POINTS[NUMBER_OF[card]] for card in cards[:SCORING] if card != NOTHING])


def lowest(state: DarwinningState) -> int:
    """Return the seat whose species is lowest on the food chain; the dummy does not count."""
    seats = len(state.hands)
    return min(range(seats), key=state.places.__getitem__)


Improvement = acts.Climb | acts.Grow | acts.Adapt | acts.Gain

# The actions of each card, made once; ``offers`` is asked for them at every improvement.
_CLIMBS: Final = tuple((acts.Climb(card),) if CLIMBS[card] else () for card in range(KINDS))
_GROWS: Final = tuple((acts.Grow(card),) if GROWS[card] else () for card in range(KINDS))
_ADAPTS: Final = tuple(map(acts.Adapt, range(KINDS)))
_GAINS: Final = tuple(
    tuple(acts.Gain(card, space) for space in range(TRAIT_SPACES if card != JOKER else 0))
    for card in range(KINDS)
)
"""The uses of each card as a trait, by trait space; a joker has no use."""


def offers(state: DarwinningState, effect: Improve | Browse) -> tuple[Improvement | acts.Done, ...]:
    """Return the uses of the cards that an effect offers, as ``improvements`` does."""
    cards = state.discards if isinstance(effect, Browse) else effect.cards
    return improvements(state, effect.seat, cards)


def improvements(
    state: DarwinningState, seat: int, cards: Sequence[int]
) -> tuple[Improvement | acts.Done, ...]:
    """Return all uses of these cards that change something, and Done; empty if there is no use.

    A joker has no use.
    """
    species, traits, adapted = state.species[seat], state.traits[seat], state.adapted[seat]
    return uses_on_board(species, traits, adapted, has_room_above(state, seat), bytes(cards))


@lru_cache(maxsize=CACHE_MAX)
def uses_on_board(
    species: int, traits: Cards, adapted: Cards, has_room: bool, cards: Cards
) -> tuple[Improvement | acts.Done, ...]:
    """Return the uses of cards on a board, as ``improvements`` does.

    The arguments are hashable, so the result can be cached: the engine asks once whether there is a
    choice, and once for the options.
    """
    in_force = traits_shown(species, traits)
    home = habitats(species, adapted)
    uses: list[Improvement | acts.Done] = []
    for card in sorted({*cards}):
        if has_room:
            uses += _CLIMBS[card]
        uses += _GROWS[card]
        # A joker, which lives nowhere, never adds an environment.
        if not LIVES_IN[card] <= home.keys():
            uses.append(_ADAPTS[card])
        if NUMBER_OF[card] not in in_force:
            uses += _GAINS[card]
    # Without a use there is no choice, so the effect is not asked.
    return (*uses, DONE) if uses else ()


def has_room_above(state: DarwinningState, seat: int) -> bool:
    """Return whether any space above a species is free."""
    place = state.places[seat]
    spaces = TRACK.spaces
    if place + len(state.places) <= spaces:
        # There are more spaces above the species than there are markers.
        return True
    return sum([other > place for other in state.places]) < spaces - place


def new_habitats(state: DarwinningState, seat: int, card: int) -> bytes:
    """Return the environments on a card in which a seat's species does not live yet, in order."""
    homes = habitats(state.species[seat], state.adapted[seat])
    return bytes(sorted(LIVES_IN[card].difference(homes)))


def improve_or_leave(
    state: DarwinningState, effect: Improve | Browse, action: Improvement | acts.Done, emit: Emitter
) -> None:
    """Use one of the offered cards, which are in the discards, or improve nothing."""
    seat = effect.seat
    if not isinstance(action, acts.Done):
        state.discards = state.discards.replace(ONE[action.card], b"", 1)
        improve(state, seat, action, emit)
    elif emit:
        emit(acts.ImprovedNothing(seat))


def improve(state: DarwinningState, seat: int, action: Improvement, emit: Emitter) -> None:
    """Use a card for an improvement. The caller has already removed it from the discards or
    the deck."""
    match action:
        case acts.Climb(card):
            _climb(state, seat, card, emit)
        case acts.Grow(card):
            state.grown[seat] += bytes((card,))
            state.population[seat] += GROWS[card]
            if emit:
                emit(acts.Grown(seat, card, state.population[seat]))
        case acts.Adapt(card):
            new = new_habitats(state, seat, card)
            state.adapted[seat] += bytes((card,))
            if emit:
                emit(acts.Adapted(seat, card, new))
        case acts.Gain(card, space):
            lost = trait_lost(state, seat, space) if emit else 0
            covered = lay_trait(state, seat, card, space)
            if emit:
                emit(acts.Gained(seat, card, space, covered, lost))


def _climb(state: DarwinningState, seat: int, card: int, emit: Emitter) -> None:
    start = state.places[seat]
    state.places[seat] = space_after_climb(state.places, start, CLIMBS[card])
    state.climbed[seat] += bytes((card,))
    if emit:
        emit(acts.Climbed(seat, card, start, state.places[seat]))


def trait_lost(state: DarwinningState, seat: int, space: int) -> int:
    """Return the trait that a species no longer shows once a card covers a trait space; 0 for none,
    also if the trait is in force on another space."""
    traits = traits_shown(state.species[seat], state.traits[seat])
    trait = traits[space]
    return trait if traits.count(trait) == 1 else 0


def lay_trait(state: DarwinningState, seat: int, card: int, space: int) -> int:
    """Place a card on a trait space, discard the card that it covers, and return that card or
    NOTHING."""
    traits = state.traits[seat]
    covered = traits[space]
    if covered != NOTHING:
        state.discards += traits[space : space + 1]
    state.traits[seat] = traits[:space] + bytes((card,)) + traits[space + 1 :]
    return covered


def why_no_use(state: DarwinningState, seat: int, action: AnyAction) -> Refusal | None:
    """Return the reason why a species cannot use a card for an improvement, wherever the card comes
    from; None if it can."""
    match action:
        case acts.Climb(card) | acts.Grow(card) | acts.Adapt(card) | acts.Gain(card) if (
            card == JOKER
        ):
            return Refusal("joker", tr("A joker cannot improve a species."))
        case acts.Climb(card) if not CLIMBS[card]:
            return Refusal("no-icon", tr("The card has no food chain icon."))
        case acts.Climb(_) if not has_room_above(state, seat):
            return Refusal(
                "top", tr("No space up to {last} is free above your species.", last=TRACK.spaces)
            )
        case acts.Grow(card) if not GROWS[card]:
            return Refusal("no-icon", tr("The card has no population icon."))
        case acts.Adapt(card) if not new_habitats(state, seat, card):
            return Refusal("adapted", tr("Your species lives in every environment of the card."))
        case acts.Gain(_, space) if not 0 <= space < TRAIT_SPACES:
            return Refusal("no-such-space", tr("There is no such trait space."))
        case acts.Gain(card, _) if NUMBER_OF[card] in traits_shown(
            state.species[seat], state.traits[seat]
        ):
            return Refusal("trait-known", tr("Your species has that trait already."))
    return None
