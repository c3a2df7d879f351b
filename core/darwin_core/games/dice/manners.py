"""The manners of bots: how they lay their cards."""

from typing import Final

from darwin_core.game import Manner
from darwin_core.games.dice.actions import Play
from darwin_core.games.dice.components import POINTS, SCORPION, SNAKES
from darwin_core.games.dice.state import DiceState

_STEALING: Final = SNAKES | {SCORPION}
"""Cards that can cost a rival the cards taken."""
_CHEAP: Final = 2
"""The most points of a cheap card."""


def _cheap(view: DiceState, seat: int, play: Play) -> float:
    return float(POINTS[play.card] <= _CHEAP)


def _dear(view: DiceState, seat: int, play: Play) -> float:
    return float(POINTS[play.card] > _CHEAP)


def _steals(view: DiceState, seat: int, play: Play) -> float:
    has_prey = any(taken for other, taken in enumerate(view.taken) if other != seat)
    return float(has_prey and play.card in _STEALING)


MANNERS: Final[dict[str, Manner[DiceState, Play]]] = {
    "careful": Manner(
        title="careful", line="lays cheap cards and keeps dear ones", lean=_cheap, margin=0.6
    ),
    "robber": Manner(
        title="a robber",
        line="lays snakes and scorpions when you have cards to lose",
        lean=_steals,
        margin=2.0,
    ),
    "trader": Manner(
        title="a gambler", line="stakes dear cards early, to win more", lean=_dear, margin=0.6
    ),
}
