"""The games there are, by name; each is imported when it is asked for and not before."""

from importlib import import_module
from typing import Any, Final

from darwin_core.game import Game

SLUGS: Final = ("dice", "darwinning", "yummy", "evo", "journey")
"""Every game, in the order in which lists show them."""

AnyGame = Game[Any, Any, Any]


class UnknownGame(ValueError):
    """A name that no game goes by."""


def get(slug: str) -> AnyGame:
    """The game of that name.

    Raises:
        UnknownGame: with a sentence that names the games there are.
    """
    if slug not in SLUGS:
        raise UnknownGame(f"There is no game called {slug[:40]!r}; there is {', '.join(SLUGS)}.")
    game: AnyGame = import_module(f"darwin_core.games.{slug}").GAME
    return game
