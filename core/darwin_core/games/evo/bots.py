"""The values of actions and positions in points, and the fast policy.

The values are those of a careful player who plans the hand for one generation by its yield at a
location. A card played counts a point, since it makes the Future Genome larger. A token counts
about a point if its fauna or flora does not die out. An offspring is one more card to play. If two
cards have no other use, a migration saves one of them for the next generation. The worth of an
action is its yield plus what the rest of the hand can still do afterwards; a migration leads to a
location where the rest of the hand may be useful.

A whole state is judged like the seat's view of it. Of its own species' cards, a seat knows how many
of each trait are still face down; nothing hidden of other species is used.

A search tries its candidates in the same worlds, and the seat's hand is the same in all of them.
Plans, location values and choices are therefore cached, keyed by all their inputs.

The *worth* of an action, a card or a token is an estimate in points; the *yield* of a hand is the
worth of the best way to play it; *births* are offspring, or their worth.

In order, the file holds hands as numbers; ``LocationValue``, which plans a hand at a location; the
worth of tokens; ``judge`` and, for generations alone, ``Generation`` and ``judge_for_best``; the
worth of choices between millennia; ``prospects``; ``fast_policy``; and ``state_value`` with its
features.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import fsum
from typing import Final, NamedTuple

from msgspec import structs

from darwin_core.contract.cards import Cards, Counts
from darwin_core.contract.chance import from_seed, shuffled
from darwin_core.contract.game import NOTHING
from darwin_core.games.evo.acts import (
    Adopt,
    AnyAction,
    Awake,
    Displace,
    Forage,
    Foresee,
    Hunt,
    Migrate,
    Move,
    Predate,
    Save,
    Settle,
)
from darwin_core.games.evo.generation import (
    EXTRAS,
    FORAGERS,
    HELPFUL,
    counts_of,
    has_future,
    is_prey,
    price,
    search_card,
    searches,
    skills_of,
    spread,
    ways,
)
from darwin_core.games.evo.material import (
    CATCH,
    DRAW,
    FAUNA_SLOTS,
    FEEDER,
    FORESIGHT,
    HARDY,
    LITTER,
    MILLENNIA,
    PREDATION,
    PREY,
    RING,
    SCAVENGER,
    SLOTS,
    AdoptSpecies,
    AwakePopulation,
    DisplaceTokens,
    EvoState,
    Gorge,
    Live,
    MovePopulation,
    SaveCard,
    SettlePopulation,
    active_species,
    primary,
)
from darwin_core.games.evo.millennium import outcome, points
from darwin_core.games.evo.rules import legal
from darwin_core.games.evo.view import unseen_genes
from darwin_core.kit.judging import BoundedCache, best, fitted_state_value
from darwin_core.kit.states import plus
from darwin_core.text.language import mark

# The figures of worth (in points) and chance in this file are estimates, set by hand with the
# game's first bot; no fit covers them.
PASSED_ON: Final = 1.0
"""The worth of a card in the Future Genome."""
TOKEN: Final = 1.1
"""The worth of a token that stays: a point, and progress towards the bonus."""
OFFSPRING: Final = 1.3
"""The worth of one more card for the next generation."""
STAY_CHANCE: Final = 0.55
"""The chance that a card stays if one more token makes it die out."""
ROOM: Final = 0.15
"""The increase of ``STAY_CHANCE`` for each free place for a token."""
USE: Final = 0.1
"""The worth of using an adaptation."""
TOUCH: Final = 0.3
"""The worth of putting a token on a card without tokens, which would otherwise take a token of
each species at its location when the millennium ends."""
_RIVAL_LOSS: Final = 0.5
"""The worth of each token that others lose on a card that dies out."""
_PREY_LOSS: Final = 1.0
"""The worth of the tokens that the prey loses by a predation."""
LOCATION_VALUES_MAX: Final = 1 << 10
"""Maximum number of cached location values."""


_IS_LEFT: Final = bytes(map(bool, range(256)))
"""Translates numbers of cards to 1 for some and 0 for none."""


# --- hands as numbers

_TRAIT_BITS: Final = 8
"""Bits for each trait in the number of a hand: the count of its cards, below a guard bit that is
always set. Subtracting more cards of a trait than the hand has clears the trait's guard bit. The
bits above all traits count all cards."""
_TOTAL_SHIFT: Final = _TRAIT_BITS * RING
_COUNT_MASK: Final = (1 << _TRAIT_BITS - 1) - 1
"""The bits of the count of one trait, below its guard bit."""
NO_CARDS: Final = sum(1 << _TRAIT_BITS * trait + _TRAIT_BITS - 1 for trait in range(RING))
"""The number of an empty hand: all guard bits."""
_UNITS: Final = tuple(1 << _TRAIT_BITS * trait | 1 << _TOTAL_SHIFT for trait in range(RING))
"""The number of a card, by trait."""
_TWO_CARDS: Final = 2 << _TOTAL_SHIFT
"""The number of any hand of fewer than two cards is below this."""


@lru_cache(maxsize=1 << 14)
def cost(cards: Cards) -> int:
    """Return cards as a number, to subtract from the number of a hand."""
    return sum([_UNITS[card] for card in cards])


def hand_of(cards: Cards) -> int:
    """Return the number of a hand: the cards of each trait."""
    return NO_CARDS + cost(cards)


# --- the yield of a hand


Hunts = Sequence[tuple[int, float]]
"""The cards that pay for each hunt, as a number, and the hunt's worth."""
Forages = Sequence[tuple[int, int, float, float]]
"""For each forage of one card: the cards that pay for it, its flora, its worth, and the worth of
each further card."""


class Affordable(NamedTuple):
    """The plays at a location that a hand can pay for."""

    hunts: Hunts
    forages: Forages
    most: float
    """Maximum yield per card, by these plays or by a migration."""


class LocationValue:
    """The plays that a location offers to a species, and the yield of hands there."""

    def __init__(self, hunts: Hunts, forages: Forages, saved: float) -> None:
        self.hunts = hunts
        self.forages = forages
        self.saved = saved
        """The worth of two cards without another use: a migration brings one of them back. 0 if no
        generation follows that could draw it."""
        self._plans = dict[int, float]()

    def affordable(self, hand: int) -> Affordable:
        """Return the plays that a hand can pay for. No part of the hand can pay for others."""
        hunts = [hunt for hunt in self.hunts if hand - hunt[0] & NO_CARDS == NO_CARDS]
        forages = [forage for forage in self.forages if hand - forage[0] & NO_CARDS == NO_CARDS]
        most = self.saved / 2  # A migration costs two cards.
        for paid, value in hunts:
            most = max(most, value / (paid >> _TOTAL_SHIFT))
        for _, _, value, per_card in forages:
            # To gather one card takes two: one searches. Each further card is gathered alone.
            most = max(most, value / 2, per_card)
        return Affordable(hunts, forages, most)

    def plan(self, hand: int, offers: Affordable | None = None) -> float:
        """Return the maximum yield of a hand here: cards passed on, tokens, offspring.

        Args:
            hand: the number of a hand.
            offers: the plays that a larger hand can pay for; those that this hand cannot pay for
                are skipped. None to look for the plays of this hand.
        """
        if hand < _TWO_CARDS:
            # A hunt, a forage or a migration costs at least two cards.
            return 0.0
        plan_value = self._plans.get(hand)
        if plan_value is None:
            plan_value = self._plans[hand] = self._plan(hand, offers or self.affordable(hand))
        return plan_value

    def _plan(self, hand: int, offers: Affordable) -> float:
        """Compute the maximum yield of a hand, by trying each play first.

        Of a flora, either one card or all cards of the hand are gathered, because each further card
        has the same worth. No play changes the worth of a later one at the same card.
        """
        hunts, forages, most = offers
        best = (hand >> _TOTAL_SHIFT) // 2 * self.saved
        for paid, value in hunts:
            rest = hand - paid
            # Skip a hunt that is no better even if each card left has the maximum yield.
            if rest & NO_CARDS == NO_CARDS and value + (rest >> _TOTAL_SHIFT) * most > best:
                value += self.plan(rest, offers)
                if value > best:
                    best = value
        for paid, flora, value, per_card in forages:
            rest = hand - paid
            if rest & NO_CARDS == NO_CARDS and value + (rest >> _TOTAL_SHIFT) * most > best:
                more = rest >> _TRAIT_BITS * flora & _COUNT_MASK
                if more:
                    gathered = value + more * per_card
                    gathered += self.plan(rest - more * _UNITS[flora], offers)
                    if gathered > best:
                        best = gathered
                value += self.plan(rest, offers)
                if value > best:
                    best = value
        return best


class SpeciesState(NamedTuple):
    """The circumstances of a species, the same at every location."""

    species: int
    skills: int
    """The species' adaptations, as bits."""
    has_future: bool
    offspring: float
    """The worth of one more card that is face up on the deck; 0 if no generation of the species
    follows that could draw it."""
    supply: bytes
    """By trait, 1 if a card is left."""
    limit: int
    """Maximum number of tokens on a card that does not die out."""
    is_open: bool
    """True if any species has generations left."""


def species_state_of(state: EvoState, species: int) -> SpeciesState:
    future = has_future(state, species)
    return SpeciesState(
        species,
        skills_of(state.adaptations[species]),
        future,
        OFFSPRING if future and any(state.available[species]) else 0.0,
        state.supply.translate(_IS_LEFT),
        HARDY + state.millennium,
        any(map(any, state.available)),
    )


_location_values: Final = BoundedCache[tuple[object, ...], LocationValue](LOCATION_VALUES_MAX)


def location_value_at(state: EvoState, species_state: SpeciesState, location: int) -> LocationValue:
    """Return the value of a location to a species. It is cached, together with its plans."""
    first, end = SLOTS * location, SLOTS * (location + 1)
    slots, tokens = state.slots[first:end], state.tokens[first:end]
    key = (species_state, state.locations[location], slots, *tokens)
    location_value = _location_values.get(key)
    if location_value is None:
        location_value = _location_values.keep(
            key, _location_value(species_state, state.locations[location], slots, tokens)
        )
    return location_value


def _location_value(
    species_state: SpeciesState, home: int, slots: bytes, tokens: Sequence[Counts]
) -> LocationValue:
    """Compute the value of a location from its cards and the tokens on them."""
    species, skills, _, offspring, supply, limit, is_open = species_state
    is_last = not species_state.has_future
    foragers = skills & FORAGERS
    births = offspring * supply[home]
    hunts = list[tuple[int, float]]()
    forages = list[tuple[int, int, float, float]]()
    for slot, card in enumerate(slots):
        if card == NOTHING:
            continue
        counts = tokens[slot]
        own_tokens = counts[species]
        total = sum(counts)
        if slot < FAUNA_SLOTS:
            # Plans leave out the extras, Scavenger and Litter: they do not change the cost.
            helpful = skills & HELPFUL[card] & ~EXTRAS
            more = offspring * supply[primary(card)]
            hunts += _hunts(card, own_tokens, total, helpful, more, is_last, limit, is_open)
        else:
            forages += _forages(
                card, own_tokens, total, home, foragers, births, is_last, limit, is_open
            )
    # What a migration saves is one more card to draw later, so it is worth an offspring.
    return LocationValue(hunts, forages, offspring)


@lru_cache(maxsize=1 << 12)
def _hunts(
    fauna: int,
    own_tokens: int,
    total: int,
    helpful: int,
    births: float,
    is_last: bool,
    limit: int,
    is_open: bool,
) -> tuple[tuple[int, float], ...]:
    """Return, for each way to lower or change a fauna's price, the cards that pay it and the worth
    of the hunt.

    Args:
        helpful: the species' adaptations that change the price, as bits.
        births: the worth of the offspring.
        is_last: True if no generation follows, so that a token replaces the offspring.
    """
    value = births + gain(own_tokens, total, CATCH + is_last, limit, is_open)
    hunts = []
    # The slot, here 0, does not change the price; the first hunt at a price uses no extras.
    for _, (action, *_) in ways(0, fauna, helpful):
        cards = price(fauna, action.uses)
        hunts.append((cost(cards), value + len(cards) * PASSED_ON + len(action.uses) * USE))
    return tuple(hunts)


@lru_cache(maxsize=1 << 12)
def _forages(
    flora: int,
    own_tokens: int,
    total: int,
    home: int,
    foragers: int,
    births: float,
    is_last: bool,
    limit: int,
    is_open: bool,
) -> tuple[tuple[int, int, float, float], ...]:
    """Return the forages of a flora, for each card to search with. Each further card has the worth
    of the second one."""
    least = gain(own_tokens, total, 1 + is_last, limit, is_open)
    per_card = PASSED_ON + gain(own_tokens, total, 2 + is_last, limit, is_open) - least
    forages = []
    for search, uses in searches(home, foragers):
        value = 2 * PASSED_ON + births + least + len(uses) * USE
        forages.append((_UNITS[search] + _UNITS[flora], flora, value, per_card))
    return tuple(forages)


# --- tokens


@lru_cache(maxsize=1 << 12)
def gain(own_tokens: int, total: int, more: int, limit: int, is_open: bool) -> float:
    """Return the worth of more tokens on a card, given the seat's tokens and the tokens of all
    seats on it."""
    gained = more * TOKEN * stay_chance(total + more, limit, is_open)
    gained -= _lost_by_dying(own_tokens, total, more, limit)
    return gained + TOUCH * (not total)


def stay_chance(total: int, limit: int, is_open: bool) -> float:
    """Return the chance that tokens on a card still count when the millennium ends.

    The card may die out before.
    """
    room = limit - total
    if room < 0:
        return 0.0
    # While generations remain, other populations may put tokens on the card, too.
    chance = STAY_CHANCE + ROOM * room
    return chance if chance < 1 and is_open else 1.0


def _lost_by_dying(own_tokens: int, total: int, more: int, limit: int) -> float:
    """Return the worth of the tokens that are lost if more tokens make the card die out: the seat's
    tokens, less a share of the others' tokens. It is negative if the others lose more."""
    if not total <= limit < total + more:
        return 0.0
    return own_tokens - _RIVAL_LOSS * (total - own_tokens)


# --- the worth of each action


CROWD: Final = 0.1
"""The share of one population's yield that is lost for each pair of populations of the species at
a location."""
_GENOME_CARDS_A_POINT: Final = 6
"""Cards of a genome that together are worth a point in the choice of a species."""
SAMPLE_HANDS: Final = 4
"""The number of sample hands by which a genome is judged."""

_MARGIN: Final = 1e-5
"""Values that differ by less may count as equal, because ``best`` compares rounded values."""
_TIE: Final = 1e-6
"""Tells equally good predations apart, by the number of the prey: the smallest difference that is
left after rounding."""
NEVER: Final = float("-inf")
"""Lower than the worth of any action."""


def judge(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    """Return the worth in points of each of a seat's legal actions."""
    return _JUDGES[type(state.pending[-1])](state, seat, actions)


# --- a generation


class Generation:
    """The generation of a seat's active population, and the worth of its actions."""

    def __init__(self, state: EvoState, seat: int) -> None:
        self.state = state
        self.species = species = state.species[seat]
        self.hand = hand_of(state.hands[species])
        self.species_state = species_state_of(state, species)
        self.here = location_value_at(state, self.species_state, state.active)
        self._elsewhere = dict[int, tuple[LocationValue, Affordable]]()

    def plan_at(self, location: int, rest: int) -> float:
        """Return the maximum yield of the rest of the hand at a location."""
        prospect = self._elsewhere.get(location)
        if prospect is None:
            value = location_value_at(self.state, self.species_state, location)
            prospect = self._elsewhere[location] = value, value.affordable(self.hand)
        value, offers = prospect
        return value.plan(rest, offers)

    def yields(self, action: Hunt | Forage) -> tuple[int, int, int]:
        """Return the cards, tokens and offspring that an action yields."""
        state = self.state
        place = SLOTS * state.active + action.slot
        card = state.slots[place]
        if isinstance(action, Hunt):
            cards = len(price(card, action.uses))
            tokens = CATCH + (SCAVENGER in action.uses)
            births = min(1 + (LITTER in action.uses), state.supply[primary(card)])
        else:
            cards = 1 + action.amount
            tokens = action.amount + (FEEDER + card in action.uses)
            births = min(1, state.supply[state.locations[state.active]])
        has_future = self.species_state.has_future
        return cards, tokens + (not has_future), births if has_future else 0

    def rest(self, action: Hunt | Forage | Predate) -> int:
        """Return the hand after an action."""
        if isinstance(action, Predate):
            return self.hand - PREDATION * cost(bytes((action.trait,)))
        card = self.state.slots[SLOTS * self.state.active + action.slot]
        if isinstance(action, Hunt):
            return self.hand - cost(price(card, action.uses))
        search = bytes((search_card(self.state, action.uses),))
        return self.hand - cost(search) - action.amount * cost(bytes((card,)))

    def worth(self, action: AnyAction) -> float:
        """Return the worth of an action: its yield, plus the yield of the rest of the hand. The end
        of the generation is worth 0, although the hand could still be played."""
        if type(action) is Migrate:
            rest = self.hand - cost(action.cards)
            return self.here.saved + self.plan_at(action.location, rest)
        if type(action) is Hunt or type(action) is Forage:
            cards, tokens, births = self.yields(action)
            place = SLOTS * self.state.active + action.slot
            value = cards * PASSED_ON + self._gain(place, tokens)
            # ``saved`` is the worth of an offspring, too; see ``_location_value``.
            value += births * self.here.saved + USE * len(action.uses)
            return value + self.here.plan(self.rest(action))
        if isinstance(action, Predate):
            births = min(1, self.state.supply[action.trait]) if self.species_state.has_future else 0
            # All tokens that can be replaced are counted, even if the prey has fewer.
            value = PREDATION * PASSED_ON + PREY * TOKEN + _PREY_LOSS + births * self.here.saved
            return value + self.here.plan(self.rest(action)) + _TIE * action.prey
        if isinstance(action, Foresee):
            return self._with_next_card()
        return 0.0

    def _gain(self, place: int, more: int) -> float:
        """Return the worth of more tokens on a card."""
        tokens = self.state.tokens[place]
        limit = self.species_state.limit
        return gain(tokens[self.species], sum(tokens), more, limit, self.species_state.is_open)

    def _with_next_card(self) -> float:
        """Return the hand's average yield with the next card of the deck, less the worth of a card
        that a later generation would draw."""
        cards, is_missing = next_card(self.state, self.species)
        value = fsum([self.here.plan(self.hand + cost(bytes((card,)))) for card in cards])
        return value / len(cards) + USE - (self.here.saved if is_missing else 0.0)


def next_card(state: EvoState, species: int) -> tuple[Cards, bool]:
    """Return the candidates for the next card of a species' deck, as far as its seat may know, and
    whether drawing it now costs a card later, because it would be drawn anyway: a face-up card by
    the next generation, a face-down one if the generations left draw the whole deck."""
    face_up = state.offspring[species]
    cards_left = len(state.decks[species]) - DRAW * sum(state.available[species])
    cards = face_up[:1] or spread(unseen_genes(state, species))
    return cards, bool(face_up) or cards_left <= 0


def _judge_generation(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    return list(map(Generation(state, seat).worth, actions))


def judge_for_best(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    """Return the worth of each action, but ``NEVER`` for a migration that cannot be the best.

    Most actions are migrations. A plan values two cards without another use like a migration does,
    so a migration of two cards yields at most what the whole hand yields at its destination. One
    with Wanderer loses no card, and can yield as much as ``saved`` more.
    """
    if type(state.pending[-1]) is not Live:
        return judge(state, seat, actions)
    generation = Generation(state, seat)
    worth, plan_at, hand = generation.worth, generation.plan_at, generation.hand
    values = [NEVER if type(action) is Migrate else worth(action) for action in actions]
    highest = max(values)
    bounds = dict[tuple[int, int], float]()
    for index, action in enumerate(actions):
        if type(action) is not Migrate:
            continue
        key = action.location, len(action.cards)
        bound = bounds.get(key)
        if bound is None:
            bound = plan_at(action.location, hand)
            if action.is_wandering:
                bound += generation.here.saved
            bounds[key] = bound
        if bound >= highest - _MARGIN:
            values[index] = worth(action)
    return values


def _judge_awakenings(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    species = state.species[seat]
    hand = hand_of(state.hands[species])
    species_state = species_state_of(state, species)
    values = []
    for action in actions:
        assert isinstance(action, Awake)
        values.append(location_value_at(state, species_state, action.location).plan(hand))
    return values


def _judge_replacements(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    species_state = species_state_of(state, state.species[seat])
    # A replacement leaves the number of tokens on a card unchanged; ``Gorge`` adds one.
    added = isinstance(state.pending[-1], Gorge)
    values = []
    for action in actions:
        value = 0.0
        if isinstance(action, Displace):
            total = sum(state.tokens[SLOTS * state.active + action.slot]) + added
            # A replacement makes a difference of two tokens between predator and prey. It counts
            # more where the card is likely to stay.
            value = 2 * stay_chance(total, species_state.limit, species_state.is_open)
        values.append(value)
    return values


def _judge_saving(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    return [PASSED_ON if isinstance(action, Save) else 0.0 for action in actions]


# --- between millennia


@lru_cache(maxsize=1 << 10)
def _sample_hands(genome: Counts) -> tuple[int, ...]:
    """Return sample hands of a genome, the same in each call."""
    cards = spread(genome)
    hands = (shuffled(from_seed("evo", turn), cards)[1] for turn in range(SAMPLE_HANDS))
    return tuple(hand_of(bytes(hand[:DRAW])) for hand in hands)


def yields_at(state: EvoState, species: int) -> list[float]:
    """Return the average yield of a species' hands at each location."""
    hands = _sample_hands(state.genomes[species])
    species_state = species_state_of(state, species)
    locations = range(len(state.locations))
    values = [location_value_at(state, species_state, location) for location in locations]
    return [fsum(map(value.plan, hands)) / SAMPLE_HANDS for value in values]


def expected_yield(yields: Sequence[float], populations: bytes) -> float:
    """Return the total yield of populations, given their number by location.

    Populations at the same location lower each other's yield.
    """
    total = 0.0
    for value, number in zip(yields, populations, strict=True):
        total += value * (number - CROWD * number * (number - 1) / 2)
    return total


def _judge_species(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    values = []
    for action in actions:
        assert isinstance(action, Adopt)
        values.append(worth_of_species(state, action.species))
    return values


def worth_of_species(state: EvoState, species: int) -> float:
    """Return the worth of choosing a species for the next millennium."""
    yields = expected_yield(yields_at(state, species), state.available[species])
    return sum(state.genomes[species]) / _GENOME_CARDS_A_POINT + yields


def _judge_settling(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    species = state.species[seat]
    yields = yields_at(state, species)
    populations = state.available[species]
    before = expected_yield(yields, populations)
    values = []
    for action in actions:
        assert isinstance(action, Settle)
        values.append(expected_yield(yields, plus(populations, action.location)) - before)
    return values


def _judge_moves(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    species = state.species[seat]
    yields = yields_at(state, species)
    populations = state.available[species]
    before = expected_yield(yields, populations)
    values = []
    for action in actions:
        value = 0.0
        if isinstance(action, Move):
            after = plus(plus(populations, action.start, -1), action.location)
            value = expected_yield(yields, after) - before
        values.append(value)
    return values


_JUDGES: Final[dict[type, Callable[[EvoState, int, Sequence[AnyAction]], list[float]]]] = {
    AwakePopulation: _judge_awakenings,
    Live: _judge_generation,
    DisplaceTokens: _judge_replacements,
    Gorge: _judge_replacements,
    SaveCard: _judge_saving,
    AdoptSpecies: _judge_species,
    SettlePopulation: _judge_settling,
    MovePopulation: _judge_moves,
}


# --- gains that others could still take from a seat


def prospects(state: EvoState, seat: int) -> dict[str, float]:
    """Return the gains that others could still take from a seat: the yield of its hand and the prey
    that it can hunt, or the worth of the best species left to choose from."""
    species = state.species[seat]
    choosing = {effect.seat for effect in state.pending if isinstance(effect, AdoptSpecies)}
    if seat in choosing:
        free = [other for other in range(len(state.species)) if other not in state.species]
        best_left = max(worth_of_species(state, other) for other in free)
        return {mark("value of the best species left"): best_left}
    if species == NOTHING or not state.pending:
        return {}
    return {
        mark("tokens your hand can get"): _plan(state, species),
        mark("species that you can hunt"): float(_prey(state, species)),
    }


def _prey(state: EvoState, species: int) -> int:
    """Return the number of other species that a hand can hunt, summed over the locations where a
    population can become active."""
    if not state.options.predation or max(counts_of(state.hands[species])) < PREDATION:
        return 0
    locations = [location for location, number in enumerate(state.available[species]) if number]
    others = [other for other in range(len(state.species)) if other != species]
    return sum(
        is_prey(structs.replace(state, active=location), other)
        for location in locations
        for other in others
    )


# --- the choice of the greedy bot, for searches


CHOICES_MAX: Final = 1 << 13
"""Maximum number of cached choices."""
_BORN_MAX: Final = 2
"""Maximum offspring of one action: a hunt with Litter."""

_UP_TO_BORN: Final = bytes(min(number, _BORN_MAX) for number in range(256))
"""Translates numbers of cards in the supply to the number that one action can use."""
_chosen: Final = BoundedCache[tuple[object, ...], AnyAction](CHOICES_MAX)


def fast_policy(state: EvoState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    kind = type(state.pending[-1])
    if (kind is not Live and kind is not AwakePopulation) or state.options.predation:
        # A predator's choice depends on everything the others hold.
        return _best(state, seat)
    species = state.species[seat]
    adaptations = state.adaptations[species]
    key = (
        species_state_of(state, species),
        adaptations,
        next_card(state, species) if adaptations.count(FORESIGHT) > state.foreseen else None,
        state.wandered,
        state.hands[species],
        state.active,
        state.available[species] if kind is AwakePopulation else None,
        state.supply.translate(_UP_TO_BORN),
        state.locations,
        state.slots,
        *state.tokens,
    )
    return _chosen.get(key) or _chosen.keep(key, _best(state, seat))


def _best(state: EvoState, seat: int) -> AnyAction:
    actions = legal(state, seat)
    return best(actions, judge_for_best(state, seat, actions))


# --- the state value: the points that each seat is likely to have at the end


FEATURE_NAMES: Final = (
    "points",
    "tokens that stay",
    "tokens at risk",
    "Future Genome",
    "Future Genome, for each millennium left",
    "cards to play",
    "generations left",
    "plan of the hand",
    "yield of the populations",
    "yield of a location",
    "genome",
    "genome, for each millennium left",
    "offspring",
    "millennia left",
    "last millennium",
    "last millennium but one",
    "seats",
    "seats, for each millennium left",
    "supply",
    "supply, for each millennium left",
)

AT_RISK_ROOM: Final = 2
"""Tokens are at risk if this many more, or fewer, would make their card die out. Tokens on a card
that already has too many are neither at risk nor do they stay."""


def features(state: EvoState) -> list[tuple[float, ...]]:
    """Return the features of each seat of a whole state."""
    return [_features(state, seat, species) for seat, species in enumerate(_species(state))]


def _features(state: EvoState, seat: int, species: int) -> tuple[float, ...]:
    seats = len(state.species)
    millennia_left = MILLENNIA - state.millennium
    limit = HARDY + state.millennium
    staying = at_risk = 0
    for tokens in state.tokens:
        total = sum(tokens)
        if total <= limit - AT_RISK_ROOM:
            staying += tokens[species]
        elif total <= limit:
            at_risk += tokens[species]
    hand, available = state.hands[species], state.available[species]
    future, genome = sum(state.future[species]), sum(state.genomes[species])
    yields = yields_at(state, species)
    supply = sum(state.supply)
    # In the order of ``FEATURE_NAMES``.
    return (
        points(state, seat),
        staying,
        at_risk,
        future,
        future * millennia_left,
        len(hand) + len(state.decks[species]) + len(state.offspring[species]),
        sum(available),
        _plan(state, species),
        expected_yield(yields, available),
        fsum(yields) / seats,  # There are as many locations as seats.
        genome,
        genome * millennia_left,
        len(state.offspring[species]),
        millennia_left,
        millennia_left == 0,
        millennia_left == 1,
        seats,
        seats * millennia_left,
        supply,
        supply * millennia_left,
    )


def _species(state: EvoState) -> list[int]:
    """Return the species of each seat. A seat that has not chosen yet is assumed to take the best
    species left when its turn to choose comes."""
    species_by_seat = list(state.species)
    if NOTHING in species_by_seat:
        choosing = [
            effect.seat for effect in reversed(state.pending) if isinstance(effect, AdoptSpecies)
        ]
        free = [species for species in range(len(species_by_seat)) if species not in state.species]
        free.sort(key=lambda species: -worth_of_species(state, species))
        for seat, species in zip(choosing, free, strict=True):
            species_by_seat[seat] = species
    return species_by_seat


def _plan(state: EvoState, species: int) -> float:
    """Return the maximum yield of a species' hand at the location of its active population, or else
    at any location where a population can become active."""
    hand = state.hands[species]
    if not hand:
        return 0.0
    locations = [location for location, number in enumerate(state.available[species]) if number]
    if species == active_species(state):
        locations = [state.active]
    species_state = species_state_of(state, species)
    number = hand_of(hand)
    return max(
        [location_value_at(state, species_state, location).plan(number) for location in locations],
        default=0.0,
    )


state_value: Final = fitted_state_value(__package__, FEATURE_NAMES, features, outcome)
