"""A server's accounts, chat and documents in an SQLite file that several processes may change.

``darwin-tui serve keys`` changes it while a server runs. Disk access never blocks the event loop.
"""

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

import msgspec

from darwin_core.journal import reason
from darwin_core.journal.disk import PRIVATE, sync_folder
from darwin_tui.library.seat_access import ChatLine
from darwin_tui.paths import private_dir
from darwin_tui.server.event_log import Complaints
from darwin_tui.server.store.contract import (
    CHAT_LINES_MAX,
    Account,
    Change,
    Damaged,
    Outdated,
    SoundEntries,
    StoreError,
    Taken,
    fold,
    pack,
    unpack,
)

BUSY_SECONDS: Final = 5.0
"""Time to wait while another process writes."""
_VERSION: Final = 1
"""Version of the tables in the database; a database of a later version is refused."""
_SCHEMA: Final = (
    """CREATE TABLE account (
        folded TEXT PRIMARY KEY, token TEXT NOT NULL, value BLOB NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX account_token ON account (token)",
    """CREATE TABLE key (
        fingerprint TEXT PRIMARY KEY, folded TEXT NOT NULL REFERENCES account ON DELETE CASCADE
    ) WITHOUT ROWID""",
    "CREATE INDEX key_account ON key (folded)",
    """CREATE TABLE chat (
        number INTEGER PRIMARY KEY AUTOINCREMENT, room TEXT NOT NULL, line BLOB NOT NULL
    )""",
    "CREATE INDEX chat_room ON chat (room, number)",
    """CREATE TABLE document (
        collection TEXT NOT NULL, key TEXT NOT NULL, data BLOB NOT NULL,
        PRIMARY KEY (collection, key)
    ) WITHOUT ROWID""",
    f"PRAGMA user_version = {_VERSION}",
)
"""Statements that make a new file. The value of an account has all its fields; the other columns
find it."""

_log: Final = logging.getLogger(__name__)


@contextmanager
def _store_errors(subject: str) -> Iterator[None]:
    """Raise errors of SQLite as StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{subject}: {error}.") from None


class Database:
    """An open file of accounts, chat and documents, used by the thread that opened it."""

    def __init__(self, path: Path) -> None:
        """Open the file, or create it.

        Raises:
            StoreError: if that fails, or a later version has written the file.
        """
        self._sound = SoundEntries(Complaints(_log), "the accounts")
        try:
            # SQLite would let others read a new file. Its companion files (-wal, -shm) get the
            # permissions of the file.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
            sync_folder(path.parent)
        except OSError as error:
            raise StoreError(f"The accounts cannot be opened: {reason(error)}.") from None
        with _store_errors("The accounts cannot be opened"):
            # Without an isolation level, transactions begin and end in ``_transaction`` alone.
            self._connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
            # Other programs may have written bytes that are not text.
            self._connection.text_factory = lambda data: data.decode(errors="replace")
            try:
                self._prepare()
            except BaseException:
                self.close()
                raise

    def _prepare(self) -> None:
        """Make the tables that are missing, and let a commit wait for the disk."""
        run = self._connection.execute
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            run(f"PRAGMA {pragma}")
        with self._transaction():
            version = run("PRAGMA user_version").fetchone()[0]
            if version > _VERSION:
                raise StoreError("The accounts were written by a later version of this program.")
            for statement in () if version else _SCHEMA:
                run(statement)

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Run the statements in one transaction, during which no other process writes."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    def data_version(self) -> int:
        """Return a number that changes whenever another process has written to the file."""
        with _store_errors("The accounts cannot be read"):
            number: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return number

    # --- accounts

    def accounts(self) -> list[Account]:
        rows = self._rows("ORDER BY folded")
        return self._sound.values(((f"account {name}", data) for name, data in rows), Account)

    def account(self, name: str) -> Account | None:
        return self._account_where("WHERE folded = ?", fold(name))

    def account_of_key(self, fingerprint: str) -> Account | None:
        return self._account_where("JOIN key USING (folded) WHERE fingerprint = ?", fingerprint)

    def account_of_token(self, token_hash: str) -> Account | None:
        return self._account_where("WHERE token = ?", token_hash) if token_hash else None

    def _account_where(self, clauses: str, value: str) -> Account | None:
        return next((unpack(data, Account) for _, data in self._rows(clauses, value)), None)

    def _rows(self, clauses: str, *values: str) -> list[tuple[object, object]]:
        """Return folded names and values of accounts, as selected by the clauses after FROM."""
        with _store_errors("The accounts cannot be read"):
            return self._connection.execute(
                f"SELECT folded, value FROM account {clauses}", values
            ).fetchall()

    def put_account(self, account: Account) -> Account:
        """Store an account; see ``AccountStore.put_account``."""
        new = msgspec.structs.replace(account, version=account.version + 1)
        folded = fold(new.name)
        data = pack(new)
        run = self._connection.execute
        with _store_errors("The account cannot be kept"), self._transaction():
            present = self.account(new.name)
            if present and not account.version:
                raise Taken(f"There is an account {present.name} already.")
            if (present.version if present else 0) != account.version:
                raise Outdated(f"The account {new.name} has been changed meanwhile.")
            for key in new.keys:
                owner = self.account_of_key(key.fingerprint)
                if owner and fold(owner.name) != folded:
                    raise Taken("The key belongs to another account.")
            run(
                "INSERT INTO account VALUES (?, ?, ?) ON CONFLICT (folded) DO UPDATE SET "
                "token = excluded.token, value = excluded.value",
                (folded, new.token_hash, data),
            )
            run("DELETE FROM key WHERE folded = ?", (folded,))
            for key in new.keys:
                run("INSERT INTO key VALUES (?, ?)", (key.fingerprint, folded))
        return new

    # --- chat

    def say(self, room: str, line: ChatLine) -> None:
        run = self._connection.execute
        with _store_errors("The line cannot be kept"), self._transaction():
            run("INSERT INTO chat (room, line) VALUES (?, ?)", (room, pack(line)))
            run(
                "DELETE FROM chat WHERE room = ? AND number <= (SELECT number FROM chat "
                "WHERE room = ? ORDER BY number DESC LIMIT 1 OFFSET ?)",
                (room, room, CHAT_LINES_MAX),
            )

    def chat(self, room: str) -> list[ChatLine]:
        with _store_errors("The chat cannot be read"):
            rows = self._connection.execute(
                "SELECT line FROM chat WHERE room = ? ORDER BY number", (room,)
            )
            lines = rows.fetchall()
        return self._sound.values(((f"chat {room}", data) for (data,) in lines), ChatLine)

    def clear_chat(self, room: str) -> None:
        """Remove all lines of a room."""
        with _store_errors("The chat cannot be removed"):
            self._connection.execute("DELETE FROM chat WHERE room = ?", (room,))

    def forget_lines(self, name: str) -> None:
        """Remove all lines of an account, and the notices about it."""
        with _store_errors("The chat cannot be removed"), self._transaction():
            rows = self._connection.execute("SELECT number, line FROM chat").fetchall()
            for number, data in rows:
                # Damaged lines stay, because they are never shown.
                with suppress(Damaged):
                    line = unpack(data, ChatLine)
                    if name in (line.name, line.about):
                        self._connection.execute("DELETE FROM chat WHERE number = ?", (number,))

    # --- documents

    def collections(self) -> list[str]:
        with _store_errors("The documents cannot be read"):
            rows = self._connection.execute("SELECT DISTINCT collection FROM document ORDER BY 1")
            return [collection for (collection,) in rows]

    def documents(self, collection: str) -> dict[str, bytes]:
        with _store_errors("The documents cannot be read"):
            rows = self._connection.execute(
                "SELECT key, data FROM document WHERE collection = ? ORDER BY key", (collection,)
            )
            return {key: data for key, data in rows if isinstance(data, bytes)}

    def document(self, collection: str, key: str) -> bytes | None:
        with _store_errors("The document cannot be read"):
            row = self._connection.execute(
                "SELECT data FROM document WHERE collection = ? AND key = ?", (collection, key)
            ).fetchone()
        return row[0] if row and isinstance(row[0], bytes) else None

    def put_document(
        self, collection: str, key: str, data: bytes | None, before: bytes | None
    ) -> None:
        """Replace, add or remove a document; see ``AccountStore.put_document``."""
        run = self._connection.execute
        row_key = (collection, key)
        with _store_errors("The document cannot be kept"), self._transaction():
            row = run(
                "SELECT data FROM document WHERE collection = ? AND key = ?", row_key
            ).fetchone()
            if (row[0] if row else None) != before:
                raise Outdated("It has been changed meanwhile.")
            if data is None:
                run("DELETE FROM document WHERE collection = ? AND key = ?", row_key)
            else:
                run("INSERT OR REPLACE INTO document VALUES (?, ?, ?)", (*row_key, data))

    # --- copies

    def copy_to(self, path: Path) -> None:
        """Copy the file as it is now, including all changes by other processes."""
        with _store_errors("The accounts cannot be copied"):
            target = sqlite3.connect(path)
            try:
                self._connection.backup(target)
            finally:
                target.close()


P = ParamSpec("P")
T = TypeVar("T")

ACCOUNTS_FILE: Final = "accounts.sqlite"
"""Name of the file in a server's folder."""


class FileAccounts:
    """The accounts, chat and documents of a server that stores them in a folder, usable while the
    server runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # One thread: its calls wait for each other, and the event loop for none of them.
        self._thread = ThreadPoolExecutor(1, "store")
        self._database: Database | None = None
        self._is_closed = False

    async def open(self) -> None:
        """Create the folder if needed, and open the accounts."""
        await self._run(self._open)

    async def close(self) -> None:
        """Close the accounts after the running calls. A second call has no effect."""
        if not self._is_closed:
            self._is_closed = True
            await self._run(self._close)
            self._thread.shutdown()

    async def _run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a call in the thread and return its result; it finishes even if the caller is
        cancelled."""
        return await asyncio.shield(self._begin(call, *args, **kwargs))

    async def _noticed(
        self, change: Change, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a call that changes something; return its result. A running server overrides this to
        send the notice of the change."""
        return await self._run(call, *args, **kwargs)

    def _begin(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[T]:
        """Start a call in the thread and return its future."""
        try:
            future = self._thread.submit(call, *args, **kwargs)
        except RuntimeError:
            raise StoreError("The store is closed.") from None
        waiting = asyncio.wrap_future(future)
        # Retrieve the exception, so that asyncio does not log it if the caller was cancelled.
        waiting.add_done_callback(lambda done: done.cancelled() or done.exception())
        return waiting

    def _open(self) -> None:
        try:
            # An existing folder may be open to other users of the machine.
            os.chmod(private_dir(self.folder), 0o700)
        except OSError as error:
            raise StoreError(f"{self.folder} cannot be used: {reason(error)}.") from None
        self._database = Database(self.folder / ACCOUNTS_FILE)

    def _close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    # A lambda looks up the database in the thread, so after the calls begun before it: ``open`` may
    # only just make it, and ``close`` may have dropped it.
    @property
    def _open_database(self) -> Database:
        if self._database is None:
            raise StoreError("The store is closed.")
        return self._database

    async def accounts(self) -> list[Account]:
        return await self._run(lambda: self._open_database.accounts())

    async def account(self, name: str) -> Account | None:
        return await self._run(lambda: self._open_database.account(name))

    async def account_of_key(self, fingerprint: str) -> Account | None:
        return await self._run(lambda: self._open_database.account_of_key(fingerprint))

    async def account_of_token(self, token_hash: str) -> Account | None:
        return await self._run(lambda: self._open_database.account_of_token(token_hash))

    async def put_account(self, account: Account) -> Account:
        change = Change("account", account.name)
        return await self._noticed(change, lambda: self._open_database.put_account(account))

    async def say(self, room: str, line: ChatLine) -> None:
        await self._noticed(Change("chat", room), lambda: self._open_database.say(room, line))

    async def forget_lines(self, name: str) -> None:
        await self._noticed(Change("all", ""), lambda: self._open_database.forget_lines(name))

    async def collections(self) -> list[str]:
        return await self._run(lambda: self._open_database.collections())

    async def documents(self, collection: str) -> dict[str, bytes]:
        return await self._run(lambda: self._open_database.documents(collection))

    async def document(self, collection: str, key: str) -> bytes | None:
        return await self._run(lambda: self._open_database.document(collection, key))

    async def put_document(
        self, collection: str, key: str, data: bytes | None, before: bytes | None
    ) -> None:
        change = Change("document", f"{collection}/{key}")
        await self._noticed(
            change, lambda: self._open_database.put_document(collection, key, data, before)
        )

    async def copy_to(self, path: Path) -> None:
        """Copy accounts, chat and documents into a new file."""
        await self._run(lambda: self._open_database.copy_to(path))
