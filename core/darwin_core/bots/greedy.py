"""The policy that takes the action its game advises first."""

from darwin_core.game import Action, AnyGame, State
from darwin_core.lexicon import Lexicon


def choose(game: AnyGame, view: State, seat: int, chance: bytes) -> Action:
    """Return the action advised first; no chance is needed."""
    best: Action = game.advise(view, seat, Lexicon())[0].action
    return best
