"""The manners of bots: where their populations live, and what they eat."""

from typing import Final

from darwin_core.contract.game import Manner
from darwin_core.games.evo import actions
from darwin_core.games.evo.actions import AnyAction
from darwin_core.games.evo.components import SLOTS
from darwin_core.games.evo.state import EvoState
from darwin_core.text.language import mark

_FEAST: Final = 4
"""Tokens of others that make a card as attractive to a robber as can be."""


def _others(view: EvoState, seat: int, slots: range) -> int:
    """Return the tokens of other species on some slots."""
    own = view.species[seat]
    return sum(sum(view.tokens[slot]) - view.tokens[slot][own] for slot in slots)


def _slots(location: int) -> range:
    return range(SLOTS * location, SLOTS * (location + 1))


def _avoids(view: EvoState, seat: int, action: AnyAction) -> float:
    """Return how little a plant or a location feeds others."""
    match action:
        case actions.Forage(slot):
            slot += SLOTS * view.active
            return max(1 - _others(view, seat, range(slot, slot + 1)) / _FEAST, 0.5)
        case actions.Awake(location) | actions.Found(location) | actions.Move(location=location):
            return max(1 - _others(view, seat, _slots(location)) / _FEAST, 0.0)
        case _:
            return 0.0


def _feeds_on(view: EvoState, seat: int, action: AnyAction) -> float:
    """Return how much there is of others to be crowded out."""
    match action:
        case actions.Hunt(slot) | actions.Forage(slot):
            slot += SLOTS * view.active
            return min(_others(view, seat, range(slot, slot + 1)) / _FEAST, 1.0)
        case actions.Awake(location) | actions.Found(location) | actions.Move(location=location):
            return min(_others(view, seat, _slots(location)) / _FEAST, 1.0)
        case actions.Predate() | actions.Displace():
            return 1.0
        case _:
            return 0.0


def _wanders(view: EvoState, seat: int, action: AnyAction) -> float:
    return float(isinstance(action, actions.Migrate | actions.Move))


MANNERS: Final[dict[str, Manner[EvoState, AnyAction]]] = {
    "careful": Manner(
        title=mark("careful"), line=mark("forages where nobody else does"), lean=_avoids, margin=0.3
    ),
    "robber": Manner(
        title=mark("a robber"),
        line=mark("eats where you do, to crowd you out"),
        lean=_feeds_on,
        margin=1.0,
    ),
    "trader": Manner(
        title=mark("a wanderer"), line=mark("migrates more than others"), lean=_wanders, margin=0.4
    ),
}
