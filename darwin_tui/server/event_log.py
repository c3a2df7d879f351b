"""The server's log: events in lines of JSON, also in a file of the server's folder; and faults that
are not repeated."""

import json
import logging
import os
from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Final

import msgspec

from darwin_core.journal.disk import changing
from darwin_tui.terminal.limits import source_of

_log: Final = logging.getLogger(__name__)

counts: Final = Counter[str]()
"""Number of events of each kind in this process, refusals that are not logged included."""
observers: Final[list[Callable[[Mapping[str, object]], None]]] = []
"""Functions called with each logged event of this process."""
REFUSALS_OF_ADDRESS_MAX: Final = 10
REFUSALS_MAX: Final = 100
"""Maximum number of refusals logged per minute, for one source and for all; see ``source_of``."""
_MINUTE: Final = 60.0
"""Seconds of a minute, in which refusals are counted."""


class Refusals:
    """The refusals of the current minute.

    Refusals past the limits are only counted. Otherwise anybody who can connect could fill the log
    and push the sign-ins of others out of it.
    """

    def __init__(self) -> None:
        self._since = 0.0
        self._logged = Counter[str]()

    def is_to_log(self, address: str) -> bool:
        """Return whether a refusal of an address is logged; if so, count it."""
        now = monotonic()
        if now - self._since >= _MINUTE:
            self._since, self._logged = now, Counter()
        source = source_of(address)
        is_full = self._logged[source] >= REFUSALS_OF_ADDRESS_MAX
        if is_full or self._logged.total() >= REFUSALS_MAX:
            return False
        self._logged[source] += 1
        return True


_refusals: Final = Refusals()
"""The refusals of this process."""


def log(event: str, **facts: str) -> None:
    """Log an event as a line of JSON, in which no value can forge another line."""
    counts[event] += 1
    if event == "refused" and not _refusals.is_to_log(facts.get("address", "")):
        return
    for observe in observers:
        observe({"event": event, **facts})
    # The JSON is plain ASCII, so it suits a log of any encoding.
    _log.info(json.dumps({"event": event, **facts}, separators=(",", ":")))


# --- the file

_FILE: Final = "sign-ins.jsonl"
_OLD_FILE: Final = "sign-ins.old.jsonl"
"""Names of the log file and of its predecessor in the server's folder. They are older than the
events that are not sign-ins."""
_FILE_BYTES_MAX: Final = 4 * 1024 * 1024
"""Size at which the log file replaces the old log file, and a new one begins."""


class LogFile(logging.Handler):
    """A file with the latest events of the processes that share a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._path = folder / _FILE

    def emit(self, record: logging.LogRecord) -> None:
        """Append an event with its time; ignore a failure to write."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="seconds")
        # Insert the time as the first field of the message's JSON object.
        line = f'{{"time":"{moment}",{record.getMessage().removeprefix("{")}\n'
        with suppress(OSError):
            if self._is_full():
                # Another process may have replaced the file by now: a second renaming would move
                # the new file over the old one.
                with changing(self._path.parent):
                    if self._is_full():
                        self._path.rename(self._path.with_name(_OLD_FILE))
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            # Write each line at once, because several processes may append to the file.
            with os.fdopen(os.open(self._path, flags, 0o600), "ab") as file:
                file.write(line.encode())

    def _is_full(self) -> bool:
        try:
            return self._path.stat().st_size > _FILE_BYTES_MAX
        except FileNotFoundError:
            return False


def keep_events(folder: Path) -> None:
    """Write the events of this process to the file of a folder, too."""
    _log.addHandler(LogFile(folder))


def last_events(folder: Path, count: int) -> list[dict[str, str]]:
    """Return the latest events of the processes of a folder, oldest first."""
    events: deque[dict[str, str]] = deque(maxlen=count)
    for name in (_OLD_FILE, _FILE):
        with suppress(FileNotFoundError), (folder / name).open("rb") as file:
            for line in file:
                with suppress(msgspec.MsgspecError):
                    events.append(msgspec.json.decode(line, type=dict[str, str]))
    return [*events]


class Complaints:
    """A log of persistent faults that does not repeat a fault at every retry."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._last: dict[str, str] = {}
        """The last sentence about each subject that does not work."""

    def log(self, subject: str, sentence: str) -> None:
        """Log a sentence unless it repeats the last sentence about its subject."""
        if self._last.get(subject) != sentence:
            self._last[subject] = sentence
            self._log.error("%s", sentence)

    def settle(self, subject: str) -> None:
        """Note that a subject works again, so that its next failure is logged."""
        self._last.pop(subject, None)
