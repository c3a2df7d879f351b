"""The board: the base of every game's board, in play and in replay alike.

A board receives Scenes from its screen and posts messages to it. It binds no keys: arrows move
between elements in play and through time in replay, so the screens own the keymap.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Final, Generic, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip

from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import SPECTATOR, A, E, Element, S
from darwin_core.text.language import reader, reading
from darwin_core.text.seat_names import SeatNames
from darwin_tui.commands import chosen_keys
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.canvas import Canvas, Drawing, Parts, neighbour
from darwin_tui.drawing.marks import Sign
from darwin_tui.drawing.overlay import HINT_SIGN, draw_looks, draw_losses, draw_primer
from darwin_tui.drawing.scene import AnyScene, Scene
from darwin_tui.play.live_match import Pause
from darwin_tui.terminal.facts import facts_of
from darwin_tui.terminal.painter import CellRow, CellTable, colour_of_cells
from darwin_tui.widgets.pane import CanvasWidget

_SHARED_MAX: Final = 16
"""Number of scenes whose drawings are kept for other apps: those of a few tables, sizes and
animation frames."""
_CURSORS_MAX: Final = 8
"""Drawings kept per scene, by cursor element: the cursor often comes back."""


class CachedDrawing(NamedTuple):
    """A drawing, and its rendered rows."""

    drawing: Drawing
    rows: dict[int, Strip]


class CachedDrawings:
    """The last drawings of a scene, by the cursor's element."""

    def __init__(self, key: object = None) -> None:
        """Begin without a drawing.

        Args:
            key: equal for two scenes only if they differ in nothing but the cursor.
        """
        self.key = key
        self._drawings: dict[Element | None, CachedDrawing] = {}

    def at(self, cursor: Element | None, draw: Callable[[], Drawing]) -> CachedDrawing:
        """Return the drawing with the cursor on an element; callers must not change it."""
        cached_drawing = self._drawings.get(cursor)
        if cached_drawing is None:
            if len(self._drawings) == _CURSORS_MAX:
                del self._drawings[next(iter(self._drawings))]
            cached_drawing = self._drawings[cursor] = CachedDrawing(draw(), {})
        return cached_drawing


_shared: Final[deque[CachedDrawings]] = deque(maxlen=_SHARED_MAX)


def shared_drawings(key: object) -> CachedDrawings:
    """Return a scene's drawings, shared by all apps."""
    for known in _shared:
        if known.key == key:
            return known
    _shared.appendleft(CachedDrawings(key))
    return _shared[0]


SIZE_MIN: Final = Size(80, 20)
"""The smallest board: the smallest terminal without a row that some screens need."""
NUMBERED_MAX: Final = 9
"""Maximum number of elements that digit keys select."""
FOOT_ROWS: Final = 6
"""Rows of a board that stay free below the log, unless a game needs more."""
_NOTHING: Final = Drawing(Canvas(0, 0), {})
"""The drawing before the first scene, and of a board that is too small."""


class Board(CanvasWidget, Generic[S, A, E], can_focus=True):
    """A game's table, drawn on a canvas; only differences are painted.

    A board of another package brings its stylesheet as ``DEFAULT_CSS``, with the theme's colours as
    variables such as ``$hue-green``.
    """

    DEFAULT_CSS = """
    Board {
        width: 1fr;
        height: 1fr;
    }
    """

    SIGNS: ClassVar[tuple[Sign, ...]] = ()
    """The signs on the board and their meanings, for the legend."""

    ORDERS: ClassVar[tuple[str, ...]] = ("kind",)
    """The orders in which a hand can be sorted."""

    KINDS: ClassVar[tuple[str, ...]] = ()
    """Kinds of elements in the order in which the cursor prefers them at a new decision. Other
    kinds follow, buttons last."""

    STEPS: ClassVar[Mapping[str, str]] = {}
    """Words for the parts that a selection lacks, by kinds of elements."""
    AIMS: ClassVar[Mapping[str, str]] = {}
    """Words for the aim of a selection, by the kinds of elements that determine it."""

    INCLUDED: ClassVar[tuple[Element, ...]] = ()
    """Elements that actions include by default; selecting one leaves it out."""

    CARRIED: ClassVar[Mapping[str, Collection[str]]] = {}
    """Kinds of elements that the cursor selects when it leaves them for an element of certain other
    kinds, such as a card left for one of its uses."""

    PAUSES: ClassVar[Mapping[type[object], Pause]] = {}
    """The event classes on which play pauses; the first pane shows them."""

    HEADLINES: ClassVar[bool] = False
    """A headline shows the actions of others, since the board itself may not show them."""

    ASKS_NEWCOMERS: ClassVar[bool] = True
    """In a player's first matches, an action that cannot be undone takes a second Enter."""

    LOG_COLUMNS: ClassVar[int] = 118
    """Minimum columns of a terminal with the log open beside the board, unless the player closes
    it. 0 for a board with a log of its own; the shared log then opens only on demand."""

    CHART_ROWS: ClassVar[int] = 0
    """Minimum rows of a chart of the match's course in the results; 0 for none."""

    UNADVISED: ClassVar[frozenset[str]] = frozenset()
    """Phases whose notes suggest no action."""
    FIRST_MARKS: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Text marks that stay visible beside the selectable elements while a phase's note is shown, by
    phase. All other words are removed; in phases not listed, none are."""

    GATHERED: ClassVar[str] = ""
    """Kind of the elements of which an action may have several. While there is such an action, the
    key bar names the key that selects an element without playing it."""

    PANES: ClassVar[tuple[str, ...]] = ()
    """Names of the panes, which Tab switches."""

    PANE_KEYS: ClassVar[str] = ""
    """Letters that open each pane at once, as a translatable message; empty if Tab is enough."""

    class Pointed(Message):
        """The mouse is on an element, or the cursor moved to it."""

        def __init__(self, element: Element) -> None:
            super().__init__()
            self.element = element

    class Clicked(Message):
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
        self._rows: dict[int, Strip] = {}
        """Rows of the drawing that were rendered."""
        self._cells: CellTable | None = None
        self._parts = Parts()
        self._cached = CachedDrawings()
        """Drawings of the current scene."""

    # --- for games

    def blank(self, scene: Scene[S, A, E], size: Size) -> Drawing:
        """Return an empty drawing, which may copy parts of the last drawing."""
        frame = scene.frame
        if frame:
            # Flying words are no part: the parts stay until the last frame that looks alike. Frames
            # count down.
            frame -= self.alike(scene.moving, frame, is_paused=scene.is_paused) - 1
        self._parts.start(self._key(scene, size, frame), scene.pointer)
        canvas = Canvas(size.width, size.height)
        return Drawing(canvas, {}, parts=self._parts, look=self.look, palette=self.palette)

    def _key(self, scene: Scene[S, A, E], size: Size, frame: int) -> object:
        """Return everything that a drawing in a frame depends on, except the cursor."""
        keys = tuple(chosen_keys().items())
        return type(self), size, self.look, self.palette, reader(), keys, frame, scene.still

    def area(self, scene: Scene[S, A, E], size: Size) -> Area:
        """Return the area of an empty drawing, which may copy parts of the last drawing."""
        return Area(self.blank(scene, size), Region(0, 0, *size))

    def draw(self, scene: Scene[S, A, E], size: Size) -> Drawing:
        """Draw a scene at a size. Pure: the same scene gives the same drawing."""
        raise NotImplementedError

    @staticmethod
    def frames(events: Sequence[E]) -> int:
        """Return the number of animation frames for the last events; 0 for none."""
        return 0

    @staticmethod
    def foot_rows(height: int) -> int:
        """Return the rows at the foot of the board that a log over it leaves free, for the hand.

        Args:
            height: rows of the terminal.
        """
        return FOOT_ROWS

    @staticmethod
    def reveal_frames(events: Sequence[E]) -> int:
        """Return the number of frames of a reveal, which precede the frames of ``frames``.

        A key that selects, plays or continues ends it first, and does nothing else.
        """
        return 0

    @staticmethod
    def alike(events: Sequence[E], frame: int, *, is_paused: bool) -> int:
        """Return the number of frames, from ``frame`` on, that show the same picture, except for
        flying words."""
        return 1

    @staticmethod
    def flies(events: Sequence[E], frame: int, *, is_paused: bool) -> bool:
        """Return whether words fly in a frame, so that the next frame differs in any case."""
        return False

    @staticmethod
    def is_harmless(view: S, action: A, actions: Sequence[A]) -> bool:
        """Return whether a legal action can do newcomers no harm, so that it needs no second
        Enter."""
        return False

    @staticmethod
    def first(view: S, actions: Sequence[A]) -> Element | None:
        """Return the cursor's first element at a decision; None for the first selectable one."""
        return None

    @staticmethod
    def front(view: S, chooser: Chooser[A]) -> int | None:
        """Return the pane that a decision needs with the selection so far; None for any."""
        return None

    @staticmethod
    def is_draft(view: S, viewer: int) -> bool:
        """Return whether a viewer's decision continues a draft that nobody else has seen, such as
        an unfinished offer. Esc leaves a draft."""
        return False

    @staticmethod
    def begun_by(view: S, action: A) -> Sequence[A]:
        """Return suggested first steps of a draft that a player has opened by an action. They are
        played at once, and can be undone."""
        return ()

    @staticmethod
    def covers(pane: int, size: Size) -> bool:
        """Return whether a pane hides the others' moves at a size of the board. Such a pane closes
        as others move."""
        return False

    @staticmethod
    def stage(events: Sequence[E], size: Size) -> int | None:
        """Return the pane that shows the events of others, at a board size where a single pane is
        open; None for the open pane."""
        return None

    @staticmethod
    def holding(elements: Collection[Element]) -> int | None:
        """Return the pane that shows an action on elements; None for any."""
        return None

    @staticmethod
    def then(view: S, chooser: Chooser[A]) -> Element | None:
        """Return the cursor's element after a selection; None for the next selectable one."""
        return None

    @staticmethod
    def epilogue(view: S, seat_names: SeatNames) -> list[str]:
        """Return lines about the course of the match, below its results, of at most 74 columns."""
        return []

    @staticmethod
    def draw_course(area: Area, view: S, events: Sequence[E]) -> None:
        """Draw the course of a match over an area of at least 100 columns and CHART_ROWS.

        Args:
            view: the last position.
            events: events of the whole match, redacted.
        """
        raise NotImplementedError

    def brief(self, scene: Scene[S, A, E], element: Element, room: int) -> str:
        """Return the sentence about an element, given the columns of its row. A game with long
        sentences returns a shorter one here; the long text has the rest."""
        return scene.text_on(element)

    def zoom(self, scene: Scene[S, A, E], element: Element) -> list[str]:
        """Return the long text about an element, line by line."""
        return [scene.text_on(element)]

    @classmethod
    def rank(cls, scene: Scene[S, A, E], element: Element) -> Any:  # noqa: ANN401 - any sort key
        """Return the sort key of an element among elements of its kind at a new decision."""
        return element[1]

    # --- for screens

    def start(self, scene: Scene[S, A, E], elements: Iterable[Element]) -> Element | None:
        """Return the cursor's first element at a decision without a drawing: the first of some
        elements in the order that the board declares."""

        def order(element: Element) -> tuple[Any, ...]:
            kind = element[0]
            place = self.KINDS.index(kind) if kind in self.KINDS else len(self.KINDS)
            return kind == "button", place, kind, self.rank(scene, element)

        return min(elements, key=order, default=None)

    @property
    def zoomed(self) -> list[str]:
        """The long text about the element under the cursor."""
        scene = self._scene
        return self.zoom(scene, scene.cursor) if scene and scene.cursor else []

    @property
    def drawing(self) -> Drawing:
        return self._drawing

    @property
    def places(self) -> dict[Element, Region]:
        """Regions of the elements in the current drawing."""
        return self._drawing.places

    @property
    def has_news(self) -> bool:
        """True if the log's last sentences are visible, on the board or beside it."""
        return self._drawing.has_news or (self._scene is not None and self._scene.has_log)

    @property
    def numbers(self) -> dict[int, Element]:
        """The elements that keys 1 to 9 select."""
        if self._drawing.numbers is not None:
            return self._drawing.numbers
        return dict(enumerate(islice(self.places, NUMBERED_MAX), 1))

    def show(self, scene: Scene[S, A, E]) -> None:
        """Draw a scene, and paint the rows that differ from the last drawing."""
        self._scene = scene
        self._redraw(Size(*self.size))

    def _redraw(self, size: Size) -> None:
        """Draw the scene at a size, paint the rows that changed, and keep the other rendered
        rows."""
        before, rows = self._drawing, self._rows
        self._drawing, self._rows = self._drawn(size)
        if self._drawing is not before:
            changed = self.paint(self._drawing.canvas)
            self._rows.update({y: row for y, row in rows.items() if y not in changed})

    def _drawn(self, size: Size) -> CachedDrawing:
        scene = self._scene
        if scene is None or size.width < SIZE_MIN.width or size.height < SIZE_MIN.height:
            # A sentence covers a board that is too small. It has no places: those of the last
            # drawing may be gone.
            return CachedDrawing(_NOTHING, {})
        key = self._key(scene, size, scene.frame)
        if scene.viewer == SPECTATOR:
            # Spectators of a table see the same, so that their apps share the drawings.
            self._cached = shared_drawings(key)
        elif self._cached.key != key:
            self._cached = CachedDrawings(key)
        return self._cached.at(scene.pointer.element, lambda: self._drawing_of(scene, size))

    def _drawing_of(self, scene: Scene[S, A, E], size: Size) -> Drawing:
        # A drawing has hundreds of texts, each of which would otherwise ask the settings for the
        # reader.
        with reading(reader().language, is_ascii=reader().is_ascii):
            drawing = self.draw(scene, size)
            mark_hint(drawing, scene)
            draw_losses(drawing, scene.losses)
            draw_looks(drawing, scene.looks, scene.cursor)
            if scene.primer:
                beside = self.regions_beside_note(scene, drawing)
                chosen = [
                    drawing.places[element]
                    for element in {scene.cursor, *scene.hinted}
                    if element in drawing.places
                ]
                draw_primer(drawing, scene.primer, beside, chosen)
        return drawing

    def regions_beside_note(self, scene: Scene[S, A, E], drawing: Drawing) -> list[Region] | None:
        """Return the regions of the board that stay beside a note; None for the whole board. They
        are the selectable elements and the panels that the note mentions."""
        assert scene.primer
        marks = self.FIRST_MARKS.get(scene.primer.phase)
        if marks is None:
            return None
        elements = {*scene.selectable, *scene.hinted, scene.cursor}
        if scene.chooser:
            # Include elements that another selection would begin with.
            elements.update(scene.chooser.selected)
            elements.update(touched[0] for touched in scene.chooser.targets if touched)
        # The board's title is in the first row, with a blank at each side.
        title = Region(0, 0, len(scene.game.title) + 2, 1)
        regions = [drawing.marks[name] for name in marks if name in drawing.marks]
        places = (place for element, place in drawing.places.items() if element in elements)
        return [title, *regions, *places]

    @property
    def cursor_screen_offset(self) -> Offset:
        """Screen position of the element under the cursor."""
        place = self.places.get(self._scene.cursor) if self._scene and self._scene.cursor else None
        inside = place.offset + Offset(1, 1) if place else Offset(0, 0)
        return self.region.offset + inside

    def neighbour(self, element: Element | None, dx: int, dy: int) -> Element | None:
        """Return the nearest element in a direction; the first element if there is no start."""
        return neighbour(self.places, element, dx, dy)

    def on_resize(self, event: events.Resize) -> None:
        """Draw for the new size, unless the layout has already done so."""
        if not self._fits(event.size):
            self._redraw(event.size)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render rows, after drawing for a new size. A board has neither a border nor a widget over
        it, which Textual would have to add."""
        if not self._fits(self.size):
            self._drawing, self._rows = self._drawn(Size(*self.size))
            self._canvas = self._drawing.canvas
        return [self._row(y).crop(crop.x, crop.right) for y in crop.line_range]

    def _fits(self, size: Size) -> bool:
        return (self._canvas.width, self._canvas.height) == size

    def _row(self, y: int) -> Strip:
        row = self._rows.get(y)
        if row is None:
            row = self._rows[y] = self._rendered(y)
        return row

    def _rendered(self, y: int) -> Strip:
        """Return a row of cells; a row with wide characters is made of segments instead."""
        canvas = self._canvas
        colour = colour_of_cells(facts_of(self.app))
        if self._cells is None or self._cells.colour != colour:
            self._cells = CellTable(colour, self._style)
        table, styles = self._cells, self._styles
        try:
            cells = [table[run] for run in canvas.grid[y]]
        except LookupError:
            return self.render_line(y)
        return CellRow(
            cells, colour, lambda: [Segment(text, styles[name]) for text, name in canvas.row(y)]
        )

    def _resolve_style(self, name: str) -> Style:
        """Return a style as Textual's filters would leave it in each row."""
        segments = [Segment(" ", super()._resolve_style(name))]
        for line_filter in self.get_line_filters():
            segments = line_filter.apply(segments, self.background_colors[1])
        return segments[0].style or Style.null()

    def notify_style_update(self) -> None:
        """Render all rows again after a change of theme."""
        super().notify_style_update()
        self._rows = {}
        self._cells = None

    # --- mouse

    def _element_at(self, x: int, y: int) -> Element | None:
        return next(
            (element for element, region in self.places.items() if region.contains(x, y)), None
        )

    def on_mouse_move(self, event: events.MouseMove) -> None:
        element = self._element_at(event.x, event.y)
        if element is not None and self._scene and element != self._scene.cursor:
            self.post_message(self.Pointed(element))

    def on_click(self, event: events.Click) -> None:
        """Report the clicked element, or the pane whose name was clicked."""
        element = self._element_at(event.x, event.y)
        if element is not None:
            self.post_message(self.Clicked(element))
            return
        for pane, region in self._drawing.panes.items():
            if region.contains(event.x, event.y):
                self.post_message(self.Opened(pane))


GOOD_HINT: Final = (HINT_SIGN, "strong token-ink on good")
"""Sign and style of the mark on an element of the best hint, or of a hint about as good."""


def mark_hint(drawing: Drawing, scene: AnyScene) -> None:
    """Mark the elements of a hint. The mark is in the lower left cell of the element's place; if
    that holds a letter, in the nearest blank cell at its edges. A hint that is worse than the first
    one has the mark of a mistake, or it would look like the best choice."""
    sign = ("?", "strong token-ink on bad") if scene.is_hint_worse else GOOD_HINT
    for element in scene.hinted:
        place = drawing.places.get(element)
        if place:
            canvas = drawing.canvas
            x, y = _mark_place(canvas, place)
            cells = [x] if canvas.grid[y][x][0] != "[" else [x, place.right - 1]
            for cell in cells:
                # A button loses both brackets, or it would look broken.
                canvas.text(cell, y, sign)


def _mark_place(canvas: Canvas, place: Region) -> tuple[int, int]:
    """Return the cell for a mark, preferably one without a letter."""
    corner = place.x, place.bottom - 1
    if not canvas.grid[corner[1]][corner[0]][0].isalnum():
        return corner
    edges = ((x, y) for x in (place.x, place.right - 1) for y in reversed(place.line_range))
    return next(((x, y) for x, y in edges if canvas.grid[y][x][0] == " "), corner)


AnyBoard = Board[Any, Any, Any]
