"""The choice and the value of a position for searches: the greedy bot without words."""

from darwin_core.games.darwinning.advice import advise
from darwin_core.games.darwinning.rules import standing
from darwin_core.games.darwinning.state import AnyAction, DarwinningState
from darwin_core.games.darwinning.view import view
from darwin_core.lexicon import Lexicon


def policy(state: DarwinningState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    return advise(view(state, seat), seat, Lexicon())[0].action


def worth(state: DarwinningState) -> tuple[float, ...]:
    """Return the points of each seat as they stand."""
    return standing(state).totals
