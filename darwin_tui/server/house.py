"""The tables of a server that are open in this process."""

import time
from collections.abc import Callable
from typing import Final

import msgspec

from darwin_core.table import Pace
from darwin_tui.server.attendance import Attendance
from darwin_tui.server.callbacks import Throttle
from darwin_tui.server.codes import Codes
from darwin_tui.server.leases import Leases
from darwin_tui.server.limits import Limits
from darwin_tui.server.lobby import Lobby
from darwin_tui.server.model import Account, Presence, TableInfo
from darwin_tui.server.open_tables import OpenTables
from darwin_tui.server.services import Services
from darwin_tui.server.stay import Stay
from darwin_tui.server.store import LOBBY, Store
from darwin_tui.server.tables import Tables
from darwin_tui.server.talk import Talk
from darwin_tui.server.upkeep import Upkeep

PEOPLE_INTERVAL_SECONDS: Final = 0.3
"""The least time between two lists of who is here: when many arrive at once, each arrival would
have the screens of all the others drawn again."""


class Status(msgspec.Struct, frozen=True):
    """Figures of one process."""

    sessions: int
    tables_open: int
    tables: int
    """Tables that are not over."""
    submit_p95_ms: float
    memory_mb: float


class ServerHouse:
    """The tables of a server, as one of its processes has them."""

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
        """Make the house of a process; nothing is read yet.

        Args:
            store: of the server.
            limits: of the server.
            title: the server's name.
            address: the command to connect, as ``ssh -p 8022 host``; empty for the one that each
                session has used.
            process_id: unique among the processes of the server.
            pace: how long bots wait for people.
            now: returns the time in seconds since the epoch.
        """
        tables = Tables(store, limits.finished_max, self._table_changed, self._forget)
        self.services = Services(
            title=title,
            address=address,
            process_id=process_id,
            limits=limits,
            now=now,
            store=store,
            tables=tables,
            codes=Codes(tables, limits, now),
            attendance=Attendance(store, self._presence_changed),
            talk=Talk(store, limits, now, self._chat_changed),
        )
        leases = Leases(store, process_id)
        self.open_tables = OpenTables(
            self.services, leases, pace, self._line_written, self._place_left
        )
        self.lobbies: dict[str, Lobby] = {}
        """The lobbies of this process by their sessions."""
        self.upkeep = Upkeep(self.services, self.open_tables, leases, self.lobbies)
        self._people = Throttle(self._refresh_people, PEOPLE_INTERVAL_SECONDS)
        self._is_open = False

    # --- the life of a process

    async def open(self) -> None:
        """Read what the store has; before the first lobby is made. A second call has no effect.

        Raises:
            StoreError: if it cannot be read.
        """
        if self._is_open:
            return
        self.upkeep.subscribe()
        await self.services.tables.load()
        await self.services.attendance.refresh()
        await self.services.talk.enter(LOBBY)
        self._is_open = True

    async def run(self) -> None:
        """Follow the store, run bots and clocks, renew leases, until cancelled."""
        await self.upkeep.run(self.open)

    async def close(self) -> None:
        """Close all tables and give back their leases; everything is kept."""
        self._people.close()
        await self.open_tables.close_all()
        for lobby in [*self.lobbies.values()]:
            await lobby.close()
        await self.services.finish()

    def status(self) -> Status:
        """Return the figures of this process."""
        times = sorted(self.open_tables.submits)
        p95 = times[int(len(times) * 0.95)] if times else 0.0
        return Status(
            sessions=len(self.lobbies),
            tables_open=len(self.open_tables.all),
            tables=sum(each.phase != "over" for each in self.services.tables.all.values()),
            submit_p95_ms=round(p95 * 1000, 2),
            memory_mb=round(_memory_mb(), 1),
        )

    # --- lobbies

    def lobby(self, account: Account, session: str, address: str = "") -> Lobby:
        """Return the server as an account sees it in one session.

        Args:
            account: who is there.
            session: its identifier, unique over all hosts.
            address: the command by which it has come, which it is shown where the server has no
                name of its own.
        """
        stay = Stay(self.services, self.open_tables, account, session, address)
        lobby = self.lobbies[session] = Lobby(stay, self._leave)
        return lobby

    def _leave(self, session: str) -> None:
        del self.lobbies[session]

    # --- what has changed

    def _table_changed(self, code: str) -> None:
        table, hosted = self.services.tables.all.get(code), self.open_tables.all.get(code)
        if hosted and table:
            hosted.apply(table)
            hosted.notify()
            if table.phase == "over":
                # Its lease is given back.
                self.upkeep.wake()
        if table is None:
            self._forget(code)
        for lobby in self.lobbies.values():
            lobby.refresh_tables([code])
        if table and table.phase == "playing":
            self._notify_next_turn(table)

    def _forget(self, code: str) -> None:
        self.services.codes.forget(code)

    def _line_written(self, code: str) -> None:
        self.upkeep.mark(code)

    def _place_left(self) -> None:
        self.upkeep.wake()

    def _notify_next_turn(self, table: TableInfo) -> None:
        """Notify the places elsewhere of people whose turn it may be at a table now."""
        names = {seat.name for seat in table.seats if seat.kind == "person"}
        for lobby in self.lobbies.values():
            if lobby.account.name in names:
                for place in lobby.stay.places:
                    place.notify()

    def _chat_changed(self, room: str) -> None:
        for lobby in self.lobbies.values():
            if room in (LOBBY, lobby.stay.room):
                lobby.refresh_chat()
        said = self.services.talk.lines(room)
        is_to_all = room == LOBBY and said and not said[-1].name
        for code, hosted in self.open_tables.all.items():
            if is_to_all or code == room:
                hosted.notify()

    def _presence_changed(self, before: dict[str, Presence], now: dict[str, Presence]) -> None:
        changed = [key for key in before.keys() | now.keys() if before.get(key) != now.get(key)]
        moves = [each for key in changed for each in (before.get(key), now.get(key)) if each]
        codes = {each.table for each in moves if each.table}
        for code in codes:
            if hosted := self.open_tables.all.get(code):
                hosted.note_presence(now.values(), self.services.now())
                hosted.notify()
        for lobby in self.lobbies.values():
            lobby.refresh_tables(codes)
        self._people.changed()
        for key in changed:
            if (new := now.get(key)) and new.seats:
                self.open_tables.give_way(new)

    def _refresh_people(self) -> None:
        for lobby in self.lobbies.values():
            lobby.refresh_people()


def _memory_mb() -> float:
    """Return the memory that this process uses now; 0 where the system does not say it."""
    try:
        with open("/proc/self/status") as file:
            kilobytes = next(line.split()[1] for line in file if line.startswith("VmRSS"))
        return int(kilobytes) / 1024
    except (OSError, StopIteration):
        return 0.0
