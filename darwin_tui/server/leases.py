"""Leases: which process of a server runs the bots and the clocks of a table."""

import logging
from typing import Final

from darwin_tui.server.hosted_table import HostedTable
from darwin_tui.server.store import Store, StoreError

LEASE_SECONDS: Final = 10.0
"""Time after which another process may run the bots of a table."""

_log: Final = logging.getLogger(__name__)


def lease_name(code: str) -> str:
    """Return the name of the lease of a table's bots and clocks."""
    return f"table:{code}"


class Leases:
    """The leases of one process."""

    def __init__(self, store: Store, process_id: str) -> None:
        self._store = store
        self._process_id = process_id

    async def take(self, code: str) -> bool:
        """Take or renew the lease of a table; return whether this process has it now.

        Raises:
            StoreError: if that cannot be found out.
        """
        return await self._store.lease(lease_name(code), self._process_id, LEASE_SECONDS)

    async def give_back(self, code: str) -> None:
        """Give the lease of a table back; a failure is logged."""
        try:
            await self._store.release(lease_name(code), self._process_id)
        except StoreError as error:
            # It runs out by itself.
            _log.error("The lease of %s cannot be given back: %s", code, error)

    async def renew(self, hosted: HostedTable) -> None:
        """Renew the lease of an open table, and run its bots if this process has it.

        Raises:
            StoreError: if that cannot be found out; the bots are stopped.
        """
        if hosted.info.phase != "playing" or hosted.is_closed:
            hosted.stop_bots()
            await self.release(hosted)
            return
        has_lease = False
        try:
            has_lease = await self.take(hosted.info.code)
        finally:
            hosted.has_lease = has_lease
            if has_lease:
                hosted.start_bots()
            else:
                hosted.stop_bots()

    async def release(self, hosted: HostedTable) -> None:
        """Give the lease of an open table back, if this process has it."""
        if hosted.has_lease:
            hosted.has_lease = False
            await self.give_back(hosted.info.code)
