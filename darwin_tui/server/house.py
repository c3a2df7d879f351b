"""The tables of a server that are open in this process, and what runs beside them."""

import asyncio
import logging
import resource
import time
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from darwin_core import record, registry
from darwin_core.journal import Journal, JournalError
from darwin_core.match import AnyMatch, Match, begin
from darwin_core.record import RecordError
from darwin_core.table import AnySnapshot, Pace
from darwin_core.game import SPECTATOR
from darwin_tui.place import Rejected
from darwin_tui.saves import header_for
from darwin_tui.seating import BOT_PREFIX, HUMAN, seated
from darwin_tui.server.clocks import may_be_overdue, waits_for_bots
from darwin_tui.server.hosted import HostedTable, progress
from darwin_tui.server.limits import Limits
from darwin_tui.server.lobby import Lobby
from darwin_tui.server.model import CHAT_CHARACTERS_MAX, Account, ChatLine, Presence, TableInfo
from darwin_tui.server.places import ServerPlace
from darwin_tui.server.store import LOBBY, Change, Store, StoreError
from darwin_tui.server.tables import Alter, Tables, is_full, read_code, retried, seats_of, seed
from darwin_tui.server.text import one_line

TICK_SECONDS: Final = 2.0
"""Time between two looks at leases, clocks and idle tables."""
LEASE_SECONDS: Final = 10.0
PRESENCE_SECONDS: Final = 60.0
PRESENCE_TICKS: Final = 8
"""Ticks between two renewals of presences."""
RETRY_SECONDS: Final = 60.0
"""Time before a table that could not be opened is tried again without anybody asking for it."""
GUESSES_MAX: Final = 10
"""Wrong codes that one account may try within ``GUESS_SECONDS``."""
GUESS_SECONDS: Final = 600.0
SUBMITS_MAX: Final = 1000
"""Commands of which the time is remembered."""

T = TypeVar("T")
_log: Final = logging.getLogger(__name__)


class Status(msgspec.Struct, frozen=True):
    """Figures of one process."""

    sessions: int
    tables_open: int
    tables: int
    submit_p95_ms: float
    memory_mb: float


class Rate:
    """The times at which an account did something lately."""

    def __init__(self, count: int, seconds: float) -> None:
        self._count, self._seconds = count, seconds
        self._times: dict[str, deque[float]] = {}

    def is_reached(self, name: str, now: float) -> bool:
        """Return whether an account may not do it now."""
        times = self._times.get(name)
        while times and times[0] <= now - self._seconds:
            times.popleft()
        if times is not None and not times:
            del self._times[name]
        return times is not None and len(times) >= self._count

    def add(self, name: str, now: float) -> None:
        """Count that an account does it now."""
        self._times.setdefault(name, deque()).append(now)
