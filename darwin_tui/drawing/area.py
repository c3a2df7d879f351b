"""Areas of a drawing: division into rows and columns, texts, pixel pictures and large letters."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from string import Formatter
from typing import Final, NamedTuple, TypeVar

import msgspec
from textual.cache import LRUCache
from textual.geometry import Region

from darwin_core.contract.game import Element
from darwin_core.text.language import reader, tr
from darwin_tui.drawing.canvas import (
    Canvas,
    Drawing,
    Look,
    Run,
    Styled,
    Written,
    beginning,
    cells_of,
    columns_of,
    length,
    wrapped,
)
from darwin_tui.drawing.palette import Palette
from darwin_tui.drawing.picture import Picture, Pixel, pictures

T = TypeVar("T")

ELLIPSIS: Final = "…"
LIT_LUMINANCE: Final = 0.13
"""Luminance from which a picture's pixels are drawn in terminals without colours."""
LIT_SHARE: Final = 4
"""A picture of whose pixels less than one in so many is lit is drawn by its dark pixels."""


class Grow(NamedTuple):
    """A size that grows with the room: a share of the rest by weight, within limits."""

    least: int = 0
    most: int = 10_000
    """More than any terminal has."""
    weight: int = 1


Size = int | Grow
"""Columns or rows: a fixed number, or a share."""


def sizes(room: int, wanted: Sequence[Size], gap: int = 0) -> list[int]:
    """Divide room between fixed sizes and shares. Fixed sizes and the minimums of the shares come
    first. The rest is shared by weight, up to each maximum; whatever is left stays unused."""
    divided = [size if isinstance(size, int) else size.least for size in wanted]
    room_left = room - sum(divided) - gap * max(len(wanted) - 1, 0)
    growing = [at for at, size in enumerate(wanted) if isinstance(size, Grow)]
    while room_left > 0 and growing:
        weights = sum(_grow(wanted[at]).weight for at in growing)
        shared_out = 0
        for at in list(growing):
            share = _grow(wanted[at])
            more = min(
                # At least 1, so that a rest smaller than the weights is shared out, too.
                max(room_left * share.weight // weights, 1),
                share.most - divided[at],
                room_left - shared_out,
            )
            divided[at] += more
            shared_out += more
            if divided[at] >= share.most:
                growing.remove(at)
        if not shared_out:
            break
        room_left -= shared_out
    return divided


def _grow(size: Size) -> Grow:
    """Return a size as a share; a fixed size does not grow."""
    return size if isinstance(size, Grow) else Grow(size, size)


class Area(msgspec.Struct, frozen=True, eq=False):
    """A region of a drawing. Positions in it count from its upper left cell. Everything written is
    cut at its edges; a cut text ends in an ellipsis, and the drawing notes it in ``cuts``."""

    drawing: Drawing
    region: Region
    ground: str = ""
    """Colour name of the ground; empty for the board's ground."""

    @property
    def width(self) -> int:
        return self.region.width

    @property
    def height(self) -> int:
        return self.region.height

    @property
    def look(self) -> Look:
        return self.drawing.look

    # --- areas in it

    def at(self, x: int, y: int, width: int, height: int, ground: str | None = None) -> "Area":
        """Return an area within this one; if a ground is given, fill the area with it."""
        left, top, own_width, own_height = self.region
        region = Region(left + x, top + y, max(width, 0), max(height, 0))
        if x < 0 or y < 0 or x + width > own_width or y + height > own_height:
            region = region.intersection(self.region)
        inner = Area(self.drawing, region, self.ground)
        return inner if ground is None else inner.on(ground)

    def on(self, ground: str) -> "Area":
        """Fill the area with a ground and return it."""
        filled = self.over(ground)
        filled.fill()
        return filled

    def over(self, ground: str) -> "Area":
        """Return the same area, for writing on an existing ground."""
        return Area(self.drawing, self.region, ground)

    def inside(self, left: int = 1, top: int = 0, right: int = 1, bottom: int = 0) -> "Area":
        """Return the area without some columns and rows at its edges."""
        return self.at(left, top, self.width - left - right, self.height - top - bottom)

    def rows(self, *wanted: Size, gap: int = 0) -> list["Area"]:
        """Divide the area from top to bottom."""
        areas = []
        y = 0
        for height in sizes(self.height, wanted, gap):
            areas.append(self.at(0, y, self.width, height))
            y += height + gap
        return areas

    def columns(self, *wanted: Size, gap: int = 0) -> list["Area"]:
        """Divide the area from left to right."""
        areas = []
        x = 0
        for width in sizes(self.width, wanted, gap):
            areas.append(self.at(x, 0, width, self.height))
            x += width + gap
        return areas

    def part(self, draw: Callable[..., T], context: tuple[object, ...], *args: Hashable) -> T:
        """Draw a part of the board here by ``draw(area, *context, *args)``, or copy it from the
        last drawing.

        Args:
            draw: a function that depends only on the scene, the area and the arguments. It may
                write cells and enter elements, but reads nothing that other parts wrote or entered.
            context: arguments that are the same for the whole drawing.
            args: distinguish the parts that one function draws in an area.
        """
        key = (draw, self.region, self.ground, args)
        return self.drawing.parts.draw(self.drawing, key, lambda: draw(self, *context, *args))

    def stamp(self, draw: Callable[..., object], *args: Hashable) -> None:
        """Draw by ``draw(area, *args)`` here, or copy an earlier drawing.

        The copy comes from any area of the same size on any board.

        Args:
            draw: a function that depends only on the arguments and the area's size, ground, look
                and colours. It enters no elements, and writes in the area and the cells around it.
            args: distinguish the drawings of one function.
        """
        drawing, (left, top, *size) = self.drawing, self.region
        key = (draw, *size, self.ground, args, drawing.look, drawing.palette, reader())
        stamp = _stamps.get(key)
        if stamp is None:
            stamp = _stamps[key] = self._stamp(draw, args)
        for x, y, cells in stamp.written:
            drawing.canvas.write(left + x, top + y, cells)
        drawing.cuts += stamp.cuts

    def _stamp(self, draw: Callable[..., object], args: tuple[Hashable, ...]) -> "_Stamp":
        """Draw on a separate canvas; return the last content of the written cells, in runs of
        neighbouring columns."""
        width, height = self.region.size
        canvas = Canvas(width + 2 * _STAMP_EDGE, height + 2 * _STAMP_EDGE)
        blank = Drawing(canvas, {}, look=self.look, palette=self.drawing.palette)
        draw(Area(blank, Region(_STAMP_EDGE, _STAMP_EDGE, width, height), self.ground), *args)
        columns: dict[int, set[int]] = {}
        for x, y, cells in canvas.written:
            columns.setdefault(y, set()).update(range(x, x + len(cells)))
        written = []
        for y, places in columns.items():
            row = canvas.grid[y]
            # In a run of neighbouring columns, column minus index is constant.
            for _, group in groupby(enumerate(sorted(places)), lambda pair: pair[1] - pair[0]):
                run = [place for _, place in group]
                cells = [*row[run[0] : run[-1] + 1]]
                written.append((run[0] - _STAMP_EDGE, y - _STAMP_EDGE, cells))
        return _Stamp(written, blank.cuts)

    # --- writing

    def style(self, words: str) -> str:
        """Return the words of a style on the area's ground."""
        return _on(words, self.ground)

    def fill(self, character: str = " ", style: str = "") -> None:
        """Fill the area with a character."""
        cells = [(character, self.style(style))] * self.width
        for y in range(self.height):
            self.drawing.canvas.write(self.region.x, self.region.y + y, cells)

    def text(self, x: int, y: int, *pieces: Styled) -> int:
        """Write pieces one after the other; return the column after the last.

        Pieces that do not fit are cut with an ellipsis.
        """
        if not 0 <= y < self.region.height:
            return x + length(pieces)
        cells = self._cells(pieces)
        if x + len(cells) > self.region.width:
            self.drawing.cuts.append("".join(p if isinstance(p, str) else p[0] for p in pieces))
            cells = self._cells(_cut(pieces, self.region.width - x))
        self.drawing.canvas.write(self.region.x + x, self.region.y + y, cells)
        return x + len(cells)

    def _cells(self, pieces: Sequence[Styled]) -> list[Run]:
        """Return the cells of pieces on the area's ground."""
        cells = list[Run]()
        ground = self.ground
        for piece in pieces:
            words, style = (piece, "") if isinstance(piece, str) else piece
            cells += cells_of(words, _on(style, ground))
        return cells

    def right(self, y: int, *pieces: Styled, margin: int = 0) -> int:
        """Write pieces at the right edge; return the column of the first."""
        x = self.width - margin - length(pieces)
        self.text(max(x, 0), y, *pieces)
        return x

    def centre(self, y: int, *pieces: Styled) -> None:
        """Write pieces in the middle of a row."""
        self.text(max((self.width - length(pieces)) // 2, 0), y, *pieces)

    def paragraph(self, y: int, text: str, style: str = "") -> int:
        """Wrap a text to the area's width; return the row after the last line."""
        for line in wrapped(text, max(self.width, 1)):
            self.text(0, y, (line, style))
            y += 1
        return y

    def put(self, x: int, y: int, cells: Sequence[Run]) -> None:
        """Write cells with complete styles; clip them at the edges without an entry in ``cuts``."""
        if not 0 <= y < self.height:
            return
        cells = list(cells[max(-x, 0) : max(self.width - x, 0)])
        self.drawing.canvas.write(self.region.x + max(x, 0), self.region.y + y, cells)

    def picture(self, x: int, y: int, picture: Picture) -> None:
        """Draw a pixel picture with its upper left cell at a position; nothing in ASCII."""
        if not self.look.has_pictures:
            return
        if self.look.has_colours:
            rows = _cells_of(picture, self.ground)
        else:
            is_reversed = self.drawing.palette.is_reversed(self.ground)
            rows = _silhouette(picture, self.drawing.palette, "reverse" if is_reversed else "")
        for row, cells in enumerate(rows, y):
            # Wholly transparent cells keep their content.
            start = 0
            for at in range(len(cells) + 1):
                if at == len(cells) or cells[at] is None:
                    if at > start:
                        run = [cell for cell in cells[start:at] if cell is not None]
                        self.put(x + start, row, run)
                    start = at + 1

    # --- elements

    def enter(self, element: Element) -> None:
        """Enter the area as the place of an element."""
        self.drawing.places[element] = self.region

    def mark(self, name: str) -> "Area":
        """Name the area, so that lessons can find it; return it."""
        self.drawing.marks[name] = self.region
        return self


class _Stamp(NamedTuple):
    """The cells that a function wrote for an area at (0, 0), and the texts that it cut."""

    written: list[Written]
    cuts: list[str]


_STAMP_EDGE: Final = 2
"""Cells around an area in which a stamp may write."""
_STAMPS_MAX: Final = 512
"""Maximum number of stamps in memory."""
_stamps: Final[LRUCache[tuple[object, ...], _Stamp]] = LRUCache(_STAMPS_MAX)


@lru_cache(maxsize=16384)
def _on(words: str, ground: str) -> str:
    """Add a ground to the words of a style that name none."""
    ink, on, own_ground = words.partition(" on ")
    if words.startswith("on "):
        ink = ""
        on = " on "
        own_ground = words.removeprefix("on ")
    if not on:
        own_ground = ground
    return f"{ink} on {own_ground}".strip() if own_ground else ink


def _cut(pieces: Sequence[Styled], room: int) -> list[Styled]:
    """Cut pieces to a number of columns."""
    shortened: list[Styled] = []
    for number, piece in enumerate(pieces, 1):
        words, style = (piece, "") if isinstance(piece, str) else piece
        columns = columns_of(words)
        # A piece that fits exactly must still leave a column for the ellipsis, unless it is the
        # last.
        if columns > room - 1 and (columns > room or number < len(pieces)):
            shortened.append((f"{beginning(words, room - 1)}{ELLIPSIS}" if room > 0 else "", style))
            return shortened
        shortened.append((words, style))
        room -= columns
    return shortened


Cells = tuple[tuple[Run | None, ...], ...]
"""Rows of cells; None if nothing is drawn there."""


@lru_cache(maxsize=2048)
def _cells_of(picture: Picture, ground: str) -> Cells:
    return tuple(
        tuple(_cell(top, bottom, ground) for top, bottom in row) for row in _paired_pixels(picture)
    )


def _paired_pixels(picture: Picture) -> Iterator[Iterator[tuple[Pixel, Pixel]]]:
    """Yield a picture's rows of cells: the upper and lower pixel of each cell."""
    rows = [*picture.rows]
    if len(rows) % 2:
        rows.append((None,) * picture.width)
    for above, below in zip(rows[::2], rows[1::2], strict=True):
        yield zip(above, below, strict=True)


def _cell(top: str | None, bottom: str | None, ground: str) -> Run | None:
    """Return the cell of two pixels, one above the other; None if both are transparent."""
    if top is None and bottom is None:
        return None
    if top == bottom:
        return (" ", _on(f"on {top}", ""))
    if top is None:
        return ("▄", _on(f"{bottom}", ground))
    if bottom is None:
        return ("▀", _on(f"{top}", ground))
    return ("▀", _on(f"{top} on {bottom}", ""))


_BLOCKS: Final = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
"""Characters by whether the upper and the lower pixel of a cell are drawn."""


@lru_cache(maxsize=512)
def _silhouette(picture: Picture, palette: Palette, style: str) -> Cells:
    """Return a picture in one ink: its bright pixels, or its dark ones if few are bright."""
    names = {pixel for row in picture.rows for pixel in row if pixel is not None}
    bright = {name for name in names if _luminance(palette, name) >= LIT_LUMINANCE}
    drawn = [pixel for row in picture.rows for pixel in row if pixel is not None]
    if sum(pixel in bright for pixel in drawn) * LIT_SHARE < len(drawn):
        bright = names - bright
    return tuple(
        tuple(
            None
            if top is None and bottom is None
            else (_BLOCKS[top in bright, bottom in bright], style)
            for top, bottom in row
        )
        for row in _paired_pixels(picture)
    )


def _luminance(palette: Palette, name: str) -> float:
    """Return a colour's luminance from 0 to 1, by the weights of Rec. 709 and a gamma of 2.2."""
    colour = palette.colour(name)
    if colour is None:
        return 0.0
    red, green, blue = (part / 255 for part in colour.get_truecolor())
    return float(0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2)


Pieces = TypeVar("Pieces", bound=Sequence[Styled])


def shortened(text: str, width: int) -> str:
    """Return a text, shortened with an ellipsis to fit."""
    return text if columns_of(text) <= width else f"{beginning(text, width - 1)}{ELLIPSIS}"


def cut(text: str, width: int) -> str:
    """Return a text, shortened with a full stop to fit."""
    if columns_of(text) <= width:
        return text
    end = f"{beginning(text, width - 1).rstrip(' -.')}."
    return end if width > 1 else beginning(text, width)


def fit(room: int, texts: Iterable[str]) -> str:
    """Return the first text that fits; if none does, as much of the last one as fits."""
    text = ""
    for text in texts:
        if columns_of(text) <= room:
            return text
    return beginning(text, room).rstrip()


def fitting(room: int, several: Iterable[Pieces]) -> Pieces:
    """Return the first pieces that fit; the last ones if none do."""
    *all_but_last, last = several
    return next((pieces for pieces in all_but_last if length(pieces) <= room), last)


def styled(message: str, style: str, /, **values: Run) -> list[Run]:
    """Translate a message into pieces in a style, with a separate style for each value.

    For example ``styled(mark("beats {number}"), "dim", number=("4", "strong"))``.
    """
    runs: list[Run] = []
    for text, name, form, _ in Formatter().parse(tr(message)):
        if text:
            runs.append((text, style))
        if name is not None:
            value, value_style = values[name]
            runs.append((format(value, form or ""), value_style))
    return runs


LETTER_GAP: Final = 1
"""Columns between two characters."""
LETTER_ROWS: Final = 3
"""Rows of cells per character."""
LETTER_PIXELS: Final = 5
"""Height of a character; the sixth pixel of its rows of cells is blank."""
LETTER_NAMES: Final = {
    " ": "blank",
    "+": "plus",
    "-": "minus",
    "−": "minus",
    "½": "half",
    "!": "bang",
    "▸": "arrow",
}
"""Picture names of characters that are neither letters nor digits."""


@lru_cache(maxsize=512)
def big_text(text: str, colour: str) -> Picture:
    """Return a text as pixels, five rows high.

    Raises:
        KeyError: for a character without a picture.
    """
    glyphs = pictures("letters")
    rows: list[list[str | None]] = [[] for _ in range(LETTER_PIXELS)]
    for place, character in enumerate(text):
        glyph = glyphs[LETTER_NAMES.get(character, character)]
        for row, pixels in zip(rows, glyph.rows, strict=True):
            row += [None] * (LETTER_GAP if place else 0)
            row += [colour if pixel else None for pixel in pixels]
    return Picture(tuple(map(tuple, rows)))


def write_big(
    area: Area, x: int, y: int, text: str, colour: str = "ink", *, is_doubled: bool = False
) -> int:
    """Write a text in large pixel letters; return the next column.

    In ASCII, the text is of normal size, bold, and in the middle row.
    """
    if area.look.is_ascii:
        return area.text(x, y + 1, (text, f"strong {colour}"))
    picture = big_text(text, colour)
    picture = picture.doubled() if is_doubled else picture
    area.picture(x, y, picture)
    return x + picture.width
