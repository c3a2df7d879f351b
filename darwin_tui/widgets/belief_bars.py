"""The cards that a viewer does not see: a bar for each that they could be."""

from collections.abc import Callable, Sequence
from typing import Final

from darwin_core.analysis.beliefs import Belief
from darwin_core.text.language import tr, tr_n
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.marks import bar, seat_name
from darwin_tui.widgets.pane import Drawn, fitted

PLACE_COLUMNS_MIN: Final = 25
"""Columns of a place with cards."""
PLACE_ROWS_MIN: Final = 4
"""Rows of a place: its name, and three cards."""
BAR_COLUMNS_MIN: Final = 5
PERCENT_COLUMNS: Final = 6
GAP_COLUMNS: Final = 2


class BeliefBars(Drawn):
    """Places with hidden cards side by side, the likeliest cards of each with a bar."""

    def __init__(self) -> None:
        super().__init__(id="beliefs")
        self._title = ""
        self._beliefs: Sequence[Belief] = ()
        self._names: Sequence[str] = ()
        self._card_name: Callable[[int], str] = str

    def show(
        self,
        title: str,
        beliefs: Sequence[Belief],
        names: Sequence[str],
        card_name: Callable[[int], str],
    ) -> None:
        """Show beliefs under a title.

        Args:
            title: whose beliefs they are, or why there are none.
            beliefs: one for each place.
            names: the names of the players.
            card_name: the name of a kind of card.
        """
        self._title, self._beliefs, self._names = title, beliefs, names
        self._card_name = card_name
        self.redraw()

    def fill(self, area: Area) -> None:
        """Draw in the whole area: as many places as there is room for."""
        head, rest = area.inside(1, 0, 1, 0).rows(1, Grow())
        x = head.text(0, 0, (tr("hidden cards"), "strong"))
        if not self._beliefs:
            head.text(x + GAP_COLUMNS, 0, (self._title, "dim"))
            return
        across = min(max(rest.width // PLACE_COLUMNS_MIN, 1), len(self._beliefs))
        down = min(-(-len(self._beliefs) // across), max(rest.height // PLACE_ROWS_MIN, 1))
        left = len(self._beliefs) - across * down
        more = tr_n("and {number} place more", "and {number} places more", left) if left > 0 else ""
        room = head.width - x - 2 * GAP_COLUMNS - len(more)
        head.text(x + GAP_COLUMNS, 0, (fitted(self._title, room), "dim"))
        head.right(0, (more, "dim"))
        areas = [
            place
            for row in rest.rows(*[Grow()] * down)
            for place in row.columns(*[Grow()] * across, gap=GAP_COLUMNS)
        ]
        found = list(zip(areas, self._beliefs, strict=False))
        shown = [belief.likely[: max(place.height - 1, 0)] for place, belief in found]
        widest = max(len(self._card_name(each.card)) for likely in shown for each in likely)
        for place, belief in found:
            room = place.width - BAR_COLUMNS_MIN - PERCENT_COLUMNS
            self._draw_place(place, belief, min(widest + 1, room))

    def _draw_place(self, area: Area, belief: Belief, x: int) -> None:
        """Draw a place, its bars from a column on."""
        name, style = seat_name(belief.seat, self._names[belief.seat])
        of = f" {tr(belief.place)}, {belief.cards}"
        area.text(0, 0, (fitted(name, area.width - len(of)), style), (of, "dim"))
        columns = area.width - x - PERCENT_COLUMNS
        for row, likely in enumerate(belief.likely[: max(area.height - 1, 0)], 1):
            percent = round(100 * likely.chance)
            area.text(0, row, fitted(self._card_name(likely.card), x - 1))
            bar(area, x, row, columns, [(percent, f"seat-{belief.seat}")], 100)
            area.right(row, (f"{percent} %", "strong" if percent == 100 else ""))
