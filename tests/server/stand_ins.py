"""A small app for tests of the server itself, and a connection without a network."""

from pathlib import Path
from typing import Any, cast

import pyte
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from darwin_tui.hosted.server import ServerApp
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.paths import Locations
from darwin_tui.server.operations.sessions import RunningSession
from darwin_tui.settings import SettingsStore
from darwin_tui.terminal.connection import Connection
from darwin_tui.terminal.limits import Limits


class FirstScreen(Screen[None]):
    """A screen that shows the last key, paste, mouse click and size from the terminal."""

    BINDINGS = [("q", "app.quit", "Leave"), ("f", "fail", "Fail"), ("p", "say", "Print")]

    def __init__(self) -> None:
        super().__init__()
        self.pressed: list[str] = []
        self.sizes: list[Any] = []

    def compose(self) -> ComposeResult:
        yield Static("lobby", id="where")
        yield Static("", id="key")
        yield Static("", id="paste")
        yield Static("", id="mouse")

    def on_key(self, event: Any) -> None:
        self.pressed.append(event.key)
        self.query_one("#key", Static).update(f"key {event.key}")

    def on_paste(self, event: Any) -> None:
        self.query_one("#paste", Static).update(f"pasted {len(event.text)}")

    def on_mouse_down(self, event: Any) -> None:
        self.query_one("#mouse", Static).update(f"mouse {event.screen_x} {event.screen_y}")

    def on_resize(self, event: Any) -> None:
        self.sizes.append(event.size)
        self.query_one("#where", Static).update(f"lobby {event.size.width}x{event.size.height}")

    def action_fail(self) -> None:
        hand = ["the ace of finches"]
        raise ValueError(f"{hand} cannot be played")

    def action_say(self) -> None:
        print("the ace of finches")


class StandIn(ServerApp):
    """A server's app without a lobby, whose only screen is a ``FirstScreen``."""

    def __init__(self, connection: Connection, visit: RunningSession, folder: Path) -> None:
        places = Locations.under(folder / "state", folder / "config", shows_paths=False)
        session = PlayerContext(visit.account.name, connection.facts, places, SettingsStore(places))
        super().__init__(session, connection, cast(Any, None), visit.destination)
        self.visit = visit
        self.has_left = False

    async def prepare(self) -> None:
        """Do nothing: there is no lobby to load."""

    def open_first(self) -> None:
        """Do nothing: ``FirstScreen`` is the default screen."""

    async def leave(self) -> None:
        self.has_left = True

    def get_default_screen(self) -> Screen[None]:
        return FirstScreen()


class Wire(Connection):
    """A connection to an emulated terminal in memory."""

    def __init__(self, size: tuple[int, int] = (80, 24), limits: Limits | None = None) -> None:
        super().__init__(limits or Limits(), terminal_type="xterm-256color", size=size)
        self.writes: list[bytes] = []
        self.errors: list[bytes] = []
        self.status: int | None = None
        self.is_reading = True
        self.is_slow = False
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)

    @property
    def is_paused(self) -> bool:
        return self.is_slow

    def write(self, data: bytes) -> None:
        self.writes.append(data)
        for mark in (b"\x1b[>25u", b"\x1b[<u", b"\x1b[?2026$p"):
            data = data.replace(mark, b"")
        self._stream.feed(data)

    def write_error(self, data: bytes) -> None:
        self.errors.append(data)

    def close(self, status: int) -> None:
        self.status = status

    def set_reading(self, is_reading: bool) -> None:
        self.is_reading = is_reading

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    @property
    def output(self) -> bytes:
        return b"".join(self.writes)
