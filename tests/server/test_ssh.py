"""Players sign in over SSH with keys, and get an app at their terminal and nothing else."""

from pathlib import Path
from typing import Any

import pytest
from server.clients import answered, at_screen, serving
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from darwin_tui.locations import Locations
from darwin_tui.server.app import ServerApp
from darwin_tui.server.sessions import Visit
from darwin_tui.server.transport import Connection
from darwin_tui.session import Session
from darwin_tui.settings import SettingsStore


class StandIn(Screen[None]):
    """A first screen that shows the last key."""

    BINDINGS = [("q", "app.quit", "Leave")]

    def compose(self) -> ComposeResult:
        yield Static("lobby", id="where")
        yield Static("", id="key")

    def on_key(self, event: Any) -> None:
        self.query_one("#key", Static).update(f"key {event.key}")


class App(ServerApp):
    def __init__(self, connection: Connection, visit: Visit, folder: Path) -> None:
        places = Locations.under(folder / "state", folder / "config", shows_paths=False)
        session = Session(visit.account.name, connection.facts, places, SettingsStore(places))
        super().__init__(session, connection)
        self.visit = visit

    def get_default_screen(self) -> Screen[None]:
        return StandIn()


@pytest.fixture
def make_app(tmp_path: Path) -> Any:
    return lambda connection, visit: App(connection, visit, tmp_path / visit.account.name)


async def test_a_player_gets_an_app(tmp_path: Path, make_app: Any) -> None:
    async with serving(tmp_path, make_app) as house, at_screen(house.port, "Ada") as ada:
        await ada.until("lobby")
        ada.press("x")
        await ada.until("key x")
        ada.press("q")
        assert await ada.until_ended() == 0


async def test_a_command_is_answered_without_a_terminal(tmp_path: Path, make_app: Any) -> None:
    async with serving(tmp_path, make_app) as house:
        assert await answered(house.port, "Emma", "tables 'of Ada'") == ("Emma: tables of Ada\n", 2)
