"""The policy that takes the action its game advises first."""

from darwin_core.game import Action, AnyGame, State


def choose(game: AnyGame, view: State, seat: int, chance: bytes) -> Action:
    """Return the action advised first; no chance is needed."""
    best: Action = game.policy(view, seat)
    return best
