"""Copies of accounts and tables from one store to another, to continue there."""

import msgspec

from darwin_tui.server.store import AccountStore, Store, StoreError


async def copy_account(name: str, source: AccountStore, target: AccountStore) -> None:
    """Copy an account with its keys, settings and token.

    Raises:
        StoreError: if there is none of that name, or its name or keys are taken in the target.
    """
    account = await source.account(name)
    if account is None:
        raise StoreError("There is no account of that name.")
    await target.put_account(msgspec.structs.replace(account, version=0))


async def copy_table(code: str, source: Store, target: Store) -> None:
    """Copy a table with its secret, its match and its chat. Nobody may act at it meanwhile.

    The table itself is copied last: if the copy fails before, the target does not show it.

    Raises:
        StoreError: if there is none of that code, or the target has one.
        JournalError: if the match cannot be written.
    """
    table = await source.table(code)
    if table is None:
        raise StoreError("There is no table of that code.")
    if await target.table(code) is not None:
        raise StoreError(f"There is a table {code} already.")
    secret = await source.secret(code)
    if await target.secret(code, secret) != secret:
        raise StoreError(f"There is another secret for the table {code} already.")
    if table.phase != "gathering":
        (await target.journal(code, await source.record(code))).close()
    for line in await source.chat(code):
        await target.say(code, line)
    await target.put_table(msgspec.structs.replace(table, version=0))
