"""The standard streams of this process, as a console uses them."""

import asyncio
import os
import sys
from contextlib import suppress
from threading import Thread
from typing import Final

READ_BYTES_MAX: Final = 4096


class ProcessStreams:
    """Standard input and output."""

    def __init__(self) -> None:
        try:
            self._fileno: int | None = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):
            self._fileno = None
        self.is_interactive = self._fileno is not None and os.isatty(self._fileno)
        self.is_terminal = sys.stdout is not None and sys.stdout.isatty()
        self.encoding: str = getattr(sys.stdout, "encoding", None) or "utf-8"
        self._reading: asyncio.Future[bytes] | None = None

    def write(self, text: str) -> None:
        """Write a text at once."""
        print(text, end="", flush=True)

    async def flush(self) -> None:
        """Return at once: ``write`` has waited."""

    async def read(self) -> bytes:
        """Return the bytes that came next; empty at the end of input."""
        if self._fileno is None:
            return sys.stdin.readline().encode() if sys.stdin else b""
        if self._reading is None:
            self._reading = _read_in_thread(self._fileno)
        data = await asyncio.shield(self._reading)
        self._reading = None
        return data


def _read_in_thread(fileno: int) -> "asyncio.Future[bytes]":
    """Read in a thread of its own, which may be left waiting.

    A thread of the event loop's pool would keep the program from ending until Enter is pressed.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[bytes] = loop.create_future()

    def settle(data: bytes) -> None:
        if not answer.done():
            answer.set_result(data)

    def read() -> None:
        try:
            data = os.read(fileno, READ_BYTES_MAX)
        except OSError:
            data = b""
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, data)

    Thread(target=read, daemon=True).start()
    return answer
