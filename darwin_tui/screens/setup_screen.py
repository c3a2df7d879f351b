"""Base of the set-ups of a match: a form with the game, the seats and the rules, and a start."""

from collections.abc import Iterable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from darwin_core.contract import registry
from darwin_core.contract.registry import BOXES
from darwin_core.text.language import tr
from darwin_core.text.wording import counted
from darwin_tui import commands
from darwin_tui.screens import navigation
from darwin_tui.widgets.boxes import BoxShelf, title_of
from darwin_tui.widgets.choice import Choice, Fields, redraw_lines
from darwin_tui.widgets.game_sheet import GameSheet, TableNotes
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.match_form import MatchForm
from darwin_tui.widgets.screen import DarwinScreen
from darwin_tui.widgets.title_bar import TitleBar

WIDE_FROM: Final = Size(100, 36)
"""Columns and rows from which the parts of the form are panels, beside a list of the boxes."""

TALL_FROM_ROWS: Final = 40
"""Rows from which there is a blank row between two seats."""
LARGE_FROM: Final = Size(156, 46)
"""Columns and rows from which the game is described beside the form, the bots below it."""
HUGE_FROM: Final = Size(190, 56)
"""Columns and rows from which the large picture is beside the form and not in it."""


class SetupScreen(DarwinScreen[None]):
    """A form of a match, a sentence on the field with the focus, and a button that starts."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("new")
    TITLE_WORDS: ClassVar[tuple[str, str]]
    """The title of the screen, and words after it."""
    START: ClassVar[str]
    """The words on the button, before those on the match."""

    def compose(self) -> ComposeResult:
        """Yield the title, the boxes beside the form, the button, and two lines of text."""
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
        """Yield the form, and what else can be chosen."""
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
        """Show the box that is chosen, and on the button the match that it starts."""
        game, seats = self.form.game, len(self.form.occupied)
        self.query_one(BoxShelf).choose(game.slug)
        self.query_one(GameSheet).choose(game, seats)
        self.query_one(TableNotes).choose(game, seats)
        words = f"{tr(self.START)}: {game.title}, {counted(seats, 'seat')}"
        if game.slug in BOXES:
            words = f"{words}, {tr('about {minutes} minutes', minutes=BOXES[game.slug].minutes)}"
        self.query_one("#start", Button).label = words
        self.on_descendant_focus()

    async def on_box_shelf_taken(self, event: BoxShelf.Taken) -> None:
        """Take the game whose box is clicked."""
        await self._take(event.slug)

    async def action_game(self, number: int) -> None:
        """Take a game by the number of its box."""
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
        """Do with the completed form what the screen is for, or show what is missing."""
        raise NotImplementedError

    def about(self, field: str) -> str:
        """Return a sentence on a field, by its identifier; it may be empty."""
        return self.form.about(field)

    def show_trouble(self, sentence: str) -> None:
        """Show why the match cannot start."""
        self.query_one("#trouble", Static).update(sentence)

    def on_descendant_focus(self) -> None:
        """Describe the field with the focus."""
        focused = (self.focused and self.focused.id) or ""
        self.query_one("#about", Static).update(self.about(focused))

    async def action_start(self) -> None:
        """Start, once all fields of the chosen game are there."""
        await self.form.lay_game()
        self.start()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go from a name to the next field; start from any other."""
        if (event.input.id or "").startswith("name-"):
            self.app.action_focus_next()
        else:
            await self.action_start()

    async def on_button_pressed(self) -> None:
        """Start."""
        await self.action_start()

    def action_help(self) -> None:
        """Open the keys and the rules of the chosen game."""
        navigation.go(self.app, navigation.Help(self, self.form.game.slug))

    def action_leave(self) -> None:
        """Close without a match."""
        self.dismiss()


def _has_room(size: Size, least: Size) -> bool:
    return size.width >= least.width and size.height >= least.height
