"""The unfinished lessons of a player, apart from the lessons, so that the first screen can read
them quickly."""

import contextlib
from pathlib import Path
from typing import Annotated, Final

import msgspec

from darwin_core.journal import JournalError
from darwin_core.journal.disk import changing, read_whole, write_whole
from darwin_core.match.record import UNREADABLE
from darwin_tui.paths import Locations, private_dir

BYTES_MAX: Final = 64 * 1024


class Progress(msgspec.Struct, frozen=True):
    """The progress in an unfinished lesson."""

    path: str
    """The record of its match."""
    step: Annotated[int, msgspec.Meta(ge=0)]
    """The step that it has reached, from 0."""


class Progresses:
    """The unfinished lessons of a player, kept in a file."""

    def __init__(self, locations: Locations) -> None:
        self._path = locations.lessons

    def all(self) -> dict[str, Progress]:
        """Return the unfinished lessons by game; none if the file cannot be read."""
        try:
            data = read_whole(self._path, BYTES_MAX)
            return msgspec.json.decode(data, type=dict[str, Progress])
        except (OSError, JournalError, *UNREADABLE):
            return {}

    def keep(self, slug: str, progress: Progress | None) -> None:
        """Keep the progress of a lesson, None for a finished one; if that fails, it begins
        again."""
        if self.all().get(slug) == progress:
            return
        with (
            contextlib.suppress(OSError, JournalError),
            changing(private_dir(self._path.parent)),
        ):
            # Another program may have reached a step of another lesson meanwhile.
            progresses = {
                name: kept_progress for name, kept_progress in self.all().items() if name != slug
            }
            if progress is not None:
                progresses[slug] = progress
            write_whole(self._path, msgspec.json.encode(progresses))

    def of_record(self, path: Path) -> tuple[str, int] | None:
        """Return the game and the step of the lesson that a record belongs to, if it does."""
        return next(
            (
                (slug, progress.step)
                for slug, progress in self.all().items()
                if progress.path == str(path)
            ),
            None,
        )
