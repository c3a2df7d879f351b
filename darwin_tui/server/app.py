"""The full-screen program of one player of a server."""

from collections.abc import Iterable

from textual.app import SystemCommand
from textual.screen import Screen

from darwin_tui.app import DarwinApp
from darwin_tui.server.transport import Connection
from darwin_tui.session import Session
from darwin_tui.terminal.connection_driver import ConnectionDriver
from darwin_tui.terminal.hosted_app import HostedApp

ON_THE_HOST = frozenset({"Screenshot"})
"""Commands that would write to the disk of the server."""


class ServerApp(DarwinApp, HostedApp[int]):
    """Five tabletop games, at the tables of a server."""

    def __init__(self, session: Session, connection: Connection) -> None:
        """Make the program for one player.

        Args:
            session: the player, whose terminal and settings are used.
            connection: to the player's terminal.
        """
        self.connection = connection
        super().__init__(session, ConnectionDriver)

    @property
    def may_idle(self) -> bool:
        """True at a table: turns of a match may take days."""
        from darwin_tui.screens.play import PlayScreen

        return any(isinstance(screen, PlayScreen) for screen in self.screen_stack)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the commands, without those that would act on the host."""
        for command in super().get_system_commands(screen):
            if command.title not in ON_THE_HOST:
                yield command
