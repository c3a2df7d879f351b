"""The screens of a match at a server's table: play among people, and the results."""

import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from functools import partial
from typing import ClassVar, Final, TypeVar

from msgspec.structs import replace
from rich.cells import cell_len
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import WorkType

from darwin_core.text.language import mark, tr
from darwin_tui import commands, settings
from darwin_tui.commands import key_of
from darwin_tui.hosted.chat import ChatDialog, ChatInput, Observer, line_words, terminal_of
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.seat_access import (
    CHAT_CHARACTERS_MAX,
    ChatLine,
    Member,
    People,
    Rejected,
    SeatAccess,
    UnreadChat,
)
from darwin_tui.play import people_words as words
from darwin_tui.screens import navigation
from darwin_tui.screens.play import RESULTS_DELAY_SECONDS, PlayScreen
from darwin_tui.screens.results import ResultsScreen
from darwin_tui.server.tables.clocks import NOBODY_ABSENT
from darwin_tui.terminal.printable import clean
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.dialogs import ConfirmDialog, EntryDialog, PickDialog
from darwin_tui.widgets.pane import fitted
from darwin_tui.widgets.screen import KeyBar

MESSAGE_SECONDS: Final = 8.0
"""Time for which a new line of chat replaces the strip."""
PADDING_COLUMNS: Final = 2
"""Columns around the strip."""


class TableFoot(KeyBar):
    """The last row: the keys, and a strip about the people or, briefly, a line of chat.

    The strip changes width with every action. As a part of this row, it needs no new layout.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"table-foot--strip", "table-foot--message"}

    def __init__(self) -> None:
        super().__init__(id="foot")
        self._text = ""
        self._message = ""
        self._timer: Timer | None = None

    @property
    def room(self) -> int:
        """Columns available to the strip; the most important keys stay."""
        return self.app.size.width - self.least_columns - PADDING_COLUMNS

    @property
    def columns(self) -> int:
        """Columns that the strip leaves to the keys."""
        return super().columns - cell_len(self._strip) - PADDING_COLUMNS

    @property
    def _strip(self) -> str:
        return fitted(self._message or self._text, self.room)

    def write(self, text: str) -> None:
        text = clean(text)
        before = self._text
        self._text = text
        if text != before and not self._message:
            self.refresh()

    def show(self, text: str) -> None:
        """Show a line instead of the strip for some seconds."""
        self._message = clean(text)
        self.refresh()
        if self._timer:
            self._timer.stop()
        self._timer = self.set_timer(MESSAGE_SECONDS, self._forget)

    def _forget(self) -> None:
        self._message = ""
        self.refresh()

    def render(self) -> Text:
        line = super().render()
        line.truncate(self.columns, pad=True)
        name = "table-foot--message" if self._message else "table-foot--strip"
        line.append(f" {self._strip} ", self.get_component_rich_style(name))
        return line


T = TypeVar("T")

TICK_SECONDS: Final = 1.0
"""Interval at which the time of an absence, or of the player's clock, is refreshed."""
ONLY_READ: Final = mark("Spectators may not write in the chat of this table.")
ONLY_PUBLIC: Final = mark("Spectators see what all see, and no hands.")
"""Refusals to a spectator who wants to write, or to hide a hand."""
_PEOPLE: Final = "people"
"""Group of the workers of commands about people; a new one replaces the last."""


def _newest(lines: Iterable[ChatLine], muted: Collection[str], own_name: str) -> ChatLine | None:
    """Return the newest line of people who are not muted, preferably by another player; None
    without one.

    Args:
        lines: the newest first.
    """
    audible = [line for line in lines if line.name not in muted]
    by_others = [line for line in audible if line.name != own_name]
    return next(iter(by_others or audible), None)


class HostedPlayScreen(Observer, PlayScreen):
    """A table with the player's selection, chat, and the people around it."""

    def __init__(
        self, access: SeatAccess, table_people: People, open_results: Callable[[], None]
    ) -> None:
        """Prepare a screen at a table.

        Args:
            access: access to the seats.
            table_people: the people around the table.
            open_results: called once the match is over.
        """
        super().__init__(access, open_results)
        self.code = table_people.code
        """Code of the table."""
        self._table_people = table_people
        self._foot = TableFoot()
        self._input = ChatInput(CHAT_CHARACTERS_MAX)
        self._ticks: Timer | None = None
        self._unread = UnreadChat(table_people)
        # The texts and the state at the last change, to show each new one once.
        self._wishes = ""
        self._votes = ""
        self._was_asked = False
        self._absence = ""

    def compose(self) -> ComposeResult:
        yield self.panel
        yield from self._sentences.lines
        yield self._input
        yield self._foot

    def on_mount(self) -> None:
        """Follow the people at the table."""
        self.end_observing = self._table_people.observe(self._follow_people)
        self._ticks = self.set_interval(TICK_SECONDS, self._tick, pause=True)
        # Later: the base class takes the seats after this, and a bot may play them already.
        self.call_next(self._follow_people)

    def on_unmount(self) -> None:
        terminal_of(self.app).restore_title()

    def follow(self, delay: float = RESULTS_DELAY_SECONDS) -> None:
        super().follow(delay)
        self._note_turn()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Also allow the commands of a server's table."""
        return action == commands.PEOPLE or super().check_action(action, parameters)

    # --- people

    @property
    def _own_seats(self) -> tuple[int, ...]:
        return tuple(self.access.people)

    def _follow_people(self) -> None:
        """Show a change of the people, the chat or the table; leave a table that is closed."""
        table_people = self._table_people
        if not self.is_attached or self not in self.app.screen_stack:
            return
        if table_people.closed:
            navigation.go(self.app, navigation.Home(table_people.closed))
            return
        resigned = {member.seat for member in table_people.members if member.state == "resigned"}
        people = tuple(seat for seat in self._own_seats if seat not in resigned)
        # A bot plays a seat that has resigned.
        if people != tuple(self.live.people):
            self.live.set_people(people)
            self.live.sit()
            self.follow()
        if table_people.ended and not self.live.is_ended:
            self.live.end()
            self.follow()
        self._show_news()
        # Tick only while a time is on display.
        if self._ticks:
            counts = words.is_counting(table_people.members, self._own_seats)
            (self._ticks.resume if counts else self._ticks.pause)()
        self._tick()

    def _show_news(self) -> None:
        """Show new lines of chat, wishes and votes."""
        line = _newest(self._unread.take(), settings.of(self.app).muted, self.player.name)
        if line:
            self._foot.show(line_words(line))
        wishes = words.wishes(self._table_people.members, self._own_seats)
        if wishes != self._wishes:
            self._wishes = wishes
            self._foot.show(wishes or tr("Nobody wishes to end the match any longer."))
        votes = words.votes(self._table_people.members, self._own_seats, self._table_people.absent)
        if votes != self._votes:
            self._votes = votes
            if votes:
                self._foot.show(votes)

    def _tick(self) -> None:
        """Refresh the strip, and the prompt with the time of an absence."""
        table_people = self._table_people
        next_table = self._table_people.next_turn
        other = ""
        if next_table:
            key = key_of("play.next_turn")
            other = tr("{key}: your turn at {table}", key=key, table=next_table)
        members = table_people.members
        own_seats = self._own_seats
        absent = table_people.absent
        now = time.time()
        room = self._foot.room
        self._foot.write(
            words.people_strip(members, own_seats, absent, table_people.code, other, now, room)
        )
        if (absence := self.table.absence) != self._absence:
            self._absence = absence
            self.write()

    # --- my turn

    def _note_turn(self) -> None:
        """Ring and change the terminal's title when it becomes the player's turn, unless they want
        no bell."""
        is_asked = bool(self.live.snapshot.actions) and not self.live.is_ended
        title = self.access.spectator.game.title
        wants = settings.of(self.app).bell
        if is_asked and wants:
            facts = terminal_of(self.app).painter.facts
            terminal_of(self.app).show_title(words.turn_title(title, facts))
            if not self._was_asked:
                self.app.bell()
        else:
            terminal_of(self.app).show_title(f"{title} — {self._table_people.code}")
        self._was_asked = is_asked

    # --- commands

    def action_people(self, name: str) -> None:
        """Carry out a command that concerns the people around the table."""
        match name:
            case "vote" | "agree" | "resign" if not self.live.people:
                self.say(self.table.refusal)
            case "chat":
                self._open_input()
            case "chat_log":
                muted = settings.of(self.app).muted
                self.app.push_screen(ChatDialog(self._table_people, muted))
            case "phrases":
                self._run(self._choose_phrase)
            case "people":
                self._run(self._show_people)
            case "vote":
                self._run(self._vote)
            case "agree":
                self._run(self._agree)
            case "resign":
                self._run(self._resign)
            case "next_turn":
                self._run(self._enter_next)

    def _run(self, work: WorkType[object]) -> None:
        self.work_on(work, _PEOPLE)

    async def _try(self, work: Awaitable[T]) -> T | None:
        """Await a server command; if it is refused, show the reason and return None."""
        try:
            return await work
        except Rejected as refusal:
            self.say(str(refusal))
            return None

    # --- chat

    def _open_input(self) -> None:
        if not self._table_people.can_say:
            self.say(tr(ONLY_READ))
            return
        self._show_input(is_open=True)
        self._input.focus()

    def _close_input(self) -> None:
        """Close the input for chat, which shows the prompt again."""
        if self._input.display:
            self._show_input(is_open=False)
            self.query_one(Board).focus()

    def _show_input(self, is_open: bool) -> None:
        self._input.display = is_open
        self.query_one("#ask").display = not is_open

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send the typed line."""
        event.stop()
        text = self._input.value
        self._input.value = ""
        self._close_input()
        if text.strip():
            self._run(partial(self._try_to_say, text))

    def on_chat_input_left(self, event: ChatInput.Left) -> None:
        event.stop()
        self._close_input()

    async def _try_to_say(self, text: str) -> None:
        await self._try(self._table_people.say(text))

    async def _choose_phrase(self) -> None:
        if not self._table_people.can_say:
            self.say(tr(ONLY_READ))
            return
        phrases = [*map(tr, words.PHRASES)]
        dialog = PickDialog(tr("Say"), phrases, enter=tr("Enter says it"), is_numbered=True)
        chosen = await self.app.push_screen_wait(dialog)
        if chosen is not None:
            await self._try(self._table_people.say(words.PHRASES[chosen]))

    # --- people

    async def _show_people(self) -> None:
        """Show the people at the table, and let the player mute and unmute them."""
        table_people = self._table_people
        chosen = 0
        above = [tr("Invite friends: {line}", line=table_people.invitation), table_people.watching]
        if table_people.commitment:
            above.append(tr("Fair shuffles, commitment: {hash}", hash=table_people.commitment))
        while True:
            muted = settings.of(self.app).muted
            members = list(table_people.members)
            now = time.time()
            lines = [
                words.details(member, self._own_seats, member.name in muted, now)
                for member in members
            ]
            dialog = PickDialog(
                tr("Table {code}", code=table_people.code),
                lines,
                enter=tr("Enter mutes or unmutes"),
                above=above,
                at=chosen,
            )
            answer = await self.app.push_screen_wait(dialog)
            if answer is None:
                return
            chosen = answer
            self._mute(members[chosen])

    def _mute(self, member: Member) -> None:
        """Mute a person, or unmute; bots write nothing, and the player's own lines are always
        shown."""
        if member.state == "bot" or member.name == self.player.name:
            return
        current = settings.of(self.app)
        others = tuple(name for name in current.muted if name != member.name)
        muted = others if len(others) < len(current.muted) else (*others, member.name)
        navigation.keep_settings(self.app, replace(current, muted=muted))

    # --- the end of the match

    async def _agree(self) -> None:
        """Ask whether to wish for the end of the match, or withdraw the wish."""
        people = self.live.people
        if self._table_people.is_rated:
            self.say(tr(words.PLAYED_OUT))
            return
        members = self._table_people.members
        if words.has_agreed(members, people):
            wish = False
        else:
            dialog = ConfirmDialog(tr("End the match"), words.agreement(members, people))
            if not await self.app.push_screen_wait(dialog):
                return
            wish = True
        for seat in people:
            await self._try(self._table_people.agree(seat, wish))

    async def _vote(self) -> None:
        """Let the player vote on absent people."""
        table_people = self._table_people
        people = self.live.people
        if not table_people.absent:
            self.say(tr(NOBODY_ABSENT))
            return
        members = table_people.members
        ballot = words.ballot(members, table_people.absent, is_rated=table_people.is_rated)
        own_vote = next(member.vote for member in members if member.seat in people)
        cast = [vote for vote, _ in ballot]
        dialog = PickDialog(
            tr("Vote on who is away"),
            [sentence for _, sentence in ballot],
            enter=tr("Enter votes"),
            above=[words.rule_of_vote(members, people, table_people.absent)],
            is_numbered=True,
            at=cast.index(own_vote) if own_vote in cast else 0,
        )
        chosen = await self.app.push_screen_wait(dialog)
        if chosen is not None:
            for seat in people:
                await self._try(table_people.vote(seat, cast[chosen]))

    async def _resign(self) -> None:
        """Ask before resigning the player's seats."""
        people = self.live.people
        question = words.resignation(self._table_people.members, people)
        if await self.app.push_screen_wait(ConfirmDialog(tr("Resign"), question)):
            for seat in tuple(people):
                await self._try(self._table_people.resign(seat))

    # --- elsewhere

    async def _enter_next(self) -> None:
        """Go to another table where it is the player's turn."""
        code = self._table_people.next_turn
        if code is None:
            self.say(tr("It is not your turn at another table."))
            return
        access = await self._try(self._table_people.enter(code))
        if access is not None:
            navigation.go(self.app, navigation.Play(access))

    def action_hide(self) -> None:
        """Hide or show the player's hand; without a hand, say so."""
        if self.live.people:
            super().action_hide()
        else:
            self.say(tr("Your hand is not dealt any more." if self._own_seats else ONLY_PUBLIC))


class HostedResultsScreen(Observer, ResultsScreen):
    """The results of a match that just ended, with the chat of its players."""

    def __init__(self, saved: SavedMatch, table_people: People) -> None:
        super().__init__(saved, table_people.ended)
        self._table_people = table_people
        self._foot = TableFoot()
        self._unread = UnreadChat(table_people)

    def feet(self) -> Iterable[Widget]:
        yield self._foot

    @property
    def has_table_people(self) -> bool:
        """True: there are other people to talk to."""
        return True

    def on_mount(self) -> None:
        self.end_observing = self._table_people.observe(self._follow)
        self._follow()

    def _follow(self) -> None:
        """Show an open rematch, and a new line of chat."""
        if not self.is_attached:
            return
        name = self._table_people.rematch
        key = key_of("results.rematch")
        again = tr("{name} plays again: {key} joins", name=name, key=key) if name else ""
        self._foot.write(again or self._table_people.rating)
        line = _newest(self._unread.take(), settings.of(self.app).muted, self.player.name)
        if line:
            self._foot.show(line_words(line))

    @work
    async def action_chat(self) -> None:
        """Send a line to the people who sat at the table."""
        table_people = self._table_people
        if not table_people.can_say:
            self._foot.show(tr(ONLY_READ))
            return
        dialog = EntryDialog(tr("Say"), tr("To those at the table:"), "", CHAT_CHARACTERS_MAX)
        text = await self.app.push_screen_wait(dialog)
        if text and text.strip():
            try:
                await table_people.say(text)
            except Rejected as refusal:
                self._foot.show(str(refusal))
