"""A host's orders to end or remove tables and to erase names, also while a server runs.

A running server with a folder as its store holds the tables in memory, so no other process may
change them: it leaves an order in the collection ``orders``, which the server carries out and
answers. With Redis, each process carries out its orders itself.
"""

import asyncio
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from darwin_core.match import record
from darwin_core.text.language import tr
from darwin_tui.server.store.contract import (
    CHALLENGES,
    FINDS,
    RACES,
    TOURNAMENTS,
    Account,
    AccountStore,
    Damaged,
    Races,
    SeatInfo,
    Store,
    StoreError,
    TableInfo,
    Taken,
    Tournament,
    decode,
    encode,
    fold,
    has_record,
    read_code,
    retried,
)

Kind = Literal["end", "remove", "erase"]
"""``end`` ends a table's match, ``remove`` also removes the table with its match, ``erase``
replaces a player's name."""


class Order(msgspec.Struct, frozen=True):
    """An order to the server that runs with a folder."""

    kind: Kind
    subject: str
    """Table code, or player name."""
    is_done: bool | None = None
    """True if the order succeeded, once the server has answered."""
    answer: str = ""
    """The sentence for the host."""


_ORDERS: Final = "orders"
"""Collection of the orders."""
_ANSWER_INTERVAL_SECONDS: Final = 0.1
"""Time between two checks for a server's answer."""
_ANSWER_TRIES: Final = 200
"""Number of checks after which a server counts as hanging: twenty seconds."""


async def carry_out(store: Store, order: Order, now: float) -> str:
    """Carry out an order; return a sentence for the host.

    Raises:
        StoreError: if it is impossible.
    """
    if order.kind == "erase":
        return await erase_name(store, order.subject)
    return await end_table(store, order.subject, now, removes=order.kind == "remove")


async def send(accounts: AccountStore, order: Order) -> str:
    """Let the server that runs with the folder carry out an order; return its answer.

    Raises:
        StoreError: if it refuses, or does not answer.
    """
    key = f"{order.kind} {order.subject}"
    before = await accounts.document(_ORDERS, key)
    sent = encode(order)
    await accounts.put_document(_ORDERS, key, sent, before)
    for _ in range(_ANSWER_TRIES):
        data = await accounts.document(_ORDERS, key) or sent
        answered = decode(data, Order)
        if answered.is_done is not None:
            await accounts.put_document(_ORDERS, key, None, data)
            if not answered.is_done:
                raise StoreError(answered.answer)
            return answered.answer
        await asyncio.sleep(_ANSWER_INTERVAL_SECONDS)
    await accounts.put_document(_ORDERS, key, None, sent)
    raise StoreError("The server that runs does not answer.")


async def obey(store: Store, now: float) -> None:
    """Carry out and answer the orders left by other processes."""
    for key, data in (await store.documents(_ORDERS)).items():
        try:
            order = decode(data, Order)
        except Damaged:
            # The sender of a damaged order stops waiting by itself.
            continue
        if order.is_done is None:
            try:
                is_done = True
                answer = await carry_out(store, order, now)
            except StoreError as error:
                is_done = False
                answer = str(error)
            answered = encode(replace(order, is_done=is_done, answer=answer))
            await store.put_document(_ORDERS, key, answered, data)


# --- tables


async def end_table(store: Store, text: str, now: float, *, removes: bool = False) -> str:
    """End a table's match, or remove a table that never began; return a sentence for the host.

    Args:
        removes: True to remove also a match that was begun, with its record and chat.

    Raises:
        StoreError: if there is no such table, or its match is over and is not to be removed.
    """
    code = read_code(text)

    # Hosts read all answers in English; players may read the translated refusals, too, since
    # moderators also end tables.
    async def attempt() -> str:
        table = await store.table(code)
        if table is None:
            raise StoreError(tr("There is no table {code}.", code=code))
        if table.phase == "over" and not removes:
            raise StoreError(tr("The match of the table {code} is over already.", code=code))
        if table.phase == "playing":
            await store.put_table(over_by_host(table, now))
        if table.phase != "gathering" and not removes:
            return f"The table {code} is over."
        # Without ``removes``, this fails if the match begins meanwhile.
        await store.remove_table(code, is_over=removes)
        return f"The table {code} is removed."

    return await retried(attempt)


def over_by_host(table: TableInfo, now: float) -> TableInfo:
    """Return a table whose match the host ends, unless it is over already."""
    if table.phase == "over":
        return table
    return replace(table, phase="over", ended="host", to_move=(), moved=now)


# --- names


FORMER: Final = "Former"
"""Prefix of the names that replace erased ones."""
_FORMER_NUMBERS: Final = range(1_000_000, 10_000_000)
"""Numbers of these names, of seven digits: so many that few tries hit one that is taken."""


async def erase_name(store: Store, name: str) -> str:
    """Replace a player's name in all tables, records, tournaments and races; return a sentence.

    The name also disappears from all lists of friends.

    Raises:
        StoreError: if an unfinished table concerns the player, or the store fails.
    """
    # Nothing is changed if this refuses.
    await _finished_tables(store, name)
    former = await _reserve_former_name(store)
    count = 0
    # A session that still runs under the name may reach further tables meanwhile.
    while tables := await _finished_tables(store, name):
        for table in tables:
            if await has_record(store, table.code):
                seats = [seat for seat, taken in enumerate(table.seats) if _is_of(taken, name)]
                text = renamed(await store.record(table.code), dict.fromkeys(seats, former))
                # No copy of the record with the erased name may stay.
                await store.rescue(table.code, text, keeps=False)
            await _rename(store, table.code, name, former)
        count += len(tables)
    for collection in (TOURNAMENTS, CHALLENGES):
        for code in await store.documents(collection):
            await _rename_in_tournament(store, collection, code, name, former)
    for key in await store.documents(RACES):
        await _rename_in_races(store, key, name, former)
    if (finds := await store.document(FINDS, fold(name))) is not None:
        await store.put_document(FINDS, fold(name), None, finds)
    for account in await store.accounts():
        if name in (*account.friends, *account.blocked):
            await _unlist(store, account.name, name)
    return f"{name} is {former} in {count} tables from now on."


def _is_of(seat: SeatInfo, name: str) -> bool:
    """Return whether a seat is an account's, or reserved for it; a bot may have the same name."""
    return seat.kind != "bot" and seat.name == name


async def _finished_tables(store: Store, name: str) -> list[TableInfo]:
    """Return the tables that concern an account, all of them over.

    Raises:
        StoreError: if one of them is not over.
    """
    tables = [table for table in await store.tables() if name in table.accounts]
    for table in tables:
        if table.phase != "over":
            raise StoreError(f"{name} is at the table {table.code}, which is not over: end it.")
    return tables


async def _reserve_former_name(store: AccountStore) -> str:
    """Reserve a new name by storing a removed account under it; return the name."""
    while True:
        name = f"{FORMER}{secrets.choice(_FORMER_NUMBERS)}"
        with suppress(Taken):
            return (await store.put_account(Account(name, is_removed=True))).name


async def _rename(store: Store, code: str, name: str, former: str) -> None:
    """Replace a name in a table's info."""

    async def attempt() -> None:
        table = await store.table(code)
        if table is None:
            return
        seats = tuple(
            replace(seat, name=former) if _is_of(seat, name) else seat for seat in table.seats
        )
        invited = tuple(
            invitation
            for invitation in table.invited
            if name not in (invitation.name, invitation.by)
        )
        host = former if table.host == name else table.host
        await store.put_table(replace(table, host=host, seats=seats, invited=invited))

    await retried(attempt)


async def _rename_in_tournament(
    store: Store, collection: str, code: str, name: str, former: str
) -> None:
    """Replace a name in a tournament, which its player leaves; a damaged one stays."""

    async def attempt() -> None:
        data = await store.document(collection, code)
        if data is None:
            return
        try:
            tournament = decode(data, Tournament)
        except Damaged:
            return
        entries = tuple(
            replace(entry, name=former, is_waiting=False, has_left=True)
            if entry.name == name
            else entry
            for entry in tournament.entries
        )
        pairings = tuple(
            replace(
                pairing, names=tuple(former if other == name else other for other in pairing.names)
            )
            for pairing in tournament.pairings
        )
        host = former if tournament.host == name else tournament.host
        changed = replace(tournament, entries=entries, pairings=pairings, host=host)
        if changed != tournament:
            new = replace(changed, version=tournament.version + 1)
            await store.put_document(collection, code, encode(new), data)

    await retried(attempt)


async def _rename_in_races(store: AccountStore, key: str, name: str, former: str) -> None:
    """Replace a name in the races of a week and game; a damaged document stays."""

    async def attempt() -> None:
        data = await store.document(RACES, key)
        with suppress(Damaged):
            results = decode(data, Races) if data else {}
            if name in results:
                changed = {
                    former if other == name else other: result for other, result in results.items()
                }
                await store.put_document(RACES, key, encode(changed), data)

    await retried(attempt)


async def _unlist(store: AccountStore, owner: str, name: str) -> None:
    """Remove a name from an account's friends and blocks."""

    async def attempt() -> None:
        account = await store.account(owner)
        assert account
        friends = tuple(other for other in account.friends if other != name)
        blocked = tuple(other for other in account.blocked if other != name)
        await store.put_account(replace(account, friends=friends, blocked=blocked))

    await retried(attempt)


def renamed(text: bytes, names: Mapping[int, str]) -> bytes:
    """Rename the players of a record and chain its lines to the new header.

    Args:
        names: the new names by seat.

    Raises:
        StoreError: if the record is damaged.
    """
    try:
        reading = record.read(text)
    except record.RecordError as error:
        raise StoreError(str(error)) from None
    if reading.damage:
        raise StoreError(reading.damage)
    players = tuple(
        replace(player, name=names.get(seat, player.name))
        for seat, player in enumerate(reading.header.players)
    )
    first, chain = record.write_header(replace(reading.header, players=players))
    lines = [first]
    for line in reading.lines:
        written, line = record.write_line(
            line.number, line.seat, line.action, line.state_hash, chain
        )
        lines.append(written)
        chain = line.chain
    return b"".join(lines)
