"""Storage of the lines of a record. A journal stores lines as bytes and counts them; it does not
interpret them."""

from pathlib import Path
from typing import Protocol

from darwin_core.text.language import tr


class JournalError(Exception):
    """Raised if a line cannot be stored; the message is one sentence with the place and the
    reason."""


class Conflict(JournalError):
    """Raised if the file has lines that the writer did not know; nothing has been added. The match
    must be read again."""


class FileChanged(JournalError):
    """Raised if another program has replaced or changed the file; nothing more is written to it.
    The match still holds the acknowledged lines and can save them to another file."""


class Journal(Protocol):
    """An append-only sequence of lines, the header being line 0."""

    def append(self, line: bytes, expected: int) -> None:
        """Add a line, which is on disk before this returns.

        Args:
            line: the line with its line break.
            expected: number of lines that must precede it.

        Raises:
            Conflict: if the number of lines differs.
            FileChanged: if another program has replaced or changed the file.
            JournalError: if it cannot be stored; then nothing has been added.
        """

    def since(self, count: int) -> bytes:
        """Return the lines after the first ``count``, including those appended by others.

        Raises:
            JournalError: if they cannot be read.
        """

    def close(self) -> None:
        """Release the journal; the appended lines stay."""


def reason(error: OSError) -> str:
    """Return the system's short reason for an error; else the error's text, or the name of its
    class."""
    return error.strerror or str(error) or type(error).__name__


def unreadable(path: Path, error: OSError) -> JournalError:
    """Return the error for a file or folder that cannot be read."""
    return JournalError(tr("{path} cannot be read: {reason}.", path=path, reason=reason(error)))


def unwritable(path: Path, error: OSError) -> JournalError:
    """Return the error for a file or folder that cannot be written."""
    return JournalError(tr("{path} cannot be written: {reason}.", path=path, reason=reason(error)))
