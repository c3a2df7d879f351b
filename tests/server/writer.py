"""Program that plays at tables of a store by itself until it is killed.

``test_nothing_is_lost`` starts it. It reads orders, ``files FOLDER SEED`` or ``redis URL SEED``,
and forks a process for each. These print lines that begin with their process id:

    ack CODE LINE HASH TIME    an action was acknowledged; TIME is that of its submission
    shown CODE LINE TIME       an observer has a line
    table CODE VERSION         a table was saved
    account NAME VERSION       an account was saved
"""

import asyncio
import os
import signal
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from matches import began

from darwin_core.contract import registry
from darwin_core.contract.game import SPECTATOR
from darwin_core.journal import JournalError
from darwin_core.match import Match, Refused, record
from darwin_core.table import Snapshot, Table
from darwin_tui.server.store.contract import (
    Account,
    Outdated,
    SeatInfo,
    Store,
    StoreError,
    TableInfo,
)
from darwin_tui.server.store.files import FileStore
from darwin_tui.server.store.redis_store import RedisStore

TABLES = 3
"""Number of tables at which one process plays at the same time."""
PAUSE_SECONDS = 0.002
"""Pause between two actions at one table."""


def say(*words: object) -> None:
    os.write(sys.stdout.fileno(), " ".join(map(str, (os.getpid(), *words))).encode() + b"\n")


async def play_at(store: Store, letter: str, rng: Random) -> None:
    """Play match after match at tables whose codes begin with a letter.

    It begins with the last match that is not over.
    """
    last = await store.table(f"{letter}ZZZ")
    number = last.round + 1 if last else 0
    while True:
        code = f"{letter}{number:03}"
        changes = store.changes()
        try:
            table = await opened(store, code)
        except (JournalError, StoreError):
            await asyncio.sleep(0.02)
            continue
        table.observe(SPECTATOR, partial(show, code))
        following = asyncio.create_task(follow(changes, code, table))
        try:
            while movers := tuple(table.match.game.to_move(table.match.state)):
                await act(table, code, rng.choice(movers), rng)
                await asyncio.sleep(PAUSE_SECONDS)
        finally:
            following.cancel()
            table.close()
        await keep(store, letter, number)
        number += 1


def show(code: str, snapshot: Snapshot[Any, Any, Any]) -> None:
    say("shown", code, snapshot.line, time.monotonic())


async def opened(store: Store, code: str) -> Table[Any, Any, Any]:
    try:
        journal = await store.journal(code)
    except JournalError:
        with suppress(JournalError):
            (await store.journal(code, began(2, code).text)).close()
        journal = await store.journal(code)
    reading = record.read(journal.since(0))
    game = registry.get(reading.header.game)
    return Table(Match.load(game, reading.header, reading.chain, reading.lines), journal)


async def follow(changes: Any, code: str, table: Table[Any, Any, Any]) -> None:
    async for change in changes:
        if change.key in (code, ""):
            with suppress(JournalError):
                await table.follow(change.lines)


async def act(table: Table[Any, Any, Any], code: str, seat: int, rng: Random) -> None:
    snapshot = table.snapshot(seat)
    count = len(table.match.lines)
    submitted = time.monotonic()
    try:
        if not snapshot.actions or rng.random() < 0.1:
            await table.undo(seat)
        else:
            await table.submit(seat, rng.choice(snapshot.actions), snapshot.question)
    except (Refused, JournalError):
        return
    line = next(line for line in table.match.lines[count:] if line.seat == seat)
    say("ack", code, line.number, line.state_hash, submitted)


async def keep(store: Store, letter: str, number: int) -> None:
    """Save the number of the last finished match, and change an account that others change too."""
    with suppress(Outdated, StoreError):
        seats = (SeatInfo("person", "Ada"),)
        code = f"{letter}ZZZ"
        table = await store.table(code) or TableInfo(code, "dice", "Ada", seats, "c0ffee")
        kept = await store.put_table(msgspec.structs.replace(table, round=number))
        say("table", code, kept.version)
        account = await store.account("Ada") or Account("Ada")
        account_kept = await store.put_account(msgspec.structs.replace(account, seen=time.time()))
        say("account", "Ada", account_kept.version)


async def work(kind: str, place: str, seed: str) -> None:
    store: Store = FileStore(Path(place)) if kind == "files" else RedisStore(place)
    await store.open()
    rng = Random(seed)
    say("begun")
    await asyncio.gather(*(play_at(store, "ABC"[number], rng) for number in range(TABLES)))


def main() -> None:
    registry.get("dice")
    # Ignoring SIGCHLD lets the kernel reap children, so that killed ones leave no zombies.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for order in sys.stdin:
        if not os.fork():
            asyncio.run(work(*order.split()))


if __name__ == "__main__":
    main()
