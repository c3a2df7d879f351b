"""The policy that plays any legal action."""

from darwin_core.game import A, E, Game, S
from darwin_core.rng import below


def choose(game: Game[S, A, E], view: S, seat: int, chance: bytes) -> A:
    """Return one of the legal actions, each equally likely."""
    actions = game.legal(view, seat)
    return actions[below(chance, len(actions))]
