"""The worth of each card of a hand in points, without words: for advice and for searches.

The values are those of a careful player without a plan. They count the probability of winning
against the cards not seen yet, the cards on the table, the risk to the cards taken so far, and the
usefulness of the card in a later turn.
"""

from bisect import bisect_left, bisect_right
from functools import cache
from math import comb
from typing import Final, NamedTuple

from darwin_core.contract.cards import Cards
from darwin_core.games.dice.components import (
    DEALS,
    DECK,
    POINTS,
    ROLLS,
    SCORPION,
    SNAKES,
    STRENGTH,
    STRENGTH_WITH_TRUMP,
    TRUMP,
)
from darwin_core.games.dice.state import DiceState
from darwin_core.games.dice.view import unseen_by

KEEP_WEIGHT: Final = {1: 0.5, 2: 2.4, 3: 3.6}
"""The weight of a card's usefulness in later turns against playing it now, by number of rivals.
Chosen by 1,000 matches of one seat with a value against the others with a neighbouring value. With
one rival the weight hardly matters; with three a card kept is worth more than the turn."""

_POINTS: Final = bytes(POINTS).ljust(256, b"\0")
"""The points of cards as a translation table."""
_SNAKES: Final = bytes(SNAKES)


class Judged(NamedTuple):
    """A card and its value: points, the chance to win, and the points that its effects move."""

    value: float
    card: int
    wins: float
    effects: float


def points_of(cards: Cards) -> int:
    """Return the points of some cards."""
    return sum(cards.translate(_POINTS))


class _Odds:
    """The cards that rivals may play in a turn, and the chances of a card against them."""

    __slots__ = ("_strengths", "cards", "roll", "trump", "trumps")

    def __init__(self, roll: int, cards: Cards) -> None:
        self.roll, self.cards = roll, cards
        self.trump = TRUMP[roll]
        self.trumps = cards.count(self.trump)
        self._strengths = sorted(cards.translate(STRENGTH[roll]))

    def against(self, card: int) -> tuple[int, int]:
        """Return the numbers of weaker and of equal cards, where no other trump is played."""
        if card == self.trump:
            table = STRENGTH_WITH_TRUMP[self.roll]
            strengths = sorted(self.cards.translate(table))
        else:
            table, strengths = STRENGTH[self.roll], self._strengths
        mine = table[card]
        weaker = bisect_left(strengths, mine)
        return weaker, bisect_right(strengths, mine, weaker) - weaker

    def winning(self, card: int, weaker: int, equals: int, rivals: int) -> float:
        """Return the chance that a card wins alone if each rival plays one of the cards."""
        total = len(self.cards)
        hands = comb(weaker, rivals)
        if card == SCORPION:
            # It also wins if they include a trump and no other scorpion.
            hands += comb(total - equals, rivals) - comb(total - equals - self.trumps, rivals)
        return hands / max(comb(total, rivals), 1)


@cache
def usefulness(card: int, rivals: int) -> float:
    """Return the probability that a card wins a turn with a random roll against one random card of
    each rival."""
    rest = list(DECK)
    rest.remove(card)
    cards = bytes(rest)
    return sum(win_chance(card, roll, cards, rivals) for roll in range(ROLLS)) / ROLLS


def win_chance(card: int, roll: int, cards: Cards, rivals: int) -> float:
    """Return the probability that a card wins alone if each rival plays a random card of these."""
    odds = _Odds(roll, cards)
    return odds.winning(card, *odds.against(card), rivals)


def beaten(state: DiceState, seat: int, card: int) -> tuple[int, int]:
    """Return how many of the cards that a seat has not seen its card beats one by one, and how many
    these are."""
    odds = _Odds(state.rolls[state.turn], unseen_by(state, seat))
    weaker, _ = odds.against(card)
    return weaker + odds.trumps * (card == SCORPION), len(odds.cards)


def can_be_second_to_snake(state: DiceState, seat: int, card: int) -> bool:
    """Return whether a snake that the seat has not seen may win with this card behind it."""
    odds = _Odds(state.rolls[state.turn], unseen_by(state, seat))
    table = STRENGTH[odds.roll]
    if sum(odds.against(card)) < len(state.hands) - 2:
        return False
    return any(table[snake] > table[card] for snake in SNAKES.intersection(odds.cards))


def judge(state: DiceState, seat: int) -> list[Judged]:
    """Return each card that a seat may play with its value, by card.

    Of a whole state it looks only at what the seat may know.
    """
    if not state.waiting >> seat & 1:
        return []
    hand, roll = state.hands[seat], state.rolls[state.turn]
    seats = len(state.hands)
    rivals = seats - 1
    cards = unseen_by(state, seat)
    total = max(len(cards), 1)
    odds = _Odds(roll, cards)
    mean = points_of(cards) / total
    middle = points_of(state.middle)
    at_risk = [points_of(taken) for taken in state.taken]
    my_risk = at_risk[seat]
    their_risk = sum(at_risk) - my_risk
    snakes = sum([cards.count(snake) for snake in _SNAKES]) / total
    turns_left = DEALS[seats].cards - state.turn % DEALS[seats].cards - 1
    typical = sum([usefulness(card, rivals) for card in hand]) / len(hand)
    judged = []
    for card in hand:
        weaklings, equals = odds.against(card)
        weaker = weaklings / total
        stronger = 1 - weaker - equals / total
        wins = odds.winning(card, weaklings, equals, rivals)
        # Points that a rival wins from me count against me, shared among all rivals.
        value = wins * (POINTS[card] + rivals * mean + middle) - stronger * POINTS[card] / rivals
        # The points that scorpion and snake are likely to move, in my favour.
        if card == odds.trump:
            effects = -(1 - (1 - cards.count(SCORPION) / total) ** rivals) * my_risk
        elif card == SCORPION:
            effects = odds.trumps / total * their_risk / rivals
        elif card in SNAKES:
            effects = wins * their_risk / rivals / rivals
        else:
            # A strong card that a snake beats comes second, and its player loses the cards taken.
            effects = -snakes * (stronger * weaker ** (rivals - 1)) * my_risk
        value += effects
        if turns_left:
            spare = usefulness(card, rivals) - typical
            value -= KEEP_WEIGHT[rivals] * spare * (POINTS[card] + rivals * mean)
        judged.append(Judged(value, card, wins, effects))
    return judged
