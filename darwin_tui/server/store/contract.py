"""The contract of a server's store: the stored values, their encoding, notices of changes, and the
copy of a store.

A store holds accounts, tables, matches, chat and documents, and sends a notice of each change.
A value's version detects that another process has changed it meanwhile. All times are seconds since
the epoch unless they say otherwise.
"""

import asyncio
import logging
import re
import secrets
import unicodedata
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import Annotated, Final, Literal, NamedTuple, Protocol, Self, TypeVar, get_args
from weakref import WeakSet

import msgspec
from msgspec.structs import replace

from darwin_core.contract.game import SEATS_MAX
from darwin_core.journal import Journal
from darwin_core.match.record import SCRIPTS, UNREADABLE
from darwin_core.text.language import tr
from darwin_core.text.wording import counted
from darwin_tui.library.seat_access import ChatLine
from darwin_tui.server.event_log import Complaints
from darwin_tui.server.sanitiser import one_line

_LETTERS: Final = "".join(SCRIPTS.values())
ACCOUNT_PATTERN: Final = rf"^[0-9{_LETTERS}][0-9{_LETTERS}_-]{{1,15}}\Z"
"""Account names, unique when case is ignored; they are also the players' names. 2 to 16
characters, which fit ``seating.NAME_CELLS_MAX``."""
CODE_PATTERN: Final = r"^[0-9A-HJKMNP-TV-Z]{4}\Z"
"""Table codes, made of letters and digits that are not confused when read aloud."""

TOURNAMENT_PATTERN: Final = r"^([0-9A-HJKMNP-TV-Z]{4}|\d{4}-\d\d-\d\d)\Z"
"""Tournament codes, and the dates of daily challenges."""

AccountName = Annotated[str, msgspec.Meta(pattern=ACCOUNT_PATTERN)]
Code = Annotated[str, msgspec.Meta(pattern=CODE_PATTERN)]


Right = Literal["moderate", "tournaments"]
"""``moderate`` to mute and kick, end tables and open tournaments; ``tournaments`` to open
tournaments."""
RIGHTS: Final[tuple[Right, ...]] = ("moderate", "tournaments")


class PublicKey(msgspec.Struct, frozen=True):
    """A public key of an account."""

    fingerprint: str
    """In OpenSSH's form: ``SHA256:`` and base64."""
    text: str
    """Algorithm and key in OpenSSH's format, without a comment."""


class Holiday(NamedTuple):
    """A time span during which the clocks of a player's turn-based matches stop, in seconds since
    the epoch."""

    since: float
    until: float


class Account(msgspec.Struct, frozen=True):
    """A player known to the server."""

    name: AccountName
    keys: tuple[PublicKey, ...] = ()
    made: str = ""
    """Time of creation, ISO 8601 in UTC."""
    seen: float = 0
    """Time of the player's last visit, seconds since the epoch."""
    settings: msgspec.Raw = msgspec.Raw(b"{}")
    """The player's settings, in the form of a settings file."""
    is_muted: bool = False
    """True if the host forbids the player to chat."""
    rights: tuple[Right, ...] = ()
    """The player's rights beyond those of other players."""
    is_guest: bool = False
    """True if the account ends with the player's session, unless the player adds a key."""
    friends: tuple[str, ...] = ()
    """Account names of friends."""
    blocked: tuple[str, ...] = ()
    """Accounts that may not write to the player, invite the player or join the player's tables."""
    holidays: tuple[Holiday, ...] = ()
    """The player's holidays of recent seasons."""
    is_removed: bool = False
    """True if nobody can sign in. The name stays, with all seats, tables and records."""
    token_hash: str = ""
    """SHA-256 of the token that signs in from a browser; empty if there is none."""
    token_made: str = ""
    """Time at which the token was made, ISO 8601 in UTC."""
    browsers: tuple[str, ...] = ()
    """SHA-256 of the cookie of each signed-in browser, oldest first."""
    version: int = 0
    """Number of times the value was stored; 0 before the first time."""

    def may(self, right: Right) -> bool:
        """Return whether the player has a right; moderators may also open tournaments."""
        return right in self.rights or "moderate" in self.rights

    def admits(self, credential: str) -> bool:
        """Return whether a credential signs in: a key's fingerprint, or a browser cookie's hash."""
        return credential in (*(key.fingerprint for key in self.keys), *self.browsers)


Terms = Literal["casual", "help", "rated"]
"""``casual``: no help by the judge if several people play; ``help``: everybody may ask for it;
``rated``: no help, and the result counts."""


TERMS: Final[tuple[Terms, ...]] = ("casual", "help", "rated")


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a table on a server."""

    kind: Literal["open", "reserved", "person", "bot"]
    name: str = ""
    """Account of the person, also for a reserved seat; or name of the bot."""
    level: str = ""
    """Level of a bot."""
    nonce: str = ""
    """Words that the person added to the seed; see ``darwin_core.match.fairness``."""
    has_resigned: bool = False
    """True if a bot plays for the person until the end."""
    resigned: int = 0
    """Position of the person among those who resigned, from 1; 0 if unknown."""
    agrees: bool = False
    """True if the person agrees to end the match now."""
    has_stand_in: bool = False
    """True if a bot plays for the person until the person returns. It has no effect at a table
    where bots decide by the clock, but older tables of that kind may have it set."""
    vote: Literal["wait", "bot", "stop"] = "wait"
    """The person's vote on absent players."""
    asked: tuple[float, ...] = ()
    """Times at which the seat was first asked for its recent decisions, seconds since the epoch.
    Covers the decisions to which an undo may lead back, and the current one."""
    decision: int = 0
    """Number of seat actions before the first of these decisions."""
    owed_since: float = 0
    """Time at which the seat was asked for the decision that it owes; 0 if it owes no decision."""
    was_late: bool = False
    """True if the seat's last decision came after its clock ran out."""
    lefts: tuple[float, ...] = ()
    """Seconds on the seat's chess clock at the times in ``asked``."""
    left: float = 0
    """Seconds on the seat's chess clock at ``owed_since`` or, if it owes no decision, at the start
    of its next one; 0 before the first decision of the match."""
    holidays: tuple[Holiday, ...] = ()
    """Holidays of the person, during which the seat's clock stops."""


class Invited(msgspec.Struct, frozen=True):
    """An account that is invited to a table and has not answered."""

    name: AccountName
    by: AccountName


class TableInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table on a server, without its match."""

    code: Code
    game: str
    host: AccountName
    seats: Annotated[tuple[SeatInfo, ...], msgspec.Meta(max_length=SEATS_MAX)]
    commitment: str
    """Hash of the server's secret for the seed, published before anybody sits down."""
    options: dict[str, bool | int | str] = {}
    is_private: bool = False
    """True if only people who know the code see the table."""
    seconds_a_move: int | None = None
    """Time for a decision; None for a live table without a clock."""
    seconds_in_all: int = 0
    """Initial time of a chess clock, to which ``seconds_a_move`` is added for each decision; 0 for
    a separate clock for each decision."""
    bots_take_over: bool = False
    """True if a bot takes a decision for a person whose time has run out. At a live table, a bot
    then also plays for a person who has been away for two minutes, until the person returns."""
    watching: Literal["public", "seats", "none"] = "public"
    """``public`` if spectators may watch with the public view. Older tables have ``seats``, which
    means the same, with a record open to everybody."""
    watchers_chat: bool = True
    """True if spectators may write in the chat of the table."""
    opens_record: Literal["seats", "all"] = "seats"
    """The people who may replay and download the finished match."""
    terms: Terms = "casual"
    invited: tuple[Invited, ...] = ()
    """Accounts that have not answered an invitation to the table."""
    rematch: str = ""
    """Code of the table of the rematch; empty if nobody asked for one."""
    phase: Literal["gathering", "playing", "over"] = "gathering"
    ended: Literal["", "rules", "agreement", "resigned", "vote", "host", "time"] = ""
    """Reason for the end of the match; ``time`` if the end of a tournament round ended it."""
    winners: tuple[int, ...] = ()
    """Seats ranked first once the match is over; empty if nobody has won."""
    places: tuple[int, ...] = ()
    """Rank of each seat, from 1, if somebody has won; ties share a rank."""
    made: float = 0
    """Time of creation, seconds since the epoch."""
    moved: float = 0
    """Time of the last action, or of the start."""
    paused: float = 0
    """Time at which the clocks stopped because no person had moved for a round; 0 while they
    run."""
    line: int = 0
    """Number of actions in the record when the table was last stored."""
    to_move: tuple[int, ...] = ()
    """Seats that owed a decision when the table was last stored."""
    round: int = 0
    """Round of the match, as the game counts rounds; 0 if unknown."""
    rounds: int = 0
    """The number of rounds."""
    progress: str = ""
    """The round in English, as ``round 2 of 3``, in tables that earlier versions stored without the
    numbers."""
    tournament: str = ""
    """Code of the tournament to which the match belongs."""
    deal: str = ""
    """Name of the deal that several tables share. It replaces the table's code in the seed."""
    version: int = 0
    """Number of times the value was stored; 0 before the first time."""

    @property
    def people(self) -> set[str]:
        """Accounts at the table: its host, and every person who has a seat there."""
        return {self.host, *(seat.name for seat in self.seats if seat.kind == "person")}

    @property
    def accounts(self) -> set[str]:
        """The accounts that the table concerns: ``people``, accounts for whom a seat is reserved,
        and invited accounts."""
        reserved_names = (seat.name for seat in self.seats if seat.kind == "reserved")
        return {*self.people, *reserved_names, *(row.name for row in self.invited)}


OpenForm = Literal["duplicate", "swiss", "arena"]
"""``duplicate``: all play the same deals; ``swiss``: rounds of people with equal scores; ``arena``:
free people meet."""
FORMS: Final[tuple[OpenForm, ...]] = get_args(OpenForm)
"""The forms of tournaments that can be opened."""
Form = Literal[OpenForm, "daily"]
"""The forms of tournaments; ``daily`` is the challenge of the day, which nobody opens."""
TOURNAMENTS: Final = "tournaments"
"""Collection of the tournaments, by code."""
CHALLENGES: Final = "challenges"
"""Collection of the daily challenges, by date."""


FINDS: Final = "finds"
"""The collection of the achievements of all players, by their folded names."""
RACES: Final = "races"
"""The collection of the first races of all players, by week and game, as in ``2026-W48 dice``."""
Races = dict[AccountName, tuple[int, int]]
"""A document of the collection ``RACES``: numbers of right and wrong answers by account."""


class Deal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Game and rules of a tournament's tables."""

    game: str
    seats: int
    options: dict[str, bool | int | str] = {}
    seat: int = 0
    """Seat of the player, if each player plays alone against bots."""
    par: int | None = None
    """Points of a Normal bot in that seat, in a daily challenge."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of a tournament."""

    name: AccountName
    is_waiting: bool = False
    """True if the player wants to play at the next table of an arena."""
    has_left: bool = False
    """True if the player is no longer paired; the results stay."""
    team: str = ""
    """Name of the player's team, in a team duplicate."""


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match of a tournament: the people of its table, and their results."""

    number: int
    """Number of the deal or round, from 0."""
    names: tuple[str, ...]
    """Accounts by seat; bots have the other seats. In a duplicate, the only player."""
    table: str = ""
    """Code of the table; empty for a bye."""
    points: tuple[int, ...] = ()
    """Points of the people, once the match is over."""
    ranks: tuple[int, ...] = ()
    """Ranks of all seats, once the match is over."""
    forfeits: tuple[int, ...] = ()
    """Indexes in ``names`` of players who resigned, or did not finish in time."""
    due: float = 0
    """Time at which the match is ended, seconds since the epoch."""
    ended: float = 0
    """Time of the result; 0 before."""


class Tournament(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament, or a daily challenge."""

    code: Annotated[str, msgspec.Meta(pattern=TOURNAMENT_PATTERN)]
    form: Form
    deals: tuple[Deal, ...]
    """The deals that everybody plays. A Swiss tournament or an arena has one deal for all
    tables."""
    host: str = ""
    """The account that opened the tournament; empty for the server's host."""
    title: str = ""
    has_teams: bool = False
    """True for a duplicate of teams."""
    level: str = ""
    """Level of all bots."""
    rounds: int = 0
    """Number of rounds of a Swiss tournament."""
    seconds_a_move: int = 0
    """Seconds for a decision at the tournament's tables."""
    seconds_in_all: int = 0
    """Initial time of a chess clock; 0 for another clock."""
    round_seconds: float = 0
    """Time for a round of a Swiss tournament."""
    begins: float = 0
    """Time of the start, seconds since the epoch."""
    ends: float = 0
    """Time after which no match begins; 0 if the tournament ends with its last round."""
    entries: tuple[Entry, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    phase: Literal["gathering", "playing", "over"] = "gathering"
    secret: str = ""
    """Secret from which the seeds of the deals are made. Show it to nobody."""
    made: float = 0
    """Time of creation, seconds since the epoch."""
    version: int = 0
    """Number of times the value was stored; 0 before the first time."""

    @property
    def is_alone(self) -> bool:
        """True if each player plays the same deals alone against bots."""
        return self.form in ("duplicate", "daily")

    def entry(self, name: str) -> Entry | None:
        """Return the entry of an account."""
        return next((entry for entry in self.entries if entry.name == name), None)


class Presence(msgspec.Struct, frozen=True, omit_defaults=True):
    """A session present on a server."""

    session: str
    """Session identifier, unique across all hosts."""
    name: AccountName
    table: str = ""
    """Code of the session's table; empty for the lobby."""
    seats: tuple[int, ...] = ()
    """Seats that the session plays at the table; empty for a spectator."""
    since: float = 0
    """Time of sign-in, seconds since the epoch."""


LOBBY: str = ""
"""Chat room of the lobby; a table's room is named by its code."""
CHAT_LINES_MAX: int = 200
"""Number of lines that each room keeps."""
SECRET_BYTES: int = 32
"""Length of the server's secret for the seed of a table."""


class StoreError(Exception):
    """Raised if the store cannot be used now; the message is one sentence for people."""


class Damaged(StoreError):
    """Raised for an entry that cannot be decoded. Reading the entry again does not help."""


class Outdated(StoreError):
    """Raised for a value that another process has changed meanwhile. Read the value again."""


class Taken(StoreError):
    """Raised for a name or key that belongs to another account."""


class Change(msgspec.Struct, frozen=True):
    """A notice to all processes of the server that something changed."""

    kind: Literal["account", "table", "line", "chat", "presence", "takeover", "document", "all"]
    """``line`` is a new line in a match's record. ``all`` means that notices may have been missed:
    read everything on screen again."""
    key: str
    """Account name, table code, chat room, or collection and key of a document joined by a slash;
    for a takeover, the account name."""
    origin: str = ""
    """Identifier of the session that takes over, for a takeover."""
    lines: int = 0
    """Number of lines in the record after the change, header included, for ``line``."""


class AccountStore(Protocol):
    """The accounts of a server, and write access to its chat. Each method may raise StoreError."""

    async def open(self) -> None:
        """Connect, or create the folders."""

    async def close(self) -> None:
        """Disconnect; no data is lost."""

    async def accounts(self) -> list[Account]:
        """Return all accounts by name."""

    async def account(self, name: str) -> Account | None:
        """Return the account of a name, ignoring case."""

    async def account_of_key(self, fingerprint: str) -> Account | None:
        """Return the account that a public key signs in to."""

    async def account_of_token(self, token_hash: str) -> Account | None:
        """Return the account that a browser's token signs in to."""

    async def put_account(self, account: Account) -> Account:
        """Store an account and return it with its new version.

        Raises:
            Outdated: if its version differs from the one in the store.
            Taken: if its name or one of its keys belongs to another account.
        """

    async def say(self, room: str, line: ChatLine) -> None:
        """Add a line to the chat of a room, which is a table code or LOBBY; old lines are
        dropped."""

    async def forget_lines(self, name: str) -> None:
        """Remove all lines of an account, and the notices about it, from all chats."""

    # --- documents: small values in named collections, as bans, orders, notices and tournaments

    async def collections(self) -> list[str]:
        """Return the names of the collections that contain documents."""

    async def documents(self, collection: str) -> dict[str, bytes]:
        """Return the documents of a collection by key."""

    async def document(self, collection: str, key: str) -> bytes | None:
        """Return a document of a collection; None if there is none."""

    async def put_document(
        self, collection: str, key: str, data: bytes | None, before: bytes | None
    ) -> None:
        """Replace, add or remove a document.

        Args:
            data: None to remove the document.
            before: the document as last read; None if there was none.

        Raises:
            Outdated: if the stored document differs from ``before``.
        """


class Store(AccountStore, Protocol):
    """The store of a server. Each method may raise StoreError."""

    async def warnings(self) -> Sequence[str]:
        """Return one sentence for each guarantee that the store's configuration breaks."""

    async def swap_host_key(self, fingerprint: str) -> str:
        """Store the host key of the starting server; return the key stored before, empty if
        none."""

    # --- tables

    async def tables(self, finished_max: int | None = None) -> list[TableInfo]:
        """Return all tables, newest first.

        Args:
            finished_max: maximum number of finished tables, latest first; None for all.
        """

    async def finished(self, name: str, count: int) -> list[str]:
        """Return the codes of an account's last finished tables, newest first.

        Args:
            name: the account's name in its proper spelling.
            count: maximum number of codes.
        """

    async def rated(self) -> list[TableInfo]:
        """Return the finished rated tables."""

    async def table(self, code: str) -> TableInfo | None:
        """Return the table of a code."""

    async def put_table(self, table: TableInfo) -> TableInfo:
        """Store a table and return it with its new version.

        Raises:
            Outdated: if its version differs from the one in the store.
        """

    async def remove_table(self, code: str, *, is_over: bool = False) -> None:
        """Remove a table that never began, with its secret, match and chat.

        Args:
            is_over: True to remove also a table whose match is over.

        Raises:
            StoreError: if its match has begun.
        """

    async def secret(self, code: str, given: bytes | None = None) -> bytes:
        """Return the server's secret for the seed of a table.

        The secret is made on the first call, even before the table is stored.

        Args:
            given: secret of a table copied from another store, used if there is none here.
        """

    async def journal(self, code: str, first: bytes | None = None) -> Journal:
        """Open the record of a table's match for writing.

        A truncated last line is removed. ``since(0)`` of the journal returns the whole record. A
        process may have each match open only once at a time.

        Args:
            first: first lines of a new match; None to open an existing one.

        Raises:
            JournalError: if the match is missing, cannot be opened, or already exists.
            RecordError: if the store checks the record and finds it damaged.
        """

    async def rescue(self, code: str, good: bytes, *, keeps: bool = True) -> str:
        """Replace the record of a table, for instance a damaged record by its sound part.

        Args:
            code: code of the table; no process may have its match open.
            keeps: True to keep the old record beside the new one.

        Returns:
            The file or the key under which the old record is kept; empty if it is not kept.

        Raises:
            StoreError: if it cannot be stored.
        """

    async def record(self, code: str) -> bytes:
        """Return the current record of a table's match.

        It contains everything hidden in the match: give it to nobody before the match is over.

        Raises:
            StoreError: if there is none, or it cannot be read.
        """

    # --- chat

    async def chat(self, room: str) -> list[ChatLine]:
        """Return the last lines of a room's chat, oldest first."""

    # --- notices, leases and presences, shared by all processes

    async def notify(self, change: Change) -> None:
        """Send a notice to all processes, this one included.

        Methods that change something send the notice themselves, and so does a journal's
        ``append``. No notice is sent for a presence that expires without ``remove_presence``.
        """

    def changes(self) -> AsyncIterator[Change]:
        """Yield each notice from this call on until the store is closed; slightly older notices may
        appear as well."""

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        """Take or renew a lease for some seconds; return whether the holder has it now."""

    async def release(self, name: str, holder: str) -> None:
        """Release a lease if the holder has it."""

    async def present(self) -> list[Presence]:
        """Return all sessions on all hosts."""

    async def put_presence(self, presence: Presence, seconds: float) -> None:
        """Store a session's presence for some seconds."""

    async def remove_presence(self, session: str) -> None:
        """Remove a session's presence."""


T = TypeVar("T", Account, TableInfo, ChatLine, Presence)

# The same value always has the same bytes, which stores compare.
_encode = msgspec.json.Encoder(order="deterministic").encode
_DECODERS: Final[dict[type[object], Callable[[bytes], object]]] = {
    kind: msgspec.json.Decoder(kind).decode for kind in (Account, TableInfo, ChatLine, Presence)
}


def pack(value: Account | TableInfo | ChatLine | Presence) -> bytes:
    """Encode a value.

    Raises:
        Damaged: if it could not be decoded again, as with an invalid name.
    """
    # Encoding checks no names, lengths or patterns; decoding does.
    data = _encode(value)
    _decode(data, type(value))
    return data


Document = TypeVar("Document")


def encode(document: object) -> bytes:
    return _encode(document)


def decode(data: bytes, kind: type[Document]) -> Document:
    """Decode a document.

    Raises:
        Damaged: if the bytes are no such document.
    """
    try:
        return msgspec.json.decode(data, type=kind)
    except UNREADABLE:
        raise Damaged("An entry of the store is damaged.") from None


def unpack(data: object, kind: type[T]) -> T:
    """Decode a value.

    Raises:
        Damaged: if the bytes are no such value.
    """
    value = _decode(data, kind)
    assert isinstance(value, kind)
    return value


def _decode(data: object, kind: type[object]) -> object:
    """Decode a value of a kind; raises Damaged."""
    try:
        # Other programs may have stored anything there.
        if isinstance(data, bytes):
            return _DECODERS[kind](data)
    except UNREADABLE:
        pass
    raise Damaged(f"{_NAMES[kind]} cannot be kept or read: it is damaged.")


_ENTRY_CELLS_MAX: Final = 40
"""Width of a damaged entry's name in the log."""
_NAMES: Final[dict[type[object], str]] = {
    Account: "An account",
    TableInfo: "A table",
    ChatLine: "A line of chat",
    Presence: "The presence of a player",
}
"""Names of the values in sentences."""


class SoundEntries:
    """A filter that leaves out a store's unreadable entries, and logs each of them once."""

    def __init__(self, complaints: Complaints, source: str) -> None:
        """Make a filter.

        Args:
            source: words in the log for where the entries come from, as ``the accounts``.
        """
        self._complaints = complaints
        self._source = source

    def values(self, entries: Iterable[tuple[str, object]], kind: type[T]) -> list[T]:
        """Return the values of named entries; missing (None) and damaged ones are left out."""
        sound = []
        for name, data in entries:
            try:
                if data is not None:
                    sound.append(unpack(data, kind))
            except Damaged:
                self.leave_out(name)
        return sound

    def leave_out(self, name: str) -> None:
        """Log that an entry is damaged."""
        name = one_line(name, _ENTRY_CELLS_MAX)
        self._complaints.log(name, f"An entry of {self._source} is damaged and left out: {name}")


_documents: Final = SoundEntries(Complaints(logging.getLogger(__name__)), "the documents")


async def sound_documents(
    store: AccountStore, collection: str, kind: type[Document]
) -> dict[str, Document]:
    """Return the documents of a collection by key; damaged ones are left out and logged once."""
    documents = {
        key: sound_document(data, kind, f"{collection} {key}")
        for key, data in (await store.documents(collection)).items()
    }
    return {key: document for key, document in documents.items() if document is not None}


def sound_document(data: bytes | None, kind: type[Document], name: str) -> Document | None:
    """Decode a document; None if there is none, or if it is damaged, which is logged once.

    Args:
        name: name of the document in the log.
    """
    try:
        return None if data is None else decode(data, kind)
    except Damaged:
        _documents.leave_out(name)
        return None


CODE_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits of codes, which are not confused when read aloud; see ``CODE_PATTERN``."""
_SIMILAR: Final = str.maketrans("OIL", "011")
"""Letters that codes leave out, with the digits that they are confused with."""
CODE_LENGTH: Final = 4
"""Characters of a table's code: short enough to be said aloud."""


def new_code(length: int = CODE_LENGTH) -> str:
    """Return a random code."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


def read_code(text: str) -> str:
    """Normalise a typed code: any case, with O, I and L read as digits."""
    return text.strip().upper().translate(_SIMILAR)


def check_code(code: str) -> str:
    """Return a text that a stranger typed if it has the form of a table code.

    Raises:
        StoreError: if the text has another form.
    """
    if not re.match(CODE_PATTERN, code):
        raise StoreError("There is no table of that code.")
    return code


def fold(name: str) -> str:
    """Return an account name in the form in which names are compared."""
    # Folding the case may undo the composition, so compose once more.
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


WAITING_MAX: Final = 10_000
"""Maximum number of notices waiting for one subscriber. If there are more, a single notice of kind
``all`` replaces them, so that a subscriber that hangs costs no memory."""


class Subscription:
    """One subscriber's notices as an asynchronous iterator, which ends when ``Notices`` is closed.

    ``Notices`` holds it only weakly, so an iterator that nobody uses any more receives nothing.
    """

    def __init__(self) -> None:
        self._waiting: deque[Change] = deque()
        self._changed = asyncio.Event()
        self._is_closed = False

    def put(self, change: Change) -> None:
        """Add a notice."""
        if len(self._waiting) >= WAITING_MAX:
            self._waiting.clear()
            change = Change("all", "")
        self._waiting.append(change)
        self._changed.set()

    def close(self) -> None:
        """End the iteration after the waiting notices."""
        self._is_closed = True
        self._changed.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Change:
        while not self._waiting:
            if self._is_closed:
                raise StopAsyncIteration
            self._changed.clear()
            await self._changed.wait()
        return self._waiting.popleft()


class Notices:
    """The subscribers of one process. Call all methods on its event loop."""

    def __init__(self) -> None:
        self._subscriptions: WeakSet[Subscription] = WeakSet()

    def subscribe(self) -> Subscription:
        """Return a subscription to all notices from now on."""
        subscription = Subscription()
        self._subscriptions.add(subscription)
        return subscription

    def publish(self, change: Change) -> None:
        """Pass a notice to each subscriber."""
        for subscription in list(self._subscriptions):
            subscription.put(change)

    def close(self) -> None:
        for subscription in list(self._subscriptions):
            subscription.close()


_TRIES_MAX: Final = 20
"""Maximum number of attempts at a change while other processes change the value first."""
Answer = TypeVar("Answer")


async def retried(attempt: Callable[[], Awaitable[Answer]]) -> Answer:
    """Return the result of an attempt, repeated while it raises Outdated.

    Raises:
        Outdated: if all of ``_TRIES_MAX`` attempts do.
    """
    for _ in range(_TRIES_MAX):
        with suppress(Outdated):
            return await attempt()
    raise Outdated(tr("This is changed by too many at once; try again in a moment."))


async def has_record(store: Store, code: str) -> bool:
    """Return whether a table's match has begun; False also if its record cannot be read."""
    try:
        return bool(await store.record(code))
    except StoreError:
        return False


# --- the copy of a store


async def copy_all(source: Store, target: Store, *, is_backup: bool = False) -> AsyncIterator[str]:
    """Copy accounts, tables with matches, chat and documents from one store to another.

    The source is only read, and nobody may play there meanwhile. Existing entries of the target
    stay, so a second copy completes an interrupted one.

    Args:
        is_backup: True if players may be at the source and the target is empty. The match of each
            table is read after the table, so that the copied match is at least as new.

    Yields:
        One line for each thing copied.

    Raises:
        StoreError: before anything is copied, if players are at the source, or the target has
            another account, key or table of the same name; or if a store fails.
        JournalError: if a match cannot be written.
    """
    if not is_backup and await source.present():
        raise StoreError("Players are at the server now; end it first.")
    accounts = [entry for entry in await source.accounts() if not await _has_account(entry, target)]
    tables = [
        entry for entry in await source.tables() if not await _has_table(entry, source, target)
    ]
    for account in accounts:
        await target.put_account(replace(account, version=0))
        yield f"account {account.name}"
    for table in tables:
        try:
            actions = await _copy_table(table, source, target)
        except StoreError:
            if is_backup and await source.table(table.code) is None:
                # The table was removed meanwhile.
                continue
            raise
        yield f"table {table.code}: {table.game}, {actions}"
    if count := await _copy_chat(LOBBY, source, target):
        yield f"lobby: {counted(count, 'line')} of chat"
    for collection in await source.collections():
        present = await target.documents(collection)
        documents = await source.documents(collection)
        missing = {key: data for key, data in documents.items() if key not in present}
        for key, data in missing.items():
            await target.put_document(collection, key, data, None)
        if missing:
            yield f"{collection}: {len(missing)}"


async def _has_account(account: Account, target: Store) -> bool:
    """Return whether the target has the account; refuse a different account of that name."""
    present = await target.account(account.name)
    if present is not None and replace(present, version=0) != replace(account, version=0):
        raise StoreError(f"The target has an account {present.name} already.")
    for key in account.keys:
        owner = await target.account_of_key(key.fingerprint)
        if owner is not None and present is None:
            raise StoreError(f"The target has the key of {account.name} for {owner.name} already.")
    return present is not None


async def _has_table(table: TableInfo, source: Store, target: Store) -> bool:
    """Return whether the target has the table; refuse a different table of that code."""
    code = table.code
    present = await target.table(table.code)
    if present is None:
        return False
    is_same = replace(present, version=0) == replace(table, version=0)
    if is_same and table.phase != "gathering":
        is_same = await target.record(code) == await source.record(code)
    if not is_same:
        raise StoreError(f"The target has a table {code} already.")
    return True


async def _copy_table(table: TableInfo, source: Store, target: Store) -> str:
    """Copy a table with its secret, match and chat; return the length of the match.

    The table itself is copied last: if the copy fails earlier, the target does not show it.
    """
    code = table.code
    actions = "not begun"
    if await source.table(code) is None:
        # For a removed table, ``secret`` would make a new secret in the source.
        raise StoreError(f"There is no table {code}.")
    secret = await source.secret(code)
    if await target.secret(code, secret) != secret:
        raise StoreError(f"The target has another secret for the table {code} already.")
    # A server may have been killed between beginning the match and noting it in the table.
    if table.phase != "gathering" or await has_record(source, code):
        text = await source.record(code)
        if not await has_record(target, code):
            (await target.journal(code, text)).close()
        if await target.record(code) != text:
            raise StoreError(f"The target has another match {code} already.")
        # The first line is the header.
        actions = counted(text.count(b"\n") - 1, "action")
    await _copy_chat(code, source, target)
    await target.put_table(replace(table, version=0))
    return actions


async def _copy_chat(room: str, source: Store, target: Store) -> int:
    """Add the lines that the target lacks, unless its chat differs; return their number."""
    lines, present = await source.chat(room), await target.chat(room)
    missing = lines[len(present) :] if present == lines[: len(present)] else []
    for line in missing:
        await target.say(room, line)
    return len(missing)
