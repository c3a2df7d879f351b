"""The foot of a play screen at a server's table: keys, the people, and what somebody just said."""

from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Blur
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input, Static

from darwin_tui.printable import clean
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.pane import fitted

MESSAGE_SECONDS: Final = 8.0
"""Time that a new line of chat is shown in place of the strip."""
PADDING_COLUMNS: Final = 2
"""Columns around the strip."""


class TableFoot(Horizontal):
    """One row: the keys, and a strip about the people, or for some seconds a line of chat."""

    def __init__(self) -> None:
        super().__init__(id="foot")
        self._keys = KeyBar()
        self._strip = Static("", id="company", markup=False)
        self._text = ""
        self._message = ""
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the keys and the strip."""
        yield self._keys
        yield self._strip

    @property
    def room(self) -> int:
        """The columns that the strip may take: the most important keys stay."""
        return self.app.size.width - self._keys.least_columns - PADDING_COLUMNS

    def on_resize(self) -> None:
        """Show as much as there is room for now."""
        self._draw()

    def write(self, text: str) -> None:
        """Show a text in the strip."""
        self._text = clean(text)
        self._draw()

    def show(self, text: str) -> None:
        """Show a line in place of the strip for some seconds."""
        self._message = clean(text)
        self._draw()
        if self._timer:
            self._timer.stop()
        self._timer = self.set_timer(MESSAGE_SECONDS, self._forget)

    def _forget(self) -> None:
        self._message = ""
        self._draw()

    def _draw(self) -> None:
        self._strip.set_class(bool(self._message), "-message")
        text = fitted(self._message or self._text, self.room)
        before = str(self._strip.content)
        if before != text:
            # A text of the same width leaves the keys the room that they have.
            self._strip.update(text, layout=cell_len(before) != cell_len(text))


class ChatInput(Input):
    """One line to say, in the place of the prompt while it is open."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "leave", show=False)]

    class Left(Message):
        """The player has left the line without a word."""

    def __init__(self, longest: int) -> None:
        super().__init__(
            placeholder="Say something; Enter sends, Esc leaves",
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
