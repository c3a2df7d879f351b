"""The contract of a server's store, which all hosts share: its values, their bytes, its notices.

A store holds accounts, tables, matches, chat and documents, and sends a notice of each change.
"""

import asyncio
import logging
import re
import unicodedata
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from typing import Annotated, Final, Literal, NamedTuple, Protocol, Self, TypeVar
from weakref import WeakSet

import msgspec
from msgspec.structs import replace

from darwin_core.contract.game import SEATS_MAX
from darwin_core.journal import Journal
from darwin_core.match.record import SCRIPTS, UNREADABLE
from darwin_core.text.wording import counted
from darwin_tui.library.seat_access import ChatLine
from darwin_tui.server.event_log import Complaints
from darwin_tui.server.sanitiser import one_line

_LETTERS: Final = "".join(SCRIPTS.values())
ACCOUNT_PATTERN: Final = rf"^[0-9{_LETTERS}][0-9{_LETTERS}_-]{{1,15}}\Z"
"""Names of accounts; they are unique, ignoring case, and also the names of players."""
CODE_PATTERN: Final = r"^[0-9A-HJKMNP-TV-Z]{4}\Z"
"""Codes of tables: letters and digits that nobody confuses when reading them aloud."""

TOURNAMENT_PATTERN: Final = r"^([0-9A-HJKMNP-TV-Z]{4}|\d{4}-\d\d-\d\d)\Z"
"""Codes of tournaments, and the dates of the challenges of the day."""

AccountName = Annotated[str, msgspec.Meta(pattern=ACCOUNT_PATTERN)]
Code = Annotated[str, msgspec.Meta(pattern=CODE_PATTERN)]


Right = Literal["moderate", "tournaments"]
"""``moderate`` to mute and kick others, end tables and open tournaments; ``tournaments`` to open
tournaments."""
RIGHTS: Final[tuple[Right, ...]] = ("moderate", "tournaments")


class PublicKey(msgspec.Struct, frozen=True):
    """A public key of an account."""

    fingerprint: str
    """As OpenSSH prints it: ``SHA256:`` and base64."""
    text: str
    """Algorithm and key in OpenSSH's format, without a comment."""


class Holiday(NamedTuple):
    """A time for which the clocks of a player's turn-based matches stand, seconds since the
    epoch."""

    since: float
    until: float


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
    rights: tuple[Right, ...] = ()
    """The player may do more than others."""
    is_guest: bool = False
    """It ends with the player's session, unless the player adds a key."""
    friends: tuple[str, ...] = ()
    """The names of the accounts that the player knows."""
    blocked: tuple[str, ...] = ()
    """The names of the accounts that may not write to the player, invite or join the player."""
    holidays: tuple[Holiday, ...] = ()
    """The player's holidays of the last seasons."""
    is_removed: bool = False
    """Nobody can sign in to it. It keeps the name, with all seats, tables and records."""
    token_hash: str = ""
    """SHA-256 of the token that signs in from a browser; empty if there is none."""
    token_made: str = ""
    """Time at which the token was made, ISO 8601 in UTC."""
    browsers: tuple[str, ...] = ()
    """SHA-256 of the cookie of each browser that is signed in, the oldest first."""
    version: int = 0
    """Number of times that it was kept; 0 before the first time."""

    def may(self, right: Right) -> bool:
        """Return whether the player has a right; moderators may open tournaments, too."""
        return right in self.rights or "moderate" in self.rights

    def admits(self, credential: str) -> bool:
        """Return whether a key's fingerprint, or the hash of a browser's cookie, signs in."""
        return credential in (*(key.fingerprint for key in self.keys), *self.browsers)


Terms = Literal["casual", "help", "rated"]
"""``casual`` for a match without help by the judge, where there are several people; ``help`` for
one at which everybody may ask for it; ``rated`` for one without help whose result counts."""


TERMS: Final[tuple[Terms, ...]] = ("casual", "help", "rated")


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
    lefts: tuple[float, ...] = ()
    """Seconds on the seat's chess clock at the times of ``asked``."""
    left: float = 0
    """Seconds on the seat's chess clock at ``owed_since``, or for its next decision if it owes
    none; 0 before the first decision of the match."""
    holidays: tuple[Holiday, ...] = ()
    """The holidays of the person, while which the clock of the seat stands."""


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
    """The time for a decision; None for a live table without a clock."""
    seconds_in_all: int = 0
    """The time with which a chess clock begins, to which ``seconds_a_move`` is added for each
    decision; 0 for a clock of each decision alone."""
    bots_take_over: bool = False
    """A bot takes one decision for a person who is later than the clock. At a live table it plays
    for a person who is away for two minutes, until the person returns."""
    watching: Literal["public", "seats", "none"] = "public"
    """``public`` if there may be spectators, who have the public view; ``seats`` stands in tables
    that were kept before for that, and a record that is open to all."""
    watchers_chat: bool = True
    opens_record: Literal["seats", "all"] = "seats"
    """The people who may replay and download the finished match."""
    terms: Terms = "casual"
    invited: tuple[Invited, ...] = ()
    rematch: str = ""
    """Code of the table at which its players play again; empty if none has asked for it."""
    phase: Literal["gathering", "playing", "over"] = "gathering"
    ended: Literal["", "rules", "agreement", "resigned", "vote", "host", "time"] = ""
    """The reason for the end of the match; ``time`` where a round of a tournament has ended."""
    winners: tuple[int, ...] = ()
    """The seats in the first place once the match is over; empty where nobody has won."""
    places: tuple[int, ...] = ()
    """The place of each seat, from 1, where somebody has won; equal places share a number."""
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
    tournament: str = ""
    """Code of the tournament that the match belongs to."""
    deal: str = ""
    """Name of the deal that is also played at other tables, in place of the code in the seed."""
    version: int = 0
    """Number of times that it was kept; 0 before the first time."""

    @property
    def people(self) -> set[str]:
        """The accounts of the table: its host, and everyone who sits there."""
        return {self.host, *(seat.name for seat in self.seats if seat.kind == "person")}

    @property
    def accounts(self) -> set[str]:
        """The accounts that the table concerns: those for whom a seat is kept, and those who are
        invited, too."""
        kept = (seat.name for seat in self.seats if seat.kind == "reserved")
        return {*self.people, *kept, *(row.name for row in self.invited)}


Form = Literal["duplicate", "swiss", "arena", "daily"]
TOURNAMENTS: Final = "tournaments"
"""The collection of the tournaments, by their codes."""
CHALLENGES: Final = "challenges"
"""The collection of the challenges of the day, by their dates."""


FINDS: Final = "finds"
"""The collection of the achievements of all players, by their folded names."""
RACES: Final = "races"
"""The collection of the first races of all players, by week and game, as in ``2026-W48 dice``."""
Races = dict[AccountName, tuple[int, int]]
"""A document of that collection: right and wrong answers by account."""


class Deal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game and the rules of tables of a tournament."""

    game: str
    seats: int
    options: dict[str, bool | int | str] = {}
    seat: int = 0
    """The seat of the player, where each player plays alone against bots."""
    par: int | None = None
    """The points of a Normal bot in that seat, of a challenge of the day."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of a tournament."""

    name: AccountName
    is_waiting: bool = False
    """The player wishes to play at the next table of an arena."""
    has_left: bool = False
    """The player is paired no more; the results stay."""
    team: str = ""
    """The name of the player's team, in a duplicate of teams."""


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The people of one table of a tournament, and their results."""

    number: int
    """Of the deal or the round, from 0."""
    names: tuple[str, ...]
    """The accounts by seat; bots have the other seats. Of a deal, its player."""
    table: str = ""
    """Code of the table; empty for a bye."""
    points: tuple[int, ...] = ()
    """Of the people, once the match is over."""
    ranks: tuple[int, ...] = ()
    """Places of all seats, once the match is over."""
    forfeits: tuple[int, ...] = ()
    """Places in ``names`` of players who resigned, or did not play in time."""
    due: float = 0
    """Time at which the match is ended, seconds since the epoch."""
    ended: float = 0
    """Time of the result; 0 before."""


class Tournament(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament, or a challenge of the day."""

    code: Annotated[str, msgspec.Meta(pattern=TOURNAMENT_PATTERN)]
    form: Form
    deals: tuple[Deal, ...]
    """The deals that all play; one for all tables of a swiss tournament or an arena."""
    host: str = ""
    """The account that has opened it; empty for the host of the server."""
    title: str = ""
    has_teams: bool = False
    """It is a duplicate in which teams play."""
    level: str = ""
    """The level of all bots."""
    rounds: int = 0
    """The number of rounds of a swiss tournament."""
    seconds_a_move: int = 0
    """The clock at its tables."""
    seconds_in_all: int = 0
    """The time with which a chess clock begins; 0 for another clock."""
    round_seconds: float = 0
    """Time for a round of a swiss tournament."""
    begins: float = 0
    """Time from which it is played, seconds since the epoch."""
    ends: float = 0
    """Time at which no more matches begin; 0 for the end of the last round."""
    entries: tuple[Entry, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    phase: Literal["gathering", "playing", "over"] = "gathering"
    secret: str = ""
    """Source of the seeds of the deals. Show it to nobody."""
    made: float = 0
    """Time of creation, seconds since the epoch."""
    version: int = 0
    """Number of times that it was kept; 0 before the first time."""

    @property
    def is_alone(self) -> bool:
        """True if each player plays the same deals alone against bots."""
        return self.form in ("duplicate", "daily")

    def entry(self, name: str) -> Entry | None:
        """Return the entry of an account."""
        return next((entry for entry in self.entries if entry.name == name), None)


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


LOBBY: str = ""
"""The room of the lobby's chat; tables have rooms by their code."""
CHAT_LINES_MAX: int = 200
"""Lines that each room keeps."""
SECRET_BYTES: int = 32
"""Length of the server's secret for the seed of a table."""


class StoreError(Exception):
    """Raised if the store cannot be used now; the message is one sentence for people."""


class Damaged(StoreError):
    """Raised for an entry of the store that cannot be decoded; reading it again is of no use."""


class Outdated(StoreError):
    """Raised for a value that another process has changed meanwhile: read it again."""


class Taken(StoreError):
    """Raised for a name or a key that belongs to another account."""


class Change(msgspec.Struct, frozen=True):
    """A notice that something has changed, sent to all processes of the server."""

    kind: Literal["account", "table", "line", "chat", "presence", "takeover", "document", "all"]
    """``line`` is a new line in a match's record. ``all`` means that notices may have been missed:
    read again all that is shown."""
    key: str
    """Account's name, table's code, room of the chat, or collection and key of a document with a
    slash between; for a takeover, the name of the account."""
    origin: str = ""
    """Identifier of the session that takes over, for a takeover."""
    lines: int = 0
    """Lines that the record has then, with its header, for ``line``."""


class AccountStore(Protocol):
    """The accounts of a server, and its chat to write to. Each method may raise StoreError."""

    async def open(self) -> None:
        """Connect, or make the folders."""

    async def close(self) -> None:
        """Disconnect; everything is kept."""

    async def accounts(self) -> list[Account]:
        """Return all accounts by name."""

    async def account(self, name: str) -> Account | None:
        """Return the account of a name, ignoring case."""

    async def account_of_key(self, fingerprint: str) -> Account | None:
        """Return the account that a public key signs in to."""

    async def account_of_token(self, token_hash: str) -> Account | None:
        """Return the account that a browser's token signs in to."""

    async def put_account(self, account: Account) -> Account:
        """Keep an account and return it with its new version.

        Raises:
            Outdated: if its version is not the one in the store.
            Taken: if its name or one of its keys belongs to another account.
        """

    async def say(self, room: str, line: ChatLine) -> None:
        """Add a line to the chat of a room, a table's code or LOBBY. Old lines are dropped."""

    async def forget_lines(self, name: str) -> None:
        """Remove all lines of an account from all chats."""

    # --- documents: small values in named collections, as bans, orders, notices and tournaments

    async def collections(self) -> list[str]:
        """Return the names of the collections that have documents."""

    async def documents(self, collection: str) -> dict[str, bytes]:
        """Return the documents of a collection by their keys."""

    async def document(self, collection: str, key: str) -> bytes | None:
        """Return a document of a collection; None if there is none."""

    async def put_document(
        self, collection: str, key: str, data: bytes | None, before: bytes | None
    ) -> None:
        """Put a document in the place of an earlier one.

        Args:
            data: None to remove the document.
            before: the document as it was read; None if there was none.

        Raises:
            Outdated: if the document in the store is another one.
        """


class Store(AccountStore, Protocol):
    """The store of a server. Each method may raise StoreError."""

    async def warnings(self) -> Sequence[str]:
        """Return a sentence for each promise that the configuration of the store breaks."""

    async def swap_host_key(self, fingerprint: str) -> str:
        """Note the key of the host that starts, and return that of the host that started last;
        empty if there was none."""

    # --- tables

    async def tables(self, finished_max: int | None = None) -> list[TableInfo]:
        """Return all tables, the newest first.

        Args:
            finished_max: number of tables that are over, those that ended last; None for all.
        """

    async def finished(self, name: str, count: int) -> list[str]:
        """Return the codes of an account's tables that ended last, the newest first.

        Args:
            name: of the account, as it is written.
            count: number of codes at most.
        """

    async def rated(self) -> list[TableInfo]:
        """Return the rated tables that are over."""

    async def table(self, code: str) -> TableInfo | None:
        """Return the table of a code."""

    async def put_table(self, table: TableInfo) -> TableInfo:
        """Keep a table and return it with its new version.

        Raises:
            Outdated: if its version is not the one in the store.
        """

    async def remove_table(self, code: str, *, is_over: bool = False) -> None:
        """Remove a table that never began; its secret, match and chat go with it.

        Args:
            is_over: True to remove also a table whose match is over.

        Raises:
            StoreError: if its match has begun.
        """

    async def secret(self, code: str, given: bytes | None = None) -> bytes:
        """Return the server's secret for the seed of a table; it is made on the first call, also
        before the table is kept.

        Args:
            given: the secret of a table that comes from another store, if there is none here.
        """

    async def journal(self, code: str, first: bytes | None = None) -> Journal:
        """Open the record of a table's match, for writing.

        A last line that was never written to its end is cut; ``since(0)`` of the journal is the
        whole record. A process opens each match once at a time.

        Args:
            first: the first lines of a new match; None to open the one there is.

        Raises:
            JournalError: if there is none, it cannot be opened, or there is one already.
            RecordError: if it is damaged, where the store looks at it.
        """

    async def rescue(self, code: str, good: bytes, *, keeps: bool = True) -> str:
        """Put another record in the place of a table's, as the good part of a damaged one.

        Args:
            code: of the table, whose match is open in no process.
            keeps: True to keep the old record beside the new one.

        Returns:
            The place where the old record is now: a file, or a key; empty if it is not kept.

        Raises:
            StoreError: if it cannot be kept.
        """

    async def record(self, code: str) -> bytes:
        """Return the record of a table's match as it is now, for reading.

        It holds all that is hidden in the match: give it to nobody before the match is over.

        Raises:
            StoreError: if there is none, or it cannot be read.
        """

    # --- chat

    async def chat(self, room: str) -> list[ChatLine]:
        """Return the last lines of the chat of a room, the oldest first."""

    # --- what several processes share

    async def notify(self, change: Change) -> None:
        """Send a notice to all processes, this one included.

        Methods that change something send theirs themselves; so does a journal's append. The
        presence that ends without ``remove_presence`` ends without a notice.
        """

    def changes(self) -> AsyncIterator[Change]:
        """Yield each notice from this call on, until the store is closed; notices of just before
        may be among them."""

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        """Take or renew a lease for some seconds; return whether the holder has it now."""

    async def release(self, name: str, holder: str) -> None:
        """Give a lease back, if the holder has it."""

    async def present(self) -> list[Presence]:
        """Return all sessions on all hosts."""

    async def put_presence(self, presence: Presence, seconds: float) -> None:
        """Keep a session's presence for some seconds."""

    async def remove_presence(self, session: str) -> None:
        """Remove a session's presence."""


T = TypeVar("T", Account, TableInfo, ChatLine, Presence)

_encode = msgspec.json.Encoder(order="deterministic").encode
_DECODERS: Final[dict[type[object], Callable[[bytes], object]]] = {
    kind: msgspec.json.Decoder(kind).decode for kind in (Account, TableInfo, ChatLine, Presence)
}


def pack(value: Account | TableInfo | ChatLine | Presence) -> bytes:
    """Return the bytes of a value.

    Raises:
        Damaged: if it could not be read again, as with a name that is none.
    """
    data = _encode(value)
    _decode(data, type(value))
    return data


Document = TypeVar("Document")


def encode(document: object) -> bytes:
    """Return the bytes of a document."""
    return _encode(document)


def decode(data: bytes, kind: type[Document]) -> Document:
    """Return the document of bytes.

    Raises:
        Damaged: if they are not those of such a document.
    """
    try:
        return msgspec.json.decode(data, type=kind)
    except UNREADABLE:
        raise Damaged("An entry of the store is damaged.") from None


def unpack(data: object, kind: type[T]) -> T:
    """Return the value of bytes.

    Raises:
        Damaged: if they are not those of such a value.
    """
    value = _decode(data, kind)
    assert isinstance(value, kind)
    return value


def _decode(data: object, kind: type[object]) -> object:
    try:
        # Other programs may have put anything there.
        if isinstance(data, bytes):
            return _DECODERS[kind](data)
    except UNREADABLE:
        pass
    raise Damaged(f"{_NAMES[kind]} cannot be kept or read: it is damaged.")


class SoundEntries:
    """The entries of a store that can be read. The others are left out, and logged once."""

    def __init__(self, complaints: Complaints, place: str) -> None:
        """Read the entries of a place, which the log names."""
        self._complaints = complaints
        self._place = place

    def values(self, entries: Iterable[tuple[str, object]], kind: type[T]) -> list[T]:
        """Return the values of named entries; None for a missing entry."""
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
        self._complaints.log(name, f"An entry of {self._place} is damaged and left out: {name}")


_ENTRY_CELLS_MAX: Final = 40
"""Width of the name of a damaged entry in the log."""
_NAMES: Final[dict[type[object], str]] = {
    Account: "An account",
    TableInfo: "A table",
    ChatLine: "A line of chat",
    Presence: "The presence of a player",
}


_documents: Final = SoundEntries(Complaints(logging.getLogger(__name__)), "the documents")


async def sound_documents(
    store: AccountStore, collection: str, kind: type[Document]
) -> dict[str, Document]:
    """Return the documents of a collection by their keys; damaged documents are left out, and
    logged once."""
    sound = {}
    for key, data in (await store.documents(collection)).items():
        try:
            sound[key] = decode(data, kind)
        except Damaged:
            _documents.leave_out(f"{collection} {key}")
    return sound


_SIMILAR: Final = str.maketrans("OIL", "011")


def read_code(text: str) -> str:
    """Return the code in a typed text: in any case, with O, I and L for the digits."""
    return text.strip().upper().translate(_SIMILAR)


def check_code(code: str) -> str:
    """Return the code of a table, from any text that a stranger has typed.

    Raises:
        StoreError: if it cannot be a code.
    """
    if not re.match(CODE_PATTERN, code):
        raise StoreError("There is no table of that code.")
    return code


def fold(name: str) -> str:
    """Return an account's name in the form for comparing names."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


WAITING_MAX: Final = 10_000
"""Notices that wait for one subscriber. When there are more, a notice of the kind ``all`` takes
their place."""


class Subscription:
    """The notices of one subscriber from its beginning on: an asynchronous iterator.

    It ends when the notices are closed, or when nobody uses it any more.
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
        """End the iteration after the notices that wait."""
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
    """The subscribers of one process. All methods are called on its event loop."""

    def __init__(self) -> None:
        self._subscriptions: WeakSet[Subscription] = WeakSet()

    def subscribe(self) -> Subscription:
        """Return a subscription to all notices from now on."""
        subscription = Subscription()
        self._subscriptions.add(subscription)
        return subscription

    def publish(self, change: Change) -> None:
        """Hand a notice to each subscriber."""
        for subscription in list(self._subscriptions):
            subscription.put(change)

    def close(self) -> None:
        """End all subscriptions."""
        for subscription in list(self._subscriptions):
            subscription.close()


_TRIES_MAX: Final = 20
Answer = TypeVar("Answer")


async def retried(attempt: Callable[[], Awaitable[Answer]]) -> Answer:
    """Return the result of an attempt, repeated as long as it raises Outdated."""
    for _ in range(_TRIES_MAX - 1):
        try:
            return await attempt()
        except Outdated:
            continue
    return await attempt()


async def has_record(store: Store, code: str) -> bool:
    """Return whether the match of a table has begun."""
    try:
        return bool(await store.record(code))
    except StoreError:
        return False


# --- the copy of a store


async def copy_all(source: Store, target: Store, *, is_backup: bool = False) -> AsyncIterator[str]:
    """Copy the accounts, tables with matches, chat and documents of a store to another one.

    Nobody may play at the source meanwhile, which is only read. Entries that the target has stay as
    they are, so a second copy completes an interrupted one.

    Args:
        is_backup: True if players may be at the source, and the target is empty. Of each table the
            match is copied after all else, so that it is never behind.

    Yields:
        A line on each thing that was copied.

    Raises:
        StoreError: if players are at the source, or the target has another account, key or table
            of the same name, before anything is copied; or if a store fails.
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
        actions = await _copy_table(table, source, target)
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
    """Return whether the target has an account; a different account of its name is refused."""
    present = await target.account(account.name)
    if present is not None and replace(present, version=0) != replace(account, version=0):
        raise StoreError(f"The target has an account {present.name} already.")
    for key in account.keys:
        owner = await target.account_of_key(key.fingerprint)
        if owner is not None and present is None:
            raise StoreError(f"The target has the key of {account.name} for {owner.name} already.")
    return present is not None


async def _has_table(table: TableInfo, source: Store, target: Store) -> bool:
    """Return whether the target has a table; a different table of its code is refused."""
    code, present = table.code, await target.table(table.code)
    if present is None:
        return False
    is_same = replace(present, version=0) == replace(table, version=0)
    if is_same and table.phase != "gathering":
        is_same = await target.record(code) == await source.record(code)
    if not is_same:
        raise StoreError(f"The target has a table {code} already.")
    return True


async def _copy_table(table: TableInfo, source: Store, target: Store) -> str:
    """Copy a table with its secret, its match and its chat, and return the length of the match.

    The table itself is copied last: if the copy fails before, the target does not show it.
    """
    code, actions = table.code, "not begun"
    secret = await source.secret(code)
    if await target.secret(code, secret) != secret:
        raise StoreError(f"The target has another secret for the table {code} already.")
    # A server may have been killed after it began the match, and before it said so.
    if table.phase != "gathering" or await has_record(source, code):
        text = await source.record(code)
        if not await has_record(target, code):
            (await target.journal(code, text)).close()
        if await target.record(code) != text:
            raise StoreError(f"The target has another match {code} already.")
        actions = counted(text.count(b"\n") - 1, "action")
    await _copy_chat(code, source, target)
    await target.put_table(replace(table, version=0))
    return actions


async def _copy_chat(room: str, source: Store, target: Store) -> int:
    """Copy the chat of a room, unless the target's chat differs; return the number of lines."""
    lines, present = await source.chat(room), await target.chat(room)
    missing = lines[len(present) :] if present == lines[: len(present)] else []
    for line in missing:
        await target.say(room, line)
    return len(missing)
