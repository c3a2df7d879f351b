"""The store of a server: accounts, tables, matches, chat and notices, shared by all its hosts.

There are two: folders and files for one process, and Redis for several. Both pass the same contract
tests. All values are plain; a store knows nothing of rules, screens and connections.
"""

from collections.abc import AsyncIterator, Sequence
from typing import Literal, Protocol

import msgspec

from darwin_core.journal import Journal
from darwin_tui.server.model import Account, ChatLine, Presence, TableInfo

LOBBY: str = ""
"""The room of the lobby's chat; tables have rooms by their code."""
CHAT_LINES_MAX: int = 200
"""Lines that each room keeps."""
SECRET_BYTES: int = 32
"""Length of the server's secret for the seed of a table."""


class StoreError(Exception):
    """The store cannot be used now; its message is one sentence for people."""


class Damaged(StoreError):
    """One entry of the store is not what its place says: reading it again is of no use."""


class Outdated(StoreError):
    """Somebody else has changed the value since it was read: read it again."""


class Taken(StoreError):
    """The name or the key belongs to another account."""


class Change(msgspec.Struct, frozen=True):
    """A notice that something has changed, sent to all processes of the server."""

    kind: Literal["account", "table", "line", "chat", "presence", "takeover", "all"]
    """``line`` is a new line in a match's record. ``all`` means that notices may have been missed:
    read again all that is shown."""
    key: str
    """Account's name, table's code, or room of the chat; for a takeover, the name of the account.
    """
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


class Store(AccountStore, Protocol):
    """The place where a server keeps everything. Each method may raise StoreError."""

    async def warnings(self) -> Sequence[str]:
        """Return a sentence for each promise that the store cannot keep as it is configured."""

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

    async def table(self, code: str) -> TableInfo | None:
        """Return the table of a code."""

    async def put_table(self, table: TableInfo) -> TableInfo:
        """Keep a table and return it with its new version.

        Raises:
            Outdated: if its version is not the one in the store.
        """

    async def remove_table(self, code: str) -> None:
        """Remove a table that never began; its secret, match and chat go with it.

        Raises:
            StoreError: if its match has begun.
        """

    async def secret(self, code: str, given: bytes | None = None) -> bytes:
        """Return the server's secret for the seed of a table; it is made on the first call, also
        before the table is kept.

        Args:
            code: of the table.
            given: the secret of a table that comes from another store, if there is none here.
        """

    async def journal(self, code: str, first: bytes | None = None) -> Journal:
        """Open the record of a table's match, for writing.

        A last line that was never written to its end is cut; ``since(0)`` of the journal is the
        whole record. A process opens each match once at a time.

        Args:
            code: of the table.
            first: the first lines of a new match; None to open the one there is.

        Raises:
            JournalError: if there is none, it cannot be opened, or there is one already.
            RecordError: if it is damaged, where the store looks at it.
        """

    async def rescue(self, code: str, good: bytes) -> str:
        """Put the good part of a damaged record in its place, and keep all of it beside.

        Args:
            code: of the table, whose match is open in no process.
            good: the first lines of the record.

        Returns:
            The place where the damaged record is now: a file, or a key.

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
