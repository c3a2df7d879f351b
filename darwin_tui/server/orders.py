"""Orders of the host of a server, given from a shell: to say something, to mute, to end a match."""

from msgspec.structs import replace

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
