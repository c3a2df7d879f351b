"""A widget that shows a canvas and repaints only the rows that differ from the last one."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from darwin_tui.drawing.canvas import Canvas
from darwin_tui.drawing.look import PLAIN, Look
from darwin_tui.drawing.palette import Palette, palette_of
from darwin_tui.drawing.themes import LAMP_COLOURS
from darwin_tui.terminal.facts import facts_of


class CanvasWidget(Widget):
    """A widget drawn on a canvas, in styles that are named by their colours.

    A word that names no colour of the theme or of COLOURS is the name of a component class, which
    the stylesheet defines.
    """

    COLOURS: ClassVar[str] = ""
    """The name of the file with colours of its own, in ``styles/colours``."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._canvas = Canvas(0, 0)
        self._styles: dict[str, Style] = {}
        self._palette: Palette | None = None

    @property
    def colours(self) -> str:
        """The name of the file with colours of its own; empty for none."""
        return self.COLOURS

    @property
    def look(self) -> Look:
        """The characters and colours that the terminal of the player shows."""
        if not self.is_attached:
            return PLAIN
        facts = facts_of(self.app)
        return Look(facts.colour != "none", not facts.unicode)

    @property
    def palette(self) -> Palette:
        """The colours of the theme, and those of its own."""
        if self._palette is None:
            self._palette = self._found_palette()
        return self._palette

    def _found_palette(self) -> Palette:
        if not self.is_attached:
            return palette_of("lamp", LAMP_COLOURS, self.colours, is_dark=True, has_colours=True)
        app = self.app
        return palette_of(
            app.theme,
            app.theme_variables,
            self.colours,
            is_dark=app.current_theme.dark,
            has_colours=self.look.has_colours,
        )

    def paint(self, canvas: Canvas) -> list[int]:
        """Show a canvas: only the rows that differ, if it is as large as the last one; return
        them."""
        before, self._canvas = self._canvas, canvas
        if (before.width, before.height) == (canvas.width, canvas.height):
            # Rows only, to spare the compositor: the terminal's painter compares the cells.
            changed = canvas.changed_rows(before)
            if changed:
                self.refresh(*(Region(0, y, canvas.width, 1) for y in changed))
            return changed
        self.refresh()
        return [*range(canvas.height)]

    def notify_style_update(self) -> None:
        """Look the styles up again after a change of theme."""
        super().notify_style_update()
        self._styles.clear()
        self._palette = None

    def _style(self, name: str) -> Style:
        style = self._styles.get(name)
        if style is None:
            style = self._styles[name] = self._found_style(name)
        return style

    def _found_style(self, name: str) -> Style:
        if not name:
            return self.rich_style
        # All begin with the widget's own, which takes long to find.
        return self._style("") + (self.palette.style(name) or self._of_classes(name))

    def _of_classes(self, name: str) -> Style:
        """Return a style of which a word is the name of a component class."""
        words, on, ground = name.partition(" on ")
        style = (self.palette.style(f"on {ground}") if on else None) or Style.null()
        for part in words.split():
            known = self.palette.style(part)
            for component in () if known else (f"board--{part}", part):
                style += self.get_component_rich_style(
                    component, partial=True, default=Style.null()
                )
            style += known or Style.null()
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
