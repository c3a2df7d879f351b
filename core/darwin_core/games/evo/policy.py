"""The choice of the greedy bot without words, for searches."""

from darwin_core.games.evo.actions import AnyAction
from darwin_core.games.evo.judgement import judge_for_best
from darwin_core.games.evo.rules import legal
from darwin_core.games.evo.state import EvoState
from darwin_core.kit.judging import best


def policy(state: EvoState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    actions = legal(state, seat)
    return best(actions, judge_for_best(state, seat, actions))
