"""The set-up of a table on a server: the game, the seats, the rules, and how it is played."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec
from textual import work
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Static

from darwin_core.contract.game import AnyGame
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui.library.seat_access import Rejected
from darwin_tui.screens import navigation
from darwin_tui.screens.new_match import SetupScreen
from darwin_tui.seating import BOT_PREFIX, bot_names, default_table
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.tables.clocks import DAY_SECONDS, HOUR_SECONDS, LIVE_SECONDS
from darwin_tui.server.tables.register import SeatPlan, TablePlan, Watching
from darwin_tui.widgets.forms import Choice, MatchForm, Sitter, Value

ME: Final = "me"
OPEN: Final = "open"


class Line(NamedTuple):
    """A line of the form: how the table is played."""

    name: str
    """Identifier of the field."""
    label: str
    values: Sequence[Value]
    """The default one first."""
    effect: str
    """Words on it, as few as there is room for beside the field."""
    about: str
    """The same in a sentence."""


LINES: Final = (
    Line(
        "access",
        mark("who finds it"),
        [("public", mark("everybody")), ("private", mark("those with the code"))],
        mark("in the lobby, or by its code"),
        mark("Everybody sees the table in the lobby, or only those who have its code."),
    ),
    Line(
        "clock",
        mark("clock"),
        [
            ("", mark("none")),
            (f"{LIVE_SECONDS}", mark("5 minutes a move")),
            (f"{HOUR_SECONDS}", mark("1 hour a move")),
            (f"{DAY_SECONDS}", mark("1 day a move")),
            (f"{3 * DAY_SECONDS}", mark("3 days a move")),
        ],
        mark("with one, nobody has to stay"),
        mark("With a clock, nobody has to be here while the others play."),
    ),
    Line(
        "absent",
        mark("who is away"),
        [("wait", mark("is waited for")), ("bot", mark("is played by a bot"))],
        mark("after the clock, or 2 minutes"),
        mark("A bot decides when a clock is over; without one it plays after two minutes."),
    ),
    Line(
        "watching",
        mark("spectators see"),
        [
            ("public", mark("what all see")),
            ("none", mark("nothing")),
        ],
        mark("no hands while it is played"),
        mark("Those who watch see what all see and no hands, or nobody may watch."),
    ),
    Line(
        "talk",
        mark("spectators talk"),
        [("yes", mark("yes")), ("no", mark("no"))],
        mark("in the chat of the table"),
        mark("Spectators may write in the chat of the table."),
    ),
    Line(
        "record",
        mark("record"),
        [("seats", mark("for the players")), ("all", mark("for everybody"))],
        mark("who may replay it afterwards"),
        mark("Who may replay and download the match with all hands once it is over."),
    ),
)


class ServerSitters:
    """The host of a table, friends, and bots."""

    def __init__(self, host: str) -> None:
        self._host = host

    def defaults(self, game: AnyGame) -> Sequence[str]:
        """Return the host, and seats for others."""
        return (ME, *[OPEN] * (len(default_table(game)) - 1))

    def controls(self) -> Sequence[Value]:
        """Return the host and anybody else."""
        return [(ME, tr("me")), (OPEN, tr("a friend"))]

    def effect(self, control: str) -> str:
        """Return words on the host and on others."""
        return tr("the host" if control == ME else "anybody, or the one named")

    def has_own_name(self, control: str) -> bool:
        """Return True for a seat that can be kept for a friend."""
        return control == OPEN

    def names(self, sitters: Sequence[Sitter]) -> Sequence[str]:
        """Return the host's name, those of friends given, and names of bots."""
        people = [self._host if control == ME else name for control, name in sitters]
        bots = bot_names(people)
        return [
            person if control in (ME, OPEN) else next(bots)
            for (control, _), person in zip(sitters, people, strict=True)
        ]


class TableSetupScreen(SetupScreen):
    """A form: below the match's own lines those on how the table is played."""

    TITLE_WORDS = mark("New table"), mark("open it to others")
    START = mark("Open the table")

    def __init__(self, lobby: Lobby) -> None:
        super().__init__()
        self._lobby = lobby
        self.labels = {"new.start": tr_in("key", "open the table")}

    def fields(self) -> Iterable[Widget]:
        """Yield both parts of the form."""
        yield MatchForm(ServerSitters(self._lobby.account.name), tr("anybody"))
        with Vertical(id="table", classes="panel") as table:
            table.border_title = tr("Table")
            for line in LINES:
                with Horizontal(classes="line"):
                    yield Static(tr(line.label), classes="label")
                    yield Choice([(each, tr(words)) for each, words in line.values], id=line.name)
                    yield Static(tr(line.effect), classes="effect", markup=False)

    def about(self, field: str) -> str:
        """Return a sentence on a field, by its identifier."""
        if field.startswith("name-"):
            return tr("Type a friend's name to keep the seat; else anybody may take it.")
        return next((tr(line.about) for line in LINES if line.name == field), super().about(field))

    def _plan(self) -> TablePlan:
        """Return the table as the form describes it."""
        chosen = {line.name: self.query_one(f"#{line.name}", Choice).value for line in LINES}
        form = self.form
        return TablePlan(
            game=form.game.slug,
            seats=tuple(_seat(*sitter) for sitter in form.occupied),
            options=dict(form.options),
            is_private=chosen["access"] == "private",
            seconds_a_move=int(chosen["clock"]) if chosen["clock"] else None,
            bots_take_over=chosen["absent"] == "bot",
            watching=msgspec.convert(chosen["watching"], Watching),
            watchers_chat=chosen["talk"] == "yes",
            opens_record="all" if chosen["record"] == "all" else "seats",
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


def _seat(control: str, name: str) -> SeatPlan:
    if control == ME:
        return SeatPlan("me")
    if control == OPEN:
        return SeatPlan("reserved", name) if name else SeatPlan("open")
    return SeatPlan("bot", level=control.removeprefix(BOT_PREFIX))
