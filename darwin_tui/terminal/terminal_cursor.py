"""Where the terminal's own cursor belongs: on what has the focus.

Nobody sees it, but screen readers and magnifiers follow it, and input methods open beside it.
"""

from typing import Any

from textual.geometry import Offset

HEAD = 1
"""Lines above the first row of a table."""


def place(widget: Any) -> Offset:  # noqa: ANN401 - of tables and fields, which it does not import
    """Where on the screen the focus lies; the first cell where nothing has it (None).

    Boards and fields say it themselves; lists and tables, whose rows are one line high, by row.
    What they are is not asked by class, so that the first screen need not wait for all of them.
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
        row = widget.cursor_row + HEAD
    inside: Offset = widget.content_region.offset
    return inside + Offset(0, max(row - widget.scroll_offset.y, 0))


def rest(widget: Any) -> None:  # noqa: ANN401 - as above
    """Let nothing blink: a field whose cursor does has bytes sent for ever."""
    if hasattr(widget, "cursor_blink"):
        widget.cursor_blink = False
