"""The policy that plays any legal action."""

from darwin_core.contract.chance import below
from darwin_core.contract.game import Action, AnyGame, State


def choose(game: AnyGame, view: State, seat: int, chance: bytes) -> Action:
    """Return one of the legal actions, each equally likely."""
    actions = game.legal(view, seat)
    action: Action = actions[below(chance, len(actions))]
    return action
