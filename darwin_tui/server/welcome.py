"""The first visit of a player to an open server: a name is chosen, and the key remembered."""

import asyncio
import re
from datetime import UTC, datetime
from typing import Final

from darwin_tui.server.model import ACCOUNT_PATTERN, Account, PublicKey
from darwin_tui.server.store import Outdated, Store, StoreError, Taken
from darwin_tui.server.transport import Connection, nothing

_NAME: Final = re.compile(ACCOUNT_PATTERN)
_RULE: Final = "A name has 2 to 16 letters, digits, - and _, and begins with a letter or digit."
_ENDING: Final = b"\x03\x04"
"""Ctrl+C and ctrl+D."""
_ERASING: Final = b"\x08\x7f"
_TRIES_MAX: Final = 10


async def choose_name(
    connection: Connection, store: Store, key: PublicKey, title: str, suggestion: str
) -> Account | None:
    """Ask a new player for a name, and make the account.

    Args:
        connection: to the player.
        store: that keeps the account.
        key: that the player signed in with.
        title: of the server.
        suggestion: a name that may be offered, if it is one.

    Returns:
        The account; None if the player left, or found no name in time.
    """
    offered = suggestion if _NAME.fullmatch(suggestion) else ""
    connection.say(f"Welcome to {title}. Your key is new here: choose the name you play by.")
    connection.say(_RULE)
    lines = _Lines(connection)
    try:
        async with asyncio.timeout(connection.limits.name_seconds):
            for _ in range(_TRIES_MAX):
                name = await lines.ask("Name: ", offered)
                if name is None:
                    return None
                if not _NAME.fullmatch(name):
                    connection.say(_RULE)
                    continue
                made = datetime.now(UTC).isoformat(timespec="seconds")
                try:
                    return await store.put_account(Account(name, keys=(key,), made=made))
                except (Taken, Outdated):
                    connection.say(f"{name} is another player here; choose another name.")
                    offered = ""
    except TimeoutError:
        connection.say("No name was chosen; come back when you like.")
    except StoreError:
        connection.say("The name cannot be kept now; try again later.")
    finally:
        connection.release()
        connection.on_lost = connection.on_end = nothing
    return None


class _Lines:
    """Lines that are typed at a terminal in raw mode, or sent by a program."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._line = bytearray()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        connection.on_end = connection.on_lost = lambda: self._lines.put_nowait(None)
        connection.feed = self._feed
        if connection.has_ended:
            self._lines.put_nowait(None)

    async def ask(self, prompt: str, offered: str) -> str | None:
        """Return the next line; None if there is none."""
        self._line = bytearray(offered.encode())
        self._connection.write((prompt + offered).encode())
        return await self._lines.get()

    def _feed(self, data: bytes) -> None:
        for byte in data:
            if byte in _ENDING:
                self._echo(b"\r\n")
                self._lines.put_nowait(None)
            elif byte in b"\r\n":
                self._echo(b"\r\n")
                self._lines.put_nowait(self._line.decode().strip())
                self._line.clear()
            elif byte in _ERASING and self._line:
                self._line.pop()
                self._echo(b"\b \b")
            elif 0x20 < byte < 0x7F and len(self._line) < 16:
                self._line.append(byte)
                self._echo(bytes([byte]))

    def _echo(self, data: bytes) -> None:
        if self._connection.terminal_type:
            self._connection.write(data)
