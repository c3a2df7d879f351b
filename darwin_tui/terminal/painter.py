"""What is sent to a terminal for a frame: the cells that changed, and of their styles what differs.

Textual sends every line of a widget that asked to be painted, with all its styles. A line that
comes over SSH is dear, so what the terminal shows is remembered and compared.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from darwin_tui.printable import clean

NEAR: Final = 4
"""So many cells that did not change are sent again rather than jumped over."""

Look = tuple[str, str, str]
"""The codes of a style: attributes, colour, background."""
Cell = tuple[str, Look]

_PLAIN: Final[Look] = ("", "39", "49")
_ANY: Final = ""
"""For the colour of a blank, which nobody sees."""
_UNSEEN: Final = ("", "1", "2", "3", "1;2", "1;3", "2;3", "1;2;3")
"""Attributes that nobody sees in a blank: bold, dim, italic."""
_WEIGHTS: Final = ("1", "2", "1;2")
"""Bold and dim, which one code ends without touching the colours."""
_NULL: Final = Style.null()
_RESET: Final = "\x1b[0m"


class Painter:
    """Knows what a terminal shows; one for each terminal."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, Cell]] = {}

    def paint(self, update: LayoutUpdate | ChopsUpdate, system: ColorSystem) -> str:
        """What to send for an update; after a whole one nothing is taken for shown before it."""
        if isinstance(update, LayoutUpdate):
            self._rows = {}
            strips = _whole(update)
        else:
            strips = _parts(update)
        return self._written(strips, system)

    def show(self, rows: Iterable[Strip], system: ColorSystem) -> str:
        """What to send for the rows of a whole screen after those shown before it."""
        return self._written(((0, y, strip) for y, strip in enumerate(rows)), system)

    def _written(self, strips: Iterable[tuple[int, int, Strip]], system: ColorSystem) -> str:
        pieces: list[str] = []
        now = _PLAIN
        for x, y, drawn in strips:
            strip = _harmless(drawn)
            if any(segment.cell_length != len(segment.text) for segment in strip):
                pieces.append(_RESET if now != _PLAIN else "")
                pieces.append(self._sent_as_it_is(x, y, strip, system))
                now = _PLAIN
            else:
                now = self._paint(pieces, now, x, y, _cells(strip, system))
        if now != _PLAIN:
            pieces.append(_RESET)
        return "".join(pieces)

    def _paint(self, pieces: list[str], now: Look, x: int, y: int, cells: list[Cell]) -> Look:
        """Write the cells that the terminal does not show; the answer is its style then."""
        shown = self._rows.setdefault(y, {})
        changed = [place for place, cell in enumerate(cells, x) if shown.get(place) != cell]
        to = f"{y + 1};{{}}H"
        for first, last in _runs(changed):
            pieces.append(f"\x1b[{to.format(first + 1)}")
            to = "{}G"  # along the line
            for place in range(first, last + 1):
                character, look = shown[place] = cells[place - x]
                if look != now:
                    codes, now = _change(now, look)
                    pieces.append(codes)
                pieces.append(character)
        return now

    def _sent_as_it_is(self, x: int, y: int, strip: Strip, system: ColorSystem) -> str:
        """A part with wide characters, which are not one to a cell, is sent every time."""
        shown = self._rows.setdefault(y, {})
        for place in range(x, x + strip.cell_length):
            shown.pop(place, None)
        return f"\x1b[{y + 1};{x + 1}H" + "".join(
            (style or _NULL).update_link(None).render(text, color_system=system)
            for text, style, _ in strip
        )


class Frame(CompositorUpdate):
    """An update that the painter has still to write."""

    def __init__(self, painter: Painter, update: LayoutUpdate | ChopsUpdate) -> None:
        self._painter = painter
        self._update = update

    def render_segments(self, console: Console) -> str:
        """What to send."""
        system = console._color_system or ColorSystem.TRUECOLOR
        return self._painter.paint(self._update, system)


def _harmless(strip: Strip) -> Strip:
    """Return the strip without a character that could drive the terminal, whatever it is drawn
    from; what takes no room is left out."""
    if all(segment.text.isprintable() for segment in strip):
        return strip
    return Strip(
        Segment("".join(c if c.isprintable() else clean(c) * cell_len(c) for c in text), style)
        for text, style, _ in strip
    )


def _cells(strip: Strip, system: ColorSystem) -> list[Cell]:
    cells: list[Cell] = []
    for text, style, _ in strip:
        look, blank = _looks(style or _NULL, system)
        cells += [(character, blank if character == " " else look) for character in text]
    return cells


def _whole(update: LayoutUpdate) -> Iterator[tuple[int, int, Strip]]:
    for y, strips in enumerate(update.strips, update.region.y):
        yield update.region.x, y, Strip.join(strips)


def _parts(update: ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """The parts of each line that lie within what is to be updated."""
    for y, left, right in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x < right and end > left:
                first = max(x, left)
                yield first, y, strip.crop(first - x, min(end, right) - x)


def _runs(places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and last of places that lie near each other."""
    first = last = None
    for place in places:
        if first is None or last is None:
            first = place
        elif place - last > NEAR:
            yield first, last
            first = place
        last = place
    if first is not None and last is not None:
        yield first, last


@lru_cache(maxsize=4096)
def _change(before: Look, after: Look) -> tuple[str, Look]:
    """From one style to another: the codes, and the style that the terminal has then."""
    if after[1] == _ANY:
        kept = before if before[0] in _UNSEEN else _PLAIN
        after = (kept[0], kept[1], after[2])
    attributes, colour, background = after
    codes = []
    if attributes != before[0]:
        if before[0] in _WEIGHTS:
            codes.append("22")
        elif before[0]:
            codes.append("0")
            before = _PLAIN
        if attributes:
            codes.append(attributes)
    if colour != before[1]:
        codes.append(colour)
    if background != before[2]:
        codes.append(background)
    return f"\x1b[{';'.join(codes)}m" if codes else "", after


@lru_cache(maxsize=4096)
def _looks(style: Style, system: ColorSystem) -> tuple[Look, Look]:
    """The codes of a style, and those that matter to a blank."""
    drawn = style.without_color.update_link(None).render("x", color_system=system)
    attributes = drawn[2 : drawn.index("m")] if drawn != "x" else ""
    colour, background = style.color, style.bgcolor
    look = (
        attributes,
        ";".join(colour.downgrade(system).get_ansi_codes()) if colour else _PLAIN[1],
        ";".join(background.downgrade(system).get_ansi_codes(False)) if background else _PLAIN[2],
    )
    return look, ("", _ANY, look[2]) if attributes in _UNSEEN else look
