"""A dialog that asks for a yes or a no."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from darwin_core.text.language import tr
from darwin_tui import commands
from darwin_tui.dialogs import Dialog
from darwin_tui.terminal.printable import clean


class ConfirmDialog(Dialog[bool]):
    """A dialog with one question."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("confirm")

    def __init__(self, title: str, question: str) -> None:
        answers = tr(
            "[@click=screen.answer(True)]y or Enter: yes[/]   "
            "[@click=screen.answer(False)]n or Esc: no[/]"
        )
        super().__init__(title, answers)
        self._question = question

    def body(self) -> ComposeResult:
        """Yield the question."""
        yield Static(clean(self._question), markup=False, classes="says")

    def action_answer(self, yes: bool) -> None:
        """Close with the answer."""
        self.dismiss(yes)
