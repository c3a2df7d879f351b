"""The choice and the value of a position for searches: the greedy bot without words."""

from darwin_core.games.darwinning.judgement import judge
from darwin_core.games.darwinning.rules import legal, standing
from darwin_core.games.darwinning.state import AnyAction, DarwinningState
from darwin_core.kit.judging import best


def policy(state: DarwinningState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    actions = legal(state, seat)
    return best(actions, judge(state, seat, actions))


def worth(state: DarwinningState) -> tuple[float, ...]:
    """Return the points of each seat as they stand."""
    return standing(state).totals
