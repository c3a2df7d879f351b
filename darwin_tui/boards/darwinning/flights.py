"""Cards and points of Darwinning! that fly to the board of the seat that gets them."""

from collections.abc import Sequence
from typing import Final

from textual.geometry import Region

from darwin_core.contract.game import NOTHING
from darwin_core.games.darwinning.components import (
    BORN,
    GROWS,
    NUMBER,
    SCORING,
    TRACK,
    TRAIT_POINTS,
)
from darwin_core.games.darwinning.events import (
    Adapted,
    Climbed,
    DarwinningEvent,
    Gained,
    Grown,
    TrickWon,
)
from darwin_tui.boards.darwinning.marks import card_chips
from darwin_tui.boards.darwinning.scene import Scene
from darwin_tui.boards.darwinning.trick import last_trick
from darwin_tui.drawing.canvas import Drawing
from darwin_tui.drawing.flight import FLIGHT_FRAMES, Flight, points

HOME_POINTS: Final = 2
"""Points of an environment that a species adapts to."""
CHIPS_COLUMNS: Final = 20
"""The most columns of the cards of a seat that fly."""


def flight_frames(events: Sequence[DarwinningEvent]) -> int:
    """Return the frames in which a trick is gathered or points fly."""
    flying = (TrickWon, Climbed, Grown, Adapted, Gained)
    return FLIGHT_FRAMES if any(isinstance(event, flying) for event in events) else 0


def flights_of(scene: Scene, drawing: Drawing, events: Sequence[DarwinningEvent]) -> list[Flight]:
    """Return what flies after some events, to the boards that are drawn."""
    marks = drawing.marks
    boards = {seat: marks.get(f"board {seat}") for seat in range(len(scene.names))}
    chain = marks.get("food chain")
    found = []
    for event in events:
        match event:
            case TrickWon(winner):
                found += _gathered(scene, boards, winner)
            case Climbed(seat, _, start, place) if chain and place > start:
                x = chain.x + chain.width * place // (TRACK.spaces + 1)
                above = Region(x, chain.y, 1, chain.height)
                found.append(Flight(points(place - start, " ↑"), above, boards[seat]))
            case Grown(seat, card, population):
                born = BORN[scene.view.species[seat]]
                more = min(GROWS[card], max(population - born, 0))
                gain = points(GROWS[card] + more, " •")
                found.append(Flight(gain, _top(boards[seat]), boards[seat]))
            case Adapted(seat, _, environments):
                gain = points(HOME_POINTS * len(environments), " ⌂")
                found.append(Flight(gain, _top(boards[seat]), boards[seat]))
            case Gained(seat, card, space, covered) if covered == NOTHING and space < SCORING:
                gain = points(TRAIT_POINTS[NUMBER[card]], " ✦")
                found.append(Flight(gain, _top(boards[seat]), boards[seat]))
            case _:
                pass
    return found


def _gathered(scene: Scene, boards: dict[int, Region | None], winner: int) -> list[Flight]:
    """Return the cards of a trick that fly from all boards to that of the winner."""
    played, used, _ = last_trick(scene)
    return [
        Flight(
            tuple(card_chips(cards, CHIPS_COLUMNS, used.get(seat, b""))),
            _top(boards[seat]),
            _top(boards[winner]),
        )
        for seat, cards in played.items()
        if seat != winner and cards
    ]


def _top(board: Region | None) -> Region | None:
    """Return the rows at the top of a board, where its cards lie."""
    return board and Region(board.x, board.y, board.width, min(board.height, 3))
