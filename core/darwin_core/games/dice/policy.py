"""The choice of the greedy bot without words, for searches."""

from darwin_core.games.dice.judgement import judge
from darwin_core.games.dice.state import PLAYS, DiceState, Play


def policy(state: DiceState, seat: int) -> Play:
    """Return the action that ``advise`` names first: the best card, the lowest of equals."""
    hand = state.hands[seat]
    if len(hand) == 1:
        return PLAYS[next(iter(hand))]
    return PLAYS[max(judge(state, seat), key=lambda each: (each.value, -each.card)).card]
