"""The foot of a play screen at a server's table: keys, the people, and what somebody just said."""

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Blur
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input, Static

from darwin_tui.printable import clean
from darwin_tui.widgets.key_bar import KeyBar

MESSAGE_SECONDS: Final = 8.0
"""Time that a new line of chat is shown in place of the keys, which stay in force."""


class TableFoot(Horizontal):
    """One row: the keys with a strip about the people, or for some seconds a line of chat."""

    def __init__(self) -> None:
        super().__init__(id="foot")
        self._strip = Static("", id="company", markup=False)
        self._message = Static("", id="message", markup=False)
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the keys, the strip, and the line that may take their place."""
        yield KeyBar()
        yield self._strip
        yield self._message

    def write(self, text: str) -> None:
        """Show a text in the strip."""
        if self._strip.content != clean(text):
            self._strip.update(clean(text))

    def show(self, text: str) -> None:
        """Show a line for some seconds."""
        self._message.update(clean(text), layout=False)
        self.add_class("-message")
        if self._timer:
            self._timer.stop()
        self._timer = self.set_timer(MESSAGE_SECONDS, lambda: self.remove_class("-message"))


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
