"""The choice and the value of a position for searches: the greedy bot without words."""

from darwin_core.games.evo.advice import advise
from darwin_core.games.evo.rules import standing
from darwin_core.games.evo.state import AnyAction, EvoState
from darwin_core.games.evo.view import view
from darwin_core.lexicon import Lexicon


def policy(state: EvoState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    return advise(view(state, seat), seat, Lexicon())[0].action


def worth(state: EvoState) -> tuple[float, ...]:
    """Return the points of each seat as they stand."""
    return standing(state).totals
