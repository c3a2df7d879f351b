"""Playing a match: every key narrows the legal actions until one is left."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from darwin_core.chooser import Chooser, NotLit
from darwin_core.game import WATCHER, Element
from darwin_core.journal import JournalError
from darwin_core.match import Redo, Refused, Undo
from darwin_core.table import News, Table
from darwin_tui import settings
from darwin_tui.dialogs.confirm import ConfirmDialog
from darwin_tui.dialogs.message import MessageDialog
from darwin_tui.games import board_for
from darwin_tui.players import bots_of, people_of
from darwin_tui.saves import Opened
from darwin_tui.screens import opening
from darwin_tui.screens.curtain import CurtainScreen
from darwin_tui.screens.pace import Pace
from darwin_tui.widgets.board import Board, Scene
from darwin_tui.widgets.canvas import SEAT_MARKS
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.story import Story

PICTURE: Final = 0.07
"""Seconds that each picture of something moving stands."""
IDLE: Final = 60.0
"""Seconds without a key after which a hand is covered, where several people play."""
STORY_FROM: Final = 118
"""Columns from which the log stands open beside the board and leaves it 80."""


class PlayScreen(Screen[None]):
    """A table seen from one seat; several people at one screen pass it on behind a curtain."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "move(-1,0)", "move", key_display="← →", id="play.left"),
        Binding("right,l", "move(1,0)", "move", show=False, id="play.right"),
        Binding("up,k", "move(0,-1)", "move", show=False, id="play.up"),
        Binding("down,j", "move(0,1)", "move", show=False, id="play.down"),
        Binding("enter", "play", "play", id="play.play"),
        Binding("space", "pick", "pick", show=False, id="play.pick"),
        *(
            Binding(str(n), f"quick({n})", "pick the first to the ninth", show=False)
            for n in range(1, 10)
        ),
        Binding("escape", "back", "drop the last pick", show=False, id="play.drop"),
        Binding("tab", "pane(1)", "pane", key_display="Tab", id="play.pane"),
        Binding("shift+tab", "pane(-1)", "pane", show=False),
        Binding("u", "undo", "take back", id="play.undo"),
        Binding("U", "redo", "do again", show=False, id="play.redo"),
        Binding("R", "undo", "take the turn back", show=False),
        Binding("H", "hint", "hint", id="play.hint"),
        Binding("L", "story", "log", id="play.story"),
        Binding("pageup", "scroll_story(-1)", "through the log", show=False),
        Binding("pagedown", "scroll_story(1)", "through the log", show=False),
        Binding("p", "hide", "hide the hand", show=False, id="play.hide"),
        Binding("question_mark", "help", "keys", key_display="?", id="play.help"),
        Binding("q", "leave", "leave", id="play.leave"),
    ]

    def __init__(self, opened: Opened) -> None:
        super().__init__()
        assert opened.journal is not None
        self._opened = opened
        self._match = opened.match
        self._game = opened.match.game
        self._names = opened.match.header.names
        players = opened.match.header.players
        self._table: Table[Any, Any, Any] = Table(self._match, opened.journal, bots_of(players))
        self._people = people_of(players)
        self._viewer = self._people[0] if len(self._people) == 1 else WATCHER
        self._news: News[Any, Any, Any] = self._table.news(self._viewer)
        self._story: list[Any] = []
        self._chooser: Chooser[Any] = Chooser((), ())
        self._cursor: Element | None = None
        self._pane = 0
        self._message = ""
        self._wants_story: bool | None = None
        self._leave_table: Callable[[], None] | None = None
        self._over_told = False
        self._seated = False
        self._offered: tuple[Any, ...] = ()
        self._pace = Pace()
        self._frame = 0
        """Pictures left of what is being shown moving, such as dice that roll."""
        self._is_hand_hidden = False
        self._idle: Timer | None = None

    def compose(self) -> ComposeResult:
        """The board, the log beside it, two lines of words, and the keys."""
        with Horizontal(id="table"):
            yield board_for(self._game.slug, id="board")
            yield Story(self._game, self._names)
        yield Static("", id="explain", markup=False)
        yield Static("", id="prompt", markup=False)
        yield KeyBar()

    # --- the table

    def on_mount(self) -> None:
        """Sit down."""
        self._board.focus()
        self._sit(self._viewer)
        if self._opened.notice:
            self.notify(self._opened.notice, title="Mended", timeout=10, markup=False)
        self.run_worker(self._run_bots(), exclusive=True)
        self._seated = True
        if len(self._people) > 1 and settings.of(self.app).curtain != "never":
            self._idle = self.set_interval(IDLE, self._draw_curtain)
        self._go_on()

    def on_unmount(self) -> None:
        """Let go of the record; it is saved."""
        self._table.close()

    def on_screen_resume(self) -> None:
        """Go on with what waited while another screen lay over this one."""
        if self._seated:
            self._go_on()

    @property
    def _board(self) -> Board:
        return self.query_one("#board", Board)

    def _sit(self, viewer: int) -> None:
        """Look at the table with a viewer's eyes from now on."""
        if self._leave_table:
            self._leave_table()
        self._viewer = viewer
        self._leave_table = self._table.watch(viewer, self._hear)
        # The next player must not see on which card the last one let go.
        self._cursor = None
        self._offered = ()
        self._retell()
        self._learn(self._table.news(viewer))

    def _retell(self) -> None:
        self._story = [event for told in self._match.story(self._viewer) for event in told]

    def _hear(self, news: News[Any, Any, Any]) -> None:
        if news.events:
            self._story += news.events
        else:
            self._retell()
        self._move(news.events)
        self._learn(news)
        self._go_on()

    def _move(self, told: Sequence[Any]) -> None:
        """Begin to show something moving, if the events call for it and the player likes it."""
        pictures = self._board.pictures(told)
        if pictures and settings.of(self.app).motion and self.app.animation_level != "none":
            self._frame = pictures
            self.set_timer(PICTURE, self._next_picture)

    def _next_picture(self) -> None:
        if self._frame:
            self._frame -= 1
            self._show()
        if self._frame:
            self.set_timer(PICTURE, self._next_picture)

    def _learn(self, news: News[Any, Any, Any]) -> None:
        asked_anew = (news.question, news.actions) != (self._news.question, self._news.actions)
        self._news = news
        self._offered = news.actions or self._offered
        if asked_anew or not self._chooser.actions:
            self._chooser = Chooser.of(news.actions, self._game.touches)
            self._message = ""
        self._show()

    def _go_on(self) -> None:
        """Pass the screen on, or tell the end, if that is what comes next."""
        match = self._match
        asked = self._game.to_move(match.state)
        if not asked:
            self.set_timer(0.8, self._tell_end)
            return
        people = [seat for seat in self._people if seat in asked]
        if people and self._viewer != people[0] and len(self._people) > 1:
            if settings.of(self.app).curtain == "never":
                self._sit(people[0])
            else:
                self._pass_to(people[0])

    def _pass_to(self, seat: int) -> None:
        if isinstance(self.app.screen, CurtainScreen):
            return
        self._sit(WATCHER)
        curtain = CurtainScreen(self._names[seat], SEAT_MARKS[seat])
        self.app.push_screen(curtain, lambda _: self._sit(seat))

    def _tell_end(self) -> None:
        if self.is_current and not self._over_told:
            self._over_told = True
            opening.results(self.app, self._opened)

    async def _run_bots(self) -> None:
        async def pause(seat: int) -> None:
            await self._pace.wait(settings.of(self.app).pace, not self._news.actions)

        while True:
            try:
                await self._table.run_bots(pause)
            except JournalError as error:
                self.notify(f"{error} The bots wait.", markup=False, severity="error", timeout=8)
                await asyncio.sleep(5)

    async def _submit(self, act: Any) -> None:  # noqa: ANN401 - any game's action
        try:
            await self._table.submit(self._viewer, act, self._news.question)
        except Refused as refused:
            self._say(str(refused))
        except JournalError as error:
            self._say(f"{error} Nothing is lost: play it again.")

    # --- looks

    def _show(self) -> None:
        if not self.display:
            # News can still come while the screen is being taken down, its parts first.
            return
        board = self._board
        viewer, view, story = self._viewer, self._news.view, self._story
        if self._is_hand_hidden:
            viewer, view = WATCHER, self._match.look(WATCHER)
            story = [event for told in self._match.story(WATCHER) for event in told]
        scene = Scene(
            self._game,
            view,
            viewer,
            self._names,
            story,
            None if self._is_hand_hidden else self._chooser,
            self._cursor,
            self._pane,
            self._frame,
        )
        board.show(scene)
        if board.places and self._cursor not in board.places:
            lit = [element for element in board.places if element in scene.lit]
            self._cursor = (lit or list(board.places))[0]
            self._show()
            return
        self.query_one(Story).tell(story)
        self._put("#explain", self._message or self._explanation())
        self.query_one("#explain").set_class(bool(self._message), "refused")
        self._put("#prompt", self._prompt())

    def _put(self, line: str, text: str) -> None:
        """Write a line of words, whose place does not depend on how many they are."""
        static = self.query_one(line, Static)
        if static.content != text:
            static.update(text, layout=False)

    def _prompt(self) -> str:
        if self._opened.match.game.outcome(self._news.view):
            return "The match is over. q leaves to the first screen."
        if self._is_hand_hidden:
            return self._game.prompt(self._match.look(WATCHER), WATCHER)
        text = self._game.prompt(self._news.view, self._viewer)
        action = self._meant()
        if action is not None and self._table.is_final(self._viewer, action):
            text += " It cannot be undone."
        return text

    def _explanation(self) -> str:
        if self._is_hand_hidden:
            return "Your hand is hidden; p shows it."
        if self._cursor is None:
            return ""
        return self._game.element(self._news.view, self._cursor)

    def _say(self, message: str) -> None:
        self._message = message
        self._show()

    def on_resize(self) -> None:
        """Open the log where there is room for it."""
        wide = self.app.size.width >= STORY_FROM
        shown = wide if self._wants_story is None else self._wants_story
        self.set_class(shown, "-story")
        self.set_class(not wide, "-narrow")
        self.call_after_refresh(self._show)

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """The mouse moves the cursor too."""
        self._cursor = event.element
        self._message = ""
        self._show()

    async def on_board_picked(self, event: Board.Picked) -> None:
        """A click picks; a second click on what is picked plays."""
        self._cursor = event.element
        if event.element in self._chooser.picks:
            await self.action_play()
        else:
            self.action_pick()

    # --- keys

    def on_key(self, event: events.Key) -> None:
        """Space goes on with bots shown slowly, any key with dice that roll; and every key tells
        that somebody is there."""
        if event.key == "space" and not self._news.actions:
            self._pace.press()
        self._frame = min(self._frame, 1)
        if self._idle:
            self._idle.reset()

    def _draw_curtain(self) -> None:
        """Cover a hand that nobody has looked at for a while, where somebody else may pass by."""
        if self.is_current and self._viewer != WATCHER:
            self._pass_to(self._viewer)

    def action_hide(self) -> None:
        """Hide the own hand, or show it again."""
        self._is_hand_hidden = not self._is_hand_hidden
        self._show()

    def action_move(self, dx: int, dy: int) -> None:
        """Put the cursor on the next element in a direction."""
        self._cursor = self._board.neighbour(self._cursor, dx, dy)
        self._message = ""
        self._show()

    def action_pick(self) -> None:
        """Pick what the cursor is on, or say why it cannot be picked."""
        if self._cursor is None or self._is_hand_hidden:
            return
        if self._cursor in self._chooser.picks:
            self.action_back()
            return
        chooser = self._chooser
        if len(chooser.picks) == 1 and self._cursor not in chooser.lit:
            # Another element instead of the one picked, where only one is wanted.
            chooser = chooser.back()
        try:
            self._chooser = chooser.pick(self._cursor)
            self._message = ""
        except NotLit:
            self._message = self._why_not()
        self._show()

    def _why_not(self) -> str:
        if not self._news.actions:
            return self._why_not_now()
        return "That does not go with what you have picked; Esc drops the last pick."

    def _why_not_now(self) -> str:
        """The rule that speaks against what was last offered under the cursor."""
        game, view = self._game, self._news.view
        for action in self._offered:
            if self._cursor in game.touches(action):
                refusal = game.why_not(view, self._viewer, action)
                if refusal:
                    return refusal.sentence
        return "Not now: it is not your decision."

    def _meant(self) -> Any:  # noqa: ANN401 - any game's action
        """What Enter would play: the picks, with the element under the cursor if that is lit."""
        chooser = self._chooser
        if chooser.ready is not None:
            return chooser.ready
        if self._cursor in chooser.lit:
            return chooser.pick(self._cursor).ready
        return None

    async def action_play(self) -> None:
        """Play what is picked, or pick what the cursor is on and play it if nothing is missing."""
        if self._is_hand_hidden:
            # Nobody plays a card that they do not see.
            self.action_hide()
            return
        action = self._meant()
        if action is None:
            self.action_pick()
            return
        if settings.of(self.app).confirm and self._table.is_final(self._viewer, action):
            question = f"Play {self._game.phrase(action)}? It cannot be undone."
            self.app.push_screen(ConfirmDialog("Sure?", question), partial(self._sure, action))
            return
        await self._submit(action)

    def _sure(self, action: Any, yes: bool | None) -> None:  # noqa: ANN401 - any game's action
        if yes:
            self.run_worker(self._submit(action))

    def action_quick(self, number: int) -> None:
        """Put the cursor on the first to ninth element and pick it."""
        places = list(self._board.places)
        if number <= len(places):
            self._cursor = places[number - 1]
            if self._cursor not in self._chooser.picks:
                self.action_pick()

    def action_back(self) -> None:
        """Drop the last pick."""
        self._chooser = self._chooser.back()
        self._message = ""
        self._show()

    def action_pane(self, by: int) -> None:
        """Open the next pane of the board."""
        self._pane = (self._pane + by) % max(len(self._board.PANES), 1)
        self._show()

    async def action_undo(self) -> None:
        """Take one's own last act back, as far as the rules of undo allow."""
        await self._submit(Undo())

    async def action_redo(self) -> None:
        """Do again what was taken back."""
        await self._submit(Redo())

    def action_hint(self) -> None:
        """Say what a careful player would do, from this seat's view only."""
        if self._is_hand_hidden:
            return
        if not self._news.actions:
            self._say("There is nothing to choose now.")
            return
        advised = self._game.advise(self._news.view, self._viewer)
        lines = [
            f"{place}. {self._game.phrase(advice.action)}: about {advice.value:+.1f}. "
            f"{advice.reason[0].upper()}{advice.reason[1:]}."
            for place, advice in enumerate(advised[:3], 1)
        ]
        touched = self._game.touches(advised[0].action)
        self._cursor = touched[0] if touched else self._cursor
        self._show()
        self.app.push_screen(MessageDialog("Hint", lines))

    def action_story(self) -> None:
        """Open or close the log."""
        self._wants_story = not self.has_class("-story")
        self.on_resize()

    def action_scroll_story(self, by: int) -> None:
        """Go a page up or down in the log."""
        story = self.query_one(Story)
        story.scroll_relative(y=by * max(story.size.height - 1, 1), animate=False)

    def action_help(self) -> None:
        """The keys and the rules."""
        opening.help_page(self.app, self, self._game.slug)

    def action_leave(self) -> None:
        """Back to the first screen; every act is saved already."""
        opening.home(self.app)
        if not self._opened.match.game.outcome(self._news.view):
            self.app.notify("Saved. Continue it whenever you like.", timeout=3)
