"""The screen of a player's friends on a server: presence, daily matches, invitations and blocks."""

from typing import ClassVar, Final

from textual import on, work
from textual.binding import BindingType

from darwin_core.contract.registry import BOXES, SLUGS
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui import commands
from darwin_tui.commands import key_of
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.panel import FRAME_ROWS, panel
from darwin_tui.hosted import table_words
from darwin_tui.hosted.chat import PersonList
from darwin_tui.hosted.tournaments import FollowingScreen
from darwin_tui.library.seat_access import Rejected
from darwin_tui.screens import navigation
from darwin_tui.seating import NAME_CELLS_MAX
from darwin_tui.server.lobby.lobby import Lobby
from darwin_tui.server.lobby.lobby_cards import Friend
from darwin_tui.widgets.dialogs import EntryDialog, PickDialog
from darwin_tui.widgets.pane import padded

NAME_COLUMNS: Final = 18
"""Columns of a friend's name."""
EXPLANATION: Final = mark(
    "A daily match gives each player a day for a move. Whom you block cannot write to you, invite "
    "you or join you."
)
"""The text below the list."""


class FriendList(PersonList[Friend]):
    """The list of friends, and below it the blocked players."""

    def fill(self, area: Area) -> None:
        """Draw the visible friends."""
        present = sum(bool(friend.words) for friend in self._people)
        note = tr("{number} here", number=present)
        rows = max(len(self._people), 1) + FRAME_ROWS
        table, below = area.rows(min(rows, area.height), Grow())
        inside = panel(table, mark("Friends"), note, is_active=self.has_focus)
        if not self._people:
            key = key_of("friends.add")
            words = tr("Nobody is in your list yet; {key} adds a friend.", key=key)
            inside.text(0, 0, (words, "dim"))
        below.inside(2).paragraph(1, tr(EXPLANATION), "dim")
        for y, friend in enumerate(self.scroll_to_cursor(inside.height)):
            is_on = self._first + y == self._index
            line = inside.at(0, y, inside.width, 1)
            line = line.on("strip") if is_on else line
            words = friend.words or tr("blocked" if friend.is_blocked else "not here")
            sign = "●" if friend.words else "×" if friend.is_blocked else "○"
            style = "good" if friend.words else "bad" if friend.is_blocked else "dim"
            line.text(
                0,
                0,
                ("▶ " if is_on else "  ", "strong cursor"),
                (f"{sign} ", style),
                (f"{padded(friend.name, NAME_COLUMNS)} ", "strong ink"),
                (words, "ink" if friend.words else "dim"),
            )


class FriendsScreen(FollowingScreen):
    """The list of friends and of blocked players."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("friends")
    page: FriendList

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby, tr("Friends"), FriendList(id="friends"))

    def draw(self) -> None:
        self.page.show(self._lobby.friends)
        self._label()

    @on(PersonList.Moved)
    def _label(self) -> None:
        friend = self.page.chosen
        is_blocked = friend is not None and friend.is_blocked
        labels = {"friends.block": tr_in("key", "unblock" if is_blocked else "block")}
        if labels != self.labels:
            self.labels = labels
            self.refresh_bindings()

    # --- commands

    @work
    async def action_open(self) -> None:
        """Open a daily match with the friend under the cursor, after asking for the game; with an
        empty list, add a friend."""
        friend = self.page.chosen
        if friend is None:
            self.action_add()
            return
        games = [BOXES[slug].title for slug in SLUGS]
        title = tr("A daily match with {name}", name=friend.name)
        dialog = PickDialog(title, games, enter=tr("Enter opens a table for two"), is_numbered=True)
        game = await self.app.push_screen_wait(dialog)
        if game is None:
            return
        try:
            code = await self._lobby.for_two(SLUGS[game], friend.name)
        except Rejected as refusal:
            self.refuse(refusal)
        else:
            navigation.go_on_server(self.app, navigation.WaitingRoom(code))

    @work
    async def action_invite(self) -> None:
        """Invite the friend under the cursor to the player's gathering table."""
        friend = self.page.chosen
        tables = table_words.waiting(self._lobby.cards)
        if friend is None or not tables:
            words = tr("Open a table first, or sit down at one, to invite others to it.")
            self.explain(words, is_refusal=True)
            return
        try:
            await self._lobby.invite(friend.name, tables[0].code)
        except Rejected as refusal:
            self.refuse(refusal)
        else:
            self.explain(tr("{name} is invited.", name=friend.name))

    @work
    async def action_add(self) -> None:
        """Ask for a name and add it to the list."""
        dialog = EntryDialog(tr("Friends"), tr("The name of a player here:"), "", NAME_CELLS_MAX)
        name = await self.app.push_screen_wait(dialog)
        if name and name.strip():
            await self._change(name.strip(), is_friend=True)

    @work
    async def action_remove(self) -> None:
        """Remove the name under the cursor from the friends and from the blocked players."""
        if friend := self.page.chosen:
            await self._change(friend.name, is_friend=False, is_blocked=False)

    @work
    async def action_block(self) -> None:
        """Unblock the player under the cursor, or ask for the name of a player to block."""
        friend = self.page.chosen
        if friend and friend.is_blocked:
            await self._change(friend.name, is_blocked=False)
            return
        question = tr("Who cannot write to you, invite you or join you any more:")
        dialog = EntryDialog(tr("Block"), question, friend.name if friend else "", NAME_CELLS_MAX)
        name = await self.app.push_screen_wait(dialog)
        if name and name.strip():
            await self._change(name.strip(), is_blocked=True)

    async def _change(
        self, name: str, *, is_friend: bool | None = None, is_blocked: bool | None = None
    ) -> None:
        """Add a name to the friends or to the blocked players, or remove it; None leaves that list
        unchanged."""
        try:
            if is_friend is not None:
                await self._lobby.befriend(name, is_friend)
            if is_blocked is not None:
                await self._lobby.block(name, is_blocked)
        except Rejected as refusal:
            self.refuse(refusal)
        else:
            self.explain("")
        self.draw()
