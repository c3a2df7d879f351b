"""The first row of a screen: its title, a few words, and words at the right."""

from darwin_tui.drawing.area import Area
from darwin_tui.drawing.bars import title_bar
from darwin_tui.widgets.pane import Drawn


class TitleBar(Drawn):
    """The title of a screen on the cursor's colour, and what is to be known about it."""

    DEFAULT_CSS = """
    TitleBar {
        dock: top;
        height: 1;
    }
    """

    def __init__(self, title: str, words: str = "", right: str = "") -> None:
        """Make the row.

        Args:
            title: of the screen.
            words: after the title.
            right: at the right end.
        """
        super().__init__(id="title")
        self._texts = title, words, right

    @property
    def words(self) -> str:
        """The words after the title."""
        return self._texts[1]

    def write(self, title: str, words: str = "", right: str = "") -> None:
        """Write other texts, unless they are there already."""
        if self._texts != (title, words, right):
            self._texts = title, words, right
            self.redraw()

    def fill(self, area: Area) -> None:
        """Draw the row."""
        title, words, right = self._texts
        end = [(right, "dim")] if right else []
        title_bar(area, title, (words, "ink"), right=end)
