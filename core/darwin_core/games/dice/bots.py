"""The values of cards and positions in points, the fast policy, and guesses of hidden choices.

The values are those of a careful player without a plan. They count the probability of winning
against the cards not seen yet, the cards on the table, the risk to the cards taken so far, and the
usefulness of the card in a later turn.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from functools import cache
from math import comb, fsum
from typing import Final, NamedTuple

from darwin_core.contract.cards import Cards
from darwin_core.contract.game import HIDDEN, NOTHING
from darwin_core.games.dice import view as views
from darwin_core.games.dice.acts import PLAYS, Play
from darwin_core.games.dice.material import (
    DEALS,
    DECK,
    POINTS,
    ROLLS,
    SCORPION,
    SNAKES,
    STRENGTH,
    STRENGTH_WITH_TRUMP,
    TRUMP,
    DiceState,
    hand_of,
)
from darwin_core.games.dice.rules import outcome
from darwin_core.games.dice.view import unseen_by
from darwin_core.kit.judging import best, fitted_state_value

KEEP_WEIGHT: Final = {1: 0.5, 2: 2.4, 3: 3.6}
"""The weight of a card's usefulness in later turns, relative to playing it now, by number of
rivals. Each weight was chosen by 1,000 matches of one seat with a value against the others with a
neighbouring value. With one rival, the weight hardly matters; with three, a card saved is worth
more than the turn."""

_LONGEST_ROUND: Final = max(deal.cards for deal in DEALS.values())
"""Maximum number of turns in a round, with any number of seats."""
_POINTS: Final = bytes(POINTS).ljust(256, b"\0")
"""The points of cards as a translation table."""
_SNAKES: Final = bytes(SNAKES)


class CardValue(NamedTuple):
    """A card of a hand and its value."""

    value: float
    """The card's value in points."""
    card: int
    wins: float
    """The chance that the card wins the turn."""
    effects: float
    """The points that the effects of scorpion and snake are likely to move, in the seat's favour;
    part of the value."""


def points_of(cards: Cards) -> int:
    return sum(cards.translate(_POINTS))


class Odds:
    """The cards that rivals may play in a turn, and the chances of a card against them."""

    __slots__ = ("_strengths", "cards", "roll", "trump", "trumps")

    def __init__(self, roll: int, cards: Cards) -> None:
        self.roll = roll
        self.cards = cards
        self.trump = TRUMP[roll]
        self.trumps = cards.count(self.trump)
        self._strengths = sorted(cards.translate(STRENGTH[roll]))

    def against(self, card: int) -> tuple[int, int]:
        """Return the numbers of weaker and of equal cards, if no other trump is played."""
        if card == self.trump:
            table = STRENGTH_WITH_TRUMP[self.roll]
            strengths = sorted(self.cards.translate(table))
        else:
            table = STRENGTH[self.roll]
            strengths = self._strengths
        mine = table[card]
        weaker = bisect_left(strengths, mine)
        return weaker, bisect_right(strengths, mine, weaker) - weaker

    def winning(self, card: int, weaker: int, equals: int, rivals: int) -> float:
        """Return the chance that a card wins alone if each rival plays one of the cards."""
        total = len(self.cards)
        hands = comb(weaker, rivals)
        if card == SCORPION:
            # A scorpion also wins if the rivals' cards include a trump and no other scorpion.
            hands += comb(total - equals, rivals) - comb(total - equals - self.trumps, rivals)
        return hands / max(comb(total, rivals), 1)


@cache
def usefulness(card: int, rivals: int) -> float:
    """Return the probability that a card wins a turn with a random roll against one random card of
    each rival."""
    other_cards = list(DECK)
    other_cards.remove(card)
    cards = bytes(other_cards)
    return fsum(win_chance(card, roll, cards, rivals) for roll in range(ROLLS)) / ROLLS


def win_chance(card: int, roll: int, cards: Cards, rivals: int) -> float:
    """Return the probability that a card wins alone against a random card of each rival.

    The rivals' cards are drawn from ``cards``.
    """
    odds = Odds(roll, cards)
    return odds.winning(card, *odds.against(card), rivals)


def beaten(state: DiceState, seat: int, card: int) -> tuple[int, int]:
    """Return how many unseen cards a card beats one to one, and the number of all unseen cards."""
    odds = Odds(state.rolls[state.turn], unseen_by(state, seat))
    weaker, _ = odds.against(card)
    return weaker + odds.trumps * (card == SCORPION), len(odds.cards)


def can_be_second_to_snake(state: DiceState, seat: int, card: int) -> bool:
    """Return whether an unseen snake may win the turn with this card in second place."""
    odds = Odds(state.rolls[state.turn], unseen_by(state, seat))
    table = STRENGTH[odds.roll]
    # In second place, the card is at least as strong as the cards of all rivals but one.
    if sum(odds.against(card)) < len(state.hands) - 2:
        return False
    return any(table[snake] > table[card] for snake in SNAKES.intersection(odds.cards))


def judge(state: DiceState, seat: int) -> list[CardValue]:
    """Return the values of the cards that a seat may play, in order of cards.

    Even from a whole state, the values use only what the seat may know.
    """
    if not state.waiting >> seat & 1:
        return []
    hand = state.hands[seat]
    roll = state.rolls[state.turn]
    seats = len(state.hands)
    rivals = seats - 1
    cards = unseen_by(state, seat)
    total = max(len(cards), 1)
    odds = Odds(roll, cards)
    mean = points_of(cards) / total
    middle = points_of(state.middle)
    at_risk = [points_of(taken) for taken in state.taken]
    my_risk = at_risk[seat]
    their_risk = sum(at_risk) - my_risk
    snakes = sum([cards.count(snake) for snake in _SNAKES]) / total
    turns_left = DEALS[seats].cards - state.turn % DEALS[seats].cards - 1
    typical = fsum([usefulness(card, rivals) for card in hand]) / len(hand)
    card_values = []
    for card in hand:
        weaklings, equals = odds.against(card)
        weaker = weaklings / total
        stronger = 1 - weaker - equals / total
        wins = odds.winning(card, weaklings, equals, rivals)
        # Points of the card that a rival wins count against the seat, shared among all rivals.
        value = wins * (POINTS[card] + rivals * mean + middle) - stronger * POINTS[card] / rivals
        # The points that scorpion and snake are likely to move, in the seat's favour.
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
        card_values.append(CardValue(value, card, wins, effects))
    return card_values


def fast_policy(state: DiceState, seat: int) -> Play:
    """Return the best card, or the lowest of equally good cards; ``advise`` names it first."""
    hand = state.hands[seat]
    if len(hand) == 1:
        return PLAYS[next(iter(hand))]
    candidates = judge(state, seat)
    return best(
        [PLAYS[candidate.card] for candidate in candidates],
        [candidate.value for candidate in candidates],
    )


FEATURE_NAMES: Final = (
    "seats",
    "points",
    "points at risk",
    "points at risk by turns left",
    "points at risk by snakes and scorpions of rivals",
    "points at risk of rivals",
    "points at risk of rivals by turns left",
    "points at risk of rivals by snakes and scorpions",
    "points in the middle",
    "points in the hand",
    "points in hands of rivals",
    "points to be dealt",
    "turns left",
    "usefulness of the hand",
    "usefulness of hands of rivals",
    "usefulness by points a turn",
    "usefulness by points in the middle",
    "scorpions",
    "scorpions of rivals",
    "snakes",
    "snakes of rivals",
)


class _Hand:
    """The figures of a seat's hand, including the card that the seat has chosen."""

    __slots__ = ("points", "scorpions", "snakes", "usefulness")

    def __init__(self, cards: Cards, rivals: int) -> None:
        self.points = points_of(cards)
        self.usefulness = fsum([usefulness(card, rivals) for card in cards])
        self.scorpions = cards.count(SCORPION)
        self.snakes = sum([card in SNAKES for card in cards])


def _held(state: DiceState, seat: int) -> Cards:
    cards = b"".join([bytes((card,)) * copies for card, copies in state.hands[seat].items()])
    chosen = state.chosen[seat]
    return cards if chosen == NOTHING else cards + bytes((chosen,))


def features(state: DiceState) -> list[tuple[float, ...]]:
    """Return the features of each seat of a whole state."""
    seats = len(state.hands)
    rivals = seats - 1
    hands = [_Hand(_held(state, seat), rivals) for seat in range(seats)]
    at_risk = [points_of(taken) for taken in state.taken]
    turns = DEALS[seats].cards - state.turn % DEALS[seats].cards
    turns_left = 0 if state.turn == len(state.rolls) else turns
    middle = points_of(state.middle)
    dealt = points_of(state.deck) / seats
    in_hands = sum([hand.points for hand in hands])
    a_turn = in_hands / max(turns_left, 1)
    rows: list[tuple[float, ...]] = []
    for seat, (account, hand, risk) in enumerate(zip(state.points, hands, at_risk, strict=True)):
        others = [other for number, other in enumerate(hands) if number != seat]
        their_risk = (sum(at_risk) - risk) / rivals
        their_usefulness = _mean(other.usefulness for other in others)
        their_scorpions = _mean(other.scorpions for other in others)
        their_snakes = _mean(other.snakes for other in others)
        ahead = hand.usefulness - their_usefulness
        rows.append(
            (
                float(seats),
                float(account),
                float(risk),
                risk * turns_left / _LONGEST_ROUND,
                risk * (their_snakes + their_scorpions),
                their_risk,
                their_risk * turns_left / _LONGEST_ROUND,
                their_risk * (hand.snakes + hand.scorpions),
                middle / seats,
                float(hand.points),
                (in_hands - hand.points) / rivals,
                dealt,
                float(turns_left),
                hand.usefulness,
                their_usefulness,
                ahead / max(turns_left, 1) * a_turn,
                ahead / max(turns_left, 1) * middle,
                float(hand.scorpions),
                their_scorpions,
                float(hand.snakes),
                their_snakes,
            )
        )
    return rows


def _mean(numbers: Iterable[float]) -> float:
    figures = [*numbers]
    return fsum(figures) / len(figures)


state_value: Final = fitted_state_value(__package__, FEATURE_NAMES, features, outcome)


def guess(
    view: DiceState, chance: bytes, policy: Callable[[DiceState, int], Play] = fast_policy
) -> DiceState:
    """Return a whole state with the same view.

    All deals of the unknown cards are equally likely. Rivals who have chosen face down get the card
    that the policy would choose from their dealt hand.
    """
    state = views.determinize(view, chance)
    for seat, card in enumerate(view.chosen):
        if card == HIDDEN:
            _choose_again(state, seat, policy)
    return state


def _choose_again(state: DiceState, seat: int, policy: Callable[[DiceState, int], Play]) -> None:
    """Return a seat's chosen card to its hand, and let the policy choose for the seat."""
    cards = [kind for kind, copies in state.hands[seat].items() for _ in range(copies)]
    cards.append(state.chosen[seat])
    state.hands[seat] = hand_of(cards)
    state.chosen[seat] = NOTHING
    state.waiting |= 1 << seat
    card = policy(state, seat).card
    cards.remove(card)
    state.hands[seat] = hand_of(cards)
    state.chosen[seat] = card
    state.waiting &= ~(1 << seat)
