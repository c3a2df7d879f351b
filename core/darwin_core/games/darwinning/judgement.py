"""The worth of each action in points, judged from what its seat may know.

The values are those of a careful player without a plan. A play is worth the expected gain of the
trick, less the expected later gain of the cards played. The policy takes the best, ``advice`` puts
the values into words. A whole state is judged as its seat's view is: of hidden cards only their
number is asked.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Final

from darwin_core.contract.cards import Cards, without
from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning.actions import AnyAction, Eat, Hold, Live, Name, Play, Take, Use
from darwin_core.games.darwinning.boards import TWO, has, home_food, trait_food, traits_of
from darwin_core.games.darwinning.combinations import (
    CODE,
    FIRST,
    SETS,
    STRENGTHS,
    codes,
    rank_of,
    strength,
)
from darwin_core.games.darwinning.components import (
    BOX,
    COPIES,
    FLOCK_ANIMAL,
    GAINED_FOOD,
    HAND,
    IRON_STOMACH,
    NUMBER,
    POISON,
)
from darwin_core.games.darwinning.effects import (
    Browse,
    Declare,
    Follow,
    Hunt,
    Improve,
    Keep,
    Lead,
    Mutate,
    Share,
    Transform,
)
from darwin_core.games.darwinning.improving import Improvement
from darwin_core.games.darwinning.outlook import outlook, population_value
from darwin_core.games.darwinning.rules import clone
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.games.darwinning.survival import shareable
from darwin_core.games.darwinning.tricks import steal, strongest_use

SAMPLE_HANDS: Final = 300
"""Random hands of each size, drawn to estimate the chance that a set is beaten."""
BEAT_PROBABILITY: Final = 0.75
"""The probability that a rival who can beat a set does so."""
LATER_GAIN_FACTOR: Final = 0.6
"""The factor on the later gain of cards, compared with their gain now."""
LEAD_VALUE: Final = 0.3
"""The worth in points of leading the next trick."""
CARD_VALUE: Final = 0.25
"""The worth in points of any card held."""
HOPELESS: Final = 0.01
"""The probability below which a play hardly ever wins."""


def judge(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    """Return the worth in points of each of a seat's legal actions."""
    return _JUDGES[type(state.pending[-1])](state, seat, actions)


# --- improving


def _judge_improvements(
    state: DarwinningState, seat: int, actions: Sequence[AnyAction]
) -> list[float]:
    now = outlook(state, seat)
    return [now.gain(action) if isinstance(action, Improvement) else 0.0 for action in actions]


def _judge_thefts(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    seats = len(state.hands)
    before = [outlook(state, each).worth for each in range(seats)]
    values = []
    for action in actions:
        if not isinstance(action, Take):
            values.append(0.0)
            continue
        after = clone(state)
        steal(after, Mutate(seat), action, None)
        value = outlook(after, seat).worth - before[seat]
        if action.owner < seats:
            value += (before[action.owner] - outlook(after, action.owner).worth) / (seats - 1)
        values.append(value)
    return values


# --- tricks


@cache
def _beating(size: int) -> tuple[int, ...]:
    """Return how many random hands of this size can beat a set, by the set's strength."""
    if not size:
        return (0,) * len(FIRST)
    rng, box = Random(size), list(BOX)
    hands = [bytes(sorted(rng.sample(box, size))) for _ in range(SAMPLE_HANDS)]
    best = sorted(codes(hand)[-1] for hand in hands)
    return tuple(SAMPLE_HANDS - bisect_left(best, first) for first in FIRST)


@cache
def _chances(size: int) -> tuple[float, ...]:
    """Return the probability that one rival with a hand of this size beats a set, by the set's
    strength."""
    return tuple(BEAT_PROBABILITY * number / SAMPLE_HANDS for number in _beating(size))


@cache
def _later_odds(size: int, rivals: int) -> tuple[float, ...]:
    """Return the probability that a set led in a later trick wins it, by the set's strength."""
    return tuple((1 - chance) ** rivals for chance in _chances(size))


_COPIES_MAX: Final = max(COPIES)
_NEEDS: Final = tuple(
    sum((1 << cards.count(card)) - 1 << _COPIES_MAX * card for card in {*cards}) for cards in SETS
)
"""The cards of each combination as bits, by code: one for each copy of each kind. A hand holds some
cards if it has all their bits."""


class Trick:
    """The trick as one seat sees it, with what its cards could bring now and later."""

    def __init__(self, state: DarwinningState, seat: int) -> None:
        self.outlook = outlook(state, seat)
        self.hand, self.display = state.hands[seat], state.display
        self.seats = seats = len(state.hands)
        sizes = [len(hand) for hand in state.hands]
        rivals = sizes[:seat] + sizes[seat + 1 :]
        self.is_last = not all(rivals)
        """True if a rival has no card left."""
        self.is_of_two = seats == TWO
        self.typical_size = round(sum(rivals) / len(rivals))
        self.least = -1
        """The strength that a play must have to be the best so far."""
        self.following: int
        """The size of the largest hand that plays after this one; 0 if none does."""
        if self.is_of_two:
            size = min(rivals[0] + 1, HAND)
            self.following = rivals[0]
            if other := state.played[1 - seat]:
                self.least, self.following, size = self.strength(other), 0, 0
            self.rivals = [_chances(size)]
        else:
            if state.best != NOTHING:
                self.least = STRENGTHS[CODE[state.played[state.best]]]
            turn = (seat - state.leader) % seats
            later = [(state.leader + other) % seats for other in range(turn + 1, seats)]
            self.rivals = [_chances(sizes[other]) for other in later]
            self.following = max([sizes[other] for other in later], default=0)

    def brings(self, cards: Cards) -> float:
        """Return the gain of the best improvement by one of some cards."""
        gains = self.outlook.best_gains(cards)
        return max([gains[card] for card in cards], default=0.0)

    def strength(self, cards: Cards) -> int:
        """Return the strength of cards; in a match of two, together with the best cards of the
        display."""
        if self.is_of_two:
            return strength(cards + (strongest_use(cards, self.display) or b""))
        return STRENGTHS[CODE[cards]]

    def odds(self, strong: int) -> float:
        """Return the probability that a set played now wins the trick."""
        if strong < self.least:
            return 0.0
        odds = 1.0
        for chances in self.rivals:
            odds *= 1 - chances[strong]
        return odds

    def beaten_hands(self, strong: int) -> int:
        """Return how many of 100 random hands, each as large as the largest one that follows, do
        not beat a set; in a match of two, without the display."""
        return round(100 * (1 - _beating(self.following)[strong] / SAMPLE_HANDS))

    def ends(self, cards: Cards) -> bool:
        """Return True if these cards are played in the last trick, of which the losers improve."""
        return self.is_last or len(cards) == len(self.hand)

    def spares(self, cards: Cards) -> bool:
        """Return True if the set of the hand that promises most in later tricks can be played
        without these cards."""
        rest = without(self.hand, cards)
        held = sum((1 << rest.count(card)) - 1 << _COPIES_MAX * card for card in {*rest})
        return not self.prospects()[0][1] & ~held

    def prospects(self) -> list[tuple[float, int]]:
        """Return the expected gain of each set of the hand if it is led in a later trick, the best
        first, and the cards that it needs as bits."""
        odds = _later_odds(max(self.typical_size - 1, 1), self.seats - 1)
        gains = self.outlook.best_gains(self.hand)
        found = [
            (odds[STRENGTHS[code]] * max([gains[card] for card in SETS[code]]), _NEEDS[code])
            for code in codes(self.hand)
        ]
        found.sort(reverse=True)
        return found


def _judge_plays(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    trick = Trick(state, seat)
    hand = trick.hand
    gains, prospects = trick.outlook.best_gains(hand), trick.prospects()
    now = prospects[0][0]
    # Of each kind, the bit of its last copy in the hand.
    last = {card: 1 << _COPIES_MAX * card + hand.count(card) - 1 for card in {*hand}}
    values = []
    for action in actions:
        assert isinstance(action, Play)
        cards = action.cards
        odds = trick.odds(trick.strength(cards))
        brings = max([gains[card] for card in cards])
        if trick.ends(cards):
            value = (1 - odds) * brings
        else:
            gone, bit, before = 0, 0, -1
            for card in cards:
                bit = bit >> 1 if card == before else last[card]
                gone |= bit
                before = card
            later = next((gain for gain, needs in prospects if not needs & gone), 0.0)
            value = odds * (brings + LEAD_VALUE) - LATER_GAIN_FACTOR * max(now - later, 0.0)
        value -= CARD_VALUE * (len(cards) - 1)
        if odds < HOPELESS:
            value -= 0.01 * max([NUMBER[card] for card in cards])
        values.append(value)
    return values


def _judge_declarations(
    state: DarwinningState, seat: int, actions: Sequence[AnyAction]
) -> list[float]:
    trick = Trick(state, seat)
    own = state.played[seat]
    other = state.played[1 - seat] + state.used[1 - seat]
    values = []
    for action in actions:
        assert isinstance(action, Use)
        strong = strength(own + action.cards)
        # The leader of the trick declares first, and loses ties.
        least = trick.strength(other) + 1 if seat == state.leader else strength(other)
        values.append(strong / 1000 + (trick.brings(own + action.cards) if strong >= least else 0))
    return values


def _judge_leaders(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    return [
        LEAD_VALUE if isinstance(action, Name) and action.seat == seat else 0.0
        for action in actions
    ]


def _judge_holds(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    gains = outlook(state, seat).best_gains(state.hands[seat])
    values = []
    for action in actions:
        assert isinstance(action, Hold)
        cards = action.cards
        value = sum([0.3 + 0.3 * gains[card] + NUMBER[card] / 30 for card in cards])
        values.append(value + 0.8 * (len(cards) > 1 and rank_of(cards) is not None))
    return values


# --- survival


def surplus(state: DarwinningState, seat: int, effect: Hunt) -> int:
    """Return the food of a species beyond its need, with what it has eaten so far."""
    food = home_food(state, seat) + effect.shared + trait_food(traits_of(state, seat))
    return food + GAINED_FOOD * effect.eaten.bit_count() - state.population[seat]


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _change(state: DarwinningState, seat: int, before: int, more: int) -> float:
    """Return the worth of the change of the population if there is more food."""
    change = _sign(before + more) - _sign(before)
    return change * population_value(state.species[seat], state.population[seat])


def _judge_shares(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    food = shareable(state, seat)
    before = surplus(state, seat, Hunt(seat))
    values = []
    for action in actions:
        more = food[action.environment] if isinstance(action, Live) else 0
        values.append(_change(state, seat, before, more) + more / 100)
    return values


def _judge_meals(state: DarwinningState, seat: int, actions: Sequence[AnyAction]) -> list[float]:
    effect = state.pending[-1]
    assert isinstance(effect, Hunt)
    before = surplus(state, seat, effect)
    return [
        _meal(state, seat, action.species, before) if isinstance(action, Eat) else 0.0
        for action in actions
    ]


def _meal(state: DarwinningState, seat: int, being: int, before: int) -> float:
    value = _change(state, seat, before, GAINED_FOOD)
    if before < -GAINED_FOOD:
        # A first step to enough food.
        value += 0.3
    if being < len(state.hands):
        limit = 3 if has(state, being, FLOCK_ANIMAL) else 2
        value += 0.5 if state.bites[being] < limit <= state.bites[being] + 2 else 0.1
    if has(state, being, POISON) and not has(state, seat, IRON_STOMACH):
        limit = 3 if has(state, seat, FLOCK_ANIMAL) else 2
        if state.bites[seat] < limit:
            value -= population_value(state.species[seat], state.population[seat])
    return value


_JUDGES: Final[dict[type, Callable[[DarwinningState, int, Sequence[AnyAction]], list[float]]]] = {
    Lead: _judge_leaders,
    Mutate: _judge_thefts,
    Follow: _judge_plays,
    Declare: _judge_declarations,
    Improve: _judge_improvements,
    Browse: _judge_improvements,
    Keep: _judge_holds,
    Share: _judge_shares,
    Hunt: _judge_meals,
    Transform: _judge_improvements,
}
