"""Textual's driver for Linux and macOS, which restores the terminal however the program ends.

Textual restores nothing when it is ended by a signal, and spins for ever on a lost terminal.
Matches are synced as they are played, so there is nothing to save at the end.
"""

import asyncio
import os
import select
import signal
import socket
import sys
import termios
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import TextIOWrapper
from threading import Event, Lock, Thread
from time import monotonic
from types import FrameType
from typing import Final, TextIO, Unpack, cast

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from darwin_tui.terminal.input import (
    CANCEL,
    CURSOR,
    OWNERS_CURSOR,
    RESTORE,
    DriverOptions,
    OwnInput,
)
from darwin_tui.terminal.painting_app import PaintingApp

BLOCKED_SECONDS_MAX: Final = 0.5
"""Seconds to wait for a terminal that accepts nothing, before giving up."""
_GATE_POLL_SECONDS: Final = BLOCKED_SECONDS_MAX / 5
"""Time of a single wait for such a terminal; then the limit is checked."""
SIGNAL_EXIT_CODE_BASE: Final = 128
"""Exit code of a program ended by a signal, less the number of the signal; as in shells."""


class Gate:
    """The output of Textual's writer thread, which can be shut off. Otherwise a frame being written
    could follow the sequences that restore the terminal."""

    def __init__(self, file: TextIO) -> None:
        self._fileno = file.fileno()
        self._encoding = file.encoding
        self._pending = bytearray()
        self._is_shut = False
        self._lock = Lock()

    def fileno(self) -> int:
        return self._fileno

    def write(self, text: str) -> None:
        """Keep text until it is flushed."""
        self._pending += text.encode(self._encoding, "backslashreplace")

    def flush(self) -> None:
        """Write the kept text, unless the gate is shut."""
        with self._lock:
            data = bytes(self._pending)
            self._pending = bytearray()
            if not self._is_shut:
                _write(self._fileno, data, None)

    def shut(self, last: bytes) -> None:
        """Let the current write and ``last`` pass, and nothing after."""
        self._is_shut = True
        is_whole = self._lock.acquire(timeout=BLOCKED_SECONDS_MAX)
        _write(self._fileno, last if is_whole else CANCEL + last, BLOCKED_SECONDS_MAX)


def _write(fileno: int, data: bytes, seconds_max: float | None) -> None:
    """Write to a terminal as much as it accepts; a closed terminal accepts nothing.

    Args:
        seconds_max: maximum time to wait; None to wait indefinitely.
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
                    select.select((), (fileno,), (), _GATE_POLL_SECONDS)
        finally:
            # Restore this mode of the terminal, which the shell shares.
            os.set_blocking(fileno, blocking)


_HANGUP_POLL_SECONDS: Final = 0.5
"""Time between two checks whether the terminal is gone."""


def monitor(fileno: int) -> Event:
    """End the program soon after the terminal is gone. Setting the returned event stops the
    watch."""
    is_ended = Event()
    Thread(target=_end_with_terminal, args=(fileno, is_ended), daemon=True).start()
    return is_ended


def is_alive(fileno: int) -> bool:
    """Return whether the terminal is still there."""
    try:
        termios.tcgetattr(fileno)
    except termios.error:
        return False
    return True


def end() -> None:
    """End a program without a terminal, as the system does."""
    os._exit(SIGNAL_EXIT_CODE_BASE + signal.SIGHUP)


def _end_with_terminal(fileno: int, is_ended: Event) -> None:
    """Watch the terminal until the watch is ended or the terminal is gone, which ends the
    program."""
    poller = select.poll()
    # A hangup and an error are reported without being asked for.
    poller.register(fileno, 0)
    gone = select.POLLHUP | select.POLLERR
    while not is_ended.is_set():
        ready = poller.poll(1000 * _HANGUP_POLL_SECONDS)  # in milliseconds
        if any(mask & gone for _, mask in ready) or not is_alive(fileno):
            if not is_ended.is_set():
                end()
        elif ready:
            # Some systems cannot poll terminals, and report so at once.
            is_ended.wait(_HANGUP_POLL_SECONDS)


_FAULTS: Final = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL}
"""Processor signals after a fault; no handler in Python would ever run."""
_HARMLESS: Final = {
    *(signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH),
    *(signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU),
}
"""Signals that end no program."""
_ENDING: Final = signal.valid_signals() - _FAULTS - _HARMLESS - {signal.SIGKILL}
"""Signals that end a program without a handler; the driver's handler restores the terminal."""
_TEXTUALS: Final = (signal.SIGTSTP, signal.SIGCONT, signal.SIGWINCH)
"""Signals that Textual's driver handles, and leaves handled after it is closed."""

_READ_BYTES_MAX: Final = 4096
"""Maximum number of bytes read at a time."""

_Handler = Callable[[int, FrameType | None], object] | int | None
"""A handler of a signal, as ``signal.getsignal`` returns it."""


class Signals:
    """Handlers of signals: the former handlers, and ours while we have the terminal."""

    def __init__(self) -> None:
        """Remember the current handlers, and let every signal wake the running event loop.

        The system may deliver a signal to a thread other than the main one, as with SIGCONT after a
        stop; the loop would then keep sleeping, and the handler never run.
        """
        self._outside: dict[int, _Handler] = {
            number: signal.getsignal(number) for number in _TEXTUALS
        }
        self._caught: dict[int, _Handler] = {}
        self._loop = asyncio.get_running_loop()
        self._reading, self._writing = socket.socketpair()
        for end in (self._reading, self._writing):
            end.setblocking(False)
        # The bytes, one per signal, only wake the loop.
        self._loop.add_reader(self._reading, lambda: self._reading.recv(_READ_BYTES_MAX))
        self._wakeup_outside = signal.set_wakeup_fd(
            self._writing.fileno(), warn_on_full_buffer=False
        )

    def catch(self, end: Callable[[int, FrameType | None], None]) -> None:
        """Call ``end`` for the signals that end the program."""
        if self._caught:
            return
        for number in _ENDING:
            before = signal.getsignal(number)
            # Signals ignored from the start, as under nohup, stay ignored.
            if before is not signal.SIG_IGN:
                self._caught[number] = before
                signal.signal(number, end)

    def release(self) -> None:
        """Restore the handling of signals that end the program."""
        _set_handlers(self._caught)
        self._caught = {}

    def close(self) -> None:
        """Restore the former handling of all signals that we or Textual have changed."""
        _set_handlers(self._outside)
        signal.set_wakeup_fd(self._wakeup_outside)
        self._loop.remove_reader(self._reading)
        self._reading.close()
        self._writing.close()


def _set_handlers(handlers: Mapping[int, _Handler]) -> None:
    for number, handler in handlers.items():
        if handler is not None:
            signal.signal(number, handler)


_POLL_SECONDS: Final = 0.1
"""Time without input after which a lone Esc is a key, and after which the end is noticed."""


class RestoringDriver(LinuxDriver):
    """A driver that restores the terminal when the program is ended, stopped, or left."""

    def __init__(self, app: App[object], **options: Unpack[DriverOptions]) -> None:
        """Build the driver inside the running event loop, as Textual does."""
        self._signals = Signals()
        self._attrs_outside: list[object] | None = None
        self._is_at_work = False
        self._is_suspended = False
        self._was_continued = False
        """True if the program was continued while it took over the terminal."""
        self._monitored = Event()
        """Set it to stop monitoring the terminal."""
        super().__init__(app, **options)
        out = sys.__stdout__ if sys.__stdout__ and sys.__stdout__.isatty() else sys.__stderr__
        assert out is not None
        self._gate = Gate(out)
        self._file = cast(TextIOWrapper, self._gate)

    # --- at work

    def start_application_mode(self) -> None:
        """Take over the terminal."""
        self._is_suspended = self._was_continued = False
        self._signals.catch(self._end)
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._key_thread is not None and self._key_thread.is_alive():
            self._watch_terminal()
            self._is_at_work = True
        else:
            # A program continued in the background was stopped again before it could begin.
            self._is_suspended = True
            self._signals.release()
        if self._was_continued:
            self._sigcont_application()

    def _watch_terminal(self) -> None:
        """Note the terminal's attributes, and end the program when the terminal ends."""
        # Keep the first attributes: after an uncaught stop, the terminal's may be our own.
        self._attrs_outside = self._attrs_outside or self.attrs_before
        self.attrs_before = self._attrs_outside
        if self.input_tty:
            self._monitored = monitor(self.fileno)
        self.write(CURSOR)

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self._is_at_work = False
        self._monitored.set()
        self.write(OWNERS_CURSOR)
        super().stop_application_mode()
        self._signals.release()

    def suspend_application_mode(self) -> None:
        """Give the terminal back temporarily."""
        self.stop_application_mode()
        super().close()
        self._is_suspended = True

    def resume_application_mode(self) -> None:
        """Take over the terminal again and send everything."""
        super().resume_application_mode()
        app = cast(PaintingApp[object], self._app)
        self._loop.call_soon_threadsafe(app.call_later, app.repaint)

    def suspend(self) -> None:
        """Stop with our whole process group, as at Ctrl+Z, and return once continued.

        A program started by another one, as by ``uv run``, stops with it, as the shell waits for
        both. Without a waiting shell, as in a terminal of our own, the system stops nobody.
        """
        # The system may deliver SIGCONT to another thread, and our handler would run long after we
        # have continued.
        signal.signal(signal.SIGCONT, signal.SIG_DFL)
        self.suspend_application_mode()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(0, signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._sigtstp_application)
        signal.signal(signal.SIGCONT, self._sigcont_application)
        if self._is_suspended:
            self._sigcont_application()

    def close(self) -> None:
        """Clean up; restore the signals when the program ends."""
        super().close()
        self._signals.close()

    # --- input

    def run_input_thread(self) -> None:
        """Read the terminal until the end, whatever bytes it sends."""
        terminal_input = OwnInput()
        while not self.exit_event.is_set():
            data = self._read()
            for message in (*terminal_input.feed(data), *terminal_input.tick()):
                self.process_message(message)
        # Read pending input, which the shell would take for typed commands.
        self._read()

    def _read(self) -> bytes:
        """Return the bytes that the terminal sends within a short wait."""
        ready, _, _ = select.select((self.fileno,), (), (), _POLL_SECONDS)
        return os.read(self.fileno, _READ_BYTES_MAX) if ready else b""

    def _run_input_thread(self) -> None:
        """Read the terminal; a failure ends the program, which would be deaf without input."""
        try:
            self.run_input_thread()
        except Exception as error:
            if self.input_tty and not is_alive(self.fileno):
                end()
            self._app.call_later(self._app._handle_exception, error)

    # --- signals

    def _sigcont_application(self, *_: object) -> None:
        if self.input_tty and not is_alive(self.fileno):
            # The system also continues a program whose terminal is gone.
            end()
        if self._is_at_work and self._auto_restart:
            # The program was stopped by SIGSTOP, which cannot be caught, and the shell has used the
            # terminal meanwhile.
            self.suspend_application_mode()
            self._must_signal_resume = True
        if self._is_suspended:
            super()._sigcont_application()
        else:
            # Start no second reader: two would share the keys, and each would lose some.
            self._was_continued = True

    def _end(self, number: int, _frame: FrameType | None) -> None:
        """Restore the terminal, and end the program by a signal."""
        if self._has_terminal():
            self._gate.shut(RESTORE)
            self._restore_attrs()
        os._exit(SIGNAL_EXIT_CODE_BASE + number)

    def _has_terminal(self) -> bool:
        """Return whether the terminal is now ours rather than the shell's."""
        try:
            return os.tcgetpgrp(self.fileno) == os.getpgrp()
        except OSError:
            # Not our controlling terminal: no shell shares it.
            return True

    def _restore_attrs(self) -> None:
        if self.attrs_before is None:
            return
        try:
            termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            # Drop pending mouse reports, which the shell would take for typed commands.
            termios.tcflush(self.fileno, termios.TCIFLUSH)
        except termios.error:
            pass
