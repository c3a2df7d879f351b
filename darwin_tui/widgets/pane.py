"""Widgets drawn on a canvas: panes, pages of places, and the title bar; texts fitted to columns."""

from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from darwin_tui.drawing.area import ELLIPSIS, Area
from darwin_tui.drawing.canvas import PLAIN, Canvas, Drawing, Look, neighbour
from darwin_tui.drawing.marks import State
from darwin_tui.drawing.palette import Palette, palette_of
from darwin_tui.drawing.panel import title_bar
from darwin_tui.terminal.facts import facts_of
from darwin_tui.widgets.themes import LAMP_COLOURS


class CanvasWidget(Widget):
    """A widget drawn on a canvas, in styles that name their colours. A word that is not a colour of
    the theme or of COLOURS is the name of a component class, which the stylesheet defines."""

    COLOURS: ClassVar[str] = ""
    """The package whose ``colours.toml`` has further colours; empty for none."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._canvas = Canvas(0, 0)
        self._styles: dict[str, Style] = {}
        self._palette: Palette | None = None

    @property
    def colours(self) -> str:
        return self.COLOURS

    @property
    def look(self) -> Look:
        """The characters and colours that the player's terminal can show."""
        if not self.is_attached:
            return PLAIN
        facts = facts_of(self.app)
        return Look(has_colours=facts.colour != "none", is_ascii=not facts.has_unicode)

    @property
    def palette(self) -> Palette:
        """The colours of the theme and of the game."""
        if self._palette is None:
            self._palette = self._resolve_palette()
        return self._palette

    def _resolve_palette(self) -> Palette:
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
        """Show a canvas and return its changed rows; only these are painted, unless the size has
        changed."""
        before, self._canvas = self._canvas, canvas
        if (before.width, before.height) == (canvas.width, canvas.height):
            # Refreshing whole rows spares the compositor; the terminal's painter compares cells.
            changed = canvas.changed_rows(before)
            if changed:
                self.refresh(*(Region(0, y, canvas.width, 1) for y in changed))
            return changed
        self.refresh()
        return [*range(canvas.height)]

    def notify_style_update(self) -> None:
        """Look up the styles again after a change of theme."""
        super().notify_style_update()
        # A new dict: rows that other apps still show look up their styles in the old one.
        self._styles = {}
        self._palette = None

    def _style(self, name: str) -> Style:
        """Return the style of a name, found once for each theme."""
        style = self._styles.get(name)
        if style is None:
            style = self._styles[name] = self._resolve_style(name)
        return style

    def _resolve_style(self, name: str) -> Style:
        if not name:
            return self.rich_style
        # Each style is added to the widget's own, which is slow to find and hence kept, too.
        return self._style("") + (self.palette.style(name) or self._of_classes(name))

    def _of_classes(self, name: str) -> Style:
        """Return a style whose words before ``on`` are colours or component classes, as in
        ``strong cursor on felt``; a component class of boards begins with ``board--``."""
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
        canvas = self._canvas
        if y >= canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        return Strip(
            [Segment(text, self._style(style)) for text, style in canvas.row(y)],
            canvas.width,
        )


class DrawnWidget(CanvasWidget):
    """A widget that draws in its whole area; only rows that differ from the last drawing are
    repainted."""

    DEFAULT_CSS = """
    DrawnWidget {
        width: 1fr;
        height: 1fr;
    }
    """

    def fill(self, area: Area) -> None:
        """Draw in the whole area."""
        raise NotImplementedError

    def draw(self, size: Size) -> Canvas:
        canvas = Canvas(size.width, size.height)
        drawing = Drawing(canvas, {}, look=self.look, palette=self.palette)
        self.fill(Area(drawing, Region(0, 0, *size)))
        return canvas

    def redraw(self) -> None:
        """Draw again; a hidden widget does so when it is displayed."""
        if self.size:
            self.paint(self.draw(Size(*self.size)))
        else:
            self._canvas = Canvas(0, 0)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render some rows, after drawing for a new size."""
        if (self._canvas.width, self._canvas.height) != self.size:
            self._canvas = self.draw(Size(*self.size))
        return super().render_lines(crop)


class Pane(DrawnWidget, can_focus=True):
    """A focusable part of a screen, with a cursor."""

    def move(self, dx: int, dy: int) -> None:
        raise NotImplementedError

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.redraw()


def fitted(text: str, columns: int) -> str:
    """Return a text cut to a number of columns; a cut text ends in an ellipsis."""
    if cell_len(text) <= columns:
        return text
    while text and cell_len(text) > columns - 1:
        text = text[:-1]
    return f"{text}{ELLIPSIS}" if columns > 0 else ""


def padded(text: str, columns: int) -> str:
    """Return a text cut or padded with blanks to exactly a number of columns."""
    text = fitted(text, columns)
    return text + " " * (columns - cell_len(text))


class Page(Pane):
    """A page of places, one of which has the cursor; a click chooses a place."""

    class Moved(Message):
        """The cursor moved to another place."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    class Chosen(Message):
        """A place was chosen."""

        def __init__(self, place: str) -> None:
            super().__init__()
            self.place = place

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cursor = ""
        """Name of the cursor's place."""
        self.places: dict[str, Region] = {}
        """Places of the last drawing, in reading order."""

    # --- for pages

    def enter(self, place: str, area: Area) -> State:
        """Enter an area as a place, and return its state."""
        self.places[place] = area.region
        return State.FOCUSED if place == self.cursor else State.SELECTABLE

    # --- for screens

    def draw(self, size: Size) -> Canvas:
        """Draw the page at a size; ``fill`` enters its places."""
        self.places = {}
        return super().draw(size)

    def move_to(self, place: str) -> None:
        """Move the cursor to a place, unless it is there or the name is empty."""
        if place and place != self.cursor:
            self.cursor = place
            self.redraw()
            self.post_message(self.Moved(place))

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor to the next place in a direction."""
        self.move_to(neighbour(self.places, self.cursor, dx, dy) or "")

    @property
    def cursor_screen_offset(self) -> Offset:
        """Screen position of the place under the cursor."""
        place = self.places.get(self.cursor)
        return self.region.offset + (place.offset if place else Offset(0, 0))

    # --- mouse

    def _place_at(self, x: int, y: int) -> str:
        return next((name for name, region in self.places.items() if region.contains(x, y)), "")

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.move_to(self._place_at(event.x, event.y))

    def on_click(self, event: events.Click) -> None:
        if place := self._place_at(event.x, event.y):
            self.move_to(place)
            self.post_message(self.Chosen(place))


class TitleBar(DrawnWidget):
    """The title bar of a screen, in the cursor's colour, with further words."""

    DEFAULT_CSS = """
    TitleBar {
        dock: top;
        height: 1;
    }
    """

    def __init__(self, title: str, words: str = "", right: str = "") -> None:
        """Make the title bar.

        Args:
            title: title of the screen.
            words: words after the title.
            right: words at the right end.
        """
        super().__init__(id="title")
        self._texts = title, words, right

    @property
    def words(self) -> str:
        return self._texts[1]

    def write(self, title: str, words: str = "", right: str = "") -> None:
        """Write other texts, unless they are already there."""
        if self._texts != (title, words, right):
            self._texts = title, words, right
            self.redraw()

    def fill(self, area: Area) -> None:
        title, words, right = self._texts
        end = [(right, "dim")] if right else []
        title_bar(area, title, (words, "ink"), right=end)
