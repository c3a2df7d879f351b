"""A program in a terminal, from the terminal's end.

The terminal is a pty of 120 × 40 in 24-bit colour that answers none of the program's questions.
POSIX only.
"""

import os
import pty
import re
import select
import subprocess
import sys
import termios
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Final, Self

ROWS: Final = 40
COLUMNS: Final = 120
BOT_PAUSE_SECONDS: Final = 0.25
"""Between a bot's turn coming and its action, at the default pace."""
QUIET: Final = 3 * BOT_PAUSE_SECONDS
"""Seconds of silence after which the bots have acted and wait for the player."""
PATIENCE: Final = 90.0
"""Seconds to wait for what must come."""
STOPPED: Final = "T"
"""The state of a thread that a signal has stopped, as Linux names it."""
_QUIET_PARTS: Final = 5
"""Looks in a time of silence whether the program waits."""
_WORKING: Final = {"R", "D", STOPPED}
"""States of a thread that has not come to wait."""

OURS: Final = (sys.executable, "-P", "-m", "darwin_tui")
"""The program of this checkout."""

_SEQUENCES: Final = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]P_^][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-Z\\^-~]"
)


class Terminal:
    """A terminal with the program in it, which is ended at the end of the ``with`` block."""

    def __init__(self, folder: Path, *args: str, program: Sequence[str] = OURS) -> None:
        """Start a program.

        Args:
            folder: where it finds and keeps its matches and settings.
            args: its command line.
            program: what is started.
        """
        self._master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (ROWS, COLUMNS))
        # COLUMNS and LINES, where they are set, would count for more than the terminal's size. The
        # modules of an installed program are compiled; those of a checkout are after the first
        # start, unless the environment forbids to keep them.
        ours = {"NO_COLOR", "COLUMNS", "LINES", "PYTHONDONTWRITEBYTECODE"}
        env = {name: value for name, value in os.environ.items() if name not in ours}
        env |= {name: str(folder) for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME")}
        env |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self.started = perf_counter()
        self._program = subprocess.Popen(
            [*program, *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=env,
        )
        os.close(slave)

    @property
    def pid(self) -> int:
        """The program's process."""
        return self._program.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._program.kill()
        self._program.wait()
        os.close(self._master)

    def press(self, keys: bytes) -> None:
        """Type."""
        os.write(self._master, keys)

    def read(self, seconds: float) -> bytes:
        """Return what comes first within so many seconds, nothing if nothing comes."""
        if not select.select((self._master,), (), (), max(seconds, 0))[0]:
            return b""
        with suppress(OSError):  # Linux says so where the program has ended.
            return os.read(self._master, 1 << 16)
        return b""

    def until_quiet(self, seconds: float) -> bytes:
        """Return all that comes until nothing has come for so many seconds in which the program
        waited: on a busy machine one that has much to do, or is held up, may be silent for long."""
        seen = b""
        parts = 0
        while parts < _QUIET_PARTS:
            came = self.read(seconds / _QUIET_PARTS)
            seen += came
            parts = 0 if came or not self._is_waiting() else parts + 1
        return seen

    def wait_for(self, *words: bytes) -> bytes:
        """Read until all the words have come, and return all that came.

        Raises:
            RuntimeError: if they do not come.
        """
        seen = b""
        until = perf_counter() + PATIENCE
        while not all(word in seen for word in words):
            came = self.read(until - perf_counter())
            if not came:
                raise RuntimeError(f"the program did not show {words!r}")
            seen += came
        return seen

    def _is_waiting(self) -> bool:
        """Return whether no thread of the program runs, or would if it had a processor and nobody
        held it up. Linux only; elsewhere all wait."""
        return _WORKING.isdisjoint(self.states())

    def states(self) -> Iterator[str]:
        """Yield the state of each thread of the program, as Linux names it."""
        for task in Path(f"/proc/{self.pid}/task").glob("*/stat"):
            with suppress(OSError):  # It has ended.
                yield task.read_text().rpartition(") ")[2][0]

    def cpu_seconds(self) -> float:
        """Return the processor time that all threads of the program have used. Linux only."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def whole_pictures(sent: bytes) -> float:
    """Return how many times all cells of the terminal were written by what a program sent."""
    return len(_SEQUENCES.sub(b"", sent).decode("utf-8", "replace")) / (ROWS * COLUMNS)
