"""The evaluation of Darwinning! for bots and hints: the worth of a species, a seat's chances in a
trick, the value of each action, the fast policy that follows these values, and the features of a
position.

Worth, values and gains are in points at the end of the match. The worth of a species depends on
open cards only, and stays the same from one improvement to the next. It is cached, because a search
needs it for every play of a trick in every world.

A set of cards is a combination, as in ``tricks``; a set of traits is an integer, and a being is a
seat's species or the dummy, as in ``species``.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import fsum
from random import Random
from typing import Final, NamedTuple

from darwin_core.contract.cards import ONE, Cards, without
from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning import acts
from darwin_core.games.darwinning.acts import AnyAction, Eat, Keep, Name, Play, Share, Take, Use
from darwin_core.games.darwinning.material import (
    BOX,
    CACHE_MAX,
    CLIMBS,
    COPIES,
    ENVIRONMENTS,
    FLOCK_ANIMAL,
    GAINED_FOOD,
    GROWS,
    HAND_CARDS,
    IRON_STOMACH,
    LENGTHS,
    METAMORPHOSIS,
    MUTATION,
    NUMBER_OF,
    POISON,
    SCORING,
    START_POPULATION,
    SYMBIOSIS,
    TRAIT_POINTS,
    TRAIT_SPACES,
    Browse,
    DarwinningState,
    EatSpecies,
    Improve,
    KeepCards,
    NameLeader,
    PlayCards,
    ShareEnvironment,
    TakeTrait,
    Transform,
    UseDisplay,
)
from darwin_core.games.darwinning.rules import clone, forecast, legal, outcome, points_of
from darwin_core.games.darwinning.species import (
    EATEN,
    EATING,
    SEATS_WITH_DUMMY,
    Improvement,
    all_traits,
    food_on,
    habitats,
    has_dummy,
    has_room_above,
    home_food,
    is_poisoned_by,
    may_eat,
    points_of_board,
    points_of_traits,
    space_after_climb,
    trait_food,
    traits_of,
    traits_shown,
    uses_on_board,
)
from darwin_core.games.darwinning.survival import harmful_bites, shareable
from darwin_core.games.darwinning.tricks import (
    CODE,
    FIRST,
    SETS,
    STRENGTHS,
    codes,
    must_be_last,
    rank_of,
    steal,
    strength,
    strongest_use,
)
from darwin_core.games.darwinning.view import is_trick_open
from darwin_core.kit.judging import BoundedCache, best, fitted_state_value
from darwin_core.text.language import mark

SPECIES_VALUES_MAX: Final = 1 << 10
"""Maximum number of cached species values."""
NEVER: Final = float("-inf")
"""A gain below the gain of any use."""

# The figures of value and chance in this module are estimates, set by hand with the game's first
# bot; no fit covers them. Where a search was used instead, the docstring says so.
GROWN_POPULATION_VALUE: Final = 2.0
"""The worth in points of a population from the starting population on: the score of each one beyond
it."""
SMALL_POPULATION_VALUE: Final = 1.2
"""The worth in points of a population below the starting population, where each scores 1."""
SHARED_FOOD: Final = 1.5
"""Expected food from Symbiosis in a survival."""
METAMORPHOSIS_VALUE: Final = 0.4
"""The worth in points of Metamorphosis for each survival left; it draws a card after each."""
MUTATION_VALUE: Final = 0.6
"""The worth in points of Mutation for each later era. The present one does not count."""
POISON_FACTOR: Final = 0.4
"""The expected share of the beings allowed to eat a species with Poison that eat it."""
BITES_MARGIN: Final = 1.5
"""Number of bites below the harmful number at which danger begins. It grows evenly to certainty at
half a bite above the harmful number."""
SAMPLE_HANDS: Final = 300
"""Random hands of each size, drawn to estimate the chance that a set is beaten."""
BEAT_PROBABILITY: Final = 0.75
"""The probability that a rival who can beat a set beats it."""
DISPLAY_AS_CARDS: Final = 1
"""In a match of two, the cards in hand that help a rival as much as the display does."""
LATER_GAIN_FACTOR: Final = 0.6
"""The value of a later gain, as a share of the same gain now."""
LEAD_VALUE: Final = 0.3
"""The worth in points of leading the next trick."""
FIRST_LEAD_VALUE_OF_TWO: Final = -2.5
"""The worth in points of leading the first trick of an era in a match of two, found by searching 48
of these decisions. It is negative, because the second player wins ties."""
CARD_VALUE: Final = 0.25
"""The worth in points of holding a card."""
HOPELESS: Final = 0.01
"""Probability of winning below which a play counts as hopeless."""
_HOPELESS_NUMBER_COST: Final = 0.01
"""The cost in points of each unit of the highest number in a hopeless play: low cards go first."""
_STRENGTHS_A_POINT: Final = 1000
"""The strength that is worth a point in itself. It is so high that strength decides only between
otherwise equal uses."""
_KEPT_CARD_VALUE: Final = 0.3
"""The worth in points of keeping any card for the next era."""
_KEPT_GAIN_FACTOR: Final = 0.3
"""The value of a kept card's gain, as a share of the same gain now."""
_KEPT_NUMBERS_A_POINT: Final = 30
"""The sum of numbers of kept cards that is worth a point; high numbers win tricks."""
_KEPT_SET_VALUE: Final = 0.8
"""The worth in points of keeping two cards that make a set: a pair."""
_SHARED_FOODS_A_POINT: Final = 100
"""The food that is worth a point in itself. It is so much that food decides only between
environments with which the population changes equally."""
_FIRST_MEAL_VALUE: Final = 0.3
"""The worth in points of a meal that does not suffice alone; others may follow."""
_HARMFUL_BITE_VALUE: Final = 0.5
"""The worth in points of biting a rival's species that is at most ``_BITES_NEAR`` bites from
losing a population."""
_BITE_VALUE: Final = 0.1
"""The worth in points of biting a rival's species otherwise."""
_BITES_NEAR: Final = 2
"""Number of bites: the most that a meal gives."""

_EATER: Final = EATING | 1 << IRON_STOMACH
"""The traits that decide which prey a species may eat safely."""
_PREY: Final = EATEN | 1 << POISON | 1 << FLOCK_ANIMAL
"""The traits that decide how many bites a species gets and how many it survives."""


def population_value(species: int, population: int) -> float:
    """Return the points that one population more or less is worth to a species."""
    has_grown = population >= START_POPULATION[species]
    return GROWN_POPULATION_VALUE if has_grown else SMALL_POPULATION_VALUE


class Space(NamedTuple):
    """A trait space that a card may be placed on."""

    traits: int
    """The set of traits of the other spaces."""
    points: int
    """The points of the cards on the other spaces."""
    is_scoring: bool
    """True if a card on the space scores."""


class Habitats:
    """The environments in which a species lives."""

    def __init__(self, number: int, foods: list[float]) -> None:
        self.number = number
        self.foods = foods
        """The food in these environments, by survival: the present survival first, then each later
        one."""
        self._balances = dict[float, float]()
        """The balances computed so far, by surplus."""

    def balance(self, surplus: float) -> float:
        """Return the expected change of the population over all survivals that are left.

        Args:
            surplus: the food from other sources, less the food that the species needs.
        """
        total = self._balances.get(surplus)
        if total is None:
            total = 0.0
            for food in self.foods:
                # A survival changes the population by one at most. The surplus is halved before the
                # cut, because the food may still change.
                total += max(-1.0, min(1.0, (food + surplus) / 2))
            self._balances[surplus] = total
        return total


@lru_cache(maxsize=CACHE_MAX)
def _spaces(species: int, cards: Cards) -> tuple[tuple[Space, ...], tuple[int, ...]]:
    """Return the trait spaces of a species, and the numbers of distinct spaces: the first of each
    group of equal spaces, on all of which a card is worth the same."""
    spaces = []
    for space in range(TRAIT_SPACES):
        other_cards = cards[:space] + ONE[NOTHING] + cards[space + 1 :]
        others = [
            trait
            for other, trait in enumerate(traits_shown(species, other_cards))
            if other != space and trait
        ]
        # A set, because a trait may be in force on two spaces and counts once.
        traits = sum({1 << trait for trait in others})
        spaces.append(Space(traits, points_of_traits(other_cards), space < SCORING))
    # In reverse order, the first of several equal spaces stays in the dictionary.
    distinct = {alike: space for space, alike in reversed([*enumerate(spaces)])}
    return tuple(spaces), tuple(sorted(distinct.values()))


class ChainPlace:
    """A place on the food chain among the other beings: the prey and the danger that a species
    finds there, by its set of traits."""

    def __init__(self, place: int, others: list[tuple[int, int]], is_two_player: bool) -> None:
        self.place = place
        self.is_two_player = is_two_player
        self.others = others
        """Traits and place of each other being."""
        # The keys hold only the traits that matter, because most sets differ only in other traits.
        self._prey = dict[int, int]()
        self._danger = dict[int, float]()

    def safe_prey(self, traits: int) -> int:
        """Return the number of beings that a species with these traits can eat without Poison."""
        traits &= _EATER
        count = self._prey.get(traits)
        if count is None:
            is_immune = traits >> IRON_STOMACH & 1
            place = self.place
            count = self._prey[traits] = sum(
                [
                    may_eat(traits, other, at - place)
                    for other, at in self.others
                    if is_immune or not other >> POISON & 1
                ]
            )
        return count

    def danger(self, traits: int) -> float:
        """Return the probability that bites cost a species with these traits a population."""
        traits &= _PREY
        probability = self._danger.get(traits)
        if probability is None:
            place = self.place
            bites: float = sum([may_eat(other, traits, place - at) for other, at in self.others])
            if traits >> POISON & 1:
                bites *= POISON_FACTOR
            if self.is_two_player:
                # As in ``bites_of_meal``.
                bites *= 2
            limit = harmful_bites(traits)
            danger = (bites - limit + BITES_MARGIN) / 2
            probability = self._danger[traits] = min(1.0, max(0.0, danger))
        return probability


class Situation(NamedTuple):
    """Everything but its traits on which the worth of a species depends."""

    points: int
    """The species' points, without those of trait cards."""
    population_value: float
    population: int
    place: ChainPlace
    habitats: Habitats

    def worth(self, traits: int) -> float:
        """Return the present points of the species with these traits, without the points of trait
        cards, plus the likely changes in later survivals."""
        place = self.place
        surplus: float = GAINED_FOOD * place.safe_prey(traits) + trait_food(traits)
        surplus -= self.population
        if traits >> SYMBIOSIS & 1:
            surplus += SHARED_FOOD
        survivals = len(self.habitats.foods)
        change = self.habitats.balance(surplus) - place.danger(traits) * survivals
        value: float = self.points + change * self.population_value
        if traits >> METAMORPHOSIS & 1:
            value += METAMORPHOSIS_VALUE * survivals
        if traits >> MUTATION & 1:
            # Each survival but the present one follows a later era.
            value += MUTATION_VALUE * (survivals - 1)
        return value


class SpeciesValue:
    """The value of one species now, and the gain by each improvement."""

    def __init__(self, state: DarwinningState, seat: int) -> None:
        self.species = state.species[seat]
        self.adapted = state.adapted[seat]
        self.cards = state.traits[seat]
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
        self.others = others
        """The set of traits and the place of each other being."""
        self.is_two_player = has_dummy(state)
        self.traits = sets[seat]
        self.spaces, self.distinct = _spaces(self.species, self.cards)
        self.points_of_traits = points_of_traits(self.cards)
        self.habitats = self._habitats(self.adapted)
        self.place = self._place(state.places[seat])
        self.situation = self._situation(self.place, self.population, self.habitats)
        self._gains = dict[tuple[int, int, Cards], float]()
        """The gains computed so far, by climbs, grows and the card to adapt by."""
        self._best = dict[int, float]()
        """The gains of the best use of each card computed so far."""
        self.worth = self.situation.worth(self.traits) + self.points_of_traits

    def _place(self, place: int) -> ChainPlace:
        return ChainPlace(place, self.others, self.is_two_player)

    def _habitats(self, adapted: Cards) -> Habitats:
        """Return the environments in which the species lives, given the cards used to adapt."""
        food = habitats(self.species, adapted)
        mean = sum(food.values()) / len(ENVIRONMENTS)
        now = food_on(self.environments, food)
        # The environments of later eras are random, so each brings the mean of all.
        return Habitats(len(food), [now, *[mean * length for length in self.lengths]])

    def _situation(self, place: ChainPlace, population: int, homes: Habitats) -> Situation:
        points = points_of_board(self.species, place.place, population, homes.number, 0)
        value = population_value(self.species, population)
        return Situation(sum(points), value, population, place, homes)

    def gain(self, action: Improvement) -> float:
        """Return how much an improvement raises the worth of the species."""
        if type(action) is acts.Gain:
            trait = NUMBER_OF[action.card]
            space = self.spaces[action.space]
            points = space.points + TRAIT_POINTS[trait] * space.is_scoring
            return self.situation.worth(space.traits | 1 << trait) + points - self.worth
        if type(action) is acts.Climb:
            return self._gain(CLIMBS[action.card], 0, b"")
        if type(action) is acts.Grow:
            return self._gain(0, GROWS[action.card], b"")
        return self._gain(0, 0, ONE[action.card])

    def _gain(self, climbs: int, grows: int, adapts: Cards) -> float:
        """Return how much climbing, growing and adapting raise the worth of the species."""
        key = climbs, grows, adapts
        gain = self._gains.get(key)
        if gain is None:
            place = self.place
            population = self.population + grows
            if climbs:
                place = self._place(space_after_climb([*self.places], place.place, climbs))
            homes = self._habitats(self.adapted + adapts) if adapts else self.habitats
            after = self._situation(place, population, homes).worth(self.traits)
            gain = self._gains[key] = after + self.points_of_traits - self.worth
        return gain

    def best_gains(self, cards: Cards) -> dict[int, float]:
        """Return gains by card: for these cards at least, the gain of the best use; 0 if the card
        has no use.

        The dictionary is the cache, so it may hold further cards and must not be changed.
        """
        best = self._best
        missing = bytes([card for card in {*cards} if card not in best])
        if missing:
            gains = dict[int, float]()
            uses = uses_on_board(self.species, self.cards, self.adapted, self.has_room, missing)
            for use in uses:
                if isinstance(use, acts.Done):
                    continue
                # On a space that is not distinct, the gain is that of an earlier space.
                if isinstance(use, acts.Gain) and use.space not in self.distinct:
                    continue
                gain = self.gain(use)
                if gain > gains.get(use.card, NEVER):
                    gains[use.card] = gain
            for card in missing:
                best[card] = gains.get(card, 0.0)
        return best


_species_values: Final = BoundedCache[tuple[object, ...], SpeciesValue](SPECIES_VALUES_MAX)


def species_value(state: DarwinningState, seat: int) -> SpeciesValue:
    """Return the value of a seat's species, cached by everything that it depends on."""
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
    value = _species_values.get(key)
    if value is None:
        value = _species_values.keep(key, SpeciesValue(state, seat))
    return value


def judge(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    """Return the worth in points of each legal action of a seat, in order."""
    return _JUDGES[type(state.pending[-1])](state, seat, actions)


# --- improving


def _judge_improvements(
    state: DarwinningState, seat: int, actions: Sequence[AnyAction]
) -> list[float]:
    """Value each improvement by the gain of the species; to decline gains nothing."""
    now = species_value(state, seat)
    return [now.gain(action) if isinstance(action, Improvement) else 0.0 for action in actions]


def _judge_thefts(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    """Value each theft by the seat's gain and its share of the owner's loss, which is equal for all
    rivals of the owner."""
    seats = len(state.hands)
    before = [species_value(state, owner).worth for owner in range(seats)]
    values = []
    for action in actions:
        if not isinstance(action, Take):
            values.append(0.0)
            continue
        after = clone(state)
        steal(after, TakeTrait(seat), action, None)
        value = species_value(after, seat).worth - before[seat]
        # The dummy, whose number is the seat count, has nothing to lose.
        if action.owner < seats:
            value += (before[action.owner] - species_value(after, action.owner).worth) / (seats - 1)
        values.append(value)
    return values


# --- tricks


@cache
def _beating(size: int) -> tuple[int, ...]:
    """Return, for each strength of a set, how many sample hands of a size can beat the set."""
    if not size:
        return (0,) * len(FIRST)
    # The seed is the size, so that every process draws the same hands.
    rng, box = Random(size), list(BOX)
    hands = [bytes(sorted(rng.sample(box, size))) for _ in range(SAMPLE_HANDS)]
    best = sorted(codes(hand)[-1] for hand in hands)
    return tuple(SAMPLE_HANDS - bisect_left(best, first) for first in FIRST)


@cache
def _beat_probabilities(size: int) -> tuple[float, ...]:
    """Return, for each strength of a set, the probability that a rival with a hand of this size
    beats the set."""
    return tuple(BEAT_PROBABILITY * number / SAMPLE_HANDS for number in _beating(size))


@cache
def _later_win_probabilities(size: int, rivals: int) -> tuple[float, ...]:
    """Return, for each strength of a set, the probability that the set wins a later trick that it
    leads, against a number of rivals with hands of a size."""
    return tuple((1 - beaten) ** rivals for beaten in _beat_probabilities(size))


_COPIES_MAX: Final = max(COPIES)
_NEEDS: Final = tuple(
    sum((1 << cards.count(card)) - 1 << _COPIES_MAX * card for card in {*cards}) for cards in SETS
)
"""The cards of each set as bits, by code: one bit for each copy of each kind. A hand contains a set
if it has all its bits."""


class Trick:
    """A trick as one seat sees it, and the expected gains of the seat's cards now and later."""

    def __init__(self, state: DarwinningState, seat: int) -> None:
        self.species_value = species_value(state, seat)
        self.hand = hand = state.hands[seat]
        self.display = state.display
        self.last_copy_bits = {
            card: 1 << _COPIES_MAX * card + hand.count(card) - 1 for card in {*hand}
        }
        """The bit of the last copy in the hand, by kind."""
        self.seats = seats = len(state.hands)
        sizes = [len(hand) for hand in state.hands]
        rivals = sizes[:seat] + sizes[seat + 1 :]
        self.is_last = must_be_last(state)
        self.is_two_player = seats == SEATS_WITH_DUMMY
        self.typical_size = round(sum(rivals) / len(rivals))
        """The mean size of a rival's hand."""
        self.strength_needed = -1
        """The minimum strength that beats the cards played so far; -1 if any set does."""
        self.later_hands: list[int]
        """The sizes of the hands that play later in the trick; empty for the last player."""
        self.beat_probabilities: list[tuple[float, ...]]
        """For each rival who plays later in the trick, the probability of beating a set, by the
        set's strength."""
        if self.is_two_player:
            size = min(rivals[0] + DISPLAY_AS_CARDS, HAND_CARDS)
            self.later_hands = rivals
            if other := state.played[1 - seat]:
                self.strength_needed = self.strength(other)
                self.later_hands = []
                size = 0
            self.beat_probabilities = [_beat_probabilities(size)]
        else:
            if state.best != NOTHING:
                self.strength_needed = STRENGTHS[CODE[state.played[state.best]]]
            turn = (seat - state.leader) % seats
            later = [(state.leader + step) % seats for step in range(turn + 1, seats)]
            self.later_hands = [sizes[other] for other in later]
            self.beat_probabilities = [_beat_probabilities(size) for size in self.later_hands]

    def best_gain(self, cards: Cards) -> float:
        """Return the gain of the best improvement with one of these cards."""
        gains = self.species_value.best_gains(cards)
        return max([gains[card] for card in cards], default=0.0)

    def strength(self, cards: Cards) -> int:
        """Return the strength of cards; in a match of two, with the best cards of the display."""
        if self.is_two_player:
            return strength(cards + (strongest_use(cards, self.display) or b""))
        return STRENGTHS[CODE[cards]]

    def win_probability(self, set_strength: int) -> float:
        """Return the probability that a set of a strength wins the trick."""
        if set_strength < self.strength_needed:
            return 0.0
        probability = 1.0
        for beaten in self.beat_probabilities:
            probability *= 1 - beaten[set_strength]
        return probability

    def unbeaten_share(self, set_strength: int) -> float:
        """Return the fraction of random deals in which no hand that plays later can beat a set of a
        strength. In a match of two, the display does not count."""
        share = 1.0
        for size in self.later_hands:
            share *= 1 - _beating(size)[set_strength] / SAMPLE_HANDS
        return share

    def is_last_with(self, cards: Cards) -> bool:
        """Return whether the trick is the last of the era if the seat plays these cards."""
        return self.is_last or len(cards) == len(self.hand)

    def spares(self, cards: Cards) -> bool:
        """Return whether the most promising set of the hand does not need these cards."""
        left = without(self.hand, cards)
        bits_left = sum((1 << left.count(card)) - 1 << _COPIES_MAX * card for card in {*left})
        _, best_needs = self.set_prospects()[0]
        return not best_needs & ~bits_left

    def set_prospects(self) -> list[tuple[float, int]]:
        """Return each set of the hand as the expected gain from leading a later trick with the set,
        and its cards as bits; the most promising first."""
        # By then, each rival has played a card or more.
        win = _later_win_probabilities(max(self.typical_size - 1, 1), self.seats - 1)
        gains = self.species_value.best_gains(self.hand)
        prospects = [
            (win[STRENGTHS[code]] * max([gains[card] for card in SETS[code]]), _NEEDS[code])
            for code in codes(self.hand)
        ]
        prospects.sort(reverse=True)
        return prospects

    def best_set(self) -> Cards:
        """Return the most promising set of the hand."""
        _, best_needs = self.set_prospects()[0]
        return next(SETS[code] for code in codes(self.hand) if _NEEDS[code] == best_needs)

    def gain_lost(self, cards: Cards, prospects: Sequence[tuple[float, int]]) -> float:
        """Return how much the best prospect loses if these cards are played.

        Args:
            cards: the cards in order.
            prospects: the result of ``set_prospects``.
        """
        # Equal cards are neighbours; their copies go from the last one down.
        gone, bit, previous = 0, 0, -1
        for card in cards:
            bit = bit >> 1 if card == previous else self.last_copy_bits[card]
            gone |= bit
            previous = card
        later = next((gain for gain, needs in prospects if not needs & gone), 0.0)
        return prospects[0][0] - later


def _judge_plays(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    """Value each play by the probability of winning, the gain of a win and the gain lost for
    later."""
    trick = Trick(state, seat)
    gains = trick.species_value.best_gains(trick.hand)
    prospects = trick.set_prospects()
    values = []
    for action in actions:
        assert isinstance(action, Play)
        cards = action.cards
        win = trick.win_probability(trick.strength(cards))
        gain = max([gains[card] for card in cards])
        if trick.is_last_with(cards):
            # In the last trick of an era, the losers improve instead of the winner.
            value = (1 - win) * gain
        else:
            lost = max(trick.gain_lost(cards, prospects), 0.0)
            value = win * (gain + LEAD_VALUE) - LATER_GAIN_FACTOR * lost
        # Every play costs one card at least, so only further cards count.
        value -= CARD_VALUE * (len(cards) - 1)
        if win < HOPELESS:
            value -= _HOPELESS_NUMBER_COST * max([NUMBER_OF[card] for card in cards])
        values.append(value)
    return values


def _judge_uses(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    """Value each use of the display by the gain of the trick, if it beats the other player; in the
    last trick of an era, if it does not."""
    trick = Trick(state, seat)
    own_cards = state.played[seat]
    other = state.played[1 - seat] + state.used[1 - seat]
    # The leader of the trick declares first and loses ties. The other player may still use the best
    # cards of the display, but none in a last trick, which both would rather lose.
    is_leader = seat == state.leader
    rival = trick.strength(other) if is_leader and not trick.is_last else strength(other)
    values = []
    for action in actions:
        assert isinstance(action, Use)
        used_strength = strength(own_cards + action.cards)
        wins = used_strength >= rival + is_leader
        value = used_strength / _STRENGTHS_A_POINT
        if trick.is_last:
            # Only the loser improves, with a card of the hand.
            value = (0 if wins else trick.best_gain(own_cards)) - value
        elif wins:
            value += trick.best_gain(own_cards + action.cards)
        values.append(value)
    return values


def _judge_leaders(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    """Value only the seat's own lead of the first trick; all other leaders are equal."""
    value = LEAD_VALUE if not has_dummy(state) else FIRST_LEAD_VALUE_OF_TWO
    return [
        value if isinstance(action, Name) and action.seat == seat else 0.0 for action in actions
    ]


def _judge_keeps(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    """Value the cards to keep by their gains, their numbers and the set that they make."""
    gains = species_value(state, seat).best_gains(state.hands[seat])
    values = []
    for action in actions:
        assert isinstance(action, Keep)
        cards = action.cards
        value = fsum(
            [
                _KEPT_CARD_VALUE
                + _KEPT_GAIN_FACTOR * gains[card]
                + NUMBER_OF[card] / _KEPT_NUMBERS_A_POINT
                for card in cards
            ]
        )
        is_set = len(cards) > 1 and rank_of(cards) is not None
        values.append(value + _KEPT_SET_VALUE * is_set)
    return values


# --- food still to come


def prospects(state: DarwinningState, seat: int) -> dict[str, float]:
    """Return the food that a species would find now, and the food that it could get by eating
    others."""
    labels = {mark("food without eating"), mark("food that you can eat")}
    return {
        line.label: float(line.points[seat]) for line in forecast(state) if line.label in labels
    }


# --- survival


def surplus(state: DarwinningState, seat: int, effect: EatSpecies) -> int:
    """Return the food of a species, including its meals so far, less the food that it needs."""
    food = home_food(state, seat) + effect.shared + trait_food(traits_of(state, seat))
    return food + GAINED_FOOD * effect.eaten.bit_count() - state.population[seat]


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _change(state: DarwinningState, seat: int, before: int, more: int) -> float:
    """Return the worth of the population change caused by additional food.

    Args:
        before: the surplus of food without it; negative for a lack.
        more: the additional food.
    """
    change = _sign(before + more) - _sign(before)
    return change * population_value(state.species[seat], state.population[seat])


def _judge_shares(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    """Value each shared environment by the population that its food changes."""
    food = shareable(state, seat)
    before = surplus(state, seat, EatSpecies(seat))
    values = []
    for action in actions:
        more = food[action.environment] if isinstance(action, Share) else 0
        values.append(_change(state, seat, before, more) + more / _SHARED_FOODS_A_POINT)
    return values


def _judge_meals(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    """Value each meal by ``_meal_value``; to eat no more is worth nothing."""
    effect = state.pending[-1]
    assert isinstance(effect, EatSpecies)
    before = surplus(state, seat, effect)
    return [
        _meal_value(state, seat, action.species, before) if isinstance(action, Eat) else 0.0
        for action in actions
    ]


def _meal_value(state: DarwinningState, seat: int, being: int, before: int) -> float:
    """Return the worth of eating a being, given the food surplus before the meal."""
    value = _change(state, seat, before, GAINED_FOOD)
    if before < -GAINED_FOOD:
        value += _FIRST_MEAL_VALUE
    # Bites do not harm the dummy, whose number is the seat count.
    if being < len(state.hands):
        limit = harmful_bites(traits_of(state, being))
        bites = state.bites[being]
        value += _HARMFUL_BITE_VALUE if bites < limit <= bites + _BITES_NEAR else _BITE_VALUE
    is_poisoned = is_poisoned_by(state, seat, being)
    # A species loses one population to bites at most, so further bites cost nothing.
    if is_poisoned and state.bites[seat] < harmful_bites(traits_of(state, seat)):
        value -= population_value(state.species[seat], state.population[seat])
    return value


_JUDGES: Final[dict[type, Callable[[DarwinningState, int, Sequence[AnyAction]], list[float]]]] = {
    NameLeader: _judge_leaders,
    TakeTrait: _judge_thefts,
    PlayCards: _judge_plays,
    UseDisplay: _judge_uses,
    Improve: _judge_improvements,
    Browse: _judge_improvements,
    KeepCards: _judge_keeps,
    ShareEnvironment: _judge_shares,
    EatSpecies: _judge_meals,
    Transform: _judge_improvements,
}


def fast_policy(state: DarwinningState, seat: int) -> AnyAction:
    """Return the legal action with the highest value, the first of equals: the action that
    ``hints.advise`` names first."""
    actions = legal(state, seat)
    return best(actions, judge(state, seat, actions))


FEATURE_NAMES: Final = (
    "points",
    "likely changes",
    "likely changes, for each era left",
    "population, for each era left",
    "environments, for each era left",
    "trait cards",
    "trait cards, for each era left",
    "danger",
    "cards in hand",
    "cards in all hands",
    "best gain of a card",
    "gains of all cards",
    "strongest set",
    "winning the trick",
    "best gain while winning the trick",
    "improving",
    "best gain while improving",
    "eras left",
    "seats",
    "seats, for each era left",
)
"""The names of the features in order, as in ``state_value.toml``."""


def features(state: DarwinningState) -> list[tuple[float, ...]]:
    """Return the features of each seat of a whole state."""
    return [_features(state, seat) for seat in range(len(state.hands))]


def _features(state: DarwinningState, seat: int) -> tuple[float, ...]:
    seats = len(state.hands)
    hand = state.hands[seat]
    own_species = species_value(state, seat)
    eras_left = max(state.options.eras - state.era, 0)
    points = sum(points_of(state, seat))
    changes = own_species.worth - points
    cards = TRAIT_SPACES - state.traits[seat].count(NOTHING)
    gains = own_species.best_gains(hand)
    of_hand = [max(gains[card], 0.0) for card in hand]
    # Cards played stay in the state until the next trick begins.
    is_winning = is_trick_open(state) and _is_winning(state, seat)
    offered = [
        effect.cards
        for effect in state.pending
        if isinstance(effect, Improve) and effect.seat == seat
    ]
    return (
        points,
        changes,
        changes * eras_left,
        state.population[seat] * eras_left,
        own_species.habitats.number * eras_left,
        cards,
        cards * eras_left,
        own_species.place.danger(own_species.traits),
        len(hand),
        sum(map(len, state.hands)) / seats,
        max(of_hand, default=0.0),
        fsum(of_hand),
        # Once a hand is empty, no other trick is led. Codes are in order of strength.
        codes(hand)[-1] / len(SETS) if all(state.hands) else 0.0,
        is_winning,
        _best_gain(own_species, state.played[seat]) if is_winning else 0.0,
        len(offered),
        max([_best_gain(own_species, card) for card in offered], default=0.0),
        eras_left,
        seats,
        seats * eras_left,
    )


def _is_winning(state: DarwinningState, seat: int) -> bool:
    """Return whether a seat has the best cards of the trick so far. In a match of two, return True
    for any cards, because the display decides later."""
    if has_dummy(state):
        return bool(state.played[seat])
    return state.best == seat


def _best_gain(own_species: SpeciesValue, cards: Cards) -> float:
    """Return the gain of the best improvement with one of these cards; 0 if all would harm."""
    gains = own_species.best_gains(cards)
    return max([0.0, *[gains[card] for card in cards]])


state_value: Final = fitted_state_value(__package__, FEATURE_NAMES, features, outcome)
