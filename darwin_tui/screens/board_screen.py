"""A board with the log beside it: what playing and replaying share."""

from typing import Final

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal

from darwin_core.lexicon import Lexicon
from darwin_core.registry import AnyGame
from darwin_tui import navigation
from darwin_tui.games import board_for
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.widgets.board import AnyBoard, Board
from darwin_tui.widgets.event_log import EventLog

PANE_KEYS: Final = "ABCDEFGIJKMOPQSTVWXYZ"
"""Letters that are no command; a board that has many panes says which of them opens which."""
PANE_BINDINGS: Final = tuple(
    Binding(key, f"open('{key}')", "open the pane of that letter", show=False) for key in PANE_KEYS
)
STORY_FROM: Final = 118
"""Columns from which the log stands open beside the board and leaves it 80."""


class BoardScreen(DarwinScreen[None]):
    """A match on its board, in panes where there is no room for all of it, and the log."""

    def __init__(self, game: AnyGame, names: tuple[str, ...]) -> None:
        super().__init__()
        self._game = game
        self._names = names
        self._pane = 0
        self._wants_story: bool | None = None
        """Whether the log is to be open; None for wherever there is room for it."""

    # --- for the screen that this is

    def _show(self) -> None:
        """Show the match as it is looked at now."""
        raise NotImplementedError

    # --- looks

    def compose_table(self) -> ComposeResult:
        """The board, and the log beside it."""
        with Horizontal(id="table"):
            yield board_for(self._game.slug, id="board")
            yield EventLog(self._game)

    @property
    def _lexicon(self) -> Lexicon:
        """The player's language and the names of the seats."""
        return Lexicon(self._names, self.session.language)

    @property
    def _board(self) -> AnyBoard:
        return self.query_one("#board", Board)

    def on_resize(self) -> None:
        """Open the log where there is room for it."""
        wide = self.app.size.width >= STORY_FROM
        self.set_class(wide if self._wants_story is None else self._wants_story, "-story")
        self.set_class(not wide, "-narrow")
        self.call_after_refresh(self._show)

    def _open(self, pane: int) -> None:
        self._pane = pane
        self._show()

    def on_board_opened(self, event: Board.Opened) -> None:
        """A click on a pane's name opens it."""
        self._open(event.pane)

    # --- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Letters open panes where the board has panes of those letters."""
        if action != "open":
            return True
        keys = self._board.PANE_KEYS
        return bool(keys) and {*parameters} <= {*keys}

    def action_pane(self, by: int) -> None:
        """Open the next pane of the board."""
        self._open((self._pane + by) % max(len(self._board.PANES), 1))

    def action_open(self, key: str) -> None:
        """Open a pane by its letter."""
        self._open(self._board.PANE_KEYS.index(key))

    def action_story(self) -> None:
        """Open or close the log."""
        self._wants_story = not self.has_class("-story")
        self.on_resize()

    def action_help(self) -> None:
        """The keys and the rules."""
        navigation.help_page(self.app, self, self._game.slug)
