"""The test of whether an effect can be done: asked by the rules more often than anything else."""

from collections.abc import Callable, Iterable
from typing import Final

from darwin_core.games.journey.effects import AnyEffect
from darwin_core.games.journey.pieces import Means
from darwin_core.games.journey.state import JourneyState
from darwin_core.kit.effects import Effect

Can = Callable[[JourneyState, Effect, Means], bool]
"""A test of whether some part of an effect can be done with the given means."""

CAN: Final[dict[type[Effect], Can]] = {}
"""The tests, by class of effect. ``effect_rules`` fills the table; it stands here because an effect
made of others asks for the tests of its parts."""


def can(state: JourneyState, effect: AnyEffect, has: Means) -> bool:
    """Return whether some part of an effect can be done by the acting seat, with these means."""
    return CAN[type(effect)](state, effect, has)


def can_any(state: JourneyState, parts: Iterable[AnyEffect], has: Means) -> bool:
    """Return whether one of several effects can be done at least in part, with these means."""
    for part in parts:  # noqa: SIM110 - a loop is twice as fast here
        if CAN[type(part)](state, part, has):
            return True
    return False
