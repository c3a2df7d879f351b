"""A journal in a file: each line is synced to disk before anyone is told of it."""

import os
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final

from darwin_core.journal import Conflict, JournalError, reason

try:
    import fcntl
except (
    ImportError
):  # pragma: no cover - Windows has no fcntl; two programs are not kept apart there
    fcntl = None  # type: ignore[assignment]

PRIVATE: Final = 0o600


class Locked(JournalError):
    """Another program is writing this file."""


def is_taken(path: Path) -> bool:
    """Whether anything bears that name.

    Raises:
        JournalError: if that cannot be found out.
    """
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise JournalError(f"{path} cannot be written: {reason(error)}.") from None
    return True


def sync_folder(folder: Path) -> None:
    """Make a new or renamed entry of a folder last through a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file as a whole or not at all: a neighbour is written, synced and renamed over it.

    Raises:
        JournalError: if it cannot be, or not lastingly; the path then holds the old file or the
            new one, whole.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
        try:
            _write_all(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(beside, path)
        sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        raise JournalError(f"{path} cannot be written: {reason(error)}.") from None


def _write_all(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


class FileJournal:
    """The journal of one file, held under a lock for as long as it is open."""

    def __init__(self, path: Path) -> None:
        """Open a record for appending; its last line must be whole.

        Raises:
            Locked: if another program has it open.
            JournalError: if it cannot be opened.
        """
        self.path = path
        self._busy = Lock()
        self._broken = False
        try:
            self._handle = os.open(path, os.O_RDWR)
        except OSError as error:
            raise JournalError(f"{path} cannot be opened for play: {reason(error)}.") from None
        try:
            self._claim()
            self._take_stock()
        except BaseException:
            with suppress(OSError):
                os.close(self._handle)
            raise

    def _claim(self) -> None:
        if fcntl is None:  # pragma: no cover
            return
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever held it until now may have put a mended file in its place.
            replaced = not os.path.samestat(os.fstat(self._handle), os.stat(self.path))
        except OSError:
            replaced = True
        if replaced:
            raise Locked(f"{self.path} is being played in another program.")

    def _take_stock(self) -> None:
        try:
            self._size = os.fstat(self._handle).st_size
        except OSError as error:
            raise JournalError(f"{self.path} cannot be read: {reason(error)}.") from None
        self._lines = self.read().count(b"\n")

    @classmethod
    def create(cls, path: Path, lines: bytes) -> "FileJournal":
        """A new record with its first lines, there as a whole or not at all.

        Raises:
            JournalError: if it cannot be written, or the file exists.
        """
        if is_taken(path):
            raise JournalError(f"{path} exists already.")
        write_whole(path, lines)
        return cls(path)

    def read(self) -> bytes:
        """All of it.

        Raises:
            JournalError: if it cannot be read.
        """
        data = b""
        try:
            while part := os.pread(self._handle, self._size - len(data), len(data)):
                data += part
            return data
        except OSError as error:
            raise JournalError(f"{self.path} cannot be read: {reason(error)}.") from None

    def cut(self, size: int, ending: bytes = b"") -> None:
        """Drop what lies after ``size`` bytes, a line that was never acknowledged, and end the
        last line.

        Raises:
            JournalError: if the file cannot be changed.
        """
        try:
            os.ftruncate(self._handle, size)
            if ending:
                os.pwrite(self._handle, ending, size)
            os.fsync(self._handle)
        except OSError as error:
            raise JournalError(f"{self.path} cannot be mended: {reason(error)}.") from None
        self._take_stock()

    def append(self, line: bytes, expected: int) -> None:
        """Add a line and sync it. See Journal.append."""
        with self._busy:
            self._append(line, expected)

    def _append(self, line: bytes, expected: int) -> None:
        if self._handle < 0:
            raise JournalError(f"{self.path} is closed.")
        if self._broken:
            self._take_back()
        if self._broken:
            raise JournalError(f"{self.path} could not be restored after a failed write.")
        if expected != self._lines:
            raise Conflict(f"{self.path} has {self._lines} lines, not {expected}.")
        try:
            _pwrite_all(self._handle, line, self._size)
            _sync_data(self._handle)
        except OSError as error:
            self._take_back()
            raise JournalError(f"{self.path} cannot be written: {reason(error)}.") from None
        self._size += len(line)
        self._lines += 1

    def _take_back(self) -> None:
        """Remove what a failed write may have left, so that the file is as it was."""
        self._broken = True
        with suppress(OSError):
            if os.fstat(self._handle).st_size != self._size:
                os.ftruncate(self._handle, self._size)
                _sync_data(self._handle)
            self._broken = False

    def close(self) -> None:
        """Let go of the file and its lock, once what is being written is on disk."""
        with self._busy:
            if self._handle < 0:
                return
            if self._broken:
                self._take_back()
            # Every line is on disk already, so nothing is lost whatever fails here.
            with suppress(OSError):
                if fcntl is not None:
                    # Processes forked meanwhile hold the file open, and so would hold the lock.
                    fcntl.flock(self._handle, fcntl.LOCK_UN)
            with suppress(OSError):
                os.close(self._handle)
            self._handle = -1


def _pwrite_all(handle: int, data: bytes, offset: int) -> None:
    while data:
        written = os.pwrite(handle, data, offset)
        data, offset = data[written:], offset + written


# macOS has no fdatasync.
_sync_data = getattr(os, "fdatasync", os.fsync)
