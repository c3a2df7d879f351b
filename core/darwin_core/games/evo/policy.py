"""The choice and the value of a position for searches: the greedy bot without words."""

from darwin_core.games.evo.judgement import judge_for_best
from darwin_core.games.evo.rules import legal, standing
from darwin_core.games.evo.state import AnyAction, EvoState
from darwin_core.kit.judging import best


def policy(state: EvoState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    actions = legal(state, seat)
    return best(actions, judge_for_best(state, seat, actions))


def worth(state: EvoState) -> tuple[float, ...]:
    """Return the points of each seat as they stand."""
    return standing(state).totals
