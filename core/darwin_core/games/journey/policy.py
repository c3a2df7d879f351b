"""The choice of the greedy bot without words, for searches.

Little in a match is left to chance, so the same positions come up again and again in the worlds of
a search. Choices are kept by all that they depend on.
"""

from operator import attrgetter
from typing import Final

from darwin_core.games.journey import rules
from darwin_core.games.journey.actions import AnyAction
from darwin_core.games.journey.judgement import judge
from darwin_core.games.journey.state import JourneyState
from darwin_core.games.journey.view import is_draft
from darwin_core.kit.judging import best
from darwin_core.kit.kept import Kept

CHOICES_MAX: Final = 1 << 13
"""Choices that are kept."""

# States of earlier rules differ by their class alone. The list of what is pending is added as a
# tuple, for a list is no key.
_FIELDS: Final = {*JourneyState.__struct_fields__, "rules"} - {"chance", "pending"}
_open: Final = attrgetter(*sorted(_FIELDS))
_chosen: Final = Kept[tuple[object, ...], AnyAction](CHOICES_MAX)


def policy(state: JourneyState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    if is_draft(state):
        # The hands of others are hidden, so that they must not be part of a key.
        return _best(state, seat)
    key = (*_open(state), *state.pending)
    return _chosen.get(key) or _chosen.keep(key, _best(state, seat))


def _best(state: JourneyState, seat: int) -> AnyAction:
    actions = rules.legal(state, seat)
    if len(actions) == 1:
        return actions[0]
    return best(actions, [value for value, _ in judge(state, seat, actions)])
