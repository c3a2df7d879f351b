"""The boards of the games: a folder for each game of this package.

A package offers the board of its game by an entry point in the group ``darwin.boards``. The entry
point's name is the slug, its object the board class.
"""

from functools import cache
from typing import Final

from darwin_core.contract import entry_points
from darwin_tui.widgets.board import AnyBoard, Board

GROUP: Final = "darwin.boards"
"""Group of entry points that offer boards."""


class NoBoard(ValueError):
    """Raised for a game that cannot be shown in the full screen."""


@cache
def board_class(slug: str) -> type[AnyBoard]:
    """Import and return a game's board class: this package's own, or the first suitable one that
    another package offers.

    Raises:
        NoBoard: with a sentence, if no package offers a suitable board, or one cannot be imported.
    """
    if slug in (own_games := entry_points.our_points(GROUP)):
        board = entry_points.load(own_games[slug])
        assert isinstance(board, type)
        assert issubclass(board, Board)
        return board
    for point in entry_points.of_others(GROUP):
        if point.name != slug:
            continue
        try:
            loaded = point.load()
        except Exception as error:
            raise NoBoard(
                f"The board of {slug} cannot be imported: {type(error).__name__}; "
                "the game can be played with --plain."
            ) from error
        if isinstance(loaded, type) and issubclass(loaded, Board):
            return loaded
    raise NoBoard(f"{slug} has no board; it can be played with --plain.")


def board_for(slug: str, *, id: str | None = None) -> AnyBoard:
    """Return a new board of a game.

    Raises:
        NoBoard: with a sentence, as `board_class` does.
    """
    return board_class(slug)(id=id)
