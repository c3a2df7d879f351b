"""The register of a server's tables: make and change tables, begin matches, and open records.

A participant is an account at a table, also before it sits down; a guest is an account without a
key.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from darwin_core.bots import levels
from darwin_core.contract import registry
from darwin_core.contract.options import read_options
from darwin_core.journal import Journal, JournalError
from darwin_core.match import AnyMatch, Match, begin, fairness, record
from darwin_core.match.record import HUMAN, Player, RecordError
from darwin_core.text.language import tr
from darwin_tui.library.saves import header_for
from darwin_tui.library.seat_access import Rejected
from darwin_tui.seating import BOT_PREFIX, DEFAULT_LEVEL, bot_names
from darwin_tui.server.store.accounts import AccountError
from darwin_tui.server.store.contract import (
    Account,
    Damaged,
    Invited,
    SeatInfo,
    Store,
    StoreError,
    TableInfo,
    Terms,
    has_record,
    new_code,
    retried,
)

Watching = Literal["public", "none"]
"""The view of spectators at a new table; older tables may have another value."""


class SeatPlan(msgspec.Struct, frozen=True):
    """The request for one seat of a new table."""

    kind: Literal["me", "open", "reserved", "bot"]
    name: str = ""
    """Account for which the seat is reserved."""
    level: str = DEFAULT_LEVEL
    """Level of a bot."""


class TablePlan(msgspec.Struct, frozen=True):
    """The request for a new table; see ``TableInfo`` for the fields."""

    game: str
    seats: tuple[SeatPlan, ...]
    options: dict[str, bool | int | str] = {}
    is_private: bool = False
    seconds_a_move: int | None = None
    seconds_in_all: int = 0
    bots_take_over: bool = False
    watching: Watching = "public"
    watchers_chat: bool = True
    opens_record: Literal["seats", "all"] = "seats"
    terms: Terms = "casual"


_INVITED_MAX: Final = 20
"""Maximum number of names invited to a table."""


def with_seat(table: TableInfo, seat: int, info: SeatInfo) -> TableInfo:
    return replace(table, seats=(*table.seats[:seat], info, *table.seats[seat + 1 :]))


def seats_of(table: TableInfo, name: str) -> tuple[int, ...]:
    """Return the seats of an account."""
    pairs = enumerate(table.seats)
    return tuple(seat for seat, seated in pairs if seated.kind == "person" and seated.name == name)


def is_full(table: TableInfo) -> bool:
    return all(seat.kind in ("person", "bot") for seat in table.seats)


def names_of(table: TableInfo) -> tuple[str, ...]:
    """Return the names at a table by seat. Before the match, bots get names that no player there
    has."""
    bots = bot_names(seat.name for seat in table.seats)
    return tuple(seat.name or (next(bots) if seat.kind == "bot" else "") for seat in table.seats)


def knows(table: TableInfo, name: str) -> bool:
    """Return whether an account may know of a table without having typed its code."""
    return not table.is_private or name in table.accounts


def is_invited(table: TableInfo | None, name: str) -> bool:
    return table is not None and any(invited.name == name for invited in table.invited)


def people_left(table: TableInfo) -> set[str]:
    """Return the accounts with a seat that have not resigned."""
    return {seat.name for seat in table.seats if seat.kind == "person" and not seat.has_resigned}


def resigned_seats(table: TableInfo) -> tuple[int, ...]:
    """Return the resigned seats in the order of resigning; unknown positions come first."""
    seats = [seat for seat, seated in enumerate(table.seats) if seated.has_resigned]
    return tuple(sorted(seats, key=lambda seat: table.seats[seat].resigned))


def all_agree(table: TableInfo) -> bool:
    """Return whether all people who have not resigned want to end the match."""
    seats = [seat for seat in table.seats if seat.kind == "person" and not seat.has_resigned]
    return bool(seats) and all(seat.agrees for seat in seats)


def opens_record(table: TableInfo) -> bool:
    """Return whether everybody may read a table's record once the match is over."""
    # Only older tables have spectators of the seats.
    return table.opens_record == "all" or table.watching == "seats"


def has_help(table: TableInfo) -> bool:
    """Return whether the people of a table may ask the judge.

    A person who plays only with bots always may; in a tournament nobody may.
    """
    people = sum(seat.kind == "person" for seat in table.seats)
    return (table.terms == "help" or people == 1) and not table.tournament


@dataclass(frozen=True)
class Participant:
    """The changes that one account may make to a table. Each method may raise Rejected."""

    name: str
    """Name of the account."""

    def sit(self, table: TableInfo, words: str) -> TableInfo:
        """Take the first free seat, reserved ones first; who already sits there may add words."""
        if seats_of(table, self.name):
            may_add = words and table.phase == "gathering" and not is_full(table)
            return self.add_words(table, words) if may_add else table
        if table.phase != "gathering":
            raise Rejected(tr("That match has begun without you."))
        reserved = [n for n, seated in enumerate(table.seats) if self._is_for_me(seated)]
        free = [*reserved, *(n for n, seated in enumerate(table.seats) if seated.kind == "open")]
        if not free:
            raise Rejected(tr("All seats there are taken."))
        taken = SeatInfo("person", self.name, nonce=fairness.nonce(words))
        return self._without_me(with_seat(table, free[0], taken))

    def add_words(self, table: TableInfo, words: str) -> TableInfo:
        """Mix the account's words into the seed, replacing earlier words."""
        if table.phase != "gathering" or is_full(table):
            raise Rejected(tr("The match has begun, and its cards are fixed."))
        own_seats = seats_of(table, self.name)
        if not own_seats:
            raise Rejected(tr("You do not sit there."))
        for seat in own_seats:
            table = with_seat(table, seat, replace(table.seats[seat], nonce=fairness.nonce(words)))
        return table

    def get_up(self, table: TableInfo) -> TableInfo:
        """Free the account's seats before the match."""
        if table.phase != "gathering" or is_full(table):
            raise Rejected(tr("The match has begun; you may resign there."))
        if not seats_of(table, self.name):
            raise Rejected(tr("You do not sit there."))
        for seat in seats_of(table, self.name):
            table = with_seat(table, seat, SeatInfo("open"))
        return table

    def fill(self, table: TableInfo) -> TableInfo:
        """Give all free seats to bots, so that the match can begin."""
        if table.host != self.name:
            raise Rejected(tr("Only the host of a table can start it."))
        if table.phase != "gathering":
            raise Rejected(tr("That match has begun already."))
        if table.terms == "rated":
            raise Rejected(tr("At a rated table there are no bots."))
        names = names_of(table)
        for seat, seated in enumerate(table.seats):
            if seated.kind in ("open", "reserved"):
                table = with_seat(table, seat, SeatInfo("bot", level=DEFAULT_LEVEL))
            elif seated.kind == "bot":
                # Keep the names of bots that people have seen; the new bots get other names.
                table = with_seat(table, seat, replace(seated, name=names[seat]))
        if not any(seated.kind == "person" for seated in table.seats):
            raise Rejected(tr("At least one person has to sit there."))
        return replace(table, invited=())

    def invite(self, table: TableInfo, name: str) -> TableInfo:
        """Invite an account, given by its proper name; a second invitation changes nothing."""
        if table.host != self.name and not seats_of(table, self.name):
            raise Rejected(tr("Only those who sit there can invite others."))
        if table.phase != "gathering":
            raise Rejected(tr("That match has begun already."))
        if seats_of(table, name):
            raise Rejected(tr("{name} sits there already.", name=name))
        if any(invited.name == name for invited in table.invited):
            return table
        if len(table.invited) >= _INVITED_MAX:
            raise Rejected(tr("Too many are invited there already."))
        return replace(table, invited=(*table.invited, Invited(name, self.name)))

    def decline(self, table: TableInfo) -> TableInfo:
        """Decline an invitation; a seat reserved for the account becomes open."""
        return self._without_me(table)

    def leave(self, table: TableInfo) -> TableInfo:
        """Free the account's seats before the match, and decline any invitation."""
        if table.phase == "gathering" and not is_full(table) and seats_of(table, self.name):
            table = self.get_up(table)
        return self.decline(table)

    def _is_for_me(self, seat: SeatInfo) -> bool:
        return seat.kind == "reserved" and seat.name == self.name

    def _without_me(self, table: TableInfo) -> TableInfo:
        """Return the table without this account's invitations and reserved seats."""
        others = tuple(row for row in table.invited if row.name != self.name)
        for seat, row in enumerate(table.seats):
            if self._is_for_me(row):
                table = with_seat(table, seat, SeatInfo("open"))
        return table if others == table.invited else replace(table, invited=others)


_CLOCK_SECONDS_MIN: Final = 60
_CLOCK_SECONDS_MAX: Final = 30 * 24 * 3600
"""Bounds of the time per move without a chess clock."""
_CHESS_CLOCK_SECONDS_MAX: Final = 3 * 3600
"""Maximum total time of a chess clock."""
BOT_SECONDS_MAX: Final = 5
"""Maximum thinking time of a bot at a server's table: all tables share its workers."""


_log: Final = logging.getLogger(__name__)

T = TypeVar("T")
Alter = Callable[[TableInfo], TableInfo]
"""Returns the changed table, or the same object if nothing changes. May raise Rejected."""


def log_reason(error: Exception) -> str:
    """Return the sentence of an expected error, but only the type of any other error, whose message
    could show a hand."""
    if isinstance(error, RecordError):
        return f"{error} darwin-tui serve rescue CODE goes back to the good part of the match."
    if isinstance(error, StoreError | JournalError | Rejected):
        return str(error)
    return type(error).__name__


@contextmanager
def rejecting() -> Iterator[None]:
    """Raise Rejected with a sentence for the player if the store or a record fails."""
    try:
        yield
    except (StoreError, AccountError) as error:
        raise Rejected(str(error)) from error
    except (JournalError, RecordError) as error:
        # Only the host may read the error, because it names files of the host.
        _log.error("A match cannot be used: %s", log_reason(error))
        raise Rejected(
            tr("The match cannot be used now; the host finds the reason in the log.")
        ) from error


@dataclass(eq=False)
class Tables:
    """The tables as this process knows them; the store refuses changes of outdated tables."""

    _store: Store
    _finished_max: int
    """Number of finished tables held in memory."""
    _on_change: Callable[[str], None]
    """Called with the code of each changed or deleted table."""
    _on_forget: Callable[[str], None]
    """Called with the code of each finished table dropped from memory."""
    _on_remove: Callable[[str], None]
    """Called with the code of each deleted table, before ``_on_change``."""
    all: dict[str, TableInfo] = field(default_factory=dict)
    """All unfinished tables, and the newest finished ones."""
    _changes: dict[str, asyncio.Future[None]] = field(default_factory=dict)
    """For each table that somebody waits for: done at its next change."""
    _over: dict[str, None] = field(default_factory=dict)
    """Codes of the finished tables, newest last."""

    async def load(self) -> None:
        """Read the tables again; raises StoreError."""
        tables = await self._store.tables(self._finished_max)
        # A missing table is removed or damaged, was made meanwhile, or others have ended later.
        for code in self.all.keys() - {table.code for table in tables}:
            with suppress(Damaged):
                await self.refresh(code)
        # Oldest first, so that the newest finished tables stay in memory.
        for table in sorted(tables, key=lambda table: table.moved):
            self._keep(table)

    async def finished(self, name: str, count: int) -> list[TableInfo]:
        """Return an account's last finished tables, also from the store; damaged ones are left out.

        Raises:
            StoreError: if they cannot be read.
        """
        codes = await self._store.finished(name, count)
        missing = [code for code in codes if code not in self.all]
        read = await asyncio.gather(*map(self._store.table, missing), return_exceptions=True)
        tables = [self.all[code] for code in codes if code in self.all]
        for answer in read:
            if isinstance(answer, TableInfo):
                tables.append(answer)
            elif answer and not isinstance(answer, Damaged):
                raise answer
        return tables

    async def refresh(self, code: str) -> TableInfo | None:
        """Read a table again and return it; raises StoreError."""
        table = await self._store.table(code)
        if table is None:
            self._drop(code)
            return None
        return self._keep(table)

    async def next_change(self, code: str) -> None:
        """Wait for the next change of a table, or its removal."""
        change = self._changes.get(code)
        if change is None:
            change = self._changes[code] = asyncio.get_running_loop().create_future()
        # All who wait share the future, so one who stops waiting must not cancel it.
        await asyncio.shield(change)

    def _changed(self, code: str) -> None:
        if change := self._changes.pop(code, None):
            change.set_result(None)
        self._on_change(code)

    def _drop(self, code: str) -> None:
        if self.all.pop(code, None):
            self._over.pop(code, None)
            self._on_remove(code)
            self._changed(code)

    def _keep(self, table: TableInfo) -> TableInfo:
        """Remember a table and return it; return the known table instead if it is not older."""
        present = self.all.get(table.code)
        if present is None or present.version < table.version:
            present = self.all[table.code] = table
            if table.phase == "over":
                self._over.pop(table.code, None)
                self._over[table.code] = None
            self._changed(table.code)
            if len(self._over) > self._finished_max:
                self._forget(next(iter(self._over)))
        return present

    def _forget(self, code: str) -> None:
        """Drop a finished table from memory; the store keeps it."""
        del self._over[code], self.all[code]
        self._on_forget(code)

    async def change(self, code: str, alter: Alter) -> TableInfo:
        """Change a table and return it; retry if another process changes it meanwhile.

        Raises:
            Rejected: if there is no such table, or by ``alter``.
            StoreError: if it cannot be stored; nothing has changed then.
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

    async def free_code(self) -> str:
        """Return an unused code; raises StoreError."""
        code = new_code()
        while await self._store.table(code):
            code = new_code()
        return code

    async def add(self, table: TableInfo) -> TableInfo:
        """Store a new table; raises Outdated if its code is taken, or StoreError."""
        return self._keep(await self._store.put_table(table))

    async def create(self, host: Account, plan: TablePlan, now: float) -> TableInfo:
        """Make a table; raises Rejected or StoreError."""
        seats = [await self._seat(planned, host) for planned in plan.seats]
        options = checked(plan)
        if sum(seat.name == host.name for seat in seats) > 1:
            raise Rejected(tr("You can take one seat."))
        reserved = {seat.name for seat in seats if seat.kind == "reserved"}

        async def attempt() -> TableInfo:
            code = new_code()
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
                seconds_in_all=plan.seconds_in_all,
                bots_take_over=plan.bots_take_over,
                watching=plan.watching,
                watchers_chat=plan.watchers_chat,
                opens_record=plan.opens_record,
                terms=plan.terms,
                invited=tuple(Invited(name, host.name) for name in sorted(reserved)),
                made=now,
            )
            return await self.add(table)

        return await retried(attempt)

    async def _seat(self, plan: SeatPlan, host: Account) -> SeatInfo:
        """Return a seat of a new table; raises Rejected if it is reserved for nobody known."""
        if plan.kind == "me":
            return SeatInfo("person", host.name)
        if plan.kind == "bot":
            return SeatInfo("bot", level=plan.level)
        if plan.kind == "open":
            return SeatInfo("open")
        return SeatInfo("reserved", await self.known_name(plan.name))

    async def known_name(self, name: str) -> str:
        """Return the proper spelling of an account's name; raises Rejected if there is no such
        account."""
        account = await self._store.account(name)
        if account is None or account.is_removed:
            raise Rejected(tr("There is no player of that name."))
        return account.name


def plan_again(table: TableInfo, name: str) -> TablePlan:
    """Plan a rematch of an earlier table.

    Seats and rules stay the same, the named account is the host, and the seats of the other
    accounts are reserved for them.
    """
    return TablePlan(
        game=table.game,
        seats=tuple(_again(seat, name) for seat in table.seats),
        options=table.options,
        is_private=table.is_private,
        seconds_a_move=table.seconds_a_move,
        seconds_in_all=table.seconds_in_all,
        bots_take_over=table.bots_take_over,
        watching="none" if table.watching == "none" else "public",
        watchers_chat=table.watchers_chat,
        opens_record="all" if opens_record(table) else "seats",
        terms=table.terms,
    )


def _again(seat: SeatInfo, name: str) -> SeatPlan:
    """Return the plan of a seat in a rematch that the named account hosts."""
    if seat.kind == "bot":
        return SeatPlan("bot", level=seat.level)
    if seat.kind == "open":
        return SeatPlan("open")
    return SeatPlan("me") if seat.name == name else SeatPlan("reserved", seat.name)


def checked_level(name: str) -> str:
    """Return the current name of a bot's level; raises Rejected for an impossible level."""
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
    """Return the options of a plan; raises Rejected with a sentence for an impossible plan."""
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
    if all(seat.kind == "bot" for seat in plan.seats):
        raise Rejected(tr("At least one seat is for a person."))
    if plan.terms == "rated" and (
        len(plan.seats) < 2 or any(seat.kind == "bot" for seat in plan.seats)
    ):
        raise Rejected(tr("A rated table is for two people or more, without bots."))
    clock = plan.seconds_a_move
    if plan.terms == "rated" and clock is None:
        # Without a clock, a player about to lose could stay and never move.
        raise Rejected(tr("A rated table has a clock."))
    if plan.seconds_in_all:
        if not clock or not clock <= plan.seconds_in_all <= _CHESS_CLOCK_SECONDS_MAX:
            raise Rejected(tr("A chess clock has up to three hours, and some seconds a move."))
        if not plan.bots_take_over:
            raise Rejected(tr("At a chess clock a bot decides when the time is over."))
    elif clock is not None and not _CLOCK_SECONDS_MIN <= clock <= _CLOCK_SECONDS_MAX:
        raise Rejected(tr("The time for a move is between a minute and 30 days."))
    values: dict[str, bool | int | str] = msgspec.to_builtins(options)
    return values


async def begin_match(store: Store, tables: Tables, code: str, now: float) -> TableInfo:
    """Begin the match of a table whose seats are all taken; return the changed table.

    Several processes may call it at once, and it may be repeated after a failure.

    Raises:
        StoreError, JournalError, RecordError: if it cannot be begun now. Nothing is lost.
    """
    table = await tables.refresh(code)
    if table is not None and table.phase != "gathering":
        # Another session or process has begun the match meanwhile.
        return table
    if table is None or not is_full(table):
        raise StoreError(f"The table {code} has changed meanwhile.")
    secret = await store.secret(code)
    nonces = [seat.nonce for seat in table.seats]
    # A deal played at several tables has the same seed at all of them.
    deal = table.deal or code
    players = tuple(
        Player(name, HUMAN if seat.kind == "person" else BOT_PREFIX + seat.level)
        for seat, name in zip(table.seats, names_of(table), strict=True)
    )
    header = replace(
        header_for(table.game, table.options, players, fairness.seed(deal, secret, nonces)),
        fair=fairness.fair(deal, secret, nonces),
        is_rated=table.terms == "rated",
    )
    match, text = begin(registry.get(table.game), header)
    clock = match.game.clock(match.state)
    try:
        journal = await store.journal(code, text)
        await asyncio.to_thread(journal.close)
    except JournalError:
        # The record exists already if a process died here, or if another process was quicker.
        if not await has_record(store, code):
            raise
    named = tuple(
        replace(seat, name=player.name) for seat, player in zip(table.seats, players, strict=True)
    )

    def alter(table: TableInfo) -> TableInfo:
        if table.phase != "gathering":
            return table
        return replace(
            table,
            seats=named,
            invited=(),
            phase="playing",
            moved=now,
            to_move=tuple(match.game.to_move(match.state)),
            round=clock.round,
            rounds=clock.rounds,
        )

    return await tables.change(code, alter)


async def open_match(store: Store, code: str) -> tuple[AnyMatch, Journal]:
    """Open the record of a table's match for play.

    Raises:
        StoreError, JournalError, RecordError: if it cannot be continued.
    """
    journal = await store.journal(code)
    try:
        return await asyncio.to_thread(lambda: load(journal.since(0))), journal
    except BaseException:
        journal.close()
        raise


def load(text: bytes) -> AnyMatch:
    """Return the match of a complete record; raises RecordError if it cannot be continued."""
    reading = record.read(text)
    if reading.damage:
        raise RecordError(reading.damage)
    game = registry.get(reading.header.game)
    match: AnyMatch = Match.load(game, reading.header, reading.chain, reading.lines)
    if match.divergence:
        raise RecordError(match.divergence.public)
    return match
