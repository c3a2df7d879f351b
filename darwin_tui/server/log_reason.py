"""Errors as the log of a server names them."""

import logging

from darwin_core.journal import JournalError
from darwin_core.match.record import RecordError
from darwin_tui.play.seat_access import Rejected
from darwin_tui.server.store import StoreError


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
