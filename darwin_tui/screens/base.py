"""Base of all screens: steady under storms of sizes and keys, and released when closed."""

from typing import ClassVar, TypeVar

from textual._styles_cache import StylesCache
from textual.await_complete import AwaitComplete
from textual.geometry import Size
from textual.screen import Screen

from darwin_tui.session import Session
from darwin_tui.terminal.compositor import RowCompositor

T = TypeVar("T")


class DarwinScreen(Screen[T]):
    """A screen of this program; one with a value is closed by answering."""

    LEAST: ClassVar[Size] = Size(40, 10)
    """The least size that it is laid out for."""

    def __init__(
        self, name: str | None = None, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(name, id, classes)
        self._compositor = RowCompositor()

    @property
    def session(self) -> Session:
        """The player who looks at this screen."""
        session = getattr(self.app, "session", None)
        assert isinstance(session, Session)
        return session

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close, unless something lies over this screen or it is closed already.

        A key can be on its way here while the terminal becomes too small, or while the key before
        it closes the screen. Textual would close whatever lies on top, and fail on the next key.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """Lay out for the size that the terminal has now, whatever size an event still tells of.

        Textual sends a screen a Resize event for each layout that changes its size. Laid out by
        two old events in turn, each would call the other forth for ever.

        Some of Textual's widgets fail where nothing of them is left, so there is a least size; a
        terminal that is smaller shows another screen.
        """
        if size is not None:
            now, least = self.app.size, self.LEAST
            size = Size(max(now.width, least.width), max(now.height, least.height))
        super()._refresh_layout(size, scroll)

    def on_unmount(self) -> None:
        """Let go of what would keep the screen and all that it has drawn."""
        self.app.theme_changed_signal.unsubscribe(self)
        # A cache for all widgets there ever were, which holds the lines that each has drawn.
        StylesCache.get_inner_outer.cache_clear()
