"""The tables of a server: a list in a narrow window, cards beside each other in a wide one."""

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message

from darwin_core.contract.registry import BOXES
from darwin_core.text.language import mark, tr
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Canvas, Drawing, Styled
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures
from darwin_tui.server.cards import TableCard
from darwin_tui.widgets import table_words
from darwin_tui.widgets.boxes import draw_empty, largest_picture
from darwin_tui.widgets.pane import Pane, fitted

CARDS_FROM: Final = 78
"""Columns from which tables are shown as cards."""
CARD: Final = Size(42, 8)
"""The least size of a card."""
LARGE_CARD: Final = Size(66, 14)
"""The least size of a card with the picture of its box doubled."""
ROW_HEIGHT: Final = 2
SMALL_PICTURE_COLUMNS: Final = 8
EMPTY: Final = (
    mark("No tables yet."),
    mark("n opens one; c takes the code of a friend's."),
)
"""The words in place of a list without tables, and a sentence on what to do."""


class TableList(Pane):
    """The tables, in sections; the cursor stays on its table wherever the table moves."""

    class Chosen(Message):
        """The cursor was moved to another table."""

    class Opened(Message):
        """The table under the cursor was clicked a second time."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._cards: list[TableCard] = []
        self._code = ""
        """The code of the table under the cursor."""
        self._first = 0
        """The row of the list at the top of the pane."""

    # --- data

    @property
    def chosen(self) -> TableCard | None:
        """The table under the cursor."""
        return next((card for card in self._cards if card.code == self._code), None)

    @property
    def cards(self) -> Sequence[TableCard]:
        """The tables in the order in which they are shown."""
        return self._cards

    def show(self, cards: Sequence[TableCard]) -> None:
        """Show these tables, of which those of a section are together.

        If the table under the cursor is gone, the cursor goes to the next one.
        """
        if self._cards == list(cards):
            return
        place = next((n for n, card in enumerate(self._cards) if card.code == self._code), 0)
        self._cards = list(cards)
        if self.chosen is None:
            self._code = self._cards[min(place, len(self._cards) - 1)].code if self._cards else ""
        self._scroll()
        self.redraw()

    def choose(self, code: str) -> None:
        """Put the cursor on a table."""
        if code != self._code and any(card.code == code for card in self._cards):
            self._code = code
            self._scroll()
            self.redraw()
            self.post_message(self.Chosen())

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor to the neighbour in a direction, if there is one."""
        places = self._places(self.size)
        if self._code not in places:
            return
        here = places[self._code]
        found = [
            (abs(region.y - here.y), abs(region.x - here.x), code)
            for code, region in places.items()
            if (region.y - here.y) * dy > 0
            or (dx and region.y == here.y and (region.x - here.x) * dx > 0)
        ]
        if found:
            self.choose(min(found)[2])

    # --- layout

    def _is_wide(self, size: Size) -> bool:
        return size.width >= CARDS_FROM

    def _inside(self, size: Size) -> Region:
        """Return the region for tables: in a narrow pane there is a frame around it."""
        if self._is_wide(size):
            return Region(0, 0, size.width, size.height)
        return Region(1, 1, size.width - 2, size.height - 2)

    def _layout(self, size: Size) -> tuple[dict[str, Region], dict[Offset, str]]:
        """Return the places of tables by code, and the titles of sections by place, both in rows of
        the list. Cards are large if all of them are in sight then."""
        inside = self._inside(size)
        if not self._is_wide(size):
            return self._rows_layout(inside.width)
        if inside.width >= LARGE_CARD.width:
            places, titles = self._cards_layout(inside.width, LARGE_CARD)
            if all(place.bottom <= inside.height for place in places.values()):
                return places, titles
        return self._cards_layout(inside.width, CARD)

    def _rows_layout(self, width: int) -> tuple[dict[str, Region], dict[Offset, str]]:
        """Return the layout of tables below each other."""
        places: dict[str, Region] = {}
        titles: dict[Offset, str] = {}
        y = 0
        for title, cards in groupby(self._cards, key=table_words.section):
            titles[Offset(0, y)] = title
            y += 1
            for card in cards:
                places[card.code] = Region(0, y, width, ROW_HEIGHT)
                y += ROW_HEIGHT
        return places, titles

    def _cards_layout(self, width: int, least: Size) -> tuple[dict[str, Region], dict[Offset, str]]:
        """Return the layout of tables beside each other. A section begins beside the one before it,
        and above a row of cards where one begins there are the titles."""
        columns = width // least.width
        own, height = width // columns, least.height
        places: dict[str, Region] = {}
        titles: dict[Offset, str] = {}
        y, title = 0, ""
        for first in range(0, len(self._cards), columns):
            row = self._cards[first : first + columns]
            begun: dict[int, str] = {}
            for place, card in enumerate(row):
                if table_words.section(card) != title:
                    title = begun[place * own] = table_words.section(card)
            titles |= {Offset(x, y): words for x, words in begun.items()}
            y += bool(begun)
            for place, card in enumerate(row):
                places[card.code] = Region(place * own, y, own, height)
            y += height
        return places, titles

    def _places(self, size: Size) -> dict[str, Region]:
        return self._layout(size)[0]

    def _scroll(self) -> None:
        """Bring the cursor's table into sight, with the title above it."""
        places, titles = self._layout(self.size)
        here = places.get(self._code)
        height = self._inside(self.size).height
        last = max((region.bottom for region in places.values()), default=0)
        if here:
            has_title = any(each.y == here.y - 1 for each in titles)
            top = here.y - 1 if has_title else here.y
            self._first = min(max(self._first, here.bottom - height), top)
        self._first = max(min(self._first, last - height), 0)

    # --- drawing

    def fill(self, area: Area) -> None:
        """Draw the tables that are in sight."""
        size = Size(area.width, area.height)
        self._scroll()
        inside = area.at(*self._inside(size))
        below = self._below(size, inside.height)
        more = tr("↓ {number} more", number=below) if below else ""
        if not self._is_wide(size):
            note = f"{len(self._cards)}" if self._cards else ""
            panel(area, mark("Tables"), note, more, is_active=self.has_focus)
            inside = replace(inside, ground="panel")
        self._fill_tables(inside, size)
        if more and self._is_wide(size):
            area.right(area.height - 1, (f" {more} ", "strong"), margin=1)

    def _below(self, size: Size, height: int) -> int:
        """Return the number of tables that are not whole in sight, below."""
        return sum(each.bottom > self._first + height for each in self._places(size).values())

    def _fill_tables(self, area: Area, size: Size) -> None:
        """Draw the list on a canvas of its own, and copy the rows that are in sight."""
        now, height = time.time(), area.height
        places, titles = self._layout(size)
        last = max((each.bottom for each in places.values()), default=0)
        rows = max(last, self._first + height)
        own = Drawing(Canvas(area.width, rows), {}, look=self.look, palette=self.palette)
        whole = Area(own, Region(0, 0, area.width, rows)).on(area.ground or "table")
        for (x, y), title in titles.items():
            whole.text(x + 1, y, (tr(title), "dim"))
        for number, card in enumerate(self._cards, 1):
            place = places[card.code]
            if place.bottom > self._first and place.y < self._first + height:
                draw = self._draw_card if self._is_wide(size) else self._draw_row
                draw(whole.at(*place), card, number, now)
        if not self._cards:
            draw_empty(whole, *map(tr, EMPTY))
        for y in range(height):
            pieces = own.canvas.row(self._first + y)
            area.drawing.canvas.text(area.region.x, area.region.y + y, *pieces)

    def _sign(self, card: TableCard) -> str:
        return "▶" if card.code == self._code else " "

    def _status_style(self, card: TableCard) -> str:
        if card.is_my_turn:
            return "strong cursor"
        return "good" if card.can_sit else "dim"

    def _draw_row(self, area: Area, card: TableCard, number: int, now: float) -> None:
        """Draw a table as two rows beside the small picture of its box."""
        is_on = card.code == self._code and self.has_focus
        own = area.on("strip" if is_on else "panel")
        left = 1
        if own.look.has_pictures and card.game in BOXES:
            own.picture(left, 0, pictures("shelf")[f"{card.game}-small"])
        left += SMALL_PICTURE_COLUMNS + 1
        status = table_words.status(card, now)
        start = own.right(0, (status, self._status_style(card)), margin=1)
        sign = (f"{self._sign(card)}{number} ", "strong cursor")
        at = own.text(left, 0, sign, (fitted(card.title, max(start - left - 5, 1)), "strong"))
        room = start - at - 3
        several = (table_words.rules(card), tr(card.rules), card.clock)
        fit = next((words for words in several if words and len(words) <= room), "")
        own.text(at + 2, 0, (fit, "dim"))
        each = max((own.width - 1 - left) // len(card.seats), 4)
        for seat in range(len(card.seats)):
            own.at(left + seat * each, 1, each, 1).text(0, 0, *_seat(card, seat, each - 1))

    def _draw_card(self, area: Area, card: TableCard, number: int, now: float) -> None:
        """Draw a table as a framed card with the picture of its box."""
        is_on = card.code == self._code
        own = area.at(0, 0, area.width - 1, area.height)
        status = table_words.status(card, now)
        title = fitted(
            f"{'▶' if is_on else ''}{number} {card.title}", max(own.width - len(status) - 8, 1)
        )
        whole, short = table_words.rules(card), tr(card.rules) or card.clock
        feet = [f"{card.code} · {words}" for words in (whole, short) if words]
        foot = next((each for each in feet if len(each) <= own.width - 6), card.code)
        inside = panel(
            own,
            [title],
            [(status, self._status_style(card))],
            foot,
            is_active=is_on and self.has_focus,
        )
        words = inside
        room = Size(inside.width, inside.height)
        if inside.look.has_pictures and (picture := largest_picture(card.game, room)):
            box, words = inside.columns(picture.width, Grow(), gap=1)
            box.picture(0, 0, picture)
        rows = words.height
        shown = card.seats if len(card.seats) <= rows else card.seats[: rows - 1]
        top = (rows - len(shown)) // 2
        for seat in range(len(shown)):
            words.text(0, top + seat, *_seat(card, seat, words.width))
        if len(shown) < len(card.seats):
            left = tr("and {number} more", number=len(card.seats) - len(shown))
            words.text(0, rows - 1, (left, "dim"))

    # --- mouse

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the table clicked; a second click opens it."""
        inside = self._inside(self.size)
        x, y = event.x - inside.x, event.y - inside.y + self._first
        for code, region in self._places(self.size).items():
            if region.contains(x, y):
                if code == self._code:
                    self.post_message(self.Opened())
                self.choose(code)
                return

    def on_mouse_scroll_down(self) -> None:
        """Move the cursor down."""
        self.move(0, 1)

    def on_mouse_scroll_up(self) -> None:
        """Move the cursor up."""
        self.move(0, -1)


def _seat(card: TableCard, seat: int, columns: int) -> list[Styled]:
    """Return the token and the name at a seat, fitted to a room."""
    sitter = card.seats[seat]
    if sitter.kind == "open":
        return [(f" {table_words.FREE_MARK} {tr('free')}", "good")]
    name = fitted(sitter.name, columns - 3)
    if sitter.kind == "reserved":
        return [(f" {table_words.KEPT_MARK} {name}", "dim")]
    is_away = table_words.is_away(sitter, card.phase)
    weight = "strong ink" if sitter.is_me or sitter.is_to_move else "dim" if is_away else "ink"
    return [
        ("▸" if sitter.is_to_move else " ", "strong cursor"),
        token(seat),
        (f" {name}", weight),
    ]
