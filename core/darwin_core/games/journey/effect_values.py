"""The worth of an effect to most players at most times, in points, without the position."""

from functools import lru_cache
from typing import Final

from darwin_core.games.journey.effects import (
    Academy,
    AchieveUnmet,
    AnyEffect,
    AnyOrder,
    Coins,
    CopyCrew,
    Correspond,
    DeliverSpecimen,
    Either,
    Evolve,
    Explore,
    InOrder,
    Knowledge,
    LandExplorer,
    Lens,
    Museum,
    Navigate,
    Overtake,
    PerformLocked,
    PitchTent,
    Points,
    Purple,
    Redeliver,
    ResearchSpecimen,
    ReuseTent,
    Seal,
    Spend,
    TakeObjective,
)
from darwin_core.kit.effects import Effect


@lru_cache(maxsize=1 << 12)
def typical_value(effect: AnyEffect) -> float:
    """Return the worth of an effect to most players at most times."""
    match effect:
        case Coins(number):
            return 0.4 * number
        case Points(number):
            return float(number)
        case Knowledge(number):
            return 1.4 * number
        case Evolve(steps):
            return 1.0 * steps
        case Explore(moves, stops):
            return 1.2 + 0.7 * moves + 1.5 * stops
        case Navigate(moves, stops):
            return 0.8 + 0.6 * moves + 1.2 * stops
        case Correspond(stamps):
            return 0.8 * stamps
        case Academy(discount):
            return 2.0 + 0.3 * discount
        case ResearchSpecimen(cost=cost):
            return 1.5 - 0.3 * cost
        case Either(ways) | Spend(ways):
            return max(typical_value(way) for way in ways)
        case AnyOrder(steps_) | InOrder(steps_):
            return sum(typical_value(step) for step in steps_)
        case _:
            return _TYPICAL.get(type(effect), 0.0)


_TYPICAL: Final[dict[type[Effect], float]] = {
    Seal: 2.8,
    Purple: 3.3,
    TakeObjective: 1.8,
    Lens: 2.5,
    Museum: 3.0,
    DeliverSpecimen: 2.0,
    Redeliver: 4.0,
    LandExplorer: 3.0,
    Overtake: 2.5,
    PitchTent: 2.5,
    ReuseTent: 3.0,
    PerformLocked: 3.5,
    CopyCrew: 5.0,
    AchieveUnmet: 4.0,
}
"""The same for effects without figures."""


@lru_cache(maxsize=1 << 12)
def typical_sum(effects: tuple[AnyEffect, ...]) -> float:
    """Return the worth of several effects."""
    return sum(map(typical_value, effects))
