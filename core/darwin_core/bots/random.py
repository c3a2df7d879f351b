"""The policy that plays any legal action."""

from typing import Any

from darwin_core.rng import below


def choose(game: Any, view: Any, seat: int, chance: bytes) -> Any:  # noqa: ANN401 - any game's
    """Return one of the legal actions, each equally likely."""
    actions = game.legal(view, seat)
    return actions[below(chance, len(actions))]
