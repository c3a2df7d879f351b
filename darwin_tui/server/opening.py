"""The match of a table: begun, and opened from its record."""

import asyncio

from msgspec.structs import replace

from darwin_core.contract import registry
from darwin_core.journal import Journal, JournalError
from darwin_core.match import AnyMatch, Match, begin, fairness, record
from darwin_core.match.record import Player, RecordError
from darwin_tui.library.saves import header_for
from darwin_tui.seating import BOT_PREFIX, HUMAN
from darwin_tui.server.model import TableInfo
from darwin_tui.server.seats import is_full, names_of
from darwin_tui.server.store import Store, StoreError
from darwin_tui.server.tables import Tables


async def begin_match(store: Store, tables: Tables, code: str, now: float) -> TableInfo:
    """Begin the match of a table whose seats are all taken; return the table as it is then.

    It may be called in several processes at once, and again after a failure.

    Raises:
        StoreError, JournalError, RecordError: if it cannot be begun now. Nothing is lost.
    """
    table = await tables.refresh(code)
    if table is not None and table.phase != "gathering":
        # Somebody else who sat down, or another process, was quicker.
        return table
    if table is None or not is_full(table):
        raise StoreError(f"The table {code} has changed meanwhile.")
    secret, nonces = await store.secret(code), [seat.nonce for seat in table.seats]
    players = tuple(
        Player(name, HUMAN if seat.kind == "person" else BOT_PREFIX + seat.level)
        for seat, name in zip(table.seats, names_of(table), strict=True)
    )
    header = replace(
        header_for(table.game, table.options, players, fairness.seed(code, secret, nonces)),
        fair=fairness.fair(code, secret, nonces),
    )
    match, text = begin(registry.get(table.game), header)
    clock = match.game.clock(match.state)
    try:
        journal = await store.journal(code, text)
        await asyncio.to_thread(journal.close)
    except JournalError:
        # It was begun already if a process ended, or another was quicker, at this point.
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


async def has_record(store: Store, code: str) -> bool:
    """Return whether the match of a table has begun."""
    try:
        return bool(await store.record(code))
    except StoreError:
        return False


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
    """Return the match of a whole record; raises RecordError if it cannot be continued."""
    reading = record.read(text)
    if reading.damage:
        raise RecordError(reading.damage)
    game = registry.get(reading.header.game)
    match: AnyMatch = Match.load(game, reading.header, reading.chain, reading.lines)
    if match.divergence:
        raise RecordError(match.divergence.public)
    return match
