"""The choice of the greedy bot without words, for searches."""

from darwin_core.games.darwinning.actions import AnyAction
from darwin_core.games.darwinning.judgement import judge
from darwin_core.games.darwinning.rules import legal
from darwin_core.games.darwinning.state import DarwinningState
from darwin_core.kit.judging import best


def policy(state: DarwinningState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    actions = legal(state, seat)
    return best(actions, judge(state, seat, actions))
