"""Files of records: read as a whole, never written over another, moved with their notes."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from darwin_core.journal import JournalError, reason
from darwin_core.journal.disk import (
    Taken,
    file_size,
    is_taken,
    move_new,
    read_whole,
    sync_folder,
    unplayed,
    write_whole,
)
from darwin_core.match import record
from darwin_core.match.record import RecordError
from darwin_core.text.language import tr
from darwin_tui.paths import Locations
from darwin_tui.saves import notes
from darwin_tui.saves.verification_cache import UNREAD


def check_size(path: Path) -> None:
    """Refuse a file that cannot be a record, before a byte of it is read.

    Raises:
        RecordError: if there is no such file, or one that is too long.
    """
    try:
        record.refuse_oversized(file_size(path))
    except OSError as error:
        raise RecordError(f"{tr(UNREAD)} {reason(error)}.") from None


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a record.

    Raises:
        RecordError: if there is no such file, or one that is too long or cannot be read.
    """
    check_size(path)
    try:
        return read_whole(path, record.MAX_BYTES)
    except OSError as error:
        raise RecordError(f"{tr(UNREAD)} {reason(error)}.") from None


def free_path(path: Path) -> Path:
    """Return the path, or the first free one with a number added."""
    free, number = path, 2
    while is_taken(free):
        free = path.with_name(f"{path.stem} {number}{path.suffix}")
        number += 1
    return free


def put_at_free(path: Path, put: Callable[[Path], None]) -> Path:
    """Put something at a path, or at one like it, that is free; try the next if another program
    takes that name first."""
    while True:
        free = free_path(path)
        with suppress(Taken, FileExistsError):
            put(free)
            return free


def copy_notes(path: Path, target: Path, locations: Locations) -> None:
    """Copy the notes on a record for another one, if there are any."""
    with suppress(OSError, JournalError):
        text = read_whole(locations.notes_on(path), notes.BYTES_MAX)
        write_whole(locations.notes_on(target), text)


def move(path: Path, target: Path, locations: Locations) -> None:
    """Move a record with its notes, unless it is being played.

    Raises:
        FileExistsError: if there is a file of that name.
        JournalError: if it cannot be moved; then it stays where it is.
    """
    try:
        with unplayed(path):
            move_new(path, target)
        try:
            with suppress(FileNotFoundError):
                locations.notes_on(path).rename(locations.notes_on(target))
        except OSError:
            move_new(target, path)
            raise
        sync_folder(target.parent)
        sync_folder(path.parent)
    except FileExistsError:
        raise
    except OSError as error:
        raise JournalError(
            tr("{name} cannot be moved: {reason}.", name=path.name, reason=reason(error))
        ) from None
