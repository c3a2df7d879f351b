"""The choice of the greedy bot without words, for searches."""

from darwin_core.games.yummy.actions import AnyAction
from darwin_core.games.yummy.judgement import Judgement
from darwin_core.games.yummy.state import YummyState


def policy(state: YummyState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    return Judgement(state, seat).best()
