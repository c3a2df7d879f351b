"""A framed part of a screen that is drawn on a canvas and can have the focus."""

from typing import Final

from rich.cells import cell_len
from textual.geometry import Region, Size
from textual.strip import Strip

from darwin_tui.parts.area import Area
from darwin_tui.widgets.canvas import Canvas, Drawing, Run
from darwin_tui.widgets.canvas_widget import CanvasWidget

ELLIPSIS: Final = "…"


class Pane(CanvasWidget, can_focus=True):
    """A part of a screen; rows that differ from the last drawing are repainted, no others."""

    DEFAULT_CSS = """
    Pane {
        width: 1fr;
        height: 1fr;
    }
    """

    def draw(self, size: Size) -> Canvas:
        """Draw the pane at a size."""
        raise NotImplementedError

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor of the pane."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw the pane as it is now."""
        if self.size:
            self.paint(self.draw(Size(*self.size)))

    def render_line(self, y: int) -> Strip:
        """Render a row of the pane, which is drawn first if it has a new size."""
        if (self._canvas.width, self._canvas.height) != self.size:
            self._canvas = self.draw(Size(*self.size))
        return super().render_line(y)

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show that the pane has the focus, or has it no longer."""
        super().watch_has_focus(has_focus)
        self.redraw()


class DrawnPane(Pane):
    """A pane that is drawn in an area with the shared parts."""

    def fill(self, area: Area) -> None:
        """Draw the pane in the whole area."""
        raise NotImplementedError

    def draw(self, size: Size) -> Canvas:
        """Draw the pane at a size."""
        canvas = Canvas(size.width, size.height)
        drawing = Drawing(canvas, {}, look=self.look, palette=self.palette)
        self.fill(Area(drawing, Region(0, 0, *size)))
        return canvas


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


def draw_panel(
    canvas: Canvas,
    region: Region,
    title: str,
    note: str = "",
    foot: str = "",
    *,
    note_style: str = "dim",
    is_active: bool = False,
) -> Region:
    """Draw a round frame with its title, a note at the right and words in the lower edge.

    Args:
        canvas: to draw on.
        region: of the frame.
        title: at the left of the upper edge.
        note: at the right of the upper edge.
        foot: at the right of the lower edge.
        note_style: the style of the note.
        is_active: Enter acts here; the frame is heavy and has the cursor's colour.

    Returns:
        The region inside, without a blank column at each side.
    """
    style, frame = ("cursor", "heavy") if is_active else ("rule", "plain")
    canvas.box(region, style, frame)
    canvas.text(region.x + 2, region.y, (f" {title} ", "strong"))
    room = region.width - len(title) - 8
    if note and room > 0:
        canvas.right(region.right - 2, region.y, (f" {fitted(note, room)} ", note_style))
    if foot:
        canvas.right(
            region.right - 2, region.bottom - 1, (f" {fitted(foot, region.width - 6)} ", "dim")
        )
    return Region(region.x + 2, region.y + 1, region.width - 4, region.height - 2)
