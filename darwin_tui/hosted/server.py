"""One process of a server: its store, its tables, its sessions, and the doors to them."""

import asyncio
import errno
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from functools import partial

from darwin_core.contract import registry
from darwin_core.journal import reason
from darwin_core.table import Pace
from darwin_core.text.language import follow
from darwin_tui.hosted.app import ServerApp, import_all
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.paths import Locations
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.operations.console import RemoteConsole
from darwin_tui.server.operations.plan import Address, DoorError, Plan, connect_command
from darwin_tui.server.operations.requests import help_lines, run_request
from darwin_tui.server.operations.server_tables import ServerTables
from darwin_tui.server.operations.sessions import RunningSession, Sessions
from darwin_tui.server.operations.status import StatusFile
from darwin_tui.server.ssh.listener import SshServer
from darwin_tui.server.store.accounts import TITLE, AccountSettings, new_token, reserve_names
from darwin_tui.server.store.contract import Store
from darwin_tui.terminal.connection import Connection
from darwin_tui.terminal.limits import Limits


class Server:
    """One process of a server, which opens and closes the store."""

    def __init__(
        self, plan: Plan, store: Store, limits: Limits | None = None, pace: Pace = "fast"
    ) -> None:
        self.plan = plan
        self.store = store
        self.limits = limits or Limits()
        process = secrets.token_hex(4)
        self.server_tables = ServerTables(store, self.limits, TITLE, "", process, pace)
        self.sessions = Sessions(store, self.limits, self._make_app, self._run_command)
        self.warnings: Sequence[str] = ()
        """A sentence for each promise that cannot be kept."""
        self.ready = ""
        """The line that says where the server listens, once it does."""
        self._working: list[asyncio.Task[None]] = []
        self._closing = AsyncExitStack()

    async def open(self) -> None:
        """Open the store, the tables and the doors.

        Raises:
            StoreError: if the store cannot be used.
            DoorError: if an address or the server's own key cannot be used.
        """
        plan = self.plan
        import_all()
        async with AsyncExitStack() as opened:
            await self.store.open()
            opened.push_async_callback(self.store.close)
            self.warnings = await self.store.warnings()
            await self.server_tables.open()
            await reserve_names(self.store, self.server_tables.services.tables.all.values())
            opened.push_async_callback(self.server_tables.close)
            door = SshServer(
                self.sessions,
                self.store,
                self.limits,
                folder=plan.folder,
                is_open=plan.is_open,
                shares_port=plan.has_redis,
                for_all={
                    "help": partial(help_lines, TITLE),
                    "games": lambda _: registry.catalogue(),
                },
            )
            with _opening(plan.ssh):
                await door.open(*plan.ssh)
            opened.push_async_callback(door.close)
            before = await self.store.swap_host_key(door.fingerprint)
            if before not in ("", door.fingerprint):
                self.warnings = (
                    *self.warnings,
                    f"Another host of this store has another key ({before}): who has been there is "
                    "warned of an attack here. Give all hosts the same ssh_host_ed25519_key.",
                )
            self.ready = f"ready ssh={Address(plan.ssh.host, door.port)} key={door.fingerprint}"
            if plan.name:
                command = connect_command(plan.name.host, plan.name.port or door.port)
                self.server_tables.services.address = door.command = command
            if plan.web:
                # Only few servers have a page.
                from darwin_tui.server.web.listener import WebServer

                page = WebServer(
                    self.sessions,
                    self.store,
                    self.limits,
                    TITLE,
                    lambda host: door.command or connect_command(host, door.port),
                )
                with _opening(plan.web):
                    await page.open(*plan.web)
                opened.push_async_callback(page.close)
                self.ready += f" web={Address(plan.web.host, page.port)}"
            status = StatusFile(plan.folder)
            opened.callback(status.remove)
            for work in (
                self.server_tables.run(),
                self.sessions.run(),
                status.keep(self.server_tables.status),
            ):
                self._working.append(asyncio.create_task(work))
            opened.push_async_callback(self._stop_working)
            # Closed in the opposite order: the players leave first, the store is closed last.
            opened.push_async_callback(self.sessions.close)
            self._closing = opened.pop_all()

    async def run(self) -> None:
        """Return if a part of the server fails, with its error; else run until cancelled."""
        done, _ = await asyncio.wait(self._working, return_when=asyncio.FIRST_COMPLETED)
        for work in done:
            work.result()

    async def close(self) -> None:
        """End all sessions and close everything; nothing is lost."""
        await self._closing.aclose()

    async def _stop_working(self) -> None:
        for work in self._working:
            work.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)

    # --- one player

    def _session(self, connection: Connection, running: RunningSession) -> PlayerContext:
        home = self.plan.folder / "players" / running.account.name
        return PlayerContext(
            name=running.account.name,
            detected=connection.facts,
            locations=Locations.under(home, home, shows_paths=False),
            settings=AccountSettings(running.account, self.store, connection.facts.language),
        )

    def _lobby(self, connection: Connection, running: RunningSession) -> Lobby:
        return self.server_tables.lobby(
            running.account, running.session, connection.connect_command
        )

    def _make_app(self, connection: Connection, running: RunningSession) -> ServerApp:
        lobby = self._lobby(connection, running)
        return ServerApp(self._session(connection, running), connection, lobby, running.destination)

    async def _run_command(
        self, connection: Connection, running: RunningSession, words: Sequence[str]
    ) -> int:
        lobby = self._lobby(connection, running)
        try:
            player = self._session(connection, running)
            follow(player)
            console = RemoteConsole(player, connection)
            token = partial(new_token, self.store, running.account.name)
            return await run_request(words, lobby, console, token)
        finally:
            await lobby.close()


@contextmanager
def _opening(address: Address) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise DoorError(f"{address} is used by another program already.") from None
        if error.errno is None:
            raise DoorError(str(error)) from None
        # The event loop names the address in its reason once more; a name that is not known has
        # a number below zero.
        why = os.strerror(error.errno) if error.errno > 0 else reason(error)
        raise DoorError(f"{address} cannot be used: {why}.") from None
