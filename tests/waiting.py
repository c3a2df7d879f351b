"""Waiting for what comes, however slow the machine is, and ports that nobody else takes."""

import asyncio
import socket
import time
from collections.abc import Callable
from typing import Any, Final

PATIENCE_SECONDS: Final = 90
"""Time after which something will never come: long enough for a machine that is ten times slower,
and stalls for seconds. No test that passes waits so long."""
_INTERVAL_SECONDS: Final = 0.002


async def until(true: Callable[[], Any]) -> None:
    """Wait for something to come true."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not true():
            await asyncio.sleep(_INTERVAL_SECONDS)


def wait_until(true: Callable[[], Any], otherwise: Callable[[], object] = str) -> None:
    """Wait for something to come true; else fail with what is returned otherwise."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < end, otherwise()
        time.sleep(_INTERVAL_SECONDS)


def kept_port() -> int:
    """Return a port for a server that is started and ended again and again, kept for this process.

    A free port may be given to anybody between its search and its use, or between two uses. A
    socket that is bound to it and does not listen keeps it for servers that reuse addresses.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        port: int = holder.getsockname()[1]
        holder.detach()
        return port
