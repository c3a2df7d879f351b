"""A program in a pseudo-terminal that a test types into and reads from.

The terminal has 120 × 40 cells and 24-bit colour, and answers none of the program's queries. POSIX
only.
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
"""Pause before a bot's action, at the default pace."""
QUIET: Final = 3 * BOT_PAUSE_SECONDS
"""Seconds of silence after which the bots have acted and the program waits for the player."""
PATIENCE: Final = 90.0
"""Seconds to wait for expected output."""
STOPPED: Final = "T"
"""Linux's letter for a thread that a signal has stopped."""
_QUIET_PARTS: Final = 5
"""Number of checks, during a time of silence, that the program waits."""
_WORKING: Final = {"R", "D", STOPPED}
"""Linux's letters for threads that do not wait: running, in the kernel, stopped."""

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
            folder: the folder of its matches and settings.
            args: arguments of its command line.
            program: command that starts it.
        """
        self._master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (ROWS, COLUMNS))
        # COLUMNS and LINES would override the terminal's size. Without PYTHONDONTWRITEBYTECODE, a
        # checkout's modules are compiled after the first start, as those of an installation are.
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
        return self._program.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._program.kill()
        self._program.wait()
        os.close(self._master)

    def press(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def read(self, seconds: float) -> bytes:
        """Return the next output, or nothing if none comes within so many seconds."""
        if not select.select((self._master,), (), (), max(seconds, 0))[0]:
            return b""
        with suppress(OSError):  # Linux raises it once the program has ended.
            return os.read(self._master, 1 << 16)
        return b""

    def until_quiet(self, seconds: float) -> bytes:
        """Return all output until the program has waited in silence for so many seconds.

        Silence alone is not enough: on a busy machine, a program at work may be silent for long.
        """
        output = b""
        parts = 0
        while parts < _QUIET_PARTS:
            chunk = self.read(seconds / _QUIET_PARTS)
            output += chunk
            parts = 0 if chunk or not self._is_waiting() else parts + 1
        return output

    def wait_for(self, *words: bytes) -> bytes:
        """Read until the output contains all the words, and return the output.

        Raises:
            RuntimeError: if it does not contain them in time.
        """
        output = b""
        until = perf_counter() + PATIENCE
        while not all(word in output for word in words):
            chunk = self.read(until - perf_counter())
            if not chunk:
                raise RuntimeError(f"the program did not show {words!r}")
            output += chunk
        return output

    def _is_waiting(self) -> bool:
        """Return whether every thread of the program sleeps. Always true elsewhere than on Linux.

        A thread that is ready to run but has no processor, or that is stopped, does not count as
        waiting.
        """
        return _WORKING.isdisjoint(self.states())

    def states(self) -> Iterator[str]:
        """Yield Linux's letter for the state of each thread of the program."""
        for task in Path(f"/proc/{self.pid}/task").glob("*/stat"):
            with suppress(OSError):  # The thread has ended.
                yield task.read_text().rpartition(") ")[2][0]

    def cpu_seconds(self) -> float:
        """Return the processor time that all threads of the program have used. Linux only."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def whole_pictures(sent: bytes) -> float:
    """Return the number of characters that a program sent, as a multiple of all cells."""
    return len(_SEQUENCES.sub(b"", sent).decode("utf-8", "replace")) / (ROWS * COLUMNS)
