"""The full-screen program of one player of a server."""

from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import ClassVar

from textual.screen import Screen

from darwin_core.contract import registry
from darwin_tui import screens
from darwin_tui.app import DarwinApp, open_results
from darwin_tui.boards import board_class
from darwin_tui.hosted.lobby import LobbyScreen
from darwin_tui.hosted.new_table import TableSetupScreen, WaitingRoomScreen
from darwin_tui.hosted.people import HostedPlayScreen, HostedResultsScreen
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.library.seat_access import Rejected, SeatAccess
from darwin_tui.screens import navigation
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.visibility import TableCard
from darwin_tui.server.operations.sessions import Destination
from darwin_tui.server.store.accounts import AccountSettings
from darwin_tui.server.store.contract import read_code
from darwin_tui.terminal.connection import Connection
from darwin_tui.terminal.hosted_app import ConnectionDriver, HostedApp


def import_all() -> None:
    """Import the screens and boards of all sessions, so that none waits for it while it plays."""
    for module in iter_modules(screens.__path__):
        import_module(f"{screens.__name__}.{module.name}")
    for slug in registry.SLUGS:
        board_class(slug)


class AppAtTables(DarwinApp):
    """A program that shows the people at a table around its match."""

    def screen_for(self, request: navigation.Request) -> Screen[None]:
        match request:
            case navigation.Play(place, is_trial=is_trial) if place.company is not None:
                tried = place.path if is_trial else None
                results = partial(open_results, place, self.open, tried=tried)
                return HostedPlayScreen(place, place.company, results)
            case navigation.Results(saved, company=company) if company:
                return HostedResultsScreen(saved, company)
            case _:
                return super().screen_for(request)


class ServerApp(AppAtTables, HostedApp[int]):
    """Five tabletop games, at the tables of a server."""

    # A picture would be written to the disk of the server.
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
        self._place: SeatAccess | None = None
        """The place at the table that the player asked for."""
        self._refusal = ""
        super().__init__(player, ConnectionDriver)
        if isinstance(player.settings, AccountSettings):
            player.settings.report = self.notify_unkept_settings

    async def on_load(self) -> None:
        """Take the place that was asked for: no other screen is drawn before it."""
        await self.prepare()

    async def prepare(self) -> None:
        """Read what the first screen shows, and take the place at a match that was asked for, if
        there is one; note a refusal."""
        with suppress(Rejected):
            await self.lobby.load()
        code, lobby = read_code(self._first.code), self.lobby
        try:
            if self._first.place == "watch":
                self._place = await lobby.watch(code)
            elif self._first.place == "join" and code in _played(lobby.cards):
                self._place = await lobby.enter(code)
        except Rejected as refusal:
            self._refusal = str(refusal)

    def get_default_screen(self) -> Screen[None]:
        """Return the lobby, with no screen below."""
        return LobbyScreen(self.lobby)

    def open_first(self) -> None:
        """Open over the lobby the table that the player asked for."""
        if self._place:
            self.open(navigation.Play(self._place))
        elif self._refusal:
            self.screen.call_after_refresh(self.open, navigation.BackToLobby(self._refusal))
        elif self._first.place == "join":
            first = self._first
            self.open(navigation.WaitingRoom(first.code, first.words))

    def open(self, request: navigation.Request | navigation.ServerRequest) -> None:
        """Open the screen that is asked for."""
        match request:
            case navigation.TableSetup() | navigation.NewMatch():
                super().open(navigation.Home())
                self.push_screen(TableSetupScreen(self.lobby))
            case navigation.WaitingRoom(code, words):
                # Over the lobby, to which it returns.
                super().open(navigation.Home())
                self.push_screen(WaitingRoomScreen(self.lobby, code, words))
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

    async def _open_rematch(self, code: str) -> None:
        try:
            again = await self.lobby.rematch(code)
        except Rejected as refusal:
            self.notify(str(refusal), markup=False, severity="error")
        else:
            self.open(navigation.WaitingRoom(again))

    @property
    def line_by_line(self) -> str:
        """The command with which the player plays without a full screen."""
        codes = [getattr(screen, "code", "") for screen in self.screen_stack]
        return f"{self.lobby.address} play {next(filter(None, codes), 'CODE')} --plain"

    @property
    def may_idle(self) -> bool:
        """True at a table: turns of a match may take days."""
        from darwin_tui.screens.play import PlayScreen

        return any(isinstance(screen, PlayScreen) for screen in self.screen_stack)

    async def leave(self) -> None:
        """Leave the server; the settings are kept first."""
        if isinstance(self.player.settings, AccountSettings):
            await self.player.settings.kept()
        await self.lobby.close()


def _played(cards: Iterable[TableCard]) -> set[str]:
    """Return the codes of the tables with a running match in which the player has a seat."""
    return {card.code for card in cards if card.is_mine and card.phase == "playing"}
