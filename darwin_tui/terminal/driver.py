"""The terminal given back on every way out.

Textual restores nothing when it is ended by a signal, and spins for ever on a terminal that is
gone. Matches are synced as they are played, so there is nothing to save on the way.
"""

import asyncio
import os
import select
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Event, Lock, Thread
from time import monotonic
from types import FrameType
from typing import Any, Final, TextIO, cast

from textual import constants
from textual.app import App
from textual.driver import Driver

RESTORE: Final = (
    b"\x1b[0m"
    b"\x1b[0 q"
    b"\x1b[?2026l"  # end a synchronized update, or the terminal holds back what follows
    b"\x1b[?2004l"
    b"\x1b[?7h"
    b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l"
    b"\x1b[?1004l"
    b"\x1b[?2048l"
    b"\x1b[<u"  # before leaving the alternate screen, which has its own keyboard mode
    b"\x1b[?1049l"
    b"\x1b[?25h"
)
"""What undoes all that Textual asks of a terminal."""

CURSOR: Final = "\x1b[4 q\x1b[?25h"
"""Shows the cursor as an underline that does not blink."""
OWNERS_CURSOR: Final = "\x1b[0 q"
"""The cursor as the terminal's owner has it."""

_CANCEL: Final = b"\x18"
"""Ends an escape sequence that was cut off in the middle."""

PATIENCE: Final = 0.5
"""Seconds to wait for a terminal that takes nothing, before giving it up."""

_Handler = Callable[[int, FrameType | None], Any] | int | None


if sys.platform == "win32":  # pragma: no cover

    def driver_class() -> type[Driver] | None:
        """Our driver where there is one; None for Textual's own."""
        return None

else:
    import termios

    from textual.drivers.linux_driver import LinuxDriver

    ENDING: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
    STOPPING: Final = (signal.SIGTSTP, signal.SIGCONT)

    def driver_class() -> type[Driver] | None:
        """Our driver where there is one; None for Textual's own, or another that was asked for."""
        return None if constants.DRIVER else RestoringDriver

    class _Gate:
        """The way to the terminal for Textual's writer thread, which can be shut.

        Without it a frame that is being written could follow what restores the terminal.
        """

        def __init__(self, file: TextIO) -> None:
            self._fileno = file.fileno()
            self._encoding = file.encoding
            self._pending = bytearray()
            self._shut = False
            self._lock = Lock()

        def fileno(self) -> int:
            return self._fileno

        def write(self, text: str) -> None:
            self._pending += text.encode(self._encoding, "backslashreplace")

        def flush(self) -> None:
            with self._lock:
                data, self._pending = bytes(self._pending), bytearray()
                if not self._shut:
                    _write(self._fileno, data, None)

        def shut(self, last: bytes) -> None:
            """Let through what is under way and ``last``, and nothing after."""
            self._shut = True
            whole = self._lock.acquire(timeout=PATIENCE)
            _write(self._fileno, last if whole else _CANCEL + last, PATIENCE)

    def _write(fileno: int, data: bytes, patience: float | None) -> None:
        """Write to a terminal as far as it takes it; one that is gone takes nothing.

        Args:
            fileno: where to.
            data: what.
            patience: None to wait for as long as it takes, else the seconds to wait at most.
        """
        until = None if patience is None else monotonic() + patience
        with suppress(OSError):
            blocking = os.get_blocking(fileno)
            os.set_blocking(fileno, blocking and until is None)
            try:
                while data and (until is None or monotonic() < until):
                    try:
                        data = data[os.write(fileno, data) :]
                    except BlockingIOError:
                        select.select((), (fileno,), (), PATIENCE / 5)
            finally:
                # The shell shares this mode of the terminal.
                os.set_blocking(fileno, blocking)

    class RestoringDriver(LinuxDriver):
        """Textual's driver for Linux and macOS, which also ends well."""

        def __init__(
            self,
            app: App[Any],
            *,
            debug: bool = False,
            mouse: bool = True,
            size: tuple[int, int] | None = None,
        ) -> None:
            """Built inside the running event loop, as Textual does."""
            self._handlers_outside = {n: signal.getsignal(n) for n in (*STOPPING, signal.SIGWINCH)}
            self._handlers_before: dict[signal.Signals, _Handler] = {}
            self._attrs_outside: list[Any] | None = None
            self._at_work = False
            self._suspended = False
            self._watching = Event()
            self._waking = self._wake_on_signals()
            super().__init__(app, debug=debug, mouse=mouse, size=size)
            out = sys.__stdout__ if sys.__stdout__ and sys.__stdout__.isatty() else sys.__stderr__
            assert out is not None
            self._gate = _Gate(out)
            self._file = cast(Any, self._gate)

        # --- at work

        def start_application_mode(self) -> None:
            """Take the terminal over."""
            self._catch_signals()
            super().start_application_mode()  # type: ignore[no-untyped-call]
            self._at_work = self._key_thread is not None and self._key_thread.is_alive()
            if not self._at_work:
                # Continued in the background, it was stopped again before it began.
                self._release_signals()
                return
            # The first are kept: after an uncaught stop the terminal's may be our own.
            self._attrs_outside = self._attrs_outside or self.attrs_before
            self.attrs_before = self._attrs_outside
            self._watch_terminal()
            # The terminal's own cursor lies on what has the focus, steady and slim.
            self.write(CURSOR)

        def stop_application_mode(self) -> None:
            """Give the terminal back."""
            self._at_work = False
            self._watching.set()
            self.write(OWNERS_CURSOR)
            super().stop_application_mode()
            self._release_signals()

        def suspend_application_mode(self) -> None:
            """Give the terminal back for a while."""
            self._suspended = True
            super().suspend_application_mode()

        def resume_application_mode(self) -> None:
            """Take the terminal over again and draw everything anew."""
            self._suspended = False
            super().resume_application_mode()
            app = self._app
            self._loop.call_soon_threadsafe(lambda: app.call_later(app.refresh, layout=True))

        def close(self) -> None:
            """Perform cleanup; what was done to signals is undone when the program ends."""
            super().close()
            if not self._suspended:
                _set_handlers(self._handlers_outside)
                signal.set_wakeup_fd(self._wakeup_outside)
                self._loop.remove_reader(self._waking[0])
                for end in self._waking:
                    end.close()

        # --- signals

        def _wake_on_signals(self) -> tuple[socket.socket, socket.socket]:
            """Let every signal wake the event loop.

            The system may hand a signal to a thread other than the main one, as with SIGCONT
            after a stop; the loop would then sleep on, and the handler never run.
            """
            ends = reading, writing = socket.socketpair()
            for end in ends:
                end.setblocking(False)
            asyncio.get_running_loop().add_reader(reading, lambda: reading.recv(4096))
            self._wakeup_outside = signal.set_wakeup_fd(writing.fileno(), warn_on_full_buffer=False)
            return ends

        def _sigcont_application(self, *_: object) -> None:
            if self.input_tty and not _is_alive(self.fileno):
                # The system also continues a program whose terminal has gone.
                os._exit(128 + signal.SIGHUP)
            if self._at_work and self._auto_restart:
                # It was stopped by SIGSTOP, which nobody can catch, and the shell has used the
                # terminal meanwhile.
                self.suspend_application_mode()
                self._must_signal_resume = True
            super()._sigcont_application()

        def _catch_signals(self) -> None:
            if self._handlers_before:
                return
            for number in ENDING:
                before = signal.getsignal(number)
                # What was ignored from the start, as under nohup, stays ignored.
                if before is not signal.SIG_IGN:
                    self._handlers_before[number] = before
                    signal.signal(number, self._end)

        def _release_signals(self) -> None:
            _set_handlers(self._handlers_before)
            self._handlers_before = {}

        def _end(self, number: int, _frame: FrameType | None) -> None:
            if self._has_terminal():
                self._gate.shut(RESTORE)
                self._restore_attrs()
            os._exit(128 + number)

        def _has_terminal(self) -> bool:
            """Whether the terminal is ours now, rather than the shell's."""
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

        # --- a terminal that is gone

        def _watch_terminal(self) -> None:
            self._watching = Event()
            if self.input_tty:
                args = (self.fileno, self._watching)
                Thread(target=_end_with_terminal, args=args, daemon=True).start()

    def _set_handlers(handlers: Mapping[signal.Signals, _Handler]) -> None:
        for number, handler in handlers.items():
            if handler is not None:
                signal.signal(number, handler)

    def _end_with_terminal(fileno: int, done: Event) -> None:
        """End the program as soon as its terminal is gone, which no signal may tell of."""
        poller = select.poll()
        poller.register(fileno, 0)
        gone = select.POLLHUP | select.POLLERR
        while not done.is_set():
            ready = poller.poll(1000 * PATIENCE)
            if any(mask & gone for _, mask in ready) or not _is_alive(fileno):
                if not done.is_set():
                    os._exit(128 + signal.SIGHUP)
            elif ready:
                # Some systems cannot poll terminals and say so at once.
                done.wait(PATIENCE)

    def _is_alive(fileno: int) -> bool:
        try:
            termios.tcgetattr(fileno)
        except termios.error:
            return False
        return True
