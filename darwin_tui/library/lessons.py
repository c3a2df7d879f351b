"""A player's unfinished lessons. The content of lessons is elsewhere, so that the first screen can
read this quickly."""

import contextlib
from pathlib import Path
from typing import Annotated, Final

import msgspec

from darwin_core.journal import JournalError
from darwin_core.journal.disk import changing, read_whole, write_whole
from darwin_core.match.record import UNREADABLE
from darwin_tui.paths import Locations, private_dir

BYTES_MAX: Final = 64 * 1024
"""Maximum size of the file; a larger one is not read."""
FIRST: Final = "lesson"
"""The lesson about the rules of a game."""


def progress_key(slug: str, part: str) -> str:
    """Return the key under which a lesson's progress is stored."""
    return slug if part == FIRST else f"{slug} {part}"


def lesson_of(key: str) -> tuple[str, str]:
    """Return the game and the part of the lesson with a progress key."""
    slug, _, part = key.partition(" ")
    return slug, part or FIRST


class Progress(msgspec.Struct, frozen=True):
    """The progress in an unfinished lesson."""

    path: str
    """The lesson's record."""
    step: Annotated[int, msgspec.Meta(ge=0)]
    """The step reached, from 0."""


class Progresses:
    """A player's unfinished lessons, stored in a file."""

    def __init__(self, locations: Locations) -> None:
        self._path = locations.lessons

    def all(self) -> dict[str, Progress]:
        """Return the unfinished lessons by key; empty if the file cannot be read."""
        try:
            data = read_whole(self._path, BYTES_MAX)
            return msgspec.json.decode(data, type=dict[str, Progress])
        except (OSError, JournalError, *UNREADABLE):
            return {}

    def keep(self, key: str, progress: Progress | None) -> None:
        """Store a lesson's progress, or None once it is finished. If that fails, the lesson begins
        again."""
        if self.all().get(key) == progress:
            return
        with contextlib.suppress(OSError, JournalError), changing(private_dir(self._path.parent)):
            # Another program may have stored another lesson's progress meanwhile.
            progresses = {name: other for name, other in self.all().items() if name != key}
            if progress is not None:
                progresses[key] = progress
            write_whole(self._path, msgspec.json.encode(progresses))

    def of_record(self, path: Path) -> tuple[str, int] | None:
        """Return the key and step of the lesson to which a record belongs; None for another
        record."""
        return next(
            (
                (key, progress.step)
                for key, progress in self.all().items()
                if progress.path == str(path)
            ),
            None,
        )
