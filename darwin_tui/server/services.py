"""The services that all parts of a server share in one process."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextvars import Context
from dataclasses import dataclass, field
from typing import Any, Final

from darwin_tui.server.attendance import Attendance
from darwin_tui.server.codes import Codes
from darwin_tui.server.limits import Limits
from darwin_tui.server.log_reason import log_reason
from darwin_tui.server.model import Account
from darwin_tui.server.store import Store
from darwin_tui.server.tables import Tables, retried
from darwin_tui.server.talk import Talk

_log: Final = logging.getLogger(__name__)


@dataclass
class Services:
    """The store, what this process knows of it, and the work that runs beside the sessions."""

    title: str
    """The server's name."""
    address: str
    """The command to connect, as ``ssh -p 8022 host``; empty for the one that each session has
    used."""
    process_id: str
    """Unique among the processes of the server."""
    limits: Limits
    now: Callable[[], float]
    """Returns the time in seconds since the epoch."""
    store: Store
    tables: Tables
    codes: Codes
    attendance: Attendance
    talk: Talk
    _spawned: set[asyncio.Task[None]] = field(default_factory=set)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside, in a context of its own; a failure is logged."""
        task = asyncio.get_running_loop().create_task(_logged(work), context=Context())
        self._spawned.add(task)
        task.add_done_callback(self._spawned.discard)

    async def finish(self) -> None:
        """Wait for all that runs beside."""
        while self._spawned:
            await asyncio.wait(self._spawned)

    async def change_account(self, name: str, alter: Callable[[Account], Account]) -> None:
        """Change an account, again if it is changed meanwhile; raises StoreError."""

        async def attempt() -> None:
            account = await self.store.account(name)
            if account is not None:
                await self.store.put_account(alter(account))

        await retried(attempt)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as error:
        _log.error("Work of the house failed: %s", log_reason(error))
