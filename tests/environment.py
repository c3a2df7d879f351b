"""The environment of every run of the tests: who starts it, where and how, and chance change no
result.

What a process inherits is settled before anything reads it: the user's name, locale and terminal,
and signals that are ignored or held back, as ``nohup`` and background jobs of scripts leave them.
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
    # Compiled modules are kept even where the environment says otherwise: each worker, and each
    # program that a test starts, would compile all of them again.
    "PYTHONDONTWRITEBYTECODE",
    "WT_SESSION",
)
CHANCE = Random()
"""Source of all that the program under test takes from ``secrets``, as seeds, codes and ids."""
OF_PYTHON: Final = {signal.SIGPIPE, signal.SIGXFSZ}
"""Signals that every Python process ignores, and gives back to the programs that it starts."""


def settle() -> None:
    """Settle the environment of this process and of all that it starts."""
    os.environ.update(SETTLED)
    for name in LEFT_OUT:
        os.environ.pop(name, None)
    time.tzset()
    sys.dont_write_bytecode = False
    restore_signals()
    # Before any test imports these by name. Programs that a test starts have chance of their own.
    secrets.token_bytes = _token_bytes
    secrets.choice = CHANCE.choice


def _token_bytes(nbytes: int | None = None) -> bytes:
    return CHANCE.randbytes(32 if nbytes is None else nbytes)


def restore_signals() -> None:
    """Give the signals that this process was told to ignore, or to hold back, to what it starts.

    This process continues to ignore them: a handler that does nothing ends with it, where being
    ignored is inherited.
    """
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number in signal.valid_signals() - OF_PYTHON:
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, _pass)


def _pass(_number: int, _frame: FrameType | None) -> None:
    """Do nothing."""


# Before whoever imports this imports anything else: what is imported until then reads the
# environment as it was, and is compiled again by each process where that forbids to keep it.
settle()
