"""The tables of a server as its store has them: made, changed and remembered."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

import msgspec

from darwin_core.bots import levels
from darwin_core.contract import registry
from darwin_core.contract.options import read_options
from darwin_core.journal import JournalError
from darwin_core.match import fairness
from darwin_core.match.record import RecordError
from darwin_core.text.language import tr
from darwin_tui.play.seat_access import Rejected
from darwin_tui.server.cards import SeatPlan, TablePlan
from darwin_tui.server.log_reason import log_reason
from darwin_tui.server.model import Account, Invited, SeatInfo, TableInfo
from darwin_tui.server.seats import opens_record
from darwin_tui.server.store import Outdated, Store, StoreError

_CODE_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH: Final = 4
_SIMILAR: Final = str.maketrans("OIL", "011")
_TRIES_MAX: Final = 20
_CLOCK_SECONDS_MIN: Final = 60
_CLOCK_SECONDS_MAX: Final = 30 * 24 * 3600
BOT_SECONDS_MAX: Final = 5
"""Seconds that a bot may think at a server's table: all tables share its workers."""

_log: Final = logging.getLogger(__name__)

T = TypeVar("T")
Alter = Callable[[TableInfo], TableInfo]
"""Return a table changed; the same one if there is nothing to change. May raise Rejected."""


async def retried(attempt: Callable[[], Awaitable[T]]) -> T:
    """Return what an attempt returns, which is made again as long as it raises Outdated."""
    for _ in range(_TRIES_MAX - 1):
        try:
            return await attempt()
        except Outdated:
            continue
    return await attempt()


@contextmanager
def rejecting() -> Iterator[None]:
    """Refuse with a sentence for the player if the store or a record fails."""
    try:
        yield
    except StoreError as error:
        raise Rejected(str(error)) from error
    except (JournalError, RecordError) as error:
        # Its sentence names files of the host.
        _log.error("A match cannot be used: %s", log_reason(error))
        raise Rejected(
            tr("The match cannot be used now; the host finds the reason in the log.")
        ) from error


def read_code(text: str) -> str:
    """Return the code that somebody typed: any case, and O, I and L for the digits."""
    return text.strip().upper().translate(_SIMILAR)


class Tables:
    """The tables as this process knows them; each change is compared with the store's."""

    def __init__(
        self,
        store: Store,
        finished_max: int,
        on_change: Callable[[str], None],
        on_forget: Callable[[str], None],
    ) -> None:
        """Begin without any table.

        Args:
            store: of the server.
            finished_max: number of tables that are over and remembered.
            on_change: called with the code of each table that has changed, or is gone.
            on_forget: called with the code of each table that is over and no longer remembered.
        """
        self.all: dict[str, TableInfo] = {}
        """All that are not over, and the newest of those that are."""
        self._changes: dict[str, asyncio.Future[None]] = {}
        self._over: dict[str, None] = {}
        """The codes of those that are over, the newest at the end."""
        self._store = store
        self._finished_max = finished_max
        self._on_change = on_change
        self._on_forget = on_forget

    async def load(self) -> None:
        """Read the tables again; raises StoreError."""
        found = await self._store.tables(self._finished_max)
        codes = {table.code for table in found}
        for table in [*self.all.values()]:
            # None that is over is ever removed.
            if table.code not in codes and table.phase != "over":
                self._drop(table.code)
        for table in sorted(found, key=lambda table: table.moved):
            self._keep(table)

    async def finished(self, name: str, count: int) -> list[TableInfo]:
        """Return the tables of an account that ended last, also those that are not remembered.

        Raises:
            StoreError: if they cannot be read.
        """
        codes = await self._store.finished(name, count)
        missing = [code for code in codes if code not in self.all]
        read = await asyncio.gather(*(self._store.table(code) for code in missing))
        known = [self.all[code] for code in codes if code in self.all]
        return [*known, *(table for table in read if table)]

    async def refresh(self, code: str) -> TableInfo | None:
        """Read a table again and return it; raises StoreError."""
        table = await self._store.table(code)
        if table is None:
            self._drop(code)
            return None
        return self._keep(table)

    async def next_change(self, code: str) -> None:
        """Wait for the next change of a table."""
        change = self._changes.get(code)
        if change is None:
            change = self._changes[code] = asyncio.get_running_loop().create_future()
        await asyncio.shield(change)

    def _changed(self, code: str) -> None:
        if change := self._changes.pop(code, None):
            change.set_result(None)
        self._on_change(code)

    def _drop(self, code: str) -> None:
        if self.all.pop(code, None):
            self._changed(code)

    def _keep(self, table: TableInfo) -> TableInfo:
        """Remember a table, unless a newer version of it is known."""
        known = self.all.get(table.code)
        if known is None or known.version < table.version:
            known = self.all[table.code] = table
            if table.phase == "over":
                self._over.pop(table.code, None)
                self._over[table.code] = None
            self._changed(table.code)
            if len(self._over) > self._finished_max:
                self._forget(next(iter(self._over)))
        return known

    def _forget(self, code: str) -> None:
        del self._over[code], self.all[code]
        self._on_forget(code)

    async def change(self, code: str, alter: Alter) -> TableInfo:
        """Change a table, again if somebody else changes it meanwhile, and return it.

        Raises:
            Rejected: if there is no such table, or by ``alter``.
            StoreError: if it cannot be kept. Nothing has changed.
        """

        async def attempt() -> TableInfo:
            table = await self._store.table(code)
            if table is None:
                self._drop(code)
                raise Rejected(tr("There is no table {code}.", code=code))
            changed = alter(table)
            return self._keep(table if changed is table else await self._store.put_table(changed))

        return await retried(attempt)

    async def remove(self, code: str) -> None:
        """Remove a table that never began; raises StoreError."""
        await self._store.remove_table(code)
        self._drop(code)

    async def create(self, host: Account, plan: TablePlan, now: float) -> TableInfo:
        """Make a table; raises Rejected or StoreError."""
        seats = [await self._seat(each, host) for each in plan.seats]
        options = checked(plan)
        reserved = {seat.name for seat in seats if seat.kind == "reserved"}

        async def attempt() -> TableInfo:
            code = "".join(secrets.choice(_CODE_LETTERS) for _ in range(_CODE_LENGTH))
            secret = await self._store.secret(code)
            table = TableInfo(
                code=code,
                game=plan.game,
                host=host.name,
                seats=tuple(seats),
                commitment=fairness.commitment(code, secret),
                options=options,
                is_private=plan.is_private,
                seconds_a_move=plan.seconds_a_move,
                bots_take_over=plan.bots_take_over,
                watching=plan.watching,
                watchers_chat=plan.watchers_chat,
                opens_record=plan.opens_record,
                invited=tuple(Invited(name, host.name) for name in sorted(reserved)),
                made=now,
            )
            return self._keep(await self._store.put_table(table))

        return await retried(attempt)

    async def _seat(self, plan: SeatPlan, host: Account) -> SeatInfo:
        if plan.kind == "me":
            return SeatInfo("person", host.name)
        if plan.kind == "bot":
            return SeatInfo("bot", level=plan.level)
        if plan.kind == "open":
            return SeatInfo("open")
        return SeatInfo("reserved", await self.known_name(plan.name))

    async def known_name(self, name: str) -> str:
        """Return the name of an account as it is written; raises Rejected if there is none."""
        account = await self._store.account(name)
        if account is None or account.is_removed:
            raise Rejected(tr("There is no player of that name."))
        return account.name


def plan_again(table: TableInfo, name: str) -> TablePlan:
    """Return the plan of a table with the seats and rules of another, hosted by an account of it;
    the seats of the others are kept for them."""
    return TablePlan(
        game=table.game,
        seats=tuple(_again(seat, name) for seat in table.seats),
        options=table.options,
        is_private=table.is_private,
        seconds_a_move=table.seconds_a_move,
        bots_take_over=table.bots_take_over,
        watching="none" if table.watching == "none" else "public",
        watchers_chat=table.watchers_chat,
        opens_record="all" if opens_record(table) else "seats",
    )


def _again(seat: SeatInfo, name: str) -> SeatPlan:
    if seat.kind == "bot":
        return SeatPlan("bot", level=seat.level)
    return SeatPlan("me") if seat.name == name else SeatPlan("reserved", seat.name)


def checked_level(name: str) -> str:
    """Return the present name of a bot's level; raises Rejected where it cannot be."""
    try:
        level = levels.level(name)
    except ValueError as error:
        raise Rejected(str(error)) from None
    if level.seconds > BOT_SECONDS_MAX:
        raise Rejected(
            tr("A bot here thinks for {number} seconds at most.", number=BOT_SECONDS_MAX)
        )
    return level.name


def checked(plan: TablePlan) -> dict[str, bool | int | str]:
    """Return the options of a table that can be; raises Rejected with a sentence if it cannot."""
    try:
        game = registry.get(plan.game)
        options = read_options(game, plan.options)
        for seat in plan.seats:
            if seat.kind == "bot":
                checked_level(seat.level)
    except ValueError as error:
        raise Rejected(str(error)) from None
    if len(plan.seats) not in game.seats:
        raise Rejected(
            tr("{title} is not played by {number}.", title=game.title, number=len(plan.seats))
        )
    if sum(seat.kind == "me" for seat in plan.seats) > 1:
        raise Rejected(tr("You can take one seat."))
    if all(seat.kind == "bot" for seat in plan.seats):
        raise Rejected(tr("At least one seat is for a person."))
    clock = plan.seconds_a_move
    if clock is not None and not _CLOCK_SECONDS_MIN <= clock <= _CLOCK_SECONDS_MAX:
        raise Rejected(tr("The time for a move is between a minute and 30 days."))
    values: dict[str, bool | int | str] = msgspec.to_builtins(options)
    return values
