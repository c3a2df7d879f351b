"""The bot that takes what its game's own judgement holds to be best now."""

from typing import Any

from darwin_core.lexicon import Lexicon


def choose(game: Any, view: Any, seat: int, chance: bytes) -> Any:  # noqa: ANN401 - any game's
    """The action advised first; no chance is needed."""
    return game.advise(view, seat, Lexicon())[0].action
