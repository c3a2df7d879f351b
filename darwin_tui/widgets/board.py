"""The board: what every game's board is, in play and in replay alike.

Data comes down as a Scene, messages go up. A board binds no keys: arrows move between elements in
play and through time in replay, so the screens own the keymap.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from typing import Any, ClassVar, Final, Generic

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from darwin_core.chooser import Chooser
from darwin_core.game import SEATS_MAX, A, E, Element, Game, S
from darwin_core.lexicon import Lexicon
from darwin_tui.widgets.canvas import Canvas, Drawing, Parts
from darwin_tui.widgets.cursor import Cursor

LEAST: Final = Size(80, 20)
"""What a board has of the smallest terminal, less a row that some screens need."""
_NOTHING: Final = Drawing(Canvas(0, 0), {})


class _CursorField:
    """The cursor's field of a scene, through which it can only be read by being noted."""

    def __get__(
        self, scene: "Scene[Any, Any, Any] | None", owner: type["Scene[Any, Any, Any]"]
    ) -> Element | None:
        return scene.pointer.read() if scene else None

    def __set__(self, scene: "Scene[Any, Any, Any]", element: Element | None) -> None:
        vars(scene)["pointer"] = Cursor(element)


@dataclass(frozen=True)
class Scene(Generic[S, A, E]):
    """All that a board draws: a view, what has been heard, and what can be chosen."""

    game: Game[S, A, E]
    view: S
    viewer: int
    lexicon: Lexicon
    story: Sequence[E] = ()
    """The events heard so far, the last at the end."""
    chooser: Chooser[A] | None = None
    """What can be chosen; None where nothing can, as in a replay."""
    cursor: _CursorField = _CursorField()
    pane: int = 0
    """Which of the board's panes lies open where there is room for one only."""
    frame: int = 0
    """Pictures left of what is being shown moving; 0 when all is at rest."""
    order: int = 0
    """Which of the board's ways to sort a hand is used."""
    is_held: bool = False
    """Whether what was told last is to be looked at before the game goes on."""
    has_log: bool = False
    """Whether the log lies open beside the board."""
    selectable: frozenset[Element] = field(init=False)
    pointer: Cursor = field(init=False, repr=False, compare=False)
    """The cursor as what is drawn asks of it."""

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "selectable", self.chooser.selectable if self.chooser else frozenset()
        )

    def is_on(self, element: Element) -> bool:
        """Return whether the cursor is on an element."""
        return self.pointer.is_on(element)

    @property
    def all_but_cursor(self) -> tuple[Any, ...]:
        """Everything else that a drawing of the scene depends on, as it is now."""
        own = vars(self)
        return (
            self.game.clone(self.view),
            tuple(self.story),
            *(own[name] for name in _COMPARED),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.lexicon.names

    def looks(self, element: Element) -> str:
        """The style of an element's frame: picked, lit, or dim where it cannot be picked."""
        if self.is_held:
            return "dim"
        if self.chooser is None:
            return "lit"
        if element in self.chooser.selected:
            return "picked"
        if element in self.selectable:
            return "lit"
        return "dim"

    def told(self, element: Element) -> str:
        """What an element is and does now, in a sentence."""
        return self.game.element(self.view, self.viewer, element, self.lexicon)

    def ways(self, element: Element) -> list[str]:
        """What can be done with an element now, in a sentence each, up to six."""
        if self.chooser is None:
            return []
        ways = [
            self.game.phrase(self.view, action, self.lexicon)
            for action, touched in zip(self.chooser.actions, self.chooser.touched, strict=True)
            if element in touched
        ]
        return [f"Now: {way}." for way in ways[:6]]


_COMPARED: Final = {each.name for each in fields(Scene) if each.init} - {"view", "story", "cursor"}


class Board(Widget, Generic[S, A, E], can_focus=True):
    """A game's table, drawn on a canvas; only what differs is painted again."""

    DEFAULT_CSS = """
    Board {
        width: 1fr;
        height: 1fr;
    }
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "board--title",
        "board--dim",
        "board--faint",
        "board--strong",
        "board--rule",
        "board--lit",
        "board--picked",
        "board--cursor",
        "board--good",
        "board--bad",
        *(f"board--seat-{seat}" for seat in range(SEATS_MAX)),
    }

    ORDERS: ClassVar[tuple[str, ...]] = ("kind",)
    """What a hand can be sorted by."""

    HEADLINES: ClassVar[bool] = False
    """Whether what others did is told when one is asked, since the board itself may not show it."""

    PANES: ClassVar[tuple[str, ...]] = ()
    """The names of the panes that Tab switches between."""

    PANE_KEYS: ClassVar[str] = ""
    """A letter for each pane that opens it at once; none where Tab is enough."""

    class Pointed(Message):
        """The mouse was put on an element, or the cursor moved to it."""

        def __init__(self, element: Element) -> None:
            super().__init__()
            self.element = element

    class Picked(Message):
        """An element was clicked."""

        def __init__(self, element: Element) -> None:
            super().__init__()
            self.element = element

    class Opened(Message):
        """The name of a pane was clicked."""

        def __init__(self, pane: int) -> None:
            super().__init__()
            self.pane = pane

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._scene: Scene[S, A, E] | None = None
        self._drawing = _NOTHING
        self._parts = Parts()
        self._styles: dict[str, Style] = {}

    # --- for games

    def blank(self, scene: Scene[S, A, E], size: Size) -> Drawing:
        """Return an empty drawing, for which the parts of the last one are kept."""
        self._parts.start((size, scene.all_but_cursor), scene.pointer)
        return Drawing(Canvas(size.width, size.height), {}, parts=self._parts)

    def draw(self, scene: Scene[S, A, E], size: Size) -> Drawing:
        """Draw a scene at a size. Pure: the same scene gives the same drawing."""
        raise NotImplementedError

    @staticmethod
    def pictures(told: Sequence[E]) -> int:
        """How many pictures to show of the last events moving; 0 for none."""
        return 0

    @staticmethod
    def tells(told: Sequence[E]) -> bool:
        """Whether events should be looked at before the game goes on; the first pane has them."""
        return False

    @staticmethod
    def stops(told: Sequence[E]) -> bool:
        """Whether the game stops for such events until a key, as at the end of a round."""
        return False

    @staticmethod
    def first(view: S, actions: Sequence[A]) -> Element | None:
        """Where the cursor goes when something is asked; None for the first that can be picked."""
        return None

    @staticmethod
    def front(view: S, chooser: Chooser[A]) -> int | None:
        """The pane that a decision needs, for what is picked of it; None for whichever is open."""
        return None

    @staticmethod
    def then(view: S, chooser: Chooser[A]) -> Element | None:
        """Where the cursor goes after a pick; None for the next that can be picked."""
        return None

    @staticmethod
    def epilogue(view: S, lexicon: Lexicon) -> list[str]:
        """What is told below the results of how the match went, in 74 columns."""
        return []

    def zoom(self, scene: Scene[S, A, E], element: Element) -> list[str]:
        """What an element is and does at length, line by line."""
        return [scene.told(element)]

    # --- for screens

    @property
    def zoomed(self) -> list[str]:
        """What lies under the cursor, at length."""
        scene = self._scene
        return self.zoom(scene, scene.cursor) if scene and scene.cursor else []

    @property
    def places(self) -> dict[Element, Region]:
        """Where the elements of the present drawing lie."""
        return self._drawing.places

    @property
    def has_news(self) -> bool:
        """Whether the last sentences of the log can be read, on the board or beside it."""
        return self._drawing.has_news or (self._scene is not None and self._scene.has_log)

    @property
    def numbers(self) -> dict[int, Element]:
        """What keys 1 to 9 pick."""
        if self._drawing.numbers is not None:
            return self._drawing.numbers
        return dict(enumerate(islice(self.places, 9), 1))

    @staticmethod
    def holding(elements: Collection[Element]) -> int | None:
        """The pane in which something was done to elements; None if it may be any."""
        return None

    def show(self, scene: Scene[S, A, E]) -> None:
        """Draw a scene and paint what differs from the last one."""
        self._scene = scene
        self._redraw(Size(*self.size))

    def _redraw(self, size: Size) -> None:
        if self._scene is None or size.width < LEAST.width or size.height < LEAST.height:
            # What is smaller lies under the sentence that says so, and has no places: those of the
            # last drawing may be gone.
            self._drawing = _NOTHING
            return
        before = self._drawing.canvas
        self._drawing = self.draw(self._scene, size)
        canvas = self._drawing.canvas
        if (before.width, before.height) == (canvas.width, canvas.height):
            # Rows only, to spare the compositor: the terminal's painter compares the cells.
            rows = [Region(0, y, size.width, 1) for y in canvas.changed_rows(before)]
            if rows:
                self.refresh(*rows)
        else:
            self.refresh()

    @property
    def cursor_screen_offset(self) -> Offset:
        """Where on the screen the element under the cursor is."""
        place = self.places.get(self._scene.cursor) if self._scene and self._scene.cursor else None
        inside = place.offset + Offset(1, 1) if place else Offset(0, 0)
        return self.region.offset + inside

    def neighbour(self, element: Element | None, dx: int, dy: int) -> Element | None:
        """The nearest element in a direction from one; the first where there is none to start."""
        places = self.places
        if element not in places:
            return next(iter(places), None)
        home = places[element]
        x, y = home.x + home.width / 2, home.y + home.height / 2
        best, found = (True, float("inf")), element
        for other, region in places.items():
            along = (region.x + region.width / 2 - x) * dx + (region.y + region.height / 2 - y) * dy
            across = abs(region.x + region.width / 2 - x) * abs(dy)
            across += 2 * abs(region.y + region.height / 2 - y) * abs(dx)
            # To the side what stands in the same rows comes first, however far it is.
            is_off = bool(dx) and not (region.y < home.bottom and home.y < region.bottom)
            distance = is_off, along + 2 * across
            if other != element and along > 0 and distance < best:
                best, found = distance, other
        return found

    # --- painting

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new size."""
        self._redraw(event.size)

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
        """A row of the drawing."""
        canvas = self._drawing.canvas
        if y >= canvas.height:
            return Strip.blank(self.size.width, self.rich_style)
        return Strip(
            [Segment(text, self._style(style)) for text, style in canvas.row(y)],
            canvas.width,
        )

    # --- mouse

    def _element_at(self, x: int, y: int) -> Element | None:
        return next(
            (element for element, region in self.places.items() if region.contains(x, y)), None
        )

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Point at what lies under the mouse."""
        element = self._element_at(event.x, event.y)
        if element is not None and self._scene and element != self._scene.cursor:
            self.post_message(self.Pointed(element))

    def on_click(self, event: events.Click) -> None:
        """Pick what was clicked, or open the pane whose name it was."""
        element = self._element_at(event.x, event.y)
        if element is not None:
            self.post_message(self.Picked(element))
            return
        for pane, region in self._drawing.panes.items():
            if region.contains(event.x, event.y):
                self.post_message(self.Opened(pane))


AnyScene = Scene[Any, Any, Any]
AnyBoard = Board[Any, Any, Any]
