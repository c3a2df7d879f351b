"""A dialog to select one line of a list."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static

from darwin_tui import commands
from darwin_tui.dialogs import Dialog
from darwin_tui.printable import clean


class PickDialog(Dialog[int | None]):
    """A dialog for the place of a selected line; None if the player cancels."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("pick")

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__()
        self._title = title
        self._lines = lines

    def compose(self) -> ComposeResult:
        """Yield the lines."""
        with Vertical(classes="panel") as panel:
            panel.border_title = self._title
            yield OptionList(*map(Content, map(clean, self._lines)))
            yield Static("Enter goes there, [@click=screen.leave]Esc cancels[/]", classes="keys")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close with the place of the line."""
        event.stop()
        self.dismiss(event.option_index)

    def action_leave(self) -> None:
        """Close without a line."""
        self.dismiss(None)
