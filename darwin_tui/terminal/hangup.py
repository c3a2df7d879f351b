"""The end of the program when its terminal is gone, which no signal may announce. POSIX only."""

import os
import select
import signal
import termios
from threading import Event, Thread
from typing import Final

_POLL_SECONDS: Final = 0.5


def monitor(fileno: int) -> Event:
    """End the program as soon as the terminal is gone, until the event that is returned is set."""
    done = Event()
    Thread(target=_end_with_terminal, args=(fileno, done), daemon=True).start()
    return done


def is_alive(fileno: int) -> bool:
    """Return True while the terminal is there."""
    try:
        termios.tcgetattr(fileno)
    except termios.error:
        return False
    return True


def end() -> None:
    """End the program without a terminal, as the system does."""
    os._exit(128 + signal.SIGHUP)


def _end_with_terminal(fileno: int, done: Event) -> None:
    poller = select.poll()
    poller.register(fileno, 0)
    gone = select.POLLHUP | select.POLLERR
    while not done.is_set():
        ready = poller.poll(1000 * _POLL_SECONDS)
        if any(mask & gone for _, mask in ready) or not is_alive(fileno):
            if not done.is_set():
                end()
        elif ready:
            # Some systems cannot poll terminals and say so at once.
            done.wait(_POLL_SECONDS)
