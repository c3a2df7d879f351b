"""Values that a lobby shows and accepts. All texts in them are safe to show."""

from typing import Literal

import msgspec

from darwin_tui.seating import DEFAULT_LEVEL

Watching = Literal["public", "none"]
Phase = Literal["gathering", "playing", "over"]


class SeatPlan(msgspec.Struct, frozen=True):
    """The wish for one seat of a new table."""

    kind: Literal["me", "open", "reserved", "bot"]
    name: str = ""
    """The account for which it is reserved."""
    level: str = DEFAULT_LEVEL
    """A bot's level."""


class TablePlan(msgspec.Struct, frozen=True):
    """A table to be made."""

    game: str
    seats: tuple[SeatPlan, ...]
    options: dict[str, bool | int | str] = {}
    is_private: bool = False
    seconds_a_move: int | None = None
    bots_take_over: bool = False
    watching: Watching = "public"
    watchers_chat: bool = True
    opens_record: Literal["seats", "all"] = "seats"


class SeatCard(msgspec.Struct, frozen=True):
    """A seat, as a lobby shows it."""

    name: str
    """The person's or the bot's name; the name it is reserved for; empty for an open seat."""
    kind: Literal["open", "reserved", "person", "bot"]
    level: str = ""
    """A bot's level."""
    is_me: bool = False
    is_present: bool = False
    """The person is at the table now."""
    is_to_move: bool = False
    """All wait for the seat: it owes a decision, and no person comes before a bot."""
    has_bot: bool = False
    """A bot plays for the person now."""


class TableCard(msgspec.Struct, frozen=True):
    """A table, as a lobby shows it to one account."""

    code: str
    title: str
    """The game's title."""
    game: str
    """The game's slug."""
    rules: str
    """The title of the preset; empty where the game has none."""
    host: str
    seats: tuple[SeatCard, ...]
    clock: str
    """The time for a move in words; empty for a live table."""
    progress: str
    phase: Phase
    ended: str = ""
    """A sentence on how the match ended, where that was not by the rules alone."""
    winners: tuple[str, ...] = ()
    """The names of those in the first place; empty where nobody has won."""
    rematch: str = ""
    """The code of the table at which its players play again."""
    spectators: str = ""
    """Sentences on what others than the players see, during the match and afterwards."""
    is_mine: bool = False
    """I sit there, or a seat is reserved for me."""
    is_my_turn: bool = False
    is_host: bool = False
    waiting_since: float = 0
    """Time of the last action, of the beginning, or of creation; seconds since the epoch."""
    can_sit: bool = False
    can_watch: bool = False
    can_replay: bool = False
    watchers: int = 0
    """Spectators there now."""
    is_private: bool = False
    invitation: str = ""
    """The line to paste to friends."""
    commitment: str = ""
    """The hash of the server's secret for the seed."""
    words: str = ""
    """My own words that are mixed into the seed."""


class Visitor(msgspec.Struct, frozen=True):
    """A person who is on the server now."""

    name: str
    table: str = ""
    """Code of the table they are at, if the reader may know of it."""
    words: str = ""
    """Their place in words: ``in the lobby``, ``plays Darwin's Dice``."""
    since: float = 0
    """Time of sign-in, seconds since the epoch."""
    is_me: bool = False


class Invitation(msgspec.Struct, frozen=True):
    """A call to a table that is gathering."""

    by: str
    code: str
    title: str
    """The game's title."""
