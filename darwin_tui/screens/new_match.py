"""The set-up of a match: the game, the seats, the rules, the seed."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Static

from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame
from darwin_core.journal import JournalError
from darwin_core.match.record import RecordError
from darwin_core.text.language import mark, tr
from darwin_tui.library import saves
from darwin_tui.screens.beginning import begin
from darwin_tui.screens.setup_screen import SetupScreen
from darwin_tui.seating import HUMAN, default_table, seated
from darwin_tui.widgets.choice import Value
from darwin_tui.widgets.game_sheet import GameSheet, TableNotes
from darwin_tui.widgets.match_form import MatchForm, Sitter

ABOUT: Final = {
    "seed": mark("Any text; the same seed gives the same cards. Leave it empty for a surprise."),
    "start": mark("Enter starts the match; every action is saved at once."),
}
"""Sentences on the fields beside those of the form."""


class HomeSitters:
    """People at one keyboard, and bots."""

    def __init__(self, host: str) -> None:
        self._host = host

    def defaults(self, game: AnyGame) -> Sequence[str]:
        """Return one person, and bots."""
        return default_table(game)

    def controls(self) -> Sequence[Value]:
        """Return a person."""
        return [(HUMAN, tr("a person"))]

    def effect(self, control: str) -> str:
        """Return the words beside a seat of a person: where that person plays."""
        return tr("this keyboard")

    def has_own_name(self, control: str) -> bool:
        """Return True: each seat can be given a name."""
        return True

    def names(self, sitters: Sequence[Sitter]) -> Sequence[str]:
        """Return the names given, and names that fit; see ``seating.seated``."""
        return [player.name for player in seated(sitters, self._host)]


class NewMatchScreen(SetupScreen):
    """A form of a few lines."""

    TITLE_WORDS = mark("New match"), mark("set the table")
    START = mark("Start")

    def __init__(self, slug: str = "") -> None:
        """Prepare the form.

        Args:
            slug: the game that is chosen at first; empty for the one played last.
        """
        super().__init__()
        self._slug = slug
        self._unverified = saves.Slices()
        """The matches that are not read yet."""
        self._found: list[saves.Listed] = []

    def fields(self) -> Iterable[Widget]:
        """Yield the form, with the seed below the rules."""
        seed = Horizontal(
            Static(tr("seed"), classes="label"),
            Input(placeholder=tr("random"), compact=True, max_length=32, id="seed"),
            Static(tr("same seed, same cards"), classes="effect"),
            classes="line",
        )
        yield MatchForm(
            HomeSitters(self.session.name),
            slug=self._slug,
            more=[seed],
            remembered=self.session.settings.now.set_ups,
        )

    def about(self, field: str) -> str:
        """Return a sentence on a field, by its identifier."""
        return tr(ABOUT[field]) if field in ABOUT else super().about(field)

    def on_mount(self) -> None:
        """Say which games of other packages cannot be played."""
        for refusal in registry.refusals():
            self.notify(refusal, severity="warning", timeout=10, markup=False)
        # The list of saved matches says what is wrong with the folder.
        with suppress(JournalError):
            self._unverified.start(self.session.locations)
        self.call_after_refresh(self._read_on)

    def _read_on(self) -> None:
        """Read saved matches for a moment, while there is room to show them."""
        if not self.is_mounted or not self.has_class("-large"):
            return
        self._found += self._unverified.next()
        is_huge = self.has_class("-huge")
        self.query_one(TableNotes).show_matches(self._found if is_huge else None)
        self.query_one(GameSheet).show_matches(None if is_huge else self._found)
        if self._unverified.has_more:
            self.call_after_refresh(self._read_on)

    def on_resize(self) -> None:
        """Show as much as there is room for."""
        super().on_resize()
        self._read_on()

    def on_unmount(self) -> None:
        """Keep the results of verifying so far."""
        self._unverified.close()

    def start(self) -> None:
        """Begin the match, or show what is missing."""
        form = self.form
        try:
            seed = self.query_one("#seed", Input).value.strip() or None
            players = seated(form.occupied, self.session.name)
            header = saves.header_for(form.game.slug, dict(form.options), players, seed)
            begin(self, header)
        except (ValueError, RecordError, JournalError) as error:
            self.show_trouble(self.session.locations.redact(str(error)))
