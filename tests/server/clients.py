"""Servers in this process, and their clients over SSH.

Each client has its own key, and works at a terminal, in line mode, or packet by packet.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import asyncssh
import pyte
from server.tables import MemoryStore
from waiting import PATIENCE_SECONDS

from darwin_tui.hosted.server import Server
from darwin_tui.server.operations.plan import Address, Plan
from darwin_tui.server.operations.sessions import RunningSession, Sessions
from darwin_tui.server.ssh.listener import SshServer
from darwin_tui.server.ssh.player_connection import public_key
from darwin_tui.server.store.admission import Admission
from darwin_tui.server.store.contract import Account, Store
from darwin_tui.server.store.files import FileStore
from darwin_tui.terminal.connection import Connection
from darwin_tui.terminal.limits import Limits

IDENTIFICATION = b"SSH-2.0-finch\r\n"
KEXINIT, KEX_INIT, KEX_REPLY, NEWKEYS, DISCONNECT = 20, 30, 31, 21, 1


def packet(payload: bytes) -> bytes:
    """Return an unencrypted SSH packet with this payload, padded to a multiple of eight bytes."""
    padding = 8 - (len(payload) + 5) % 8
    padding += 8 if padding < 4 else 0
    return (len(payload) + padding + 1).to_bytes(4) + padding.to_bytes(1) + payload + bytes(padding)


def text(data: bytes) -> bytes:
    """Return an SSH string: its length, and then its bytes."""
    return len(data).to_bytes(4) + data


def kexinit(
    exchanges: Sequence[str] = ("curve25519-sha256",),
    host_keys: Sequence[str] = ("ssh-ed25519",),
    *,
    guesses: bool = False,
) -> bytes:
    """Return a client's KEXINIT packet with its algorithms in order of preference."""
    ciphers, macs, none = ["aes128-ctr"], ["hmac-sha2-256"], ["none"]
    no_words: list[str] = []
    lists = (exchanges, host_keys, ciphers, ciphers, macs, macs, none, none, no_words, no_words)
    names = b"".join(text(",".join(algorithms).encode()) for algorithms in lists)
    return packet(bytes([KEXINIT]) + bytes(16) + names + bytes([guesses]) + bytes(4))


def kinds(data: bytes) -> list[int]:
    """Return the message numbers of the complete packets after a server's identification.

    It stops at NEWKEYS, after which packets are encrypted.
    """
    data = data.partition(b"\n")[2]
    numbers = []
    while len(data) >= 6 and len(data) >= (end := 4 + int.from_bytes(data[:4])):
        numbers.append(data[5])
        data = data[end:]
        if numbers[-1] == NEWKEYS:
            break
    return numbers


PATIENT = Limits(
    new_of_address_a_minute=100_000,
    first_packet_seconds=1e6,
    connections_of_address_max=1000,
    connections_max=1000,
    penalty_floor_seconds=1e9,
    sign_in_seconds=1e6,
    rekey_seconds=1e6,
    keepalive_seconds=1e6,
    keys_burst=100_000,
    farewell_seconds=60,
    leaving_seconds=60,
    shutdown_seconds=60,
)
"""Limits that tests never reach, although all their clients have one address."""


@cache
def key_of(name: str) -> asyncssh.SSHKey:
    """Return a player's key, which is always the same for a name."""
    return asyncssh.generate_private_key("ssh-ed25519", comment=name)


def account_of(name: str) -> Account:
    return Account(name, keys=(public_key(key_of(name)),))


async def echo(connection: Connection, visit: RunningSession, words: Sequence[str]) -> int:
    """Run a command that prints the player's name and its words, and returns their number."""
    connection.say(f"{visit.account.name}: {' '.join(words)}")
    return len(words)


class Served:
    """A server of SSH sessions on a free port, whose app, commands and store a test chooses."""

    def __init__(
        self,
        folder: Path,
        make_app: Callable[[Connection, RunningSession], Any],
        names: Sequence[str] = ("Ada", "Emma"),
        limits: Limits = PATIENT,
        run_command: Callable[..., Coroutine[Any, Any, int]] = echo,
        is_open: bool = False,
        **options: Any,
    ) -> None:
        self.store = MemoryStore(*map(account_of, names))
        self.limits = limits
        self.apps: list[Any] = []

        def make(connection: Connection, visit: RunningSession) -> Any:
            self.apps.append(make_app(connection, visit))
            return self.apps[-1]

        admission = Admission(self.store, "open" if is_open else "invite")
        self.sessions = Sessions(self.store, limits, make, run_command, admission)
        self.door = SshServer(
            self.sessions, self.store, limits, folder=folder / "server", **options
        )

    @property
    def port(self) -> int:
        return self.door.port


Serve = Callable[..., AbstractAsyncContextManager[Served]]


@asynccontextmanager
async def serving(*given: Any, **options: Any) -> AsyncIterator[Served]:
    """Open a ``Served`` server until the end of the block."""
    server = Served(*given, **options)
    await server.door.open("127.0.0.1", 0)
    looking_after = asyncio.create_task(server.sessions.run())
    try:
        yield server
    finally:
        await server.sessions.close()
        await server.door.close()
        looking_after.cancel()
        with suppress(asyncio.CancelledError):
            await looking_after


async def connected(port: int, name: str, **options: Any) -> asyncssh.SSHClientConnection:
    """Connect to a server as a player with that player's key; options override this."""
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
    """A player at a terminal over SSH, with an emulated screen that shows the output."""

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
                # pyte does not know the sequences of keyboard protocols and mode requests.
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
        """Cut the connection without telling the server."""
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
    """Connect a player at a terminal until the end of the block."""
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


ANY = Address("127.0.0.1", 0)


@asynccontextmanager
async def hosting(
    folder: Path,
    *names: str,
    store: Store | None = None,
    limits: Limits = PATIENT,
    **plan: Any,
) -> AsyncIterator[Server]:
    """Run a whole server, with accounts of these names, until the end of the block."""
    host = Server(Plan(folder, ANY, **plan), store or FileStore(folder), limits, pace="instant")
    await host.open()
    try:
        for name in names:
            if await host.store.account(name) is None:
                await host.store.put_account(account_of(name))
        yield host
    finally:
        await host.close()


def ssh_port(ready: str) -> int:
    """Return the SSH port in the line that a server prints when it is ready."""
    return int(ready.split("ssh=")[1].split()[0].rpartition(":")[2])


async def lines_of(host: Server, code: str) -> int:
    """Return the number of actions in the record of a table."""
    return len((await host.store.record(code)).splitlines()) - 1


class Lines:
    """A player in line mode over SSH, who reads and types lines."""

    def __init__(self, connection: asyncssh.SSHClientConnection, process: Any) -> None:
        self.connection = connection
        self.process = process
        self.lines: list[str] = []

    def type(self, line: str) -> None:
        self.process.stdin.write(f"{line}\n")

    async def until(self, text: str) -> str:
        """Read lines until one contains a text, and return that line."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                while line := await self.process.stdout.readline():
                    self.lines.append(line.rstrip("\n"))
                    if text in line:
                        return self.lines[-1]
        raise AssertionError(f"{text!r} is not in {self.lines}")

    async def play_on(self, choices: int = 1000) -> int:
        """Play the first choice again and again until the end; return the number of choices."""
        for made in range(choices):
            async with asyncio.timeout(PATIENCE_SECONDS):
                while line := await self.process.stdout.readline():
                    self.lines.append(line.rstrip("\n"))
                    if line.startswith("The match is over."):
                        return made
                    if line.startswith("1. "):
                        break
                else:
                    raise AssertionError(f"the match does not go on: {self.lines}")
            self.type("1")
        return choices

    async def rest(self) -> list[str]:
        """Read all lines until the session ends, and return them."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            rest: str = await self.process.stdout.read()
            await self.process.wait_closed()
        self.lines += rest.splitlines()
        return rest.splitlines()

    @property
    def status(self) -> int | None:
        status: int | None = self.process.exit_status
        return status

    @property
    async def errors(self) -> str:
        errors: str = await self.process.stderr.read()
        return errors


@asynccontextmanager
async def typing(port: int, name: str, command: str) -> AsyncIterator[Lines]:
    """Give a command without a terminal; read and type lines until the end of the block."""
    connection = await connected(port, name)
    try:
        yield Lines(connection, await connection.create_process(command))
    finally:
        connection.abort()
        await connection.wait_closed()


async def run(
    port: int, name: str, command: str | None, typed: str = "", **options: Any
) -> tuple[int | None, str, str]:
    """Give a command and some lines; return the exit code, the output and the errors."""
    connection = await connected(port, name, **options)
    try:
        done = await connection.run(command, input=typed)
    finally:
        connection.abort()
        await connection.wait_closed()
    return done.exit_status, str(done.stdout), str(done.stderr)
