"""A dialog to select one line of a list."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList, Static

from darwin_core.text.language import tr
from darwin_tui import commands
from darwin_tui.dialogs import Dialog
from darwin_tui.terminal.app import SteadyOptionList
from darwin_tui.terminal.printable import clean


class PickDialog(Dialog[int | None]):
    """A dialog for the place of a selected line; None if the player cancels."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("pick")

    def __init__(
        self,
        title: str,
        lines: Sequence[str],
        *,
        enter: str = "",
        above: Sequence[str] = (),
        is_numbered: bool = False,
        at: int = 0,
    ) -> None:
        """Prepare to ask.

        Args:
            title: of the dialog.
            lines: to select one from.
            enter: the effect of Enter; ``Enter goes there`` by default.
            above: lines that are only read.
            is_numbered: True if a digit selects its line.
            at: the line on which the cursor is first.
        """
        cancels = tr("[@click=screen.leave]Esc cancels[/]")
        super().__init__(title, f"{enter or tr('Enter goes there')}, {cancels}")
        self._lines = [f"{n} {text}" for n, text in enumerate(lines, 1)] if is_numbered else lines
        self._above = above
        self._is_numbered = is_numbered
        self._at = at

    def body(self) -> ComposeResult:
        """Yield the lines."""
        if self._above:
            yield Static("\n".join(map(clean, self._above)), markup=False, classes="above")
        yield SteadyOptionList(*map(Content, map(clean, self._lines)))

    def on_mount(self) -> None:
        """Put the cursor on the first line."""
        self.query_one(OptionList).highlighted = self._at if self._lines else None

    def on_key(self, event: events.Key) -> None:
        """Close with the line of a digit."""
        if self._is_numbered and event.key.isdecimal() and 0 < int(event.key) <= len(self._lines):
            event.stop()
            self.dismiss(int(event.key) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close with the place of the line."""
        event.stop()
        self.dismiss(event.option_index)
