"""The worth of each card of a hand, judged from one seat's view.

The values are those of a careful player without a plan. They count the probability of winning
against the cards not seen yet, the cards on the table, the risk to the cards taken so far, and the
usefulness of the card in a later turn.
"""

from functools import cache
from math import comb
from typing import Final

from darwin_core.english import counted
from darwin_core.game import Advice
from darwin_core.games.dice.components import (
    DEALS,
    DECK,
    KINDS,
    POINTS,
    ROLLS,
    SCORPION,
    SNAKES,
    STRENGTH,
    STRENGTH_WITH_TRUMP,
    TRUMP,
    face,
)
from darwin_core.games.dice.state import PLAYS, DiceState, Play
from darwin_core.games.dice.view import unseen
from darwin_core.games.dice.words import card_name
from darwin_core.lexicon import Lexicon

KEEP_WEIGHT: Final = {1: 0.5, 2: 2.4, 3: 3.6}
"""The weight of a card's usefulness in later turns against playing it now, by number of rivals.
Chosen by 1,000 matches of one seat with a value against the others with a neighbouring value. With
one rival the weight hardly matters; with three a card kept is worth more than the turn."""


class _Odds:
    """A card against those that rivals may play: the numbers of all cards, of weaker and equal
    cards and of trumps, and the probabilities that one rival's card is weaker, stronger and the
    trump."""

    __slots__ = ("cards", "equals", "stronger", "trump", "trumps", "weaker", "weaklings")

    def __init__(self, card: int, roll: int, cards: list[int]) -> None:
        trump = TRUMP[roll]
        strength = STRENGTH[roll]
        mine = STRENGTH_WITH_TRUMP[roll][card] if card == trump else strength[card]
        table = STRENGTH_WITH_TRUMP[roll] if card == trump else strength
        self.cards = len(cards)
        self.weaklings = sum(table[other] < mine for other in cards)
        self.equals = sum(table[other] == mine for other in cards)
        self.trumps = cards.count(trump)
        total = max(self.cards, 1)
        self.weaker = self.weaklings / total
        self.stronger = 1 - self.weaker - self.equals / total
        self.trump = self.trumps / total


@cache
def usefulness(card: int, rivals: int) -> float:
    """Return the probability that a card wins a turn with a random roll against one random card of
    each rival."""
    rest = list(DECK)
    rest.remove(card)
    return sum(win_chance(card, roll, rest, rivals) for roll in range(ROLLS)) / ROLLS


def win_chance(card: int, roll: int, cards: list[int], rivals: int) -> float:
    """Return the probability that a card wins alone if each rival plays a random card of these."""
    odds = _Odds(card, roll, cards)
    hands = comb(odds.weaklings, rivals)
    if card == SCORPION:
        # It also wins if they include a trump and no other scorpion.
        hands += comb(odds.cards - odds.equals, rivals)
        hands -= comb(odds.cards - odds.equals - odds.trumps, rivals)
    return hands / max(comb(odds.cards, rivals), 1)


def advise(view: DiceState, seat: int, lexicon: Lexicon) -> list[Advice[Play]]:
    """Return each card the seat may play with its worth in points, best first; ties by card."""
    if not view.waiting >> seat & 1:
        return []
    cards = unseen(view)
    judged = [_judge(view, seat, card, cards) for card in view.hands[seat]]
    return sorted(judged, key=lambda advice: (-advice.value, advice.action.card))


def _judge(view: DiceState, seat: int, card: int, cards: list[int]) -> Advice[Play]:
    seats = len(view.hands)
    rivals = seats - 1
    roll = view.rolls[view.turn]
    odds = _Odds(card, roll, cards)
    wins = win_chance(card, roll, cards, rivals)
    mean = sum(POINTS[other] for other in cards) / max(len(cards), 1)
    middle = sum(POINTS[other] for other in view.middle)
    at_risk = [sum(POINTS[other] for other in taken) for taken in view.taken]
    value = wins * (POINTS[card] + rivals * mean + middle)
    # Points that a rival wins from me count against me, shared among all rivals.
    value -= odds.stronger * POINTS[card] / rivals
    effects = _effect_points(view, card, cards, odds, wins, at_risk, seat)
    value += effects
    turns_left = DEALS[seats].cards - view.turn % DEALS[seats].cards - 1
    if turns_left:
        spare = usefulness(card, rivals) - _mean_usefulness(view, seat, rivals)
        value -= KEEP_WEIGHT[rivals] * spare * (POINTS[card] + rivals * mean)
    return Advice(PLAYS[card], round(value, 6), _reason(view, card, wins, effects, middle))


def _mean_usefulness(view: DiceState, seat: int, rivals: int) -> float:
    hand = view.hands[seat]
    return sum(usefulness(card, rivals) for card in hand) / len(hand)


def _effect_points(
    view: DiceState,
    card: int,
    cards: list[int],
    odds: _Odds,
    wins: float,
    at_risk: list[int],
    seat: int,
) -> float:
    """Return the points that the effects of scorpion and snake are likely to move, in my favour."""
    rivals = len(at_risk) - 1
    others = sum(at_risk) - at_risk[seat]
    total = max(len(cards), 1)
    if card == TRUMP[view.rolls[view.turn]]:
        scorpion = 1 - (1 - cards.count(SCORPION) / total) ** rivals
        return -scorpion * at_risk[seat]
    if card == SCORPION:
        return odds.trump * others / rivals
    if card in SNAKES:
        return wins * others / rivals / rivals
    # A strong card that a snake beats comes second, and its player loses the cards taken.
    snakes = sum(other in SNAKES for other in cards) / total
    second = odds.stronger * odds.weaker ** (rivals - 1)
    return -snakes * second * at_risk[seat]


def _reason(view: DiceState, card: int, wins: float, effects: float, middle: int) -> str:
    roll = view.rolls[view.turn]
    name = card_name(card)
    percent = f"{round(100 * wins)} %"
    if card == TRUMP[roll]:
        text = f"the {name} is trump and wins {percent} of the time"
        return f"{text}, but a scorpion would cost you the cards taken" if effects < -1 else text
    if card == SCORPION and effects > 0.5:
        return f"the {name} beats a trump, whose player loses the cards taken"
    if card in SNAKES and effects > 0.5:
        return f"the {name} wins {percent} of the time, and the second player loses the cards taken"
    if wins >= 0.5:
        pot = f" with {counted(middle, 'point')} in the middle" if middle else ""
        return f"the {name} wins this {face(roll).mode} {percent} of the time{pot}"
    if effects < -1:
        return f"the {name} may come second to a snake, which costs you the cards taken"
    if POINTS[card] <= 2:
        stake = counted(POINTS[card], "point")
        return f"the {name} wins only {percent} of the time, but is worth only {stake}"
    return f"the {name} wins {percent} of the time and is worth {POINTS[card]} points"


assert len(PLAYS) == KINDS
