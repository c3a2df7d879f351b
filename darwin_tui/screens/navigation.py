"""Requests to open another screen. Screens make them; the app, which knows all screens, answers."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias, cast

import msgspec
from textual.screen import Screen

from darwin_tui import settings
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.seat_access import People, SeatAccess

if TYPE_CHECKING:
    from darwin_tui.library.training import Mistake
    from darwin_tui.play.puzzles import Racing


class Home(msgspec.Struct, frozen=True):
    """The first screen."""

    notice: str = ""
    """A sentence to show there."""


class NewMatch(msgspec.Struct, frozen=True):
    """Setting up a match."""

    slug: str = ""
    """The game that is chosen at first; empty for the one played last."""


class FirstTime(msgspec.Struct, frozen=True):
    """The question before the first match of a game: to learn it, or to play."""

    slug: str


class Saved(msgspec.Struct, frozen=True):
    """The list of saved matches."""


class Daily(msgspec.Struct, frozen=True):
    """The challenge of the day."""


class You(msgspec.Struct, frozen=True):
    """The player's own matches in figures."""


class Settings(msgspec.Struct, frozen=True):
    """The settings."""


class Keys(msgspec.Struct, frozen=True):
    """The keys of commands."""


class Learn(msgspec.Struct, frozen=True):
    """A lesson of a game, at the step that it has reached."""

    slug: str
    part: str = "lesson"
    """The lesson of the rules, or the one on playing well."""


class Replay(msgspec.Struct, frozen=True):
    """A match to replay."""

    saved: SavedMatch
    viewer: int | None = None
    """The perspective to open it in; None for the default."""
    position: int = 0
    """The number of actions at which it is opened."""


class Play(msgspec.Struct, frozen=True):
    """A match to play, over the first screen."""

    access: SeatAccess
    back: Replay | None = None
    """The replay to which leaving it returns, where it is a branch; None for the first screen."""
    is_trial: bool = False
    """Leaving it moves its record to the trash."""


class Guess(msgspec.Struct, frozen=True):
    """The decisions of a seat of a finished match, to be guessed over its replay."""

    saved: SavedMatch
    seat: int
    position: int
    """The number of actions that are known."""


class Puzzles(msgspec.Struct, frozen=True):
    """The puzzles of all games, and the player's own mistakes."""

    at_mistakes: bool = False
    """The cursor is on the mistakes."""


class Puzzle(msgspec.Struct, frozen=True):
    """A puzzle of a game, or a mistake of the player's, to be solved."""

    slug: str = ""
    """The game, whose next puzzle is opened; empty for mistakes."""
    mistakes: tuple["Mistake", ...] = ()
    """The mistakes to solve one after the other."""
    but: str = ""
    """The id of the puzzle that was solved just now."""


class Race(msgspec.Struct, frozen=True):
    """A race through the puzzles of a game."""

    slug: str
    racing: "Racing | None" = None
    """The race, whose next puzzle is opened; None to begin one."""


class BetterLine(msgspec.Struct, frozen=True):
    """A better line of a finished match, over its replay, or the line of a puzzle's answer."""

    line: SavedMatch
    viewer: int
    position: int
    """The number of actions at which it leaves the match."""
    back: Replay | None = None
    """The replay of the match, to which leaving a branch of the line returns; None for the first
    screen, after a puzzle."""


class Results(msgspec.Struct, frozen=True):
    """The results of a match."""

    saved: SavedMatch
    ended: str = ""
    """A sentence on how it ended, where that was not by its rules."""
    move_replay: Callable[[int], None] | None = None
    """Goes to a position in the replay below, to which leaving them returns; None where there is no
    replay below."""
    is_kept: bool = True
    """False for a match for trial that was saved nowhere."""
    table_people: People | None = None
    """The people around the table of a server at which it has just ended."""


class Help(msgspec.Struct, frozen=True):
    """The keys of a screen and, where a game is open, its rules."""

    under: Screen[None]
    slug: str = ""


class TableSetup(msgspec.Struct, frozen=True):
    """Setting up a table on a server."""


class WaitingRoom(msgspec.Struct, frozen=True):
    """A table on a server where a seat is taken, until the match begins."""

    code: str
    words: str = ""
    """The player's own words for the seed."""


class Tournaments(msgspec.Struct, frozen=True):
    """The tournaments of a server."""

    code: str = ""
    """The tournament that is shown at first."""


class Challenge(msgspec.Struct, frozen=True):
    """The challenge of the day on a server."""


class Friends(msgspec.Struct, frozen=True):
    """The friends of a player of a server."""


class Rematch(msgspec.Struct, frozen=True):
    """A table on a server for those who sat at one that is over."""

    code: str
    """The code of the table that is over."""


class BackToLobby(msgspec.Struct, frozen=True):
    """The lobby of a server, which shows why a table could not be opened."""

    refusal: str


Request: TypeAlias = (
    Home
    | NewMatch
    | FirstTime
    | Saved
    | You
    | Daily
    | Settings
    | Keys
    | Play
    | Learn
    | Replay
    | Guess
    | Puzzles
    | Puzzle
    | Race
    | BetterLine
    | Results
    | Help
)
ServerRequest: TypeAlias = (
    TableSetup | WaitingRoom | Tournaments | Challenge | Friends | Rematch | BackToLobby
)
"""Requests that only a server's app answers."""


class Navigator(Protocol):
    """The app, as far as screens need it."""

    def open(self, request: Request) -> None:
        """Open a screen."""

    def keep_settings(self, wanted: settings.Settings) -> None:
        """Put settings in force and keep them."""


class ServerNavigator(Protocol):
    """The app of a player of a server, as far as screens need it."""

    def open(self, request: Request | ServerRequest) -> None:
        """Open a screen."""


def go(app: object, request: Request) -> None:
    """Ask the app to open a screen."""
    cast(Navigator, app).open(request)


def go_on_server(app: object, request: ServerRequest) -> None:
    """Ask the app of a player of a server to open a screen."""
    cast(ServerNavigator, app).open(request)


def keep_settings(app: object, wanted: settings.Settings) -> None:
    """Ask the app to put settings in force and keep them."""
    cast(Navigator, app).keep_settings(wanted)
