"""The log of a server, lines of JSON: arrivals, refusals, failures, and lasting faults."""

import logging
from typing import Final

import msgspec

_log: Final = logging.getLogger(__name__)


def log(event: str, **facts: str) -> None:
    """Log an event as a line of JSON, in which no value can forge another line."""
    _log.info(msgspec.json.encode({"event": event, **facts}).decode("ascii", "backslashreplace"))


class Complaints:
    """Sentences for the log on lasting faults, each written once."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._last: dict[str, str] = {}

    def log(self, subject: str, sentence: str) -> None:
        """Log a sentence, unless it repeats the last sentence on its subject."""
        if self._last.get(subject) != sentence:
            self._last[subject] = sentence
            self._log.error("%s", sentence)

    def settle(self, subject: str) -> None:
        """Note that a subject is sound again: the next failure is news."""
        self._last.pop(subject, None)
