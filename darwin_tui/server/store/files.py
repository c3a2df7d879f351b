"""The store of one process: accounts and chat in SQLite, tables in folders, matches in journals.

The folder of a server holds ``accounts.sqlite``, ``lock``, and for each table a folder
``tables/CODE`` with ``table.json``, ``secret`` and the record ``CODE.jsonl``. A copy of the folder
is a backup. Disk access never blocks the event loop.
"""

import asyncio
import logging
import os
import re
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from contextvars import Context
from pathlib import Path
from secrets import token_bytes, token_hex
from typing import Final, ParamSpec, TypeVar

import msgspec

from darwin_core.journal import Journal, JournalError, reason
from darwin_core.journal.disk import (
    PRIVATE,
    Locked,
    is_taken,
    read_whole,
    sync_folder,
    unplayed,
    write_whole,
)
from darwin_core.journal.file import FileJournal
from darwin_core.match import record
from darwin_core.match.record import RecordError
from darwin_tui.library.seat_access import ChatLine
from darwin_tui.paths import SUFFIX, private_dir
from darwin_tui.server.store import orders
from darwin_tui.server.store.contract import (
    CODE_LENGTH,
    CODE_PATTERN,
    SECRET_BYTES,
    Change,
    Damaged,
    Notices,
    Outdated,
    Presence,
    StoreError,
    Subscription,
    TableInfo,
    check_code,
    pack,
    unpack,
)
from darwin_tui.server.store.file_accounts import ACCOUNTS_FILE, FileAccounts


class Finished:
    """Codes of the finished tables: of all, of the rated ones, and by account.

    Their number grows without limit, so they are packed into strings of letters. The table that
    ended last is at the end.
    """

    def __init__(self) -> None:
        self._all = bytearray()
        self._by_account: defaultdict[str, bytearray] = defaultdict(bytearray)
        self._rated = bytearray()

    def add(self, table: TableInfo) -> None:
        """Add the table that ended last."""
        code = table.code.encode()
        self._all += code
        for name in table.people:
            self._by_account[name] += code
        if table.terms == "rated":
            self._rated += code

    def remove(self, table: TableInfo) -> None:
        """Forget a table."""
        code = table.code.encode()
        by_account = (self._by_account[name] for name in table.people)
        for codes in (self._all, self._rated, *by_account):
            offsets = range(0, len(codes), CODE_LENGTH)
            # A code is there once at most, so removing it shifts no other found offset.
            for offset in [at for at in offsets if codes[at : at + CODE_LENGTH] == code]:
                del codes[offset : offset + CODE_LENGTH]

    def last(self, count: int | None) -> list[str]:
        """Return the codes of the last finished tables, newest first; all without a count."""
        return _newest(self._all, count)

    def last_of(self, name: str, count: int) -> list[str]:
        """Return the codes of an account's last finished tables, newest first."""
        return _newest(self._by_account.get(name, bytearray()), count)

    def rated(self) -> list[str]:
        """Return the codes of all rated tables, newest first."""
        return _newest(self._rated, None)


def _newest(codes: bytearray, count: int | None) -> list[str]:
    """Return the last codes in reverse order; all without a count."""
    least = 0 if count is None else max(0, len(codes) - count * CODE_LENGTH)
    offsets = range(len(codes) - CODE_LENGTH, least - 1, -CODE_LENGTH)
    return [codes[at : at + CODE_LENGTH].decode() for at in offsets]


class PublishedJournal:
    """A file journal that sends a notice of each line."""

    def __init__(self, journal: FileJournal, notify: Callable[[int], None]) -> None:
        self._journal = journal
        self._notify = notify
        self.since = journal.since
        self.close = journal.close

    def append(self, line: bytes, expected: int) -> None:
        """Append a line and sync it; see ``Journal.append``."""
        self._journal.append(line, expected)
        self._notify(expected + 1)


def repair(journal: FileJournal) -> None:
    """Cut a last line that was never acknowledged.

    Raises:
        RecordError: if the record is damaged in another way; it stays unchanged.
        JournalError: if it cannot be read or cut.
    """
    reading = record.read(journal.read())
    if reading.damage:
        raise RecordError(reading.damage)
    if reading.truncated:
        journal.cut(reading.sound_bytes)
    elif reading.missing_newline:
        journal.cut(reading.sound_bytes, b"\n")


P = ParamSpec("P")
T = TypeVar("T")

_TABLE_BYTES_MAX: Final = 1024 * 1024
"""Maximum size of a table's file."""
_REMOVED: Final = "removed-"
"""Prefix of the folder name of a table being removed."""
WATCH_INTERVAL_SECONDS: Final = 2.0
"""Time between two checks of the accounts, which ``darwin-tui serve keys`` may have changed."""

_log: Final = logging.getLogger(__name__)


class InUse(StoreError):
    """Raised if another process holds the folder."""


class FileStore(FileAccounts):
    """A store in a folder, held by one process under a lock."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._lock = ExitStack()
        """Holds the lock of the folder while the store is open."""
        self._notices = Notices()
        self._tables: dict[str, TableInfo] = {}
        """Unfinished tables. The others stay on disk, as their number has no limit."""
        self._finished = Finished()
        self._unreadable: list[str] = []
        """A sentence for each table that could not be read at the start."""
        self._leases: dict[str, tuple[str, float]] = {}
        """Holder and end of each lease. Times here are of the monotonic clock."""
        self._present: dict[str, tuple[Presence, float]] = {}
        """Each session's presence and its end."""
        self._watching: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Read the tables, and begin to follow other processes' changes to the accounts."""
        await super().open()
        self._watching = asyncio.create_task(self._watch(), context=Context())

    def _open(self) -> None:
        super()._open()
        try:
            self._claim()
            self._read_tables()
        except BaseException:
            self._close()
            raise

    def _claim(self) -> None:
        """Take the lock of the folder; raises InUse if another process has it, or StoreError."""
        lock = self.folder / "lock"
        try:
            os.close(os.open(lock, os.O_RDWR | os.O_CREAT, PRIVATE))
            self._lock.enter_context(unplayed(lock))
        except Locked:
            raise InUse(f"Another server uses the folder {self.folder} already.") from None
        except OSError as error:
            raise StoreError(f"{self.folder} cannot be used: {reason(error)}.") from None

    def _read_tables(self) -> None:
        """Read all tables, and clean up after a server that was killed; raises StoreError."""
        try:
            folders = sorted(private_dir(self.folder / "tables").iterdir())
        except OSError as error:
            raise StoreError(f"The tables cannot be read: {reason(error)}.") from None
        over: list[TableInfo] = []
        for folder in folders:
            code = folder.name
            path = folder / "table.json"
            if code.startswith(_REMOVED):
                # A server was killed while removing the table.
                shutil.rmtree(folder, ignore_errors=True)
            if not re.match(CODE_PATTERN, code):
                continue
            try:
                for unfinished in folder.glob(".*.new"):
                    # A server was killed before naming the file.
                    with suppress(OSError):
                        unfinished.unlink()
                if not path.exists():
                    continue
                table = _load(path)
                if table.code != code:
                    raise Damaged(f"It is the table {table.code}.")
            except (OSError, StoreError) as error:
                why = reason(error) if isinstance(error, OSError) else "it is damaged"
                self._unreadable.append(f"The table {code} is left out: {why}.")
                continue
            if table.phase == "over":
                over.append(table)
            else:
                self._tables[code] = table
        for table in sorted(over, key=lambda table: table.moved):
            self._finished.add(table)

    def _close(self) -> None:
        super()._close()
        self._lock.close()

    async def close(self) -> None:
        """Release the folder for other servers."""
        if self._watching:
            self._watching.cancel()
        self._notices.close()
        await super().close()

    async def warnings(self) -> Sequence[str]:
        return tuple(self._unreadable)

    async def swap_host_key(self, fingerprint: str) -> str:
        """Return the given key: it is stored in the same folder."""
        return fingerprint

    async def _noticed(
        self, change: Change, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a changing call and send its notice, even if the caller is cancelled; return its
        result."""
        future = self._begin(call, *args, **kwargs)

        def publish(future: asyncio.Future[T]) -> None:
            if not future.cancelled() and not future.exception():
                self._notices.publish(change)

        future.add_done_callback(publish)
        return await asyncio.shield(future)

    async def _watch(self) -> None:
        """Publish a notice after each change of the accounts by another process."""
        last_version = None
        while True:
            try:
                version = await self._run(lambda: self._open_database.data_version())
                # Orders of the host are documents among the accounts; some may wait at the start.
                if version != last_version:
                    await orders.obey(self, time.time())
                if version != last_version and last_version is not None:
                    self._notices.publish(Change("all", ""))
                last_version = version
            except StoreError as error:
                _log.error("The accounts cannot be followed: %s", error)
            await asyncio.sleep(WATCH_INTERVAL_SECONDS)

    # --- tables

    def _folder(self, code: str) -> Path:
        return self.folder / "tables" / check_code(code)

    def _record(self, code: str) -> Path:
        return self._folder(code) / (code + SUFFIX)

    async def tables(self, finished_max: int | None = None) -> list[TableInfo]:
        infos = await self._run(self._all_tables, finished_max)
        return sorted(infos, key=lambda table: (-table.made, table.code))

    def _all_tables(self, finished_max: int | None) -> list[TableInfo]:
        over = map(self._read_table, self._finished.last(finished_max))
        return [*self._tables.values(), *(table for table in over if table)]

    async def finished(self, name: str, count: int) -> list[str]:
        return self._finished.last_of(name, count)

    async def rated(self) -> list[TableInfo]:
        return await self._run(
            lambda: [*filter(None, map(self._read_table, self._finished.rated()))]
        )

    async def table(self, code: str) -> TableInfo | None:
        if table := self._tables.get(code):
            return table
        return await self._run(self._read_table, code) if re.match(CODE_PATTERN, code) else None

    def _read_table(self, code: str) -> TableInfo | None:
        """Return a table, read from disk if it is over; None for a damaged one."""
        if table := self._tables.get(code):
            return table
        try:
            return _load(self._folder(code) / "table.json")
        except FileNotFoundError:
            return None
        except (OSError, StoreError) as error:
            _log.error("The table %s cannot be read: %s", code, type(error).__name__)
            return None

    async def put_table(self, table: TableInfo) -> TableInfo:
        return await self._noticed(Change("table", table.code), self._put_table, table)

    def _put_table(self, table: TableInfo) -> TableInfo:
        new = msgspec.structs.replace(table, version=table.version + 1)
        data = pack(new)
        path = self._folder(new.code) / "table.json"
        present = self._read_table(new.code)
        if (present.version if present else 0) != table.version:
            raise Outdated(f"The table {new.code} has been changed meanwhile.")
        if not present and path.exists():
            raise Outdated(f"There is a table {new.code} that cannot be read.")
        self._write(new.code, path, data)
        if new.phase != "over":
            self._tables[new.code] = new
        # A finished table that changes again is among the finished ones already.
        elif self._tables.pop(new.code, None) or not present:
            self._finished.add(new)
        return new

    def _write(self, code: str, path: Path, data: bytes) -> None:
        """Write a file of a table, whose folder is made if needed; raises StoreError."""
        try:
            private_dir(path.parent)
            write_whole(path, data)
        except JournalError as error:
            raise StoreError(_without(path, code, error)) from None
        except OSError as error:
            raise StoreError(f"The table {code} cannot be kept: {reason(error)}.") from None

    async def remove_table(self, code: str, *, is_over: bool = False) -> None:
        await self._noticed(Change("table", code), self._remove_table, code, is_over)

    def _remove_table(self, code: str, is_over: bool) -> None:
        folder, present = self._folder(code), self._read_table(code)
        if present and present.phase not in ("gathering", *(["over"] if is_over else [])):
            raise StoreError(f"The match of the table {code} has begun; it stays.")
        removed = folder.with_name(f"{_REMOVED}{code}")
        try:
            # The table disappears at once, even if the process is killed before the folder is gone.
            shutil.rmtree(removed, ignore_errors=True)
            with suppress(FileNotFoundError):
                os.rename(folder, removed)
                sync_folder(folder.parent)
        except OSError as error:
            raise StoreError(f"The table {code} cannot be removed: {reason(error)}.") from None
        self._tables.pop(code, None)
        if present:
            self._finished.remove(present)
        shutil.rmtree(removed, ignore_errors=True)
        self._open_database.clear_chat(code)

    async def secret(self, code: str, given: bytes | None = None) -> bytes:
        return await self._run(self._secret, code, given)

    def _secret(self, code: str, given: bytes | None) -> bytes:
        path = self._folder(code) / "secret"
        with suppress(FileNotFoundError):
            try:
                return read_whole(path, SECRET_BYTES)
            except FileNotFoundError:
                raise
            except OSError as error:
                raise StoreError(
                    f"The secret of the table {code} cannot be read: {reason(error)}."
                ) from None
        secret = token_bytes(SECRET_BYTES) if given is None else given
        self._write(code, path, secret)
        return secret

    # --- matches

    async def journal(self, code: str, first: bytes | None = None) -> Journal:
        loop = asyncio.get_running_loop()
        publish = self._notices.publish
        journal = await self._run(self._journal, code, first)

        def notify(lines: int) -> None:
            # The loop is closed if the last line was written while the process ended.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(publish, Change("line", code, lines=lines))

        return PublishedJournal(journal, notify)

    def _journal(self, code: str, first: bytes | None) -> FileJournal:
        path = self._record(code)
        if first is not None:
            try:
                private_dir(path.parent)
            except OSError as error:
                raise JournalError(f"{path} cannot be written: {reason(error)}.") from None
            return FileJournal.create(path, first)
        if not is_taken(path):
            raise JournalError(f"The match of the table {code} has not begun.")
        journal = FileJournal(path)
        try:
            repair(journal)
        except BaseException:
            journal.close()
            raise
        return journal

    async def rescue(self, code: str, good: bytes, *, keeps: bool = True) -> str:
        return await self._run(self._rescue, code, good, keeps)

    def _rescue(self, code: str, good: bytes, keeps: bool) -> str:
        path = self._record(code)
        beside = path.with_name(f"{code}.damaged-{token_hex(4)}{SUFFIX}")
        try:
            if keeps:
                # Copy first, so that a record exists at every moment.
                shutil.copyfile(path, beside)
                os.chmod(beside, PRIVATE)
            write_whole(path, good)
        except (OSError, JournalError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise StoreError(f"The match {code} cannot be rescued: {why}") from None
        return str(beside) if keeps else ""

    async def record(self, code: str) -> bytes:
        return await self._run(self._read_record, code)

    def _read_record(self, code: str) -> bytes:
        try:
            text = read_whole(self._record(code), record.MAX_BYTES)
        except FileNotFoundError:
            raise StoreError(f"The match of the table {code} has not begun.") from None
        except OSError as error:
            raise StoreError(f"The match {code} cannot be read: {reason(error)}.") from None
        # The last line may be only half written at this moment.
        return text[: text.rfind(b"\n") + 1]

    # --- chat

    async def chat(self, room: str) -> list[ChatLine]:
        return await self._run(lambda: self._open_database.chat(room))

    # --- notices, leases and presences, which a store in a folder shares with no other process

    async def notify(self, change: Change) -> None:
        self._notices.publish(change)

    def changes(self) -> Subscription:
        return self._notices.subscribe()

    async def lease(self, name: str, holder: str, seconds: float) -> bool:
        now = time.monotonic()
        owner, until = self._leases.get(name, (holder, now))
        if owner != holder and until > now:
            return False
        self._leases[name] = holder, now + seconds
        return True

    async def release(self, name: str, holder: str) -> None:
        if self._leases.get(name, ("", 0.0))[0] == holder:
            del self._leases[name]

    async def present(self) -> list[Presence]:
        """Return all sessions, the longest present first."""
        now = time.monotonic()
        self._present = {key: entry for key, entry in self._present.items() if entry[1] > now}
        sessions = (presence for presence, _ in self._present.values())
        return sorted(sessions, key=lambda presence: (presence.since, presence.session))

    async def put_presence(self, presence: Presence, seconds: float) -> None:
        before = self._present.get(presence.session)
        self._present[presence.session] = presence, time.monotonic() + seconds
        if before is None or before[0] != presence:
            self._notices.publish(Change("presence", presence.name))

    async def remove_presence(self, session: str) -> None:
        if removed := self._present.pop(session, None):
            self._notices.publish(Change("presence", removed[0].name))


async def copy_running(source: Path, target: Path) -> None:
    """Copy the folder of a server, which may be running, into a new folder.

    Each table's match is copied last, so that it is never behind the table; a half-copied last line
    is cut when the match is opened.

    Raises:
        StoreError: if it cannot be copied.
    """
    try:
        private_dir(target)
        for folder in sorted((source / "tables").glob("*")):
            if re.match(CODE_PATTERN, folder.name):
                to = private_dir(target / "tables" / folder.name)
                # False sorts before True, so records come last.
                files = sorted(folder.glob("[!.]*"), key=lambda path: path.suffix == SUFFIX)
                for path in files:
                    # The table may be removed meanwhile.
                    with suppress(FileNotFoundError):
                        shutil.copy2(path, to / path.name)
        for path in source.glob("ssh_host_*_key"):
            shutil.copy2(path, target / path.name)
    except OSError as error:
        raise StoreError(f"{source} cannot be copied: {reason(error)}.") from None
    accounts = FileAccounts(source)
    await accounts.open()
    try:
        await accounts.copy_to(target / ACCOUNTS_FILE)
    finally:
        await accounts.close()


def _load(path: Path) -> TableInfo:
    """Read the table in a file; raises OSError or StoreError."""
    return unpack(read_whole(path, _TABLE_BYTES_MAX), TableInfo)


def _without(path: Path, code: str, error: JournalError) -> str:
    """Return the error's sentence with the table in place of the path, which players must not
    see."""
    return str(error).replace(str(path), f"The table {code}")
