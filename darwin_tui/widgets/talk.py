"""Chat with its history, filled from the bottom."""

import time
from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len, chop_cells

from darwin_core.text.language import tr
from darwin_tui.drawing.area import Area
from darwin_tui.drawing.panel import heading, panel
from darwin_tui.server.model import ChatLine
from darwin_tui.widgets.pane import Pane, cells, fitted

FRAME_FROM_ROWS: Final = 7
"""Rows from which there is a frame around the chat; else a rule above it."""
NOTICE: Final = "*"
"""The author of a notice of the server."""


class Talk(Pane):
    """Lines of chat; each is broken at the width, and new ones push the old ones up."""

    def __init__(self, title: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._title = title
        self._lines: Sequence[ChatLine] = ()
        self._back = 0
        """The number of rows below the window."""

    def show(self, lines: Sequence[ChatLine]) -> None:
        """Show these lines."""
        if lines != self._lines:
            self._lines = lines
            self.redraw()

    def show_title(self, title: str) -> None:
        """Show another title."""
        if title != self._title:
            self._title = title
            self.redraw()

    def move(self, dx: int, dy: int) -> None:
        """Scroll by a row."""
        self._back -= dy
        self.redraw()

    def fill(self, area: Area) -> None:
        """Draw the last rows, or earlier ones if it is scrolled."""
        is_framed = area.height >= FRAME_FROM_ROWS
        x = 2 if is_framed else 1
        width, height = area.width - 2 * x, area.height - (2 if is_framed else 1)
        rows = self._rows(width)
        self._back = max(0, min(self._back, len(rows) - height))
        newer = tr("↓ {number} newer", number=self._back) if self._back else ""
        if is_framed:
            own = panel(area, self._title, newer, is_active=self.has_focus)
        else:
            heading(area, 0, (tr(self._title), "strong cursor" if self.has_focus else "strong ink"))
            area.right(0, (newer, "dim on strip"), margin=1)
            own = area.inside(1, 1, 1, 0)
        end = len(rows) - self._back
        shown = rows[max(end - height, 0) : end]
        for row, (stamp, name, text) in enumerate(shown, height - len(shown)):
            ink = "dim" if name.strip() == NOTICE else "ink"
            parts = (stamp, "dim"), (name, "strong ink"), (text, ink)
            runs = [cell for words, style in parts for cell in cells(words, own.style(style))]
            own.put(0, row, runs)

    def _rows(self, width: int) -> list[tuple[str, str, str]]:
        """Return the rows at a width: time, author and text, the first two blank in rows that
        continue a line."""
        names = [line.name or NOTICE for line in self._lines]
        column = max(map(len, names), default=0) + 1
        rows = []
        for name, line in zip(names, self._lines, strict=True):
            stamp = time.strftime("%H:%M ", time.localtime(line.time))
            head = fitted(name, column)
            room = max(width - len(stamp) - column, 1)
            for text in _broken(line.text, room):
                rows.append((f"{stamp:<6}", f"{head:<{column}}", text))
                stamp = head = ""
        return rows


def _broken(text: str, columns: int) -> list[str]:
    """Return a text broken between words, or within long ones, into rows of limited width."""
    rows, row = [], ""
    for word in text.split(" "):
        longer = f"{row} {word}" if row else word
        if cell_len(longer) <= columns:
            row = longer
            continue
        *whole, rest = chop_cells(word, columns)
        rows += [row, *whole] if row else whole
        row = rest
    return [*rows, row]
