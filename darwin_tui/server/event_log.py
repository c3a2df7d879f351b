"""Lines in the log of a server: who came by what, who was refused, and errors as it names them."""

import logging
from typing import Final

import msgspec

from darwin_core.journal import JournalError
from darwin_core.match.record import RecordError
from darwin_tui.library.seat_access import Rejected
from darwin_tui.server.store.contract import StoreError

_log: Final = logging.getLogger(__name__)


def log(event: str, **facts: str) -> None:
    """Log an event as a line of JSON, in which nothing can look like another line."""
    _log.info(msgspec.json.encode({"event": event, **facts}).decode("ascii", "backslashreplace"))


def log_reason(error: Exception) -> str:
    """Return the sentence of an error that is foreseen, and of others only the type: their message
    could show a hand."""
    if isinstance(error, RecordError):
        return f"{error} darwin-tui serve rescue CODE goes back to the good part of the match."
    if isinstance(error, StoreError | JournalError | Rejected):
        return str(error)
    return type(error).__name__


class Complaints:
    """Sentences for the log on what stays as it is, each said once and not again and again."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._last: dict[str, str] = {}

    def log(self, subject: str, sentence: str) -> None:
        """Log a sentence, unless it is the last one on its subject."""
        if self._last.get(subject) != sentence:
            self._last[subject] = sentence
            self._log.error("%s", sentence)

    def settle(self, subject: str) -> None:
        """Note that there is nothing to complain about: the next failure is news."""
        self._last.pop(subject, None)
