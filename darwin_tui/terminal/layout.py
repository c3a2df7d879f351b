"""Layouts that do not ask for another one.

Textual notes the virtual size of each widget that a layout has given another size, which asks for a
second layout of the screen and paints the widget again. A widget that has nothing to scroll has
nothing to gain from it: its virtual size is part of the layout that was just made.
"""

from typing import Final

from textual.geometry import Size
from textual.widget import Widget

_size_updated: Final = Widget._size_updated


def lay_out_once() -> None:
    """Let no layout from now on cause another one by the sizes that it gives."""
    Widget._size_updated = _note_size  # type: ignore[method-assign]


def _note_size(
    self: Widget, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
) -> bool:
    scrolls = self.is_scrollable and (
        any(self.scrollbars_enabled)
        or virtual_size.width > size.width
        or virtual_size.height > size.height
    )
    return _size_updated(self, size, virtual_size, container_size, layout=layout and scrolls)
