"""The games by name: ours, and those of other packages; each is imported when it is asked for.

Another package offers a game by an entry point in the group ``darwin.games``: its name is the slug
and its object the ``Game``. Entry points are read only once a name is asked for that is not ours,
or the list of all games.
"""

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple

from darwin_core.contract.game import SEATS_MAX, AnyGame, Game
from darwin_core.text.language import mark, tr

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Box(NamedTuple):
    """The text on the box of a game, so that a shelf of them imports none."""

    title: str
    players: tuple[int, int]
    """The least and the most."""
    minutes: int
    """Of a match, by the rulebook."""
    weight: int
    """1 for easy, 2 for medium, 3 for hard."""
    words: str
    """A sentence on what one does in it."""


WEIGHTS: Final = ("", mark("easy"), mark("medium"), mark("hard"))
"""The words for weights."""
BOXES: Final = {
    "dice": Box("Darwin's Dice", (2, 4), 20, 1, mark("Tricks whose rules two dice decide.")),
    "darwinning": Box("Darwinning!", (2, 6), 40, 2, mark("Improve a species and see it survive.")),
    "yummy": Box("Yummy Darwinism", (2, 5), 30, 2, mark("Lay triplets, take them, and trade.")),
    "evo": Box("Evo", (2, 4), 60, 3, mark("Hunt and migrate; use it or lose it.")),
    "journey": Box(
        "Darwin's Journey", (2, 4), 75, 3, mark("The voyage of the Beagle in 5 rounds.")
    ),
}
"""Our own games by name."""
TITLES: Final = {slug: box.title for slug, box in BOXES.items()}
"""The titles of our own games by name."""
SLUGS: Final = tuple(TITLES)
"""Our own games, in the order in which lists show them; those of others follow by name."""
GROUP: Final = "darwin.games"
"""The group of entry points that offer games."""
_SLUG: Final = re.compile(r"[a-z]{1,24}")


class UnknownGame(ValueError):
    """Raised for a name that no game has."""


class _Found(NamedTuple):
    games: dict[str, AnyGame]
    refusals: tuple[str, ...]


def slugs() -> tuple[str, ...]:
    """Return the names of all games: ours, then those of other packages by name."""
    return (*SLUGS, *_found().games)


def catalogue() -> list[str]:
    """Return a line for each game: its name, players and what it is about."""
    known = [get(slug) for slug in slugs()]
    width = max(len(game.slug) for game in known)
    return [
        f"{game.slug.ljust(width)}  "
        + tr(
            "{game}, for {seats} players. {about}",
            game=game.title,
            seats=", ".join(map(str, game.seats)),
            about=tr(game.blurb),
        )
        for game in known
    ]


def refusals() -> tuple[str, ...]:
    """Return a sentence for each game of another package that cannot be played, and why."""
    return _found().refusals


def get(slug: str) -> AnyGame:
    """Return the game of that name.

    Raises:
        UnknownGame: with a sentence that names the games there are.
    """
    if slug in SLUGS:
        game: AnyGame = import_module(f"darwin_core.games.{slug}").GAME
        return game
    games = _found().games
    if slug not in games:
        raise UnknownGame(
            tr(
                "There is no game called {name}; there is {names}.",
                name=repr(slug[:40]),
                names=", ".join(slugs()),
            )
        )
    return games[slug]


@cache
def _found() -> _Found:
    """Return the games of other packages, and the refusals of those that do not fit."""
    # Slow to import, and not needed before somebody asks for games of others.
    from importlib.metadata import entry_points

    games: dict[str, AnyGame] = {}
    refused: list[str] = []
    points = entry_points(group=GROUP)
    for point in sorted(points, key=lambda point: (point.name, point.value)):
        try:
            games[point.name] = _load(point, games)
        except _Refused as refusal:
            refused.append(f"The game {point.name[:40]!r} of {_origin(point)} {refusal}.")
    return _Found(games, tuple(refused))


class _Refused(Exception):
    """A game that is left out; the message ends the sentence on it."""


def _load(point: "EntryPoint", games: dict[str, AnyGame]) -> AnyGame:
    if not _SLUG.fullmatch(point.name):
        raise _Refused("is left out: its name is not of one to 24 small letters")
    if point.name in SLUGS or point.name in games:
        raise _Refused("is left out: there is a game of that name already")
    try:
        game = point.load()
    except Exception as error:
        raise _Refused(f"cannot be imported: {type(error).__name__}") from error
    if not isinstance(game, Game):
        raise _Refused("is left out: its entry point is no Game")
    if game.slug != point.name:
        raise _Refused(f"is left out: it calls itself {game.slug[:40]!r}")
    if not game.seats or min(game.seats) < 1 or max(game.seats) > SEATS_MAX:
        raise _Refused(f"is left out: a match has 1 to {SEATS_MAX} seats")
    return game


def _origin(point: "EntryPoint") -> str:
    """Return the name of the distribution that offers an entry point."""
    return point.dist.name[:40] if point.dist else "an unnamed package"
