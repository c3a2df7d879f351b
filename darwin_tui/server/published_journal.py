"""The record of a table's match in a file, and the notice of each of its lines."""

from collections.abc import Callable

from darwin_core.journal.file import FileJournal
from darwin_core.match import record
from darwin_core.match.record import RecordError


class PublishedJournal:
    """A journal in a file that sends a notice of each line."""

    def __init__(self, journal: FileJournal, notify: Callable[[int], None]) -> None:
        self._journal = journal
        self._notify = notify
        self.since = journal.since
        self.close = journal.close

    def append(self, line: bytes, expected: int) -> None:
        """Add a line and sync it. See Journal.append."""
        self._journal.append(line, expected)
        self._notify(expected + 1)


def repair(journal: FileJournal) -> None:
    """Cut a last line that was never acknowledged.

    Raises:
        RecordError: if the record is damaged in another way; nothing is changed.
        JournalError: if it cannot be read or cut.
    """
    reading = record.read(journal.read())
    if reading.damage:
        raise RecordError(reading.damage)
    if reading.truncated:
        journal.cut(reading.kept)
    elif reading.missing_newline:
        journal.cut(reading.kept, b"\n")
