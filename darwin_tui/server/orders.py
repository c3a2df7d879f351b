"""Orders of the host of a server, given from a shell: to say something, to mute, to end a match."""

from typing import NamedTuple

from msgspec.structs import replace

from darwin_core.match.record import RecordError
from darwin_tui.server.accounts import AccountError, change
from darwin_tui.server.model import CHAT_CHARACTERS_MAX, Account, ChatLine, TableInfo
from darwin_tui.server.sanitiser import one_line
from darwin_tui.server.store import LOBBY, AccountStore, Store, StoreError
from darwin_tui.server.tables import read_code, retried


async def announce(store: AccountStore, text: str, now: float) -> None:
    """Say something to all who are here, in the lobby and at the tables.

    Raises:
        AccountError: if there is nothing to say, or too much.
        StoreError: if it cannot be kept.
    """
    if len(text) > CHAT_CHARACTERS_MAX:
        raise AccountError(f"A notice has at most {CHAT_CHARACTERS_MAX} characters.")
    if not (text := one_line(text, CHAT_CHARACTERS_MAX)):
        raise AccountError("There is nothing to say.")
    await store.say(LOBBY, ChatLine(now, "", text))


async def mute(store: AccountStore, name: str, *, is_muted: bool) -> Account:
    """Let a player say nothing any more, or speak again; raises as ``accounts.change``."""
    return await change(store, name, lambda account: replace(account, is_muted=is_muted))


def ended_sentence(table: TableInfo) -> str:
    """Return a sentence for the host on a table that was ended, by its info of before."""
    did = "is removed" if table.phase == "gathering" else "is over"
    return f"The table {table.code} {did}."


async def end_table(store: Store, text: str, now: float) -> TableInfo:
    """End the match at a table, or remove a table that never began; return it as it was.

    Raises:
        StoreError: if there is none, or its match is over.
    """
    code = read_code(text)

    async def attempt() -> TableInfo:
        table = await store.table(code)
        if table is None:
            raise StoreError(f"There is no table {code}.")
        if table.phase == "over":
            raise StoreError(f"The match of the table {code} is over already.")
        if table.phase == "gathering":
            await store.remove_table(code)
        else:
            over = replace(table, phase="over", ended="host", to_move=(), moved=now)
            await store.put_table(over)
        return table

    return await retried(attempt)


class Rescued(NamedTuple):
    """A match that has gone back to the good part of its record."""

    code: str
    lines: int
    """Actions that are left."""
    damage: str
    """The sentence on what was wrong."""
    kept: str
    """The place of the damaged record: a file, or a key."""


async def rescue_match(store: Store, text: str) -> Rescued:
    """Let a match whose record is damaged go back to the lines before the damage.

    Raises:
        StoreError: if there is none, it is sound or open now, or nothing of it is good.
    """
    # The other orders need no engine.
    from darwin_tui.server.leases import LEASE_SECONDS, lease_name
    from darwin_tui.server.opening import load

    code = read_code(text)
    if not await store.lease(lease_name(code), "rescue", LEASE_SECONDS):
        raise StoreError(f"The table {code} is open at a server; try again when nobody is there.")
    try:
        lines = (await store.record(code)).splitlines(keepends=True)
        try:
            load(b"".join(lines))
        except RecordError as error:
            damage = str(error)
        else:
            raise StoreError(f"The match of the table {code} is not damaged.")
        # Each line says the state after it: all before the last good one are good, too.
        least, most = 0, len(lines)
        while most - least > 1:
            middle = (least + most) // 2
            try:
                load(b"".join(lines[:middle]))
            except RecordError:
                most = middle
            else:
                least = middle
        if not least:
            raise StoreError(
                f"Nothing of the match {code} can be rescued: {damage} "
                f"darwin-tui serve end {code} ends it."
            )
        kept = await store.rescue(code, b"".join(lines[:least]))
        return Rescued(code, least - 1, damage, kept)
    finally:
        await store.release(lease_name(code), "rescue")
