"""Caches in files, such as the rows of saved matches; only the version that wrote them reads them.

If a cache cannot be read or written, only time is lost.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, Self, TypeVar

import msgspec

from darwin_core import __version__
from darwin_core.contract import registry
from darwin_core.contract.game import Clock
from darwin_core.journal import JournalError
from darwin_core.journal.disk import changing, read_whole, write_whole
from darwin_core.match.record import UNREADABLE, Player
from darwin_core.text.language import Language, language, mark, tr
from darwin_tui.paths import private_dir

BYTES_MAX: Final = 16 << 20
"""Maximum size of a cache file; a larger one is made again."""


class Cache(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a cache file."""

    engine: str = __version__
    """Version of the program that wrote it."""


C = TypeVar("C", bound=Cache)


def read_cache(path: Path, kind: type[C]) -> C | None:
    """Return the contents of a file; None if it cannot be read or another version wrote it."""
    with suppress(OSError, *UNREADABLE):
        cache = msgspec.json.decode(read_whole(path, BYTES_MAX), type=kind, dec_hook=_path_of)
        return cache if cache.engine == __version__ else None
    return None


def change_cache(path: Path, kind: type[C], changed: Callable[[C | None], C]) -> None:
    """Rewrite the contents of a file, if possible.

    Args:
        changed: returns the new contents, given the file's current ones as ``read_cache`` returns
            them; another program may have written those.
    """
    with suppress(OSError, JournalError), changing(private_dir(path.parent)):
        contents = changed(read_cache(path, kind))
        write_whole(path, msgspec.json.encode(contents, enc_hook=str))


def _path_of(_: type[object], text: str) -> Path:
    return Path(text)


UNREAD: Final = mark("It cannot be read:")
"""Prefix of the trouble of an unreadable file."""
RECENT_NANOSECONDS: Final = 2 * 10**9
"""Time span in which two changes may have the same time stamp, so that one goes unnoticed."""
_UNKNOWN_RULES: Final = -1
"""Version of the rules of an unknown game; no game has it."""


class Listed(msgspec.Struct, frozen=True):
    """A row of the list of saved matches."""

    path: Path
    title: str
    played: float
    """Time of the last action, in seconds since the epoch."""
    size: int
    game: str = ""
    players: tuple[Player, ...] = ()
    clock: Clock | None = None
    points: tuple[int, ...] = ()
    """Points of each seat: the result, or the standing as a spectator sees it."""
    places: tuple[int, ...] = ()
    """Rank of each seat, from 1."""
    over: bool = False
    trouble: str = ""
    """One sentence about the fault of the record; empty if it is sound."""
    playable: bool = False
    """True if it can be continued, perhaps only from its last sound action."""
    made: str = ""
    """Time of creation, as in its record."""
    seed: str = ""
    chain: str = ""
    """The last hash of its record, the same for copies of a match and unique to it."""
    rules: str = ""
    """Title of the rules, if its game has several."""
    is_branch: bool = False
    """True if it branches off another match."""
    seen_undos: tuple[int, ...] = ()
    """The seat of each undo of an action that others saw."""

    @property
    def continues(self) -> bool:
        """True if the match is not over and can be continued."""
        return self.playable and not self.over

    @property
    def winners(self) -> list[str]:
        """Names of the winners of a finished match."""
        if not self.over:
            return []
        return [
            player.name for player, at in zip(self.players, self.places, strict=True) if at == 1
        ]


class _VerifiedRow(msgspec.Struct, frozen=True):
    """A row, with the file and the rules for which it is valid."""

    file: tuple[int, int, int, int]
    """The value of ``_identity`` for the file."""
    rules: int
    """Version of the game's rules."""
    row: Listed
    language: Language = "en"
    """Language of the row's trouble."""


class _RowCache(Cache, frozen=True):
    """The file of verified rows."""

    columns: tuple[str, ...]
    """Field names of a row, so that rows with another layout are made again."""
    rows: dict[str, _VerifiedRow]
    """The rows by path."""


def _usable(cache: _RowCache | None) -> dict[str, _VerifiedRow]:
    """Return the stored rows if they have this version's fields."""
    return cache.rows if cache and cache.columns == Listed.__struct_fields__ else {}


class VerificationCache:
    """The rows of verified records, stored in a file."""

    def __init__(self, path: Path, known: dict[str, _VerifiedRow]) -> None:
        self._path = path
        self._known = known
        """The rows in the file when it was read."""
        self._seen: dict[str, _VerifiedRow] = {}
        """The rows asked for since, by path."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the rows from a file; none if it cannot be read or another version wrote it."""
        return cls(path, _usable(read_cache(path, _RowCache)))

    def row(self, path: Path, verify: Callable[[Path], Listed]) -> Listed:
        """Return the row of a file; verify the file if it has changed since the last time."""
        file = _identity(path)
        entry = self._known.get(str(path))
        if entry is None or entry.file != file or not _holds(entry):
            row = verify(path)
            # Keep no row of a file that changes while it is verified, or may change unnoticed.
            if file is None or file != _identity(path) or _is_recent(file):
                return row
            # An unreadable file may become readable without being changed.
            if row.trouble.startswith(tr(UNREAD)):
                return row
            if not str(path).isprintable():
                # Keep no row of a file whose name is not text: it could not be written.
                return row
            entry = _VerifiedRow(file, _rules_of(row), row, language())
        self._seen[str(path)] = entry
        return entry.row

    def keep(self, *, is_all: bool) -> None:
        """Write the rows if any has changed; after a failure, only time is lost.

        Args:
            is_all: True if every file was listed; rows of missing files are then dropped.
        """
        if self._known == (self._seen if is_all else self._known | self._seen):
            return

        def changed(cache: _RowCache | None) -> _RowCache:
            entries = self._seen if is_all else _usable(cache) | self._seen
            return _RowCache(columns=Listed.__struct_fields__, rows=entries)

        change_cache(self._path, _RowCache, changed)


def _identity(path: Path) -> tuple[int, int, int, int] | None:
    """Return a value that changes whenever a file is written or replaced."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _is_recent(file: tuple[int, int, int, int]) -> bool:
    return time.time_ns() - max(file[2:]) < RECENT_NANOSECONDS


def _holds(entry: _VerifiedRow) -> bool:
    """Return whether a row is valid for the current rules, in the reader's language."""
    is_readable = not entry.row.trouble or entry.language == language()
    return is_readable and entry.rules == _rules_of(entry.row)


def _rules_of(row: Listed) -> int:
    try:
        return registry.get(row.game).rules_version
    except registry.UnknownGame:
        return _UNKNOWN_RULES
