"""Dialogs: small screens over another screen, each with one question or message."""

from collections.abc import Sequence
from typing import ClassVar, Final, TypeVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from darwin_core.text.language import tr
from darwin_tui import commands
from darwin_tui.terminal.printable import JOINER, clean
from darwin_tui.terminal.screen import SteadyOptionList
from darwin_tui.widgets.screen import DarwinScreen

T = TypeVar("T")
"""The answer of a dialog."""
LINE_CHARACTERS_MAX: Final = 60
"""Maximum length of a typed line, unless a dialog has another one."""


class Dialog(ModalScreen[T], DarwinScreen[T]):
    """A panel over another screen; returns a value, or None if the player cancels."""

    def __init__(self, title: str, keys: str) -> None:
        """Prepare the panel.

        Args:
            title: text in its border.
            keys: text at its foot, in which keys can be clicked.
        """
        super().__init__()
        self._panel_title = title
        self._keys = keys

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel") as panel:
            panel.border_title = self._panel_title
            yield from self.body()
            yield Static(self._keys, classes="keys")

    def body(self) -> ComposeResult:
        """Yield the widgets of the dialog's subject."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Hide the notices of the screen below, which this screen shows itself. Textual shows them
        there again when that screen comes back."""
        if len(self.app.screen_stack) > 1:
            self.app.screen_stack[-2].query("ToastRack").set(display=False)

    def action_leave(self) -> None:
        self.dismiss(None)


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
        yield Static(clean(self._question), markup=False, classes="says")

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


class LineInput(Input):
    """A field for a line, which accepts joined emoji."""

    def on_key(self, event: events.Key) -> None:
        """Accept the emoji joiner, which Textual would ignore."""
        if event.character == JOINER:
            event.stop()
            self.insert_text_at_cursor(JOINER)


class EntryDialog(Dialog[str | None]):
    """A dialog for a line of text; returns None if the player cancels."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("entry")

    def __init__(
        self, title: str, question: str, value: str = "", characters_max: int = LINE_CHARACTERS_MAX
    ) -> None:
        super().__init__(
            title, tr("[@click=screen.take]Enter accepts[/], [@click=screen.leave]Esc cancels[/]")
        )
        self._characters_max = characters_max
        self._question = question
        self._value = value

    def body(self) -> ComposeResult:
        yield Static(clean(self._question), markup=False, classes="says")
        yield LineInput(self._value, compact=True, max_length=self._characters_max)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def action_take(self) -> None:
        self.dismiss(self.query_one(Input).value)


CONTINUE_KEYS: Final = frozenset(("enter", "space", "escape", "q", "z"))
"""Keys that only close a message. On the screen below, ``q`` would leave and ``z`` show it again.
"""


LONG_CHARACTERS_MIN: Final = 600
"""Length from which a message has a wide panel, so that a low terminal shows all of it."""


class MessageDialog(Dialog[None]):
    """A message of a few lines. Any key closes it; all but CONTINUE_KEYS also take effect on the
    screen below."""

    def __init__(self, title: str, lines: Sequence[str | Text]) -> None:
        super().__init__(title, tr("any key continues"))
        self._lines = lines

    def body(self) -> ComposeResult:
        yield Static(self._text, markup=False, classes="says")

    @property
    def _text(self) -> Text:
        lines = (Text(clean(line)) if isinstance(line, str) else line for line in self._lines)
        text = Text("\n").join(lines)
        self.set_class(len(text) > LONG_CHARACTERS_MIN, "-long")
        return text

    def say(self, lines: Sequence[str | Text]) -> None:
        """Show other lines."""
        self._lines = lines
        self.query_one(".says", Static).update(self._text)

    def on_key(self, event: events.Key) -> None:
        """Close on any key, and press it again on the screen below unless it only continues."""
        event.stop()
        self.dismiss()
        if event.key not in CONTINUE_KEYS:
            self.app.simulate_key(event.key)

    def on_click(self) -> None:
        self.dismiss()


DIGITS: Final = "123456789"
"""The keys that select the first lines of a numbered dialog."""


class PickDialog(Dialog[int | None]):
    """A dialog that returns the index of the selected line; None if the player cancels."""

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
        """Prepare the dialog.

        Args:
            title: title of the dialog.
            lines: lines to select from.
            enter: effect of Enter; ``Enter goes there`` by default.
            above: lines that are only read.
            is_numbered: True if digits select the first nine lines.
            at: line on which the cursor starts.
        """
        cancels = tr("[@click=screen.leave]Esc cancels[/]")
        super().__init__(title, f"{enter or tr('Enter goes there')}, {cancels}")
        digits = DIGITS.ljust(len(lines))
        numbered = [f"{digit} {text}" for digit, text in zip(digits, lines, strict=False)]
        self._lines = numbered if is_numbered else lines
        self._above = above
        self._is_numbered = is_numbered
        self._at = at

    def body(self) -> ComposeResult:
        if self._above:
            yield Static("\n".join(map(clean, self._above)), markup=False, classes="above")
        yield SteadyOptionList(*map(Content, map(clean, self._lines)))

    def on_mount(self) -> None:
        # Textual calls the base class's ``on_mount``, too.
        self.query_one(OptionList).highlighted = self._at if self._lines else None

    def on_key(self, event: events.Key) -> None:
        if self._is_numbered and event.key.isdecimal() and 0 < int(event.key) <= len(self._lines):
            event.stop()
            self.dismiss(int(event.key) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(event.option_index)
