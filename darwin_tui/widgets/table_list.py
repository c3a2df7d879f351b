"""The tables of a server: a list in a narrow window, cards beside each other in a wide one."""

import time
from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar, Final

from textual import events
from textual.geometry import Region, Size
from textual.message import Message

from darwin_tui.server.cards import TableCard
from darwin_tui.widgets import table_words
from darwin_tui.widgets.canvas import SEAT_MARKS, Canvas, Styled
from darwin_tui.widgets.pane import Pane, draw_panel, fitted

CARDS_FROM: Final = 78
"""Columns from which tables are shown as cards."""
CARD: Final = Size(42, 8)
"""The least size of a card."""
ROW_HEIGHT: Final = 2
WIDE_BOX: Final = Size(16, 6)
NARROW_BOX: Final = Size(8, 2)
SPINE_COLUMNS: Final = 2
_BOXES: Final = {
    "dice": "blue",
    "darwinning": "orange",
    "yummy": "yellow",
    "evo": "green",
    "journey": "brown",
}
"""The colours of the games' boxes; those of other games are grey."""
EMPTY: Final = ("No tables yet.", "n opens one; c takes the code of a friend's.")


class TableList(Pane):
    """The tables, in sections; the cursor stays on its table wherever the table moves."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "board--token",
        "board--raised",
        "board--spine",
        *(f"board--box-{hue}" for hue in (*_BOXES.values(), "grey")),
    }

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

    def _layout(self, size: Size) -> tuple[dict[str, Region], dict[int, str]]:
        """Return the places of tables by code and the titles of sections by row, both in rows of
        the list."""
        inside = self._inside(size)
        columns = max(inside.width // CARD.width, 1) if self._is_wide(size) else 1
        width = inside.width // columns
        height = CARD.height if self._is_wide(size) else ROW_HEIGHT
        places: dict[str, Region] = {}
        titles: dict[int, str] = {}
        row = 0
        for title, cards in groupby(self._cards, key=table_words.section):
            titles[row] = title
            row += 1
            for place, card in enumerate(cards):
                x, y = place % columns * width, row + place // columns * height
                places[card.code] = Region(x, y, width, height)
            row = max(region.bottom for region in places.values())
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
            top = here.y - 1 if here.y - 1 in titles else here.y
            self._first = min(max(self._first, here.bottom - height), top)
        self._first = max(min(self._first, last - height), 0)

    # --- drawing

    def draw(self, size: Size) -> Canvas:
        """Draw the tables that are in sight."""
        self._scroll()
        inside = self._inside(size)
        shown, below = self._draw_tables(size, Size(inside.width, inside.height))
        more = f"↓ {below} more" if below else ""
        if self._is_wide(size):
            shown.right(size.width - 1, size.height - 1, (f" {more} " if more else "", "strong"))
            return shown
        canvas = Canvas(size.width, size.height)
        whole = Region(0, 0, size.width, size.height)
        note = f"{len(self._cards)}" if self._cards else ""
        draw_panel(canvas, whole, "Tables", note, more, is_active=self.has_focus)
        for y in range(inside.height):
            canvas.text(inside.x, inside.y + y, *shown.row(y))
        return canvas

    def _draw_tables(self, size: Size, inside: Size) -> tuple[Canvas, int]:
        """Draw what is in sight; return it and the number of tables that are not, below it."""
        canvas, now = Canvas(*inside), time.time()
        places, titles = self._layout(size)
        for row, title in titles.items():
            canvas.text(1, row - self._first, (title, "dim"))
        for number, card in enumerate(self._cards, 1):
            region = places[card.code].translate((0, -self._first))
            if -region.height < region.y < inside.height:
                draw = self._draw_card if self._is_wide(size) else self._draw_row
                draw(canvas, region, card, number, now)
        if not self._cards:
            for row, line in enumerate(EMPTY, 1):
                canvas.text(2, row, (line, "dim"))
        below = sum(region.bottom > self._first + inside.height for region in places.values())
        return canvas, below

    def _sign(self, card: TableCard) -> str:
        return "▶" if card.code == self._code else " "

    def _status_style(self, card: TableCard) -> str:
        if card.is_my_turn:
            return "cursor strong"
        return "good" if card.can_sit else "dim"

    def _draw_row(
        self, canvas: Canvas, region: Region, card: TableCard, number: int, now: float
    ) -> None:
        """Draw a table as two rows beside its box."""
        x, y, width, _ = region
        is_on = card.code == self._code
        ground = " raised" if is_on and self.has_focus else ""
        for row in range(ROW_HEIGHT):
            canvas.text(x, y + row, (" " * width, f"{ground}"))
        _draw_box(canvas, Region(x + 1, y, *NARROW_BOX), card, f"{number}")
        left, right = x + NARROW_BOX.width + 2, x + width - 1
        status = table_words.status(card, now)
        start = canvas.right(right, y, (status, f"{self._status_style(card)}{ground}"))
        at = canvas.text(
            left,
            y,
            (f"{self._sign(card)} ", f"cursor strong{ground}"),
            (card.title, f"strong{ground}"),
        )
        rules = fitted(table_words.rules(card), max(start - at - 3, 0))
        canvas.text(at + 2, y, (rules, f"dim{ground}"))
        each = max((right - left) // len(card.seats), 4)
        for seat in range(len(card.seats)):
            canvas.text(left + seat * each, y + 1, *_seat(card, seat, each - 1, ground))

    def _draw_card(
        self, canvas: Canvas, region: Region, card: TableCard, number: int, now: float
    ) -> None:
        """Draw a table as a framed card."""
        is_on = card.code == self._code
        region = region.shrink((0, 1, 0, 0))
        inside = draw_panel(
            canvas,
            region,
            f"▶{number} {card.title}" if is_on else f"{number} {card.title}",
            table_words.status(card, now),
            table_words.rules(card),
            note_style=self._status_style(card),
            is_active=is_on and self.has_focus,
        )
        _draw_box(canvas, Region(inside.x, inside.y, *WIDE_BOX), card, card.code)
        x, width = inside.x + WIDE_BOX.width + 1, inside.width - WIDE_BOX.width - 1
        rows = inside.height
        shown = card.seats if len(card.seats) <= rows else card.seats[: rows - 1]
        top = inside.y + (rows - len(shown)) // 2 if len(shown) < rows else inside.y
        for seat in range(len(shown)):
            canvas.text(x, top + seat, *_seat(card, seat, width, ""))
        if len(shown) < len(card.seats):
            more = f"and {len(card.seats) - len(shown)} more"
            canvas.text(x, top + len(shown), (more, "dim"))

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


def _draw_box(canvas: Canvas, region: Region, card: TableCard, words: str) -> None:
    """Draw the box of a game: its spine in its colour, and words in the middle of its lid."""
    hue = f"box-{_BOXES.get(card.game, 'grey')}"
    for y in range(region.y, region.bottom):
        at = canvas.text(region.x, y, (" " * SPINE_COLUMNS, f"{hue} spine"))
        canvas.text(at, y, (" " * (region.width - SPINE_COLUMNS), "raised"))
    x = region.x + SPINE_COLUMNS + (region.width - SPINE_COLUMNS - len(words)) // 2
    y = region.y + (region.height - 1) // 2
    canvas.text(x, y, (words, f"{hue} strong raised"))


def _seat(card: TableCard, seat: int, columns: int, ground: str) -> list[Styled]:
    """Return the token and the name at a seat, in so many columns.

    A token has its ground in the colour of the seat; a full square would hide it.
    """
    sitter = card.seats[seat]
    move = "▸" if sitter.is_to_move else " "
    if sitter.kind == "open":
        return [(f" {table_words.FREE_MARK} free", f"good{ground}")]
    name = fitted(sitter.name, columns - 3)
    if sitter.kind == "reserved":
        return [(f" {table_words.KEPT_MARK} {name}", f"dim{ground}")]
    is_away = table_words.is_away(sitter, card.phase)
    weight = "strong" if sitter.is_me or sitter.is_to_move else "dim" if is_away else ""
    return [
        (move, f"cursor strong{ground}"),
        (SEAT_MARKS[seat].replace("■", "□"), f"seat-{seat} token"),
        (f" {name}", f"{weight}{ground}"),
    ]
