"""Status line and prompt under a board."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from darwin_tui.play.status_line import Lines


class Sentences:
    """The two lines, whose places do not depend on their length."""

    def __init__(self) -> None:
        self._status = Static("", id="explain", markup=False)
        self._prompt = Prompt()

    @property
    def lines(self) -> tuple[Widget, Widget]:
        """The widgets, from above."""
        return self._status, self._prompt

    def write(self, lines: Lines) -> None:
        """Write both lines."""
        self._status.set_class(lines.is_refusal, "refused")
        self._status.set_class(lines.is_long, "-prompt")
        if self._status.content != lines.status:
            self._status.update(lines.status, layout=False)
        self._prompt.write(lines.prompt, lines.note)


class Prompt(Horizontal):
    """The prompt with a bar before it, and a note at its right."""

    def __init__(self) -> None:
        super().__init__(id="ask")
        self._text = Static("", id="prompt", markup=False)
        self._note = Static("", id="note", markup=False)

    def compose(self) -> ComposeResult:
        """Yield the prompt and the note."""
        yield self._text
        yield self._note

    def write(self, text: str, note: str) -> None:
        """Write both; of several sentences the last one, which asks, is in the accent's colour."""
        if str(self._text.content) != text:
            self._text.update(_accented(text), layout=False)
        if self._note.content != note:
            # The note takes its room from the prompt.
            self._note.update(note)


def _accented(text: str) -> Content:
    """Return a text with its last sentence in the accent's colour, if there are several."""
    start = text.rstrip(".?!").rfind(". ")
    if start < 0:
        return Content(text)
    return Content.assemble(text[: start + 2], (text[start + 2 :], "$accent"))
