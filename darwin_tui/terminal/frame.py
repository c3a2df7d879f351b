"""Pictures of Textual's compositor, painted by our painter instead of by Rich."""

from collections.abc import Iterator

from rich.console import Console
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.geometry import Size
from textual.screen import Screen
from textual.strip import Strip

from darwin_tui.terminal.painter import Painter, Part


class Frame(CompositorUpdate):
    """An update that is painted when Textual asks for the output."""

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
    """Return the rows of a screen as they are composed now."""
    return screen._compositor.render_strips()


def whole(screen: Screen[object]) -> LayoutUpdate:
    """Return an update of a whole screen."""
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
        row = Strip.join(strips)
        yield update.region.x, y, row, update.region.x, update.region.x + row.cell_length


def _spans(update: ChopsUpdate) -> Iterator[Part]:
    """Yield the parts of each line that are within the update."""
    for y, left, right in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x < right and end > left:
                yield x, y, strip, max(x, left), min(end, right)
