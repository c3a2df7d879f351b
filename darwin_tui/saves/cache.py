"""Files of results that can be found again, each read by the version that wrote it and no other.

If one cannot be read or written, nothing is lost but time.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from darwin_core import __version__
from darwin_core.journal import JournalError
from darwin_core.journal.disk import changing, read_whole, write_whole
from darwin_core.match.record import UNREADABLE
from darwin_tui.paths import private_dir

BYTES_MAX: Final = 16 << 20


class Cache(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of such a file."""

    engine: str = __version__
    """The version of the program that wrote it."""


C = TypeVar("C", bound=Cache)


def read_cache(path: Path, kind: type[C]) -> C | None:
    """Return the contents of a file; None if it cannot be read or another version wrote it."""
    with suppress(OSError, *UNREADABLE):
        found = msgspec.json.decode(read_whole(path, BYTES_MAX), type=kind, dec_hook=_path_of)
        return found if found.engine == __version__ else None
    return None


def change_cache(path: Path, kind: type[C], changed: Callable[[C | None], C]) -> None:
    """Write the contents of a file, if that is possible.

    Args:
        path: the file.
        kind: the kind of its contents.
        changed: returns the new contents from those that the file has now, which may be another
            program's; they are as ``read_cache`` returns them.
    """
    with suppress(OSError, JournalError), changing(private_dir(path.parent)):
        contents = changed(read_cache(path, kind))
        write_whole(path, msgspec.json.encode(contents, enc_hook=str))


def _path_of(_: type[object], text: str) -> Path:
    return Path(text)
