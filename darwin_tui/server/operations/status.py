"""The figures of a server's processes, which each process writes to a file for the host."""

import asyncio
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from darwin_core.journal.disk import read_whole
from darwin_core.match.record import UNREADABLE


class Status(msgspec.Struct, frozen=True):
    """Figures of one process."""

    sessions: int
    tables_open: int
    tables: int
    """Tables that are not over."""
    submit_p95_ms: float
    memory_mb: float


INTERVAL_SECONDS: Final = 2.0


LATE_SECONDS: Final = 10.0
"""The age from which figures belong to a process that has died or hangs."""


_BYTES_MAX: Final = 4096


_PREFIX: Final = "status-"


class Figures(msgspec.Struct, frozen=True):
    """The figures of one process, and when they were taken."""

    process: int
    """Its number."""
    started: float
    """Seconds since the epoch."""
    taken: float
    """Seconds since the epoch."""
    status: Status


class StatusFile:
    """The file with the figures of this process."""

    def __init__(self, folder: Path) -> None:
        self._process = os.getpid()
        self._path = folder / f"{_PREFIX}{self._process}.json"
        self._started = time.time()

    async def keep(self, status: Callable[[], Status]) -> None:
        """Write the figures again and again, until cancelled."""
        while True:
            _remove_late(self._path.parent)
            figures = Figures(self._process, self._started, time.time(), status())
            with suppress(OSError):
                self._write(msgspec.json.encode(figures))
            await asyncio.sleep(INTERVAL_SECONDS)

    def _write(self, data: bytes) -> None:
        # Not synced: the figures are of no use after a power cut.
        beside = self._path.with_suffix(".new")
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
        beside.rename(self._path)

    def remove(self) -> None:
        with suppress(OSError):
            self._path.unlink()


def running(folder: Path) -> list[Figures]:
    """Return the figures of the processes that run with a folder, the oldest process first."""
    _remove_late(folder)
    processes = []
    for path in folder.glob(f"{_PREFIX}*.json"):
        with suppress(OSError, *UNREADABLE):
            figures = msgspec.json.decode(read_whole(path, _BYTES_MAX), type=Figures)
            if not _is_late(figures.taken):
                processes.append(figures)
    return sorted(processes, key=lambda figures: figures.started)


def _is_late(taken: float) -> bool:
    return time.time() - taken >= LATE_SECONDS


def _remove_late(folder: Path) -> None:
    """Remove the files of processes that were killed."""
    for path in folder.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if _is_late(path.stat().st_mtime):
                path.unlink()
