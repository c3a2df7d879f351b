"""A screen that keeps steady under storms of sizes, and is released when it is closed."""

from typing import ClassVar, TypeVar

from textual._styles_cache import StylesCache
from textual.events import Event
from textual.geometry import Size
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets._toast import ToastRack

from darwin_tui.terminal.compositor import RowCompositor

T = TypeVar("T")


class SteadyScreen(Screen[T]):
    """A screen that is laid out for the size that the terminal has now."""

    LEAST: ClassVar[Size] = Size(40, 10)
    """The least size that it is laid out for."""

    opens_by_itself = False
    """True if no key of the player opens it: what was typed before it was painted was meant for the
    screen below, and is dropped."""
    painted: float | None = None
    """The time, as of events, since which the player may have seen it; None before."""

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
        if not scroll:
            # What asked for a layout before has it now.
            self._layout_required = False
        super()._refresh_layout(None if size is None else self._wanted_size, scroll)

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """Add Textual's own widgets, without notices at first: to hide them is another layout."""
        super()._extend_compose(widgets)
        for widget in widgets:
            if isinstance(widget, ToastRack):
                widget.display = False

    def _screen_resized(self, size: Size) -> None:
        """Lay out for a new size of the terminal.

        Textual sends a screen several events of its size as it opens; one layout is enough.
        """
        if self._size != self._wanted_size:
            super()._screen_resized(size)

    @property
    def _wanted_size(self) -> Size:
        now, least = self.app.size, self.LEAST
        return Size(max(now.width, least.width), max(now.height, least.height))

    def heeds(self, event: Event) -> bool:
        """Return whether something typed may have been meant for this screen."""
        return not self.opens_by_itself or (self.painted is not None and event.time >= self.painted)

    def on_unmount(self) -> None:
        """Release the references that would keep the screen and its drawings alive."""
        self.app.theme_changed_signal.unsubscribe(self)
        # A cache of all widgets ever made, with the lines that each has drawn.
        StylesCache.get_inner_outer.cache_clear()
