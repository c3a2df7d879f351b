"""The place of the terminal's own cursor: the widget in focus.

Nobody sees it, but screen readers and magnifiers follow it, and input methods open beside it.
"""

from typing import Final

from textual.geometry import Offset
from textual.widget import Widget

_HEADER_LINES: Final = 1
"""Lines above the first row of a table."""


def place(widget: Widget | None) -> Offset:
    """Return the place of the focus on the screen; the first cell where nothing has it (None).

    Boards and fields name it themselves; in lists and tables whose rows are one line high, it is
    found by the row. Their classes are not imported, so that the first screen does not wait.
    """
    if widget is None:
        return Offset(0, 0)
    if hasattr(widget, "cursor_screen_offset"):
        found: Offset = widget.cursor_screen_offset
        return found
    row = 0
    if hasattr(widget, "highlighted"):
        row = widget.highlighted or 0
    elif hasattr(widget, "cursor_row"):
        row = widget.cursor_row + _HEADER_LINES
    return widget.content_region.offset + Offset(0, max(row - widget.scroll_offset.y, 0))


def stop_blinking(widget: Widget) -> None:
    """Keep the cursor of a field steady: each blink would be sent, for as long as it is open."""
    if hasattr(widget, "cursor_blink"):
        widget.cursor_blink = False
