"""The policy that takes the action its game advises first."""

from darwin_core.game import A, E, Game, S
from darwin_core.lexicon import Lexicon


def choose(game: Game[S, A, E], view: S, seat: int, chance: bytes) -> A:
    """Return the action advised first; no chance is needed."""
    return game.advise(view, seat, Lexicon())[0].action
