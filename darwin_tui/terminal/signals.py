"""The signals of a process that controls a terminal. POSIX only."""

import asyncio
import signal
import socket
from collections.abc import Callable, Mapping
from types import FrameType
from typing import Final

_FAULTS: Final = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL}
"""Signals of the processor after a fault; no handler in Python would ever run."""
_HARMLESS: Final = {
    *(signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH),
    *(signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU),
}
"""Signals that end no program."""
_ENDING: Final = signal.valid_signals() - _FAULTS - _HARMLESS - {signal.SIGKILL}
"""Signals that end a program which does not handle them, and let it restore its terminal first."""
_TEXTUALS: Final = (signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)
"""Signals that Textual's driver handles, and leaves handled when it is closed."""

_Handler = Callable[[int, FrameType | None], object] | int | None


class Signals:
    """The handlers of signals: those before the program, and those while it has the terminal."""

    def __init__(self) -> None:
        """Remember the handlers there are, and let every signal wake the running event loop.

        The system may hand a signal to a thread other than the main one, as with SIGCONT after a
        stop; the loop would then sleep on, and the handler never run.
        """
        self._outside: dict[int, _Handler] = {
            number: signal.getsignal(number) for number in _TEXTUALS
        }
        self._caught: dict[int, _Handler] = {}
        self._loop = asyncio.get_running_loop()
        self._reading, self._writing = socket.socketpair()
        for end in (self._reading, self._writing):
            end.setblocking(False)
        self._loop.add_reader(self._reading, lambda: self._reading.recv(4096))
        self._wakeup_outside = signal.set_wakeup_fd(
            self._writing.fileno(), warn_on_full_buffer=False
        )

    def catch(self, end: Callable[[int, FrameType | None], None]) -> None:
        """Call ``end`` for the signals that end the program."""
        if self._caught:
            return
        for number in _ENDING:
            before = signal.getsignal(number)
            # What was ignored from the start, as under nohup, stays ignored.
            if before is not signal.SIG_IGN:
                self._caught[number] = before
                signal.signal(number, end)

    def release(self) -> None:
        """Handle the signals that end the program as before."""
        _set_handlers(self._caught)
        self._caught = {}

    def close(self) -> None:
        """Undo all that was done to signals, by Textual too."""
        _set_handlers(self._outside)
        signal.set_wakeup_fd(self._wakeup_outside)
        self._loop.remove_reader(self._reading)
        self._reading.close()
        self._writing.close()


def _set_handlers(handlers: Mapping[int, _Handler]) -> None:
    for number, handler in handlers.items():
        if handler is not None:
            signal.signal(number, handler)
