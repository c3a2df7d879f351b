"""A front end's access to the seats of a table, at home or on a server, and to its people.

A front end is one screen or terminal at a table, with one or several people, or a spectator.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Final, Literal, Protocol

import msgspec

from darwin_core.table import AnySeat
from darwin_tui.library.dates import clock_time, duration
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.paths import Locations

CHAT_CHARACTERS_MAX: Final = 200
"""Maximum length of a line of chat."""

Notice = Literal["resigned", "level", "away", "late", "vote", "paused"]
"""Kinds of notices that a server writes in a table's chat."""
MemberState = Literal["here", "away", "thinking", "bot", "stand-in", "resigned", "left"]
"""``thinking``: present and owing a decision. ``stand-in``: a bot plays until the person returns.
``resigned``: a bot plays to the end."""
Vote = Literal["wait", "bot", "stop"]
"""A wish about absent people: to wait for them, to let bots play until they return, or to end the
match now."""


class Rejected(Exception):
    """Raised if a server refuses; the message is one sentence for the player. Nothing has
    changed."""


class Member(msgspec.Struct, frozen=True):
    """A player or spectator at a server's table."""

    name: str
    seat: int | None
    """None for a spectator."""
    state: MemberState
    since: float
    """Start of the state, seconds since the epoch."""
    agrees: bool = False
    """The player wants to end the match now."""
    vote: Vote = "wait"
    """The player's vote on absent people."""
    due: float | None = None
    """Time at which a bot decides for the player, seconds since the epoch."""
    clock_seconds: float | None = None
    """Seconds on the player's chess clock when it last stopped; None without one."""
    holiday: float = 0
    """End of the player's holiday, seconds since the epoch; 0 without one."""

    def time_left(self, now: float) -> str:
        """Return the time until a bot decides for the player, even if the chess clock is stopped.
        Empty without a clock."""
        if self.clock_seconds is not None:
            return clock_time(self.clock_seconds if self.due is None else self.due - now)
        return duration(self.due - now) if self.due is not None else ""


class ChatLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of chat, already safe to show."""

    time: float
    name: str
    """The author's account; empty for a server notice."""
    text: Annotated[str, msgspec.Meta(max_length=CHAT_CHARACTERS_MAX)]
    """The text; a notice's English text."""
    notice: Notice | Literal[""] = ""
    """Kind of a notice, which each reader sees in their language; else empty."""
    about: str = ""
    """Player that a notice is about."""
    level: str = ""
    """Level of the bot that a notice is about."""


class People(Protocol):
    """The people around a server's table: members, chat, votes, resignation. All texts are safe to
    show. A refused method raises Rejected."""

    @property
    def code(self) -> str:
        """Code of the table."""

    @property
    def invitation(self) -> str:
        """The line to paste to friends."""

    @property
    def commitment(self) -> str:
        """Hash of the server's secret for the seed; see ``match/fairness.py``."""

    @property
    def members(self) -> Sequence[Member]:
        """Players by seat, then spectators."""

    @property
    def chat(self) -> Sequence[ChatLine]:
        """The last lines of the chat, oldest first."""

    @property
    def can_say(self) -> bool:
        """True if this front end may write in the chat."""

    @property
    def watching(self) -> str:
        """Words about the view of spectators during and after the match, and the table's terms."""

    @property
    def is_rated(self) -> bool:
        """True if the result counts for the ladder."""

    @property
    def rating(self) -> str:
        """A sentence about this player's rating after a rated match; empty until it is computed."""

    @property
    def ended(self) -> str:
        """A sentence about the end of the match; empty if it ended by the rules."""

    @property
    def can_download(self) -> bool:
        """True if this player may download the record once the match is over."""

    @property
    def closed(self) -> str:
        """The reason why this access has ended; empty while it exists."""

    @property
    def rematch(self) -> str:
        """Name of the player who opened a table for a rematch; empty if nobody has."""

    @property
    def absent(self) -> Sequence[int]:
        """Seats of absent people on whom the players at this front end may vote."""

    @property
    def next_turn(self) -> str | None:
        """Code of another table where it is this player's turn."""

    async def say(self, text: str) -> None:
        """Write a line in the chat."""

    async def resign(self, seat: int) -> None:
        """Let a bot play a seat to the end."""

    async def agree(self, seat: int, wish: bool) -> None:
        """Agree to end the match now, or withdraw that; the match ends once all players agree."""

    async def vote(self, seat: int, vote: Vote) -> None:
        """Vote on absent players; the vote is carried out once it is unanimous."""

    async def enter(self, code: str) -> "SeatAccess":
        """Return the access to another of this player's tables."""

    def observe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change, on the loop and in the caller's context; return the
        unsubscriber. Changes in quick succession cause one call."""


class UnreadChat:
    """The lines of a table's chat that a front end has not taken yet."""

    def __init__(self, table_people: People) -> None:
        """Count all present lines as taken."""
        self._table_people = table_people
        self._last_taken: ChatLine | None = None
        self.take()

    def take(self) -> list[ChatLine]:
        """Return the new lines, the newest first."""
        # The clocks of two hosts may differ, so times do not tell. The line that was taken last may
        # have been dropped.
        chat = [*self._table_people.chat]
        lines = [*takewhile(lambda line: line != self._last_taken, reversed(chat))]
        self._last_taken = chat[-1] if chat else None
        return lines


class SeatAccess(Protocol):
    """One front end's access to a table: its people's seats, a spectator's, and the record."""

    @property
    def people(self) -> Sequence[int]:
        """Seats of the people at this front end; empty for spectators."""

    @property
    def spectator(self) -> AnySeat:
        """A spectator's seat."""

    @property
    def table_people(self) -> People | None:
        """The people around the table; None at home."""

    def open(self) -> None:
        """Seat the people, and let the table run its bots."""

    def seat(self, viewer: int) -> AnySeat:
        """Return the seat of a person at this front end, or the spectator's."""

    @property
    def bot_levels(self) -> Mapping[int, str]:
        """Level of each bot by seat."""

    async def change_level(self, seat: int, level: str) -> None:
        """Let a bot play at another level from now on.

        Raises:
            Rejected: if this front end may not.
            JournalError: if it cannot be stored; nothing has changed then.
        """

    async def settle_bots(self) -> None:
        """Play the bots' turns until a person is asked or the match is over."""

    def close(self) -> None:
        """Leave the table. A second call has no effect."""

    # --- the record

    @property
    def path(self) -> Path | None:
        """The player's file of the match, if there is one."""

    @property
    def saved(self) -> SavedMatch:
        """The match, read-only."""

    @property
    def rules(self) -> str:
        """Name of the rules, if the game has presets; else empty."""

    @property
    def notice(self) -> str:
        """One sentence about repairs when the match was opened; may be empty."""

    def why_unsaved(self) -> str | None:
        """Return why the match is not saved; None if it is."""

    def save_elsewhere(self, target: str, locations: Locations) -> None:
        """Save the whole match in a new file and continue there.

        Raises:
            JournalError: if it cannot be saved there; then nothing has changed.
        """
