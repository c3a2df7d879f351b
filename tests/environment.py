"""The same environment for every run of the tests, on all machines and for all users.

Importing this module sets the user's name, locale and terminal before anything reads them, restores
signals that are ignored or blocked (as under ``nohup`` and in background jobs of scripts),
replaces the source of chance by one that tests can seed, and leaves out the syncs of files.
"""

import os
import secrets
import signal
import sys
import time
from collections.abc import Mapping
from random import Random
from types import FrameType
from typing import Final

SETTLED: Final[Mapping[str, str]] = {
    "LANG": "C.UTF-8",
    "LOGNAME": "robert",
    "TERM": "xterm-256color",
    # A day ends at the same moment on every machine.
    "TZ": "UTC",
    "USER": "robert",
}
LEFT_OUT: Final = (
    "COLORTERM",
    "COLUMNS",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LINES",
    "NO_COLOR",
    # Python must write compiled modules. Otherwise each worker, and each program that a test
    # starts, would compile all modules again.
    "PYTHONDONTWRITEBYTECODE",
    "WT_SESSION",
)
CHANCE = Random()
"""Chance that replaces ``secrets`` in the program under test: it makes seeds, codes and ids."""
OF_PYTHON: Final = {signal.SIGPIPE, signal.SIGXFSZ}
"""Signals that Python itself ignores, and restores in the programs that it starts."""


def settle() -> None:
    """Set the environment of this process and of the programs that it starts."""
    os.environ.update(SETTLED)
    for name in LEFT_OUT:
        os.environ.pop(name, None)
    time.tzset()
    sys.dont_write_bytecode = False
    restore_signals()
    # Tests import these functions by name, so they are replaced before any test is imported.
    # Programs that a test starts are not seeded: they use the real ``secrets``.
    secrets.token_bytes = _token_bytes
    secrets.choice = CHANCE.choice
    # A sync matters at a power cut alone, which tests act out through these names. It would take
    # milliseconds of the one disk that all workers share, a hundred thousand times in a run.
    os.fsync = os.fdatasync = _pass_over


def _token_bytes(nbytes: int | None = None) -> bytes:
    return CHANCE.randbytes(32 if nbytes is None else nbytes)


def _pass_over(fd: object) -> None:
    """Do nothing in place of a sync. The programs that a test starts do sync."""


def restore_signals() -> None:
    """Unblock all signals, and stop ignored signals from being ignored in started programs too.

    This process still ignores them, through a handler that does nothing. A child process inherits
    that a signal is ignored, but no handler.
    """
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number in signal.valid_signals() - OF_PYTHON:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, _pass)


def _pass(_number: int, _frame: FrameType | None) -> None:
    """Do nothing."""


# Runs on import, before other modules are imported: those would read the old environment, and
# would not be kept compiled where it forbids that.
settle()
