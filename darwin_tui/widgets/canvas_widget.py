"""A widget that shows a canvas and repaints only the rows that differ from the last one."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from darwin_core.game import SEATS_MAX
from darwin_tui.widgets.canvas import Canvas


class CanvasWidget(Widget):
    """A widget drawn on a canvas, in styles that the stylesheet defines by name."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "board--title",
        "board--dim",
        "board--faint",
        "board--strong",
        "board--rule",
        "board--selectable",
        "board--selected",
        "board--cursor",
        "board--good",
        "board--bad",
        *(f"board--seat-{seat}" for seat in range(SEATS_MAX)),
    }

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._canvas = Canvas(0, 0)
        self._styles: dict[str, Style] = {}

    def paint(self, canvas: Canvas) -> None:
        """Show a canvas: only the rows that differ, if it is as large as the last one."""
        before, self._canvas = self._canvas, canvas
        if (before.width, before.height) == (canvas.width, canvas.height):
            # Rows only, to spare the compositor: the terminal's painter compares the cells.
            rows = [Region(0, y, canvas.width, 1) for y in canvas.changed_rows(before)]
            if rows:
                self.refresh(*rows)
        else:
            self.refresh()

    def notify_style_update(self) -> None:
        """Look the styles up again after a change of theme."""
        super().notify_style_update()
        self._styles.clear()

    def _style(self, name: str) -> Style:
        style = self._styles.get(name)
        if style is None:
            style = self.rich_style
            for part in name.split():
                for component in (f"board--{part}", part):
                    style += self.get_component_rich_style(
                        component, partial=True, default=Style.null()
                    )
            self._styles[name] = style
        return style

    def render_line(self, y: int) -> Strip:
        """Render a row of the canvas."""
        canvas = self._canvas
        if y >= canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        return Strip(
            [Segment(text, self._style(style)) for text, style in canvas.row(y)],
            canvas.width,
        )
