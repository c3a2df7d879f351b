"""The values of cards and positions in points, the fast policy, and guesses of hidden choices.

The values are those of a careful player without a plan. They count the probability of winning
against the cards not seen yet, the cards on the table, the risk to the cards taken so far, and the
usefulness of the card in a later turn. "Chance" is only the source of random numbers.
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
    points_of,
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
_SNAKES: Final = bytes(SNAKES)


class CardValue(NamedTuple):
    """A card of a hand and its value."""

    value: float
    """The card's value in points."""
    card: int
    wins: float
    """The probability that the card wins the turn."""
    effects: float
    """The points that the effects of scorpion and snake are likely to move, in the seat's favour;
    part of the value."""
    saving: float
    """The part of the value that is the card's usefulness in later turns: negative for a card that
    is better saved than the others."""


class Opposition:
    """The cards that rivals may play in a turn, and the comparison of a card with them."""

    __slots__ = ("_strengths", "cards", "roll", "trump", "trumps")

    def __init__(self, roll: int, cards: Cards) -> None:
        self.roll = roll
        self.cards = cards
        self.trump = TRUMP[roll]
        self.trumps = cards.count(self.trump)
        self._strengths = sorted(cards.translate(STRENGTH[roll]))

    def weaker_and_equal(self, card: int) -> tuple[int, int]:
        """Return the numbers of cards that are weaker than a card and equal to it, provided that no
        rival plays the trump."""
        if card == self.trump:
            # A card played as the trump makes the scorpions stronger.
            table = STRENGTH_WITH_TRUMP[self.roll]
            strengths = sorted(self.cards.translate(table))
        else:
            table = STRENGTH[self.roll]
            strengths = self._strengths
        strength = table[card]
        weaker = bisect_left(strengths, strength)
        return weaker, bisect_right(strengths, strength, weaker) - weaker

    def win_probability(self, card: int, weaker: int, equals: int, rivals: int) -> float:
        """Return the probability that a card wins alone if each rival plays one of the cards.

        Args:
            weaker: the number of weaker cards, see ``weaker_and_equal``.
            equals: the number of equal cards.
            rivals: the number of rivals.
        """
        total = len(self.cards)
        draws = comb(weaker, rivals)
        if card == SCORPION:
            # A scorpion also wins if the rivals' cards include a trump and no other scorpion. These
            # draws are not counted yet, as the trump is not among the weaker cards.
            draws += comb(total - equals, rivals) - comb(total - equals - self.trumps, rivals)
        return draws / max(comb(total, rivals), 1)


@cache
def usefulness(card: int, rivals: int) -> float:
    """Return the probability that a card wins a turn with a random roll against one random card of
    each rival."""
    other_cards = list(DECK)
    other_cards.remove(card)
    cards = bytes(other_cards)
    return fsum(win_probability(card, roll, cards, rivals) for roll in range(ROLLS)) / ROLLS


def win_probability(card: int, roll: int, cards: Cards, rivals: int) -> float:
    """Return the probability that a card wins alone against a random card of each rival.

    The rivals' cards are drawn from ``cards``.
    """
    opposition = Opposition(roll, cards)
    return opposition.win_probability(card, *opposition.weaker_and_equal(card), rivals)


def beaten(state: DiceState, seat: int, card: int) -> tuple[int, int]:
    """Return how many unseen cards a card beats one to one, and the number of all unseen cards."""
    opposition = Opposition(state.rolls[state.turn], unseen_by(state, seat))
    weaker, _ = opposition.weaker_and_equal(card)
    # A scorpion also beats the trump, which is not among the weaker cards.
    trumps = opposition.trumps if card == SCORPION else 0
    return weaker + trumps, len(opposition.cards)


def can_be_second_to_snake(state: DiceState, seat: int, card: int) -> bool:
    """Return whether an unseen snake may win the turn with this card in second place."""
    opposition = Opposition(state.rolls[state.turn], unseen_by(state, seat))
    table = STRENGTH[opposition.roll]
    # In second place, the card is at least as strong as the cards of all rivals but one.
    if sum(opposition.weaker_and_equal(card)) < len(state.hands) - 2:
        return False
    return any(table[snake] > table[card] for snake in SNAKES.intersection(opposition.cards))


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
    # With the last card of all, no card is unseen.
    total = max(len(cards), 1)
    opposition = Opposition(roll, cards)
    mean = points_of(cards) / total
    middle = points_of(state.middle)
    at_risk = [points_of(taken) for taken in state.taken]
    my_risk = at_risk[seat]
    their_risk = sum(at_risk) - my_risk
    snakes = sum([cards.count(snake) for snake in _SNAKES]) / total
    # After this turn, in the round.
    turns_left = DEALS[seats].cards - state.turn % DEALS[seats].cards - 1
    typical = fsum([usefulness(card, rivals) for card in hand]) / len(hand)
    card_values = []
    for card in hand:
        number_weaker, number_equal = opposition.weaker_and_equal(card)
        # As shares of the unseen cards.
        weaker = number_weaker / total
        stronger = 1 - weaker - number_equal / total
        wins = opposition.win_probability(card, number_weaker, number_equal, rivals)
        # Points of the card that a rival wins count against the seat, shared among all rivals.
        value = wins * (POINTS[card] + rivals * mean + middle) - stronger * POINTS[card] / rivals
        # The points that scorpion and snake are likely to move, in the seat's favour. Points that a
        # rival loses count for the seat, divided by the number of rivals.
        if card == opposition.trump:
            # A scorpion of any rival costs the seat its cards taken.
            effects = -(1 - (1 - cards.count(SCORPION) / total) ** rivals) * my_risk
        elif card == SCORPION:
            # Each rival may play the trump.
            effects = opposition.trumps / total * their_risk / rivals
        elif card in SNAKES:
            # One rival comes second, with the mean risk of all.
            effects = wins * their_risk / rivals / rivals
        else:
            # A strong card that a snake beats comes second, and its player loses the cards taken.
            effects = -snakes * (stronger * weaker ** (rivals - 1)) * my_risk
        value += effects
        saving = 0.0
        if turns_left:
            spare = usefulness(card, rivals) - typical
            saving = -KEEP_WEIGHT[rivals] * spare * (POINTS[card] + rivals * mean)
            value += saving
        card_values.append(CardValue(value, card, wins, effects, saving))
    return card_values


def fast_policy(state: DiceState, seat: int) -> Play:
    """Return the best card, or the first kind of equally good cards; ``hints.advise`` names it
    first."""
    hand = state.hands[seat]
    # Without a choice, values would only cost time.
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
"""The names of the features in order, as in ``state_value.toml``. "X by y" is a product; figures of
rivals are means of one rival."""


class _Hand:
    """The figures of a seat's hand, including the card that the seat has chosen."""

    __slots__ = ("points", "scorpions", "snakes", "usefulness")

    def __init__(self, cards: Cards, rivals: int) -> None:
        self.points = points_of(cards)
        self.usefulness = fsum([usefulness(card, rivals) for card in cards])
        self.scorpions = cards.count(SCORPION)
        self.snakes = sum([card in SNAKES for card in cards])


def _hand_with_choice(state: DiceState, seat: int) -> Cards:
    """Return a seat's hand and the card that it has chosen, if any."""
    cards = b"".join([bytes((card,)) * copies for card, copies in state.hands[seat].items()])
    chosen = state.chosen[seat]
    return cards if chosen == NOTHING else cards + bytes((chosen,))


def features(state: DiceState) -> list[tuple[float, ...]]:
    """Return the features of each seat of a whole state, in the order of ``FEATURE_NAMES``."""
    seats = len(state.hands)
    rivals = seats - 1
    hands = [_Hand(_hand_with_choice(state, seat), rivals) for seat in range(seats)]
    at_risk = [points_of(taken) for taken in state.taken]
    # In the round, this turn included.
    turns = DEALS[seats].cards - state.turn % DEALS[seats].cards
    turns_left = 0 if state.turn == len(state.rolls) else turns
    middle = points_of(state.middle)
    to_deal = points_of(state.deck) / seats
    in_hands = sum([hand.points for hand in hands])
    points_a_turn = in_hands / max(turns_left, 1)
    rows: list[tuple[float, ...]] = []
    for seat, (account, hand, risk) in enumerate(zip(state.points, hands, at_risk, strict=True)):
        others = [other for rival, other in enumerate(hands) if rival != seat]
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
                to_deal,
                float(turns_left),
                hand.usefulness,
                their_usefulness,
                ahead / max(turns_left, 1) * points_a_turn,
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
    # The policy judges only for a seat that still has to choose.
    state.waiting |= 1 << seat
    card = policy(state, seat).card
    cards.remove(card)
    state.hands[seat] = hand_of(cards)
    state.chosen[seat] = card
    state.waiting &= ~(1 << seat)
