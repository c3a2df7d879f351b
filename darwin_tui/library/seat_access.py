"""A front end's access to the seats of a table, at home or on a server, and its people."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal, Protocol

import msgspec

from darwin_core.table import AnySeat
from darwin_tui.library.dates import clock_time, duration
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.paths import Locations

CHAT_CHARACTERS_MAX: Final = 200

Notice = Literal["resigned", "level", "away", "late", "vote", "paused"]
"""The kinds of notices that a server writes in the chat of a table."""
MemberState = Literal["here", "away", "thinking", "bot", "stand-in", "resigned", "left"]
"""``thinking`` is here and owes a decision; ``stand-in`` is a person for whom a bot plays until
they return; for one who has ``resigned`` a bot plays to the end."""
Vote = Literal["wait", "bot", "stop"]
"""A wish about people who stay away: to wait for them, to let bots play for them until they
return, or to end the match now."""


class Rejected(Exception):
    """Raised if a server refuses; the message is one sentence for the player. Nothing has
    changed."""


@dataclass(frozen=True)
class Member:
    """A player or a spectator at a table on a server."""

    name: str
    seat: int | None
    """None for a spectator."""
    state: MemberState
    since: float
    """Time at which the state began, seconds since the epoch."""
    agrees: bool = False
    """The player wishes to end the match now."""
    vote: Vote = "wait"
    """The player's vote on those who stay away."""
    due: float | None = None
    """Time at which a bot decides for the player, seconds since the epoch."""
    left: float | None = None
    """Seconds on the player's chess clock when it stood last; None without one."""
    holiday: float = 0
    """Time at which the player's holiday ends, seconds since the epoch; 0 without one."""

    def time_left(self, now: float) -> str:
        """Return the time until a bot decides for the player, on a chess clock also while it
        stands; empty if there is no such clock."""
        if self.left is not None:
            return clock_time(self.left if self.due is None else self.due - now)
        return duration(self.due - now) if self.due is not None else ""


class ChatLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of chat, already made safe to show."""

    time: float
    name: str
    """The account of the author; empty for a notice of the server."""
    text: Annotated[str, msgspec.Meta(max_length=CHAT_CHARACTERS_MAX)]
    """The words; of a notice the English ones."""
    notice: Notice | Literal[""] = ""
    """The kind of notice, for a line that each reader gets in their language; else empty."""
    about: str = ""
    """The name of the player that a notice is about."""
    level: str = ""
    """The level of the bot that a notice is about."""


class People(Protocol):
    """The people around a table on a server: members, chat, votes, resignation.

    All texts are safe to show. Each method that is refused raises Rejected.
    """

    @property
    def code(self) -> str:
        """The code of the table."""

    @property
    def invitation(self) -> str:
        """The line to paste to friends."""

    @property
    def commitment(self) -> str:
        """The hash of the server's secret for the seed."""

    @property
    def members(self) -> Sequence[Member]:
        """Players by seat, then spectators."""

    @property
    def chat(self) -> Sequence[ChatLine]:
        """The last lines of the chat, the oldest first."""

    @property
    def can_say(self) -> bool:
        """True if this front end may write in the chat."""

    @property
    def watching(self) -> str:
        """Sentences on the view of spectators, during the match and afterwards, and on the terms of
        the table."""

    @property
    def is_rated(self) -> bool:
        """True if the result counts for the ladder."""

    @property
    def rating(self) -> str:
        """A sentence on this player's rating after a rated match; empty before it is computed."""

    @property
    def ended(self) -> str:
        """A sentence on how the match ended, where that was not by the rules; else empty."""

    @property
    def can_download(self) -> bool:
        """True if this player may download the record once the match is over."""

    @property
    def closed(self) -> str:
        """A sentence on why this access has ended; empty while it exists."""

    @property
    def rematch(self) -> str:
        """The name of the player who has opened a table for a rematch; empty if nobody has."""

    @property
    def absent(self) -> Sequence[int]:
        """The seats of people who stay away, on whom the players at this front end may vote."""

    @property
    def next_turn(self) -> str | None:
        """The code of another table where it is this player's turn."""

    async def say(self, text: str) -> None:
        """Write a line in the chat."""

    async def resign(self, seat: int) -> None:
        """Let a bot play a seat to the end."""

    async def agree(self, seat: int, wish: bool) -> None:
        """Wish to end the match now, or withdraw the wish; the match ends once all players wish
        it."""

    async def vote(self, seat: int, vote: Vote) -> None:
        """Vote on absent players; the vote is carried out once all others vote the same."""

    async def enter(self, code: str) -> "SeatAccess":
        """Return the access to another table of this player's."""

    def observe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change, on the loop, in the caller's context; return the end.

        Changes in quick succession are one call.
        """


class SeatAccess(Protocol):
    """One front end's access to a table: the seats of its people, a spectator's, and the record."""

    @property
    def people(self) -> Sequence[int]:
        """The seats of the people at this front end; empty for spectators."""

    @property
    def spectator(self) -> AnySeat:
        """The seat of a spectator."""

    @property
    def table_people(self) -> People | None:
        """The people around the table; None at home."""

    def open(self) -> None:
        """Seat the people, and let the table run its bots."""

    def seat(self, viewer: int) -> AnySeat:
        """Return the seat of a person at this front end, or the spectator's."""

    @property
    def bot_levels(self) -> Mapping[int, str]:
        """The level of each bot by seat."""

    async def change_level(self, seat: int, level: str) -> None:
        """Let a bot play at another level from now on.

        Raises:
            Rejected: if this front end may not.
            JournalError: if it cannot be kept. Nothing has changed.
        """

    async def settle_bots(self) -> None:
        """Play the bots' turns until a person is asked or the match is over."""

    def close(self) -> None:
        """Leave the table. A second call has no effect."""

    # --- the record

    @property
    def path(self) -> Path | None:
        """The player's file of the match, if it is saved in one."""

    @property
    def saved(self) -> SavedMatch:
        """The match, read-only."""

    @property
    def rules(self) -> str:
        """The name of the rules that are played, where the game has presets; else empty."""

    @property
    def notice(self) -> str:
        """One sentence about repairs at the opening of the match; may be empty."""

    def why_unsaved(self) -> str | None:
        """Return a sentence on why the match is not saved; None if it is saved."""

    def save_elsewhere(self, target: str, locations: Locations) -> None:
        """Save the whole match in a new file and continue there.

        Raises:
            JournalError: if it cannot be saved there; then nothing has changed.
        """
