"""The games by name, of this and other packages; each is imported on first use.

A package offers a game by an entry point in the group ``darwin.games``: its name is the slug and
its object the ``Game``. Entry points of other packages are read only when somebody asks for a name
that is not ours, or for the list of all games.
"""

import re
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from darwin_core.contract import entry_points
from darwin_core.contract.game import SEATS_MAX, AnyGame, Box, Game, read_box
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import QUOTED_LENGTH_MAX, quoted

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


GROUP: Final = "darwin.games"
"""Group of entry points that offer games."""
WEIGHTS: Final = ("", mark("easy"), mark("medium"), mark("hard"))
"""Words for the weight of a game, by its number from 1; the first one is not used."""
_OWN: Final = entry_points.our_points(GROUP)
"""Our own games by slug, as ``darwin_core.games.dice:GAME``."""
BOXES: Final = {
    box.slug: box
    for box in sorted(
        (read_box(value.partition(":")[0]) for value in _OWN.values()), key=attrgetter("order")
    )
}
"""The boxes of our own games by slug, in the order of lists; see ``Box``."""
SLUGS: Final = tuple(BOXES)
"""Names of our games, in the order of lists; games of other packages follow."""
REASON_LENGTH_MAX: Final = 200
"""Maximum length of an error repeated in a refusal."""
SLUG_PATTERN: Final = re.compile(r"[a-z]{1,24}")
"""The form of a slug."""


class UnknownGame(ValueError):
    """Raised if no game has the given name."""


class _Offered(NamedTuple):
    """The games that other packages offer."""

    games: dict[str, AnyGame]
    """The games that can be played, by slug, in the order of lists."""
    refused: tuple["_Refused", ...]
    """The others, each with the reason."""


def box(slug: str) -> Box:
    """Return the box of a game; our own games are not imported for it.

    Raises:
        UnknownGame: with a sentence that lists the games.
    """
    return BOXES[slug] if slug in BOXES else get(slug).box


def slugs() -> tuple[str, ...]:
    """Return the names of all games: ours, then those of other packages by name."""
    return (*SLUGS, *_offered_by_others().games)


def catalogue() -> list[str]:
    """Return a line for each game: its name, players and topic."""
    boxes = [box(slug) for slug in slugs()]
    width = max(len(box.slug) for box in boxes)
    return [
        f"{box.slug.ljust(width)}  "
        + tr(
            "{game}, for {seats} players. {about}",
            game=box.title,
            seats=", ".join(map(str, box.seats)),
            about=tr(box.blurb),
        )
        for box in boxes
    ]


def refusals() -> tuple[str, ...]:
    """Return a sentence for each game of another package that cannot be played, with the reason."""
    return tuple(
        tr(
            refused.sentence,
            game=quoted(refused.point.name),
            package=_origin(refused.point),
            detail=refused.detail,
        )
        for refused in _offered_by_others().refused
    )


def get(slug: str) -> AnyGame:
    """Return the game with a name.

    Raises:
        UnknownGame: with a sentence that lists the games.
    """
    if slug in SLUGS:
        game = entry_points.load(_OWN[slug])
        assert isinstance(game, Game)
        return game
    games = _offered_by_others().games
    if slug not in games:
        raise UnknownGame(
            tr(
                "There is no game called {name}; there is {names}.",
                name=quoted(slug),
                names=", ".join(slugs()),
            )
        )
    return games[slug]


@cache
def _offered_by_others() -> _Offered:
    """Return the games of other packages, and the refusals of the packages that do not fit."""
    games: dict[str, AnyGame] = {}
    refused: list[_Refused] = []
    for point in entry_points.of_others(GROUP):
        try:
            games[point.name] = _load(point, games)
        except _Refused as refusal:
            refused.append(refusal)
    ordered = sorted(games.values(), key=attrgetter("box.order", "slug"))
    return _Offered({game.slug: game for game in ordered}, tuple(refused))


class _Refused(Exception):
    """A game that is left out. Readers of all languages share it, so its sentence is a message that
    each of them translates."""

    def __init__(self, point: "EntryPoint", sentence: str, detail: str = "") -> None:
        self.point = point
        self.sentence = sentence
        self.detail = detail


_BAD_NAME: Final = mark(
    "The game {game} of {package} is left out: its name is not of one to 24 small letters."
)
_NAME_TAKEN: Final = mark(
    "The game {game} of {package} is left out: there is a game of that name already."
)
_NOT_IMPORTED: Final = mark("The game {game} of {package} cannot be imported: {detail}.")
_NO_GAME: Final = mark("The game {game} of {package} is left out: its entry point is no Game.")
_OTHER_NAME: Final = mark("The game {game} of {package} is left out: it calls itself {detail}.")
_BAD_SEATS: Final = mark(
    "The game {game} of {package} is left out: a match has 1 to {detail} seats."
)
"""Sentences of refusals."""


def _load(point: "EntryPoint", games: dict[str, AnyGame]) -> AnyGame:
    """Return the game of an entry point, given the games of earlier ones.

    Raises:
        _Refused: if it cannot be played.
    """
    if not SLUG_PATTERN.fullmatch(point.name):
        raise _Refused(point, _BAD_NAME)
    if point.name in SLUGS or point.name in games:
        raise _Refused(point, _NAME_TAKEN)
    try:
        game = point.load()
    except Exception as error:
        # The first line, without its end: the sentence adds a full stop.
        reason = f"{type(error).__name__}: {error}".partition("\n")[0].rstrip(".: ")
        raise _Refused(point, _NOT_IMPORTED, reason[:REASON_LENGTH_MAX]) from error
    if not isinstance(game, Game):
        raise _Refused(point, _NO_GAME)
    if game.slug != point.name:
        raise _Refused(point, _OTHER_NAME, quoted(game.slug))
    if not game.seats or min(game.seats) < 1 or max(game.seats) > SEATS_MAX:
        raise _Refused(point, _BAD_SEATS, str(SEATS_MAX))
    return game


def _origin(point: "EntryPoint") -> str:
    """Return the name of the distribution that offers an entry point."""
    return point.dist.name[:QUOTED_LENGTH_MAX] if point.dist else tr("an unnamed package")
