"""The services shared by all parts of a server process: attendance, codes, callbacks and background
work."""

import asyncio
import logging
import re
from collections.abc import Callable, Coroutine
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from typing import Final

from darwin_core.text.language import tr
from darwin_tui.library.seat_access import Rejected
from darwin_tui.server.store.contract import (
    CODE_PATTERN,
    Presence,
    Store,
    TableInfo,
    read_code,
)
from darwin_tui.server.tables.chat import ChatRooms
from darwin_tui.server.tables.ratings import Ratings
from darwin_tui.server.tables.register import Tables, knows, log_reason
from darwin_tui.server.tables.tournaments import Tournaments
from darwin_tui.terminal.limits import Limits, Rate

PRESENCE_SECONDS: Final = 60.0
"""Time after which the sessions of a dead process no longer count."""


@dataclass(eq=False)
class Attendance:
    """The sessions of all processes, as this process knows them. Methods may raise StoreError."""

    _store: Store
    _on_change: Callable[[dict[str, Presence], dict[str, Presence]], None]
    """Called with the sessions before and after a change, by identifier."""
    all: dict[str, Presence] = field(default_factory=dict)
    """All sessions by identifier."""
    _own_presences: dict[str, Presence] = field(default_factory=dict)
    """The sessions of this process by identifier."""

    async def put(self, presence: Presence) -> None:
        """Store the presence of a session of this process."""
        self._own_presences[presence.session] = presence
        self._replace({**self.all, presence.session: presence})
        await self._store.put_presence(presence, PRESENCE_SECONDS)
        if presence.session not in self._own_presences:
            # The session has ended meanwhile.
            await self._store.remove_presence(presence.session)

    async def remove(self, session: str) -> None:
        """Forget a session of this process that has ended."""
        self._own_presences.pop(session, None)
        self._replace({key: presence for key, presence in self.all.items() if key != session})
        await self._store.remove_presence(session)

    async def renew(self) -> None:
        """Renew the presence of this process's sessions."""
        for session, presence in [*self._own_presences.items()]:
            # The session may have moved or ended while the others were stored.
            if self._own_presences.get(session) is presence:
                await self._store.put_presence(presence, PRESENCE_SECONDS)

    async def refresh(self) -> None:
        """Read the sessions of all processes."""
        sessions = {presence.session: presence for presence in await self._store.present()}
        # Of its own sessions, this process has newer presences than the answer just read.
        others = {
            key: presence for key, presence in sessions.items() if key not in self._own_presences
        }
        self._replace({**others, **self._own_presences})

    def _replace(self, present: dict[str, Presence]) -> None:
        before, self.all = self.all, present
        if before != present:
            self._on_change(before, present)


class Codes:
    """The table codes typed by accounts in this process.

    An account that has typed the code of a private table may see the table.
    """

    def __init__(self, tables: Tables, limits: Limits, now: Callable[[], float]) -> None:
        self._tables = tables
        self._now = now
        self._guesses = Rate(limits.guesses_max, limits.guesses_seconds)
        self._typed: dict[str, set[str]] = {}
        """The codes of tables that each account has typed."""

    async def find(self, name: str, text: str) -> TableInfo:
        """Return the table of a code that an account has typed.

        Raises:
            Rejected: if there is no such table, or the account has tried too many codes.
            StoreError: if the store fails.
        """
        code = read_code(text)
        now = self._now()
        table = self._tables.all.get(code)
        if table is None or not self.may_know(table, name):
            if self._guesses.is_reached(name, now):
                raise Rejected(tr("You have tried too many wrong codes; wait for some minutes."))
            if table is None and re.match(CODE_PATTERN, code):
                table = await self._tables.refresh(code)
        if table is None:
            self._guesses.add(name, now)
            raise Rejected(tr("There is no table with that code."))
        self._typed.setdefault(name, set()).add(code)
        return table

    def may_know(self, table: TableInfo, name: str) -> bool:
        return knows(table, name) or table.code in self.typed(name)

    def typed(self, name: str) -> set[str]:
        """Return the codes that an account has typed, of tables still in memory."""
        return self._typed.get(name, set())

    def forget(self, code: str) -> None:
        """Forget a table's code, whichever accounts have typed it."""
        for codes in self._typed.values():
            codes.discard(code)

    def forget_account(self, name: str) -> None:
        """Forget the codes that an account has typed: another player now has the guest's name."""
        self._typed.pop(name, None)


_log: Final = logging.getLogger(__name__)


class Callbacks:
    """The observers of an object, which are called once for changes in quick succession."""

    def __init__(self) -> None:
        self._callbacks: dict[object, tuple[Callable[[], None], Context]] = {}
        self._is_scheduled = False

    def observe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change, on the loop and in the caller's context; return the
        unsubscriber."""
        key = object()
        self._callbacks[key] = callback, copy_context()

        def end() -> None:
            self._callbacks.pop(key, None)

        return end

    def changed(self) -> None:
        """Schedule the calls unless they are already scheduled."""
        if self._callbacks and not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._call, context=Context())

    def _call(self) -> None:
        self._is_scheduled = False
        for key, (callback, context) in [*self._callbacks.items()]:
            # An earlier callback may have ended this one.
            if key not in self._callbacks:
                continue
            try:
                context.run(callback)
            except Exception as error:
                # A failing session must not affect the others.
                _log.error("A callback failed and is ended: %s", type(error).__name__)
                self._callbacks.pop(key, None)


@dataclass(eq=False)
class Throttle:
    """A delayed call that covers all changes within an interval."""

    _call: Callable[[], None]
    _interval: float
    """Seconds from a change to the call, and at least between two calls."""
    _timer: asyncio.TimerHandle | None = None
    _is_closed: bool = False

    def changed(self) -> None:
        """Schedule the call at the end of the interval."""
        if not self._timer and not self._is_closed:
            self._timer = asyncio.get_running_loop().call_later(
                self._interval, self._due, context=Context()
            )

    def close(self) -> None:
        """Stop calling."""
        self._is_closed = True
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _due(self) -> None:
        self._timer = None
        self._call()


@dataclass
class Services:
    """The store, this process's copies of its contents, and background work."""

    title: str
    """The server's name."""
    address: str
    """The connect command, as ``ssh -p 8022 host``; empty to use the address that each session
    used."""
    process_id: str
    """Unique among the processes of the server."""
    limits: Limits
    now: Callable[[], float]
    """Returns the time in seconds since the epoch."""
    store: Store
    tables: Tables
    tournaments: Tournaments
    codes: Codes
    attendance: Attendance
    chat: ChatRooms
    ratings: Ratings
    wake: Callable[[], None]
    """Makes the upkeep check tables and tournaments soon."""
    has_mail: bool = False
    """True if the host allows notifications by mail."""
    allows_own_network: bool = False
    """True if notifications may go to addresses in the host's own network."""
    _spawned: set[asyncio.Task[None]] = field(default_factory=set)

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Run work in the background, in a separate context; a failure is logged."""
        task = asyncio.get_running_loop().create_task(_logged(work), context=Context())
        self._spawned.add(task)
        task.add_done_callback(self._spawned.discard)

    async def finish(self) -> None:
        """Wait for all background work."""
        while self._spawned:
            await asyncio.wait(self._spawned)


async def _logged(work: Coroutine[object, object, None]) -> None:
    """Do some work; log a failure without what it may reveal."""
    try:
        await work
    except Exception as error:
        _log.error("Work of the server failed: %s", log_reason(error))
