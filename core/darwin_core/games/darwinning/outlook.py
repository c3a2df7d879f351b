"""The outlook of each species on the boards as they lie: the worth of its position, and the gain of
every improvement.

All of it follows from what is open to all, and stays the same from one improvement to the next. So
it is kept: every play of a trick asks for it, in every world of a search.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from darwin_core.contract.cards import ONE, Cards
from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning import actions
from darwin_core.games.darwinning.boards import (
    EATEN,
    EATING,
    TWO,
    all_traits,
    climbed,
    food_on,
    habitats,
    may_eat,
    points_of_board,
    points_of_traits,
    shown,
    trait_food,
)
from darwin_core.games.darwinning.components import (
    BORN,
    CACHE_MAX,
    CLIMBS,
    ENVIRONMENTS,
    FLOCK_ANIMAL,
    GAINED_FOOD,
    GROWS,
    IRON_STOMACH,
    LENGTHS,
    METAMORPHOSIS,
    MUTATION,
    NUMBER,
    POISON,
    SCORING,
    SPACES,
    SYMBIOSIS,
    TRAIT_POINTS,
)
from darwin_core.games.darwinning.improving import Improvement, has_room_above, uses_on_board
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.kit.kept import Kept

KEPT_MAX: Final = 1 << 10
"""Outlooks that are kept."""
SHARED_FOOD: Final = 1.5
"""The food that Symbiosis is likely to bring."""
NEVER: Final = float("-inf")
_EATER: Final = EATING | 1 << IRON_STOMACH
"""The traits on which the prey of a species depends."""
_PREY: Final = EATEN | 1 << POISON | 1 << FLOCK_ANIMAL
"""The traits on which the bites depend that a species gets."""


def population_value(species: int, population: int) -> float:
    """Return the points gained or lost by one population."""
    return 2.0 if population >= BORN[species] else 1.2


class Space(NamedTuple):
    """A trait space that a card may be placed on."""

    traits: int
    """The set of traits of the other spaces."""
    points: int
    """The points of the cards there."""
    is_scoring: bool


class Homes:
    """The environments in which a species lives."""

    def __init__(self, number: int, foods: list[float]) -> None:
        self.number = number
        self.foods = foods
        """The food that it finds there, in this survival and in later ones."""
        self._balances = dict[float, float]()

    def balance(self, surplus: float) -> float:
        """Return the change of the population that is likely in these survivals, given the food
        from elsewhere less the need."""
        found = self._balances.get(surplus)
        if found is None:
            found = 0.0
            for food in self.foods:
                # Smoothed, because the food may still change.
                found += max(-1.0, min(1.0, (food + surplus) / 2))
            self._balances[surplus] = found
        return found


@lru_cache(maxsize=CACHE_MAX)
def _spaces(species: int, cards: Cards) -> tuple[tuple[Space, ...], tuple[int, ...]]:
    """Return all trait spaces of a species, and one of each kind of those that are alike."""
    found = []
    for space in range(SPACES):
        rest = cards[:space] + ONE[NOTHING] + cards[space + 1 :]
        others = [trait for at, trait in enumerate(shown(species, rest)) if at != space and trait]
        traits = sum({1 << trait for trait in others})
        found.append(Space(traits, points_of_traits(rest), space < SCORING))
    distinct = {alike: space for space, alike in reversed([*enumerate(found)])}
    return tuple(found), tuple(sorted(distinct.values()))


class Place:
    """A place on the food chain among others; the traits of the species there are left open."""

    def __init__(self, place: int, others: list[tuple[int, int]], is_of_two: bool) -> None:
        self.place, self.is_of_two = place, is_of_two
        self.others = others
        """The traits and the place of every other being."""
        # By the traits that matter: most sets of traits differ in one that does not.
        self._prey = dict[int, int]()
        self._danger = dict[int, float]()

    def safe_prey(self, traits: int) -> int:
        """Return the number of beings that the species could eat without being poisoned."""
        traits &= _EATER
        found = self._prey.get(traits)
        if found is None:
            is_immune, place = traits >> IRON_STOMACH & 1, self.place
            found = self._prey[traits] = sum(
                [
                    may_eat(traits, other, at - place)
                    for other, at in self.others
                    if is_immune or not other >> POISON & 1
                ]
            )
        return found

    def danger(self, traits: int) -> float:
        """Return the probability that bites cost a population."""
        traits &= _PREY
        found = self._danger.get(traits)
        if found is None:
            place = self.place
            hunters: float = sum([may_eat(other, traits, place - at) for other, at in self.others])
            if traits >> POISON & 1:
                hunters *= 0.4
            if self.is_of_two:
                hunters *= 2
            limit = 3 if traits >> FLOCK_ANIMAL & 1 else 2
            found = self._danger[traits] = min(1.0, max(0.0, (hunters - limit + 1.5) / 2))
        return found


class Stance(NamedTuple):
    """A species in a place, with a population and environments; its traits are left open."""

    points: int
    """Its points, without those of trait cards."""
    population_value: float
    population: int
    place: Place
    homes: Homes

    def worth(self, traits: int) -> float:
        """Return the points of a species now, without those of trait cards, plus the likely changes
        in later survivals."""
        place = self.place
        surplus: float = GAINED_FOOD * place.safe_prey(traits) + trait_food(traits)
        surplus -= self.population
        if traits >> SYMBIOSIS & 1:
            surplus += SHARED_FOOD
        survivals = len(self.homes.foods)
        change = self.homes.balance(surplus) - place.danger(traits) * survivals
        value: float = self.points + change * self.population_value
        # These traits bring something only in later eras.
        if traits >> METAMORPHOSIS & 1:
            value += 0.4 * survivals
        if traits >> MUTATION & 1:
            value += 0.6 * (survivals - 1)
        return value


class Outlook:
    """One species on the boards as they lie."""

    def __init__(self, state: DarwinningState, seat: int) -> None:
        self.species = state.species[seat]
        self.adapted, self.cards = state.adapted[seat], state.traits[seat]
        self.places = (*state.places,)
        self.population = state.population[seat]
        self.has_room = has_room_above(state, seat)
        self.environments = state.environments
        self.lengths = LENGTHS[state.options.eras][state.era :]
        """The numbers of environments in later eras."""
        sets = all_traits(state)
        others = [
            (traits, place)
            for being, (traits, place) in enumerate(zip(sets, state.places, strict=True))
            if being != seat
        ]
        self.others, self.is_of_two = others, len(state.hands) == TWO
        self.traits = sets[seat]
        self.spaces, self.distinct = _spaces(self.species, self.cards)
        self.points_of_traits = points_of_traits(self.cards)
        self.homes = self._homes(self.adapted)
        self.place = self._place(state.places[seat])
        self.stance = self._stance(self.place, self.population, self.homes)
        self._gains = dict[tuple[int, int, Cards], float]()
        self._best = dict[int, float]()
        self.worth = self.stance.worth(self.traits) + self.points_of_traits

    def _place(self, place: int) -> Place:
        return Place(place, self.others, self.is_of_two)

    def _homes(self, adapted: Cards) -> Homes:
        """Return the environments in which the species lives, given the cards for it."""
        food = habitats(self.species, adapted)
        mean = sum(food.values()) / len(ENVIRONMENTS)
        now = food_on(self.environments, food)
        return Homes(len(food), [now, *[mean * length for length in self.lengths]])

    def _stance(self, place: Place, population: int, homes: Homes) -> Stance:
        points = points_of_board(self.species, place.place, population, homes.number, 0)
        value = population_value(self.species, population)
        return Stance(sum(points), value, population, place, homes)

    def gain(self, action: Improvement) -> float:
        """Return the gain in worth by an improvement."""
        if type(action) is actions.Gain:
            trait, space = NUMBER[action.card], self.spaces[action.space]
            points = space.points + TRAIT_POINTS[trait] * space.is_scoring
            return self.stance.worth(space.traits | 1 << trait) + points - self.worth
        if type(action) is actions.Climb:
            return self._gain(CLIMBS[action.card], 0, b"")
        if type(action) is actions.Grow:
            return self._gain(0, GROWS[action.card], b"")
        return self._gain(0, 0, ONE[action.card])

    def _gain(self, climbs: int, grows: int, adapts: Cards) -> float:
        """Return the gain by another use of a card than its trait."""
        key = climbs, grows, adapts
        found = self._gains.get(key)
        if found is None:
            place, population = self.place, self.population + grows
            if climbs:
                place = self._place(climbed([*self.places], place.place, climbs))
            homes = self._homes(self.adapted + adapts) if adapts else self.homes
            after = self._stance(place, population, homes).worth(self.traits)
            found = self._gains[key] = after + self.points_of_traits - self.worth
        return found

    def best_gains(self, cards: Cards) -> dict[int, float]:
        """Return the gain of the best use of each card, 0 for one that has none."""
        best = self._best
        missing = bytes([card for card in {*cards} if card not in best])
        if missing:
            found = dict[int, float]()
            uses = uses_on_board(self.species, self.cards, self.adapted, self.has_room, missing)
            for use in uses:
                if isinstance(use, actions.Done):
                    continue
                if isinstance(use, actions.Gain) and use.space not in self.distinct:
                    continue
                gain = self.gain(use)
                if gain > found.get(use.card, NEVER):
                    found[use.card] = gain
            for card in missing:
                best[card] = found.get(card, 0.0)
        return best


_known: Final = Kept[tuple[object, ...], Outlook](KEPT_MAX)


def outlook(state: DarwinningState, seat: int) -> Outlook:
    """Return the outlook of a seat's species."""
    key = (
        seat,
        state.era,
        state.options.eras,
        state.environments,
        state.species,
        state.display,
        *state.places,
        *state.population,
        *state.adapted,
        *state.traits,
    )
    found = _known.get(key)
    if found is None:
        found = _known.keep(key, Outlook(state, seat))
    return found
