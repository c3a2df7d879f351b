"""The chat at a server: its pane, input and dialog, the base of screens with chat, the dialog for
words of the seed, and the list of visitors."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import ClassVar, Final, Generic, TypeVar

from rich.cells import cell_len, chop_cells
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.widgets import Input, Static

from darwin_core.match.fairness import NONCE_CHARACTERS_MAX
from darwin_core.text.language import mark, tr
from darwin_tui import commands, settings
from darwin_tui.commands import key_of
from darwin_tui.drawing.area import Area, fit
from darwin_tui.drawing.panel import FRAME_ROWS, heading, panel
from darwin_tui.library.seat_access import CHAT_CHARACTERS_MAX, ChatLine, People, Rejected
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.lobby_cards import Friend, Visitor
from darwin_tui.server.operations.notifications import (
    ContactError,
    change_by_words,
    contact_lines,
)
from darwin_tui.server.store.contract import StoreError
from darwin_tui.server.tables.chat import NOTIFY_WORD
from darwin_tui.terminal.painting_app import PaintingApp
from darwin_tui.terminal.printable import clean
from darwin_tui.widgets.boxes import short_title
from darwin_tui.widgets.dialogs import Dialog, EntryDialog, PickDialog
from darwin_tui.widgets.pane import Pane, TitleBar, fitted, padded
from darwin_tui.widgets.screen import DarwinScreen

FRAME_FROM_ROWS: Final = 7
"""Rows from which the chat has a frame instead of a rule above it."""
NOTICE: Final = "*"
"""Text in place of an author at the server's notices."""
READING_SECONDS: Final = 15
"""Time for which an answer of several lines is shown."""


class ChatPane(Pane):
    """Lines of chat, wrapped to the width; new ones push old ones up."""

    def __init__(self, title: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._title = title
        self._lines: Sequence[ChatLine] = ()
        self._rows_below = 0
        """Number of rows scrolled out below the window."""

    def show(self, lines: Sequence[ChatLine]) -> None:
        if lines != self._lines:
            self._lines = lines
            self.redraw()

    def show_title(self, title: str) -> None:
        if title != self._title:
            self._title = title
            self.redraw()

    def move(self, dx: int, dy: int) -> None:
        self._rows_below -= dy
        self.redraw()

    def fill(self, area: Area) -> None:
        """Draw the last rows, or earlier ones if the pane is scrolled."""
        is_framed = area.height >= FRAME_FROM_ROWS
        x = 2 if is_framed else 1
        width, height = area.width - 2 * x, area.height - (2 if is_framed else 1)
        rows = self._rows(width)
        self._rows_below = max(0, min(self._rows_below, len(rows) - height))
        newer = tr("↓ {number} newer", number=self._rows_below) if self._rows_below else ""
        if is_framed:
            inside = panel(area, self._title, newer, is_active=self.has_focus)
        else:
            heading(area, 0, (tr(self._title), "strong cursor" if self.has_focus else "strong ink"))
            area.right(0, (newer, "dim on strip"), margin=1)
            inside = area.inside(1, 1, 1, 0)
        end = len(rows) - self._rows_below
        visible = rows[max(end - height, 0) : end]
        for row, (stamp, name, text) in enumerate(visible, height - len(visible)):
            ink = "dim" if name.strip() == NOTICE else "ink"
            inside.text(0, row, (stamp, "dim"), (name, "strong ink"), (text, ink))

    def _rows(self, width: int) -> list[tuple[str, str, str]]:
        """Return the rows at a width: time, author and text.

        All texts begin in the same column, after the longest author. Continuation rows have a
        blank time and author.
        """
        names = [line.name or NOTICE for line in self._lines]
        column = max(map(cell_len, names), default=0) + 1
        rows = []
        for name, line in zip(names, self._lines, strict=True):
            stamp = f"{datetime.fromtimestamp(line.time):%H:%M} "
            head = padded(name, column)
            room = max(width - len(stamp) - column, 1)
            for text in _wrapped(line.text, room):
                rows.append((f"{stamp:<6}", head, text))
                stamp = ""
                head = " " * column
        return rows


def _wrapped(text: str, columns: int) -> list[str]:
    """Wrap a text into rows of limited width, between words, or within words that are too long."""
    rows = []
    row = ""
    for word in text.split():
        longer = f"{row} {word}" if row else word
        if cell_len(longer) <= columns:
            row = longer
            continue
        *full_rows, last_row = chop_cells(word, columns)
        rows += [row, *full_rows] if row else full_rows
        row = last_row
    return [*rows, row]


class ChatInput(Input):
    """The input for a line of chat, which covers the prompt while it is open."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "leave", show=False)]

    class Left(Message):
        """The player left the input without sending a line."""

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
        """Leave the input, which keeps its text."""
        self.post_message(self.Left())

    def on_blur(self, event: events.Blur) -> None:
        """Leave the input when the player clicks elsewhere."""
        if self.app.app_focus and self.screen.is_current:
            self.post_message(self.Left())


def line_words(line: ChatLine) -> str:
    """Return a line of chat with its author; the server's notices have none."""
    return f"{line.name}: {line.text}" if line.name else line.text


def terminal_of(app: App[object]) -> PaintingApp[object]:
    """Return an app as the writer of a terminal's title."""
    assert isinstance(app, PaintingApp)
    return app


class Observer:
    """A screen that is called back while it is open."""

    end_observing: Callable[[], None] | None = None

    def on_unmount(self) -> None:
        if self.end_observing:
            self.end_observing()


class ChatDialog(Observer, Dialog[None]):
    """A dialog with all kept lines, newest last; it stays open while lines are sent."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("entry")

    def __init__(self, table_people: People, muted: Collection[str]) -> None:
        super().__init__(
            tr("Chat"),
            tr(
                "Enter sends, [@click=screen.leave]Esc closes[/]"
                if table_people.can_say
                else "Here you may only read. [@click=screen.leave]Esc closes[/]"
            ),
        )
        self._table_people = table_people
        self._muted = muted

    def body(self) -> ComposeResult:
        with VerticalScroll(id="lines", can_focus=not self._table_people.can_say):
            yield Static(self._text(), id="chat", markup=False)
        if self._table_people.can_say:
            yield Input(compact=True, max_length=CHAT_CHARACTERS_MAX)
        yield Static("", classes="trouble", markup=False)

    def on_mount(self) -> None:
        self.end_observing = self._table_people.observe(self._follow)
        self._scroll_to_end()

    def _text(self) -> str:
        """Return the kept lines of people who are not muted."""
        audible = [line for line in self._table_people.chat if line.name not in self._muted]
        lines = (
            f"{datetime.fromtimestamp(line.time):%H:%M} {clean(line_words(line))}"
            for line in audible
        )
        return "\n".join(lines) or tr("Nobody has said anything yet.")

    def _follow(self) -> None:
        if self.is_attached:
            self.query_one("#chat", Static).update(self._text())
            self._scroll_to_end()

    def _scroll_to_end(self) -> None:
        self.call_after_refresh(self.query_one("#lines").scroll_end, animate=False)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send the line, or keep it in the input if it is refused."""
        event.stop()
        trouble = ""
        if event.value.strip():
            try:
                await self._table_people.say(event.value)
                event.input.value = ""
            except Rejected as refusal:
                trouble = str(refusal)
        self.query_one(".trouble", Static).update(clean(trouble))


class PromptLine(Horizontal):
    """The row of the prompt, which the chat input can cover."""

    DEFAULT_CLASSES: ClassVar[str] = "prompt-line"

    class Said(Message):
        """The player wrote a line."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Closed(Message):
        """The input was closed while focused."""

    def __init__(self) -> None:
        super().__init__()
        self._prompt = Static("", id="prompt", markup=False)
        self._input = ChatInput(CHAT_CHARACTERS_MAX)

    def compose(self) -> ComposeResult:
        yield Static("▌ ", id="mark")
        yield self._prompt
        yield self._input

    @property
    def is_open(self) -> bool:
        return bool(self._input.display)

    def write(self, text: str) -> None:
        if self._prompt.content != text:
            self._prompt.update(text, layout=False)

    def open(self) -> None:
        """Open the input with the last unsent line."""
        self._prompt.display = False
        self._input.display = True
        self._input.focus()

    def clear(self) -> None:
        """Clear the input after its line was sent."""
        self._input.value = ""

    def _close(self) -> None:
        """Close the input, which keeps its text, and show the prompt again."""
        had_focus = self._input.has_focus
        self._input.display = False
        self._prompt.display = True
        if had_focus:
            self.post_message(self.Closed())

    def on_chat_input_left(self) -> None:
        self._close()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._close()
        if event.value.strip():
            self.post_message(self.Said(event.value.strip()))


class ChatScreen(Observer, DarwinScreen[None]):
    """A screen that follows a lobby, with a chat, a sentence, and a prompt to write in."""

    def __init__(self, lobby: Lobby, title: str) -> None:
        super().__init__()
        self._lobby = lobby
        self._notice = ""
        """A sentence that temporarily replaces the screen's own."""
        self._is_refusal = False
        """True if the notice is the reason why the last command did nothing."""
        self._title = TitleBar("")
        self._chat_pane = ChatPane(title, id="talk")
        self._explain = Static("", id="explain", markup=False)
        self._prompt = PromptLine()

    def on_mount(self) -> None:
        self.end_observing = self._lobby.observe(self.follow)
        self.follow()

    def on_screen_resume(self) -> None:
        """Show changes made while another screen was open, including a new language."""
        self._chat_pane.redraw()
        self.follow()

    # --- showing the lobby

    def follow(self) -> None:
        """Show the current lobby; a covered screen does so when it is uncovered."""
        if self.is_active:
            self._chat_pane.show(self.lines())
            self.draw()

    def draw(self) -> None:
        """Show the current lobby, except the chat."""
        raise NotImplementedError

    def describe(self) -> None:
        """Write the sentence and the prompt for the cursor, with ``write``."""
        raise NotImplementedError

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        return self._lobby.chat

    async def say(self, text: str) -> None:
        """Say a line in the lobby's chat, or change the notifications, as by ``/notify off``.

        Raises:
            Rejected: if the server refuses.
        """
        word, _, arguments = text.partition(" ")
        lobby = self._lobby
        if word != NOTIFY_WORD:
            await lobby.say(text)
            return
        try:
            contact = await change_by_words(lobby.services, lobby.account, arguments.split())
        except (ValueError, ContactError, StoreError) as error:
            raise Rejected(str(error)) from None
        self.notify("\n".join(contact_lines(contact)), markup=False, timeout=READING_SECONDS)

    def lines(self) -> tuple[ChatLine, ...]:
        """Return the chat without the lines of muted people."""
        muted = settings.of(self.app).muted
        return tuple(line for line in self.chat if line.name not in muted)

    def write(self, sentence: str, prompt: str) -> None:
        """Write the prompt, and above it the notice, or the screen's own sentence if there is no
        notice."""
        self._explain.set_class(self._is_refusal, "refused")
        rewrite(self._explain, self._notice or sentence)
        self._prompt.write(prompt)

    def show_refusal(self, refusal: str) -> None:
        """Show the reason for a refusal; an empty sentence ends the notice."""
        self._notice = refusal
        self._is_refusal = bool(refusal)
        self.describe()

    def show_notice(self, notice: str) -> None:
        self._notice = notice
        self._is_refusal = False
        self.describe()

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Show a refusal by the server; without a refusal, end the notice."""
        try:
            yield
        except Rejected as refusal:
            self.show_refusal(str(refusal))
        else:
            self.show_refusal("")

    # --- commands

    async def invite(self, code: str, name: str = "") -> None:
        """Invite somebody to a table.

        Args:
            name: the player's name; if empty, the player picks one of the visitors.

        Raises:
            Rejected: if there is no visitor, or the server refuses.
        """
        if not name:
            names = [visitor.name for visitor in self._lobby.people if not visitor.is_me]
            if not names:
                words = tr("Nobody else is here now; send the line of the table to a friend.")
                raise Rejected(words)
            dialog = PickDialog(tr("Invite"), names, enter=tr("Enter invites"))
            chosen = await self.app.push_screen_wait(dialog)
            if chosen is None:
                return
            name = names[chosen]
        await self._lobby.invite(name, code)
        self.notify(tr("{name} is invited.", name=name), timeout=3, markup=False)

    def action_say(self) -> None:
        self._prompt.open()

    @work
    async def on_prompt_line_said(self, event: PromptLine.Said) -> None:
        """Send the line; a refused line stays in the input."""
        with self.refusals():
            await self.say(event.text)
            self._prompt.clear()


def rewrite(line: Static, text: str) -> None:
    """Write a text unless it is already there."""
    if line.content != text:
        line.update(text, layout=False)


def seed_words_dialog(present: str) -> EntryDialog:
    """Return the dialog that asks for a player's words for the seed of a match."""
    question = tr(
        "The server has fixed its part of the seed, and cannot guess yours. Type anything; the "
        "cards follow from both:"
    )
    return EntryDialog(tr("Your words for the shuffle"), question, present, NONCE_CHARACTERS_MAX)


Person = TypeVar("Person", Visitor, Friend)


class PersonList(Pane, Generic[Person]):
    """A list of people in a frame; the cursor stays on its person."""

    class Moved(Message):
        """The cursor was moved."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._people: Sequence[Person] = ()
        self._index = 0
        """Index of the person under the cursor."""
        self._first = 0
        """Index of the first visible person."""
        self._rows = 0
        """Number of rows for people."""

    @property
    def chosen(self) -> Person | None:
        """The person under the cursor."""
        return self._people[self._index] if self._people else None

    def show(self, people: Sequence[Person]) -> None:
        name = self.chosen.name if self.chosen else ""
        self._people = people
        names = [person.name for person in people]
        last = max(len(names) - 1, 0)
        self._index = names.index(name) if name in names else min(self._index, last)
        self.redraw()

    def move(self, dx: int, dy: int) -> None:
        self._index = max(0, min(self._index + dy, len(self._people) - 1))
        self.redraw()
        self.post_message(self.Moved())

    def scroll_to_cursor(self, rows: int) -> Sequence[Person]:
        """Scroll as little as possible, and return the people who are visible in some rows."""
        self._rows = rows
        self._first = max(min(self._first, self._index), self._index - rows + 1, 0)
        return self._people[self._first : self._first + rows]

    def on_click(self, event: events.Click) -> None:
        # The first row is the frame.
        row = event.y - 1
        if 0 <= row < min(self._rows, len(self._people) - self._first):
            self.move(0, self._first + row - self._index)


class VisitorList(PersonList[Visitor]):
    """The list of visitors."""

    def fill(self, area: Area) -> None:
        """Draw the visible people."""
        height = area.height - FRAME_ROWS
        visible = self.scroll_to_cursor(height)
        below = len(self._people) - self._first - height
        inside = panel(
            area,
            mark("Here"),
            tr("{key} invites", key=key_of("lobby.invite"))
            if self.has_focus
            else f"{len(self._people)}",
            tr("↓ {number} more", number=below) if below > 0 else "",
            is_active=self.has_focus,
        )
        widest = max((cell_len(visitor.name) for visitor in self._people), default=0)
        for row, visitor in enumerate(visible):
            is_on = self.has_focus and self._first + row == self._index
            line = inside.at(0, row, inside.width, 1, "strip" if is_on else None)
            sign = "▶" if is_on else "●" if visitor.is_me else "▸" if visitor.table else "○"
            words = tr("you") if visitor.is_me else visitor.words
            name = fitted(padded(visitor.name, widest), line.width - 2)
            x = line.text(
                0,
                0,
                (f"{sign} ", "cursor" if is_on or visitor.is_me else "good"),
                (f"{name}  ", "strong ink"),
            )
            variants = (words, short_title(words), short_title(words).rpartition(" ")[2], "")
            line.text(x, 0, (fit(line.width - x, variants), "dim"))
