"""The lobby of a server: its tables, listed in a narrow window and as cards in a wide one, the
people who are there, and the chat."""

import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import groupby
from typing import ClassVar, Final

from rich.cells import cell_len
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.widgets import Static

from darwin_core.contract import registry
from darwin_core.contract.registry import BOXES, SLUGS
from darwin_core.text.language import mark, tr, tr_in
from darwin_core.text.wording import counted
from darwin_tui import commands, settings
from darwin_tui.commands import key_of
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import Canvas, Drawing, Styled
from darwin_tui.drawing.marks import token
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures
from darwin_tui.hosted import table_words
from darwin_tui.hosted.chat import ChatScreen, VisitorList, rewrite, seed_words_dialog, terminal_of
from darwin_tui.hosted.ladder import LadderScreen, ProfileScreen
from darwin_tui.hosted.new_table import WaitingRoomScreen
from darwin_tui.hosted.table_screens import HostedPlayScreen
from darwin_tui.library.dates import short_moment
from darwin_tui.library.seat_access import ChatLine, Rejected
from darwin_tui.play import people_words as words
from darwin_tui.screens import navigation
from darwin_tui.server.lobby.lobby import Lobby, parse_holiday_days
from darwin_tui.server.lobby.lobby_cards import Invitation, TableCard
from darwin_tui.server.store.contract import read_code
from darwin_tui.widgets.boxes import draw_empty, largest_picture, short_title
from darwin_tui.widgets.dialogs import ConfirmDialog, EntryDialog, PickDialog
from darwin_tui.widgets.pane import Pane, fitted
from darwin_tui.widgets.screen import KeyBar

CARDS_FROM: Final = 78
"""Columns from which tables are shown as cards."""
CARD: Final = Size(42, 8)
"""Minimum size of a card."""
LARGE_CARD: Final = Size(66, 14)
"""Minimum size of a card with its box picture doubled."""
TABLE_ROWS: Final = 2
"""Rows of a table in the list."""
SMALL_PICTURE_COLUMNS: Final = 8
"""Columns of the box picture in a small card."""
FILTERS: Final = {
    "free": mark("tables with free seats"),
    "friends": mark("tables of friends"),
}
"""The filters of tables besides those by game, with their labels."""


class TableList(Pane):
    """The tables in sections; the cursor follows its table wherever it moves."""

    class Chosen(Message):
        """The cursor moved to another table."""

    class Opened(Message):
        """The table under the cursor was clicked a second time."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._cards: list[TableCard] = []
        self._code = ""
        """Code of the table under the cursor."""
        self._first = 0
        """First visible row of the list."""
        self._filter = ""

    # --- data

    @property
    def chosen(self) -> TableCard | None:
        """The table under the cursor."""
        return next((card for card in self._cards if card.code == self._code), None)

    @property
    def cards(self) -> Sequence[TableCard]:
        """The tables in display order."""
        return self._cards

    def show(self, cards: Sequence[TableCard], kind: str = "") -> None:
        """Show tables, ordered by section.

        If the table under the cursor is gone, the cursor moves to the next one.

        Args:
            kind: the active filter; empty for all tables.
        """
        if (self._cards, self._filter) == (list(cards), kind):
            return
        self._filter = kind
        index = next((n for n, card in enumerate(self._cards) if card.code == self._code), 0)
        self._cards = list(cards)
        if self.chosen is None:
            self._code = self._cards[min(index, len(self._cards) - 1)].code if self._cards else ""
        self._scroll()
        self.redraw()

    def choose(self, code: str) -> None:
        if code != self._code and any(card.code == code for card in self._cards):
            self._code = code
            self._scroll()
            self.redraw()
            self.post_message(self.Chosen())

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor to the nearest table in a direction, if there is one.

        Up and down, the nearest row counts first, then the nearest column in it.
        """
        regions = self._regions(self.size)
        if self._code not in regions:
            return
        region_now = regions[self._code]
        neighbours = [
            (abs(region.y - region_now.y), abs(region.x - region_now.x), code)
            for code, region in regions.items()
            if (region.y - region_now.y) * dy > 0
            or (dx and region.y == region_now.y and (region.x - region_now.x) * dx > 0)
        ]
        if neighbours:
            self.choose(min(neighbours)[2])

    # --- layout

    def _is_wide(self, size: Size) -> bool:
        return size.width >= CARDS_FROM

    def _inside(self, size: Size) -> Region:
        """Return the region for tables; a narrow pane has a frame around it."""
        if self._is_wide(size):
            return Region(0, 0, size.width, size.height)
        return Region(1, 1, size.width - 2, size.height - 2)

    def _layout(self, size: Size) -> tuple[dict[str, Region], dict[Offset, str]]:
        """Return regions by table code, and section titles by position, in rows of the list.

        Cards are large if all of them then fit.
        """
        inside = self._inside(size)
        if not self._is_wide(size):
            return self._rows_layout(inside.width)
        if inside.width >= LARGE_CARD.width:
            regions, titles = self._cards_layout(inside.width, LARGE_CARD)
            if all(region.bottom <= inside.height for region in regions.values()):
                return regions, titles
        return self._cards_layout(inside.width, CARD)

    def _rows_layout(self, width: int) -> tuple[dict[str, Region], dict[Offset, str]]:
        """Return the layout with tables below each other."""
        regions: dict[str, Region] = {}
        titles: dict[Offset, str] = {}
        y = 0
        for title, cards in groupby(self._cards, key=table_words.section):
            titles[Offset(0, y)] = title
            y += 1
            for card in cards:
                regions[card.code] = Region(0, y, width, TABLE_ROWS)
                y += TABLE_ROWS
        return regions, titles

    def _cards_layout(self, width: int, least: Size) -> tuple[dict[str, Region], dict[Offset, str]]:
        """Return the layout with tables beside each other.

        A section continues the row of its predecessor; its title is above the row in which it
        begins.

        Args:
            least: minimum size of a card.
        """
        columns = width // least.width
        card_width = width // columns
        height = least.height
        regions: dict[str, Region] = {}
        titles: dict[Offset, str] = {}
        y = 0
        title = ""
        for first in range(0, len(self._cards), columns):
            row = self._cards[first : first + columns]
            begun: dict[int, str] = {}
            for column, card in enumerate(row):
                if table_words.section(card) != title:
                    title = begun[column * card_width] = table_words.section(card)
            titles |= {Offset(x, y): words for x, words in begun.items()}
            y += bool(begun)
            for column, card in enumerate(row):
                regions[card.code] = Region(column * card_width, y, card_width, height)
            y += height
        return regions, titles

    def _regions(self, size: Size) -> dict[str, Region]:
        return self._layout(size)[0]

    def _scroll(self) -> None:
        """Scroll the cursor's table into view, with the title above it."""
        regions, titles = self._layout(self.size)
        region = regions.get(self._code)
        height = self._inside(self.size).height
        last = max((region.bottom for region in regions.values()), default=0)
        if region:
            has_title = any(title.y == region.y - 1 for title in titles)
            top = region.y - 1 if has_title else region.y
            self._first = min(max(self._first, region.bottom - height), top)
        self._first = max(min(self._first, last - height), 0)

    # --- drawing

    def fill(self, area: Area) -> None:
        """Draw the visible tables."""
        size = Size(area.width, area.height)
        self._scroll()
        inside = area.at(*self._inside(size))
        below = self._below(size, inside.height)
        more = tr("↓ {number} more", number=below) if below else ""
        if not self._is_wide(size):
            note = f"{len(self._cards)}" if self._cards else ""
            panel(area, mark("Tables"), note, more, is_active=self.has_focus)
            inside = inside.over("panel")
        self._fill_tables(inside, size)
        if more and self._is_wide(size):
            area.right(area.height - 1, (f" {more} ", "strong"), margin=1)

    def _below(self, size: Size, height: int) -> int:
        """Return the number of tables that end below the visible rows."""
        return sum(region.bottom > self._first + height for region in self._regions(size).values())

    def _fill_tables(self, area: Area, size: Size) -> None:
        """Draw the list on a separate canvas, then copy the visible rows."""
        now = time.time()
        height = area.height
        regions, titles = self._layout(size)
        last = max((region.bottom for region in regions.values()), default=0)
        rows = max(last, self._first + height)
        listing = Drawing(Canvas(area.width, rows), {}, look=self.look, palette=self.palette)
        canvas = Area(listing, Region(0, 0, area.width, rows)).on(area.ground or "table")
        for (x, y), title in titles.items():
            canvas.text(x + 1, y, (tr(title), "dim"))
        for number, card in enumerate(self._cards, 1):
            region = regions[card.code]
            if region.bottom > self._first and region.y < self._first + height:
                draw = self._draw_card if self._is_wide(size) else self._draw_row
                draw(canvas.at(*region), card, number, now)
        if not self._cards:
            draw_empty(canvas, *self._empty())
        for y in range(height):
            pieces = listing.canvas.row(self._first + y)
            area.drawing.canvas.text(area.region.x, area.region.y + y, *pieces)

    def _empty(self) -> tuple[str, str]:
        """Return a title and advice in place of an empty list."""
        if self._filter:
            key = key_of("lobby.filter")
            return tr("No such table now."), tr("{key} shows other tables.", key=key)
        new, code = key_of("lobby.new"), key_of("lobby.code")
        advice = tr("{new} opens one; {code} takes the code of a friend's.", new=new, code=code)
        return tr("No tables yet."), advice

    def _sign(self, card: TableCard) -> str:
        return "▶" if card.code == self._code else " "

    def _status_style(self, card: TableCard) -> str:
        if card.is_my_turn:
            return "strong cursor"
        return "good" if card.can_sit else "dim"

    def _draw_row(self, area: Area, card: TableCard, number: int, now: float) -> None:
        """Draw a table as two rows beside its small box picture."""
        is_on = card.code == self._code and self.has_focus
        card_area = area.on("strip" if is_on else "panel")
        left = 1
        if card_area.look.has_pictures and card.game in BOXES:
            card_area.picture(left, 0, pictures("shelf")[f"{card.game}-small"])
        left += SMALL_PICTURE_COLUMNS + 1
        status = table_words.status(card, now)
        start = card_area.right(0, (status, self._status_style(card)), margin=1)
        sign = (f"{self._sign(card)}{number} ", "strong cursor")
        end = card_area.text(
            left, 0, sign, (fitted(card.title, max(start - left - 5, 1)), "strong")
        )
        # Two blanks before the rules, and one behind them.
        room = start - end - 3
        terms = table_words.terms(card)
        short = (", ".join(filter(None, (terms, words))) for words in (tr(card.rules), card.clock))
        variants = (table_words.rules(card), *short, terms)
        longest = next((words for words in variants if words and len(words) <= room), "")
        card_area.text(end + 2, 0, (longest, "dim"))
        seat_width = max((card_area.width - 1 - left) // len(card.seats), 4)
        for seat in range(len(card.seats)):
            card_area.at(left + seat * seat_width, 1, seat_width, 1).text(
                0, 0, *_seat(card, seat, seat_width - 1)
            )

    def _draw_card(self, area: Area, card: TableCard, number: int, now: float) -> None:
        """Draw a table as a framed card with its box picture."""
        is_on = card.code == self._code
        # A blank column separates the cards.
        card_area = area.at(0, 0, area.width - 1, area.height)
        status = table_words.status(card, now)
        title = fitted(
            f"{'▶' if is_on else ''}{number} {card.title}",
            max(card_area.width - cell_len(status) - 8, 1),
        )
        terms, rules = table_words.terms(card), table_words.rules(card)
        short = ", ".join(filter(None, (terms, tr(card.rules) or card.clock)))
        feet = [f"{card.code} · {words}" for words in (rules, short, terms) if words]
        foot = next((text for text in feet if len(text) <= card_area.width - 6), card.code)
        inside = panel(
            card_area,
            [title],
            [(status, self._status_style(card))],
            foot,
            is_active=is_on and self.has_focus,
        )
        seats = inside
        room = Size(inside.width, inside.height)
        if inside.look.has_pictures and (picture := largest_picture(card.game, room)):
            box, seats = inside.columns(picture.width, Grow(), gap=1)
            box.picture(0, 0, picture)
        rows = seats.height
        visible = card.seats if len(card.seats) <= rows else card.seats[: rows - 1]
        top = (rows - len(visible)) // 2
        for seat in range(len(visible)):
            seats.text(0, top + seat, *_seat(card, seat, seats.width))
        if len(visible) < len(card.seats):
            more = tr("and {number} more", number=len(card.seats) - len(visible))
            seats.text(0, rows - 1, (more, "dim"))

    # --- mouse

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked table; a second click opens it."""
        inside = self._inside(self.size)
        x, y = event.x - inside.x, event.y - inside.y + self._first
        for code, region in self._regions(self.size).items():
            if region.contains(x, y):
                if code == self._code:
                    self.post_message(self.Opened())
                self.choose(code)
                return

    def on_mouse_scroll_down(self) -> None:
        self.move(0, 1)

    def on_mouse_scroll_up(self) -> None:
        self.move(0, -1)


def _seat(card: TableCard, seat: int, columns: int) -> list[Styled]:
    """Return the token and name of a seat, fitted to a width."""
    seat_card = card.seats[seat]
    if seat_card.kind == "open":
        return [(f" {table_words.FREE_MARK} {tr('free')}", "good")]
    # A sign or blank, the token and a blank come before the name.
    name = fitted(seat_card.name, columns - 3)
    if seat_card.kind == "reserved":
        return [(f" {table_words.KEPT_MARK} {name}", "dim")]
    is_away = table_words.is_away(seat_card, card.phase)
    is_strong = seat_card.is_me or seat_card.is_to_move
    weight = "strong ink" if is_strong else "dim" if is_away else "ink"
    return [
        ("▸" if seat_card.is_to_move else " ", "strong cursor"),
        token(seat),
        (f" {name}", weight),
    ]


AGES_INTERVAL_SECONDS: Final = 30
"""Interval at which displayed ages are refreshed."""
OFFERS: Final = {
    "lobby.anybody": mark("a table for two, with anybody"),
    "lobby.new": mark("open a table, also with bots"),
    "lobby.code": mark("go to the table of a code"),
    "lobby.tournaments": mark("tournaments"),
    "lobby.challenge": mark("the challenge of the day"),
    "lobby.friends": mark("friends, and daily matches with them"),
    "lobby.say": mark("talk to those who are here"),
    "lobby.settings": mark("colours, pace and keys"),
    "lobby.help": mark("the rules of the games"),
}
"""Commands offered in an empty lobby, with their labels."""
WIDE_FROM: Final = 112
"""Columns from which there is room for cards and for details of the table under the cursor."""


class LobbyScreen(ChatScreen):
    """The first screen of a player on a server."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("lobby")
    key_order = (
        *("pane(1)", "open", "new", "anybody", "say", "code", "tournaments", "challenge"),
        *("friends", "ladder", "filter", "invite", "watch"),
    )

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby, mark("Talk"))
        self._came = time.time()
        """Time at which this visit began."""
        self._turns = lobby.turns
        """Codes of the tables at which it was the player's turn at the last change."""
        self._call = lobby.invitation
        """The invitation at the last change."""
        self._filter = ""
        """The filter of tables: the slug of a game, or a name in FILTERS; empty for all tables."""
        self._invitation = Static("", id="invitation", markup=False)
        self._tables = TableList(id="tables")
        self._people = VisitorList(id="people")
        self._about = Static("", id="about", markup=False)

    def compose(self) -> ComposeResult:
        # Set the classes first, so that panes are created with their final styles.
        self._fit()
        yield self._title
        yield self._invitation
        with Horizontal(id="panes"):
            yield self._tables
            with Vertical(id="side"):
                yield self._people
                yield self._about
        yield self._chat_pane
        yield self._explain
        yield self._prompt
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_interval(AGES_INTERVAL_SECONDS, self._show_again)
        self._tables.focus()

    def on_screen_resume(self) -> None:
        """Redraw the tables, as the theme may have changed meanwhile."""
        self._tables.redraw()

    def on_unmount(self) -> None:
        terminal_of(self.app).restore_title()

    def _show_again(self) -> None:
        self._tables.redraw()
        self.follow()

    # --- my turn

    def follow(self) -> None:
        """Show the current lobby, and ring when it becomes the player's turn."""
        before = self._turns
        self._turns = self._lobby.turns
        super().follow()
        if self._turns - before - self._ringing and settings.of(self.app).bell:
            self.app.bell()
        self._show_call_elsewhere()

    def _show_call_elsewhere(self) -> None:
        """Show a new invitation over the screen that is open now."""
        call = self._lobby.invitation
        before = self._call
        self._call = call
        if not call or call == before or self.is_active:
            return
        if call.by not in settings.of(self.app).muted:
            self.notify(_invites(call), title=tr("In the lobby"), markup=False)

    @property
    def _ringing(self) -> frozenset[str]:
        """Codes of the tables in screens over this one, which ring by themselves."""
        screens = (HostedPlayScreen, WaitingRoomScreen)
        return frozenset(
            screen.code for screen in self.app.screen_stack if isinstance(screen, screens)
        )

    def _show_window_title(self) -> None:
        title = self._lobby.title
        if self._turns and settings.of(self.app).bell:
            title = words.turn_title(title, terminal_of(self.app).painter.facts)
        terminal_of(self.app).show_title(title)

    # --- showing the lobby

    def draw(self) -> None:
        self._tables.show([card for card in self._lobby.cards if self._suits(card)], self._filter)
        self._people.show(self._lobby.people)
        self._write_title()
        self._show_window_title()
        self._write_invitation()
        self.describe()

    def lines(self) -> tuple[ChatLine, ...]:
        """Return the chat, with the news since the last visit at the start of this visit."""
        chat = super().lines()
        before = sum(line.time <= self._came for line in chat)
        news = [ChatLine(self._came, "", text) for text in self._lobby.news]
        return (*chat[:before], *news, *chat[before:])

    def _suits(self, card: TableCard) -> bool:
        """Return whether the filter keeps a table in the list.

        The player's own unfinished matches always stay.
        """
        match self._filter:
            case "":
                return True
            case "free":
                suits = card.can_sit
            case "friends":
                names = {friend.name for friend in self._lobby.friends if not friend.is_blocked}
                suits = any(seat.name in names for seat in card.seats)
            case slug:
                suits = card.game == slug
        return suits or (card.is_mine and card.phase != "over")

    def _write_title(self) -> None:
        """Write the numbers of people, tables and turns, and the player's name."""
        lobby = self._lobby
        mine = sum(card.is_my_turn for card in lobby.cards)
        people = tr("{number} here", number=len(lobby.people))
        words = [people, counted(len(lobby.cards), "table")]
        words += [_filter_words(self._filter)] if self._filter else []
        words += [tr("your turn at {number}", number=mine)] if mine else []
        you = tr("you are {name}", name=lobby.account.name)
        self._title.write(lobby.title, ", ".join(words), you)

    def _write_invitation(self) -> None:
        """Show the invitation with its keys, or nothing."""
        call = self._lobby.invitation
        strip = self._invitation
        if strip.display != (call is not None):
            strip.display = call is not None
            # In a wide window, the invitation takes its rows from the chat, not the tables.
            self.set_class(call is not None, "-invited")
            self.refresh_bindings()
        if call:
            accept, decline = key_of("lobby.accept"), key_of("lobby.decline")
            invites = _invites(call)
            sits, declines = f"{accept} {tr('sit down')}", f"{decline} {tr('decline')}"
            rewrite(strip, f" ▶ {invites}\n   {sits}   {declines}")

    def describe(self) -> None:
        """Describe the table under the cursor, and the effect of Enter."""
        card = self._tables.chosen
        # In a wide window, the details are beside the tables.
        details = table_words.details(card) if card and not self.has_class("-wide") else ""
        label, prompt = self._offer(card)
        self.write(details, prompt)
        title = card.title if card else tr("No such table" if self._filter else "No table yet")
        if self._about.border_title != title:
            self._about.border_title = title
        rewrite(self._about, table_words.about(card) if card else self._offers())
        labels = {"lobby.open": label}
        if self.has_class("-wide"):
            game = short_title(registry.box(self._game).title)
            labels["lobby.anybody"] = tr("{game} for two", game=game)
        if labels != self.labels:
            self.labels = labels
            self.refresh_bindings()

    def _offer(self, card: TableCard | None) -> tuple[str, str]:
        """Return the effect of Enter as a label and as a sentence."""
        people = self._people
        if people.has_focus and people.chosen:
            name, words = people.chosen.name, people.chosen.words
            if people.chosen.is_me:
                return tr_in("key", "invite"), tr("This is you.")
            sentence = tr("Enter invites {name} to your table.", name=name)
            return tr_in("key", "invite"), f"{name} {words}. {sentence}"
        if card is None:
            words = tr(
                "No such table now. Enter opens one; {key} shows other tables."
                if self._filter
                else "No table yet. Enter opens one; {key} takes the code of a friend's.",
                key=key_of("lobby.filter" if self._filter else "lobby.code"),
            )
            return tr_in("key", "new table"), words
        label = tr_in("key", table_words.LABELS[table_words.on_enter(card)])
        # Two columns belong to the sign before the prompt.
        return label, table_words.headline(card, time.time(), self.app.size.width - 2)

    def _offers(self) -> str:
        """Return the commands of an empty lobby, one per line."""
        keys = {name: key_of(name) for name in OFFERS}
        return "\n".join(f"{keys[name]:<3}{tr(words)}" for name, words in OFFERS.items())

    def on_resize(self) -> None:
        self._fit()
        self._write_title()

    def _fit(self) -> None:
        self.set_class(self.app.size.width >= WIDE_FROM, "-wide")

    @on(TableList.Chosen)
    @on(VisitorList.Moved)
    def on_cursor(self) -> None:
        self.show_refusal("")

    def on_descendant_focus(self) -> None:
        """Describe the table or person under the cursor of the focused pane."""
        self.describe()

    # --- moving

    def _pane(self) -> Pane:
        return self.focused if isinstance(self.focused, Pane) else self._tables

    def action_move(self, dx: int, dy: int) -> None:
        if not self._prompt.is_open:
            self._pane().move(dx, dy)

    def action_pane(self, by: int) -> None:
        panes = list(self.query(Pane))
        panes[(panes.index(self._pane()) + by) % len(panes)].focus()

    def action_number(self, number: int) -> None:
        # The slice is empty if there is no table of that number.
        for card in self._tables.cards[number - 1 : number]:
            self._tables.focus()
            self._tables.choose(card.code)

    # --- tables

    def on_table_list_opened(self) -> None:
        self.action_open()

    def action_open(self) -> None:
        """Play, sit down, watch or replay, depending on the state of the table."""
        if isinstance(self.focused, VisitorList):
            self.action_invite()
            return
        card = self._tables.chosen
        if card is None:
            self.action_new()
            return
        self._open(card)

    def _open(self, card: TableCard) -> None:
        match table_words.on_enter(card):
            case "play":
                self._enter(card)
            case "wait" | "sit":
                navigation.go_on_server(self.app, navigation.WaitingRoom(card.code))
            case "watch":
                self.watch_table(card.code)
            case "replay":
                self._replay(card)
            case "nothing":
                self.show_refusal(tr("Only those at this table can see it."))

    def _table_with_seat(self) -> TableCard | None:
        """Return the table under the cursor if the player may sit there; else show a refusal."""
        card = self._tables.chosen
        if card and table_words.on_enter(card) in ("sit", "wait"):
            return card
        self.show_refusal(tr("No seat is free at this table."))
        return None

    def action_sit(self) -> None:
        if card := self._table_with_seat():
            navigation.go_on_server(self.app, navigation.WaitingRoom(card.code))

    @work
    async def action_words(self) -> None:
        """Sit down at the table with the player's own words for the seed."""
        if card := self._table_with_seat():
            words = await self.app.push_screen_wait(seed_words_dialog(card.words))
            if words is not None:
                navigation.go_on_server(self.app, navigation.WaitingRoom(card.code, words))

    def action_watch(self) -> None:
        card = self._tables.chosen
        if card and card.can_watch:
            self.watch_table(card.code)
        else:
            self.show_refusal(tr("There is nothing to watch at this table."))

    @work(exclusive=True)
    async def _enter(self, card: TableCard) -> None:
        with self.refusals():
            access = await self._lobby.enter(card.code)
            navigation.go(self.app, navigation.Play(access))

    @work(exclusive=True)
    async def watch_table(self, code: str) -> None:
        with self.refusals():
            access = await self._lobby.watch(code)
            navigation.go(self.app, navigation.Play(access))

    @work(exclusive=True)
    async def _replay(self, card: TableCard) -> None:
        with self.refusals():
            saved = await self._lobby.replay(card.code)
            seats = (seat for seat, seat_card in enumerate(card.seats) if seat_card.is_me)
            navigation.go(self.app, navigation.Replay(saved, next(seats, None)))

    @work(exclusive=True)
    async def action_get_up(self) -> None:
        card = self._tables.chosen
        with self.refusals():
            if card is None or not table_words.waiting([card]):
                raise Rejected(tr("You have no seat here that you could leave."))
            await self._lobby.leave(card.code)

    def action_new(self) -> None:
        navigation.go_on_server(self.app, navigation.TableSetup())

    @work
    async def action_filter(self) -> None:
        choices = ["", *FILTERS, *SLUGS]
        names = [_filter_words(choice) for choice in choices]
        index = choices.index(self._filter)
        title, enter = tr("Show"), tr("Enter shows them")
        dialog = PickDialog(title, names, enter=enter, at=index, is_numbered=True)
        chosen = await self.app.push_screen_wait(dialog)
        if chosen is not None:
            self._filter = choices[chosen]
            self.draw()

    # --- tables for two, tournaments, the challenge, friends and codes

    def action_anybody(self) -> None:
        """Wait for anybody at a table for two, or join somebody who waits."""
        self._wait_at(partial(self._lobby.for_two, self._game))

    def action_again(self) -> None:
        self._wait_at(self._lobby.again)

    @work
    async def action_friend(self) -> None:
        names = [friend.name for friend in self._lobby.friends if not friend.is_blocked]
        if not names:
            key = key_of("lobby.friends")
            self.show_refusal(tr("You have no friends in your list yet; {key} adds them.", key=key))
            return
        dialog = PickDialog(tr("A daily match"), names, enter=tr("Enter opens a table for two"))
        chosen = await self.app.push_screen_wait(dialog)
        if chosen is not None:
            self._wait_at(partial(self._lobby.for_two, self._game, names[chosen]))

    @property
    def _game(self) -> str:
        """The game of the player's last table, used for a new table for two."""
        last = self._lobby.last_table
        return last.game if last else SLUGS[0]

    @work(exclusive=True)
    async def _wait_at(self, open_table: Callable[[], Awaitable[str]]) -> None:
        with self.refusals():
            code = await open_table()
            navigation.go_on_server(self.app, navigation.WaitingRoom(code))

    def action_tournaments(self) -> None:
        navigation.go_on_server(self.app, navigation.Tournaments())

    def action_challenge(self) -> None:
        navigation.go_on_server(self.app, navigation.Challenge())

    def action_friends(self) -> None:
        navigation.go_on_server(self.app, navigation.Friends())

    @work
    async def action_code(self) -> None:
        """Join or watch the table whose code a friend has sent."""
        question = tr("Its four letters or digits, as in K7QF:")
        dialog = EntryDialog(tr("A table by its code"), question)
        entered = await self.app.push_screen_wait(dialog)
        if not entered or not entered.strip():
            return
        code, _, seed_words = entered.strip().partition(" ")
        if self._lobby.desk.tournament(read_code(code)):
            navigation.go_on_server(self.app, navigation.Tournaments(read_code(code)))
            return
        with self.refusals():
            card = await self._lobby.find(code)
            if seed_words:
                navigation.go_on_server(self.app, navigation.WaitingRoom(card.code, seed_words))
            else:
                self._open(card)

    # --- people

    @work
    async def action_invite(self) -> None:
        """Invite somebody to the player's gathering table."""
        mine = table_words.waiting(self._tables.cards)
        # Take the table under the cursor if the player sits there, else the player's first table.
        card = next((card for card in mine if card is self._tables.chosen), *mine[:1] or (None,))
        people = self._people
        with self.refusals():
            if card is None:
                words = tr("Open a table first, or sit down at one, to invite others to it.")
                raise Rejected(words)
            chosen = people.chosen if people.has_focus else None
            await self.invite(card.code, chosen.name if chosen and not chosen.is_me else "")

    @work(exclusive=True)
    async def action_answer(self, is_accepted: bool) -> None:
        call = self._lobby.invitation
        if call and is_accepted:
            navigation.go_on_server(self.app, navigation.WaitingRoom(call.code))
        elif call:
            with self.refusals():
                await self._lobby.answer(is_accepted=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the answer only if there is an invitation."""
        return action != "answer" or self._lobby.invitation is not None

    # --- talk

    def on_prompt_line_closed(self) -> None:
        self._tables.focus()

    # --- other screens

    def action_ladder(self) -> None:
        self.app.push_screen(LadderScreen(self._lobby))

    def action_profile(self) -> None:
        """Open the page of the person under the cursor, else the player's own."""
        people = self._people
        chosen = people.chosen if people.has_focus else None
        name = chosen.name if chosen else self._lobby.account.name
        self.app.push_screen(ProfileScreen(self._lobby, name))

    @work
    async def action_holiday(self) -> None:
        """Ask for the number of holiday days, or for confirmation to end the holiday."""
        lobby = self._lobby
        text: str | None = None
        is_end = bool(lobby.holiday)
        if is_end:
            until = tr("You are on holiday until {day}.", day=short_moment(lobby.holiday))
            dialog = ConfirmDialog(tr("Holiday"), f"{until} {tr('End it now?')}")
            if not await self.app.push_screen_wait(dialog):
                return
        else:
            question = tr(
                "Days for which your clocks of an hour a move or more stand; you have {days} left "
                "in this season:",
                days=counted(lobby.holiday_left, "day"),
            )
            text = await self.app.push_screen_wait(EntryDialog(tr("Holiday"), question, "", 1))
        if is_end or text:
            with self.refusals():
                await lobby.take_holiday(parse_holiday_days(text) if text else 0)
                self.follow()

    def action_settings(self) -> None:
        navigation.go(self.app, navigation.Settings())

    def action_help(self) -> None:
        navigation.go(self.app, navigation.Help(self))

    def action_leave(self) -> None:
        self.app.exit(0)


def _filter_words(choice: str) -> str:
    """Return the label of a filter."""
    if choice in BOXES:
        return BOXES[choice].title
    return tr(FILTERS.get(choice, mark("all tables")))


def _invites(call: Invitation) -> str:
    return tr("{name} invites you to a table of {game}.", name=call.by, game=call.title)
