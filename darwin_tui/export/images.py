"""Screens as SVG, still or animated, and as PNG by an external program: every cell in its place.

Grounds, blocks, lines and dots are drawn as shapes. Text is set to the length of its cells. An
animation draws the differing cells over a screen, frame by frame.
"""

import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from textual.strip import Strip

from darwin_core.text.language import tr
from darwin_tui.drawing.chart import BRAILLE, DOT_BITS, DOT_COLUMNS, DOT_ROWS

# Lengths are in units of the SVG.
WIDTH: Final = 10
HEIGHT: Final = 20
"""Size of a cell."""
FONT_SIZE: Final = 16
"""Height of the font."""
BASELINE: Final = 15
"""Distance from the top of a cell to the baseline of its text."""
FONTS: Final = "'DejaVu Sans Mono',Menlo,Consolas,'Cascadia Mono',monospace"
INK: Final = "#dddddd"
GROUND: Final = "#000000"
"""The colours of cells that name none."""
LIGHT: Final = 1.5
HEAVY: Final = 3.0
"""Widths of light and heavy lines."""

_QUARTERS: Final = dict(
    zip("▘▝▀▖▌▞▛▗▚▐▜▄▙▟█", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), strict=True)
)
"""Quarters that a block fills: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""
_EIGHTHS: Final = 8
"""Parts of a cell in which partly filled blocks are measured."""
_LOWER: Final = {character: eighth for eighth, character in enumerate("▁▂▃▄▅▆▇", 1)}
"""Eighths of a cell that a block fills from below."""
_LEFT: Final = {character: _EIGHTHS - missing for missing, character in enumerate("▉▊▋▌▍▎▏", 1)}
"""Eighths of a cell that a block fills from the left."""
_SHADES: Final = {"░": 25, "▒": 50, "▓": 75}
"""Percent of ink in a shade."""
_LINES: Final = {
    "─": "lr", "━": "LR", "│": "ud", "┃": "UD", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu",
    "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "┏": "RD", "┓": "LD", "┗": "RU", "┛": "LU",
    "├": "udr", "┤": "udl", "┬": "lrd", "┴": "lru", "┼": "lrud",
}  # fmt: skip
"""Directions from the middle of a cell in which a line is drawn, heavy ones in capitals."""
_DASHES: Final = {"┄": 3, "╌": 2, "┈": 4}
_FALLING_DASHES: Final = {"┆": 3, "╎": 2, "┊": 4}
"""Dashes of a cell's line, across and down."""
_ENDS: Final = {"l": (0.0, 0.5), "r": (1.0, 0.5), "u": (0.5, 0.0), "d": (0.5, 1.0)}
"""The end of a line in each direction, as shares of the cell."""
_DOTS: Final = tuple(
    (DOT_BITS[row][column], column, row) for column in range(DOT_COLUMNS) for row in range(DOT_ROWS)
)
"""The bit of each braille dot, with its column and row."""
_BRAILLE: Final = frozenset(map(chr, range(BRAILLE, BRAILLE + 2 ** len(_DOTS))))
"""The characters of dots."""
_SHAPES: Final = _BRAILLE.union(_QUARTERS, _LOWER, _LEFT, _SHADES, _LINES, _DASHES, _FALLING_DASHES)
"""The characters that are drawn as shapes instead of text."""
_DOT_UNITS: Final = 2.5
"""Width and height of a dot."""
_DOT_MARGIN: Final = 1.5
"""Units from the edges of a cell to its first dots."""
_DOT_PITCH: Final = 5
"""Units from one dot to the next."""
_DASH_START: Final = 0.2
_DASH_SHARE: Final = 0.6
"""Start and length of a dash, as shares of the distance from one to the next."""
_BREAK: Final = "  "
"""Blanks that end a piece of text; a single blank stays inside one."""


class Cell(NamedTuple):
    """A cell of a screen: its character, ink, ground and attributes."""

    character: str
    ink: str
    ground: str
    is_strong: bool


Picture = Sequence[Sequence[Cell]]
"""Rows of cells, all of one length."""


def cells(rows: Iterable[Strip]) -> Picture:
    """Return the cells of a composed screen. Wide characters take one cell and an empty one."""
    return [[cell for text, style, _ in strip for cell in _cells(text, style)] for strip in rows]


def _cells(text: str, style: Style | None) -> list[Cell]:
    """Return the cells of a text; an empty one follows each wide character."""
    style = style or Style.null()
    ink, ground = _hex(style.color, INK), _hex(style.bgcolor, GROUND)
    if style.reverse:
        ink, ground = ground, ink
    padded = ([character, *[""] * (cell_len(character) - 1)] for character in text)
    return [Cell(character, ink, ground, bool(style.bold)) for pair in padded for character in pair]


def _hex(colour: Color | None, default: str) -> str:
    """Return a colour as ``#rrggbb``."""
    return default if colour is None or colour.is_default else colour.get_truecolor().hex


def still(picture: Picture, title: str) -> str:
    """Return a picture as SVG.

    Args:
        title: for readers that see no pictures.
    """
    return moving([picture], title, 0)


def moving(frames: Sequence[Picture], title: str, seconds: float) -> str:
    """Return frames as one endlessly repeating SVG animation.

    Args:
        frames: pictures of one size, of at least one row.
        title: for readers that see no pictures.
        seconds: duration of each frame.
    """
    first = frames[0]
    width, height = len(first[0]) * WIDTH, len(first) * HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="{escape(FONTS)}" font-size="{FONT_SIZE}" xml:space="preserve">',
        f"<title>{escape(title, quote=False)}</title>",
        f'<path fill="{first[0][0].ground}" d="M0 0h{width}v{height}H0z"/>',
        _drawn(first, {(y, x) for y, row in enumerate(first) for x in range(len(row))}),
    ]
    total = len(frames) * seconds
    before = first
    for number, frame in enumerate(frames[1:], 1):
        changed = {
            (y, x)
            for y, (row_before, row_after) in enumerate(zip(before, frame, strict=True))
            for x, (old, new) in enumerate(zip(row_before, row_after, strict=True))
            if old != new
        }
        before = frame
        if not changed:
            continue
        # Shown from here to the end: later frames draw over it.
        key_time = f"{number / len(frames):.4f}"
        parts.append(
            '<g visibility="hidden"><animate attributeName="visibility" calcMode="discrete" '
            f'values="hidden;visible" keyTimes="0;{key_time}" dur="{total:g}s" '
            f'repeatCount="indefinite"/>{_drawn(frame, changed, is_over=True)}</g>'
        )
    return "\n".join([*parts, "</svg>\n"])


def _drawn(picture: Picture, places: set[tuple[int, int]], *, is_over: bool = False) -> str:
    """Return the shapes and texts of some cells.

    Args:
        places: rows and columns of the cells to draw.
        is_over: also draw grounds equal to the page's, to cover what is below.
    """
    grounds, fills = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    strokes = defaultdict[tuple[str, float], list[str]](list)
    texts: list[str] = []
    page = picture[0][0].ground
    for y, row in enumerate(picture):
        columns = [x for x in range(len(row)) if (y, x) in places]
        for start, end in _runs(columns, [cell.ground for cell in row]):
            ground = row[start].ground
            if is_over or ground != page:
                grounds[ground].append(
                    _box(start * WIDTH, y * HEIGHT, (end - start) * WIDTH, HEIGHT)
                )
        for x in columns:
            cell = row[x]
            left = x * WIDTH
            top = y * HEIGHT
            for colour, box in _filled(cell, left, top):
                fills[colour].append(box)
            for line_width, path in _stroked(cell, left, top):
                strokes[cell.ink, line_width].append(path)
        texts += _texts(row, y, columns)
    # Draw all grounds first, so that they are below all shapes.
    filled = [
        f'<path fill="{fill}" d="{"".join(boxes)}"/>'
        for fill, boxes in (*grounds.items(), *fills.items())
    ]
    lines = [
        f'<path fill="none" stroke="{ink}" stroke-width="{line_width:g}" d="{"".join(paths)}"/>'
        for (ink, line_width), paths in strokes.items()
    ]
    crisp = f'<g shape-rendering="crispEdges">{"".join(filled)}</g>'
    return "".join([crisp, *lines, *texts])


def _runs(columns: Sequence[int], keys: Sequence[object]) -> list[tuple[int, int]]:
    """Return the first column, and the column after the last, of neighbours with the same key.

    Args:
        columns: columns in order.
        keys: keys of all columns of the row.
    """
    runs: list[tuple[int, int]] = []
    for x in columns:
        if runs and runs[-1][1] == x and keys[x] == keys[x - 1]:
            runs[-1] = (runs[-1][0], x + 1)
        else:
            runs.append((x, x + 1))
    return runs


def _box(x: float, y: float, width: float, height: float) -> str:
    """Return the path of a box."""
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"


def _filled(cell: Cell, x: float, y: float) -> Iterator[tuple[str, str]]:
    """Yield the colours and paths of a partly filled cell."""
    character = cell.character
    if character in _QUARTERS:
        yield from ((cell.ink, box) for box in _quarters(_QUARTERS[character], x, y))
    elif character in _LOWER:
        height = HEIGHT * _LOWER[character] / _EIGHTHS
        yield cell.ink, _box(x, y + HEIGHT - height, WIDTH, height)
    elif character in _LEFT:
        yield cell.ink, _box(x, y, WIDTH * _LEFT[character] / _EIGHTHS, HEIGHT)
    elif character in _SHADES:
        yield _between(cell.ground, cell.ink, _SHADES[character]), _box(x, y, WIDTH, HEIGHT)
    elif character in _BRAILLE:
        for bit, across, down in _DOTS:
            if (ord(character) - BRAILLE) & bit:
                left = x + _DOT_MARGIN + across * _DOT_PITCH
                top = y + _DOT_MARGIN + down * _DOT_PITCH
                yield cell.ink, _box(left, top, _DOT_UNITS, _DOT_UNITS)


def _quarters(quarters: int, x: float, y: float) -> Iterator[str]:
    """Yield the quarters of a cell, two adjacent ones as one box."""
    half, middle = WIDTH / 2, HEIGHT / 2
    for pair, top in ((3, 0.0), (12, middle)):
        if quarters & pair == pair:
            yield _box(x, y + top, WIDTH, middle)
            quarters &= ~pair
    for bit, left, top in ((1, 0.0, 0.0), (2, half, 0.0), (4, 0.0, middle), (8, half, middle)):
        if quarters & bit:
            yield _box(x + left, y + top, half, middle)


def _stroked(cell: Cell, x: float, y: float) -> Iterator[tuple[float, str]]:
    """Yield the widths and paths of the lines in a cell."""
    character = cell.character
    centre = x + WIDTH / 2
    middle = y + HEIGHT / 2
    for end in _LINES.get(character, ""):
        to_x, to_y = _ENDS[end.lower()]
        line_width = HEAVY if end.isupper() else LIGHT
        yield line_width, f"M{centre:g} {middle:g}L{x + WIDTH * to_x:g} {y + HEIGHT * to_y:g}"
    count = _DASHES.get(character, 0)
    for dash in range(count):
        step = WIDTH / count
        yield LIGHT, f"M{x + step * (dash + _DASH_START):g} {middle:g}h{step * _DASH_SHARE:g}"
    count = _FALLING_DASHES.get(character, 0)
    for dash in range(count):
        step = HEIGHT / count
        yield LIGHT, f"M{centre:g} {y + step * (dash + _DASH_START):g}v{step * _DASH_SHARE:g}"


def _between(first: str, other: str, share: int) -> str:
    """Return a mixture of two colours, with a percentage of the second one."""
    # Red, green and blue in "#rrggbb".
    pairs = ((int(first[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{a + (b - a) * share // 100:02x}" for a, b in pairs)


def _texts(row: Sequence[Cell], y: int, columns: Sequence[int]) -> list[str]:
    """Return the texts of a row, each as long as its cells."""
    texts: list[str] = []
    for start, end in _runs(columns, [(cell.ink, cell.is_strong) for cell in row]):
        words = "".join(
            " " if drawn.character in _SHAPES else drawn.character for drawn in row[start:end]
        )
        column = start
        for piece in words.split(_BREAK):
            text = piece.strip()
            if text:
                x = column + len(piece) - len(piece.lstrip())
                weight = ' font-weight="bold"' if row[x].is_strong else ""
                length = "" if len(text) == 1 else f' textLength="{cell_len(text) * WIDTH}"'
                adjust = ' lengthAdjust="spacingAndGlyphs"' if length else ""
                texts.append(
                    f'<text x="{x * WIDTH}" y="{y * HEIGHT + BASELINE}" fill="{row[x].ink}"'
                    f"{weight}{length}{adjust}>{escape(text, quote=False)}</text>"
                )
            column += cell_len(piece) + len(_BREAK)
    return texts


Command = Callable[[str, Path, Path, tuple[int, int]], list[str]]
"""Returns the arguments for a program, given the picture, the output file, and the size in
pixels."""


class NoConverter(RuntimeError):
    """Raised if no program can draw SVG, or the program fails; with a sentence."""


def _rsvg(program: str, source: Path, target: Path, size: tuple[int, int]) -> list[str]:
    return [program, "-w", str(size[0]), "-o", str(target), str(source)]


def _inkscape(program: str, source: Path, target: Path, size: tuple[int, int]) -> list[str]:
    return [program, f"--export-filename={target}", f"--export-width={size[0]}", str(source)]


def _chromium(program: str, source: Path, target: Path, size: tuple[int, int]) -> list[str]:
    return [
        *(program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
        *(f"--window-size={size[0]},{size[1]}", f"--screenshot={target}", source.as_uri()),
    ]


CONVERTERS: Final[tuple[tuple[str, Command], ...]] = (
    ("rsvg-convert", _rsvg),
    ("inkscape", _inkscape),
    ("chromium", _chromium),
    ("chromium-browser", _chromium),
    ("google-chrome", _chromium),
)
"""Programs that draw text and shapes in the right places, fastest first."""
SECONDS_MAX: Final = 60
"""Time limit for one of these programs."""


def png(svg: bytes, size: tuple[int, int]) -> bytes:
    """Return a picture as PNG.

    Args:
        size: its width and height in pixels.

    Raises:
        NoConverter: with a sentence, if no program is found or it fails.
    """
    for name, command in CONVERTERS:
        program = shutil.which(name)
        if program is None:
            continue
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder, "picture.svg"), Path(folder, "picture.png")
            source.write_bytes(svg)
            arguments = command(program, source, target, size)
            try:
                subprocess.run(arguments, capture_output=True, timeout=SECONDS_MAX, check=True)
                return target.read_bytes()
            except (OSError, subprocess.SubprocessError):
                raise NoConverter(
                    tr("{program} has not drawn the picture; write svg.", program=name)
                ) from None
    names = ", ".join(name for name, _ in CONVERTERS)
    raise NoConverter(
        tr("PNG needs one of these programs: {names}. Write svg without them.", names=names)
    )
