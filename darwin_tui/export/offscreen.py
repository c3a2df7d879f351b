"""A replay without a terminal, for pictures and films: the same screens that players see."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, TypeVar

from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot
from textual.screen import Screen

from darwin_tui.app import DarwinApp
from darwin_tui.export import svg
from darwin_tui.library.saves import SavedMatch
from darwin_tui.play.player_context import Session
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.terminal import frame
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.idle import until_at_rest
from darwin_tui.terminal.painter import Painter
from darwin_tui.widgets.key_bar import KeyBar

FRAME_SECONDS: Final = 1.2
"""Time that a moving picture shows each position."""
_NO_CURSOR: Final = "\x1b[?25l"

Taken = TypeVar("Taken")


class Stage(DarwinApp):
    """The program with only one replay open."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, session: Session, saved: SavedMatch, viewer: int) -> None:
        # Films show all colours, even if the player's own terminal has none.
        super().__init__(replace(session, detected=TerminalFacts()), HeadlessDriver)
        # The trouble with a record is reported where it is exported, not in the picture.
        self.replay_screen = ReplayScreen(saved, viewer)
        self.has_chances = False

    def get_default_screen(self) -> Screen[None]:
        """Return an empty screen: the first screen names other matches."""
        return Screen()

    def open_first(self) -> None:
        """Open the replay."""
        self.push_screen(self.replay_screen)

    def table(self) -> svg.Picture:
        """Return the cells of the screen above its keys."""
        keys = self.screen.query_one(KeyBar).region
        return svg.cells(frame.rows(self.screen)[: keys.y])

    def at_each(
        self, positions: Iterable[int], size: tuple[int, int], take: Callable[[], Taken]
    ) -> list[Taken]:
        """Return a capture of the idle screen at each position."""
        taken: list[Taken] = []

        async def go(pilot: Pilot[object]) -> None:
            await until_at_rest()
            if self.has_chances:
                self.replay_screen.action_chances()
            for position in positions:
                self.replay_screen.action_go(position)
                await until_at_rest()
                taken.append(take())
            self.exit()

        self.run(size=size, auto_pilot=go, mouse=False)
        return taken


def pictures(
    session: Session,
    saved: SavedMatch,
    viewer: int,
    positions: Iterable[int],
    size: tuple[int, int],
    *,
    has_chances: bool = False,
) -> list[str]:
    """Return the replay at each of some positions, without the keys of the program, as SVG; with
    the chances to win below, if the match is analysed."""
    stage, title = Stage(session, saved, viewer), saved.recording(viewer).game.title
    stage.has_chances = has_chances
    return [svg.still(each, title) for each in stage.at_each(positions, size, stage.table)]


def moving_picture(
    session: Session,
    saved: SavedMatch,
    viewer: int,
    positions: Iterable[int],
    size: tuple[int, int],
) -> str:
    """Return the replay at some positions as one SVG that shows them in turn."""
    stage, title = Stage(session, saved, viewer), saved.recording(viewer).game.title
    return svg.moving(stage.at_each(positions, size, stage.table), title, FRAME_SECONDS)


def film(
    session: Session,
    saved: SavedMatch,
    viewer: int,
    positions: Iterable[int],
    size: tuple[int, int],
) -> list[str]:
    """Return the output that shows the replay at one position after the other: no more than is
    seen, so that the same pictures always make the same film."""
    stage, painter = Stage(session, saved, viewer), Painter(TerminalFacts())

    def picture() -> str:
        return painter.paint(frame.parts(frame.rows(stage.screen)), stage.size)

    first, *others = stage.at_each(positions, size, picture)
    return [_NO_CURSOR + first, *others]
