"""Textual's driver for Linux and macOS, which gives the terminal back on every way out.

Textual restores nothing when it is ended by a signal, and spins for ever on a terminal that is
gone. Matches are synced as they are played, so there is nothing to save on the way.
"""

import os
import select
import signal
import sys
import termios
from io import TextIOWrapper
from threading import Event
from types import FrameType
from typing import Final, Unpack, cast

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from darwin_tui.terminal import hangup
from darwin_tui.terminal.app import PaintingApp
from darwin_tui.terminal.driver_options import DriverOptions
from darwin_tui.terminal.gate import Gate
from darwin_tui.terminal.parser import OwnInput
from darwin_tui.terminal.sequences import CURSOR, OWNERS_CURSOR, RESTORE
from darwin_tui.terminal.signals import Signals

_READ_BYTES_MAX: Final = 4096
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
        """True if the program was continued while it took the terminal over."""
        self._monitored = Event()
        """Set to stop monitoring the terminal."""
        super().__init__(app, **options)
        out = sys.__stdout__ if sys.__stdout__ and sys.__stdout__.isatty() else sys.__stderr__
        assert out is not None
        self._gate = Gate(out)
        self._file = cast(TextIOWrapper, self._gate)

    # --- at work

    def start_application_mode(self) -> None:
        """Take the terminal over."""
        self._is_suspended = self._was_continued = False
        self._signals.catch(self._end)
        super().start_application_mode()  # type: ignore[no-untyped-call]
        if self._key_thread is not None and self._key_thread.is_alive():
            self._watch_terminal()
            self._is_at_work = True
        else:
            # Continued in the background, it was stopped again before it began.
            self._is_suspended = True
            self._signals.release()
        if self._was_continued:
            self._sigcont_application()

    def _watch_terminal(self) -> None:
        """Note how the terminal was before, and end with it."""
        # The first are kept: after an uncaught stop the terminal's may be our own.
        self._attrs_outside = self._attrs_outside or self.attrs_before
        self.attrs_before = self._attrs_outside
        if self.input_tty:
            self._monitored = hangup.monitor(self.fileno)
        self.write(CURSOR)

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self._is_at_work = False
        self._monitored.set()
        self.write(OWNERS_CURSOR)
        super().stop_application_mode()
        self._signals.release()

    def suspend_application_mode(self) -> None:
        """Give the terminal back for a while."""
        self.stop_application_mode()
        super().close()
        self._is_suspended = True

    def resume_application_mode(self) -> None:
        """Take the terminal over again and send everything."""
        super().resume_application_mode()
        app = cast(PaintingApp[object], self._app)
        self._loop.call_soon_threadsafe(app.call_later, app.repaint)

    def suspend(self) -> None:
        """Stop with all of our process group, as at Ctrl+Z, and return once we are continued.

        A program that was started by another, as by ``uv run``, stops with that: the shell waits
        for both. Where no shell waits, as in a terminal of our own, the system stops nobody.
        """
        # The system may hand it to another thread, which handles it long after we have continued.
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
        """Read the terminal until the end; no bytes that it sends make this fail."""
        terminal_input = OwnInput()
        while not self.exit_event.is_set():
            data = self._read()
            for message in (*terminal_input.feed(data), *terminal_input.tick()):
                self.process_message(message)
        # Else what is under way would be typed into the shell.
        self._read()

    def _read(self) -> bytes:
        """Return what the terminal has sent, after a short wait; nothing if it sent nothing."""
        ready, _, _ = select.select((self.fileno,), (), (), _POLL_SECONDS)
        return os.read(self.fileno, _READ_BYTES_MAX) if ready else b""

    def _run_input_thread(self) -> None:
        """Read the terminal; a failure is the program's, which would be deaf without input."""
        try:
            self.run_input_thread()
        except Exception as error:
            if self.input_tty and not hangup.is_alive(self.fileno):
                hangup.end()
            self._app.call_later(self._app._handle_exception, error)

    # --- signals

    def _sigcont_application(self, *_: object) -> None:
        if self.input_tty and not hangup.is_alive(self.fileno):
            # The system also continues a program whose terminal has gone.
            hangup.end()
        if self._is_at_work and self._auto_restart:
            # It was stopped by SIGSTOP, which nobody can catch, and the shell has used the
            # terminal meanwhile.
            self.suspend_application_mode()
            self._must_signal_resume = True
        if self._is_suspended:
            super()._sigcont_application()
        else:
            # Two readers of the terminal would share the keys, and the first one lose its own.
            self._was_continued = True

    def _end(self, number: int, _frame: FrameType | None) -> None:
        if self._has_terminal():
            self._gate.shut(RESTORE)
            self._restore_attrs()
        os._exit(128 + number)

    def _has_terminal(self) -> bool:
        """Return True if the terminal is ours now, rather than the shell's."""
        try:
            return os.tcgetpgrp(self.fileno) == os.getpgrp()
        except OSError:
            return True

    def _restore_attrs(self) -> None:
        if self.attrs_before is None:
            return
        try:
            termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            # Else reports of the mouse under way would be typed into the shell.
            termios.tcflush(self.fileno, termios.TCIFLUSH)
        except termios.error:
            pass
