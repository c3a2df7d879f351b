"""The choice and the value of a position for searches: the greedy bot without words."""

from darwin_core.games.yummy.advice import advise
from darwin_core.games.yummy.rules import standing
from darwin_core.games.yummy.state import AnyAction, YummyState
from darwin_core.games.yummy.view import view
from darwin_core.lexicon import Lexicon


def policy(state: YummyState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    return advise(view(state, seat), seat, Lexicon())[0].action


def worth(state: YummyState) -> tuple[float, ...]:
    """Return the points of each seat as they stand."""
    return standing(state).totals
