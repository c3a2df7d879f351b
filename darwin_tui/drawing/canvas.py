"""The canvas of a board, independent of terminals: a grid of characters, its look and cursor, and
the parts of the last drawing, which are reused in the next one."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, repeat
from textwrap import wrap
from typing import Any, Final, Generic, NamedTuple, TypeVar

import msgspec
from rich.cells import cell_len
from textual.geometry import Region

from darwin_core.contract.game import Element
from darwin_tui.drawing.palette import Palette


class Look(NamedTuple):
    """The characters and colours of a terminal, as far as they affect drawings."""

    has_colours: bool = True
    is_ascii: bool = False

    @property
    def has_pictures(self) -> bool:
        """Pixel pictures can be drawn, as half blocks are available."""
        return not self.is_ascii


PLAIN: Final = Look()
"""Colours and all characters."""


class Reads(msgspec.Struct):
    """The questions that a drawing asked about the cursor."""

    elements: set[Element] = msgspec.field(default_factory=set)
    kinds: set[str] = msgspec.field(default_factory=set)
    is_whole: bool = False
    """The drawing read the cursor's element itself, so any move may change the answer."""

    def update(self, other: "Reads") -> None:
        """Add the questions of another drawing."""
        self.elements |= other.elements
        self.kinds |= other.kinds
        self.is_whole |= other.is_whole

    def may_differ(self, before: Element | None, now: Element | None) -> bool:
        """Return whether an answer may differ between two cursor positions."""
        if before == now:
            return False
        return self.is_whole or self._asks(before) or self._asks(now)

    def _asks(self, cursor: Element | None) -> bool:
        """Return whether a question was about an element."""
        return cursor is not None and (cursor in self.elements or cursor[0] in self.kinds)


class Cursor:
    """The cursor of a scene, which notes every read."""

    def __init__(self, element: Element | None = None) -> None:
        self.element = element
        self.readers: list[Reads] = []
        """The parts being drawn, innermost last."""

    def read(self) -> Element | None:
        """Return the element under the cursor."""
        for reads in self.readers:
            reads.is_whole = True
        return self.element

    def is_on(self, element: Element) -> bool:
        """Return whether the cursor is on an element."""
        for reads in self.readers:
            reads.elements.add(element)
        return self.element == element

    def number_of(self, kind: str) -> int | None:
        """Return the number of the element under the cursor; None if it is of another kind."""
        for reads in self.readers:
            reads.kinds.add(kind)
        return self.element[1] if self.element and self.element[0] == kind else None

    def begin(self) -> None:
        """Begin to note the questions of another reader."""
        self.readers.append(Reads())

    def end(self) -> Reads:
        """End noting; return the questions of the last reader."""
        return self.readers.pop()

    def note(self, reads: Reads) -> None:
        """Note questions that an earlier drawing asked."""
        for reader in self.readers:
            reader.update(reads)


Run = tuple[str, str]
"""A piece of text and the name of its style."""

Styled = str | Run
"""A piece of text in the default style or in a named one."""

Written = tuple[int, int, list[Run]]
"""A column, a row, and the cells from there on."""

T = TypeVar("T")

_SECOND: Final = "\0"
"""Stands for the second cell of a wide character in a row's text."""
_FIRST_WIDE: Final = "\u1100"
"""The first character that may be wide: Hangul; Kana and Han follow."""

FRAMES: Final = {"plain": "╭╮╰╯─│", "heavy": "┏┓┗┛━┃", "dotted": "    ┄┆"}
"""Frames, which show the states of elements without colour: upper left, upper right, lower left and
lower right corner, horizontal and vertical side."""
ASIDE_WEIGHT: Final = 2
"""Weight of a distance aside, against one straight ahead, in the search for a neighbour."""
ROW_COLUMNS: Final = 2
"""Columns about as wide as a row is high."""


class Canvas:
    """A drawing of fixed size, clipped at its edges."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells: list[list[Run]] = [[(" ", "")] * width for _ in range(height)]
        self.written: list[Written] = []
        """All writes, in order."""

    def text(self, x: int, y: int, *pieces: Styled) -> int:
        """Write pieces one after the other; return the column after the last."""
        cells = list[Run]()
        for piece in pieces:
            cells += cells_of(piece, "") if isinstance(piece, str) else cells_of(*piece)
        self.write(x, y, cells)
        return x + len(cells)

    def write(self, x: int, y: int, cells: list[Run]) -> None:
        """Write cells of a row."""
        if not 0 <= y < self.height:
            return
        if x < 0 or x + len(cells) > self.width:
            cells = _whole(cells[max(-x, 0) : max(self.width - x, 0)])
            x = max(x, 0)
        if cells:
            row = self._cells[y]
            end = x + len(cells)
            # A half-covered wide character becomes a blank.
            if not row[x][0]:
                row[x - 1] = (" ", row[x - 1][1])
            if end < self.width and not row[end][0]:
                row[end] = (" ", row[end][1])
            row[x:end] = cells
            self.written.append((x, y, cells))

    def copy(self, written: list[Written]) -> None:
        """Write the cells of an earlier drawing on a canvas of the same size."""
        rows = self._cells
        for x, y, cells in written:
            rows[y][x : x + len(cells)] = cells
        self.written += written

    def rule(self, y: int) -> None:
        """Draw a thin line across."""
        self.text(0, y, ("─" * self.width, "rule"))

    def row(self, y: int) -> list[Run]:
        """Return a row as the fewest possible pieces of one style each."""
        cells = self._cells[y]
        text = "".join([character for character, _ in cells])
        end = 0
        if len(text) < len(cells):
            # _SECOND stands for the second cell of a wide character, and is removed again below.
            text = "".join([character or _SECOND for character, _ in cells])
        runs = list[Run]()
        for style, alike in groupby([style for _, style in cells]):
            start, end = end, end + len(list(alike))
            runs.append((text[start:end].replace(_SECOND, ""), style))
        return runs

    @property
    def grid(self) -> Sequence[Sequence[Run]]:
        """All cells, row by row, each a character and its style."""
        return self._cells

    def ground(self, x: int, y: int) -> str:
        """Return the name of a cell's ground; empty for the board's ground."""
        return ground_of(self._cells[y][x][1])

    def changed_rows(self, other: "Canvas") -> list[int]:
        """Return the rows that differ in another drawing of the same size."""
        pairs = enumerate(zip(self.grid, other.grid, strict=True))
        return [y for y, (mine, theirs) in pairs if mine != theirs]

    def plain(self) -> str:
        """Return only the characters."""
        rows = ("".join(character for character, _ in cells).rstrip() for cells in self._cells)
        return "\n".join(rows)


def ground_of(style: str) -> str:
    """Return the name of the ground in a style; empty for the board's ground."""
    return style.removeprefix("on ") if style.startswith("on ") else style.partition(" on ")[2]


@lru_cache(maxsize=8192)
def cells_of(text: str, style: str) -> tuple[Run, ...]:
    """Return the cells of a text; an empty cell follows each wide character.

    They are cached because most of a board is the same in each drawing.
    """
    if columns_of(text) == len(text):
        return tuple(zip(text, repeat(style)))
    wide = (("", style),)
    return tuple(
        cell
        for character in text
        for cell in ((character, style), *wide * (cell_len(character) - 1))
    )


def _whole(cells: list[Run]) -> list[Run]:
    """Return cut cells, with blanks for wide characters that the cut halved."""
    if cells and not cells[0][0]:
        cells = [(" ", cells[0][1]), *cells[1:]]
    if cells and columns_of(cells[-1][0]) > 1:
        cells = [*cells[:-1], (" ", cells[-1][1])]
    return cells


def beginning(text: str, columns: int) -> str:
    """Return the longest beginning of a text within a number of columns."""
    columns = max(columns, 0)
    text = text[:columns]
    while columns_of(text) > columns:
        text = text[:-1]
    return text


def columns_of(text: str) -> int:
    """Return the columns of a text; a wide character has two."""
    return len(text) if text.isascii() or max(text) < _FIRST_WIDE else cell_len(text)


def spread(text: str) -> str:
    """Return a text with a sign after each wide character, so that its length is its columns; see
    ``gathered``."""
    if columns_of(text) == len(text):
        return text
    return "".join(character or _SECOND for character, _ in cells_of(text, ""))


def gathered(text: str) -> str:
    """Return the text, or a part of it, from which ``spread`` made a text."""
    return text.replace(_SECOND, "")


def wrapped(text: str, columns: int) -> list[str]:
    """Return the lines of a text that is wrapped to a number of columns."""
    return list(map(gathered, wrap(spread(text), columns)))


def length(pieces: Sequence[Styled]) -> int:
    """Return the columns of pieces."""
    columns = 0
    for piece in pieces:
        columns += columns_of(piece if isinstance(piece, str) else piece[0])
    return columns


class Part(msgspec.Struct, Generic[T]):
    """A drawn part of a board, with its texts and places, kept for the next drawing."""

    result: T
    cursor: Element | None
    """The cursor's element when the part was last valid."""
    reads: Reads
    written: list[Written]
    places: dict[Element, Region]
    numbers: dict[int, Element] | None
    has_news: bool
    panes: dict[int, Region]
    marks: dict[str, Region]
    cuts: list[str]

    def enter(self, drawing: "Drawing") -> None:
        """Enter everything but the written cells in a drawing."""
        drawing.places.update(self.places)
        drawing.panes.update(self.panes)
        drawing.marks.update(self.marks)
        drawing.cuts += self.cuts
        drawing.has_news |= self.has_news
        if self.numbers is not None:
            drawing.numbers = self.numbers


class Parts:
    """The parts of a board's last drawing, kept for reuse in the next one.

    A move of the cursor changes little of a drawing. A part is drawn again if an answer to its
    questions about the cursor may differ; else its texts and places are copied. Any other change of
    the scene redraws all parts.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._cursor = Cursor()
        self._parts: dict[Hashable, Part[Any]] = {}

    def start(self, key: object, cursor: Cursor) -> None:
        """Begin a drawing.

        Args:
            key: everything the drawing depends on, except the cursor.
            cursor: the current cursor.
        """
        self._cursor = cursor
        if key != self._key:
            self._key = key
            self._parts.clear()

    def draw(self, drawing: "Drawing", key: Hashable, draw: Callable[[], T]) -> T:
        """Draw a part, or copy it if it would be the same.

        Args:
            drawing: the drawing that has begun.
            key: what is drawn, and where.
            draw: draws the part.
        """
        cursor = self._cursor
        part: Part[T] | None = self._parts.get(key)
        if part is None or part.reads.may_differ(part.cursor, cursor.element):
            part = self._parts[key] = self._drawn(drawing, draw)
        else:
            part.cursor = cursor.element
            cursor.note(part.reads)
            drawing.canvas.copy(part.written)
        part.enter(drawing)
        return part.result

    def _drawn(self, drawing: "Drawing", draw: Callable[[], T]) -> Part[T]:
        """Draw a part; note its cells, what it enters, and its questions about the cursor. Until it
        ends, the drawing has nothing else entered, so that all of it is the part's."""
        outer = drawing.entered
        drawing.entered = ({}, None, False, {}, {}, [])
        start = len(drawing.canvas.written)
        self._cursor.begin()
        try:
            result = draw()
        finally:
            reads = self._cursor.end()
            entered = drawing.entered
            drawing.entered = outer
        return Part(result, self._cursor.element, reads, drawing.canvas.written[start:], *entered)


Entered = tuple[
    dict[Element, Region],
    dict[int, Element] | None,
    bool,
    dict[int, Region],
    dict[str, Region],
    list[str],
]
"""Places, numbers, whether there are news, panes, marks and cuts."""


class Drawing(msgspec.Struct):
    """A drawn board, with the places of its elements."""

    canvas: Canvas
    places: dict[Element, Region]
    """In the order of the keys 1 to 9 that select them, unless ``numbers`` differs."""
    numbers: dict[int, Element] | None = None
    """The elements that keys 1 to 9 select, if digits are drawn for them."""
    has_news: bool = False
    """The last sentences of the log are drawn."""
    panes: dict[int, Region] = {}
    """The places of the panes' names; a click opens the pane."""
    marks: dict[str, Region] = {}
    """Places of panels by title, and of other things that a lesson mentions."""
    parts: Parts = msgspec.field(default_factory=Parts)
    look: Look = PLAIN
    """Characters and colours that the terminal can show."""
    palette: Palette = msgspec.field(default_factory=lambda: Palette({}, 0))
    """Colours of the theme and the game."""
    cuts: list[str] = []
    """Texts that were cut for lack of room."""

    @property
    def entered(self) -> Entered:
        """Everything but the cells."""
        return self.places, self.numbers, self.has_news, self.panes, self.marks, self.cuts

    @entered.setter
    def entered(self, entered: Entered) -> None:
        self.places, self.numbers, self.has_news, self.panes, self.marks, self.cuts = entered


SEAT_MARKS: Final = "●▲■◆★♁○△□◊☆♀"
"""A mark for each seat beside its colour. From the seventh seat on, colours repeat; marks do
not."""


K = TypeVar("K")


def neighbour(places: Mapping[K, Region], start: K | None, dx: int, dy: int) -> K | None:
    """Return the nearest place in a direction; the start if there is none, the first place if there
    is no start.

    Distances are between the middles of places. Exactly one of ``dx`` and ``dy`` is not 0.
    """
    if start is None or start not in places:
        return next(iter(places), None)
    home = places[start]
    x, y = home.x + home.width / 2, home.y + home.height / 2
    best = (True, float("inf"))
    nearest = start
    for other, region in places.items():
        along = (region.x + region.width / 2 - x) * dx + (region.y + region.height / 2 - y) * dy
        across = abs(region.x + region.width / 2 - x) * abs(dy)
        across += ROW_COLUMNS * abs(region.y + region.height / 2 - y) * abs(dx)
        # Sideways, places in the same rows come first, at any distance.
        is_off = bool(dx) and not (region.y < home.bottom and home.y < region.bottom)
        distance = is_off, along + ASIDE_WEIGHT * across
        if other != start and along > 0 and distance < best:
            best, nearest = distance, other
    return nearest
