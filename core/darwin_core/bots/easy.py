"""The policy that judges as the greedy one and sometimes takes the second or third best."""

from math import exp
from typing import Final

from darwin_core.bots.manners import leaned
from darwin_core.contract.chance import below
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.text.seat_names import Lexicon

BEST: Final = 3
"""The actions of which one is taken."""
_GRAINS: Final = 1 << 20


def choose(game: AnyGame, view: State, seat: int, chance: bytes, manner: str = "") -> Action:
    """Return one of the best actions: the closer its value to the best, the more often; those in
    the manner of the bot more often than others."""
    advised = leaned(game, view, seat, game.advise(view, seat, Lexicon()), manner)[:BEST]
    best = advised[0].value
    weights = [exp((advice.value - best) / game.tuning.slack) for advice in advised]
    drawn = below(chance, _GRAINS) / _GRAINS * sum(weights)
    for advice, weight in zip(advised, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            action: Action = advice.action
            return action
    raise AssertionError("a share below 1 lies within one of the weights")
