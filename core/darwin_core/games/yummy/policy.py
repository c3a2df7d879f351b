"""The choice and the value of a position for searches: the greedy bot without words."""

from darwin_core.games.yummy.judgement import Judgement
from darwin_core.games.yummy.rules import standing
from darwin_core.games.yummy.state import AnyAction, YummyState


def policy(state: YummyState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    return Judgement(state, seat).best()


def worth(state: YummyState) -> tuple[float, ...]:
    """Return the points of each seat as they stand."""
    return standing(state).totals
