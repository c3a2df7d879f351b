"""The achievements of a game, and those found in a match."""

from importlib import import_module

from darwin_core.game import AnyGame
from darwin_core.kit.achievements import Achievement, Course


def achievements(game: AnyGame) -> tuple[Achievement, ...]:
    """Return the achievements of a game; none for a game that has no such module."""
    name = f"{game.package}.achievements"
    try:
        found: tuple[Achievement, ...] = import_module(name).ACHIEVEMENTS
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return ()
    return found


def found_in(game: AnyGame, course: Course) -> dict[str, int]:
    """Return the names of the achievements in a finished match, with the position of each."""
    places = ((each.name, each.find(course)) for each in achievements(game))
    return {name: place for name, place in places if place is not None}
