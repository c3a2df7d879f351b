"""Clients of a server over SSH, each with a key of its own, and a server to connect to."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, cast

import asyncssh
import pyte
from waiting import PATIENCE_SECONDS

from darwin_tui.server.operations.sessions import RunningSession, Sessions
from darwin_tui.server.ssh.listener import SshServer
from darwin_tui.server.ssh.player_connection import public_key
from darwin_tui.server.store.contract import Account, Change, Taken
from darwin_tui.terminal.connection import Connection
from darwin_tui.terminal.limits import Limits

PATIENT = Limits(
    new_of_address_a_minute=100_000,
    first_packet_seconds=1e6,
    connections_of_address_max=1000,
    connections_max=1000,
    penalty_floor_seconds=1e9,
    sign_in_seconds=1e6,
    rekey_seconds=1e6,
    keepalive_seconds=1e6,
    farewell_seconds=60,
    leaving_seconds=60,
    shutdown_seconds=60,
)
"""Limits that tests of other things never reach: all clients have one address."""


@cache
def key_of(name: str) -> asyncssh.SSHKey:
    """Return the key of a player; the same for the same name."""
    return asyncssh.generate_private_key("ssh-ed25519", comment=name)


def account_of(name: str) -> Account:
    return Account(name, keys=(public_key(key_of(name)),))


class Accounts:
    """The accounts of a store, in memory."""

    def __init__(self, *names: str) -> None:
        self.kept = {name: account_of(name) for name in names}
        self.notices: list[Change] = []
        self._followers: list[asyncio.Queue[Change]] = []

    async def account_of_key(self, fingerprint: str) -> Account | None:
        await asyncio.sleep(0)
        for account in self.kept.values():
            if any(key.fingerprint == fingerprint for key in account.keys):
                return account
        return None

    async def accounts(self) -> list[Account]:
        return [*self.kept.values()]

    async def finished(self, name: str, count: int) -> list[str]:
        return []

    async def account(self, name: str) -> Account | None:
        return self.kept.get(name)

    async def put_account(self, account: Account) -> Account:
        if account.name.lower() in map(str.lower, self.kept):
            raise Taken(f"There is an account {account.name} already.")
        self.kept[account.name] = account
        return account

    async def notify(self, change: Change) -> None:
        self.notices.append(change)
        for follower in self._followers:
            follower.put_nowait(change)

    async def changes(self) -> AsyncIterator[Change]:
        mine: asyncio.Queue[Change] = asyncio.Queue()
        self._followers.append(mine)
        while True:
            yield await mine.get()


async def echo(connection: Connection, visit: RunningSession, words: Sequence[str]) -> int:
    """Answer a command with its words."""
    connection.say(f"{visit.account.name}: {' '.join(words)}")
    return len(words)


class House:
    """A server that listens on a free port of this machine."""

    def __init__(
        self,
        folder: Path,
        make_app: Callable[[Connection, RunningSession], Any],
        names: Sequence[str] = ("Ada", "Emma"),
        limits: Limits = PATIENT,
        run_command: Callable[..., Awaitable[int]] = echo,
        **options: Any,
    ) -> None:
        self.store = Accounts(*names)
        self.limits = limits
        self.apps: list[Any] = []

        def make(connection: Connection, visit: RunningSession) -> Any:
            self.apps.append(make_app(connection, visit))
            return self.apps[-1]

        store = cast(Any, self.store)
        self.sessions = Sessions(store, limits, make, run_command)
        self.door = SshServer(self.sessions, store, limits, folder=folder / "server", **options)

    @property
    def port(self) -> int:
        return self.door.port


@asynccontextmanager
async def serving(*given: Any, **options: Any) -> AsyncIterator[House]:
    """Serve while the block runs."""
    server_tables = House(*given, **options)
    await server_tables.door.open("127.0.0.1", 0)
    looking_after = asyncio.create_task(server_tables.sessions.run())
    try:
        yield server_tables
    finally:
        await server_tables.sessions.close()
        await server_tables.door.close()
        looking_after.cancel()
        with suppress(asyncio.CancelledError):
            await looking_after


async def connected(port: int, name: str, **options: Any) -> asyncssh.SSHClientConnection:
    """Connect with the key of a player, or with the options given."""
    options = {"client_keys": [key_of(name)], "username": name, **options}
    return await asyncssh.connect(
        "127.0.0.1",
        port,
        known_hosts=None,
        config=None,
        agent_path=None,
        gss_host=None,
        **options,
    )


class Screen:
    """A player at a terminal: keys in, pictures out."""

    def __init__(
        self, connection: asyncssh.SSHClientConnection, process: Any, size: tuple[int, int]
    ) -> None:
        self.connection = connection
        self.process = process
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.output = bytearray()
        self._changed = asyncio.Event()
        self.status: int | None = None
        self.ended = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(asyncssh.Error, OSError):
            while data := await self.process.stdout.read(65_536):
                self.output += data
                # pyte knows neither keyboards nor modes with a prefix of their own.
                self._stream.feed(re.sub(rb"\x1b\[[<>=?][\d;]*\$?[up]", b"", data))
                self._changed.set()
        await self.process.wait_closed()
        self.status = self.process.exit_status
        self._changed.set()

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def press(self, keys: str | bytes) -> None:
        self.process.stdin.write(keys.encode() if isinstance(keys, str) else keys)

    async def until(self, *texts: str) -> None:
        """Wait until the screen shows all of the texts."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not all(text in self.text for text in texts):
                assert self.status is None, self.text
                self._changed.clear()
                await self._changed.wait()

    async def until_ended(self) -> int | None:
        """Wait until the server has ended the session; return its exit status."""
        await asyncio.wait_for(self.ended, PATIENCE_SECONDS)
        return self.status

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self.process.change_terminal_size(columns, rows)

    def lose(self) -> None:
        """Lose the line without a word."""
        self.connection.abort()


@asynccontextmanager
async def at_screen(
    port: int,
    name: str,
    command: str | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    term: str = "xterm-256color",
    env: dict[str, str] | None = None,
    **options: Any,
) -> AsyncIterator[Screen]:
    """Sit at a terminal while the block runs."""
    connection = await connected(port, name, **options)
    try:
        process = await connection.create_process(
            command,
            term_type=term,
            term_size=size,
            env=env or {"LANG": "en_GB.UTF-8", "COLORTERM": "truecolor"},
            encoding=None,
        )
        screen = Screen(connection, process, size)
        yield screen
    finally:
        connection.abort()
        await connection.wait_closed()


async def answered(port: int, name: str, command: str | None) -> tuple[str, int | None]:
    """Run a command without a terminal; return its output and exit status."""
    connection = await connected(port, name)
    done = await connection.run(command, stdin=asyncssh.DEVNULL)
    connection.close()
    await connection.wait_closed()
    return str(done.stdout), done.exit_status
