"""How a match ended, told line by line."""

from typing import ClassVar, Final

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from darwin_core.english import listed
from darwin_core.game import SPECTATOR, Outcome
from darwin_core.lexicon import Lexicon
from darwin_core.record import RecordError
from darwin_tui import navigation, saves
from darwin_tui.games import board_for
from darwin_tui.saves import Opened
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.widgets.canvas import SEAT_MARKS
from darwin_tui.widgets.form import saved_title
from darwin_tui.widgets.key_bar import KeyBar

LABEL_WIDTH: Final = 8
SEAT_WIDTH: Final = 9


class ResultsScreen(DarwinScreen[None]):
    """The score of a finished match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "next", "next line"),
        Binding("r", "replay", "replay"),
        Binding("n", "new_match", "new match"),
        Binding("question_mark", "help", "rules", key_display="?"),
        Binding("q,escape", "home", "first screen"),
    ]

    def __init__(self, opened: Opened) -> None:
        super().__init__()
        self._opened = opened
        self._shown = 0

    @property
    def _outcome(self) -> Outcome:
        match = self._opened.match
        outcome = match.game.outcome(match.state)
        assert outcome is not None
        return outcome

    def compose(self) -> ComposeResult:
        """The winner last: first the lines."""
        with Vertical(id="results"):
            yield Static(self._opened.match.game.title, id="winner", markup=False)
            yield Static(id="lines")
            yield Static("", id="history", markup=False)
            yield Static("", id="last", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Tell a line every half second; a key is faster."""
        names = self._opened.match.header.names
        columns = sum(max(len(name), SEAT_WIDTH) + 1 for name in names)
        labels = max(LABEL_WIDTH, *(len(line.label) for line in self._outcome.lines))
        width = max(labels + 1 + columns + 2, 50)
        match = self._opened.match
        lexicon = Lexicon(names, self.session.language)
        self._history = board_for(match.game.slug).epilogue(match.look(SPECTATOR), lexicon)
        self.query_one("#history").display = bool(self._history)
        self.query_one("#results").styles.width = max(
            [width, *(len(line) + 2 for line in self._history)]
        )
        self.app.theme_changed_signal.subscribe(self, lambda _: self._show())
        self._show()
        self._timer = self.set_interval(0.5, self._step)

    def _step(self) -> None:
        self._shown += 1
        self._show()
        if self._shown > len(self._outcome.lines):
            self._timer.stop()
            self.refresh_bindings()

    def _show(self) -> None:
        outcome, match = self._outcome, self._opened.match
        names = match.header.names
        done = self._shown > len(outcome.lines)
        table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="")
        table.add_column("", min_width=LABEL_WIDTH, no_wrap=True)
        colours = self.app.theme_variables
        for seat, name in enumerate(names):
            hue = colours.get(f"seat-{seat}", "")
            title = Text(f"{SEAT_MARKS[seat]}\n{name}", style=hue)
            table.add_column(title, justify="right", min_width=SEAT_WIDTH)
        for number, line in enumerate(outcome.lines):
            points = [str(p) if number < self._shown else "" for p in line.points]
            table.add_row(line.label, *points)
        totals = [Text(str(p) if done else "", style="bold") for p in outcome.totals]
        table.add_row(Text("total", style="bold"), *totals)
        places = [_ordinal(rank) if done else "" for rank in outcome.ranks]
        table.add_row("place", *places)
        self.query_one("#lines", Static).update(table)
        if done:
            won = [names[seat] for seat in outcome.winners]
            text = f"{won[0]} wins." if len(won) == 1 else f"{listed(won)} share the win."
            self.query_one("#winner", Static).update(f"{match.game.title} — {text}")
            self.query_one("#history", Static).update("\n".join(self._history))
            self.query_one("#last", Static).update(
                f"Saved as {saved_title(self._opened.path.stem)}."
            )

    def action_next(self) -> None:
        """Show the next line at once."""
        if self._shown <= len(self._outcome.lines):
            self._step()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a next line until all are shown."""
        return action != "next" or self._shown <= len(self._outcome.lines)

    def action_replay(self) -> None:
        """Watch the match again."""
        try:
            navigation.replay(self.app, saves.read(self._opened.path))
        except RecordError as error:
            self.notify(str(error), markup=False, severity="error")

    def action_help(self) -> None:
        """The keys and the rules of the game."""
        navigation.help_page(self.app, self, self._opened.match.game.slug)

    def action_new_match(self) -> None:
        """Set up another one."""
        navigation.home(self.app)
        navigation.new_match(self.app)

    def action_home(self) -> None:
        """Back to the first screen."""
        navigation.home(self.app)


def _ordinal(rank: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(rank, f"{rank}th")
