"""Requests to open another screen. Screens make them; the app, which knows all screens, answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias, cast

from textual.screen import Screen

from darwin_tui import settings
from darwin_tui.place import Place
from darwin_tui.saves import SavedMatch


@dataclass(frozen=True)
class Home:
    """The first screen."""

    notice: str = ""
    """A sentence to show there."""


@dataclass(frozen=True)
class NewMatch:
    """Setting up a match."""

    slug: str = ""
    """The game that is chosen at first; empty for the one played last."""


@dataclass(frozen=True)
class Saved:
    """The list of saved matches."""


@dataclass(frozen=True)
class Daily:
    """The challenge of the day."""


@dataclass(frozen=True)
class You:
    """The player's own matches in figures."""


@dataclass(frozen=True)
class Settings:
    """The settings."""


@dataclass(frozen=True)
class Keys:
    """The keys of commands."""


@dataclass(frozen=True)
class Play:
    """A match to play, over the first screen, to which it returns."""

    table: Place


@dataclass(frozen=True)
class Learn:
    """The lesson of a game, at the step that it has reached."""

    slug: str


@dataclass(frozen=True)
class Replay:
    """A match to replay."""

    saved: SavedMatch
    viewer: int | None = None
    """The perspective to open it in; None for the default."""
    position: int = 0
    """The number of actions at which it is opened."""


@dataclass(frozen=True)
class Guess:
    """The decisions of a seat of a finished match, to be guessed over its replay."""

    saved: SavedMatch
    seat: int
    position: int
    """The number of actions that are known."""


@dataclass(frozen=True)
class Results:
    """The results of a match."""

    saved: SavedMatch
    ended: str = ""
    """A sentence on how it ended, where that was not by its rules."""
    move_replay: Callable[[int], None] | None = None
    """Goes to a position in the replay below, to which leaving them returns; None where there is no
    replay below."""


@dataclass(frozen=True)
class Help:
    """The keys of a screen and, where a game is open, its rules."""

    under: Screen[None]
    slug: str = ""


@dataclass(frozen=True)
class TableSetup:
    """Setting up a table on a server."""


@dataclass(frozen=True)
class WaitingRoom:
    """A table on a server where a seat is taken, until the match begins."""

    code: str


@dataclass(frozen=True)
class BackToLobby:
    """The lobby of a server, which shows why a table could not be opened."""

    refusal: str


Request: TypeAlias = (
    Home
    | NewMatch
    | Saved
    | You
    | Daily
    | Settings
    | Keys
    | Play
    | Learn
    | Replay
    | Guess
    | Results
    | Help
)
ServerRequest: TypeAlias = TableSetup | WaitingRoom | BackToLobby
"""Requests that only a server's app answers."""


class Host(Protocol):
    """The app, as far as screens need it."""

    def open(self, request: Request) -> None:
        """Open a screen."""

    def keep_settings(self, wanted: settings.Settings) -> None:
        """Put settings in force and keep them."""


class ServerHost(Protocol):
    """The app of a player of a server, as far as screens need it."""

    def open(self, request: Request | ServerRequest) -> None:
        """Open a screen."""


def go(app: object, request: Request) -> None:
    """Ask the app to open a screen."""
    cast(Host, app).open(request)


def go_on_server(app: object, request: ServerRequest) -> None:
    """Ask the app of a player of a server to open a screen."""
    cast(ServerHost, app).open(request)


def keep_settings(app: object, wanted: settings.Settings) -> None:
    """Ask the app to put settings in force and keep them."""
    cast(Host, app).keep_settings(wanted)
