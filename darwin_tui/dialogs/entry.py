"""A dialog that asks for one line of text."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key
from textual.widgets import Input, Static

from darwin_core.text.language import tr
from darwin_tui import commands
from darwin_tui.dialogs import Dialog
from darwin_tui.terminal.printable import JOINER, clean


class LineInput(Input):
    """A field for a line, which may have emoji that are joined."""

    def on_key(self, event: Key) -> None:
        """Take the joiner, which Textual takes for no character that is typed."""
        if event.character == JOINER:
            event.stop()
            self.insert_text_at_cursor(JOINER)


class EntryDialog(Dialog[str | None]):
    """A dialog for a line of text; None if the player cancels."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("entry")

    def __init__(self, title: str, question: str, value: str = "", longest: int = 60) -> None:
        super().__init__(
            title, tr("[@click=screen.take]Enter accepts[/], [@click=screen.leave]Esc cancels[/]")
        )
        self._longest = longest
        self._question = question
        self._value = value

    def body(self) -> ComposeResult:
        """Yield the question and a field."""
        yield Static(clean(self._question), markup=False, classes="says")
        yield LineInput(self._value, compact=True, max_length=self._longest)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the line."""
        event.stop()
        self.action_take()

    def action_take(self) -> None:
        """Close with the line."""
        self.dismiss(self.query_one(Input).value)
