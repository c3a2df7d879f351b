"""A table on a server before its match: the set-up form, and the waiting room."""

from collections.abc import Collection, Iterable, Sequence
from typing import ClassVar, Final, NamedTuple

import msgspec
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame
from darwin_core.contract.options import word_of
from darwin_core.text.language import mark, tr, tr_in
from darwin_core.text.wording import counted
from darwin_tui import commands
from darwin_tui.commands import key_of
from darwin_tui.hosted import table_words
from darwin_tui.hosted.chat import ChatScreen, VisitorList, seed_words_dialog
from darwin_tui.library.seat_access import ChatLine, Rejected
from darwin_tui.screens import navigation
from darwin_tui.screens.new_match import SetupScreen
from darwin_tui.seating import BOT_PREFIX, SetUp, bot_names, bot_title, default_table
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.lobby_cards import SeatCard, TableCard
from darwin_tui.server.store.contract import SeatInfo, TableInfo, Terms, read_code
from darwin_tui.server.tables.clocks import CLOCKS, clock_of
from darwin_tui.server.tables.register import SeatPlan, TablePlan, Watching, opens_record
from darwin_tui.widgets.boxes import BoxPicture
from darwin_tui.widgets.forms import Choice, GameSheet, MatchForm, Sitter, Value
from darwin_tui.widgets.screen import KeyBar

PARTS: Final = {
    "seats": mark("Seats"),
    "line": mark("Send this line to your friends"),
    "hash": mark("Fair shuffle"),
}
"""The parts of the screen with their titles."""
IN_LOBBY: Final = mark("Talk in the lobby")
AT_TABLE: Final = mark("Talk at this table")
"""Titles of the chat, at a public and at a private table."""
WIDE_FROM: Final = Size(112, 30)
"""Size from which the game's summary is beside the table."""
TALL_FROM_ROWS: Final = 46
"""Rows from which the box picture above the summary is large."""
OTHER_ROWS: Final = 30
"""Rows used besides the seats in a tall window."""
TILE_COLUMNS: Final = 7
TILE_ROWS: Final = 4
"""Size of a seat's coloured tile, including a blank row below."""
FAIRNESS: Final = mark("The server's part of the seed is fixed already, and this is its hash:")
"""The line above the hash."""
ME: Final = "me"
OPEN: Final = "open"
"""Values of a seat in the form besides bots: the host, and a friend or anybody."""


class WaitingRoomScreen(ChatScreen):
    """The seats of a table as they fill; the match opens as soon as all are taken."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("room")

    def __init__(self, lobby: Lobby, code: str, words: str = "") -> None:
        """Make the screen; it takes a seat at the table when it is shown.

        Args:
            code: the table's code as typed.
            words: the player's words for the seed; empty for none, or to keep earlier ones.
        """
        super().__init__(lobby, IN_LOBBY)
        self.code = read_code(code)
        """Code of the table."""
        self._words = words
        self._is_leaving = False
        self._box = BoxPicture()
        self._sheet = GameSheet()
        self._people = VisitorList(id="people")
        # The visitors take no focus, so that keys go to the chat.
        self._people.can_focus = False
        self._parts = {name: Static("", id=name, markup=False) for name in PARTS}

    def compose(self) -> ComposeResult:
        yield self._title
        for name, part in self._parts.items():
            part.border_title = tr(PARTS[name])
        with Horizontal(id="panes"):
            with Vertical():
                with Vertical(id="room"):
                    with Horizontal(id="table"):
                        yield self._box
                        yield self._parts["seats"]
                    yield self._parts["line"]
                    yield self._parts["hash"]
                with Horizontal(id="talk-and-people"):
                    yield self._chat_pane
                    yield self._people
            yield self._sheet
        yield self._explain
        yield self._prompt
        yield KeyBar()

    def on_mount(self) -> None:
        """Take the seat, which stays taken when the screen is left."""
        self._sit()

    def on_resize(self) -> None:
        """Show the parts for which there is room."""
        size = self.app.size
        is_wide = size.width >= WIDE_FROM.width and size.height >= WIDE_FROM.height
        self.set_class(is_wide, "-wide")
        self.set_class(is_wide and size.height >= TALL_FROM_ROWS, "-tall")
        self.draw()

    @work
    async def _sit(self) -> None:
        """Sit down, and open the match when it begins."""
        try:
            access = await self._lobby.join(self.code, self._words)
        except Rejected as refusal:
            if not self._is_leaving:
                navigation.go_on_server(self.app, navigation.BackToLobby(str(refusal)))
        else:
            navigation.go(self.app, navigation.Play(access))

    # --- showing the table

    @property
    def _card(self) -> TableCard | None:
        return next((card for card in self._lobby.cards if card.code == self.code), None)

    @property
    def _has_own_chat(self) -> bool:
        """True at a private table, whose chat does not reach the lobby."""
        return self._card is not None and self._card.is_private

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        """The chat of a private table, else of the lobby."""
        return self._lobby.table_chat if self._has_own_chat else self._lobby.chat

    async def say(self, text: str) -> None:
        """Send a line to the chat that the screen shows; raises Rejected."""
        await (self._lobby.say_at_table if self._has_own_chat else super().say)(text)

    def draw(self) -> None:
        card = self._card
        if card is None:
            return
        self._chat_pane.show_title(AT_TABLE if card.is_private else IN_LOBBY)
        self._title.write(
            tr("Table {code}", code=card.code), f"{card.title}, {table_words.rules(card)}"
        )
        self._box.choose(card.game)
        self._sheet.choose(registry.get(card.game), len(card.seats))
        self._people.show(self._lobby.people)
        names_here = {visitor.name for visitor in self._lobby.people}
        seat_rows = self.app.size.height - OTHER_ROWS if self.has_class("-tall") else 0
        has_tiles = seat_rows >= TILE_ROWS * len(card.seats)
        seat_content, gap = (_tile, "\n\n") if has_tiles else (_row, "\n")
        rows = (seat_content(card, number, names_here) for number in range(len(card.seats)))
        self._parts["seats"].update(Content(gap).join(rows))
        lines = (card.invitation, _openness(card), card.clock_rule)
        self._parts["line"].update("\n".join(filter(None, lines)))
        self._parts["hash"].update(f"{tr(FAIRNESS)}\n{card.commitment}\n{self._seed_words(card)}")
        self.describe()
        self.refresh_bindings()

    def _seed_words(self, card: TableCard) -> str:
        """Return a line with the player's words for the seed, or how to add some."""
        if card.words:
            return tr("Your words in the seed: {words}", words=card.words)
        key = key_of("room.words")
        return tr(
            "Press {key} to add words of your own; then nobody knows the cards in advance.", key=key
        )

    def describe(self) -> None:
        """Write sentences about spectators and about the beginning of the match."""
        card = self._card
        if card is not None:
            self.write(card.spectators, self._sentence(card))

    def _sentence(self, card: TableCard) -> str:
        """Return a sentence about the beginning of the match."""
        open_seats = table_words.free_seats(card)
        if not any(_is_empty(card, number) for number in range(len(card.seats))):
            return tr("All seats are taken: the match begins.")
        free_words = tr("Seats are kept for friends.")
        if open_seats:
            free_words = tr("{seats} free.", seats=counted(open_seats, "seat"))
        begins = tr("The match begins when all are taken.")
        if card.is_host and not card.is_rated:
            begins = tr(
                "The match begins when all are taken, or with bots: {key}.",
                key=key_of("room.start"),
            )
        return f"{free_words} {begins}"

    # --- commands

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer beginning with bots to the host only."""
        card = self._card
        roles = {"host"} if card and card.is_host and not card.is_rated else set[str]()
        return commands.is_available("room", action, roles)

    @work
    async def action_start(self) -> None:
        """Fill the free seats with bots, which begins the match."""
        with self.refusals():
            await self._lobby.start(self.code)

    @work
    async def action_words(self) -> None:
        """Add the player's own words to the seed."""
        card = self._card
        dialog = seed_words_dialog(card.words if card else "")
        words = await self.app.push_screen_wait(dialog)
        if words is not None:
            with self.refusals():
                await self._lobby.add_words(self.code, words)

    @work
    async def action_invite(self) -> None:
        with self.refusals():
            await self.invite(self.code)

    @work
    async def action_get_up(self) -> None:
        self._is_leaving = True
        with self.refusals():
            await self._lobby.leave(self.code)
            navigation.go(self.app, navigation.Home())
            return
        # The server has refused, so the player still sits.
        self._is_leaving = False

    def action_scroll_talk(self, rows: int) -> None:
        self._chat_pane.move(0, rows)

    def on_prompt_line_closed(self) -> None:
        self._chat_pane.focus()

    def action_help(self) -> None:
        """Open the keys and rules of the game."""
        card = self._card
        navigation.go(self.app, navigation.Help(self, card.game if card else ""))

    def action_leave(self) -> None:
        """Return to the lobby; the seat stays taken."""
        navigation.go(self.app, navigation.Home())


def _row(card: TableCard, number: int, names_here: Collection[str]) -> Content:
    """Return the line of a seat: its sign, and its player or state."""
    style = "$good" if _is_empty(card, number) else f"bold $token-ink on $seat-{number}"
    return Content.assemble(
        (table_words.mark(card, number), style), f" {_seat(card.seats[number], names_here)}"
    )


def _tile(card: TableCard, number: int, names_here: Collection[str]) -> Content:
    """Return the lines of a seat with a large tile."""
    is_free = _is_empty(card, number)
    style = "bold $good on $strip" if is_free else f"bold $token-ink on $seat-{number}"
    blank = " " * TILE_COLUMNS
    name = (f"  {_seat(card.seats[number], names_here)}", "$ink-dim" if is_free else "bold")
    sign = f"{table_words.mark(card, number):^{TILE_COLUMNS}}"
    return Content.assemble((f"{blank}\n{sign}", style), name, "\n", (blank, style))


def _is_empty(card: TableCard, number: int) -> bool:
    """Return whether nobody sits there, even if the seat is reserved."""
    return card.seats[number].kind in ("open", "reserved")


def _seat(seat: SeatCard, names_here: Collection[str]) -> str:
    """Describe a seat: its player, or its state."""
    if seat.kind == "open":
        return tr("free")
    if seat.kind == "reserved":
        return tr("kept for {name}", name=seat.name)
    if seat.kind == "bot":
        return f"{seat.name}, {bot_title(seat.level)}"
    if seat.is_me:
        return tr("{name}, you", name=seat.name)
    if seat.is_present:
        return seat.name
    return tr("{name}, elsewhere" if seat.name in names_here else "{name}, away", name=seat.name)


def _openness(card: TableCard) -> str:
    """Describe a table's visibility and terms in one line."""
    openness = tr("Everybody in the lobby sees this table.")
    if card.is_private:
        openness = tr("Only those who have the code {code} find this table.", code=card.code)
    if card.terms:
        openness += f" {tr('Rated, without hints.' if card.is_rated else 'Hints are for all.')}"
    return openness


class TableSetting(NamedTuple):
    """A line of the form: one setting of the table with its values."""

    name: str
    """Identifier of the field."""
    label: str
    values: Sequence[Value]
    """Values with their words, the default first."""
    effect: str
    """The choice's effect in few words, beside the field."""
    about: str
    """The choice's effect in a sentence."""


TABLE_SETTINGS: Final = (
    TableSetting(
        "access",
        mark("who finds it"),
        [("public", mark("everybody")), ("private", mark("those with the code"))],
        mark("in the lobby, or by its code"),
        mark("Everybody sees the table in the lobby, or only those who have its code."),
    ),
    TableSetting(
        "clock",
        mark("clock"),
        [
            ("none", mark("none")),
            ("10m+10s", mark("10 min, and 10 s a move")),
            ("30m+20s", mark("30 min, and 20 s a move")),
            ("5m", mark("5 minutes a move")),
            ("1h", mark("1 hour a move")),
            ("1d", mark("1 day a move")),
            ("3d", mark("3 days a move")),
        ],
        mark("in all, or for each move alone"),
        mark("A time in all, to play in one go, or for each move; then a bot moves."),
    ),
    TableSetting(
        "absent",
        mark("who is away"),
        [("wait", mark("is waited for")), ("bot", mark("is played by a bot"))],
        mark("after the clock, or 2 minutes"),
        mark("A bot decides when a clock is over; without one it plays after two minutes."),
    ),
    TableSetting(
        "watching",
        mark("spectators see"),
        [
            ("public", mark("what all see")),
            ("none", mark("nothing")),
        ],
        mark("no hands while it is played"),
        mark("Those who watch see what all see and no hands, or nobody may watch."),
    ),
    TableSetting(
        "talk",
        mark("spectators talk"),
        [("yes", mark("yes")), ("no", mark("no"))],
        mark("in the chat of the table"),
        mark("Spectators may write in the chat of the table."),
    ),
    TableSetting(
        "record",
        mark("record"),
        [("seats", mark("for the players")), ("all", mark("for everybody"))],
        mark("who may replay it afterwards"),
        mark("Who may replay and download the match with all hands once it is over."),
    ),
    TableSetting(
        "terms",
        mark("terms"),
        [("casual", mark("casual")), ("help", mark("with hints")), ("rated", mark("rated"))],
        mark("rated: no bots, no hints"),
        mark("A rated match counts for the ladder. Hints are for all there, or for nobody."),
    ),
)
"""The lines of the form about the table."""


class ServerPlayers:
    """The players at a server's table: its host, friends, and bots."""

    def __init__(self, host: str) -> None:
        self._host = host

    def defaults(self, game: AnyGame) -> Sequence[str]:
        """Return the host, and open seats for all others."""
        return (ME, *[OPEN] * (len(default_table(game)) - 1))

    def controls(self) -> Sequence[Value]:
        return [(ME, tr("me")), (OPEN, tr("a friend"))]

    def effect(self, control: str) -> str:
        return tr("the host" if control == ME else "anybody, or the one named")

    def has_own_name(self, control: str) -> bool:
        """Return whether a seat can be reserved by a friend's name."""
        return control == OPEN

    def names(self, sitters: Sequence[Sitter]) -> Sequence[str]:
        """Return the names of the host, invited friends and bots."""
        people = [self._host if control == ME else name for control, name in sitters]
        bots = bot_names(people)
        return [
            person if control in (ME, OPEN) else next(bots)
            for (control, _), person in zip(sitters, people, strict=True)
        ]


class TableSetupScreen(SetupScreen):
    """The form of a new table: the lines of the match, then those of the table."""

    TITLE_WORDS = mark("New table"), mark("open it to others")
    """Title and subtitle."""
    START = mark("Open the table")

    def __init__(self, lobby: Lobby) -> None:
        super().__init__()
        self._lobby = lobby
        self.labels = {"new.start": tr_in("key", "open the table")}

    def fields(self) -> Iterable[Widget]:
        """Yield the fields of the match, then those of the table.

        They begin with the values of the player's last table.
        """
        name = self._lobby.account.name
        last = self._lobby.last_table
        remembered = [_set_up(last, name)] if last else []
        values = _line_values(last) if last else {}
        yield MatchForm(ServerPlayers(name), tr("anybody"), remembered=remembered)
        with Vertical(id="table", classes="panel") as table:
            table.border_title = tr("Table")
            for setting in TABLE_SETTINGS:
                with Horizontal(classes="line"):
                    yield Static(tr(setting.label), classes="label")
                    choices = [(value, tr(words)) for value, words in setting.values]
                    yield Choice(choices, values.get(setting.name, ""), id=setting.name)
                    yield Static(tr(setting.effect), classes="effect", markup=False)

    def about(self, field: str) -> str:
        if field.startswith("name-"):
            return tr("Type a friend's name to keep the seat; else anybody may take it.")
        return next(
            (tr(setting.about) for setting in TABLE_SETTINGS if setting.name == field),
            super().about(field),
        )

    def _plan(self) -> TablePlan:
        """Return the table that the form describes."""
        chosen = {
            setting.name: self.query_one(f"#{setting.name}", Choice).value
            for setting in TABLE_SETTINGS
        }
        form = self.form
        clock = CLOCKS[chosen["clock"]]
        return TablePlan(
            game=form.game.slug,
            seats=tuple(_seat_plan(*sitter) for sitter in form.occupied),
            options=dict(form.options),
            is_private=chosen["access"] == "private",
            seconds_a_move=clock.seconds_a_move,
            seconds_in_all=clock.seconds_in_all,
            # Without a bot, a chess clock that has run out would have no effect.
            bots_take_over=chosen["absent"] == "bot" or clock.seconds_in_all > 0,
            watching=msgspec.convert(chosen["watching"], Watching),
            watchers_chat=chosen["talk"] == "yes",
            opens_record="all" if chosen["record"] == "all" else "seats",
            terms=msgspec.convert(chosen["terms"], Terms),
        )

    def start(self) -> None:
        self._create(self._plan())

    @work(exclusive=True)
    async def _create(self, plan: TablePlan) -> None:
        try:
            code = await self._lobby.create(plan)
        except Rejected as refusal:
            self.show_trouble(str(refusal))
            return
        navigation.go_on_server(self.app, navigation.WaitingRoom(code))


def _set_up(table: TableInfo, name: str) -> SetUp:
    """Return the set-up of the form that makes the match of a table.

    Args:
        name: the account that fills in the form.
    """

    def occupant(seat: SeatInfo) -> tuple[str, str]:
        if seat.kind == "bot":
            return f"{BOT_PREFIX}{seat.level}", ""
        return (ME, "") if seat.name == name else (OPEN, seat.name)

    options = {option: word_of(value) for option, value in table.options.items()}
    return SetUp(table.game, tuple(map(occupant, table.seats)), options)


def _line_values(table: TableInfo) -> dict[str, str]:
    """Return the form values that make such a table."""
    clocks = {clock: word for word, clock in CLOCKS.items()}
    return {
        "access": "private" if table.is_private else "public",
        "clock": clocks.get(clock_of(table), "none"),
        "absent": "bot" if table.bots_take_over else "wait",
        "watching": "none" if table.watching == "none" else "public",
        "talk": "yes" if table.watchers_chat else "no",
        "record": "all" if opens_record(table) else "seats",
        "terms": table.terms,
    }


def _seat_plan(control: str, name: str) -> SeatPlan:
    """Return the request for a seat of the form."""
    if control == ME:
        return SeatPlan("me")
    if control == OPEN:
        return SeatPlan("reserved", name) if name else SeatPlan("open")
    return SeatPlan("bot", level=control.removeprefix(BOT_PREFIX))
