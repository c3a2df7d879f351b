"""A sample of the shared parts in the theme that is in force."""

from typing import Final

from textual.geometry import Size

from darwin_core.text.language import mark, noun, tr, tr_in
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.card import card
from darwin_tui.drawing.marks import bar, button, chip, seat_name, token
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures
from darwin_tui.drawing.state import State
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
LOW_FROM_COLUMNS: Final = 70
"""Columns from which the parts are beside each other where there are few rows."""
LOW_SEATS_COLUMNS: Final = 30
WORDS_COLUMNS: Final = 36
"""Columns from which the words of a kind are beside each other."""


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
        if inner.width >= LOW_FROM_COLUMNS and inner.height < size.height + OTHER_ROWS:
            has_cards = inner.height > size.height + 1
            columns = len(CARDS) * (size.width + 3) if has_cards else 0
            room = inner.inside(0, (inner.height - size.height) // 2 if has_cards else 0, 0, 0)
            cards, seats, words = room.columns(columns, LOW_SEATS_COLUMNS, Grow(), gap=3)
            cards = cards.at(0, -1, columns, size.height + 2)
        else:
            gap = 1 + max(inner.height - size.height - OTHER_ROWS, 0) // 3
            cards, seats, words = inner.rows(size.height + 3, 8, Grow(), gap=min(gap, GAP_MAX))
        if cards.width:
            self._fill_cards(cards, size)
        self._fill_seats(seats)
        self._fill_words(words)

    @staticmethod
    def _fill_cards(area: Area, size: Size) -> None:
        is_large = size == LARGE_CARD
        for place, (name, band, state) in enumerate(CARDS):
            own = area.at(1 + place * (size.width + 3), 1, *size)
            face = card(own, state, band=band, band_rows=3 if is_large else 1)
            face.band.centre(face.band.height // 2, (str(place + 1), "strong token-ink"))
            animal = pictures("dice").get(name)
            if animal:
                animal = animal.doubled() if is_large else animal
                face.body.picture((face.body.width - animal.width) // 2, 0, animal)
            face.body.centre(face.body.height - 1, (noun(name), "strong stock-ink"))

    @staticmethod
    def _fill_words(area: Area) -> None:
        """Write the words of a kind beside each other where there is room for them."""
        is_wide = area.width >= WORDS_COLUMNS
        area.text(0, 0, chip(tr("suit"), "hue-yellow"), " ", chip(noun("trait"), "hue-grey"))
        x = area.text(0, 2, (tr("+3 gained"), "good"))
        area.text(x + 3 if is_wide else 0, 2 if is_wide else 3, (tr("2 coins short"), "bad"))
        x = button(area, 0, 4 if is_wide else 5, tr("focused"), State.FOCUSED)
        button(area, x if is_wide else 0, 4 if is_wide else 6, tr("selectable"), State.SELECTABLE)

    @staticmethod
    def _fill_seats(area: Area) -> None:
        for seat, name in enumerate(SEATS):
            area.text(0, seat, token(seat), " ", seat_name(seat, name))
            width = area.width - 14
            bar(area, 12, seat, width, [(len(SEATS) - seat, f"seat-{seat}")], len(SEATS))
