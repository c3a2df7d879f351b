"""Base of the set-ups of a match: a form with the game, the seats and the rules, and a start."""

from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import Input, Static

from darwin_tui import commands, navigation
from darwin_tui.screens.base import DarwinScreen
from darwin_tui.widgets.match_form import MatchForm


class SetupScreen(DarwinScreen[None]):
    """A form of a match, a sentence on the field with the focus, and a button that starts.

    A screen composes a MatchForm, ``#about``, ``#trouble`` and a button.
    """

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("new")

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
        if self.form in event.input.ancestors:
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
