"""The hands of all seats, for those who have none: backs, or for the omniscient cards."""

from typing import Final

from darwin_core.contract.game import HIDDEN
from darwin_core.text.language import mark, tr
from darwin_tui.boards.darwinning.marks import card_chips
from darwin_tui.boards.darwinning.scene import Scene
from darwin_tui.boards.darwinning.trick import draw_likely
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.card import back, fans
from darwin_tui.drawing.marks import seat_name
from darwin_tui.drawing.panel import draw_action, panel

WITH_ACTION_COLUMNS: Final = 100
"""Columns from which the last action of a replay has room beside all hands."""
NAME_COLUMNS: Final = 20
MARK_COLUMNS: Final = 2
"""Columns of a seat's mark before its name."""
FAN: Final = 3
"""Backs of a hand whose size nobody knows."""
BACK_ROWS_MIN: Final = 3
SMALL_BACK_COLUMNS: Final = 2


def draw_all_hands(area: Area, scene: Scene) -> None:
    """Draw all hands."""
    view = scene.view
    is_hidden = any(HIDDEN in hand for hand in view.hands)
    if scene.said and is_hidden and area.width >= WITH_ACTION_COLUMNS:
        area, beside = area.columns(Grow(), Grow())
        draw_action(beside, scene.said)
    inner = area
    if area.height >= len(view.hands) + 2:
        note = "" if view.options.hand_sizes or not is_hidden else tr("their sizes are not shown")
        inner = panel(area, mark("hands"), note)
    room = (inner.width + 1) // len(view.hands) - 1
    has_fans = inner.height > BACK_ROWS_MIN and room >= max(map(len, scene.names)) + MARK_COLUMNS
    has_backs = (is_hidden and not scene.beliefs) or not any(view.hands)
    if has_backs and has_fans:
        columns = inner.columns(*[Grow()] * len(view.hands), gap=1)
        for seat, own in enumerate(columns):
            own.text(0, 0, seat_name(seat, scene.names[seat]))
        counts = [_backs(scene, seat) for seat in range(len(view.hands))]
        fans([own.inside(0, 1, 0) for own in columns], counts)
        return
    for seat, hand in enumerate(view.hands):
        row = inner.at(0, seat, inner.width, 1)
        row.text(0, 0, seat_name(seat, scene.names[seat]))
        cards = row.inside(NAME_COLUMNS, 0, 0)
        if HIDDEN not in hand:
            cards.text(0, 0, *card_chips(hand, cards.width))
        elif not draw_likely(cards, scene, seat):
            for place in range(_backs(scene, seat)):
                back(cards.at(place * (SMALL_BACK_COLUMNS + 1), 0, SMALL_BACK_COLUMNS, 1))


def _backs(scene: Scene, seat: int) -> int:
    """Return the backs to draw for a hand: as many as it has cards, if the table shows that."""
    count = len(scene.view.hands[seat])
    return count if scene.view.options.hand_sizes else min(count, 1) * FAN
