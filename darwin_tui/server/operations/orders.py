"""Orders of a server's host from a shell: announce, mute, rescue a match, copy a store.

A copy leaves the present entries of its target alone, so a second copy completes an interrupted
one. The source is only read.
"""

from collections.abc import AsyncIterator
from typing import NamedTuple

from msgspec.structs import replace

from darwin_core.match.record import RecordError
from darwin_core.text.wording import counted
from darwin_tui.library.seat_access import CHAT_CHARACTERS_MAX, ChatLine
from darwin_tui.server.sanitiser import one_line
from darwin_tui.server.store.accounts import AccountError, change
from darwin_tui.server.store.contract import (
    LOBBY,
    Account,
    AccountStore,
    Store,
    StoreError,
    TableInfo,
    has_record,
    read_code,
)


async def announce(store: AccountStore, text: str, now: float) -> None:
    """Announce a text to all players on the server, in the lobby and at the tables.

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
    """Forbid a player to chat, or allow it again; raises as ``accounts.change``."""
    return await change(store, name, lambda account: replace(account, is_muted=is_muted))


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
    """Cut the damaged record of a match back to its last sound line.

    Raises:
        StoreError: if there is none, it is sound or open now, or nothing of it is good.
    """
    # The other orders need no engine.
    from darwin_tui.server.tables.open_tables import LEASE_SECONDS, lease_name
    from darwin_tui.server.tables.register import load

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
        # Each line has the hash of the state after it: before a good line all lines are good.
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
        backup = await store.rescue(code, b"".join(lines[:least]))
        return Rescued(code, least - 1, damage, backup)
    finally:
        await store.release(lease_name(code), "rescue")


async def copy_all(source: Store, target: Store) -> AsyncIterator[str]:
    """Copy the accounts, the tables with their matches, and the chat.

    Nobody may play at the source meanwhile.

    Yields:
        A line on each thing that was copied.

    Raises:
        StoreError: if players are at the source, or the target has another account, key or table
            of the same name, before anything is copied; or if a store fails.
        JournalError: if a match cannot be written.
    """
    if await source.present():
        raise StoreError("Players are at the server now; end it first.")
    accounts = [entry for entry in await source.accounts() if not await _has_account(entry, target)]
    tables = [
        entry for entry in await source.tables() if not await _has_table(entry, source, target)
    ]
    for account in accounts:
        await target.put_account(replace(account, version=0))
        yield f"account {account.name}"
    for table in tables:
        actions = await _copy_table(table, source, target)
        yield f"table {table.code}: {table.game}, {actions}"
    if count := await _copy_chat(LOBBY, source, target):
        yield f"lobby: {counted(count, 'line')} of chat"


async def _has_account(account: Account, target: Store) -> bool:
    """Return whether the target has an account; a different account of its name is refused."""
    present = await target.account(account.name)
    if present is not None and replace(present, version=0) != replace(account, version=0):
        raise StoreError(f"The target has an account {present.name} already.")
    for key in account.keys:
        owner = await target.account_of_key(key.fingerprint)
        if owner is not None and present is None:
            raise StoreError(f"The target has the key of {account.name} for {owner.name} already.")
    return present is not None


async def _has_table(table: TableInfo, source: Store, target: Store) -> bool:
    """Return whether the target has a table; a different table of its code is refused."""
    code, present = table.code, await target.table(table.code)
    if present is None:
        return False
    is_same = replace(present, version=0) == replace(table, version=0)
    if is_same and table.phase != "gathering":
        is_same = await target.record(code) == await source.record(code)
    if not is_same:
        raise StoreError(f"The target has a table {code} already.")
    return True


async def _copy_table(table: TableInfo, source: Store, target: Store) -> str:
    """Copy a table with its secret, its match and its chat, and return the length of the match.

    The table itself is copied last: if the copy fails before, the target does not show it.
    """
    code, actions = table.code, "not begun"
    secret = await source.secret(code)
    if await target.secret(code, secret) != secret:
        raise StoreError(f"The target has another secret for the table {code} already.")
    # A server may have been killed after it began the match, and before it said so.
    if table.phase != "gathering" or await has_record(source, code):
        text = await source.record(code)
        if not await has_record(target, code):
            (await target.journal(code, text)).close()
        if await target.record(code) != text:
            raise StoreError(f"The target has another match {code} already.")
        actions = counted(text.count(b"\n") - 1, "action")
    await _copy_chat(code, source, target)
    await target.put_table(replace(table, version=0))
    return actions


async def _copy_chat(room: str, source: Store, target: Store) -> int:
    """Copy the chat of a room, unless the target's chat differs; return the number of lines."""
    lines, present = await source.chat(room), await target.chat(room)
    missing = lines[len(present) :] if present == lines[: len(present)] else []
    for line in missing:
        await target.say(room, line)
    return len(missing)
