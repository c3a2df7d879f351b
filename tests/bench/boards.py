"""Cost of boards of 120 by 37 cells: CPU for a whole board, bytes of a cursor move and an action.

Times are compared with a fixed loop, so that machines can be compared. Bytes are those sent to a
terminal with all colours, before compression.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import mean, median
from time import process_time
from typing import Final

from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip

from darwin_core.contract import registry
from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import AnyGame
from darwin_core.match import begin, replay
from darwin_core.match.record import Player
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards import board_class
from darwin_tui.drawing.canvas import Drawing
from darwin_tui.drawing.scene import AnyScene, Scene
from darwin_tui.terminal.facts import TerminalFacts
from darwin_tui.terminal.painter import Painter
from darwin_tui.widgets.board import AnyBoard

from .latency import calibration
from .own import header
from .paired import Figure

SIZE: Final = Size(120, 37)
NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")
SCENES_MAX: Final = 40
"""Maximum number of scenes drawn, from the middle of a match."""
MOVES_MAX: Final = 6
"""Cursor moves that are measured in each scene."""


def figures(slug: str) -> Iterator[Figure]:
    """Yield the figures of a game's board."""
    board = board_class(slug)()
    scenes = list(_scenes(registry.get(slug), slug))
    for scene in scenes:
        board.draw(scene, SIZE)
    times, loops = [], []
    for scene in scenes:
        loops.append(calibration())
        fresh = board_class(slug)()
        start = process_time()
        fresh.draw(scene, SIZE)
        times.append(1000 * (process_time() - start))
    ratio = median(times) / median(loops)
    yield Figure(slug, "ms of CPU, whole board", median(times), "fixed loop", ratio)
    moves, actions = [], []
    painter = Painter(TerminalFacts())
    for scene in scenes:
        actions.append(_sent(painter, board, board.draw(scene, SIZE)))
        for element in list(board.draw(scene, SIZE).places)[:MOVES_MAX]:
            moves.append(_sent(painter, board, board.draw(replace(scene, cursor=element), SIZE)))
    yield Figure(slug, "bytes of a cursor move, mean", mean(moves))
    yield Figure(slug, "bytes of a cursor move, most", max(moves))
    yield Figure(slug, "bytes of an action, median", median(actions[1:]))
    yield Figure(slug, "bytes of an action, most", max(actions[1:]))


def _scenes(game: AnyGame, slug: str) -> Iterator[AnyScene]:
    """Yield scenes of the first seat at consecutive decisions in the middle of a match."""
    match, _ = begin(game, header(game, tuple(map(Player, NAMES))))
    rng = Random(slug)
    while movers := game.to_move(match.state):
        step = match.propose(movers[0], rng.choice(match.legal(movers[0])))
        match.accept(step)
    last = len(match.history)
    log = replay.event_log(match, 0)
    begins = max(last // 2 - SCENES_MAX // 2, 0)
    for position in range(begins, min(begins + SCENES_MAX, last)):
        view = match.view(0, position)
        legal = game.legal(view, 0) if 0 in game.to_move(view) else ()
        chooser = Chooser.of(tuple(legal), game.targets)
        events = [event for some in log[: position + 1] for event in some]
        scene: AnyScene = Scene(
            game, view, 0, SeatNames(NAMES), events, chooser if legal else None, since=events[-6:]
        )
        yield replace(scene, cursor=min(scene.selectable, default=None, key=str))


def _sent(painter: Painter, board: AnyBoard, drawing: Drawing) -> int:
    """Return the number of bytes that change the screen from the last drawing to this one."""
    rows = (
        Strip([Segment(text, board.palette.style(name)) for text, name in drawing.canvas.row(y)])
        for y in range(drawing.canvas.height)
    )
    parts = ((0, y, strip, 0, SIZE.width) for y, strip in enumerate(rows))
    return len(painter.paint(parts, SIZE).encode())
