"""The worth of an effect to most players at most times, in points, without the position."""

from functools import lru_cache
from typing import Final

from darwin_core.games.journey import effects
from darwin_core.games.journey.effects import AnyEffect
from darwin_core.kit.effects import Effect


@lru_cache(maxsize=1 << 12)
def typical_value(effect: AnyEffect) -> float:
    """Return the worth of an effect to most players at most times."""
    match effect:
        case effects.Coins(number):
            return 0.4 * number
        case effects.Points(number):
            return float(number)
        case effects.Knowledge(number):
            return 1.4 * number
        case effects.Evolve(steps):
            return 1.0 * steps
        case effects.Explore(moves, stops):
            return 1.2 + 0.7 * moves + 1.5 * stops
        case effects.Navigate(moves, stops):
            return 0.8 + 0.6 * moves + 1.2 * stops
        case effects.Correspond(stamps):
            return 0.8 * stamps
        case effects.Academy(discount):
            return 2.0 + 0.3 * discount
        case effects.ResearchSpecimen(cost=cost):
            return 1.5 - 0.3 * cost
        case effects.Either(ways) | effects.Spend(ways):
            return max(typical_value(way) for way in ways)
        case effects.AnyOrder(steps_) | effects.InOrder(steps_):
            return sum(typical_value(step) for step in steps_)
        case _:
            return _TYPICAL.get(type(effect), 0.0)


_TYPICAL: Final[dict[type[Effect], float]] = {
    effects.Seal: 2.8,
    effects.Purple: 3.3,
    effects.TakeObjective: 1.8,
    effects.Lens: 2.5,
    effects.Museum: 3.0,
    effects.DeliverSpecimen: 2.0,
    effects.Redeliver: 4.0,
    effects.LandExplorer: 3.0,
    effects.Overtake: 2.5,
    effects.PitchTent: 2.5,
    effects.ReuseTent: 3.0,
    effects.PerformLocked: 3.5,
    effects.CopyCrew: 5.0,
    effects.AchieveUnmet: 4.0,
}
"""The same for effects without figures."""


@lru_cache(maxsize=1 << 12)
def typical_sum(parts: tuple[AnyEffect, ...]) -> float:
    """Return the worth of several effects."""
    return sum(map(typical_value, parts))
