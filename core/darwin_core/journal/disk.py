"""Files on disk: read completely, written and moved completely or not at all, and locked.

There are two locks. A lock on a record keeps it from being played in two programs; a program that
finds it taken gives up. A lock on a folder (``changing``) orders changes of its files; a program
waits for it, and continues without it after LOCK_SECONDS_MAX.
"""

import errno
import os
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Final

from darwin_core.journal import JournalError, unwritable
from darwin_core.text.language import tr

try:
    import fcntl
except ImportError:  # pragma: no cover - on Windows two programs are not kept apart
    fcntl = None  # type: ignore[assignment]

PRIVATE: Final = 0o600
"""Mode of a file that only its owner may read and write."""

LOCK_SECONDS_MAX: Final = 1.0
"""Maximum time to wait for another program that changes files of a folder, before continuing
without the lock. Chosen, like the next figure: a longer one keeps people waiting for a stopped
program."""
_POLL_SECONDS: Final = 0.01
"""Time between two attempts to get the lock."""

_UNFINISHED: Final = re.compile(r"\..+\.(\d{1,10})\.new")
"""Name of a file being written by a program, with its process number."""

_NO_LINKS: Final = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)
"""Errors of file systems that support no hard links."""


class Locked(JournalError):
    """Raised for a file that another program is writing."""


class Taken(JournalError):
    """Raised for a name that is taken already."""


def file_size(path: Path) -> int:
    """Return the size of a regular file without opening anything.

    Raises:
        OSError: if there is no regular file at the path, since opening a pipe or reading a device
            might never end.
    """
    status = os.stat(path)
    if S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, tr("it is a folder"), str(path))
    if not S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, tr("it is not a file"), str(path))
    return status.st_size


def read_whole(path: Path, most: int) -> bytes:
    """Return the contents of a regular file.

    Raises:
        OSError: if it cannot be read, is not a regular file, or has more than ``most`` bytes.
    """
    if file_size(path) <= most:
        with path.open("rb") as file:
            # One byte more shows that the file has grown beyond the limit meanwhile.
            data = file.read(most + 1)
        if len(data) <= most:
            return data
    raise OSError(errno.EFBIG, tr("it is too large"), str(path))


def is_taken(path: Path) -> bool:
    """Return whether a name is taken.

    Raises:
        JournalError: if that cannot be determined.
    """
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise unwritable(path, error) from None
    return True


def sync_folder(folder: Path) -> None:
    """Make a new or renamed folder entry survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file completely or not at all: a temporary neighbour is written, synced and renamed
    over it.

    A symbolic link stays a link, since people keep such files elsewhere: its target is written. A
    link to anything but a file, such as a device, is replaced.

    Raises:
        JournalError: if that fails, or may not survive a power cut; the path then holds the
            complete old or new file.
    """
    path = _behind_links(path)
    with _finished_beside(path, data) as beside:
        os.replace(beside, path)


def _behind_links(path: Path) -> Path:
    """Return the file to which a symbolic link leads, even if it does not exist; else the path."""
    target = Path(os.path.realpath(path))
    try:
        is_file = S_ISREG(target.lstat().st_mode)
    except FileNotFoundError:
        # It will be a file once it is written.
        is_file = True
    except OSError as error:
        raise unwritable(path, error) from None
    return target if is_file else path


def write_new(path: Path, data: bytes) -> None:
    """Write a file completely or not at all, and never over another file.

    That holds even if others write a file of that name at the same moment.

    Raises:
        Taken: if something has that name.
        JournalError: if it cannot be written.
    """
    with _finished_beside(path, data) as beside:
        _give_name(beside, path)


def move_new(source: Path, target: Path) -> None:
    """Rename a file or folder, but never to a taken name.

    Raises:
        FileExistsError: if something has that name.
        OSError: if it cannot be moved.
    """
    if S_ISDIR(os.lstat(source).st_mode):
        # ``os.rename`` of a folder never replaces a file, nor a folder that has contents.
        os.rename(source, target)
        return
    _give_name(source, target)
    # A power cut must not leave the file without any name.
    sync_folder(target.parent)
    with suppress(FileNotFoundError):
        os.unlink(source)


@contextmanager
def _finished_beside(path: Path, data: bytes) -> Iterator[Path]:
    """Write and sync a temporary file beside a path; the caller puts it in place in the block."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")  # As _UNFINISHED reads it.
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE)
        try:
            _write_all(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
        yield beside
        # A file that was linked to its new name, not renamed, still has this one.
        with suppress(FileNotFoundError):
            beside.unlink()
        sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            beside.unlink()
        if isinstance(error, FileExistsError):
            raise Taken(tr("{path} exists already.", path=path)) from None
        raise unwritable(path, error) from None


def remove_unfinished(folders: Iterable[Path]) -> None:
    """Remove the neighbours that this user's programs were writing when they were killed."""
    for folder in folders:
        with suppress(OSError):
            for name in os.listdir(folder):
                writer = _UNFINISHED.fullmatch(name)
                if writer and _is_own_file(folder / name) and not _is_running(int(writer[1])):
                    os.unlink(folder / name)


def _is_own_file(path: Path) -> bool:
    status = path.lstat()
    return S_ISREG(status.st_mode) and (fcntl is None or status.st_uid == os.geteuid())


def _is_running(process: int) -> bool:
    """Return whether a process may be running."""
    if fcntl is None:  # pragma: no cover - on Windows the question would end the process
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        # The process exists, but belongs to another user.
        return True
    return True


def _give_name(source: Path, target: Path) -> None:
    """Give a file a free name, in addition to or instead of its current name."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # Without hard links, reserve the name by an empty file, which only its creator replaces.
        handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        try:
            os.close(handle)
            os.replace(source, target)
        except OSError:
            # Release the name; a file with contents is not the reservation.
            with suppress(OSError):
                if not os.lstat(target).st_size:
                    os.unlink(target)
            raise


@contextmanager
def changing(folder: Path) -> Iterator[None]:
    """Keep other programs from changing files of a folder inside the block. A program that was
    stopped in the middle, or a file system without locks, keeps nobody waiting for long."""
    handle = -1
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        _wait_for_lock(handle)
    try:
        yield
    finally:
        if handle >= 0:
            with suppress(OSError):
                unlock(handle)
            with suppress(OSError):
                os.close(handle)


def _wait_for_lock(handle: int) -> None:
    """Lock an open folder; return without the lock after LOCK_SECONDS_MAX."""
    until = time.monotonic() + LOCK_SECONDS_MAX
    while fcntl is not None and time.monotonic() < until:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(_POLL_SECONDS)
        else:
            return


@contextmanager
def unplayed(path: Path) -> Iterator[None]:
    """Keep other programs from opening a file for play while it is moved.

    Raises:
        Locked: if another program has already opened it.
    """
    try:
        file_size(path)
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        # Something that is not a file, or cannot be read, is not being played.
        handle = -1
    try:
        if handle >= 0:
            lock(handle, path)
        yield
    finally:
        if handle >= 0:
            with suppress(OSError):
                os.close(handle)


def lock(handle: int, path: Path) -> None:
    """Keep other programs from playing an open file.

    Raises:
        Locked: if another program already plays it.
    """
    if fcntl is None:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Locked(tr("{path} is being played in another program.", path=path)) from None


def unlock(handle: int) -> None:
    """End the lock of an open file; closing it is not enough if a process was forked meanwhile."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_UN)


def _write_all(handle: int, data: bytes) -> None:
    # One call may write only a part.
    while data:
        data = data[os.write(handle, data) :]
