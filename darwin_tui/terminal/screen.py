"""A screen that keeps steady under storms of sizes, and is released when it is closed."""

from typing import ClassVar, TypeVar

from textual._styles_cache import StylesCache
from textual.geometry import Size
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from darwin_tui.terminal.compositor import RowCompositor

T = TypeVar("T")


class SteadyScreen(Screen[T]):
    """A screen that is laid out for the size that the terminal has now."""

    LEAST: ClassVar[Size] = Size(40, 10)
    """The least size that it is laid out for."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """The widget with the focus. It and the one before are drawn again, and not the whole screen.
    """

    def __init__(
        self, name: str | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(name, id, classes)
        self._compositor = RowCompositor()

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """Lay out for the present size of the terminal, not for the size in an old event.

        Textual sends a screen a Resize event for each layout that changes its size. Laid out by
        two old events in turn, each would cause the other forever.

        Some of Textual's widgets fail where nothing of them is left, so there is a least size; a
        terminal that is smaller shows another screen.
        """
        if size is not None:
            now, least = self.app.size, self.LEAST
            size = Size(max(now.width, least.width), max(now.height, least.height))
        super()._refresh_layout(size, scroll)

    def on_unmount(self) -> None:
        """Release the references that would keep the screen and its drawings alive."""
        self.app.theme_changed_signal.unsubscribe(self)
        # A cache of all widgets ever made, with the lines that each has drawn.
        StylesCache.get_inner_outer.cache_clear()
