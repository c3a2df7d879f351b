"""A journal in a file: each line is synced to disk before it is published."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from threading import Lock
from typing import Final

from darwin_core.journal import Conflict, FileChanged, JournalError, reason
from darwin_core.record import MAX_BYTES

try:
    import fcntl
except (
    ImportError
):  # pragma: no cover - Windows has no fcntl; two programs are not kept apart there
    fcntl = None  # type: ignore[assignment]

PRIVATE: Final = 0o600

_NO_LINKS: Final = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)
"""Errors of file systems on which no file can have two names."""


class Locked(JournalError):
    """Another program is writing this file."""


class Taken(JournalError):
    """The name is taken already."""


def file_size(path: Path) -> int:
    """Return the size of a regular file; nothing is opened.

    Raises:
        OSError: if there is none, or something else: opening a pipe or reading a
            device might never end.
    """
    status = os.stat(path)
    if S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder", str(path))
    if not S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a file", str(path))
    return status.st_size


def read_whole(path: Path, most: int) -> bytes:
    """Return the contents of a regular file.

    Raises:
        OSError: if it cannot be read, is no regular file, or has more than so many bytes.
    """
    data = b""
    if file_size(path) <= most:
        with path.open("rb") as file:
            data = file.read(most + 1)
        if len(data) <= most:
            return data
    raise OSError(errno.EFBIG, "it is too large", str(path))


def is_taken(path: Path) -> bool:
    """Return whether a name is taken.

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
    with _finished_beside(path, data) as beside:
        os.replace(beside, path)


def write_new(path: Path, data: bytes) -> None:
    """Write a file as a whole or not at all, and never over another file, even if others write
    one of that name in the same moment.

    Raises:
        Taken: if something has that name.
        JournalError: if it cannot be written.
    """
    with _finished_beside(path, data) as beside:
        _give_name(beside, path)


def move_new(source: Path, target: Path) -> None:
    """Rename a file or a folder, but never to a name that is taken.

    Raises:
        FileExistsError: if something has that name.
        OSError: if it cannot be moved.
    """
    if S_ISDIR(os.lstat(source).st_mode):
        # No folder is ever put in the place of a file, nor of a folder that holds anything.
        os.rename(source, target)
        return
    _give_name(source, target)
    # A power cut must not leave the file without any name.
    sync_folder(target.parent)
    with suppress(FileNotFoundError):
        os.unlink(source)


@contextmanager
def _finished_beside(path: Path, data: bytes) -> Iterator[Path]:
    """Write and sync a neighbour of a file, which is put in place while this is entered."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
        try:
            _write_all(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
        yield beside
        with suppress(FileNotFoundError):
            beside.unlink()
        sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        if isinstance(error, FileExistsError):
            raise Taken(f"{path} exists already.") from None
        raise JournalError(f"{path} cannot be written: {reason(error)}.") from None


def _give_name(source: Path, target: Path) -> None:
    """Give a file a name that nothing has, beside its own or in place of it."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # Only the program that made an empty file of that name puts another in its place.
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        try:
            os.close(handle)
            os.replace(source, target)
        except OSError:
            with suppress(OSError):
                if not os.lstat(target).st_size:
                    os.unlink(target)
            raise


@contextmanager
def unplayed(path: Path) -> Iterator[None]:
    """Keep other programs from opening a file for play while it is moved.

    Raises:
        Locked: if one does so already.
    """
    try:
        file_size(path)
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        # What is no file, or cannot be read, is not played either.
        handle = -1
    try:
        if handle >= 0 and fcntl is not None:
            _lock(handle, path)
        yield
    finally:
        if handle >= 0:
            with suppress(OSError):
                os.close(handle)


def _lock(handle: int, path: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Locked(f"{path} is being played in another program.") from None


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
        if fcntl is not None:
            _lock(self._handle, self.path)
        try:
            self._status = os.fstat(self._handle)
            # The holder until now may have put a repaired file in its place.
            is_replaced = not os.path.samestat(self._status, os.stat(self.path))
        except OSError:
            is_replaced = True
        if is_replaced:
            raise Locked(f"{self.path} is being played in another program.")

    def _take_stock(self) -> None:
        try:
            self._size = os.fstat(self._handle).st_size
        except OSError as error:
            raise JournalError(f"{self.path} cannot be read: {reason(error)}.") from None
        self._text = bytearray(self.read())
        self._lines = self._text.count(b"\n")

    @classmethod
    def create(cls, path: Path, lines: bytes) -> "FileJournal":
        """Create a record with its first lines, as a whole or not at all.

        Raises:
            JournalError: if it cannot be written, or the file exists.
        """
        if is_taken(path):
            raise Taken(f"{path} exists already.")
        write_new(path, lines)
        return cls(path)

    def read(self) -> bytes:
        """Return the whole text.

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
        """Drop all after ``size`` bytes, a line that was never acknowledged, and end the last line.

        Raises:
            JournalError: if the file cannot be changed.
        """
        try:
            os.ftruncate(self._handle, size)
            if ending:
                os.pwrite(self._handle, ending, size)
            os.fsync(self._handle)
        except OSError as error:
            raise JournalError(f"{self.path} cannot be repaired: {reason(error)}.") from None
        self._take_stock()

    def append(self, line: bytes, expected: int) -> None:
        """Add a line and sync it. See Journal.append."""
        with self._busy:
            self._append(line, expected)

    def _append(self, line: bytes, expected: int) -> None:
        if self._handle < 0:
            raise JournalError(f"{self.path} is closed.")
        if self._broken:
            self._restore()
        if self._broken:
            raise JournalError(f"{self.path} could not be restored after a failed write.")
        if expected != self._lines:
            raise Conflict(f"{self.path} has {self._lines} lines, not {expected}.")
        if self._size + len(line) > MAX_BYTES:
            raise JournalError(
                f"{self.path} is full: a record of more than {MAX_BYTES // 2**20} MiB could not be "
                "read again."
            )
        self._look_for_changes()
        try:
            _pwrite_all(self._handle, line, self._size)
            _sync_data(self._handle)
        except OSError as error:
            self._restore()
            raise JournalError(f"{self.path} cannot be written: {reason(error)}.") from None
        self._size += len(line)
        self._text += line
        self._lines += 1

    def since(self, count: int) -> bytes:
        """Return the lines after the first ``count``. See Journal.since."""
        with self._busy:
            if count >= self._lines:
                return b""
            return b"".join(bytes(self._text).splitlines(keepends=True)[count:])

    def check(self) -> None:
        """Check that all acknowledged lines are in the file at its path.

        Raises:
            FileChanged: if the file has been deleted, moved, replaced or changed by others.
            JournalError: if that cannot be found out.
        """
        with self._busy:
            if self._broken:
                self._restore()
            self._look_for_changes()

    def _look_for_changes(self) -> None:
        try:
            status = os.stat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            what = "deleted or moved"
        except OSError as error:
            raise JournalError(f"{self.path} cannot be written: {reason(error)}.") from None
        else:
            if not os.path.samestat(status, self._status):
                what = "replaced by another file"
            elif status.st_size != self._size and not self._broken:
                what = "changed by another program"
            else:
                return
        raise FileChanged(f"{self.path} has been {what} since it was opened.")

    def _restore(self) -> None:
        """Remove the remains of a failed write."""
        self._broken = True
        with suppress(OSError):
            if os.fstat(self._handle).st_size > self._size:
                os.ftruncate(self._handle, self._size)
                _sync_data(self._handle)
            self._broken = False

    def move_to(self, path: Path) -> None:
        """Continue in a new file that holds all acknowledged lines; the old one stays as it is.

        Raises:
            Taken: if something has that name.
            JournalError: if it cannot be written; then nothing has changed.
        """
        with self._busy:
            other = FileJournal.create(path, bytes(self._text))
            self._release()
            self.path, self._handle, self._status = path, other._handle, other._status
            self._size, self._broken = other._size, False

    def close(self) -> None:
        """Release the file and its lock, after a running write."""
        with self._busy:
            if self._handle < 0:
                return
            if self._broken:
                self._restore()
            self._release()

    def _release(self) -> None:
        # Every line is on disk already, so no failure here loses anything.
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
