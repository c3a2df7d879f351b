"""A replay played to no terminal, for pictures and films: the very screens that players see."""

from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any

from msgspec import structs
from rich.console import Console
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot
from textual.screen import Screen

from darwin_tui.app import DarwinApp
from darwin_tui.saves import Opened
from darwin_tui.screens.replay import ReplayScreen


class Tape(HeadlessDriver):
    """A terminal that keeps what is written to it."""

    @property
    def is_headless(self) -> bool:
        """Only a terminal with a screen is written to."""
        return False

    def write(self, data: str) -> None:
        """Keep it for the stage that this terminal belongs to."""
        assert isinstance(self._app, Stage)
        self._app.tape.append(data)


class Stage(DarwinApp):
    """The program with nothing open but one replay."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, opened: Opened, viewer: int) -> None:
        super().__init__()
        self.driver_class = Tape
        # Films show all colours, whatever the terminal of whoever makes them.
        self.console = Console(
            color_system="truecolor", force_terminal=True, file=StringIO(), legacy_windows=False
        )
        self.tape: list[str] = []
        # What is wrong with the record is said where it is exported, not in the picture.
        self.replay_screen = ReplayScreen(structs.replace(opened, notice=""), viewer)

    def get_default_screen(self) -> Screen[Any]:
        """None of what the first screen tells of other matches."""
        return Screen()

    def open_first(self) -> None:
        """Open the replay."""
        self.push_screen(self.replay_screen)

    def played(self) -> str:
        """What was written since this was last asked."""
        text = "".join(self.tape)
        self.tape.clear()
        return text


def pictures(
    opened: Opened, viewer: int, positions: Iterable[int], size: tuple[int, int]
) -> list[str]:
    """The replay at each of some positions, as SVG."""
    stage = Stage(opened, viewer)
    drawn: list[str] = []

    async def draw(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        for position in positions:
            stage.replay_screen.action_go(position)
            await pilot.pause()
            drawn.append(stage.export_screenshot(title=opened.match.game.title))
        stage.exit()

    stage.run(size=size, auto_pilot=draw, mouse=False)
    return drawn


def film(opened: Opened, viewer: int, positions: Sequence[int], size: tuple[int, int]) -> list[str]:
    """What a terminal is sent to show the replay at one position after the other."""
    stage = Stage(opened, viewer)
    frames: list[str] = []

    async def play(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        for position in positions:
            stage.replay_screen.action_go(position)
            await pilot.pause()
            frames.append(stage.played())
        stage.exit()

    stage.run(size=size, auto_pilot=play, mouse=False)
    return frames
