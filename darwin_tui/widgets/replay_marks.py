"""The rounds of a replay and the notes on it, above the bar of its timeline."""

from collections.abc import Sequence
from typing import Final

from darwin_tui.drawing.area import Area
from darwin_tui.widgets.pane import Drawn

NOTE: Final = "◆"
"""The mark of a note without a judgement."""


Stretch = tuple[str, int, int]
"""A round: its words, and its first and last position."""


class ReplayMarks(Drawn):
    """A row with rounds, and with notes above or upon them; nothing while the length of the match
    is hidden."""

    def __init__(self, start: int) -> None:
        """Make the rows.

        Args:
            start: the column at which the bar begins.
        """
        super().__init__(id="marks")
        self._start = start
        self._columns = 0
        self._position = 0
        self._rounds: Sequence[Stretch] = ()
        self._notes: Sequence[tuple[int, str]] = ()

    def show(
        self,
        columns: int,
        position: int,
        rounds: Sequence[Stretch],
        notes: Sequence[tuple[int, str]],
    ) -> None:
        """Show rounds and notes.

        Args:
            columns: of the bar.
            position: the present one.
            rounds: in their order; empty to show nothing.
            notes: positions, each with the glyph of its note, which may be empty.
        """
        self._columns, self._position, self._rounds, self._notes = columns, position, rounds, notes
        self.redraw()

    def fill(self, area: Area) -> None:
        """Draw the rows."""
        if not self._rounds:
            return
        last = max(self._rounds[-1][-1], 1)
        bar = area.at(self._start, 0, self._columns, area.height)

        def column(position: int) -> int:
            return position * self._columns // last

        for words, first, end in self._rounds:
            x, width = column(first), column(end) - column(first)
            is_now = first <= self._position <= end
            part = bar.at(x, bar.height - 1, width - 1, 1, "keycap" if is_now else "strip")
            style = "strong cursor" if is_now else "dim"
            if len(words) <= part.width:
                part.centre(0, (words, style))
            elif part.width >= len(words.split()[-1]):
                part.centre(0, (words.split()[-1], style))
        for position, glyph in self._notes:
            mark = glyph or NOTE
            style = "bad" if mark.startswith("?") else "good" if mark.startswith("!") else "cursor"
            x = min(column(position), self._columns - len(mark))
            bar.text(x, 0, (mark, f"strong {style}"))
