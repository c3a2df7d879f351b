"""A sample of the shared parts in the theme that is in force."""

from typing import Final

from textual.geometry import Size

from darwin_core.language import mark, noun, tr, tr_in
from darwin_tui.parts.area import Area, Grow
from darwin_tui.parts.card import card
from darwin_tui.parts.marks import bar, button, chip, seat_name, token
from darwin_tui.parts.panel import panel
from darwin_tui.parts.picture import pictures
from darwin_tui.parts.state import State
from darwin_tui.settings import CONTEXT
from darwin_tui.widgets.pane import Drawn

SEATS: Final = ("Ada", "Ben", "Cleo", "Dan", "Emma", "Syms")
CARDS: Final = (
    ("bear", "hue-blue", State.SELECTABLE),
    ("fox", "hue-green", State.FOCUSED),
    ("owl", "hue-orange", State.NOT_NOW),
)
CARD: Final = Size(9, 7)
LARGE_CARD: Final = Size(24, 14)
LARGE: Final = Size(82, 40)
"""Columns and rows of the sample from which its cards are large."""
OTHER_ROWS: Final = 18
"""Rows of the sample besides its cards, with a blank row between its parts."""
GAP_MAX: Final = 7


class Sample(Drawn):
    """Cards, seats, chips, bars and words, as boards show them."""

    def notify_style_update(self) -> None:
        """Name the theme that is in force now."""
        super().notify_style_update()
        self.redraw()

    def fill(self, area: Area) -> None:
        """Draw the sample."""
        inner = panel(area, mark("As it looks now"), tr_in(CONTEXT, self.app.theme))
        is_large = inner.width >= LARGE.width and inner.height >= LARGE.height
        size = LARGE_CARD if is_large else CARD
        gap = 1 + max(inner.height - size.height - OTHER_ROWS, 0) // 3
        cards, seats, words = inner.rows(size.height + 3, 8, Grow(), gap=min(gap, GAP_MAX))
        for place, (name, band, state) in enumerate(CARDS):
            own = cards.at(1 + place * (size.width + 3), 1, *size)
            face = card(own, state, band=band, band_rows=3 if is_large else 1)
            face.band.centre(face.band.height // 2, (str(place + 1), "strong token-ink"))
            animal = pictures("dice").get(name)
            if animal:
                animal = animal.doubled() if is_large else animal
                face.body.picture((face.body.width - animal.width) // 2, 0, animal)
            face.body.centre(face.body.height - 1, (noun(name), "strong stock-ink"))
        self._fill_seats(seats)
        words.text(0, 0, chip(tr("suit"), "hue-yellow"), " ", chip(noun("trait"), "hue-grey"))
        words.text(0, 2, (tr("+3 gained"), "good"), "   ", (tr("2 coins short"), "bad"))
        x = button(words, 0, 4, tr("focused"), State.FOCUSED)
        button(words, x, 4, tr("selectable"), State.SELECTABLE)

    @staticmethod
    def _fill_seats(area: Area) -> None:
        for seat, name in enumerate(SEATS):
            area.text(0, seat, token(seat), " ", seat_name(seat, name))
            width = area.width - 14
            bar(area, 12, seat, width, [(len(SEATS) - seat, f"seat-{seat}")], len(SEATS))
