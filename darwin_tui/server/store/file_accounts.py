"""The accounts and the chat of a server in SQLite, which several processes may change.

``darwin-tui serve keys`` changes them while a server runs. All that waits for the disk runs beside
the event loop.
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
    Outdated,
    SoundEntries,
    StoreError,
    Taken,
    Tournament,
    fold,
    pack,
    unpack,
)

BUSY_SECONDS: Final = 5.0
"""Time to wait while another process writes."""
_VERSION: Final = 1
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
    f"PRAGMA user_version = {_VERSION}",
)
_ADDED: Final = """CREATE TABLE IF NOT EXISTS ended (
    code TEXT PRIMARY KEY, is_done INTEGER, answer TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID"""
"""Orders to end a table, and the answers of the server that runs; a later addition."""
_TOURNAMENTS: Final = """CREATE TABLE IF NOT EXISTS tournament (
    code TEXT PRIMARY KEY, made REAL NOT NULL, value BLOB NOT NULL
) WITHOUT ROWID"""
"""A later addition, too."""


_log: Final = logging.getLogger(__name__)


@contextmanager
def _sentences(subject: str) -> Iterator[None]:
    """Raise errors of SQLite as StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{subject}: {error}.") from None


class Database:
    """An open file of accounts and chat. It is used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it.

        Raises:
            StoreError: if that fails, or a later version has written it.
        """
        self._sound = SoundEntries(Complaints(_log), "the accounts")
        try:
            # The files beside it, which SQLite makes, get the same permissions.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
            sync_folder(path.parent)
        except OSError as error:
            raise StoreError(f"The accounts cannot be opened: {reason(error)}.") from None
        with _sentences("The accounts cannot be opened"):
            self._connection = sqlite3.connect(
                path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            # Other programs may have written bytes that are no text.
            self._connection.text_factory = lambda data: data.decode(errors="replace")
            try:
                self._prepare()
            except BaseException:
                self.close()
                raise

    def _prepare(self) -> None:
        run = self._connection.execute
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            run(f"PRAGMA {pragma}")
        with self._transaction():
            version = run("PRAGMA user_version").fetchone()[0]
            if version > _VERSION:
                raise StoreError("The accounts were written by a later version of this program.")
            for statement in () if version else _SCHEMA:
                run(statement)
            run(_ADDED)
            run(_TOURNAMENTS)

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Make the statements within one transaction; no other process writes meanwhile."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise

    def data_version(self) -> int:
        """Return a number that changes whenever another process has written the file."""
        with _sentences("The accounts cannot be read"):
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

    def _account_where(self, where: str, value: str) -> Account | None:
        return next((unpack(data, Account) for _, data in self._rows(where, value)), None)

    def _rows(self, where: str, *values: str) -> list[tuple[object, object]]:
        """Return names and values of accounts."""
        with _sentences("The accounts cannot be read"):
            return self._connection.execute(
                f"SELECT folded, value FROM account {where}", values
            ).fetchall()

    def put_account(self, account: Account) -> Account:
        new = msgspec.structs.replace(account, version=account.version + 1)
        folded, data = fold(new.name), pack(new)
        run = self._connection.execute
        with _sentences("The account cannot be kept"), self._transaction():
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
        with _sentences("The line cannot be kept"), self._transaction():
            run("INSERT INTO chat (room, line) VALUES (?, ?)", (room, pack(line)))
            run(
                "DELETE FROM chat WHERE room = ? AND number <= (SELECT number FROM chat "
                "WHERE room = ? ORDER BY number DESC LIMIT 1 OFFSET ?)",
                (room, room, CHAT_LINES_MAX),
            )

    def chat(self, room: str) -> list[ChatLine]:
        with _sentences("The chat cannot be read"):
            rows = self._connection.execute(
                "SELECT line FROM chat WHERE room = ? ORDER BY number", (room,)
            )
            lines = rows.fetchall()
        return self._sound.values(((f"chat {room}", data) for (data,) in lines), ChatLine)

    def clear_chat(self, room: str) -> None:
        """Remove all lines of a room."""
        with _sentences("The chat cannot be removed"):
            self._connection.execute("DELETE FROM chat WHERE room = ?", (room,))

    # --- tournaments

    def tournaments(self, count: int | None) -> list[Tournament]:
        limit = -1 if count is None else count
        with _sentences("The tournaments cannot be read"):
            rows = self._connection.execute(
                "SELECT code, value FROM tournament ORDER BY made DESC, code LIMIT ?", (limit,)
            ).fetchall()
        named = ((f"tournament {code}", data) for code, data in rows)
        return self._sound.values(named, Tournament)

    def tournament(self, code: str) -> Tournament | None:
        with _sentences("The tournaments cannot be read"):
            row = self._connection.execute(
                "SELECT value FROM tournament WHERE code = ?", (code,)
            ).fetchone()
        return unpack(row[0], Tournament) if row else None

    def put_tournament(self, tournament: Tournament) -> Tournament:
        new = msgspec.structs.replace(tournament, version=tournament.version + 1)
        data = pack(new)
        with _sentences("The tournament cannot be kept"), self._transaction():
            present = self.tournament(new.code)
            if (present.version if present else 0) != tournament.version:
                raise Outdated(f"The tournament {new.code} has been changed meanwhile.")
            self._connection.execute(
                "INSERT OR REPLACE INTO tournament VALUES (?, ?, ?)", (new.code, new.made, data)
            )
        return new

    # --- orders to end a table

    def order_end(self, code: str) -> None:
        """Ask the server that runs to end a table."""
        with _sentences("The order cannot be kept"), self._transaction():
            self._connection.execute("INSERT OR REPLACE INTO ended (code) VALUES (?)", (code,))

    def orders(self) -> list[str]:
        """Return the codes of the tables that the host has ordered to be ended."""
        with _sentences("The orders cannot be read"):
            rows = self._connection.execute("SELECT code FROM ended WHERE is_done IS NULL")
            return [code for (code,) in rows]

    def answer_order(self, code: str, is_done: bool, answer: str) -> None:
        with _sentences("The answer cannot be kept"), self._transaction():
            self._connection.execute(
                "UPDATE ended SET is_done = ?, answer = ? WHERE code = ?", (is_done, answer, code)
            )

    def take_answer(self, code: str) -> tuple[bool, str] | None:
        """Return the success of an order and its answer; None before the answer."""
        with _sentences("The answer cannot be read"):
            row = self._connection.execute(
                "SELECT is_done, answer FROM ended WHERE code = ?", (code,)
            ).fetchone()
        if row is None or row[0] is None:
            return None
        self.forget_order(code)
        return bool(row[0]), row[1]

    def forget_order(self, code: str) -> None:
        """Remove an order and its answer."""
        with _sentences("The order cannot be removed"), self._transaction():
            self._connection.execute("DELETE FROM ended WHERE code = ?", (code,))


P = ParamSpec("P")
T = TypeVar("T")

ACCOUNTS_FILE: Final = "accounts.sqlite"
ANSWER_INTERVAL_SECONDS: Final = 0.1
"""Time between two looks for the answer of a server."""
ANSWER_TRIES: Final = 200


class FileAccounts:
    """The accounts of a server that keeps them in a folder, also while the server runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # One thread: calls wait for each other, and none for the event loop.
        self._thread = ThreadPoolExecutor(1, "store")
        self._database: Database | None = None
        self._is_closed = False

    async def open(self) -> None:
        """Make the folder, if need be, and open the accounts."""
        await self._run(self._open)

    async def close(self) -> None:
        """Close the accounts after the calls that run. A second call has no effect."""
        if not self._is_closed:
            self._is_closed = True
            await self._run(self._close)
            self._thread.shutdown()

    async def _run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of a call in the thread, which is finished even if the caller is
        cancelled."""
        return await asyncio.shield(self._begin(call, *args, **kwargs))

    def _begin(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[T]:
        """Begin a call in the thread and return its future."""
        try:
            future = self._thread.submit(call, *args, **kwargs)
        except RuntimeError:
            raise StoreError("The store is closed.") from None
        waiting = asyncio.wrap_future(future)
        # Retrieve the exception, so that asyncio does not log it when the caller was cancelled.
        waiting.add_done_callback(lambda done: done.cancelled() or done.exception())
        return waiting

    def _open(self) -> None:
        try:
            # A folder that was there before may be open to others.
            os.chmod(private_dir(self.folder), 0o700)
        except OSError as error:
            raise StoreError(f"{self.folder} cannot be used: {reason(error)}.") from None
        self._database = Database(self.folder / ACCOUNTS_FILE)

    def _close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

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
        return await self._run(lambda: self._open_database.put_account(account))

    async def say(self, room: str, line: ChatLine) -> None:
        await self._run(lambda: self._open_database.say(room, line))

    async def tournaments(self, count: int | None = None) -> list[Tournament]:
        return await self._run(lambda: self._open_database.tournaments(count))

    async def tournament(self, code: str) -> Tournament | None:
        return await self._run(lambda: self._open_database.tournament(code))

    async def put_tournament(self, tournament: Tournament) -> Tournament:
        return await self._run(lambda: self._open_database.put_tournament(tournament))

    async def end_table(self, code: str) -> str:
        """Let the server that runs with the folder end a table, and return its answer.

        Raises:
            StoreError: if it refuses, or does not answer.
        """
        await self._run(lambda: self._open_database.order_end(code))
        for _ in range(ANSWER_TRIES):
            if taken := await self._run(lambda: self._open_database.take_answer(code)):
                is_done, answer = taken
                if not is_done:
                    raise StoreError(answer)
                return answer
            await asyncio.sleep(ANSWER_INTERVAL_SECONDS)
        await self._run(lambda: self._open_database.forget_order(code))
        raise StoreError("The server that runs does not answer.")
