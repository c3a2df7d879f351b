"""The foot of a play screen at a server's table: keys, the people, and what somebody just said."""

from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Blur
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input

from darwin_core.text.language import tr
from darwin_tui.terminal.printable import clean
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.pane import fitted

MESSAGE_SECONDS: Final = 8.0
"""Time that a new line of chat is shown in place of the strip."""
PADDING_COLUMNS: Final = 2
"""Columns around the strip."""


class TableFoot(KeyBar):
    """One row: the keys, and a strip about the people, or for some seconds a line of chat.

    The strip changes with every action, and its width with it: as a part of the row it has nothing
    laid out again.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"table-foot--strip", "table-foot--message"}

    def __init__(self) -> None:
        super().__init__(id="foot")
        self._text = ""
        self._message = ""
        self._timer: Timer | None = None

    @property
    def room(self) -> int:
        """The columns that the strip may take: the most important keys stay."""
        return self.app.size.width - self.least_columns - PADDING_COLUMNS

    @property
    def columns(self) -> int:
        """The columns that the strip leaves for keys."""
        return super().columns - cell_len(self._strip) - PADDING_COLUMNS

    @property
    def _strip(self) -> str:
        return fitted(self._message or self._text, self.room)

    def write(self, text: str) -> None:
        """Show a text in the strip."""
        text, before = clean(text), self._text
        self._text = text
        if text != before and not self._message:
            self.refresh()

    def show(self, text: str) -> None:
        """Show a line in place of the strip for some seconds."""
        self._message = clean(text)
        self.refresh()
        if self._timer:
            self._timer.stop()
        self._timer = self.set_timer(MESSAGE_SECONDS, self._forget)

    def _forget(self) -> None:
        self._message = ""
        self.refresh()

    def render(self) -> Text:
        """Return the line."""
        line = super().render()
        line.truncate(self.columns, pad=True)
        name = "table-foot--message" if self._message else "table-foot--strip"
        line.append(f" {self._strip} ", self.get_component_rich_style(name))
        return line


class ChatInput(Input):
    """One line to say, in the place of the prompt while it is open."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "leave", show=False)]

    class Left(Message):
        """The player has left the line without a word."""

    def __init__(self, longest: int) -> None:
        super().__init__(
            placeholder=tr("Say something; Enter sends, Esc leaves"),
            select_on_focus=False,
            compact=True,
            max_length=longest,
            id="say",
        )
        self.display = False

    def action_leave(self) -> None:
        """Leave the line; what is typed waits for its return, as in the lobby."""
        self.post_message(self.Left())

    def on_blur(self, event: Blur) -> None:
        """Leave the line when something else is clicked."""
        if self.app.app_focus and self.screen.is_current:
            self.post_message(self.Left())
