"""The manners of bots: how they lay their cards."""

from typing import Final

from darwin_core.contract.game import Manner
from darwin_core.games.dice.actions import Play
from darwin_core.games.dice.components import POINTS, SCORPION, SNAKES, STRENGTH
from darwin_core.games.dice.judgement import points_of
from darwin_core.games.dice.state import DiceState

_STEALING: Final = SNAKES | {SCORPION}
"""Cards that can cost a rival the cards taken."""
_CHEAP: Final = 2
"""The most points of a cheap card."""
_SAVED: Final = 0.3
"""The leaning of a robber to other cards as long as nobody has taken that much."""
_PREY: Final = 14
"""The points that a rival must have taken, to be robbed of them."""


def _cheap(view: DiceState, seat: int, play: Play) -> float:
    return float(POINTS[play.card] <= _CHEAP)


def _dear(view: DiceState, seat: int, play: Play) -> float:
    return float(POINTS[play.card] > _CHEAP)


def _steals(view: DiceState, seat: int, play: Play) -> float:
    most = max(points_of(taken) for other, taken in enumerate(view.taken) if other != seat)
    if most < _PREY:
        return 0.0 if play.card in _STEALING else _SAVED
    strength = STRENGTH[view.rolls[view.turn]]
    can_win = play.card == SCORPION or 2 * strength[play.card] > max(strength)
    return float(play.card in _STEALING and can_win)


MANNERS: Final[dict[str, Manner[DiceState, Play]]] = {
    "careful": Manner(
        title="careful", line="lays cheap cards and keeps dear ones", lean=_cheap, margin=0.6
    ),
    "robber": Manner(
        title="a robber",
        line="saves snakes and scorpions until you have much to lose",
        lean=_steals,
        margin=1.5,
    ),
    "trader": Manner(
        title="a gambler", line="stakes dear cards early, to win more", lean=_dear, margin=0.6
    ),
}
