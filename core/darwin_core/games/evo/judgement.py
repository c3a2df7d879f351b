"""The worth of each action in points, judged from what its seat may know.

This is the judgement of a careful player who plans the hand over the actions of one generation
(``ground``). An action is worth its own yield and what the rest of the hand can still do after it;
a journey leads to where the rest of the hand may be of use. The policy takes the best, ``advice``
puts the values into words.

A whole state is judged as its seat's view is. Of the cards of a seat's own species it is known to
the seat how many of each trait are still face down; of other species nothing hidden is asked.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from darwin_core.contract.cards import Cards, Counts
from darwin_core.contract.chance import from_seed, shuffled
from darwin_core.games.evo.actions import (
    Adopt,
    AnyAction,
    Awake,
    Displace,
    Forage,
    Foresee,
    Found,
    Hunt,
    Migrate,
    Move,
    Predate,
    Save,
)
from darwin_core.games.evo.components import (
    CATCH,
    DRAW,
    FEEDER,
    LITTER,
    PREDATION,
    PREY,
    SCAVENGER,
    SLOTS,
    primary,
)
from darwin_core.games.evo.effects import Begin, Choose, Drift, Gorge, Live, Replace, Settle, Sleep
from darwin_core.games.evo.feeding import price, search_card
from darwin_core.games.evo.genes import spread
from darwin_core.games.evo.ground import (
    PASSED_ON,
    TOKEN,
    USE,
    Ground,
    Offers,
    cost,
    gain,
    ground,
    hand_of,
    means_of,
    stay_chance,
)
from darwin_core.games.evo.state import EvoState
from darwin_core.games.evo.view import unseen_genes
from darwin_core.kit.rows import plus

CROWD: Final = 0.1
"""The part that a population finds less for each other of its species at its location."""
SAMPLE_HANDS: Final = 4
"""The number of sample hands from which a genome is judged."""

_MARGIN: Final = 1e-5
"""Values that differ by less may count as equal."""
NEVER: Final = float("-inf")
"""Less than the worth of any action."""


def judge(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    """Return the worth in points of each of a seat's legal actions."""
    return _JUDGES[type(state.pending[-1])](state, seat, actions)


# --- a generation


class Generation:
    """The generation of a seat's active population."""

    def __init__(self, state: EvoState, seat: int) -> None:
        self.state = state
        self.species = species = state.species[seat]
        self.hand = hand_of(state.hands[species])
        self.means = means_of(state, species)
        self.here = ground(state, self.means, state.active)
        self._elsewhere = dict[int, tuple[Ground, Offers]]()

    def plan_at(self, location: int, rest: int) -> float:
        """Return the most that the rest of the hand yields at a location."""
        found = self._elsewhere.get(location)
        if found is None:
            there = ground(self.state, self.means, location)
            found = self._elsewhere[location] = there, there.affordable(self.hand)
        there, offers = found
        return there.plan(rest, offers)

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
        return cards, tokens + (not self.means.has_future), births if self.means.has_future else 0

    def rest(self, action: Hunt | Forage | Migrate | Predate) -> int:
        """Return the hand after an action."""
        if isinstance(action, Migrate):
            return self.hand - cost(action.cards)
        if isinstance(action, Predate):
            return self.hand - PREDATION * cost(bytes((action.trait,)))
        card = self.state.slots[SLOTS * self.state.active + action.slot]
        if isinstance(action, Hunt):
            return self.hand - cost(price(card, action.uses))
        search = bytes((search_card(self.state, action.uses),))
        return self.hand - cost(search) - action.amount * cost(bytes((card,)))

    def worth(self, action: AnyAction) -> float:
        """Return the worth of an action: its yield, and what the rest of the hand can still do."""
        if type(action) is Migrate:
            rest = self.hand - cost(action.cards)
            return self.here.saved + self.plan_at(action.location, rest)
        if type(action) is Hunt or type(action) is Forage:
            cards, tokens, births = self.yields(action)
            place = SLOTS * self.state.active + action.slot
            value = cards * PASSED_ON + self._gain(place, tokens)
            value += births * self.here.saved + USE * len(action.uses)
            return value + self.here.plan(self.rest(action))
        if isinstance(action, Predate):
            births = min(1, self.state.supply[action.trait]) if self.means.has_future else 0
            value = PREDATION * PASSED_ON + PREY * TOKEN + 1.0 + births * self.here.saved
            return value + self.here.plan(self.rest(action)) + 1e-6 * action.prey
        if isinstance(action, Foresee):
            return self._with_next_card()
        return 0.0

    def _gain(self, place: int, more: int) -> float:
        """Return the worth of more tokens on a card."""
        there, means = self.state.tokens[place], self.means
        return gain(there[self.species], sum(there), more, means.limit, means.is_open)

    def _with_next_card(self) -> float:
        """Return the hand's average yield with the next card of the deck."""
        cards, is_missing = next_card(self.state, self.species)
        value = sum([self.here.plan(self.hand + cost(bytes((card,)))) for card in cards])
        return value / len(cards) + USE - (self.here.saved if is_missing else 0.0)


def next_card(state: EvoState, species: int) -> tuple[Cards, bool]:
    """Return the cards of which one is the next of a species' deck, as far as its seat may know,
    and whether it is missing later, since it would be drawn in any case."""
    face_up = state.offspring[species]
    left = len(state.decks[species]) - DRAW * sum(state.available[species])
    cards = face_up[:1] or spread(unseen_genes(state, species))
    return cards, bool(face_up) or left <= 0


def _judge_lives(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    return list(map(Generation(state, seat).worth, actions))


def judge_for_best(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    """Return the worth of each action; of journeys that are sure not to be the best, less than any.

    Most actions are journeys. A plan counts two cards that are of no other use as a journey does,
    so a journey of two cards yields at most what the whole hand yields where it leads.
    """
    if type(state.pending[-1]) is not Live:
        return judge(state, seat, actions)
    generation = Generation(state, seat)
    worth, plan_at, hand = generation.worth, generation.plan_at, generation.hand
    values = [NEVER if type(action) is Migrate else worth(action) for action in actions]
    highest = max(values)
    most = dict[tuple[int, int], float]()
    for place, action in enumerate(actions):
        if type(action) is not Migrate:
            continue
        key = action.location, len(action.cards)
        bound = most.get(key)
        if bound is None:
            bound = plan_at(action.location, hand)
            if len(action.cards) == 1:
                bound += generation.here.saved
            most[key] = bound
        if bound >= highest - _MARGIN:
            values[place] = worth(action)
    return values


def _judge_beginnings(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    species = state.species[seat]
    hand, means = hand_of(state.hands[species]), means_of(state, species)
    values = []
    for action in actions:
        assert isinstance(action, Awake)
        values.append(ground(state, means, action.location).plan(hand))
    return values


def _judge_replacements(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    means = means_of(state, state.species[seat])
    values = []
    for action in actions:
        value = 0.0
        if isinstance(action, Displace):
            total = sum(state.tokens[SLOTS * state.active + action.slot])
            value = 2 * stay_chance(total, means.limit, means.is_open)
        values.append(value)
    return values


def _judge_saving(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    return [PASSED_ON if isinstance(action, Save) else 0.0 for action in actions]


# --- between millennia


@lru_cache(maxsize=1 << 10)
def _sample_hands(genome: Counts) -> tuple[int, ...]:
    """Return typical hands of a genome."""
    cards = spread(genome)
    hands = (shuffled(from_seed("evo", turn), cards)[1] for turn in range(SAMPLE_HANDS))
    return tuple(hand_of(bytes(hand[:DRAW])) for hand in hands)


def outlooks(state: EvoState, species: int) -> list[float]:
    """Return the average yield of a species' hands at each location."""
    hands = _sample_hands(state.genomes[species])
    means = means_of(state, species)
    grounds = [ground(state, means, place) for place in range(len(state.locations))]
    return [sum(map(each.plan, hands)) / SAMPLE_HANDS for each in grounds]


def outlook(outlooks: Sequence[float], here: bytes) -> float:
    """Return the total yield of populations by location: the second at a location finds less."""
    total = 0.0
    for value, number in zip(outlooks, here, strict=True):
        total += value * (number - CROWD * number * (number - 1) / 2)
    return total


def _judge_species(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    values = []
    for action in actions:
        assert isinstance(action, Adopt)
        values.append(worth_of_species(state, action.species))
    return values


def worth_of_species(state: EvoState, species: int) -> float:
    """Return the worth of a species that is chosen for the next millennium."""
    yields = outlook(outlooks(state, species), state.available[species])
    return sum(state.genomes[species]) / 6 + yields


def _judge_homes(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    species = state.species[seat]
    yields, here = outlooks(state, species), state.available[species]
    before = outlook(yields, here)
    values = []
    for action in actions:
        assert isinstance(action, Found)
        values.append(outlook(yields, plus(here, action.location)) - before)
    return values


def _judge_drifts(state: EvoState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    species = state.species[seat]
    yields, here = outlooks(state, species), state.available[species]
    before = outlook(yields, here)
    values = []
    for action in actions:
        value = 0.0
        if isinstance(action, Move):
            after = plus(plus(here, action.start, -1), action.location)
            value = outlook(yields, after) - before
        values.append(value)
    return values


_JUDGES: Final[dict[type, Callable[[EvoState, int, Sequence[AnyAction]], list[float]]]] = {
    Begin: _judge_beginnings,
    Live: _judge_lives,
    Replace: _judge_replacements,
    Gorge: _judge_replacements,
    Sleep: _judge_saving,
    Choose: _judge_species,
    Settle: _judge_homes,
    Drift: _judge_drifts,
}
