"""What each game looks like: a folder of the game's name with its board."""

from importlib import import_module

from darwin_tui.widgets.board import AnyBoard


def board_for(slug: str, *, id: str | None = None) -> AnyBoard:
    """A new board of a game, imported when it is asked for and not before."""
    board: type[AnyBoard] = import_module(f"darwin_tui.games.{slug}.board").BOARD
    return board(id=id)
