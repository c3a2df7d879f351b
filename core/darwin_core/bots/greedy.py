"""The policy that takes the action its game advises first."""

from typing import Any

from darwin_core.lexicon import Lexicon


def choose(game: Any, view: Any, seat: int, chance: bytes) -> Any:  # noqa: ANN401 - any game's
    """Return the action advised first; no chance is needed."""
    return game.advise(view, seat, Lexicon())[0].action
