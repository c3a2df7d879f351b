"""The results of a match, line by line."""

from typing import ClassVar, Final

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import Static

from darwin_core.english import listed
from darwin_core.game import SPECTATOR, Outcome
from darwin_core.lexicon import Lexicon
from darwin_core.record import RecordError
from darwin_tui import commands, navigation, saves
from darwin_tui.games import board_for
from darwin_tui.saves import SavedMatch
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.widgets.canvas import SEAT_MARKS
from darwin_tui.widgets.form import saved_title
from darwin_tui.widgets.key_bar import KeyBar

LABEL_WIDTH: Final = 8
SEAT_WIDTH: Final = 9


class ResultsScreen(DarwinScreen[None]):
    """The score of a finished match."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("results")

    def __init__(self, saved: SavedMatch, ended: str = "") -> None:
        """Show the results of a match.

        Args:
            saved: the match.
            ended: a sentence on how it ended, where that was not by its rules. The standing then
                takes the place of an outcome.
        """
        super().__init__()
        self._ended = ended
        self._saved = saved
        self._recording = saved.recording(SPECTATOR)
        self._shown = 0
        self.labels = {} if saved.path else {"results.new": "new table", "results.home": "lobby"}
        """Labels of commands; a match without a file here is kept by a server."""

    @property
    def _outcome(self) -> Outcome:
        return self._recording.standing

    def compose(self) -> ComposeResult:
        """Yield the parts; the winner is named last."""
        with Vertical(id="results"):
            yield Static(self._recording.game.title, id="winner", markup=False)
            yield Static(id="lines")
            yield Static("", id="history", markup=False)
            yield Static("", id="last", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Show a line every half second; a key is faster."""
        names = self._recording.names
        columns = sum(max(len(name), SEAT_WIDTH) + 1 for name in names)
        labels = max([LABEL_WIDTH, *(len(line.label) for line in self._outcome.lines)])
        width = max(labels + 1 + columns + 2, 50)
        board = board_for(self._recording.game.slug)
        self._history = board.epilogue(
            self._recording.view(), Lexicon(names, self.session.language)
        )
        self.query_one("#history").display = bool(self._history)
        self.query_one("#results").styles.width = max(
            [width, *(len(line) + 2 for line in self._history)]
        )
        self.app.theme_changed_signal.subscribe(self, lambda _: self._show())
        self._show()
        self._timer = self.set_interval(0.5, self._step)

    @property
    def _has_lines(self) -> bool:
        return self._shown <= len(self._outcome.lines)

    def _step(self) -> None:
        self._shown += 1
        self._show()
        if self._shown > len(self._outcome.lines):
            self._timer.stop()
            self.refresh_bindings()

    def _show(self) -> None:
        outcome, names = self._outcome, self._recording.names
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
            if self._recording.outcome is None:
                text = f"{listed(won)} {'leads' if len(won) == 1 else 'lead'}."
            ended = f"\n{self._ended}" if self._ended else ""
            words = f"{self._recording.game.title} — {text}{ended}"
            self.query_one("#winner", Static).update(words)
            self.query_one("#history", Static).update("\n".join(self._history))
            self.query_one("#last", Static).update(self._kept())

    def _kept(self) -> str:
        path = self._saved.path
        return f"Saved as {saved_title(path.stem)}." if path else "The host keeps this match."

    def action_next(self) -> None:
        """Show the next line at once."""
        if self._has_lines:
            self._step()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the next line until all are shown."""
        has = {"lines"} if self._has_lines else ()
        return commands.is_available("results", action, has)

    def action_replay(self) -> None:
        """Replay the match."""
        saved = self._saved
        try:
            again = saves.SavedMatch.of(saves.read(saved.path)) if saved.path else saved
        except RecordError as error:
            self.notify(str(error), markup=False, severity="error")
        else:
            navigation.go(self.app, navigation.Replay(again))

    def action_help(self) -> None:
        """Show the keys and the rules of the game."""
        navigation.go(self.app, navigation.Help(self, self._recording.game.slug))

    def action_new_match(self) -> None:
        """Set up another one."""
        navigation.go(self.app, navigation.Home())
        navigation.go(self.app, navigation.NewMatch())

    def action_home(self) -> None:
        """Return to the first screen."""
        navigation.go(self.app, navigation.Home())


def _ordinal(rank: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(rank, f"{rank}th")
