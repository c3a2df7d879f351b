"""The lobby of a server: the tables, the people, and their talk."""

import time
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from darwin_core.text.language import mark, tr, tr_in
from darwin_core.text.wording import counted
from darwin_tui import commands, navigation, settings
from darwin_tui.dialogs.entry import EntryDialog
from darwin_tui.place import Rejected
from darwin_tui.play import company as words
from darwin_tui.screens.hosted_play import HostedPlayScreen
from darwin_tui.screens.talk_screen import TalkScreen, own_words, rewrite
from darwin_tui.screens.waiting_room import WaitingRoomScreen
from darwin_tui.server.cards import Invitation, TableCard
from darwin_tui.server.lobby import Lobby
from darwin_tui.server.model import ChatLine
from darwin_tui.terminal.app import PaintingApp
from darwin_tui.widgets import table_words
from darwin_tui.widgets.key_bar import KeyBar, keys_of
from darwin_tui.widgets.pane import Pane
from darwin_tui.widgets.table_list import TableList
from darwin_tui.widgets.visitor_list import VisitorList

AGES_INTERVAL_SECONDS: Final = 30
"""Time after which the ages of what waits are written again."""
OFFERS: Final = {
    "lobby.new": mark("open a table, also with bots"),
    "lobby.code": mark("go to the table of a code"),
    "lobby.say": mark("talk to those who are here"),
    "lobby.settings": mark("colours, pace and keys"),
    "lobby.help": mark("the rules of the games"),
}
"""Commands that are offered where there is no table, with their words."""
WIDE_FROM: Final = 112
"""Columns from which there is room for cards, and for the table under the cursor at length."""


class LobbyScreen(TalkScreen):
    """The first screen of a player on a server."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("lobby")

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby, mark("Talk"))
        self._came = time.time()
        self._turns = lobby.turns
        self._call = lobby.invitation
        self._invitation = Static("", id="invitation", markup=False)
        self._tables = TableList(id="tables")
        self._people = VisitorList(id="people")
        self._about = Static("", id="about", markup=False)

    def compose(self) -> ComposeResult:
        """Yield the panes, from above: title, invitation, tables and people, talk, words, keys."""
        # Before the panes are there, which have their styles at once.
        self._fit()
        yield self._title
        yield self._invitation
        with Horizontal(id="panes"):
            yield self._tables
            with Vertical(id="side"):
                yield self._people
                yield self._about
        yield self._talk
        yield self._explain
        yield self._prompt
        yield KeyBar()

    def on_mount(self) -> None:
        """Keep the ages of what waits."""
        self.set_interval(AGES_INTERVAL_SECONDS, self._show_again)
        self._tables.focus()

    def on_screen_resume(self) -> None:
        """Show the tables in the colours that may have been chosen meanwhile."""
        self._tables.redraw()

    def on_unmount(self) -> None:
        """Give the terminal its title back."""
        self._terminal.restore_title()

    def _show_again(self) -> None:
        self._tables.redraw()
        self.follow()

    # --- my turn

    @property
    def _terminal(self) -> PaintingApp[object]:
        app = self.app
        assert isinstance(app, PaintingApp)
        return app

    def follow(self) -> None:
        """Show the lobby as it is now, and ring when it becomes the player's turn."""
        before = self._turns
        self._turns = self._lobby.turns
        super().follow()
        if self._turns - before - self._ringing and settings.of(self.app).bell:
            self.app.bell()
        self._show_call_elsewhere()

    def _show_call_elsewhere(self) -> None:
        """Show a new invitation over the screen that is open now."""
        call, before = self._lobby.invitation, self._call
        self._call = call
        if not call or call == before or self.is_active:
            return
        if call.by not in settings.of(self.app).muted:
            self.notify(_invites(call), title=tr("In the lobby"), markup=False)

    @property
    def _ringing(self) -> frozenset[str]:
        """The tables whose own screens, over this one, ring for them."""
        screens = (HostedPlayScreen, WaitingRoomScreen)
        return frozenset(each.code for each in self.app.screen_stack if isinstance(each, screens))

    def _show_window_title(self) -> None:
        title = self._lobby.title
        if self._turns and settings.of(self.app).bell:
            title = words.turn_title(title, self._terminal.painter.facts)
        self._terminal.show_title(title)

    # --- what is shown

    def draw(self) -> None:
        """Show the tables, the people and the invitation."""
        self._tables.show(self._lobby.cards)
        self._people.show(self._lobby.people)
        self._write_title()
        self._show_window_title()
        self._write_invitation()
        self.describe()

    def lines(self) -> tuple[ChatLine, ...]:
        """Return the chat, with the news of the last visit where this one begins."""
        chat = super().lines()
        before = sum(line.time <= self._came for line in chat)
        news = [ChatLine(self._came, "", text) for text in self._lobby.news]
        return (*chat[:before], *news, *chat[before:])

    def _write_title(self) -> None:
        lobby = self._lobby
        mine = sum(card.is_my_turn for card in lobby.cards)
        here = tr("{number} here", number=len(lobby.people))
        words = [here, counted(len(lobby.cards), "table")]
        words += [tr("your turn at {number}", number=mine)] if mine else []
        you = tr("you are {name}", name=lobby.account.name)
        self._title.write(lobby.title, ", ".join(words), you)

    def _write_invitation(self) -> None:
        call = self._lobby.invitation
        strip = self._invitation
        if strip.display != (call is not None):
            strip.display = call is not None
            # In a wide window the talk leaves its rows to the invitation, not the tables.
            self.set_class(call is not None, "-invited")
            self.refresh_bindings()
        if call:
            accept, decline = keys_of(self, ["lobby.accept", "lobby.decline"]).values()
            invites = _invites(call)
            sits, declines = f"{accept} {tr('sit down')}", f"{decline} {tr('decline')}"
            rewrite(strip, f" ▶ {invites}\n   {sits}   {declines}")

    def describe(self) -> None:
        """Write what is the matter with the table under the cursor, and what Enter does."""
        card = self._tables.chosen
        # In a wide window they are beside the tables.
        details = table_words.details(card) if card and not self.has_class("-wide") else ""
        label, prompt = self._offer(card)
        self.write(details, prompt)
        title = card.title if card else tr("No table yet")
        if self._about.border_title != title:
            self._about.border_title = title
        rewrite(self._about, table_words.about(card) if card else self._offers())
        labels = {"lobby.open": label}
        if labels != self.labels:
            self.labels = labels
            self.refresh_bindings()

    def _offer(self, card: TableCard | None) -> tuple[str, str]:
        """Return what Enter does, in a word and in a sentence."""
        people = self._people
        if people.has_focus and people.chosen:
            name, words = people.chosen.name, people.chosen.words
            if people.chosen.is_me:
                return tr_in("key", "invite"), tr("This is you.")
            sentence = tr("Enter invites {name} to your table.", name=name)
            return tr_in("key", "invite"), f"{name} {words}. {sentence}"
        if card is None:
            words = tr("No table yet. Enter opens one; c takes the code of a friend's.")
            return tr_in("key", "new table"), words
        label = tr_in("key", table_words.LABELS[table_words.on_enter(card)])
        return label, table_words.headline(card, time.time())

    def _offers(self) -> str:
        """Return what a player may do where there is no table, in lines."""
        keys = keys_of(self, OFFERS)
        return "\n".join(f"{keys[name]:<3}{tr(words)}" for name, words in OFFERS.items())

    def on_resize(self) -> None:
        """Show what there is room for."""
        self._fit()
        self._write_title()

    def _fit(self) -> None:
        self.set_class(self.app.size.width >= WIDE_FROM, "-wide")

    @on(TableList.Chosen)
    @on(VisitorList.Chosen)
    def on_cursor(self) -> None:
        """Describe what is under the cursor."""
        self.show_refusal("")

    def on_descendant_focus(self) -> None:
        """Describe what is under the cursor of the pane with the focus."""
        self.describe()

    # --- moving

    def _pane(self) -> Pane:
        return self.focused if isinstance(self.focused, Pane) else self._tables

    def action_move(self, dx: int, dy: int) -> None:
        """Move the cursor of the pane with the focus."""
        if not self._prompt.is_open:
            self._pane().move(dx, dy)

    def action_pane(self, by: int) -> None:
        """Give the focus to the next pane."""
        panes = list(self.query(Pane))
        panes[(panes.index(self._pane()) + by) % len(panes)].focus()

    def action_number(self, number: int) -> None:
        """Put the cursor on a table by its number."""
        for card in self._tables.cards[number - 1 : number]:
            self._tables.focus()
            self._tables.choose(card.code)

    # --- tables

    def on_table_list_opened(self) -> None:
        """Do with the table what Enter does."""
        self.action_open()

    def action_open(self) -> None:
        """Play, sit down, watch or replay: the one thing to do with the table."""
        if isinstance(self.focused, VisitorList):
            self.action_invite()
            return
        card = self._tables.chosen
        if card is None:
            self.action_new()
            return
        self._open(card)

    def _open(self, card: TableCard) -> None:
        match table_words.on_enter(card):
            case "play":
                self._enter(card)
            case "wait" | "sit":
                navigation.go_on_server(self.app, navigation.WaitingRoom(card.code))
            case "watch":
                self.watch_table(card.code)
            case "replay":
                self._replay(card)
            case "nothing":
                self.show_refusal(tr("Only those at this table can see it."))

    def _table_with_seat(self) -> TableCard | None:
        """Return the table under the cursor if the player may sit there; else say that it is not
        so."""
        card = self._tables.chosen
        if card and table_words.on_enter(card) in ("sit", "wait"):
            return card
        self.show_refusal(tr("No seat is free at this table."))
        return None

    def action_sit(self) -> None:
        """Sit down at the table."""
        if card := self._table_with_seat():
            navigation.go_on_server(self.app, navigation.WaitingRoom(card.code))

    @work
    async def action_words(self) -> None:
        """Sit down at the table with words of the player's own for the seed."""
        if card := self._table_with_seat():
            words = await self.app.push_screen_wait(own_words(card.words))
            if words is not None:
                navigation.go_on_server(self.app, navigation.WaitingRoom(card.code, words))

    def action_watch(self) -> None:
        """Watch the match at the table."""
        card = self._tables.chosen
        if card and card.can_watch:
            self.watch_table(card.code)
        else:
            self.show_refusal(tr("There is nothing to watch at this table."))

    @work(exclusive=True)
    async def _enter(self, card: TableCard) -> None:
        with self.refusals():
            place = await self._lobby.enter(card.code)
            navigation.go(self.app, navigation.Play(place))

    @work(exclusive=True)
    async def watch_table(self, code: str) -> None:
        """Watch the match at a table."""
        with self.refusals():
            place = await self._lobby.watch(code)
            navigation.go(self.app, navigation.Play(place))

    @work(exclusive=True)
    async def _replay(self, card: TableCard) -> None:
        with self.refusals():
            saved = await self._lobby.replay(card.code)
            own = (seat for seat, one in enumerate(card.seats) if one.is_me)
            navigation.go(self.app, navigation.Replay(saved, next(own, None)))

    @work(exclusive=True)
    async def action_get_up(self) -> None:
        """Leave the seat at a table that has not begun."""
        card = self._tables.chosen
        with self.refusals():
            if card is None or not card.is_mine or card.phase != "gathering":
                raise Rejected(tr("You have no seat here that you could leave."))
            await self._lobby.leave(card.code)

    def action_new(self) -> None:
        """Set up a table."""
        navigation.go_on_server(self.app, navigation.TableSetup())

    @work
    async def action_code(self) -> None:
        """Sit down at, or watch, the table whose code a friend has sent."""
        question = tr("Its four letters or digits, as in K7QF:")
        dialog = EntryDialog(tr("A table by its code"), question)
        entered = await self.app.push_screen_wait(dialog)
        if not entered or not entered.strip():
            return
        code, _, own = entered.strip().partition(" ")
        with self.refusals():
            card = await self._lobby.find(code)
            if own:
                navigation.go_on_server(self.app, navigation.WaitingRoom(card.code, own))
            else:
                self._open(card)

    # --- people

    @work
    async def action_invite(self) -> None:
        """Invite somebody to a table of mine that has not begun."""
        mine = [card for card in self._tables.cards if card.is_mine and card.phase == "gathering"]
        card = next((card for card in mine if card is self._tables.chosen), *mine[:1] or (None,))
        people = self._people
        with self.refusals():
            if card is None:
                words = tr("Open a table first, or sit down at one, to invite others to it.")
                raise Rejected(words)
            chosen = people.chosen if people.has_focus else None
            await self.invite(card.code, chosen.name if chosen and not chosen.is_me else "")

    @work(exclusive=True)
    async def action_answer(self, is_accepted: bool) -> None:
        """Answer the invitation."""
        call = self._lobby.invitation
        if call and is_accepted:
            navigation.go_on_server(self.app, navigation.WaitingRoom(call.code))
        elif call:
            with self.refusals():
                await self._lobby.answer(is_accepted=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer an answer only to an invitation."""
        return action != "answer" or self._lobby.invitation is not None

    # --- talk

    def on_prompt_line_closed(self) -> None:
        """Give the focus back to the tables."""
        self._tables.focus()

    # --- other screens

    def action_settings(self) -> None:
        """Open the settings."""
        navigation.go(self.app, navigation.Settings())

    def action_help(self) -> None:
        """Open the keys and the rules."""
        navigation.go(self.app, navigation.Help(self))

    def action_leave(self) -> None:
        """Leave the server."""
        self.app.exit(0)


def _invites(call: Invitation) -> str:
    return tr("{name} invites you to a table of {game}.", name=call.by, game=call.title)
