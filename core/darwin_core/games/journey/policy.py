"""The choice of the greedy bot without words, for searches."""

from darwin_core.games.journey import rules
from darwin_core.games.journey.actions import AnyAction
from darwin_core.games.journey.judgement import judge
from darwin_core.games.journey.state import JourneyState
from darwin_core.kit.judging import best


def policy(state: JourneyState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    actions = rules.legal(state, seat)
    if len(actions) == 1:
        return actions[0]
    return best(actions, [value for value, _ in judge(state, seat, actions)])
