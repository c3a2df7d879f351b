"""What verifying the saved matches found, kept so that a list of hundreds comes at once.

It counts for a file that is the very same: no byte of it can be written without the system's noting
when. What is damaged or no record at all is kept as such; what the system did not let us read is
tried again every time.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from darwin_core import __version__, registry
from darwin_core.game import Clock
from darwin_core.journal import JournalError
from darwin_core.journal.file import read_whole, write_whole
from darwin_core.record import UNREADABLE, Player
from darwin_tui import locations

MOST_BYTES: Final = 16 * 2**20

UNREAD: Final = "It cannot be read:"
"""First words of the trouble of a file that could not be read at all."""

RECENT: Final = 2 * 10**9
"""Nanoseconds for which a change may be followed by another that bears the same time."""


class Listed(msgspec.Struct, frozen=True):
    """A row of the list of saved matches."""

    path: Path
    title: str
    played: float
    """When it was last played, in seconds since the epoch."""
    size: int
    game: str = ""
    players: tuple[Player, ...] = ()
    clock: Clock | None = None
    over: bool = False
    trouble: str = ""
    """What is wrong with it, in one sentence; empty if it is whole."""
    playable: bool = False
    """Whether it can be played on, if need be from its last good action."""

    @property
    def continues(self) -> bool:
        """Return whether there is anything left to play."""
        return self.playable and not self.over


class _Found(msgspec.Struct, frozen=True):
    """A row, and the file and the rules for which it was found."""

    file: tuple[int, int, int, int]
    rules: int
    row: Listed


class _Kept(msgspec.Struct, frozen=True):
    engine: str
    found: dict[str, _Found]


class Verified:
    """The rows that are known, and those found anew."""

    def __init__(self, known: dict[str, _Found]) -> None:
        self._known = known
        self._seen: dict[str, _Found] = {}

    @classmethod
    def read(cls) -> Self:
        """What is kept; nothing where it cannot be read or another version has found it."""
        path = locations.verification_path()
        with suppress(OSError, *UNREADABLE):
            kept = _DECODE(read_whole(path, MOST_BYTES))
            if kept.engine == __version__:
                return cls(kept.found)
        return cls({})

    def row(self, path: Path, verify: Callable[[Path], Listed]) -> Listed:
        """The row of a file, verified unless it has been as it is now."""
        file = _identity(path)
        found = self._known.get(str(path))
        if found is None or found.file != file or found.rules != _rules_of(found.row):
            row = verify(path)
            if file is None or file != _identity(path) or _is_recent(file):
                return row
            if row.trouble.startswith(UNREAD):
                return row
            if not str(path).isprintable():
                # A name that is no text could not be written.
                return row
            found = _Found(file, _rules_of(row), row)
        self._seen[str(path)] = found
        return found.row

    def keep(self, *, is_all: bool) -> None:
        """Keep what was seen, if it is not just what is kept, and unless that is all there is also
        what was known of others; where it cannot be kept, nothing is lost but time."""
        found = self._seen if is_all else self._known | self._seen
        if found != self._known:
            with suppress(OSError, JournalError):
                write_whole(locations.verification_path(), _ENCODE(_Kept(__version__, found)))


def _identity(path: Path) -> tuple[int, int, int, int] | None:
    """What changes whenever a file is written or put in another's place."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _is_recent(file: tuple[int, int, int, int]) -> bool:
    return time.time_ns() - max(file[2:]) < RECENT


def _rules_of(row: Listed) -> int:
    try:
        return registry.get(row.game).rules_version
    except registry.UnknownGame:
        return -1


def _path_of(_: type[Any], text: str) -> Path:
    return Path(text)


_ENCODE: Final = msgspec.json.Encoder(enc_hook=str).encode
_DECODE: Final = msgspec.json.Decoder(_Kept, dec_hook=_path_of).decode
