"""The painter: the bytes that change a terminal's current cells into those of a new picture.

Textual sends every line of a painted widget with all its styles. Over SSH each byte costs, so a
painter remembers the cells that its terminal shows, and sends only changed cells. Colours and
characters that the terminal lacks are replaced in the cell, so that no output needs filtering
afterwards. Reduced to sixteen, a colour keeps its hue; the nearest colour would often be a grey.

A board provides rows of finished cells, which need no segments. A patch creates the caches of
Textual's lines on first use.
"""

import colorsys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len, split_graphemes
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.cache import FIFOCache
from textual.geometry import Size
from textual.screen import Screen
from textual.strip import Strip

from darwin_tui.terminal.facts import Colour, TerminalFacts
from darwin_tui.terminal.printable import clean

_CACHED_MAX: Final = 4096
"""Number of results that each cache of characters and styles keeps, chosen by hand."""
_ASCII: Final = str.maketrans(
    {
        **dict(zip("─━│┃╭╮╰╯┏┓┗┛┄┆┊╌┈", "-=|#..''####.::-.", strict=True)),
        # The seats' marks.
        **dict(zip("●▲■◆★♁○△□◊☆♀", "o^#*%@&$;!=~", strict=True)),
        **dict(zip("▓▒░█▕▏·•◇−×→←↑↓✓✗▶»▸◀◂⏸–—‹›", "#:.#||..+-x></v+x>}><<=--<>", strict=True)),
        # Textual's tables, borders and scroll bars.
        **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
        **dict.fromkeys("▁▂▃▄▅▆▇▀", "#"),
        **dict.fromkeys("▊▎▉▋▌▍▐▮", "|"),
        **dict.fromkeys("▔", "-"),
        # Corners of cards and of their rings, and the lattice of backs.
        **dict(zip("▗▖▝▘▟▙▜▛▚≡", "..''..''%=", strict=True)),
        # Ways on a chart, targets, and slopes.
        **dict(zip("▴▾▹◃▵▿‣▼╱╲", '^v)("!]v/\\', strict=True)),
        # Homes and camps, traits, coins, notes, objectives, seals, stamps, anchors.
        **dict(zip("⌂✦¢✎◎◉▤‡", "AtcnQSm+", strict=True)),
        **dict(zip("’‘“”„…⏎⌫°±", '\'\'"""~<<*~', strict=True)),
        # A half, which would be decomposed to 1, and letters that are not decomposed.
        **dict(zip("½ßøØæÆœŒłŁđĐðÐþÞı", "hsoOaAoOlLdDdDpPi", strict=True)),
        # Environments.
        **dict(zip("∴↟⌒Ψ∧≈✻∩∽", "dfhjmoiuw", strict=True)),
        # Braille dots of curves and maps.
        **dict.fromkeys(map(chr, range(0x2801, 0x2900)), "*"),
    }
)


def to_ascii(text: str) -> str:
    """Return the text in ASCII; ``?`` replaces a character without an equivalent."""
    return text if text.isascii() else "".join(map(_ascii_of, text))


@lru_cache(maxsize=_CACHED_MAX)
def _ascii_of(character: str) -> str:
    if character.isascii():
        return character
    drawn = character.translate(_ASCII)
    # A letter with an accent is decomposed to the letter.
    plain = drawn if drawn.isascii() else unicodedata.normalize("NFKD", character)[0]
    return plain if plain.isascii() else "?"


SATURATION_MIN: Final = 0.25
CHROMA_MIN: Final = 0.17
"""Minimum saturation (HSV, from 0 to 1) and minimum product of saturation and brightness of a
colour that keeps its hue."""
VALUE_MIN: Final = 0.27
"""Minimum brightness of a ground or pixel that keeps its hue. The dark colours of all hues but blue
are far brighter, and eyes would vanish in a face of the same hue."""
BRIGHT: Final = 8
BLACK: Final = 0
BLUE: Final = 4
WHITE: Final = 15
"""Numbers among the 16 colours of a terminal; BRIGHT is added for the bright colour of a hue."""
HUES_DEGREES: Final = ((20, 1), (68, 3), (155, 2), (195, 6), (262, 4), (335, 5), (360, 1))
"""The end of each hue in degrees, and its dark colour: red, yellow, green, cyan, blue, magenta."""
BRIGHT_INK_LUMINANCE: Final = {1: 0.06, 2: 0.25, 3: 0.42, 4: 0.08, 5: 0.1, 6: 0.25}
"""Luminance from which a text has its hue's bright colour. Dark red, blue and magenta are
unreadable on dark grounds."""
BRIGHT_GROUND_LUMINANCE: Final = 0.3
"""Luminance from which a ground has its hue's bright colour."""
CONTRAST_MIN: Final = 3.0
"""WCAG contrast below which a text is black or white instead; WCAG demands 3 of large text."""
BLOCKS: Final = frozenset(" ▀▄█▌▐▟▙▜▛▗▖▝▘")
"""Characters that are parts of pictures."""
_LEVELS: Final = (
    *((0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0)),
    *((0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)),
    *((85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85)),
    *((85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255)),
)
"""The sixteen colours of the Linux console; other terminals have similar ones."""


@lru_cache(maxsize=_CACHED_MAX)
def in_sixteen(style: Style, *, is_picture: bool) -> Style:
    """Return a style in sixteen colours.

    Args:
        style: any style.
        is_picture: both colours are pixels of a picture. A text gets readable ink.
    """
    ink, ground = style.color, style.bgcolor
    if ground:
        ground = _reduced(ground, is_ink=False)
    if ink:
        ink = _reduced(ink, is_ink=not is_picture)
        if ground and not is_picture and contrast(ink, ground) < CONTRAST_MIN:
            shades = map(Color.from_ansi, (BLACK, WHITE))
            ink = max(shades, key=lambda shade: contrast(shade, ground))
    return style + Style.from_color(ink, ground)


def _reduced(colour: Color, *, is_ink: bool) -> Color:
    """Return a colour reduced to sixteen; numbers below sixteen are the terminal's palette."""
    if (colour.number is not None and colour.number < 2 * BRIGHT) or colour.is_default:
        return colour
    levels = colour.get_truecolor()
    hue, saturation, value = colorsys.rgb_to_hsv(*(level / 255 for level in levels))
    if saturation < SATURATION_MIN or saturation * value < CHROMA_MIN:
        return colour.downgrade(ColorSystem.STANDARD)
    number = next(dark for end, dark in HUES_DEGREES if hue * 360 <= end)
    if value < VALUE_MIN and number != BLUE and not is_ink:
        return Color.from_ansi(BLACK)
    least = BRIGHT_INK_LUMINANCE[number] if is_ink else BRIGHT_GROUND_LUMINANCE
    return Color.from_ansi(number + BRIGHT * (_luminance(levels) >= least))


def contrast(ink: Color, ground: Color) -> float:
    """Return the WCAG contrast of two of the sixteen colours, in either order."""
    # The formula adds 0.05 for the light that a screen reflects.
    low, high = sorted(_luminance(_LEVELS[colour.number or 0]) for colour in (ink, ground))
    return (high + 0.05) / (low + 0.05)


def _luminance(levels: Iterable[int]) -> float:
    """Return the luminance from 0 to 1 of levels up to 255, by the weights of Rec. 709 and a gamma
    of 2.2."""
    red, green, blue = (float((level / 255) ** 2.2) for level in levels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


Codes = tuple[str, str, str]
"""Select Graphic Rendition codes of a style: attributes, colour, background."""
Cell = tuple[str, Codes]
"""A character with its combining characters, and its style. An empty cell follows a wide
character."""
Part = tuple[int, int, Iterable[Segment], int, int]
"""Some columns of a line: the column and row of its segments, the segments, and the first and end
of the painted columns."""

_DEFAULT: Final[Codes] = ("", "39", "49")
"""The terminal's own colours, without attributes."""
_ANY_COLOUR: Final = ""
"""The colour of a blank, which is invisible."""
_NOT_SEEN_IN_BLANKS: Final = ("", "1", "2", "3", "1;2", "1;3", "2;3", "1;2;3")
"""Attributes that do not change a blank: bold, dim, italic."""
_WEIGHTS: Final = ("1", "2", "1;2")
"""Bold and dim, which one code ends without changing the colours."""
_GAP_CELLS_MAX: Final = 3
"""Maximum number of unchanged cells that are sent again between changed ones of the same style.
Moving the cursor costs at least four bytes."""
_ERASED_CELLS_MIN: Final = 9
"""Minimum number of blanks that are erased. Fewer are written, since erasing does not move the
cursor."""
_NULL: Final = Style.null()
_RESET: Final = "\x1b[0m"
_SYSTEMS: Final[dict[Colour, ColorSystem]] = {
    "16": ColorSystem.STANDARD,
    "256": ColorSystem.EIGHT_BIT,
    "truecolor": ColorSystem.TRUECOLOR,
}


class Painter:
    """One terminal's current cells, and the output for the next picture."""

    def __init__(self, facts: TerminalFacts) -> None:
        """Start with a terminal of unknown content.

        Args:
            facts: colours and characters to use; they may change between pictures.
        """
        self.facts = facts
        self._rows: dict[int, list[Cell | None]] = {}
        self.size: Size | None = None
        """Size of the last picture."""

    def reset(self) -> None:
        """Forget the cells that the terminal shows, as after dropped frames. The next picture of
        the whole screen is sent completely."""
        self._rows = {}

    def paint(self, parts: Iterable[Part], size: Size) -> str:
        """Return the output for parts of a picture.

        Args:
            size: size of the whole screen. A terminal of a new size has unknown content.
        """
        if size != self.size:
            self.reset()
            self.size = size
        runs: list[Run] = []
        facts = self.facts
        for x, y, segments, first, end in parts:
            if isinstance(segments, CellRow) and segments.colour == colour_of_cells(facts):
                cells = segments.cells
            else:
                cells = []
                for text, rich_style, _ in segments:
                    cells += _cells(text, rich_style or _NULL, facts.colour, facts.has_unicode)
            runs += self._changed_runs(x, y, cells, first - x, end - x)
        return _shortest(runs, size.width if self.facts.fills_erased_cells else 0)

    def _changed_runs(
        self, x: int, y: int, cells: list[Cell], low: int, high: int
    ) -> Iterator["Run"]:
        """Yield the cells from ``low`` to ``high`` that the terminal does not show; note all as
        shown. Runs include gaps that are too short to skip."""
        if low < len(cells) and not cells[low][0]:
            # Begin with the first half of a wide character.
            low -= 1
        row = self._rows.setdefault(y, [])
        row += [None] * (x + len(cells) - len(row))
        shown = row[x : x + len(cells)]
        if shown[low:high] == cells[low:high]:
            return
        changed = _whole_characters(
            [at for at in range(low, min(high, len(cells))) if shown[at] != cells[at]], cells
        )
        for first, last in _runs(changed, cells):
            run = cells[first : last + 1]
            row[x + first : x + last + 1] = run
            yield Run(x + first, y, run)


class Run(NamedTuple):
    """Neighbouring cells of a row to write."""

    x: int
    y: int
    cells: list[Cell]


class Piece(NamedTuple):
    """Neighbouring cells of one style, as written."""

    x: int
    y: int
    codes: Codes
    text: str
    end: int
    """The column after the piece; -1 if terminals disagree about it."""


def _shortest(runs: list[Run], erased_width: int) -> str:
    """Return the output of runs, in order or style by style, whichever is shorter.

    A board has the same few styles in many rows, and moving the cursor costs less than a colour.

    Args:
        erased_width: columns before which blanks are erased.
    """
    pieces = [piece for run in runs for piece in _pieces(run)]
    if erased_width:
        pieces = [part for piece in pieces for part in _with_erased_end(piece, erased_width)]
    by_style = sorted(pieces, key=_ground_first)
    return min(_written(pieces), _written(by_style), key=len)


def _ground_first(piece: Piece) -> Codes:
    """Return the sort key by background, then colour, then attributes."""
    return piece.codes[::-1]


def _pieces(run: Run) -> Iterator[Piece]:
    """Split a run into pieces of one style each. The halves of a wide character stay together, and
    so do blanks with preceding text on the same ground."""
    x, y, cells = run
    start = 0
    codes = cells[0][1]
    for at, (text, cell_codes) in enumerate(cells):
        if cell_codes == codes or not text:
            continue
        if not _is_written_as(codes, cell_codes):
            yield _piece(x + start, y, codes, cells[start:at])
            start, codes = at, cell_codes
    yield _piece(x + start, y, codes, cells[start:])


def _piece(x: int, y: int, codes: Codes, cells: list[Cell]) -> Piece:
    """Return the piece of neighbouring cells in a style."""
    texts = [text for text, _ in cells]
    text = "".join(texts)
    if len(text) == len(texts) and "" not in texts:
        return Piece(x, y, codes, text, x + len(text))
    return _uneven(x, y, codes, texts)


def _uneven(x: int, y: int, codes: Codes, texts: list[str]) -> Piece:
    """Return a piece with cells of zero or several characters."""
    pieces: list[str] = []
    is_column_sure = True
    last = len(texts) - 1
    for at, text in enumerate(texts):
        if not text:
            continue
        if not is_column_sure:
            pieces.append(f"\x1b[{x + at + 1}G")
        is_wide = at < last and not texts[at + 1]
        if len(text) > 1:
            # Terminals disagree about the character's width. Blank its cells first, so that nothing
            # old shows beside it.
            pieces.append(f"{'  ' if is_wide else ' '}\x1b[{x + at + 1}G")
        pieces.append(text)
        is_column_sure = len(text) == 1 and not is_wide
    return Piece(x, y, codes, "".join(pieces), x + len(texts) if is_column_sure else -1)


def _with_erased_end(piece: Piece, width: int) -> Iterable[Piece]:
    """Split off many final blanks of a piece, to be erased. At the end of a row, blanks are
    written: tmux omits erased cells there from its captures."""
    start, y, codes, text, end = piece
    blanks = len(text) - len(text.rstrip(" "))
    is_ground = _is_written_as(codes, ("", _ANY_COLOUR, codes[2]))
    if blanks < _ERASED_CELLS_MIN or end >= width or not is_ground:
        return (piece,)
    column = end - blanks
    erased = Piece(column, y, ("", _ANY_COLOUR, codes[2]), f"\x1b[{blanks}X", column)
    return (
        (erased,) if column == start else (Piece(start, y, codes, text[:-blanks], column), erased)
    )


def _written(pieces: Iterable[Piece]) -> str:
    """Return the output that writes pieces in this order."""
    output: list[str] = []
    style = _DEFAULT
    at_row = -1
    at_column = -1
    for x, y, codes, text, end in pieces:
        if y != at_row:
            output.append(f"\x1b[{y + 1};{x + 1}H")
        elif x != at_column:
            output.append(f"\x1b[{x + 1}G")
        at_row, at_column = y, end
        if codes != style:
            change, style = _change(style, codes)
            output.append(change)
        output.append(text)
    if style != _DEFAULT:
        output.append(_RESET)
    return "".join(output)


def _whole_characters(changed: list[int], cells: list[Cell]) -> list[int]:
    """Return the changed positions, with both halves of each wide character among them."""
    halves = [at - 1 for at in changed if not cells[at][0]]
    halves += [at + 1 for at in changed if at + 1 < len(cells) and not cells[at + 1][0]]
    return sorted({*changed, *halves}) if halves else changed


def _runs(positions: Iterable[int], cells: list[Cell]) -> Iterator[tuple[int, int]]:
    """Yield the first and last of each group of neighbouring positions."""
    first = last = None
    for position in positions:
        if first is None or last is None:
            first = position
        elif position > last + 1 and not _is_bridged(cells[last : position + 1]):
            yield first, last
            first = position
        last = position
    if first is not None and last is not None:
        yield first, last


def _is_bridged(cells: list[Cell]) -> bool:
    """Return whether unchanged cells are sent again.

    Args:
        cells: two changed cells, and the unchanged ones between them.
    """
    if len(cells) > _GAP_CELLS_MAX + 2:
        return False
    style = cells[0][1]
    return all(_is_written_as(style, codes) for _, codes in cells[1:-1])


def _is_written_as(style: Codes, codes: Codes) -> bool:
    """Return whether a cell can be written in the current style."""
    return codes == style or (
        codes[1] == _ANY_COLOUR and codes[2] == style[2] and style[0] in _NOT_SEEN_IN_BLANKS
    )


@lru_cache(maxsize=_CACHED_MAX)
def _cells(text: str, style: Style, colour: Colour, unicode: bool) -> tuple[Cell, ...]:
    """Return the cells of a text, without control characters."""
    if colour == "16":
        style = in_sixteen(style, is_picture=all(character in BLOCKS for character in text))
    codes, blank = _codes(style, colour)
    if unicode and text.isprintable() and all(map(_is_narrow, text)):
        return tuple((character, blank if character == " " else codes) for character in text)
    cells: list[Cell] = []
    for start, end, width in split_graphemes(text)[0]:
        if width:
            shown = _printable(text[start:end], unicode)
            cells.append((shown, blank if shown == " " else codes))
            is_whole = cell_len(shown) == width
            cells += [("", codes) if is_whole else (" ", blank)] * (width - 1)
    return tuple(cells)


@lru_cache(maxsize=_CACHED_MAX)
def _is_narrow(character: str) -> bool:
    return cell_len(character) == 1


def _printable(grapheme: str, unicode: bool) -> str:
    """Return a grapheme without unprintable characters, or its ASCII equivalent."""
    if not grapheme.isprintable():
        # The emoji joiner is not printable either: show the first emoji.
        grapheme = clean(grapheme[0])
    return grapheme if unicode else to_ascii(grapheme[0])


@lru_cache(maxsize=_CACHED_MAX)
def _change(before: Codes, after: Codes) -> tuple[str, Codes]:
    """Return the sequence from one style to another, and the resulting style."""
    if after[1] == _ANY_COLOUR:
        unseen_ink = before if before[0] in _NOT_SEEN_IN_BLANKS else _DEFAULT
        after = (unseen_ink[0], unseen_ink[1], after[2])
    attributes, colour, background = after
    codes = []
    if attributes != before[0]:
        if before[0] in _WEIGHTS:
            codes.append("22")
        elif before[0]:
            codes.append("0")
            before = _DEFAULT
        if attributes:
            codes.append(attributes)
    if colour != before[1]:
        codes.append(colour)
    if background != before[2]:
        codes.append(background)
    return f"\x1b[{';'.join(codes)}m" if codes else "", after


@lru_cache(maxsize=_CACHED_MAX)
def _codes(style: Style, colour: Colour) -> tuple[Codes, Codes]:
    """Return the codes of a style, and the codes that a blank needs."""
    # The sequence before the "x" is ESC, "[", the attributes and "m".
    drawn = style.without_color.update_link(None).render("x")
    attributes = drawn[2 : drawn.index("m")] if drawn != "x" else ""
    background = _colour_codes(style.bgcolor, colour, foreground=False)
    codes = (attributes, _colour_codes(style.color, colour, foreground=True), background)
    return codes, ("", _ANY_COLOUR, background) if attributes in _NOT_SEEN_IN_BLANKS else codes


def _colour_codes(wanted: Color | None, colour: Colour, *, foreground: bool) -> str:
    system = _SYSTEMS.get(colour)
    if wanted is None or system is None:
        return _DEFAULT[1 if foreground else 2]
    return ";".join(wanted.downgrade(system).get_ansi_codes(foreground))


class Frame(CompositorUpdate):
    """An update painted when Textual asks for the output."""

    def __init__(self, painter: Painter, update: LayoutUpdate | ChopsUpdate, size: Size) -> None:
        self._painter = painter
        self._update = update
        self._size = size

    def render_segments(self, console: Console) -> str:
        """Return the output."""
        update = self._update
        painted = _whole(update) if isinstance(update, LayoutUpdate) else _spans(update)
        return self._painter.paint(painted, self._size)


def rows(screen: Screen[object]) -> list[Strip]:
    """Return the rows of a screen as Textual now composes them."""
    return screen._compositor.render_strips()


def whole(screen: Screen[object]) -> LayoutUpdate:
    """Return the update that paints all of a screen."""
    background = screen.app._background_screens
    update = screen._compositor.render_update(full=True, screen_stack=background)
    assert isinstance(update, LayoutUpdate)
    return update


def parts(strips: list[Strip]) -> Iterator[Part]:
    """Return the rows of a screen as parts to paint."""
    for y, strip in enumerate(strips):
        yield 0, y, strip, 0, strip.cell_length


def _whole(update: LayoutUpdate) -> Iterator[Part]:
    for y, strips in enumerate(update.strips, update.region.y):
        first, *more = strips
        row = Strip.join(strips) if more else first
        yield update.region.x, y, row, update.region.x, update.region.x + row.cell_length


def _spans(update: ChopsUpdate) -> Iterator[Part]:
    """Yield the parts of each line that the update covers."""
    for y, left, right in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x < right and end > left:
                yield x, y, strip, max(x, left), min(end, right)


def colour_of_cells(facts: TerminalFacts) -> Colour | None:
    """Return the colours of a terminal whose cells can be painted one by one. None if its cells
    depend on their neighbours."""
    return facts.colour if facts.has_unicode and facts.colour != "16" else None


class CellTable(dict[tuple[str, str], Cell]):
    """The cells of characters in named styles."""

    def __init__(self, colour: Colour | None, style: Callable[[str], Style]) -> None:
        """Begin without cells.

        Args:
            colour: colours of the terminal; see ``colour_of_cells``.
            style: returns a style by name.
        """
        super().__init__()
        self.colour = colour
        self._style = style

    def __missing__(self, run: tuple[str, str]) -> Cell:
        """Return the cell of a character; raises KeyError if it is not exactly one cell."""
        character, name = run
        if self.colour is None or not character or not _is_narrow(character):
            raise KeyError(run)
        (self[run],) = _cells(character, self._style(name), self.colour, True)
        return self[run]


class CellRow(Strip):
    """A row of final cells; segments are made only if Textual asks for them."""

    __slots__ = ("_made", "cells", "colour")

    def __init__(
        self, cells: list[Cell], colour: Colour | None, make: Callable[[], list[Segment]]
    ) -> None:
        """Make a row.

        Args:
            cells: the cells.
            colour: colours of the terminals for which they are made.
            make: returns the same row as segments.
        """
        self._made: Callable[[], list[Segment]] | list[Segment] = make
        _begin(self, len(cells))
        self.cells = cells
        self.colour = colour

    @property
    def _segments(self) -> list[Segment]:  # type: ignore[override]
        if callable(self._made):
            self._made = self._made()
        return self._made


_SIZES: Final = {
    "_divide_cache": 4,
    "_crop_cache": 16,
    "_style_cache": 16,
    "_filter_cache": 4,
    "_line_length_cache": 4,
    "_crop_extend_cache": 4,
    "_offsets_cache": 4,
}
"""The caches of a line with their maximum numbers of entries, as in Textual."""


def make_caches_late() -> None:
    """Patch Textual's lines, so that each of their caches is created on first use."""
    Strip.__init__ = _begin_with  # type: ignore[method-assign]
    Strip.__getattr__ = _new_cache  # type: ignore[attr-defined]


def _begin_with(self: Strip, segments: Iterable[Segment], cell_length: int | None = None) -> None:
    """Initialise a line of segments, without its caches."""
    self._segments = list(segments)
    _begin(self, cell_length)


def _begin(self: Strip, cell_length: int | None) -> None:
    """Set the attributes that every line has, besides its segments and caches."""
    self._cell_length = cell_length
    self._render_cache = None
    self._link_ids = None
    self._cell_count = None


def _new_cache(self: Strip, name: str) -> FIFOCache[object, object]:
    """Create a cache on first use and return it."""
    if name not in _SIZES:
        raise AttributeError(name)
    cache: FIFOCache[object, object] = FIFOCache(_SIZES[name])
    setattr(self, name, cache)
    return cache
