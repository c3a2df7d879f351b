"""What all screens have in common: they bear storms of sizes and keys, and go when closed."""

from typing import TypeVar

from textual._styles_cache import StylesCache
from textual.await_complete import AwaitComplete
from textual.geometry import Size
from textual.screen import Screen

T = TypeVar("T")


class DarwinScreen(Screen[T]):
    """A screen of this program; one with a value is closed by answering."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close, unless something lies over this screen or it is closed already.

        A key can be on its way here while the terminal becomes too small, or while the key before
        it closes the screen. Textual would close whatever lies on top, and fail on the next key.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def _screen_resized(self, size: Size) -> None:
        """Lay out for the size that the terminal has now, whatever size an event still tells of.

        Textual sends a screen a Resize event for each layout that changes its size. Laid out by
        two old events in turn, each would call the other forth for ever.
        """
        super()._screen_resized(self.app.size)

    def on_unmount(self) -> None:
        """Let go of what would keep the screen and all that it has drawn."""
        self.app.theme_changed_signal.unsubscribe(self)
        # A cache for all widgets there ever were, which holds the lines that each has drawn.
        StylesCache.get_inner_outer.cache_clear()
