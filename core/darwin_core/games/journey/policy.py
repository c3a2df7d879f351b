"""The choice and the value of a position for searches: the greedy bot without words."""

from darwin_core.games.journey.actions import AnyAction
from darwin_core.games.journey.advice import advise
from darwin_core.games.journey.scoring import standing
from darwin_core.games.journey.state import JourneyState
from darwin_core.games.journey.view import view
from darwin_core.lexicon import Lexicon


def policy(state: JourneyState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    return advise(view(state, seat), seat, Lexicon())[0].action


def worth(state: JourneyState) -> tuple[float, ...]:
    """Return the points of each seat as they stand."""
    return standing(state).totals
