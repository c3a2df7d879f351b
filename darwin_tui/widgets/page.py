"""A page that is drawn on a canvas, with places that the cursor moves between."""

from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message

from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Canvas
from darwin_tui.drawing.places import neighbour
from darwin_tui.drawing.state import State
from darwin_tui.widgets.pane import Pane


class Page(Pane):
    """A screen's page: a drawing, the names of its places, and the place of the cursor."""

    class Moved(Message):
        """The cursor is on another place."""

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
        """The name of the place that the cursor is on."""
        self.places: dict[str, Region] = {}
        """The places of the last drawing, in reading order."""

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

    def point(self, place: str) -> None:
        """Put the cursor on a place."""
        if place and place != self.cursor:
            self.cursor = place
            self.redraw()
            self.post_message(self.Moved(place))

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor to the next place in a direction."""
        self.point(neighbour(self.places, self.cursor, dx, dy) or "")

    @property
    def cursor_screen_offset(self) -> Offset:
        """The position of the place under the cursor on the screen."""
        place = self.places.get(self.cursor)
        return self.region.offset + (place.offset if place else Offset(0, 0))

    # --- mouse

    def _at(self, x: int, y: int) -> str:
        return next((name for name, where in self.places.items() if where.contains(x, y)), "")

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Point at the place under the mouse."""
        self.point(self._at(event.x, event.y))

    def on_click(self, event: events.Click) -> None:
        """Choose the place that is clicked."""
        if place := self._at(event.x, event.y):
            self.point(place)
            self.post_message(self.Chosen(place))
