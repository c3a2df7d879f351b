"""A server process: its store, its SSH and web servers, and the app of each session."""

import asyncio
import errno
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from functools import partial
from importlib import import_module
from pathlib import PurePath
from pkgutil import iter_modules
from typing import ClassVar

from msgspec.structs import replace
from textual.screen import Screen

from darwin_core.contract import registry
from darwin_core.journal import reason
from darwin_core.table import Pace
from darwin_core.text.language import follow
from darwin_tui.app import DarwinApp, open_results
from darwin_tui.boards import board_class
from darwin_tui.hosted.friends import FriendsScreen
from darwin_tui.hosted.lobby import LobbyScreen
from darwin_tui.hosted.new_table import TableSetupScreen, WaitingRoomScreen
from darwin_tui.hosted.table_screens import HostedPlayScreen, HostedResultsScreen
from darwin_tui.hosted.tournaments import ChallengeScreen, TournamentsScreen
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.seat_access import Rejected, SeatAccess
from darwin_tui.paths import Locations
from darwin_tui.play.puzzles import Racing
from darwin_tui.screens import navigation
from darwin_tui.screens.play import PlayScreen
from darwin_tui.screens.puzzles import RaceScreen
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.race_desk import RaceDesk
from darwin_tui.server.operations.console import RemoteConsole
from darwin_tui.server.operations.notifications import Outbox
from darwin_tui.server.operations.plan import Address, ListenError, Plan, connect_command
from darwin_tui.server.operations.requests import help_lines, run_request
from darwin_tui.server.operations.server_tables import ServerTables
from darwin_tui.server.operations.sessions import Destination, RunningSession, Sessions
from darwin_tui.server.operations.status import Status, StatusFile, serve_figures
from darwin_tui.server.ssh.listener import SshServer
from darwin_tui.server.store.accounts import TITLE, AccountSettings, new_token
from darwin_tui.server.store.admission import Admission
from darwin_tui.server.store.contract import Store, read_code
from darwin_tui.terminal.connection import Connection
from darwin_tui.terminal.hosted_app import ConnectionDriver, HostedApp
from darwin_tui.terminal.limits import Limits
from darwin_tui.widgets.screen import LATER_STYLESHEETS


def import_all() -> None:
    """Import the screens and boards of all sessions, so that no session waits for imports later."""
    screens = import_module("darwin_tui.screens")
    for module in iter_modules(screens.__path__):
        import_module(f"{screens.__name__}.{module.name}")
    for slug in registry.SLUGS:
        board_class(slug)


class AppAtTables(DarwinApp):
    """An app that shows the people around a table beside its match."""

    # Textual does not read the stylesheets of an app's first screen, which is the lobby here. All
    # apps of a server share the parsed rules.
    CSS_PATH: ClassVar[list[str | PurePath]] = [*DarwinApp.CSS_PATH, *LATER_STYLESHEETS]

    def screen_for(self, request: navigation.Request) -> Screen[None]:
        match request:
            case navigation.Play(access, is_trial=is_trial) if access.table_people is not None:
                tried = access.path if is_trial else None
                results = partial(open_results, access, self.open, tried=tried)
                return HostedPlayScreen(access, access.table_people, results)
            case navigation.Results(saved, table_people=table_people) if table_people:
                return HostedResultsScreen(saved, table_people)
            case _:
                return super().screen_for(request)


class ServerApp(AppAtTables, HostedApp[int]):
    """Five tabletop games, at the tables of a server."""

    # A screenshot would be written to the server's disk.
    OF_TEXTUAL: ClassVar[frozenset[str]] = DarwinApp.OF_TEXTUAL - {"Screenshot"}

    def __init__(
        self,
        player: PlayerContext,
        connection: Connection,
        lobby: Lobby,
        first: Destination | None = None,
    ) -> None:
        self.connection = connection
        self.lobby = lobby
        self._first = first or Destination()
        self._access: SeatAccess | None = None
        """Access to the match that the player asked for."""
        self._replayed: SavedMatch | None = None
        """The finished match that the player asked for."""
        self._refusal = ""
        """The reason why the requested table cannot be opened."""
        super().__init__(player, ConnectionDriver)
        if isinstance(player.settings, AccountSettings):
            player.settings.report = self.notify_unkept_settings

    async def on_load(self) -> None:
        await self.prepare()

    async def prepare(self) -> None:
        """Read the data of the first screen, and take the requested seat; note a refusal."""
        # The lobby works without the finished matches.
        with suppress(Rejected):
            await self.lobby.load()
        code = read_code(self._first.code)
        lobby = self.lobby
        try:
            if self._first.place == "watch":
                self._access = await lobby.watch(code)
            elif self._first.place == "replay":
                self._replayed = await lobby.replay(code)
            elif self._first.place == "join" and any(
                card.is_mine and card.phase == "playing" and card.code == code
                for card in lobby.cards
            ):
                self._access = await lobby.enter(code)
        except Rejected as refusal:
            self._refusal = str(refusal)

    def get_default_screen(self) -> Screen[None]:
        """Return the lobby as the bottom screen."""
        return LobbyScreen(self.lobby)

    def open_first(self) -> None:
        """Open the requested table over the lobby."""
        if self._access:
            self.open(navigation.Play(self._access))
        elif self._replayed:
            self.open(navigation.Replay(self._replayed, self._replayed.person))
        elif self._refusal:
            self.screen.call_after_refresh(self.open, navigation.BackToLobby(self._refusal))
        elif self.lobby.desk.tournament(read_code(self._first.code)):
            self.open(navigation.Tournaments(read_code(self._first.code)))
        elif self._first.place == "join":
            first = self._first
            self.open(navigation.WaitingRoom(first.code, first.seed_words))

    def screen_for(self, request: navigation.Request) -> Screen[None]:
        match request:
            case navigation.Race(slug, racing):
                racing = racing or Racing(self.player, slug, RaceDesk(self.lobby))
                return RaceScreen(racing)
            case _:
                return super().screen_for(request)

    def open(self, request: navigation.Request | navigation.ServerRequest) -> None:
        match request:
            case navigation.TableSetup() | navigation.NewMatch():
                self._open_over_lobby(TableSetupScreen(self.lobby))
            case navigation.WaitingRoom(code, words):
                self._open_over_lobby(WaitingRoomScreen(self.lobby, code, words))
            case navigation.Tournaments(code):
                self._open_over_lobby(TournamentsScreen(self.lobby, code))
            case navigation.Challenge():
                self._open_over_lobby(ChallengeScreen(self.lobby))
            case navigation.Friends():
                self._open_over_lobby(FriendsScreen(self.lobby))
            case navigation.Rematch(code):
                self.run_worker(self._open_rematch(code), group="rematch", exclusive=True)
            case navigation.Home(notice):
                super().open(navigation.Home())
                if isinstance(self.screen, LobbyScreen):
                    self.screen.show_notice(notice)
            case navigation.BackToLobby(refusal):
                super().open(navigation.Home())
                if isinstance(self.screen, LobbyScreen):
                    self.screen.show_refusal(refusal)
            case _:
                super().open(request)

    def _open_over_lobby(self, screen: Screen[None]) -> None:
        """Open a screen over the lobby, to which leaving it returns."""
        super().open(navigation.Home())
        self.push_screen(screen)

    async def _open_rematch(self, code: str) -> None:
        try:
            again = await self.lobby.rematch(code)
        except Rejected as refusal:
            self.notify(str(refusal), markup=False, severity="error")
        else:
            self.open(navigation.WaitingRoom(again))

    @property
    def line_by_line(self) -> str:
        """The command to play without a full screen."""
        codes = [getattr(screen, "code", "") for screen in self.screen_stack]
        return f"{self.lobby.address} play {next(filter(None, codes), 'CODE')} --plain"

    @property
    def may_idle(self) -> bool:
        """True at a table, where a turn may take days."""
        return any(isinstance(screen, PlayScreen) for screen in self.screen_stack)

    async def leave(self) -> None:
        """Leave the server after storing the settings."""
        if isinstance(self.player.settings, AccountSettings):
            await self.player.settings.written()
        await self.lobby.close()


class Server:
    """A server process, which opens and closes the store."""

    def __init__(
        self, plan: Plan, store: Store, limits: Limits | None = None, pace: Pace = "fast"
    ) -> None:
        self.plan = plan
        self.store = store
        self.limits = limits or Limits()
        process = secrets.token_hex(4)
        self.server_tables = ServerTables(store, self.limits, TITLE, "", process, pace)
        admission = Admission(store, plan.door, plan.has_guests)
        services = self.server_tables.services
        services.has_mail = bool(plan.mail)
        services.allows_own_network = plan.allows_own_network
        self.outbox = Outbox(services, plan.mail, plan.on_event)
        self.sessions = Sessions(store, self.limits, self._make_app, self._run_command, admission)
        self.warnings: Sequence[str] = ()
        """One sentence for each guarantee that cannot be kept."""
        self.ready = ""
        """Line with the addresses and the host key of the server, once it listens."""
        self._command = ""
        """The connect command with HOST in place of the name."""
        self._working: list[asyncio.Task[None]] = []
        """The tasks of a running server."""
        self._closing = AsyncExitStack()
        """Closes all that ``open`` has opened."""

    async def open(self) -> None:
        """Open the store, the tables, and the SSH and web servers.

        Raises:
            StoreError: if the store cannot be used.
            ListenError: if an address or the host key cannot be used.
        """
        plan = self.plan
        import_all()
        async with AsyncExitStack() as opened:
            await self.store.open()
            opened.push_async_callback(self.store.close)
            self.warnings = await self.store.warnings()
            await self.sessions.admission.load()
            await self.server_tables.open()
            opened.push_async_callback(self.server_tables.close)
            ssh = SshServer(
                self.sessions,
                self.store,
                self.limits,
                folder=plan.folder,
                shares_port=plan.has_redis,
                proxy=plan.proxy,
                for_all={
                    "help": partial(help_lines, TITLE),
                    "games": lambda _: registry.catalogue(),
                },
            )
            with _opening(plan.ssh):
                await ssh.open(*plan.ssh)
            opened.push_async_callback(ssh.close)
            before = await self.store.swap_host_key(ssh.fingerprint)
            if before not in ("", ssh.fingerprint):
                self.warnings = (
                    *self.warnings,
                    f"Another host of this store has another key ({before}): who has been there is "
                    "warned of an attack here. Give all hosts the same ssh_host_ed25519_key.",
                )
            self.ready = f"ready ssh={Address(plan.ssh.host, ssh.port)} key={ssh.fingerprint}"
            self._command = connect_command("HOST", ssh.port)
            if plan.name:
                command = connect_command(plan.name.host, plan.name.port or ssh.port)
                self.server_tables.services.address = ssh.command = command
            if plan.web:
                # Few servers serve a web page, so import it only here.
                from darwin_tui.server.web.listener import WebServer

                web = WebServer(
                    self.sessions,
                    self.store,
                    self.limits,
                    TITLE,
                    lambda host: ssh.command or connect_command(host, ssh.port),
                )
                with _opening(plan.web):
                    await web.open(*plan.web)
                opened.push_async_callback(web.close)
                self.ready += f" web={Address(plan.web.host, web.port)}"
            status = StatusFile(plan.folder)
            opened.callback(status.remove)
            if plan.metrics:
                with _opening(plan.metrics):
                    figures = await serve_figures(self._status, *plan.metrics)
                opened.callback(figures.close)
                port = figures.sockets[0].getsockname()[1]
                self.ready += f" metrics={Address(plan.metrics.host, port)}"
            for work in (
                self.server_tables.run(),
                self.sessions.run(),
                status.keep(self._status),
                self.outbox.run(),
            ):
                self._working.append(asyncio.create_task(work))
            opened.push_async_callback(self._stop_working)
            # Closed in reverse order: the players leave first, the store is closed last.
            opened.push_async_callback(self.sessions.close)
            self._closing = opened.pop_all()

    def _status(self) -> Status:
        status = self.server_tables.status()
        # Without a public name, the command has HOST where the host fills in a name.
        return replace(status, command=status.command or self._command)

    async def run(self) -> None:
        """Run until cancelled; raise the error of a failing part."""
        finished, _ = await asyncio.wait(self._working, return_when=asyncio.FIRST_COMPLETED)
        for work in finished:
            work.result()

    async def close(self) -> None:
        """End all sessions and close everything; no data is lost."""
        await self._closing.aclose()

    async def _stop_working(self) -> None:
        for work in self._working:
            work.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)

    # --- one player

    def _player(self, connection: Connection, running: RunningSession) -> PlayerContext:
        """Return the context of a player, whose files are on this host."""
        home = self.plan.folder / "players" / running.account.name
        return PlayerContext(
            name=running.account.name,
            detected=connection.facts,
            locations=Locations.under(home, home, shows_paths=False),
            settings=AccountSettings(running.account, self.store, connection.facts.language),
        )

    def _lobby(self, connection: Connection, running: RunningSession) -> Lobby:
        lobby = self.server_tables.lobby(
            running.account, running.session_id, connection.connect_command
        )
        lobby.welcome = connection.welcome
        return lobby

    def _make_app(self, connection: Connection, running: RunningSession) -> ServerApp:
        lobby = self._lobby(connection, running)
        return ServerApp(self._player(connection, running), connection, lobby, running.destination)

    async def _run_command(
        self, connection: Connection, running: RunningSession, words: Sequence[str]
    ) -> int:
        lobby = self._lobby(connection, running)
        try:
            player = self._player(connection, running)
            follow(player)
            console = RemoteConsole(player, connection)
            token = partial(new_token, self.store, running.account.name)
            return await run_request(words, lobby, console, token)
        finally:
            await lobby.close()


@contextmanager
def _opening(address: Address) -> Iterator[None]:
    """Raise ListenError with a sentence for the host if an address cannot be opened."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise ListenError(f"{address} is used by another program already.") from None
        number = error.errno
        if number is None and "could not bind" in str(error):
            # From Python 3.12 on, the event loop hides the error number.
            number = errno.EADDRNOTAVAIL
        if number is None:
            raise ListenError(str(error)) from None
        # The event loop's message repeats the address; an unknown name has a negative number.
        why = os.strerror(number) if number > 0 else reason(error)
        raise ListenError(f"{address} cannot be used: {why}.") from None
