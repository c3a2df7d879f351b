"""The scores of simulated matches in a file, from which a stopped measurement continues."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from darwin_core.journal import JournalError, unreadable, unwritable
from darwin_core.journal.disk import read_whole

BYTES_MAX: Final = 2**30


class Series(msgspec.Struct, frozen=True):
    """The matches of one measurement; each is decided by the series and its own number."""

    game: str
    version: str
    """The version of the program: the bots of another one may play otherwise."""
    rules_version: int
    bots: tuple[str, ...]
    seed: str
    options: dict[str, object]
    """The game's, where they differ from the default ones."""

    @property
    def key(self) -> bytes:
        """The series as bytes that are the same for the same series only."""
        return msgspec.json.encode(self, order="sorted")


class Score(msgspec.Struct, frozen=True):
    """The result of one match, by seat as the bots were given."""

    ranks: tuple[int, ...]
    totals: tuple[int, ...]
    order: tuple[int, ...]
    """The seats as given, from the one that is asked first around the table."""


class _Line(msgspec.Struct, frozen=True):
    series: Series
    number: int
    score: Score


_BEGINNING: Final = b'{"series":'
"""The beginning of every line."""


class MatchLog:
    """A file with a line for each match, read when it is opened and only ever appended to."""

    def __init__(self, path: Path) -> None:
        """Read the file, if there is one; drop the end of a line that was not written whole.

        Raises:
            JournalError: if it cannot be read, or has a line that is no match.
        """
        self._path = path
        self._scores: dict[bytes, dict[int, Score]] = {}
        try:
            text = read_whole(path, BYTES_MAX)
        except FileNotFoundError:
            return
        except OSError as error:
            raise unreadable(path, error) from None
        *lines, rest = text.split(b"\n")
        if not (rest.startswith(_BEGINNING) or _BEGINNING.startswith(rest)):
            # Nothing of a file of something else is dropped.
            lines.append(rest)
        for number, line in enumerate(lines, 1):
            try:
                self._add(msgspec.json.decode(line, type=_Line))
            except (msgspec.MsgspecError, UnicodeDecodeError):
                raise JournalError(f"Line {number} of {path} is no simulated match.") from None
        if rest:
            try:
                os.truncate(path, len(text) - len(rest))
            except OSError as error:
                raise unwritable(path, error) from None

    def scores(self, series: Series) -> Mapping[int, Score]:
        """Return the scores of the matches of a series by their numbers."""
        return self._scores.get(series.key, {})

    def add(self, series: Series, number: int, score: Score) -> None:
        """Add a match.

        Raises:
            JournalError: if it cannot be written.
        """
        line = _Line(series, number, score)
        try:
            with self._path.open("ab", buffering=0) as file:
                file.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            raise unwritable(self._path, error) from None
        self._add(line)

    def _add(self, line: _Line) -> None:
        self._scores.setdefault(line.series.key, {})[line.number] = line.score
