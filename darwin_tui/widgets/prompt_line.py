"""The prompt of a screen where one can talk; a line to write in takes its place."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from darwin_tui.server.model import CHAT_CHARACTERS_MAX
from darwin_tui.widgets.table_foot import ChatInput


class PromptLine(Horizontal):
    """One row: the prompt, or the line to write in while it is open."""

    DEFAULT_CLASSES: ClassVar[str] = "prompt-line"

    class Said(Message):
        """A line was written."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Closed(Message):
        """The line to write in was closed while it had the focus."""

    def __init__(self) -> None:
        super().__init__()
        self._prompt = Static("", id="prompt", markup=False)
        self._line = ChatInput(CHAT_CHARACTERS_MAX)

    def compose(self) -> ComposeResult:
        """Yield the mark of the line, and both that can be beside it."""
        yield Static("▌ ", id="mark")
        yield self._prompt
        yield self._line

    @property
    def is_open(self) -> bool:
        """The line to write in is open."""
        return bool(self._line.display)

    def write(self, text: str) -> None:
        """Write the prompt."""
        if self._prompt.content != text:
            self._prompt.update(text, layout=False)

    def open(self) -> None:
        """Open the line to write in, with what was written last and not said."""
        self._prompt.display = False
        self._line.display = True
        self._line.focus()

    def clear(self) -> None:
        """Forget what was written: it has been said."""
        self._line.value = ""

    def _close(self) -> None:
        had_focus = self._line.has_focus
        self._line.display = False
        self._prompt.display = True
        if had_focus:
            self.post_message(self.Closed())

    def on_chat_input_left(self) -> None:
        """Close the line; what is written stays."""
        self._close()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close the line, and say what is written."""
        event.stop()
        self._close()
        if event.value.strip():
            self.post_message(self.Said(event.value.strip()))
