"""The choice of the greedy bot without words, for searches.

The candidates of a search are tried in the same worlds, and what the seat itself holds is the same
in all. So the same choices come up again and again, and are kept by all that they depend on.
"""

from typing import Final

from darwin_core.games.evo.actions import AnyAction
from darwin_core.games.evo.components import FORESIGHT
from darwin_core.games.evo.effects import Begin, Live
from darwin_core.games.evo.ground import means_of
from darwin_core.games.evo.judgement import judge_for_best, next_card
from darwin_core.games.evo.rules import legal
from darwin_core.games.evo.state import EvoState
from darwin_core.kit.judging import best
from darwin_core.kit.kept import Kept

CHOICES_MAX: Final = 1 << 13
"""Choices that are kept."""
_BORN_MAX: Final = 2
"""The most offspring of an action."""

_UP_TO_BORN: Final = bytes(min(number, _BORN_MAX) for number in range(256))
"""Numbers of cards in the supply as far as they matter."""
_chosen: Final = Kept[tuple[object, ...], AnyAction](CHOICES_MAX)


def policy(state: EvoState, seat: int) -> AnyAction:
    """Return the action that ``advise`` names first."""
    kind = type(state.pending[-1])
    if (kind is not Live and kind is not Begin) or state.options.predation:
        # A predator asks for all that others hold.
        return _best(state, seat)
    species = state.species[seat]
    adaptations = state.adaptations[species]
    key = (
        means_of(state, species),
        adaptations,
        next_card(state, species) if adaptations.count(FORESIGHT) > state.foreseen else None,
        state.wandered,
        state.hands[species],
        state.active,
        state.available[species] if kind is Begin else None,
        state.supply.translate(_UP_TO_BORN),
        state.locations,
        state.slots,
        *state.tokens,
    )
    return _chosen.get(key) or _chosen.keep(key, _best(state, seat))


def _best(state: EvoState, seat: int) -> AnyAction:
    actions = legal(state, seat)
    return best(actions, judge_for_best(state, seat, actions))
