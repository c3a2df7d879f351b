"""The first visit of a player to an open server: a name is chosen, and the key remembered."""

import asyncio
from contextlib import suppress
from typing import Final

from darwin_core.text.language import tr
from darwin_tui.server.accounts import AccountError, check_choice, register
from darwin_tui.server.console import ConnectionStreams
from darwin_tui.server.model import Account, PublicKey
from darwin_tui.server.store import Store, StoreError
from darwin_tui.terminal.connection import Connection, nothing

_TRIES_MAX: Final = 10
_LINE_BYTES_MAX: Final = 100


async def choose_name(
    connection: Connection, store: Store, key: PublicKey, title: str, suggestion: str
) -> Account | None:
    """Ask a new player for a name, and make the account.

    Args:
        connection: to the player.
        store: that keeps the account.
        key: that the player signed in with.
        title: of the server.
        suggestion: a name that is offered, if it can be one.

    Returns:
        The account; None if the player left, or found no name in time.
    """
    offered = await _offer(store, suggestion)
    streams = ConnectionStreams(connection)
    connection.say(
        tr("Welcome to {title}. Your key is new here: choose the name you play by.", title=title)
    )
    if offered:
        connection.say(tr("Enter alone takes {name}.", name=offered))
    try:
        async with asyncio.timeout(connection.limits.name_seconds):
            for _ in range(_TRIES_MAX):
                streams.write(f"{tr('Name:')} ")
                line = await _line(streams)
                if line is None:
                    streams.write("\r\n")
                    connection.say(tr("No name was chosen; come back when you like."))
                    return None
                try:
                    return await register(store, line or offered, key)
                except AccountError as refusal:
                    connection.say(str(refusal))
    except TimeoutError:
        connection.say(tr("No name was chosen; come back when you like."))
    except StoreError:
        connection.say(tr("The name cannot be kept now; try again later."))
    finally:
        connection.release()
        connection.on_end = nothing
    return None


async def _offer(store: Store, suggestion: str) -> str:
    """Return the suggestion; empty if it may not be chosen as a name."""
    with suppress(AccountError, StoreError):
        await check_choice(store, suggestion)
        return suggestion
    return ""


async def _line(streams: ConnectionStreams) -> str | None:
    """Return the next line; None at the end of input."""
    read = b""
    while b"\n" not in read:
        more = await streams.read()
        if not more:
            return None
        read = read[:_LINE_BYTES_MAX] + more
    return read.partition(b"\n")[0].decode(errors="replace").strip()
