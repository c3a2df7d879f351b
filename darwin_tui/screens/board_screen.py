"""Base of the screens with a board: its panes and the log, in play and in replay alike."""

from darwin_tui.dialogs.legend import LegendDialog
from darwin_tui.screens import navigation
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.board_panel import BoardPanel
from darwin_tui.widgets.screen import DarwinScreen


class BoardScreen(DarwinScreen[None]):
    """A screen with a board in panes and the event log beside it."""

    panel: BoardPanel
    slug: str
    """The game."""

    def draw(self) -> None:
        """Draw the board and the lines about it."""
        raise NotImplementedError

    def on_resize(self) -> None:
        """Open the log where there is room for it."""
        self.panel.fit()
        self.call_after_refresh(self.draw)

    def on_board_opened(self, event: Board.Opened) -> None:
        """Open the pane whose name is clicked."""
        self.panel.pane = event.pane
        self.draw()

    def on_board_panel_revealed(self) -> None:
        """Write the sentences about what follows a reveal."""
        self.draw()

    def action_open(self, letter: str) -> None:
        """Open the pane of a letter."""
        self.panel.open_letter(letter)
        self.draw()

    def action_pane(self, by: int) -> None:
        """Open the next pane of the board."""
        self.panel.turn(by)
        self.draw()

    def action_log(self) -> None:
        """Open or close the log."""
        self.panel.toggle_log()
        self.call_after_refresh(self.draw)

    def action_scroll_log(self, by: int) -> None:
        """Scroll the log by pages."""
        self.panel.scroll_log(by)

    def action_legend(self) -> None:
        """Name the signs of the pane that is open."""
        self.app.push_screen(LegendDialog(self.panel.board, self.panel.pane))

    def action_help(self) -> None:
        """Open the keys and the rules."""
        navigation.go(self.app, navigation.Help(self, self.slug))
