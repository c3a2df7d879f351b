"""The figures of a server's processes, written to a file for the host and served to Prometheus."""

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
from darwin_tui.server import event_log


class Status(msgspec.Struct, frozen=True):
    """The load of one process."""

    sessions: int
    """Players who are connected."""
    tables_open: int
    """Tables whose match is open in this process."""
    tables: int
    """Unfinished tables."""
    submit_p95_ms: float
    """The 95th percentile of the times of the last actions, in milliseconds."""
    memory_mb: float
    guests: int = 0
    """Guests among the players."""
    command: str = ""
    """The command by which players connect, such as ``ssh -p 8022 play.your.host``."""


# --- the file of each process


INTERVAL_SECONDS: Final = 2.0
"""Time between two writings of the figures."""
LATE_SECONDS: Final = 10.0
"""Age at which figures count as those of a dead or hanging process."""
_BYTES_MAX: Final = 4096
"""Maximum size of a file of figures."""
_PREFIX: Final = "status-"
"""Prefix of these files' names, before the number of the process."""


class Figures(msgspec.Struct, frozen=True):
    """The status of one process as written to its file."""

    process: int
    """Process number."""
    started: float
    """Start of the process, in seconds since the epoch."""
    taken: float
    """Time of the figures, in seconds since the epoch."""
    status: Status


class StatusFile:
    """The file with the figures of this process."""

    def __init__(self, folder: Path) -> None:
        self._process = os.getpid()
        self._path = folder / f"{_PREFIX}{self._process}.json"
        self._started = time.time()

    async def keep(self, status: Callable[[], Status]) -> None:
        """Write the figures repeatedly until cancelled."""
        while True:
            # A server whose command is never called must also clean up.
            _remove_late(self._path.parent)
            figures = Figures(self._process, self._started, time.time(), status())
            with suppress(OSError):
                self._write(msgspec.json.encode(figures))
            await asyncio.sleep(INTERVAL_SECONDS)

    def _write(self, data: bytes) -> None:
        """Replace the file in one step."""
        # Not synced: the figures are useless after a power cut.
        new_path = self._path.with_suffix(".new")
        with os.fdopen(
            os.open(new_path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb"
        ) as file:
            file.write(data)
        new_path.rename(self._path)

    def remove(self) -> None:
        with suppress(OSError):
            self._path.unlink()


def running(folder: Path) -> list[Figures]:
    """Return the figures of the processes that run with a folder, oldest process first."""
    _remove_late(folder)
    processes = []
    for path in folder.glob(f"{_PREFIX}*.json"):
        with suppress(OSError, *UNREADABLE):
            figures = msgspec.json.decode(read_whole(path, _BYTES_MAX), type=Figures)
            if not _is_late(figures.taken):
                processes.append(figures)
    return sorted(processes, key=lambda figures: figures.started)


# --- figures for Prometheus

_REQUEST_BYTES_MAX: Final = 8192
"""Maximum size of a request for figures."""
_REQUEST_SECONDS: Final = 5.0
"""Time in which a request for figures must arrive."""


def exposition(status: Status) -> str:
    """Render the figures of this process in Prometheus's text format."""
    lines = []
    for name, kind, words, value in (
        ("sessions", "gauge", "Players who are connected.", status.sessions),
        ("guests", "gauge", "Guests among them.", status.guests),
        ("tables_open", "gauge", "Tables whose match is open in this process.", status.tables_open),
        ("tables", "gauge", "Tables that are not over.", status.tables),
        (
            *("submit_p95_seconds", "gauge", "The 95th percentile of the times of actions."),
            status.submit_p95_ms / 1000,
        ),
        ("memory_bytes", "gauge", "Memory in use.", int(status.memory_mb * 1024 * 1024)),
        ("cpu_seconds_total", "counter", "Time of the processor.", round(time.process_time(), 2)),
    ):
        lines += [f"# HELP darwin_{name} {words}", f"# TYPE darwin_{name} {kind}"]
        lines.append(f"darwin_{name} {value}")
    lines += [
        "# HELP darwin_events_total Sign-ins, refusals, notices and other events.",
        "# TYPE darwin_events_total counter",
    ]
    for event, count in sorted(event_log.counts.items()):
        lines.append(f'darwin_events_total{{event="{event}"}} {count}')
    return "\n".join(lines) + "\n"


async def serve_figures(status: Callable[[], Status], host: str, port: int) -> asyncio.Server:
    """Answer GET /metrics at an address; raises OSError if it cannot be opened."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_REQUEST_SECONDS):
                head = await reader.readuntil(b"\r\n\r\n")
                is_metrics = head.startswith((b"GET /metrics ", b"GET /metrics?"))
                body = (exposition(status()) if is_metrics else "Not found\n").encode()
                writer.write(
                    b"HTTP/1.1 %b\r\nContent-Type: text/plain; version=0.0.4\r\n"
                    b"Content-Length: %d\r\nConnection: close\r\n\r\n"
                    % (b"200 OK" if is_metrics else b"404 Not Found", len(body))
                    + body
                )
                await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    return await asyncio.start_server(answer, host, port, limit=_REQUEST_BYTES_MAX)


def _is_late(taken: float) -> bool:
    """Return whether figures are too old to come from a running process."""
    return time.time() - taken >= LATE_SECONDS


def _remove_late(folder: Path) -> None:
    """Remove the files that no running process has renewed."""
    for path in folder.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if _is_late(path.stat().st_mtime):
                path.unlink()
