"""Data that a server keeps: accounts, tables and chat. Plain values, the same in every store."""

from typing import Annotated, Final, Literal

import msgspec

from darwin_core.contract.game import SEATS_MAX

ACCOUNT_PATTERN: Final = r"^[A-Za-z0-9][A-Za-z0-9_-]{1,15}\Z"
"""Names of accounts; they are unique, ignoring case, and also the names of players."""
CODE_PATTERN: Final = r"^[0-9A-HJKMNP-TV-Z]{4}\Z"
"""Codes of tables: letters and digits that nobody confuses when reading them aloud."""
CHAT_CHARACTERS_MAX: Final = 200

Notice = Literal["resigned", "level", "away", "late", "vote", "paused"]
"""The sentences of a server on a player, or on a match, in the chat of a table."""

AccountName = Annotated[str, msgspec.Meta(pattern=ACCOUNT_PATTERN)]
Code = Annotated[str, msgspec.Meta(pattern=CODE_PATTERN)]


class PublicKey(msgspec.Struct, frozen=True):
    """A public key that signs in to an account."""

    fingerprint: str
    """As OpenSSH prints it: ``SHA256:`` and base64."""
    text: str
    """Algorithm and key in OpenSSH's format, without a comment."""


class Account(msgspec.Struct, frozen=True):
    """A player that the server knows."""

    name: AccountName
    keys: tuple[PublicKey, ...] = ()
    made: str = ""
    """Time of creation, ISO 8601 in UTC."""
    seen: float = 0
    """Time when the player was last here, seconds since the epoch."""
    settings: msgspec.Raw = msgspec.Raw(b"{}")
    """The player's settings, as a settings file has them."""
    is_muted: bool = False
    """The host lets the player say nothing."""
    is_removed: bool = False
    """Nobody can sign in to it. The name stays its own, with all seats, tables and records."""
    token_hash: str = ""
    """SHA-256 of the token that signs in from a browser; empty if there is none."""
    browsers: tuple[str, ...] = ()
    """SHA-256 of the cookie of each browser that is signed in, the oldest first."""
    version: int = 0
    """Number of times that it was kept; 0 for one that is not in the store yet."""

    def admits(self, credential: str) -> bool:
        """Return whether a key's fingerprint, or the hash of a browser's cookie, signs in."""
        return credential in (*(key.fingerprint for key in self.keys), *self.browsers)


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a table on a server."""

    kind: Literal["open", "reserved", "person", "bot"]
    name: str = ""
    """The account of the person, or of the person for whom it is reserved; a bot's name."""
    level: str = ""
    """A bot's level."""
    nonce: str = ""
    """The words that the person added to the seed; see ``darwin_core.match.fairness``."""
    has_resigned: bool = False
    """A bot plays for the person until the end."""
    resigned: int = 0
    """Place of the person among those who have resigned, from 1; 0 if not known."""
    agrees: bool = False
    """The person wishes to end the match now."""
    has_stand_in: bool = False
    """A bot plays for the person until the person returns. Nothing at a table where bots decide by
    the clock; one that was kept before may have it."""
    vote: Literal["wait", "bot", "stop"] = "wait"
    """The person's vote on those who stay away."""
    asked: tuple[float, ...] = ()
    """Times at which the seat was first asked for its last decisions, seconds since the epoch: for
    those to which an undo may lead back, and for the present one."""
    decision: int = 0
    """Number of the first of these decisions: of the seat's actions before it."""
    owed_since: float = 0
    """Time at which the seat was asked for the decision that it owes; 0 if it owes none."""
    was_late: bool = False
    """The seat's last decision came after the time of the clock."""


class Invited(msgspec.Struct, frozen=True):
    """An account that has been invited to a table and has not answered."""

    name: AccountName
    by: AccountName


class TableInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table on a server: all of it but the match."""

    code: Code
    game: str
    host: AccountName
    seats: Annotated[tuple[SeatInfo, ...], msgspec.Meta(max_length=SEATS_MAX)]
    commitment: str
    """Hash of the server's secret for the seed, published before anybody sits down."""
    options: dict[str, bool | int | str] = {}
    is_private: bool = False
    """Only those who know the code see it."""
    seconds_a_move: int | None = None
    """The clock of a turn-based table; None for a live table without a clock."""
    bots_take_over: bool = False
    """A bot takes one decision for a person who is later than the clock. At a live table it plays
    for a person who is away for two minutes, until the person returns."""
    watching: Literal["public", "seats", "none"] = "public"
    """``public`` if there may be spectators, who have the public view; ``seats`` stands in tables
    that were kept before for that, and a record that is open to all."""
    watchers_chat: bool = True
    opens_record: Literal["seats", "all"] = "seats"
    """The people who may replay and download the finished match."""
    invited: tuple[Invited, ...] = ()
    rematch: str = ""
    """Code of the table at which its players play again; empty if none has asked for it."""
    phase: Literal["gathering", "playing", "over"] = "gathering"
    ended: Literal["", "rules", "agreement", "resigned", "vote", "host"] = ""
    """The reason for the end of the match."""
    winners: tuple[int, ...] = ()
    """The seats in the first place once the match is over; empty where nobody has won."""
    made: float = 0
    """Time of creation, seconds since the epoch."""
    moved: float = 0
    """Time of the last action, or of the beginning."""
    paused: float = 0
    """Time at which the clocks stopped since no person had moved for a round; 0 while they run."""
    line: int = 0
    """Number of actions in the record, as far as the lobby knows."""
    to_move: tuple[int, ...] = ()
    """Seats that owe a decision, as far as the lobby knows."""
    round: int = 0
    """The round of the match, as its game counts them; 0 if not known."""
    rounds: int = 0
    """The number of rounds."""
    progress: str = ""
    """The same in English, ``round 2 of 3``, of tables that were kept before there were numbers."""
    version: int = 0
    """Number of times that it was kept; 0 for one that is not in the store yet."""

    @property
    def people(self) -> set[str]:
        """The accounts that have a part in it: its host, and those who sit there."""
        return {self.host, *(seat.name for seat in self.seats if seat.kind == "person")}


class ChatLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of chat, already made safe to show."""

    time: float
    name: str
    """The account of the author; empty for a notice of the server."""
    text: Annotated[str, msgspec.Meta(max_length=CHAT_CHARACTERS_MAX)]
    """The words; of a notice the English ones."""
    notice: Notice | Literal[""] = ""
    """The notice that the line is, if readers have it in their own language."""
    about: str = ""
    """The name of the player that a notice is about."""
    level: str = ""
    """The level of the bot that a notice is about."""


class Presence(msgspec.Struct, frozen=True, omit_defaults=True):
    """One session that is on a server now."""

    session: str
    """Identifier of the session, unique over all hosts."""
    name: AccountName
    table: str = ""
    """Code of the table that the session is at; empty for the lobby."""
    seats: tuple[int, ...] = ()
    """The seats that it plays there; empty for a spectator."""
    since: float = 0
    """Time of sign-in, seconds since the epoch."""
