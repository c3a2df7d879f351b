"""The fitted policy: it scores the cards of a hand by a weighted sum of their features.

``fitted_policy.toml`` has the weights and the commands that fit them. A feature called "x, by y" is
the product of x and y.
"""

from collections.abc import Sequence
from functools import cache
from math import comb, fsum
from typing import Final

from darwin_core.contract.game import FittedPolicy
from darwin_core.games.dice.acts import Play
from darwin_core.games.dice.bots import Opposition, usefulness
from darwin_core.games.dice.material import (
    DEALS,
    KINDS,
    POINTS,
    SCORPION,
    SNAKES,
    DiceState,
    points_of,
)
from darwin_core.games.dice.view import unseen_by

FEATURES: Final = (
    "wins",
    "wins, by points of the card",
    "wins, by points in the middle",
    "wins, by usefulness later",
    "is beaten, by points of the card",
    "is beaten, by own points at risk",
    "points of the card",
    "points of the card, by turns left",
    "usefulness later",
    "usefulness later, by turns left",
    "a snake, by points at risk of rivals",
    "a snake that wins, by points at risk of rivals",
    "a snake that wins, by turns left",
    "second to a snake, by own points at risk",
    "trump",
    "trump under a scorpion, by own points at risk",
    "wins most often, by the lead over the next",
    "wins squared",
    "a snake that wins, by points at risk of rivals and turns left",
)
"""The features of a card. "Wins" and "is beaten" are probabilities. Points at risk are those of the
won cards and are counted in tens; turns left are a share of the round. "Second to a snake" is the
probability that exactly one rival has a stronger card and all others weaker ones, times the share
of snakes among the unseen cards; it is 0 for snakes and the trump. "Trump" is 1 for the card that
beats all, "under a scorpion" the share of scorpions among the unseen cards.

The last two features are there because a card that is sure to win is worth more than two that may
win, and because a snake meets more points at risk later in a round."""


def kind_of(state: DiceState, seat: int) -> str:
    """Return the kind of the present choice: a card, the only kind of the game."""
    return "card"


def scores_of(
    state: DiceState, seat: int, actions: Sequence[Play], weights: Sequence[float]
) -> list[float]:
    """Return the scores of the cards of a hand by the weights of their features.

    Each feature is a quantity of the card times one of the position. The position's quantities are
    multiplied into the weights before the loop over the cards, because this is the inner loop of a
    search.
    """
    # The weights, in the order of ``FEATURES``.
    (
        win,
        win_points,
        win_middle,
        win_use,
        loss_points,
        loss_risk,
        points,
        points_turns,
        use,
        use_turns,
        snake,
        snake_win,
        snake_turns,
        second,
        trump,
        trump_risk,
        lead,
        win_squared,
        snake_risk_turns,
    ) = weights
    hand = state.hands[seat]
    roll = state.rolls[state.turn]
    seats = len(state.hands)
    rivals = seats - 1
    cards = unseen_by(state, seat)
    # With the last card of all, no card is unseen.
    total = max(len(cards), 1)
    opposition = Opposition(roll, cards)
    at_risk = [points_of(taken) for taken in state.taken]
    my_risk = at_risk[seat] / 10
    their_risk = (sum(at_risk) - at_risk[seat]) / rivals / 10
    turns = DEALS[seats].cards
    turns_left = (turns - 1 - state.turn % turns) / (turns - 1)
    useful = _usefulness(rivals)
    typical = fsum([useful[card] * hand[card] for card in hand]) / sum(hand.values())
    snake_share = sum([cards.count(snake) for snake in SNAKES]) / total
    win += win_middle * points_of(state.middle)
    loss_risk *= my_risk
    points += points_turns * turns_left
    use += use_turns * turns_left
    snake *= their_risk
    snake_win = snake_win * their_risk + snake_turns * turns_left
    snake_win += snake_risk_turns * their_risk * turns_left
    second *= snake_share * my_risk
    scores, win_probabilities = list[float](), list[float]()
    for card in hand:
        worth = POINTS[card]
        surplus = useful[card] - typical
        weaker, equals = opposition.weaker_and_equal(card)
        if rivals == 1:
            # With one rival, the formulas below reduce to these; they differ in rounding only, and
            # need no slow binomials.
            win_probability = weaker / total
            stronger = 1 - (weaker + equals) / total
            beaten_once = stronger
            if card == SCORPION:
                win_probability += opposition.trumps / total
        else:
            win_probability = opposition.win_probability(card, weaker, equals, rivals)
            ways = max(comb(total, rivals), 1)
            # Any rival has a stronger card; or one does, and all others have weaker ones.
            stronger = 1 - comb(weaker + equals, rivals) / ways
            beaten_once = (total - weaker - equals) * comb(weaker, rivals - 1) / ways
        score = win_probability * (win + win_points * worth + win_use * surplus) + use * surplus
        score += win_squared * win_probability * win_probability
        score += stronger * (loss_points * worth + loss_risk) + points * worth
        if card in SNAKES:
            score += snake + snake_win * win_probability
        elif card == opposition.trump:
            score += trump + trump_risk * cards.count(SCORPION) / total * my_risk
        else:
            score += second * beaten_once
        scores.append(score)
        win_probabilities.append(win_probability)
    if len(win_probabilities) > 1:
        ranked = sorted(win_probabilities)
        ahead = lead * (ranked[-1] - ranked[-2])
        # If several cards win equally often, the lead over the next card is 0.
        scores[win_probabilities.index(ranked[-1])] += ahead
    return scores


@cache
def _usefulness(rivals: int) -> tuple[float, ...]:
    """Return the usefulness of all kinds of cards against a number of rivals. A look-up in a
    tuple is faster than a call for each card."""
    return tuple(usefulness(card, rivals) for card in range(KINDS))


FITTED_POLICY: Final[FittedPolicy[DiceState, Play]] = FittedPolicy(
    kind=kind_of,
    features={"card": FEATURES},
    scores=scores_of,
)
