"""Setting up a match, and beginning it: from the form, from the results, or like an earlier one."""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

import msgspec
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame
from darwin_core.journal import JournalError
from darwin_core.match.record import HUMAN, Header, RecordError
from darwin_core.text.language import mark, tr
from darwin_core.text.wording import counted
from darwin_tui import commands
from darwin_tui.library import saves
from darwin_tui.screens import navigation
from darwin_tui.screens.match_screens import MatchesScreen
from darwin_tui.seating import (
    DEFAULT_LEVEL,
    FIRST_LEVEL,
    SetUp,
    default_table,
    seated,
    set_up_of,
    with_newest,
)
from darwin_tui.settings import Settings, is_newcomer
from darwin_tui.widgets.boxes import BoxShelf, title_of
from darwin_tui.widgets.forms import (
    Choice,
    Fields,
    GameSheet,
    MatchForm,
    Sitter,
    TableNotes,
    Value,
    redraw_lines,
)
from darwin_tui.widgets.pane import TitleBar
from darwin_tui.widgets.screen import DarwinScreen, KeyBar

WIDE_FROM: Final = Size(100, 36)
"""Size from which the form's parts are panels, beside a list of the boxes."""

TALL_FROM_ROWS: Final = 40
"""Rows from which there is a blank row between two seats."""
LARGE_FROM: Final = Size(156, 46)
"""Size from which the game is described beside the form, and the bots below it."""
HUGE_FROM: Final = Size(190, 56)
"""Size from which the large picture is beside the form instead of in it."""
SEED_CHARACTERS_MAX: Final = 32
"""Maximum length of a typed seed."""


class SetupScreen(DarwinScreen[None]):
    """A match form with a sentence about the focused field and a start button."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("new")
    TITLE_WORDS: ClassVar[tuple[str, str]]
    """Title of the screen, and the words after it."""
    START: ClassVar[str]
    """Label of the button, before the words about the match."""

    def compose(self) -> ComposeResult:
        yield TitleBar(*map(tr, self.TITLE_WORDS))
        with Horizontal(id="setup"):
            yield BoxShelf([(slug, title_of(slug)) for slug in registry.slugs()], id="boxes")
            with Vertical(id="middle"):
                with Fields(id="form"):
                    yield from self.fields()
                yield TableNotes()
            yield GameSheet()
        yield Button(tr(self.START), id="start", compact=True)
        yield Static("", id="trouble", markup=False)
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def fields(self) -> Iterable[Widget]:
        """Yield the form, and the other fields."""
        raise NotImplementedError

    def on_resize(self) -> None:
        """Show as much as there is room for."""
        size = self.app.size
        is_wide = _has_room(size, WIDE_FROM)
        if is_wide != self.has_class("-wide"):
            self.call_after_refresh(redraw_lines, self)
        self.set_class(is_wide, "-wide")
        self.set_class(is_wide and size.height >= TALL_FROM_ROWS, "-tall")
        self.set_class(not is_wide, "-narrow")
        self.set_class(_has_room(size, LARGE_FROM), "-large")
        self.set_class(_has_room(size, HUGE_FROM), "-huge")

    def on_match_form_changed(self) -> None:
        """Show the selected box, and on the button the match that it starts."""
        if not self.form.is_laid:
            return  # Another game was chosen meanwhile; the form reports it once it is laid.
        game = self.form.game
        seats = len(self.form.occupied)
        self.query_one(BoxShelf).choose(game.slug)
        self.query_one(GameSheet).choose(game, seats)
        self.query_one(TableNotes).choose(game, seats)
        words = f"{tr(self.START)}: {game.title}, {counted(seats, 'seat')}"
        duration = tr("about {minutes} minutes", minutes=game.box.minutes)
        self.query_one("#start", Button).label = f"{words}, {duration}"
        # The sentence about the focused field may depend on the game, and the trouble on a name.
        self.on_descendant_focus()
        self.show_trouble("")

    async def on_box_shelf_clicked(self, event: BoxShelf.Clicked) -> None:
        await self._take(event.slug)

    async def action_game(self, number: int) -> None:
        # A slice, because there may be fewer games than keys.
        for slug in registry.slugs()[number - 1 : number]:
            await self._take(slug)

    async def _take(self, slug: str) -> None:
        self.query_one("#game", Choice).choose(slug)
        await self.form.lay_game()

    @property
    def form(self) -> MatchForm:
        """The game, the seats and the rules."""
        return self.query_one(MatchForm)

    def start(self) -> None:
        """Submit the completed form, or name the missing field."""
        raise NotImplementedError

    def about(self, field: str) -> str:
        """Return a sentence about a field, by its identifier; may be empty."""
        return self.form.about(field)

    def show_trouble(self, sentence: str) -> None:
        """Show why the match cannot start."""
        self.query_one("#trouble", Static).update(sentence)

    def on_descendant_focus(self) -> None:
        focused = (self.focused and self.focused.id) or ""
        self.query_one("#about", Static).update(self.about(focused))

    async def action_start(self) -> None:
        """Start once the form has all fields of the chosen game."""
        await self.form.lay_game()
        self.start()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Move from a name to the next field; start from any other field."""
        if (event.input.id or "").startswith("name-"):
            self.app.action_focus_next()
        else:
            await self.action_start()

    async def on_button_pressed(self) -> None:
        await self.action_start()

    def action_help(self) -> None:
        navigation.go(self.app, navigation.Help(self, self.form.game.slug))

    def action_leave(self) -> None:
        self.dismiss()


def _has_room(size: Size, least: Size) -> bool:
    return size.width >= least.width and size.height >= least.height


def begin_as(screen: DarwinScreen[None], set_up: SetUp) -> None:
    """Begin a match with an earlier set-up.

    Raises:
        ValueError: if one of its players or options no longer exists.
        RecordError: if such a match is impossible.
        JournalError: if it cannot be saved.
    """
    players = seated(set_up.seats, screen.player.name)
    begin(screen, saves.header_for(set_up.game, {**set_up.options}, players, None))


def begin(screen: DarwinScreen[None], header: Header) -> None:
    """Begin a match in a new file, open its table, and remember its set-up.

    Raises:
        RecordError: if such a match is impossible.
        JournalError: if it cannot be saved.
    """
    player = screen.player
    opened = saves.create(header, player.locations)
    settings = player.settings.now
    set_ups = with_newest(settings.set_ups, set_up_of(header))
    if set_ups != settings.set_ups:
        navigation.keep_settings(screen.app, msgspec.structs.replace(settings, set_ups=set_ups))
    access = player.matches.host(opened, pace=settings.pace)
    navigation.go(screen.app, navigation.Play(access))


FIELD_SENTENCES: Final = {
    "seed": mark("Any text; the same seed gives the same cards. Leave it empty for a surprise."),
    "start": mark("Enter starts the match; every action is saved at once."),
}
"""Sentences about the fields besides those of the form."""


class HomeSitters:
    """The sitters that a seat at home can have: people at one keyboard, and bots."""

    def __init__(self, host: str, settings: Settings) -> None:
        self._host = host
        self._settings = settings

    def defaults(self, game: AnyGame) -> Sequence[str]:
        """Return one person, and bots: Easy for a newcomer."""
        is_first = is_newcomer(self._settings, game.slug)
        return default_table(game, FIRST_LEVEL if is_first else DEFAULT_LEVEL)

    def controls(self) -> Sequence[Value]:
        return [(HUMAN, tr("a person"))]

    def effect(self, control: str) -> str:
        """Return the words beside a person's seat: where that person plays."""
        return tr("this keyboard")

    def has_own_name(self, control: str) -> bool:
        """Return True: every seat can be named."""
        return True

    def names(self, sitters: Sequence[Sitter]) -> Sequence[str]:
        """Return the typed names, and made-up names where none is typed; see ``seating.seated``."""
        return [player.name for player in seated(sitters, self._host)]


class NewMatchScreen(SetupScreen, MatchesScreen):
    """The set-up form of a match at home."""

    TITLE_WORDS = mark("New match"), mark("set the table")
    START = mark("Start")

    def __init__(self, slug: str = "") -> None:
        """Prepare the form.

        Args:
            slug: game selected at first; empty for the last one played.
        """
        super().__init__()
        self._slug = slug

    def fields(self) -> Iterable[Widget]:
        """Yield the form, with the seed below the rules."""
        seed = Horizontal(
            Static(tr("seed"), classes="label"),
            Input(
                placeholder=tr("random"), compact=True, max_length=SEED_CHARACTERS_MAX, id="seed"
            ),
            Static(tr("same seed, same cards"), classes="effect"),
            classes="line",
        )
        yield MatchForm(
            HomeSitters(self.player.name, self.player.settings.now),
            slug=self._slug,
            more=[seed],
            remembered=self.player.settings.now.set_ups,
        )

    def about(self, field: str) -> str:
        return tr(FIELD_SENTENCES[field]) if field in FIELD_SENTENCES else super().about(field)

    def on_mount(self) -> None:
        """Report which games of other packages cannot be played."""
        for refusal in registry.refusals():
            self.notify(refusal, severity="warning", timeout=10, markup=False)

    def show_matches(self) -> None:
        """Show the matches read so far beside the form, or below it."""
        is_huge = self.has_class("-huge")
        self.query_one(TableNotes).show_matches(self._listed if is_huge else None)
        self.query_one(GameSheet).show_matches(None if is_huge else self._listed)

    def on_resize(self) -> None:
        """Show as much as there is room for; read the saved matches for the first time that there
        is."""
        super().on_resize()
        if self._listed or self._slices.has_more:
            self.show_matches()
        elif self.has_class("-large"):
            self.read_matches()

    def start(self) -> None:
        """Begin the match, or name the missing field."""
        form = self.form
        try:
            seed = self.query_one("#seed", Input).value.strip() or None
            players = seated(form.occupied, self.player.name)
            header = saves.header_for(form.game.slug, dict(form.options), players, seed)
            begin(self, header)
        except (ValueError, RecordError, JournalError) as error:
            self.show_trouble(self.player.locations.redact(str(error)))
