"""The tables of a server in this process: open tables, their upkeep, lobbies and figures."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from darwin_core.journal import JournalError
from darwin_core.table import Pace
from darwin_tui.library.seat_access import Rejected
from darwin_tui.server.event_log import Complaints
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.server_seat_access import resign_seats
from darwin_tui.server.operations.status import Status
from darwin_tui.server.store.accounts import remove
from darwin_tui.server.store.admission import forget_guest, guests
from darwin_tui.server.store.contract import (
    LOBBY,
    Account,
    Change,
    Damaged,
    Presence,
    Store,
    StoreError,
    TableInfo,
)
from darwin_tui.server.store.orders import over_by_host
from darwin_tui.server.tables.chat import ChatRooms
from darwin_tui.server.tables.clocks import may_be_overdue, waits_for_bots
from darwin_tui.server.tables.live_table import LiveTable
from darwin_tui.server.tables.open_tables import Leases, OpenTables
from darwin_tui.server.tables.ratings import Ratings
from darwin_tui.server.tables.register import (
    Participant,
    Tables,
    is_full,
    log_reason,
    people_left,
    seats_of,
)
from darwin_tui.server.tables.services import Attendance, Codes, Services, Throttle
from darwin_tui.server.tables.tournaments import Tournaments
from darwin_tui.terminal.limits import Limits

TICK_SECONDS: Final = 2.0
"""Time between two checks of leases, clocks and idle tables."""
RENEWAL_SECONDS: Final = 15.0
"""Time between two renewals of the sessions' presence."""
FAILED_SECONDS: Final = 60.0
"""Time before the upkeep tries again to open a table that could not be opened."""
GUEST_SECONDS: Final = 30.0
"""Time after which a guest without a session leaves all tables."""
PAUSE_SECONDS: Final = 1.0
"""Pause after a failure of background work."""
CHECKS_A_TICK: Final = 4
"""Number of matches per tick whose stored infos are checked after the start of the process."""
PEOPLE_INTERVAL_SECONDS: Final = 0.3
"""Minimum time between two lists of the people present. When many people arrive at once, each
arrival would otherwise redraw the screens of all others."""
SUBMIT_QUANTILE: Final = 0.95
"""The quantile of the times of actions in the figures, called p95 there."""

_log: Final = logging.getLogger(__name__)


@dataclass(eq=False)
class Upkeep:
    """A server's background work. Failures are logged, and the work continues.

    A table's *info* is its ``TableInfo`` in the store, which lobbies read without opening the
    match. It lags behind an open match from a new line until ``_store_marked_infos`` stores it.
    """

    _services: Services
    _open_tables: OpenTables
    _leases: Leases
    _lobbies: Mapping[str, Lobby]
    _changes: AsyncIterator[Change] | None = None
    _marked: set[str] = field(default_factory=set)
    """Codes of tables whose info has to be stored."""
    _has_marked: asyncio.Event = field(default_factory=asyncio.Event)
    _updating: str = ""
    """Code of the table whose info is being stored."""
    _woken: asyncio.Event = field(default_factory=asyncio.Event)
    _renewed_at: float = 0.0
    """Time of the last renewal of the sessions' presence."""
    _failed_at: dict[str, float] = field(default_factory=dict)
    """Time at which each table that could not be opened was last tried."""
    _unchecked: deque[str] | None = None
    """Codes of running matches that no check has opened since the start; None before the start.
    A process that was killed may have left their infos behind their records."""
    _complaints: Complaints = field(default_factory=partial(Complaints, _log))
    _gone: dict[str, float] = field(default_factory=dict)
    """Guests without a session, with the time at which that was noticed."""
    _has_missed: bool = False
    """True if a change could not be read, so that everything must be read again."""

    def subscribe(self) -> None:
        """Start receiving the store's notices."""
        self._changes = self._services.store.changes()

    def mark(self, code: str) -> None:
        """Schedule the storing of an open table's info."""
        self._marked.add(code)
        self._has_marked.set()

    def is_marked(self, code: str) -> bool:
        """Return whether a table's info may lag behind its match."""
        return code in self._marked or code == self._updating

    def wake(self) -> None:
        """Check leases, clocks and idle tables soon."""
        self._woken.set()

    async def run(self, begin: Callable[[], Awaitable[None]]) -> None:
        """Do all upkeep until cancelled.

        Args:
            begin: done first, and retried until it succeeds.
        """
        await self._supervised(begin, once=True)
        async with asyncio.TaskGroup() as tasks:
            for work in (self._follow_changes, self._store_marked_infos, self._tick):
                tasks.create_task(self._supervised(work))

    async def _supervised(self, work: Callable[[], Awaitable[None]], once: bool = False) -> None:
        """Repeat some work, or do it until it succeeds once; pause after a failure, which is
        logged."""
        subject = work.__name__
        while True:
            try:
                await work()
                self._complaints.settle(subject)
                _raise_if_cancelled()
                if once:
                    return
            except Exception as error:
                _raise_if_cancelled()
                sentence = f"Work in the background failed: {log_reason(error)}"
                self._complaints.log(subject, sentence)
                await asyncio.sleep(PAUSE_SECONDS)

    # --- notices

    async def _follow_changes(self) -> None:
        """Follow the store's notices; after a failure, first read everything again."""
        if self._changes is None:
            # The earlier subscription has failed, so notices may have been missed.
            self.subscribe()
            await self._apply_change(Change("all", ""))
        assert self._changes is not None
        changes, self._changes = self._changes, None
        async for change in changes:
            try:
                await self._apply_change(change)
            except Damaged as error:
                # Reading everything again would not repair the entry.
                sentence = f"A change of {change.key} cannot be read: {error}"
                self._complaints.log(f"{change.kind} {change.key}", sentence)
            except (StoreError, JournalError) as error:
                _log.error("A change of %s cannot be read: %s", change.key, error)
                self._has_missed = True
                self.wake()
            _raise_if_cancelled()
        # The notices end when the store is closed.
        await asyncio.sleep(PAUSE_SECONDS)

    async def _apply_change(self, change: Change) -> None:
        """Read what a notice concerns again; raises StoreError or JournalError."""
        services = self._services
        match change.kind:
            case "table":
                if await services.tables.refresh(change.key) is None:
                    services.ratings.remove(change.key)
            case "document":
                await services.tournaments.follow(change.key)
            case "account":
                await self._refresh_account(change.key)
            case "line":
                if live_table := self._open_tables.all.get(change.key):
                    services.spawn(live_table.table.follow(change.lines))
            case "chat":
                await services.chat.refresh(change.key)
            case "presence":
                await services.attendance.refresh()
            case "all":
                services.ratings.forget()
                await services.tables.load()
                await services.tournaments.load()
                for name in {lobby.account.name for lobby in self._lobbies.values()}:
                    await self._refresh_account(name)
                await services.attendance.refresh()
                await services.chat.refresh_all()
                for live_table in [*self._open_tables.all.values()]:
                    services.spawn(live_table.table.follow())

    async def _refresh_account(self, name: str) -> None:
        """Read an account again for its lobbies in this process; raises StoreError."""
        lobbies = [entered for entered in self._lobbies.values() if entered.account.name == name]
        try:
            account = await self._services.store.account(name) if lobbies else None
        except Damaged as error:
            self._complaints.log(
                f"account {name}", f"The account {name} is left as it was: {error}"
            )
            return
        if account:
            for lobby in lobbies:
                lobby.account = account

    # --- infos

    async def _store_marked_infos(self) -> None:
        """Store the infos of the tables with new lines."""
        await self._has_marked.wait()
        self._has_marked.clear()
        failed: StoreError | None = None
        for code in [*self._marked]:
            # A line that is written during the update marks the table again.
            self._marked.discard(code)
            self._updating = code
            live_table = self._open_tables.all.get(code)
            try:
                if live_table:
                    await self.store_info(live_table)
            except StoreError as error:
                self.mark(code)
                failed = error
            finally:
                self._updating = ""
        if failed:
            raise failed

    async def store_info(self, live_table: LiveTable) -> None:
        """Store the info of a table as its match is now; raises StoreError."""
        services = self._services
        code = live_table.info.code
        was_paused = live_table.info.paused
        try:
            table = await services.tables.change(code, live_table.described)
        except Rejected:
            _log.error("The table %s is gone.", code)
        else:
            if table.paused and not was_paused and live_table.has_lease:
                services.spawn(services.chat.add_notice(code, "paused", ""))
        await self._mind_clocks(live_table)

    # --- leases, clocks, bots

    async def _tick(self) -> None:
        """Do the work that time alone demands, then wait for the next tick or ``wake``."""
        self._woken.clear()
        services = self._services
        now = self._services.now()
        if self._unchecked is None:
            tables = services.tables.all.values()
            self._unchecked = deque(table.code for table in tables if table.phase == "playing")
        # Leases come first, as they expire.
        for live_table in [*self._open_tables.all.values()]:
            try:
                await self._look_after(live_table)
            except Exception as error:
                code = live_table.info.code
                sentence = f"The table {code} cannot be looked after: {log_reason(error)}"
                self._complaints.log(f"upkeep {code}", sentence)
            else:
                self._complaints.settle(f"upkeep {live_table.info.code}")
        for table, seats in await services.tournaments.expel():
            try:
                await resign_seats(services, self._open_tables, table, seats)
            except Exception as error:
                sentence = f"The match at {table.code} cannot be forfeited: {log_reason(error)}"
                self._complaints.log(f"forfeit {table.code}", sentence)
        await services.tournaments.step({row.name for row in services.attendance.all.values()})
        await self._open_due(now)
        await self._remove_abandoned(now)
        # A clock that is set back must not delay the renewal.
        if not 0 <= now - self._renewed_at < RENEWAL_SECONDS:
            await services.attendance.renew()
            await services.attendance.refresh()
            self._renewed_at = now
            await self._free_seats_of_guests(now)
        if self._has_missed:
            self._has_missed = False
            try:
                await self._apply_change(Change("all", ""))
            except BaseException:
                self._has_missed = True
                raise
        # Not wait_for, which may swallow a cancellation that arrives together with the event.
        with suppress(TimeoutError):
            async with asyncio.timeout(TICK_SECONDS):
                await self._woken.wait()

    async def _look_after(self, live_table: LiveTable) -> None:
        """Renew a table's lease, mind its clocks, restart its bots, and close it if it is idle."""
        await self._leases.renew(live_table)
        await self._mind_clocks(live_table)
        if live_table.note_absent(self._services.now()):
            live_table.notify()
        live_table.retry_bots()
        if live_table.is_idle and not self.is_marked(live_table.info.code):
            await self._open_tables.close(live_table)

    async def _mind_clocks(self, live_table: LiveTable) -> None:
        """Let bots stand in for late or absent people, if this process holds the table's lease."""
        self._open_tables.mind_clocks(live_table)
        if live_table.has_lease and live_table.info.phase == "playing":
            wanted = live_table.wanted_stand_ins(self._services.now())
            if wanted:
                await self._open_tables.set_stand_ins(live_table, wanted)
            # People who have not voted may have left.
            await self._open_tables.settle_votes(live_table)

    async def _open_due(self, now: float) -> None:
        """Open tables whose bots or clocks must act with nobody present; begin full tables."""
        assert self._unchecked is not None
        checks = {self._unchecked.popleft() for _ in range(CHECKS_A_TICK) if self._unchecked}
        for table in [*self._services.tables.all.values()]:
            code = table.code
            is_due = waits_for_bots(table) or may_be_overdue(table, now) or code in checks
            is_due = is_due or (table.phase == "gathering" and is_full(table))
            # A clock that is set back must not prolong the wait.
            is_failed = 0 <= now - self._failed_at.get(code, -FAILED_SECONDS) < FAILED_SECONDS
            if not is_due or is_failed or code in self._open_tables.all:
                continue
            try:
                await self._open(code, table.phase == "gathering")
                self._failed_at.pop(code, None)
                self._complaints.settle(f"opening {code}")
            except Exception as error:
                self._failed_at[code] = now
                sentence = f"The table {code} cannot be opened: {log_reason(error)}"
                self._complaints.log(f"opening {code}", sentence)

    async def _remove_abandoned(self, now: float) -> None:
        """Remove tables that have gathered too long and whose people are absent."""
        services = self._services
        oldest = now - self._services.limits.gathering_seconds
        names_here = {presence.name for presence in services.attendance.all.values()}
        for remembered in [*services.tables.all.values()]:
            code = remembered.code
            if remembered.phase != "gathering" or remembered.made >= oldest:
                continue
            try:
                table = await services.tables.refresh(code)
                if table is None or table.phase != "gathering" or is_full(table):
                    continue
                if not names_here & {table.host, *people_left(table)}:
                    await services.tables.remove(code)
            except StoreError as error:
                self._complaints.log(f"removing {code}", f"The table {code} stays: {error}")

    async def _free_seats_of_guests(self, now: float) -> None:
        """Let guests without a session leave their tables, and free their names."""
        store = self._services.store
        names_here = {presence.name for presence in self._services.attendance.all.values()}
        names = await guests(store)
        # When a clock is set back, the wait begins again: a guest has time to come back, and a name
        # is not kept for ever.
        self._gone = {
            name: min(self._gone.get(name, now), now) for name in names if name not in names_here
        }
        gone_too_long = [
            name for name, noticed_at in self._gone.items() if now - noticed_at >= GUEST_SECONDS
        ]
        for name in gone_too_long:
            try:
                account = await store.account(name)
                if account and account.is_guest:
                    # First of all, because a guest may add a key and keep the seats meanwhile.
                    if not account.is_removed:
                        await remove(store, name, is_guest=True)
                    await self._leave_tables(name)
                await forget_guest(store, name)
                self._complaints.settle(f"guest {name}")
            except Exception as error:
                sentence = f"The guest {name} cannot leave: {log_reason(error)}"
                self._complaints.log(f"guest {name}", sentence)

    async def _leave_tables(self, name: str) -> None:
        """Let a guest leave every table, decline every invitation and resign from every match.

        Another guest may later have the same name.
        """
        services = self._services
        guest = Participant(name)
        for table in [*services.tables.all.values()]:
            seats = [seat for seat in seats_of(table, name) if not table.seats[seat].has_resigned]
            if table.phase == "playing" and seats:
                await resign_seats(services, self._open_tables, table, seats)
            elif table.phase == "gathering" and table.host == name:
                await services.tables.remove(table.code)
            elif table.phase == "gathering" and name in table.accounts:
                await services.tables.change(table.code, guest.leave)

    async def _open(self, code: str, begins: bool) -> None:
        """Open a table, or begin its match, if this process gets its lease."""
        if not await self._leases.take(code):
            return
        try:
            if begins:
                await self._open_tables.begin(code)
            else:
                await self._open_tables.open(code)
        finally:
            if code not in self._open_tables.all:
                await self._leases.give_back(code)


class ServerTables:
    """A server's tables and lobbies in one of its processes."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        title: str,
        address: str,
        process_id: str,
        pace: Pace = "fast",
        now: Callable[[], float] = time.time,
    ) -> None:
        tables = Tables(
            store, limits.finished_max, self._table_changed, self._forget, self._table_removed
        )
        self.services = Services(
            title=title,
            address=address,
            process_id=process_id,
            limits=limits,
            now=now,
            store=store,
            tables=tables,
            tournaments=Tournaments(store, tables, limits, now, self._tournaments_changed),
            codes=Codes(tables, limits, now),
            attendance=Attendance(store, self._presence_changed),
            chat=ChatRooms(store, limits, now, self._chat_changed),
            ratings=Ratings(store),
            wake=self._wake_upkeep,
        )
        leases = Leases(store, process_id)
        self.open_tables = OpenTables(
            self.services, leases, pace, self._line_written, self._wake_upkeep
        )
        self.lobbies: dict[str, Lobby] = {}
        """Lobbies of this process by session."""
        self.upkeep = Upkeep(self.services, self.open_tables, leases, self.lobbies)
        self._people = Throttle(self._refresh_people, PEOPLE_INTERVAL_SECONDS)
        self._is_open = False

    # --- the life of a process

    async def open(self) -> None:
        """Read the store before the first lobby is made. A second call has no effect.

        Raises:
            StoreError: if it cannot be read.
        """
        if self._is_open:
            return
        # Subscribe before reading, so that no change is missed in between.
        self.upkeep.subscribe()
        await self.services.tables.load()
        await self.services.tournaments.load()
        await self.services.attendance.refresh()
        await self.services.chat.enter(LOBBY)
        self._is_open = True

    async def run(self) -> None:
        """Follow the store, run bots and clocks, renew leases, until cancelled."""
        await self.upkeep.run(self.open)

    async def close(self) -> None:
        """Close all tables and give back their leases; no data is lost."""
        self._people.close()
        await self.open_tables.close_all()
        for lobby in [*self.lobbies.values()]:
            await lobby.close()
        await self.services.finish()

    def status(self) -> Status:
        """Return the figures of this process."""
        times = sorted(self.open_tables.submits)
        p95 = times[int(len(times) * SUBMIT_QUANTILE)] if times else 0.0
        return Status(
            sessions=len(self.lobbies),
            tables_open=len(self.open_tables.all),
            tables=sum(table.phase != "over" for table in self.services.tables.all.values()),
            submit_p95_ms=round(p95 * 1000, 2),
            memory_mb=round(_memory_mb(), 1),
            guests=sum(lobby.account.is_guest for lobby in self.lobbies.values()),
            command=self.services.address,
        )

    # --- lobbies

    def lobby(self, account: Account, session_id: str, address: str = "") -> Lobby:
        """Return a session's lobby: the server as its account sees it.

        Args:
            session_id: identifier of the session, unique across all hosts.
            address: the session's connect command, shown if the server has no name.
        """
        lobby = Lobby(self.services, self.open_tables, account, session_id, address, self._leave)
        self.lobbies[session_id] = lobby
        return lobby

    def _leave(self, session_id: str) -> None:
        del self.lobbies[session_id]

    # --- callbacks of changes

    def _table_changed(self, code: str) -> None:
        """Pass a changed or deleted table on to its match, the ratings and the lobbies."""
        table = self.services.tables.all.get(code)
        live_table = self.open_tables.all.get(code)
        if live_table:
            # A table whose match has begun is removed by the host alone.
            info = table or over_by_host(live_table.info, self.services.now())
            live_table.apply(info)
            live_table.notify()
            if info.phase == "over":
                # The upkeep gives back the table's lease.
                self.upkeep.wake()
                if table and table.terms == "rated":
                    self.services.spawn(self._rate(live_table))
        if table is None:
            self._forget(code)
        else:
            self.services.ratings.note(table)
        for lobby in self.lobbies.values():
            lobby.refresh_tables([code])
        if table and table.phase == "playing":
            self._notify_next_turn(table)

    async def _rate(self, live_table: LiveTable) -> None:
        """Compute the ratings after a match, and show its players the changes of their ratings."""
        await self.services.ratings.load()
        live_table.notify()

    def _table_removed(self, code: str) -> None:
        for lobby in self.lobbies.values():
            lobby.remove_table(code)

    def _forget(self, code: str) -> None:
        self.services.codes.forget(code)

    def _tournaments_changed(self) -> None:
        for lobby in self.lobbies.values():
            lobby.redraw()

    def _line_written(self, code: str) -> None:
        self.upkeep.mark(code)

    def _wake_upkeep(self) -> None:
        self.upkeep.wake()

    def _notify_next_turn(self, table: TableInfo) -> None:
        """Notify sessions at other tables that it may be their turn at this one."""
        names = {seat.name for seat in table.seats if seat.kind == "person"}
        for lobby in self.lobbies.values():
            if lobby.account.name in names:
                for access in lobby.accesses:
                    access.notify()

    def _chat_changed(self, room: str) -> None:
        """Show the new lines of a room in lobbies and at tables."""
        for lobby in self.lobbies.values():
            if room in (LOBBY, lobby.room):
                lobby.redraw()
        lines = self.services.chat.lines(room)
        # A line without a name is the host's announcement, which is shown at all tables.
        is_to_all = room == LOBBY and lines and not lines[-1].name
        for code, live_table in self.open_tables.all.items():
            if is_to_all or code == room:
                live_table.notify()

    def _presence_changed(self, before: dict[str, Presence], now: dict[str, Presence]) -> None:
        """Show arrivals and departures; an account's older access to a seat gives way."""
        changed = [key for key in before.keys() | now.keys() if before.get(key) != now.get(key)]
        moves = [
            presence for key in changed for presence in (before.get(key), now.get(key)) if presence
        ]
        codes = {presence.table for presence in moves if presence.table}
        for code in codes:
            if live_table := self.open_tables.all.get(code):
                live_table.note_presence(now.values(), self.services.now())
                live_table.notify()
        for lobby in self.lobbies.values():
            lobby.refresh_tables(codes)
        self._people.changed()
        for key in changed:
            if (new := now.get(key)) and new.seats:
                self.open_tables.give_way(new)

    def _refresh_people(self) -> None:
        for lobby in self.lobbies.values():
            lobby.refresh_people()


def _raise_if_cancelled() -> None:
    """Raise the current task's cancellation once more: a client of the store may swallow one that
    arrives together with its answer."""
    if (task := asyncio.current_task()) and task.cancelling():
        raise asyncio.CancelledError


def _memory_mb() -> float:
    """Return this process's memory use in MB; 0 if the system does not report it."""
    try:
        with open("/proc/self/status") as file:
            kilobytes = next(line.split()[1] for line in file if line.startswith("VmRSS"))
        return int(kilobytes) / 1024
    except (OSError, StopIteration):
        return 0.0
