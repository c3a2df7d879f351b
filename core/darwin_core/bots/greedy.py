"""The policy that takes the action its game advises first."""

from darwin_core.bots.manners import leaned
from darwin_core.contract.game import Action, AnyGame, State
from darwin_core.text.seat_names import Lexicon


def choose(game: AnyGame, view: State, seat: int, chance: bytes, manner: str = "") -> Action:
    """Return the action advised first, or one that is nearly as good and more in the manner of the
    bot; no chance is needed."""
    best: Action
    if manner in game.manners:
        best = leaned(game, view, seat, game.advise(view, seat, Lexicon()), manner)[0].action
    else:
        best = game.policy(view, seat)
    return best
