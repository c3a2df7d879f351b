"""The choice and the value of a position for searches: the greedy bot without words."""

from darwin_core.games.journey import rules
from darwin_core.games.journey.actions import AnyAction
from darwin_core.games.journey.judgement import judge
from darwin_core.games.journey.scoring import standing
from darwin_core.games.journey.state import JourneyState


def policy(state: JourneyState, seat: int) -> AnyAction:
    """Return the best judged action, the first of equals."""
    actions = rules.legal(state, seat)
    if len(actions) == 1:
        return actions[0]
    values = [value for value, _ in judge(state, seat, actions)]
    return actions[values.index(max(values))]


def worth(state: JourneyState) -> tuple[float, ...]:
    """Return the points of each seat as they stand."""
    return standing(state).totals
