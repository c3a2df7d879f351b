"""A journal in a file: each line is synced to disk before it is published."""

import os
from contextlib import suppress
from pathlib import Path
from threading import Lock

from darwin_core.journal import Conflict, FileChanged, JournalError, reason, unreadable, unwritable
from darwin_core.journal.disk import Locked, Taken, is_taken, lock, unlock, write_new
from darwin_core.match.record import MAX_BYTES
from darwin_core.text.language import tr


class FileJournal:
    """The journal of one file, held under a lock while it is open."""

    def __init__(self, path: Path) -> None:
        """Open a record for appending; its last line must be complete.

        Raises:
            Locked: if another program has it open.
            JournalError: if it cannot be opened.
        """
        self.path = path
        self._busy = Lock()
        """Held by each call that uses the file: calls come from several threads."""
        self._broken = False
        """True if a failed write may have left remains after the acknowledged lines."""
        try:
            self._handle = os.open(path, os.O_RDWR)
        except OSError as error:
            raise JournalError(
                tr("{path} cannot be opened for play: {reason}.", path=path, reason=reason(error))
            ) from None
        try:
            self._claim()
            self._take_stock()
        except BaseException:
            with suppress(OSError):
                os.close(self._handle)
            raise

    def _claim(self) -> None:
        """Lock the open file, and check that it is still the file at its path."""
        lock(self._handle, self.path)
        try:
            self._status = os.fstat(self._handle)
            # The previous holder may have replaced the file by a repaired one.
            is_replaced = not os.path.samestat(self._status, os.stat(self.path))
        except OSError:
            is_replaced = True
        if is_replaced:
            raise Locked(tr("{path} is being played in another program.", path=self.path))

    def _take_stock(self) -> None:
        """Read the file into memory, and count its bytes and lines."""
        try:
            self._size = os.fstat(self._handle).st_size
        except OSError as error:
            raise unreadable(self.path, error) from None
        self._text = bytearray(self.read())
        self._lines = self._text.count(b"\n")

    @classmethod
    def create(cls, path: Path, lines: bytes) -> "FileJournal":
        """Create a record with its first lines, completely or not at all.

        Raises:
            JournalError: if it cannot be written, or the file exists.
        """
        if is_taken(path):
            raise Taken(tr("{path} exists already.", path=path))
        write_new(path, lines)
        return cls(path)

    def read(self) -> bytes:
        """Return the whole text.

        Raises:
            JournalError: if it cannot be read.
        """
        try:
            return _pread_all(self._handle, self._size)
        except OSError as error:
            raise unreadable(self.path, error) from None

    def cut(self, size: int, ending: bytes = b"") -> None:
        """Cut the file after ``size`` bytes, and append an ending, as to complete the last line.

        Args:
            size: the number of bytes to keep, the bytes of the acknowledged lines.
            ending: the line break that the last of these lines lacks, if it lacks one.

        Raises:
            JournalError: if the file cannot be changed.
        """
        try:
            os.ftruncate(self._handle, size)
            if ending:
                os.pwrite(self._handle, ending, size)
            os.fsync(self._handle)
        except OSError as error:
            raise JournalError(
                tr("{path} cannot be repaired: {reason}.", path=self.path, reason=reason(error))
            ) from None
        self._take_stock()

    def append(self, line: bytes, expected: int) -> None:
        """Append a line and sync it; see ``Journal.append``."""
        with self._busy:
            self._append(line, expected)

    def _append(self, line: bytes, expected: int) -> None:
        """Append a line, given that no other call uses the file; see ``append``."""
        if self._handle < 0:
            raise JournalError(tr("{path} is closed.", path=self.path))
        if self._broken:
            # The last write failed and so did its removal; by now that may work.
            self._restore()
        if self._broken:
            raise JournalError(
                tr("{path} could not be restored after a failed write.", path=self.path)
            )
        if expected != self._lines:
            raise Conflict(
                tr(
                    "{path} has {lines} lines, not {expected}.",
                    path=self.path,
                    lines=self._lines,
                    expected=expected,
                )
            )
        if self._size + len(line) > MAX_BYTES:
            raise JournalError(
                tr(
                    "{path} is full: a record of more than {size} MiB could not be read again.",
                    path=self.path,
                    size=MAX_BYTES // 2**20,
                )
            )
        self._look_for_changes()
        try:
            _pwrite_all(self._handle, line, self._size)
            _sync_data(self._handle)
        except OSError as error:
            self._restore()
            raise unwritable(self.path, error) from None
        self._size += len(line)
        self._text += line
        self._lines += 1

    def since(self, count: int) -> bytes:
        """Return the lines after the first ``count``; see ``Journal.since``."""
        with self._busy:
            if count >= self._lines:
                return b""
            return b"".join(bytes(self._text).splitlines(keepends=True)[count:])

    def check(self) -> None:
        """Check that all acknowledged lines are in the file at its path.

        Raises:
            FileChanged: if the file has been deleted, moved, replaced or changed by others.
            JournalError: if that cannot be determined.
        """
        with self._busy:
            if self._broken:
                self._restore()
            self._look_for_changes()

    def _look_for_changes(self) -> None:
        """Check what ``check`` checks, given that no other call uses the file. After a failed write
        the contents are not compared, as its remains may still be there."""
        try:
            status = os.stat(self.path)
        except (FileNotFoundError, NotADirectoryError):
            sentence = tr("{path} has been deleted or moved since it was opened.", path=self.path)
        except OSError as error:
            raise unwritable(self.path, error) from None
        else:
            if not os.path.samestat(status, self._status):
                sentence = tr(
                    "{path} has been replaced by another file since it was opened.", path=self.path
                )
            elif not self._broken and not self._is_whole(status.st_size):
                sentence = tr(
                    "{path} has been changed by another program since it was opened.",
                    path=self.path,
                )
            else:
                return
        raise FileChanged(sentence)

    def _is_whole(self, size: int) -> bool:
        """Return whether a file of some size contains the acknowledged lines and nothing else.

        It compares bytes, which are in memory already, instead of times: a second change within a
        clock tick has the same time, and a link or a backup changes a file's time.

        Raises:
            JournalError: if the file cannot be read, so that a line in it could not be either.
        """
        if size != self._size:
            return False
        try:
            return _pread_all(self._handle, size) == self._text
        except OSError as error:
            raise unwritable(self.path, error) from None

    def _restore(self) -> None:
        """Remove the remains of a failed write."""
        self._broken = True
        with suppress(OSError):
            if os.fstat(self._handle).st_size > self._size:
                os.ftruncate(self._handle, self._size)
                _sync_data(self._handle)
            self._broken = False

    def move_to(self, path: Path) -> None:
        """Continue in a new file that holds all acknowledged lines; the old one stays unchanged.

        Raises:
            Taken: if something has that name.
            JournalError: if it cannot be written; then nothing has changed.
        """
        with self._busy:
            other = FileJournal.create(path, bytes(self._text))
            self._release()
            # The new file is locked already. Its text and number of lines are the same.
            self.path = path
            self._handle = other._handle
            self._status = other._status
            self._size = other._size
            self._broken = False

    def close(self) -> None:
        """Release the file and its lock, after a running write."""
        with self._busy:
            if self._handle < 0:
                return
            if self._broken:
                self._restore()
            self._release()

    def _release(self) -> None:
        """Give up the lock and the handle."""
        # Every line is on disk already, so a failure here loses nothing.
        with suppress(OSError):
            unlock(self._handle)
        with suppress(OSError):
            os.close(self._handle)
        self._handle = -1


def _pread_all(handle: int, size: int) -> bytes:
    data = b""
    while len(data) < size and (part := os.pread(handle, size - len(data), len(data))):
        data += part
    return data


def _pwrite_all(handle: int, data: bytes, offset: int) -> None:
    while data:
        written = os.pwrite(handle, data, offset)
        data = data[written:]
        offset += written


# Syncs the contents and the size, but not the times of a file. macOS has no fdatasync.
_sync_data = getattr(os, "fdatasync", os.fsync)
