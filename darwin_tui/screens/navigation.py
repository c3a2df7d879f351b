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
    """The set-up of a match."""

    slug: str = ""
    """Game selected at first; empty for the last one played."""


class FirstTime(msgspec.Struct, frozen=True):
    """The question before a game's first match: learn it, or play."""

    slug: str


class Saved(msgspec.Struct, frozen=True):
    """The list of saved matches."""


class Daily(msgspec.Struct, frozen=True):
    """The daily challenge."""


class You(msgspec.Struct, frozen=True):
    """The player's own matches in figures."""


class Settings(msgspec.Struct, frozen=True):
    """The settings."""


class Keys(msgspec.Struct, frozen=True):
    """The keys of all commands."""


class Learn(msgspec.Struct, frozen=True):
    """A lesson of a game, at the step reached earlier."""

    slug: str
    part: str = "lesson"
    """The lesson about the rules (``lesson``), or the one about playing well (``well``)."""


class Replay(msgspec.Struct, frozen=True):
    """A match to replay."""

    saved: SavedMatch
    viewer: int | None = None
    """The first perspective; None for the default."""
    position: int = 0
    """Number of actions before the first drawing."""


class Play(msgspec.Struct, frozen=True):
    """A match to play. The first screen lies below, and is shown again afterwards."""

    access: SeatAccess
    back: Replay | None = None
    """For a branch, the replay to which leaving it returns; None for the first screen."""
    is_trial: bool = False
    """Leaving the match moves its record to the trash."""


class Guess(msgspec.Struct, frozen=True):
    """The decisions of a seat in a finished match, to be guessed over its replay."""

    saved: SavedMatch
    seat: int
    position: int
    """Number of known actions."""


class Puzzles(msgspec.Struct, frozen=True):
    """The puzzles of all games, and the player's own mistakes."""

    at_mistakes: bool = False
    """Start with the cursor on the mistakes."""


class Puzzle(msgspec.Struct, frozen=True):
    """A puzzle of a game, or one of the player's mistakes, to solve."""

    slug: str = ""
    """Game whose next puzzle is opened; empty for mistakes."""
    mistakes: tuple["Mistake", ...] = ()
    """Mistakes to solve in turn."""
    solved_id: str = ""
    """Id of the puzzle solved just now, which is not opened again; empty for none."""


class Race(msgspec.Struct, frozen=True):
    """A race through a game's puzzles."""

    slug: str
    racing: "Racing | None" = None
    """Race whose next puzzle is opened; None to begin one."""


class BetterLine(msgspec.Struct, frozen=True):
    """A better line of a finished match over its replay, or the line of a puzzle's answer."""

    line: SavedMatch
    viewer: int
    position: int
    """Number of actions before the line leaves the match."""
    back: Replay | None = None
    """Replay to which leaving a branch of the line returns; None for the first screen, after a
    puzzle."""


class Results(msgspec.Struct, frozen=True):
    """The results of a match."""

    saved: SavedMatch
    ended: str = ""
    """The way the match ended, if not by its rules."""
    move_replay: Callable[[int], None] | None = None
    """Goes to a position in the replay below, to which leaving the results returns; None without
    one."""
    is_kept: bool = True
    """False for a trial match that was not saved."""
    table_people: People | None = None
    """People around the server's table at which the match just ended."""


class Help(msgspec.Struct, frozen=True):
    """The keys of a screen and, if a game is open, its rules."""

    under: Screen[None]
    """The screen whose keys are explained."""
    slug: str = ""
    """The open game; empty for none."""


class TableSetup(msgspec.Struct, frozen=True):
    """The set-up of a table on a server."""


class WaitingRoom(msgspec.Struct, frozen=True):
    """A server's table at which a seat is taken, until the match begins."""

    code: str
    words: str = ""
    """Text of the player's choice. It is mixed into the seed of the match, so that the server
    cannot choose the cards."""


class Tournaments(msgspec.Struct, frozen=True):
    """The tournaments of a server."""

    code: str = ""
    """The tournament shown first."""


class Challenge(msgspec.Struct, frozen=True):
    """The daily challenge on a server."""


class Friends(msgspec.Struct, frozen=True):
    """The friends of a server's player."""


class Rematch(msgspec.Struct, frozen=True):
    """A server's table for the people of a finished table."""

    code: str
    """Code of the finished table."""


class BackToLobby(msgspec.Struct, frozen=True):
    """The lobby of a server, showing why a table could not be opened."""

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
"""Requests answered by every app."""
ServerRequest: TypeAlias = (
    TableSetup | WaitingRoom | Tournaments | Challenge | Friends | Rematch | BackToLobby
)
"""Requests answered only by a server's app."""


class Navigator(Protocol):
    """The app as screens see it."""

    def open(self, request: Request) -> None:
        """Open a screen."""

    def keep_settings(self, wanted: settings.Settings) -> None:
        """Apply and store settings."""


class ServerNavigator(Protocol):
    """A server player's app as screens see it."""

    def open(self, request: Request | ServerRequest) -> None:
        """Open a screen."""


def go(app: object, request: Request) -> None:
    """Ask the app to open a screen."""
    # Textual types a screen's app as ``App[object]``; every app of this program is a Navigator.
    cast(Navigator, app).open(request)


def go_on_server(app: object, request: ServerRequest) -> None:
    """Ask a server player's app to open a screen."""
    cast(ServerNavigator, app).open(request)


def keep_settings(app: object, wanted: settings.Settings) -> None:
    """Ask the app to apply and store settings."""
    cast(Navigator, app).keep_settings(wanted)
