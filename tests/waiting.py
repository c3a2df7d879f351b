"""Waiting for a condition on machines of any speed, and ports that nobody else takes."""

import asyncio
import socket
import time
from collections.abc import Callable
from typing import Any, Final

PATIENCE_SECONDS: Final = 90
"""Time after which a wait fails: long enough for a machine that is ten times slower and stalls for
seconds. No test that passes waits so long."""
_INTERVAL_SECONDS: Final = 0.002


async def until(true: Callable[[], Any]) -> None:
    """Wait until a condition is true, or fail with ``TimeoutError``."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not true():
            await asyncio.sleep(_INTERVAL_SECONDS)


def wait_until(true: Callable[[], Any], otherwise: Callable[[], object] = str) -> None:
    """Block until a condition is true; else fail with the message that ``otherwise`` returns."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < end, otherwise()
        time.sleep(_INTERVAL_SECONDS)


def kept_port() -> int:
    """Return a port reserved for a server that a test starts and ends again and again.

    The system may give a free port to another process between the search for it and its use, or
    between two uses. A socket that is bound to the port and does not listen reserves it: servers
    that reuse addresses can still bind it.
    """
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        port: int = holder.getsockname()[1]
        holder.detach()
        return port
