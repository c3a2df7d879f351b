"""The choice and the value of a position for searches: the greedy bot without words."""

from darwin_core.games.dice.judgement import judge
from darwin_core.games.dice.rules import standing
from darwin_core.games.dice.state import PLAYS, DiceState, Play


def policy(state: DiceState, seat: int) -> Play:
    """Return the action that ``advise`` names first: the best card, the lowest of equals."""
    hand = state.hands[seat]
    if len(hand) == 1:
        return PLAYS[next(iter(hand))]
    return PLAYS[max(judge(state, seat), key=lambda each: (each.value, -each.card)).card]


def worth(state: DiceState) -> tuple[float, ...]:
    """Return the points of each seat as they stand."""
    return standing(state).totals
