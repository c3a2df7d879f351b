"""The legend: the signs of the pane that is open, in their own colours."""

from typing import Final

from rich.text import Text

from darwin_core.text.language import tr
from darwin_tui.dialogs.message import MessageDialog
from darwin_tui.drawing.signs import legend
from darwin_tui.widgets.board import AnyBoard

SIGN_COLUMNS: Final = 11


class LegendDialog(MessageDialog):
    """The legend of a board's pane. A key closes it; one that means more does its work, too."""

    def __init__(self, board: AnyBoard, pane: int) -> None:
        names = board.PANES
        title = tr("Signs: {pane}", pane=tr(names[pane])) if pane < len(names) else tr("Signs")
        lines = []
        for sign in legend(board.SIGNS, pane):
            line, drawn = Text(), tr(sign.drawn)
            line.append(drawn, board.palette.style(sign.style) or "")
            line.append(" " * (SIGN_COLUMNS - len(drawn)))
            lines.append(line.append(tr(sign.words)))
        super().__init__(title, lines)
