"""The tables of a server that are open in this process, and what runs beside them."""

from typing import Protocol

import msgspec

from darwin_tui.server.lobby import Lobby
from darwin_tui.server.model import Account
from darwin_tui.server.store import Store


class Limits(Protocol):
    """The limits that a house holds."""

    @property
    def chat_lines(self) -> int:
        """Lines of chat that one player may say within ``chat_seconds``."""

    @property
    def chat_seconds(self) -> float:
        """The time in which lines of chat are counted."""

    @property
    def tables_of_account_max(self) -> int:
        """Tables that one account may have open."""


class Status(msgspec.Struct, frozen=True):
    """Figures of one process."""

    sessions: int
    tables_open: int
    tables: int
    submit_p95_ms: float
    memory_mb: float


class ServerHouse:
    """The tables of a server, as one of its processes has them."""

    def __init__(
        self, store: Store, limits: Limits, title: str, address: str, process_id: str
    ) -> None:
        self.title = title
        self.address = address
        self._store = store
        self._limits = limits
        self._process_id = process_id

    async def open(self) -> None:
        """Read what the store has; before the first lobby is made.

        Raises:
            StoreError: if it cannot be read.
        """
        raise NotImplementedError

    async def run(self) -> None:
        """Follow the store, run bots and clocks, renew leases, until cancelled."""
        raise NotImplementedError

    async def close(self) -> None:
        """Close all tables and give back their leases; everything is kept."""
        raise NotImplementedError

    def lobby(self, account: Account, session: str) -> Lobby:
        """Return the server as an account sees it in one session."""
        return Lobby(self, account, session)

    def status(self) -> Status:
        """Return the figures of this process."""
        raise NotImplementedError
