"""A sample of the shared parts in the theme that is in force."""

from typing import Final

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
CARD: Final = (9, 7)
ROWS: Final = 25
"""Rows of the sample with a blank row between its parts."""
GAP_MAX: Final = 7


class Sample(Drawn):
    """Cards, seats, chips, bars and words, as boards show them."""

    def fill(self, area: Area) -> None:
        """Draw the sample."""
        inner = panel(area, mark("As it looks now"), tr_in(CONTEXT, self.app.theme))
        gap = 1 + max(inner.height - ROWS, 0) // 3
        cards, seats, words = inner.rows(CARD[1] + 3, 8, Grow(), gap=min(gap, GAP_MAX))
        for place, (name, band, state) in enumerate(CARDS):
            own = cards.at(1 + place * (CARD[0] + 3), 1, *CARD)
            face = card(own, state, band=band)
            face.band.centre(0, (str(place + 1), "strong token-ink"))
            animal = pictures("dice").get(name)
            if animal:
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
