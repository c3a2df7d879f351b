"""A one-line field that steps through a few values."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

Value = tuple[str, str]
"""A value and its text."""


class Choice(Widget, can_focus=True):
    """A field whose values Left, Right and a click step through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,space", "step(1)", "change", key_display="← →"),
        Binding("left,h", "step(-1)", "previous value", show=False),
    ]

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, choice: "Choice") -> None:
            super().__init__()
            self.choice = choice

        @property
        def control(self) -> "Choice":
            """The field itself."""
            return self.choice

    place: reactive[int] = reactive(0)

    def __init__(self, values: Sequence[Value], value: str = "", *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._values = list(values)
        keys = [key for key, _ in self._values]
        self.set_reactive(Choice.place, keys.index(value) if value in keys else 0)

    @property
    def value(self) -> str:
        """The chosen value."""
        return self._values[self.place][0]

    def choose(self, value: str) -> None:
        """Take a value that another field asks for, without a message."""
        self.place = [key for key, _ in self._values].index(value)

    def render(self) -> Content:
        """Render the value, between arrows at both ends if there are others; larger in focus."""
        left, right = ("◀", "▶") if self.has_focus else ("◂", "▸")
        if len(self._values) == 1:
            left = right = " "
        words, room = self._values[self.place][1], self.size.width - len(left) - len(right) - 2
        # Long words of another language have the room of the blanks around them, too.
        gap = " " if len(words) <= room else ""
        return Content(f"{left}{gap}{words:<{max(room, 0)}}{gap}{right}")

    def action_step(self, by: int) -> None:
        """Go to the next or the previous value."""
        self.place = (self.place + by) % len(self._values)
        self.post_message(self.Changed(self))

    def on_click(self) -> None:
        """Go to the next value."""
        self.action_step(1)


class Fields(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Fields one below the other, scrolled by the focus alone: arrows go from field to field."""


def redraw_lines(screen: Screen[object]) -> None:
    """Draw all lines of a form on their new ground: Textual keeps the one they had."""
    for words in screen.query(".line > *"):
        words.notify_style_update()
        words.refresh()
