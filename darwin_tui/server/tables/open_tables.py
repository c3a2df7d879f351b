"""The open tables of a process, its leases to run their bots, and the rescue of matches."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from contextvars import Context
from dataclasses import dataclass, field
from functools import partial
from typing import Final, NamedTuple, TypeVar

from msgspec.structs import replace

from darwin_core.contract.game import SPECTATOR
from darwin_core.journal import JournalError
from darwin_core.match import Refused
from darwin_core.match.record import RecordError
from darwin_core.table import AnySnapshot, Pace
from darwin_core.text.language import mark, tr
from darwin_tui.library.seat_access import Notice, Rejected
from darwin_tui.server.store.contract import Presence, Store, StoreError, TableInfo, read_code
from darwin_tui.server.tables.clocks import holidays_at, on_holiday, resumed
from darwin_tui.server.tables.live_table import LiveTable, OpenSeatAccess
from darwin_tui.server.tables.register import begin_match, load, open_match, with_seat
from darwin_tui.server.tables.services import Services

LEASE_SECONDS: Final = 10.0
"""Duration of a lease. Unless it is renewed, another process may then run the table's bots."""
SUBMITS_MAX: Final = 1000
"""Number of commands whose duration is remembered."""
ELSEWHERE: Final = mark("You play on in another session; this one has left the table.")
STOPPED: Final = mark("The server stops now. Your match is saved; come back in a moment.")
"""Sentences for a player whose access ends."""
_RESCUER: Final = "rescue"
"""Holder of the lease of a match that is rescued."""

_log: Final = logging.getLogger(__name__)


def lease_name(code: str) -> str:
    """Return the name of the lease on a table's bots and clocks."""
    return f"table:{code}"


@dataclass(eq=False)
class Leases:
    """The leases of one process: the tables whose bots and clocks it runs."""

    _store: Store
    _process_id: str
    _taken: set[str] = field(default_factory=set)
    """Tables whose lease this process holds or may hold: a cancelled wait loses the store's
    answer."""

    async def take(self, code: str) -> bool:
        """Take or renew the lease of a table; return whether this process has it now.

        Raises:
            StoreError: if the store does not answer.
        """
        self._taken.add(code)
        is_taken = await self._store.lease(lease_name(code), self._process_id, LEASE_SECONDS)
        if not is_taken:
            self._taken.discard(code)
        return is_taken

    async def give_back(self, code: str) -> None:
        """Give back the lease of a table; a failure is logged."""
        self._taken.discard(code)
        try:
            await self._store.release(lease_name(code), self._process_id)
        except StoreError as error:
            # The lease expires by itself.
            _log.error("The lease of %s cannot be given back: %s", code, error)

    async def give_all_back(self) -> None:
        """Give back all leases that this process has or may have."""
        for code in [*self._taken]:
            await self.give_back(code)

    async def renew(self, live_table: LiveTable) -> None:
        """Renew the lease of an open table, and run its bots if this process has it.

        Raises:
            StoreError: if the store does not answer; the bots are stopped.
        """
        if live_table.info.phase != "playing" or live_table.is_closed:
            live_table.stop_bots()
            await self.release(live_table)
            return
        has_lease = False
        try:
            has_lease = await self.take(live_table.info.code)
        finally:
            live_table.has_lease = has_lease
            if has_lease:
                live_table.start_bots()
            else:
                live_table.stop_bots()

    async def release(self, live_table: LiveTable) -> None:
        """Give back the lease of an open table if this process has it."""
        if live_table.has_lease:
            live_table.has_lease = False
            await self.give_back(live_table.info.code)


@dataclass(eq=False)
class OpenTables:
    """Begins matches, opens their tables, and closes them."""

    _services: Services
    _leases: Leases
    _pace: Pace
    _on_line: Callable[[str], None]
    """Called with the code of a table whose match has a new line, or that was just opened."""
    _on_left: Callable[[], None]
    """Called when somebody has left a table."""
    all: dict[str, LiveTable] = field(default_factory=dict)
    submits: deque[float] = field(default_factory=partial(deque, maxlen=SUBMITS_MAX))
    """Seconds taken by the last commands of players."""
    _opening: dict[str, asyncio.Task[LiveTable]] = field(default_factory=dict)
    _beginning: dict[str, asyncio.Task[TableInfo]] = field(default_factory=dict)
    """Work under way by table code; see ``_shared``."""
    _is_closing: bool = False

    def left(self, live_table: LiveTable, access: OpenSeatAccess) -> None:
        """Note that a session's access to a table was closed."""
        if access in live_table.accesses:
            live_table.accesses.remove(access)
        self._on_left()

    async def open(self, code: str) -> LiveTable:
        """Return the open table of a code, opening it if needed.

        Raises:
            StoreError, JournalError, RecordError: if it cannot be opened.
        """
        if self._is_closing:
            raise StoreError(tr(STOPPED))
        if live_table := self.all.get(code):
            return live_table
        return await _shared(self._opening, code, partial(self._open, code))

    async def _open(self, code: str) -> LiveTable:
        """Open a table; see ``open``."""
        info = await self._services.tables.refresh(code)
        if info is None or info.phase == "gathering":
            raise StoreError(f"The match of the table {code} has not begun.")
        match, journal = await open_match(self._services.store, code)
        # The info may have changed while the record was read.
        info = self._services.tables.all.get(code, info)
        # The server may have ended before it applied a holiday to the table.
        holidays = await holidays_at(self._services.store, info)
        if on_holiday(info, holidays) is not info:
            apply = partial(on_holiday, holidays=holidays)
            info = await self._services.tables.change(code, apply)
        live_table = LiveTable(info, match, journal, self._pace, self._services.now)
        live_table.table.observe(SPECTATOR, partial(self._note, live_table))
        live_table.note_presence(self._services.attendance.all.values(), self._services.now())
        self.all[code] = live_table
        self._on_line(code)
        try:
            await self._leases.renew(live_table)
        except StoreError as error:
            _log.error("The lease of %s cannot be taken: %s", code, error)
        return live_table

    def _note(self, live_table: LiveTable, snapshot: AnySnapshot) -> None:
        if live_table.note(self._services.now()):
            self._on_line(live_table.info.code)
        live_table.notify()

    async def close(self, live_table: LiveTable) -> None:
        """Close an open table and give back its lease, unless somebody has come meanwhile."""
        code = live_table.info.code
        live_table.stop_bots()
        # Wait for a line being written now, which the lobby still has to show.
        await live_table.table.finish()
        try:
            await self._services.tables.change(code, live_table.described)
        except Rejected:
            _log.info("The table %s is gone.", code)
        except StoreError as error:
            _log.error("The state of %s cannot be kept: %s", code, error)
            if not self._is_closing:
                # The table stays open until its info is stored.
                return
        if live_table.is_closed or (live_table.accesses and not self._is_closing):
            return
        del self.all[code]
        live_table.close()
        await self._leases.release(live_table)

    async def give_back(self, live_table: LiveTable, people: tuple[int, ...]) -> None:
        """Return seats to people for whom bots stand in; raises JournalError."""
        if not any(live_table.info.seats[seat].has_stand_in for seat in people):
            return
        try:
            await self.set_stand_ins(live_table, dict.fromkeys(people, False))
        except StoreError as error:
            raise JournalError(str(error)) from error

    async def resume(self, live_table: LiveTable, people: tuple[int, ...]) -> None:
        """Restart the clocks of a paused table for people who are back; raises JournalError."""
        if not live_table.info.paused:
            return
        now = self._services.now()
        try:
            await self._services.tables.change(
                live_table.info.code,
                lambda table: resumed(live_table.described(table), people, now),
            )
        except StoreError as error:
            raise JournalError(str(error)) from error

    async def set_stand_ins(self, live_table: LiveTable, wanted: dict[int, bool]) -> None:
        """Let bots stand in for people, or stop them; raises StoreError."""

        def alter(table: TableInfo) -> TableInfo:
            for seat, wish in wanted.items():
                if table.phase == "playing" and table.seats[seat].has_stand_in != wish:
                    info = replace(table.seats[seat], has_stand_in=wish)
                    table = with_seat(table, seat, info)
            return table

        await self._change(live_table, alter, "away")

    def mind_clocks(self, live_table: LiveTable) -> None:
        """Let bots decide for people whose time is over, and say so in the chat."""
        services = self._services
        for name in live_table.mind_clocks(services.now()):
            services.spawn(services.chat.add_notice(live_table.info.code, "late", name))

    async def settle_votes(self, live_table: LiveTable) -> None:
        """Carry out the votes on absent players; raises StoreError."""
        now = self._services.now()
        info = live_table.info
        voted = live_table.voted(info, now)
        if voted is not info and voted.phase == "over" and info.terms == "rated":
            await self._let_resign(live_table, live_table.absent(now))
        elif voted is not info:
            await self._change(live_table, lambda table: live_table.voted(table, now), "vote")

    async def _let_resign(self, live_table: LiveTable, seats: Iterable[int]) -> None:
        """Resign the seats of people who stay away from a rated match; raises StoreError."""
        code = live_table.info.code
        for seat in seats:
            try:
                await live_table.table.resign(seat)
            except Refused:
                # Another process has resigned the seat.
                continue
            except JournalError as error:
                raise StoreError(str(error)) from error
            name = live_table.info.seats[seat].name
            self._services.spawn(self._services.chat.add_notice(code, "resigned", name))
        await self._services.tables.change(code, live_table.described)

    async def _change(
        self, live_table: LiveTable, alter: Callable[[TableInfo], TableInfo], notice: Notice
    ) -> None:
        """Change a table, and announce new stand-ins in its chat.

        Args:
            alter: returns the changed table.
            notice: the notice about each player for whom a bot newly stands in.
        """
        before = after = live_table.info

        # The change may be tried several times; the last one counts.
        def noted(table: TableInfo) -> TableInfo:
            nonlocal before, after
            before, after = table, alter(table)
            return after

        await self._services.tables.change(live_table.info.code, noted)
        for old, new in zip(before.seats, after.seats, strict=True):
            if new.has_stand_in and not old.has_stand_in:
                self._services.spawn(self._services.chat.add_notice(after.code, notice, new.name))

    async def begin(self, code: str) -> None:
        """Begin the match of a table whose seats are all taken; raises as ``begin_match``."""
        services = self._services
        begin = partial(begin_match, services.store, services.tables, code, services.now())
        await _shared(self._beginning, code, begin)

    def give_way(self, newer: Presence) -> None:
        """Close the accesses of an account that has just sat down in another session."""
        live_table = self.all.get(newer.table)
        if live_table is None:
            return
        for access in [*live_table.accesses]:
            is_other = access.name == newer.name and access.session_id != newer.session
            if is_other and access.people:
                access.end(ELSEWHERE)

    async def close_all(self) -> None:
        """Close all tables, give back their leases, and open no more."""
        self._is_closing = True
        running = [*self._opening.values(), *self._beginning.values()]
        if running:
            await asyncio.wait(running)
        for live_table in [*self.all.values()]:
            for access in [*live_table.accesses]:
                access.end(STOPPED)
            await self.close(live_table)
        await self._leases.give_all_back()


T = TypeVar("T")


async def _shared(
    tasks: dict[str, asyncio.Task[T]], code: str, work: Callable[[], Coroutine[object, object, T]]
) -> T:
    """Return the result of work on a table, which sessions that ask at once share.

    The work is finished even if none of them waits any more.

    Args:
        tasks: work under way by table code.
    """
    task = tasks.get(code)
    if task is None:
        # In an empty context: the table belongs to the server, not to the first session.
        task = asyncio.get_running_loop().create_task(work(), context=Context())
        tasks[code] = task

        def forget(task: asyncio.Task[T]) -> None:
            del tasks[code]
            # Retrieve the exception, in case nobody waits any more.
            _ = task.cancelled() or task.exception()

        task.add_done_callback(forget)
    return await asyncio.shield(task)


class Rescued(NamedTuple):
    """A match cut back to the sound part of its record."""

    code: str
    lines: int
    """Number of remaining actions."""
    damage: str
    """Sentence about the damage."""
    damaged_record: str
    """File or key under which the damaged record is kept."""


async def rescue_match(store: Store, text: str) -> Rescued:
    """Cut the damaged record of a match back to its last sound line.

    Raises:
        StoreError: if there is no such match, it is undamaged or open now, or no line is sound.
    """
    code = read_code(text)
    if not await store.lease(lease_name(code), _RESCUER, LEASE_SECONDS):
        raise StoreError(f"The table {code} is open at a server; try again when nobody is there.")
    try:
        lines = (await store.record(code)).splitlines(keepends=True)
        try:
            load(b"".join(lines))
        except RecordError as error:
            damage = str(error)
        else:
            raise StoreError(f"The match of the table {code} is not damaged.")
        # Search by bisection. Each line has the hash of the state after it, so all lines before a
        # sound line are sound.
        least, most = 0, len(lines)
        while most - least > 1:
            middle = (least + most) // 2
            try:
                load(b"".join(lines[:middle]))
            except RecordError:
                most = middle
            else:
                least = middle
        # Without the header, the first line, there is no match.
        if not least:
            raise StoreError(
                f"Nothing of the match {code} can be rescued: {damage} "
                f"darwin-tui serve end {code} ends it."
            )
        backup = await store.rescue(code, b"".join(lines[:least]))
        return Rescued(code, least - 1, damage, backup)
    finally:
        await store.release(lease_name(code), _RESCUER)
