"""A file to write a terminal through, which can be closed permanently at any moment. POSIX only."""

import os
import select
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Final, TextIO

from darwin_tui.terminal.sequences import CANCEL

BLOCKED_SECONDS_MAX: Final = 0.5
"""Seconds to wait for a terminal that takes nothing, before giving it up."""
_POLL_SECONDS: Final = BLOCKED_SECONDS_MAX / 5


class Gate:
    """The way to the terminal for Textual's writer thread, which can be shut.

    Without it a frame that is being written could come after the sequences that restore the
    terminal.
    """

    def __init__(self, file: TextIO) -> None:
        self._fileno = file.fileno()
        self._encoding = file.encoding
        self._pending = bytearray()
        self._is_shut = False
        self._lock = Lock()

    def fileno(self) -> int:
        """Return the terminal's file descriptor."""
        return self._fileno

    def write(self, text: str) -> None:
        """Keep text until it is flushed."""
        self._pending += text.encode(self._encoding, "backslashreplace")

    def flush(self) -> None:
        """Write the kept text, unless the gate is shut."""
        with self._lock:
            data, self._pending = bytes(self._pending), bytearray()
            if not self._is_shut:
                _write(self._fileno, data, None)

    def shut(self, last: bytes) -> None:
        """Let through the present write and ``last``, and nothing after."""
        self._is_shut = True
        is_whole = self._lock.acquire(timeout=BLOCKED_SECONDS_MAX)
        _write(self._fileno, last if is_whole else CANCEL + last, BLOCKED_SECONDS_MAX)


def _write(fileno: int, data: bytes, seconds_max: float | None) -> None:
    """Write to a terminal as far as it takes it; one that is gone takes nothing.

    Args:
        fileno: of the terminal.
        data: the bytes to write.
        seconds_max: the time to wait at most; None to wait for as long as it takes.
    """
    until = None if seconds_max is None else monotonic() + seconds_max
    with suppress(OSError):
        blocking = os.get_blocking(fileno)
        os.set_blocking(fileno, blocking and until is None)
        try:
            while data and (until is None or monotonic() < until):
                try:
                    data = data[os.write(fileno, data) :]
                except BlockingIOError:
                    select.select((), (fileno,), (), _POLL_SECONDS)
        finally:
            # The shell shares this mode of the terminal.
            os.set_blocking(fileno, blocking)
