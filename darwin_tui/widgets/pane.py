"""Parts of a screen that are drawn with the shared parts, and those that can have the focus."""

from typing import Final

from rich.cells import cell_len
from textual.geometry import Region, Size
from textual.strip import Strip

from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Canvas, Drawing, Run
from darwin_tui.widgets.canvas_widget import CanvasWidget

ELLIPSIS: Final = "…"


class Drawn(CanvasWidget):
    """A part that is drawn in an area; rows that differ from the last drawing are repainted, no
    others."""

    DEFAULT_CSS = """
    Drawn {
        width: 1fr;
        height: 1fr;
    }
    """

    def fill(self, area: Area) -> None:
        """Draw in the whole area."""
        raise NotImplementedError

    def draw(self, size: Size) -> Canvas:
        """Draw at a size."""
        canvas = Canvas(size.width, size.height)
        drawing = Drawing(canvas, {}, look=self.look, palette=self.palette)
        self.fill(Area(drawing, Region(0, 0, *size)))
        return canvas

    def redraw(self) -> None:
        """Draw as it is now; if it is not displayed, when it is again."""
        if self.size:
            self.paint(self.draw(Size(*self.size)))
        else:
            self._canvas = Canvas(0, 0)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render some rows, drawn first if there is a new size."""
        if (self._canvas.width, self._canvas.height) != self.size:
            self._canvas = self.draw(Size(*self.size))
        return super().render_lines(crop)


class Pane(Drawn, can_focus=True):
    """A part of a screen that can have the focus, with a cursor of its own."""

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor of the pane."""
        raise NotImplementedError

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show that the pane has the focus, or has it no longer."""
        super().watch_has_focus(has_focus)
        self.redraw()


def cells(text: str, style: str = "") -> list[Run]:
    """Return the cells of a text of any width: an empty one follows a wide character."""
    found: list[Run] = []
    for character in text:
        found.append((character, style))
        found += [("", style)] * (cell_len(character) - 1)
    return found


def fitted(text: str, columns: int) -> str:
    """Return a text cut to a number of columns; an ellipsis says so."""
    if cell_len(text) <= columns:
        return text
    while text and cell_len(text) > columns - 1:
        text = text[:-1]
    return f"{text}{ELLIPSIS}" if columns > 0 else ""
