"""The choice of the greedy bot without words, for searches."""

from darwin_core.games.dice.actions import PLAYS, Play
from darwin_core.games.dice.judgement import judge
from darwin_core.games.dice.state import DiceState
from darwin_core.kit.judging import best


def policy(state: DiceState, seat: int) -> Play:
    """Return the action that ``advise`` names first: the best card, the lowest of equals."""
    hand = state.hands[seat]
    if len(hand) == 1:
        return PLAYS[next(iter(hand))]
    judged = judge(state, seat)
    return best([PLAYS[each.card] for each in judged], [each.value for each in judged])
