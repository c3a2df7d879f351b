"""A whole server in this process, with players whose keys are enrolled, and lines over SSH."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncssh
from server.clients import PATIENT, account_of, connected
from waiting import PATIENCE_SECONDS

from darwin_tui.hosted.server import Server
from darwin_tui.server.operations.plan import Address, Plan
from darwin_tui.server.store.contract import Store
from darwin_tui.server.store.files import FileStore
from darwin_tui.terminal.limits import Limits

ANY = Address("127.0.0.1", 0)


@asynccontextmanager
async def hosting(
    folder: Path,
    *names: str,
    store: Store | None = None,
    limits: Limits = PATIENT,
    **plan: Any,
) -> AsyncIterator[Server]:
    """Run a server until the end of the block."""
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
    """Return the port in the line that a server prints when it is ready."""
    return int(ready.split("ssh=")[1].split()[0].rpartition(":")[2])


async def lines_of(host: Server, code: str) -> int:
    """Return the number of actions in the record of a table."""
    return len((await host.store.record(code)).splitlines()) - 1


class Lines:
    """A player who reads and types lines."""

    def __init__(self, connection: asyncssh.SSHClientConnection, process: Any) -> None:
        self.connection = connection
        self.process = process
        self.lines: list[str] = []

    def type(self, line: str) -> None:
        self.process.stdin.write(f"{line}\n")

    async def until(self, text: str) -> str:
        """Read up to a line that holds a text, and return it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                while line := await self.process.stdout.readline():
                    self.lines.append(line.rstrip("\n"))
                    if text in line:
                        return self.lines[-1]
        raise AssertionError(f"{text!r} is not in {self.lines}")

    async def play_on(self, choices: int = 1000) -> int:
        """Play the first choice again and again, up to the end; return the number of choices."""
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
        """Read all lines up to the end."""
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
        found: str = await self.process.stderr.read()
        return found


@asynccontextmanager
async def typing(port: int, name: str, command: str) -> AsyncIterator[Lines]:
    """Give a command without a terminal, and read and type lines while the block runs."""
    connection = await connected(port, name)
    try:
        yield Lines(connection, await connection.create_process(command))
    finally:
        connection.abort()
        await connection.wait_closed()


async def run(
    port: int, name: str, command: str | None, typed: str = ""
) -> tuple[int | None, str, str]:
    """Give a command and some lines; return the exit code, the output and the errors."""
    connection = await connected(port, name)
    try:
        done = await connection.run(command, input=typed)
    finally:
        connection.abort()
        await connection.wait_closed()
    return done.exit_status, str(done.stdout), str(done.stderr)
