"""The check of a game's board: ``python -m darwin_tui.boards.check pebbles`` prints its faults."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from textual.geometry import Size

from darwin_core.contract import registry
from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import AnyGame
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards import NoBoard, board_for
from darwin_tui.drawing.scene import AnyScene, Scene
from darwin_tui.widgets.board import SIZE_MIN, AnyBoard

NAMES: Final = (
    "Ada",
    "Ben",
    "Cleo",
    "Dan",
    "Eve",
    "Finn",
    "Gus",
    "Hal",
    "Ida",
    "Jim",
    "Kay",
    "Lou",
)
"""Names of the players, as many as needed."""
SIZES: Final = (SIZE_MIN, Size(120, 37))
"""Sizes at which the board is drawn: the smallest, and one with room for more panels."""
DECISIONS_MAX: Final = 60
"""Maximum number of decisions per match at which the board is drawn."""
SHOWN_MAX: Final = 5
"""Maximum number of faults printed."""


def faults(slug: str, tables: Sequence[int] = ()) -> Iterator[str]:
    """Yield the faults of a board, one per line.

    At the decisions of a random match for each number of seats, every selectable element must have
    a place in the pane that the decision needs, or in some pane if it needs none, and no place may
    reach over the board's edges.

    Args:
        tables: numbers of seats; by default all that the game allows.

    Raises:
        NoBoard: if the game has none.
    """
    game = registry.get(slug)
    board = board_for(slug)
    for seats in tables or game.seats:
        for number, scene in _scenes(game, seats):
            for size in SIZES:
                where = f"{seats} seats, decision {number}, {size.width}x{size.height}"
                yield from (f"{where}: {fault}" for fault in _faults(board, scene, size))


def _scenes(game: AnyGame, seats: int) -> Iterator[tuple[int, AnyScene]]:
    """Yield the number of each decision in a random match with the deciding seat's scene, and again
    with one element selected."""
    rng = Random(f"board {seats}")
    options = game.options()
    state = game.setup(options, seats, f"board {seats}", None)
    names = SeatNames(NAMES[:seats])
    for number in range(1, DECISIONS_MAX + 1):
        movers = game.to_move(state)
        if not movers:
            return
        seat = rng.choice(list(movers))
        actions = list(game.legal(state, seat))
        chooser = Chooser.of(actions, game.targets)
        view = game.view(state, seat)
        yield number, Scene(game, view, seat, names, chooser=chooser)
        # An action without elements is played by Enter alone.
        if chooser.selectable:
            element = rng.choice(sorted(chooser.selectable))
            yield number, Scene(game, view, seat, names, chooser=chooser.select(element))
        game.apply(state, seat, rng.choice(actions), None)


def _faults(board: AnyBoard, scene: AnyScene, size: Size) -> Iterator[str]:
    """Yield the faults of a board that draws a scene at a size: in the pane that the decision
    needs, or in all panes together if it needs none."""
    assert scene.chooser
    front = board.front(scene.view, scene.chooser)
    panes: Sequence[int] = range(len(board.PANES)) if front is None else [front]
    # A board without panes is drawn once.
    drawings = [board.draw(replace(scene, pane=pane), size) for pane in panes or [0]]
    placed = {element for drawing in drawings for element in drawing.places}
    for element in sorted(scene.selectable - placed):
        yield f"{element} can be selected and has no place"
    for drawing in drawings:
        for element, place in drawing.places.items():
            if place.right > size.width or place.bottom > size.height or min(place.offset) < 0:
                yield f"the place of {element} is not on the board"


def main(slug: str) -> None:
    """Print the board's first faults and exit with 1; without faults, say so."""
    try:
        board_faults = [*faults(slug)]
    except (registry.UnknownGame, NoBoard) as error:
        sys.exit("\n".join((str(error), *registry.refusals())))
    if board_faults:
        sys.exit("\n".join(board_faults[:SHOWN_MAX]))
    print(f"The board of {registry.box(slug).title} has a place for whatever can be selected.")


if __name__ == "__main__":
    main(*sys.argv[1:])
