"""The chat of a table, and a line to add to it."""

from collections.abc import Callable, Collection
from datetime import datetime
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from darwin_core.text.language import tr
from darwin_tui import commands
from darwin_tui.dialogs import Dialog
from darwin_tui.place import Company, Rejected
from darwin_tui.server.model import CHAT_CHARACTERS_MAX, ChatLine
from darwin_tui.terminal.printable import clean


def spoken(line: ChatLine) -> str:
    """Return a line of chat with its author; a notice of the server has none."""
    return f"{line.name}: {line.text}" if line.name else line.text


class ChatDialog(Dialog[None]):
    """All lines that are kept, the newest last; it stays open while lines are sent."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("entry")

    def __init__(self, company: Company, muted: Collection[str]) -> None:
        super().__init__(
            tr("Chat"),
            tr(
                "Enter sends, [@click=screen.leave]Esc closes[/]"
                if company.can_say
                else "Here you may only read. [@click=screen.leave]Esc closes[/]"
            ),
        )
        self._company = company
        self._muted = muted
        self._end: Callable[[], None] | None = None

    def body(self) -> ComposeResult:
        """Yield the lines and, for those who may write, a field."""
        with VerticalScroll(id="lines", can_focus=not self._company.can_say):
            yield Static(self._text(), id="chat", markup=False)
        if self._company.can_say:
            yield Input(compact=True, max_length=CHAT_CHARACTERS_MAX)
        yield Static("", classes="trouble", markup=False)

    def on_mount(self) -> None:
        """Follow the chat."""
        self._end = self._company.observe(self._follow)
        self._to_the_end()

    def on_unmount(self) -> None:
        """Follow it no longer."""
        if self._end:
            self._end()

    def _text(self) -> str:
        shown = [each for each in self._company.chat if each.name not in self._muted]
        lines = (
            f"{datetime.fromtimestamp(each.time):%H:%M} {clean(spoken(each))}" for each in shown
        )
        return "\n".join(lines) or tr("Nobody has said anything yet.")

    def _follow(self) -> None:
        if self.is_attached:
            self.query_one("#chat", Static).update(self._text())
            self._to_the_end()

    def _to_the_end(self) -> None:
        self.call_after_refresh(self.query_one("#lines").scroll_end, animate=False)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send the line, and keep it in the field if it is refused."""
        event.stop()
        trouble = ""
        if event.value.strip():
            try:
                await self._company.say(event.value)
                event.input.value = ""
            except Rejected as refusal:
                trouble = str(refusal)
        self.query_one(".trouble", Static).update(clean(trouble))
