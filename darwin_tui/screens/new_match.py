"""The set-up of a match: the game, the seats, the rules, the seed."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button, Input, Static

from darwin_core import registry
from darwin_core.game import AnyGame
from darwin_core.journal import JournalError
from darwin_core.record import RecordError
from darwin_tui import navigation, saves
from darwin_tui.screens.setup_screen import SetupScreen
from darwin_tui.seating import HUMAN, default_table, seated
from darwin_tui.widgets.choice import Value
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.match_form import MatchForm, Sitter


class HomeSitters:
    """People at one keyboard, and bots."""

    def __init__(self, host: str) -> None:
        self._host = host

    def defaults(self, game: AnyGame) -> Sequence[str]:
        """Return one person, and bots."""
        return default_table(game)

    def controls(self) -> Sequence[Value]:
        """Return a person."""
        return [(HUMAN, "a person")]

    def has_own_name(self, control: str) -> bool:
        """Return True: each seat can be given a name."""
        return True

    def names(self, sitters: Sequence[Sitter]) -> Sequence[str]:
        """Return the names given, and names that fit; see ``seating.seated``."""
        return [player.name for player in seated(sitters, self._host)]


class NewMatchScreen(SetupScreen):
    """A form of a few lines."""

    def __init__(self, slug: str = "") -> None:
        """Prepare the form.

        Args:
            slug: the game that is chosen at first; empty for the first one.
        """
        super().__init__()
        self._slug = slug

    def compose(self) -> ComposeResult:
        """Compose a line for each choice."""
        with VerticalScroll(id="form", can_focus=False):
            yield Static("New match", classes="heading")
            yield MatchForm(HomeSitters(self.session.name), slug=self._slug)
            yield Static("", id="about", classes="gap", markup=False)
            with Horizontal(classes="line"):
                yield Static("seed", classes="label")
                yield Input(placeholder="random", compact=True, max_length=32, id="seed")
            yield Button("Start the match", id="start", compact=True)
            yield Static("", id="trouble", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Say which games of other packages cannot be played."""
        for refusal in registry.refusals():
            self.notify(refusal, severity="warning", timeout=10, markup=False)

    def start(self) -> None:
        """Begin the match, or show what is missing."""
        form = self.form
        try:
            seed = self.query_one("#seed", Input).value.strip() or None
            players = seated(form.occupied, self.session.name)
            header = saves.header_for(form.game.slug, dict(form.options), players, seed)
            opened = saves.create(header, self.session.locations)
        except (ValueError, RecordError, JournalError) as error:
            self.show_trouble(self.session.locations.redact(str(error)))
            return
        table = self.session.house.host(opened, pace=self.session.settings.now.pace)
        navigation.go(self.app, navigation.Play(table))
