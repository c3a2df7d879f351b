"""The formats of an export: JSON, Markdown, pictures and films. Pictures and films are drawn by the
program itself, without a terminal."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final, Literal, TypeVar

import msgspec
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot
from textual.screen import Screen

from darwin_core.analysis.report import Analysis, sentence
from darwin_core.match.recording import AnyRecording
from darwin_core.text.language import noun
from darwin_core.text.seat_names import SeatNames
from darwin_tui.app import DarwinApp
from darwin_tui.export import images
from darwin_tui.export.images import HEIGHT, WIDTH, NoConverter, png
from darwin_tui.export.markdown import chapters, markdown
from darwin_tui.export.share import write
from darwin_tui.library.player_context import PlayerContext
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.saves import Opened
from darwin_tui.screens.replay import ReplayScreen
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.painter import Painter, parts, rows
from darwin_tui.terminal.painting_app import until_at_rest
from darwin_tui.widgets.screen import KeyBar


def data(recording: AnyRecording, analysis: Analysis | None = None) -> bytes:
    """Return the match as its viewer may know it, as one JSON object. It has the players, the
    turns, the resigned seats in order, the outcome, and the analysis if there is one."""
    game, names, viewer = recording.game, recording.names, recording.viewer
    seat_names = SeatNames(names)
    exported = {
        "game": game.slug,
        "rules": recording.rules,
        "options": recording.options,
        "players": recording.players,
        "made": recording.made,
        "seed": recording.seed,
        "viewer": names[viewer] if viewer < len(names) else None,
        "turns": [
            {
                "round": chapter.clock.round,
                "turn": chapter.clock.turn,
                "events": chapter.events,
                "sentences": [game.texts.sentence(event, seat_names) for event in chapter.events],
            }
            for chapter in chapters(recording)
        ],
        "resigned": [*recording.resigned],
        "outcome": recording.outcome,
        "analysis": _analysis(recording, analysis, seat_names) if analysis else None,
    }
    return msgspec.json.format(msgspec.json.encode(exported), indent=1) + b"\n"


def _analysis(
    recording: AnyRecording, analysis: Analysis, seat_names: SeatNames
) -> dict[str, object]:
    """Return the winning chances from 0 to 1, one entry per seat."""
    return {
        "worlds": analysis.worlds,
        "start": analysis.start,
        "luck": analysis.luck,
        "decisions": analysis.decisions,
        "result": analysis.result,
        "curve": analysis.curve,
        "turning_points": [
            {
                **msgspec.to_builtins(point),
                "sentence": sentence(recording, point, seat_names, analysis),
            }
            for point in analysis.turning_points
        ],
    }


FRAME_SECONDS: Final = 1.2
"""Time for which an animated picture shows each position."""
SECONDS_PER_ACTION: Final = 1.0
"""Time between two actions of a recording for a terminal player."""
SIZE: Final = (100, 30)
"""Columns and rows of pictures and films."""
CHANCES_ROWS: Final = 52
"""Minimum rows of a picture with winning chances and turning points below the board."""
_NO_CURSOR: Final = "\x1b[?25l"
"""Hides the cursor of a film's player."""
_CAST_DECIMALS: Final = 3
"""Decimals of the times in a film, which are in seconds."""

Version = Literal[2, 3]
"""Version of the asciicast format."""
Taken = TypeVar("Taken")


class Stage(DarwinApp):
    """The program with a single replay open."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, player: PlayerContext, saved: SavedMatch, viewer: int) -> None:
        # Films show all colours, even if the player's own terminal has none.
        super().__init__(replace(player, detected=TerminalFacts()), HeadlessDriver)
        # The export reports trouble with a record, so the picture does not.
        self.replay_screen = ReplayScreen(saved, viewer)
        self.has_chances = False
        """True to draw the winning chances below the board."""

    def get_default_screen(self) -> Screen[None]:
        """Return an empty screen: the first screen would name other matches."""
        return Screen()

    def open_first(self) -> None:
        self.push_screen(self.replay_screen)

    def table(self) -> images.Picture:
        """Return the cells of the screen above its keys."""
        keys = self.screen.query_one(KeyBar).region
        return images.cells(rows(self.screen)[: keys.y])

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
    player: PlayerContext,
    saved: SavedMatch,
    viewer: int,
    positions: Iterable[int],
    size: tuple[int, int],
    *,
    has_chances: bool = False,
) -> list[str]:
    """Return the replay at some positions as SVG, without the program's keys.

    Args:
        has_chances: also draw the winning chances, below the board.
    """
    stage = Stage(player, saved, viewer)
    title = saved.recording(viewer).game.title
    stage.has_chances = has_chances
    return [images.still(screen, title) for screen in stage.at_each(positions, size, stage.table)]


def moving_picture(
    player: PlayerContext,
    saved: SavedMatch,
    viewer: int,
    positions: Iterable[int],
    size: tuple[int, int],
) -> str:
    """Return the replay at some positions as one animated SVG."""
    stage = Stage(player, saved, viewer)
    title = saved.recording(viewer).game.title
    return images.moving(stage.at_each(positions, size, stage.table), title, FRAME_SECONDS)


def film(
    player: PlayerContext,
    saved: SavedMatch,
    viewer: int,
    positions: Iterable[int],
    size: tuple[int, int],
) -> list[str]:
    """Return the terminal output of the replay at some positions, one after the other. The same
    pictures always make the same film."""
    stage = Stage(player, saved, viewer)
    painter = Painter(TerminalFacts())

    def picture() -> str:
        return painter.paint(parts(rows(stage.screen)), stage.size)

    first, *others = stage.at_each(positions, size, picture)
    return [_NO_CURSOR + first, *others]


def cast(
    player: PlayerContext,
    saved: SavedMatch,
    recording: AnyRecording,
    version: Version,
    size: tuple[int, int],
) -> bytes:
    """Return the replay as an asciicast, with a second for each action that its viewer sees.
    Version 2 counts time from the start, version 3 from the previous event."""
    positions = [at for at in range(recording.last + 1) if recording.events(at) or at == 0]
    frames = film(player, saved, recording.viewer, positions, size)
    encode = msgspec.json.encode
    width, height = size
    title = recording.game.title
    name = noun(recording.game.clock_words[0])
    if version == 2:
        head: dict[str, object] = {"version": 2, "width": width, "height": height, "title": title}
    else:
        head = {"version": 3, "term": {"cols": width, "rows": height}, "title": title}
    lines = [encode(head)]
    now = last = 0.0
    # The round of the last marker, by which players of films jump.
    marked = 0
    for picture, clock in zip(frames, (recording.clocks[at] for at in positions), strict=True):
        events = [("o", picture)]
        if clock.round != marked:
            marked = clock.round
            events.insert(0, ("m", f"{name} {marked}"))
        for kind, text in events:
            lines.append(
                encode((round(now - (last if version == 3 else 0), _CAST_DECIMALS), kind, text))
            )
            last = now
        now += SECONDS_PER_ACTION
    return b"\n".join(lines) + b"\n"


__all__ = ["NoConverter", "Version", "exported", "rounds", "write"]


def exported(
    player: PlayerContext,
    opened: Opened,
    viewer: int,
    kind: str,
    at: int | None = None,
    version: Version = 2,
    size: tuple[int, int] = SIZE,
    moving: int = 0,
) -> bytes:
    """Return a match as one viewer may know it.

    Args:
        player: the player whose theme, language and notes pictures and films show.
        kind: ``md``, ``json``, ``svg``, ``png`` or ``cast``.
        at: for pictures, the number of actions before the picture; None for all.
        size: size of pictures and films, in columns and rows.
        moving: for ``svg``, the number of preceding actions that the picture animates; 0 for a
            still one.

    Raises:
        NoConverter: with a sentence, if there is no program to make a PNG.
    """
    saved = SavedMatch(opened.match, opened.path)
    recording = saved.recording(viewer)
    analysis = saved.analysis(player.locations)
    if kind == "json":
        return data(recording, analysis)
    if kind == "cast":
        return cast(player, saved, recording, version, size)
    if kind in ("svg", "png"):
        position = recording.last if at is None else at
        if moving:
            positions = range(max(position - moving, 0), position + 1)
            return moving_picture(player, saved, viewer, positions, size).encode()
        # Below the table at the end, the chances show the whole course, which needs more rows.
        has_chances = analysis is not None and position == recording.last
        if has_chances:
            size = size[0], max(size[1], CHANCES_ROWS)
        drawn = pictures(player, saved, viewer, [position], size, has_chances=has_chances)
        picture = drawn[0].encode()
        return picture if kind == "svg" else png(picture, (size[0] * WIDTH, size[1] * HEIGHT))
    return markdown(recording, analysis).encode()


def rounds(
    player: PlayerContext, opened: Opened, viewer: int, size: tuple[int, int] = SIZE
) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of pictures of the table at the end of each round."""
    saved = SavedMatch(opened.match, opened.path)
    recording = saved.recording(viewer)
    drawn = pictures(player, saved, viewer, recording.round_ends, size)
    for position, picture in zip(recording.round_ends, drawn, strict=True):
        yield f"round-{recording.clocks[position].round}.svg", picture.encode()
