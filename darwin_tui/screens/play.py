"""Playing a match: every key narrows the legal actions until one is left."""

import time
from collections.abc import Awaitable, Callable
from functools import partial
from math import inf
from textwrap import shorten, wrap
from typing import Any, ClassVar, Final, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import Static

from darwin_core.advice import hints, worth
from darwin_core.chooser import Chooser, NotSelectable
from darwin_core.game import SPECTATOR, Element
from darwin_core.journal import FileChanged, JournalError
from darwin_core.table import Refused
from darwin_tui import navigation, settings
from darwin_tui.dialogs.confirm import ConfirmDialog
from darwin_tui.dialogs.message import MessageDialog
from darwin_tui.play import pacing, selection, status_line
from darwin_tui.play.curtain import LEAVE, TAKE_BACK
from darwin_tui.play.local_table import AnySeat, LocalTable
from darwin_tui.play.status_line import Moment
from darwin_tui.screens.board_screen import PANE_BINDINGS
from darwin_tui.screens.sitting import SAVE_ELSEWHERE, AnySnapshot, SittingScreen
from darwin_tui.widgets.board import AnyScene, Board, Scene
from darwin_tui.widgets.event_log import EventLog
from darwin_tui.widgets.key_bar import KeyBar

T = TypeVar("T")

IDLE: Final = {"30": 30.0, "60": 60.0, "120": 120.0, "never": None}
"""Seconds without key or mouse after which a hand is covered, where several people play."""
HELD: Final = "Look first; Enter goes on."


class PlayScreen(SittingScreen):
    """A table at which one chooses; every key narrows."""

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
        Binding("0", "last", "pick the last: done, or none", show=False),
        Binding("escape", "back", "drop the last pick", show=False, id="play.drop"),
        Binding("tab", "pane(1)", "pane", key_display="Tab", id="play.pane"),
        Binding("shift+tab", "pane(-1)", "pane", show=False),
        *PANE_BINDINGS,
        Binding("z", "zoom", "what the cursor is on, at length", show=False, id="play.zoom"),
        Binding("s", "sort", "sort the hand", show=False, id="play.sort"),
        TAKE_BACK,
        Binding("U", "redo", "do again", show=False, id="play.redo"),
        Binding("R", "undo_turn", "take the turn back", show=False, id="play.undo_turn"),
        Binding("H", "hint", "hint", id="play.hint"),
        Binding("L", "story", "log", id="play.story"),
        Binding("pageup", "scroll_story(-1)", "through the log", show=False),
        Binding("pagedown", "scroll_story(1)", "through the log", show=False),
        Binding("p", "hide", "hide the hand", show=False, id="play.hide"),
        Binding("d", "beforehand", "decline until the turn ends", show=False, id="play.decline"),
        Binding("question_mark", "help", "keys", key_display="?", id="play.help"),
        SAVE_ELSEWHERE,
        LEAVE,
    ]

    def __init__(self, table: LocalTable, over: Callable[[], None]) -> None:
        super().__init__(table, over)
        self._chooser: Chooser[Any] = Chooser((), ())
        self._order = 0
        self._message = ""
        self._headline = ""
        """What others did since the viewer's last act, until a key is pressed."""
        self._read = 0
        """Events of the story up to that act."""
        self._offered: tuple[Any, ...] = ()
        self.idle_actions: frozenset[str] = frozenset()
        """Commands that can do nothing now but say why; the line of keys shows them dim."""
        self._is_hand_hidden = False
        self._idle: Timer | None = None

    def compose(self) -> ComposeResult:
        """The board, the log beside it, two lines of words, and the keys."""
        yield from self.compose_table()
        yield Static("", id="explain", markup=False)
        yield Static("", id="prompt", markup=False)
        yield KeyBar()

    def on_screen_resume(self) -> None:
        """Cover a hand that lies open for long, where somebody else may pass by."""
        seconds = IDLE[settings.of(self.app).idle]
        if self._idle:
            self._idle.stop()
        self._idle = None
        if self._passes_on and seconds:
            self._idle = self.set_interval(seconds, self._draw_curtain)

    def _be_there(self) -> None:
        """Wait anew, as somebody sits there."""
        if self._idle:
            self._idle.reset()

    # --- what is asked

    def _sit(self, viewer: int) -> None:
        self._offered = ()
        super()._sit(viewer)

    def _learn(self, news: AnySnapshot) -> None:
        asked_anew = (news.question, news.actions) != (self._news.question, self._news.actions)
        self._news = news
        self._offered = news.actions or self._offered
        if news.seat == self._viewer:
            self._read = len(self._story)
        if asked_anew or not self._chooser.actions:
            self._chooser = Chooser.of(news.actions, self._game.targets)
            self._message = ""
            told = self._story[self._read :] if news.actions and self._board.HEADLINES else ()
            self._headline = status_line.headline(self._game, self._lexicon, told, self._room)
            if news.actions:
                if self._may_surprise:
                    self._may_surprise, self._surprised_at = False, time.monotonic()
                first = self._board.first(news.view, news.actions)
                if first or not selection.stays(self._chooser, self._cursor):
                    self._cursor = first
                self._bring_to_front()
        self._mark_keys()
        self._show()

    @property
    def _room(self) -> int:
        """Columns of a line of words."""
        return max(self.app.size.width - 2, 1)

    def _bring_to_front(self) -> None:
        """Open the pane that is needed now."""
        pane = self._board.front(self._news.view, self._chooser)
        self._pane = self._pane if pane is None else pane

    def _mark_keys(self) -> None:
        idle = frozenset() if self._news.can_undo else frozenset({"undo"})
        if idle != self.idle_actions:
            self.idle_actions = idle
            self.query_one(KeyBar).refresh()

    async def _submit(self, action: Any) -> None:  # noqa: ANN401 - any game's action
        await self._done(self._seat.submit(action, self._news.question))

    async def _done(self, deed: Awaitable[T]) -> T | None:
        """What comes of something done at the table; nothing but a sentence where it fails."""
        try:
            return await deed
        except Refused as refused:
            self._say(str(refused))
        except FileChanged as error:
            self._offer_elsewhere(error)
        except JournalError as error:
            self._say(f"{error} Nothing is lost: play it again.")
        return None

    # --- looks

    def _show(self) -> None:
        if not self.display:
            return
        board, scene = self._board, self._scene()
        board.show(scene)
        if board.places and self._cursor not in board.places:
            self._cursor = self._first_place(scene)
            self._show()
            return
        self.query_one(EventLog).emit(scene.story, scene.lexicon)
        room, now = self._room, self._moment(scene)
        headline = "" if board.has_news else self._headline
        above = self._message or headline or status_line.explanation(now)
        prompt = status_line.prompt(now)
        is_long = len(prompt) > room and not self._message
        if is_long:
            above, *rest = wrap(prompt, room)
            prompt = " ".join(rest)
        self._put("#explain", shorten(above, room, placeholder=" …"))
        self.query_one("#explain").set_class(bool(self._message), "refused")
        self.query_one("#explain").set_class(is_long, "-prompt")
        self._put("#prompt", shorten(prompt, room, placeholder=" …"))

    def _scene(self) -> AnyScene:
        """What is seen; of a hand that is hidden, no more than a watcher sees."""
        viewer, view, story = self._viewer, self._news.view, self._story
        if self._is_hand_hidden:
            spectator = self._table.spectator
            viewer, view = SPECTATOR, spectator.snapshot.view
            story = [event for events in spectator.log() for event in events]
        return Scene(
            self._game,
            view,
            viewer,
            self._lexicon,
            story,
            None if self._is_hand_hidden or self._is_held else self._chooser,
            self._cursor,
            self._pane,
            self._frame,
            self._order,
            self._is_held,
            self.has_class("-story"),
        )

    def _moment(self, scene: AnyScene) -> Moment:
        """What the words under a scene depend on."""
        return Moment(
            scene=scene,
            room=self._room,
            is_asked=bool(self._news.actions),
            is_there=self._cursor in self._board.places,
            is_hand_hidden=self._is_hand_hidden,
            declines=self._answers_beforehand(self._viewer),
            goes_on=self._goes_on,
            can_undo="undo" not in self.idle_actions,
            held_round=self._held_round,
            is_final=self._seat.is_final,
        )

    def _first_place(self, scene: AnyScene) -> Element:
        """What can be picked first; in a pane that is only looked at no button, which would leave
        the decision."""
        places = list(self._board.places)
        selectable = [element for element in places if element in scene.selectable]
        if self._board.front(scene.view, self._chooser) not in {None, self._pane}:
            quiet = [element for element in selectable + places if element[0] != "button"]
            return (quiet or places)[0]
        return (selectable or places)[0]

    def _put(self, line: str, text: str) -> None:
        """Write a line of words, whose place does not depend on how many they are."""
        static = self.query_one(line, Static)
        if static.content != text:
            static.update(text, layout=False)

    def _phrase(self, action: Any) -> str:  # noqa: ANN401 - any game's action
        return self._game.phrase(self._news.view, action, self._lexicon)

    def _say(self, message: str) -> None:
        self._message = message
        self._show()

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """The mouse moves the cursor too."""
        self._move_to(event.element)

    def _move_to(self, element: Element | None) -> None:
        # Whoever goes somewhere has seen what is asked.
        self._surprised_at = -inf
        self._cursor = element
        self._chooser = selection.moved(self._chooser, element)
        self._message = ""
        self._show()

    def on_click(self, event: events.Click) -> None:
        """A click goes on from what is held; on the line that says so also to the bots' acts."""
        self._be_there()
        on_prompt = event.widget is not None and event.widget.id == "prompt"
        if self._is_held or (on_prompt and self._goes_on):
            self._step_on()

    async def on_board_picked(self, event: Board.Picked) -> None:
        """A click picks; another one on what cannot be picked once more plays."""
        if self._is_held:
            return
        self._move_to(event.element)
        if self._is_picked(event.element):
            await self.action_play()
        else:
            self.action_pick()

    # --- keys

    def on_key(self, event: events.Key) -> None:
        """Any key stops dice that roll and what was said of the last one; and every key tells that
        somebody is there."""
        self._last_key = event.key
        self._frame = min(self._frame, 1)
        if self._message or self._headline:
            self._headline = ""
            self._say("")
        self._be_there()

    def on_mouse_move(self) -> None:
        """The mouse tells so too."""
        self._be_there()

    def _draw_curtain(self) -> None:
        """Cover a hand that nobody has looked at for a while, where somebody else may pass by."""
        if self.is_current and self._viewer != SPECTATOR and self._hides:
            self._pass_to(self._viewer)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Some commands are of use in some games only."""
        if action == "sort":
            return len(self._board.ORDERS) > 1
        if action == "beforehand":
            return self._game.standing_answer is not None
        return super().check_action(action, parameters)

    def action_beforehand(self) -> None:
        """Answer beforehand whatever is asked until the turn ends, or do so no more."""
        if self._news.actions:
            self._say("It is your decision now.")
        elif self._viewer == SPECTATOR:
            self._say("You hold no seat.")
        elif self._answers_beforehand(self._viewer):
            del self._beforehand[self._viewer]
            self._say("You will be asked again.")
        else:
            self._beforehand[self._viewer] = self._clock
            self._say("What you are offered in this turn is declined; d changes that.")

    def action_hide(self) -> None:
        """Hide the own hand, or show it again."""
        self._is_hand_hidden = not self._is_hand_hidden
        self._show()

    def action_move(self, dx: int, dy: int) -> None:
        """Put the cursor on the next element in a direction."""
        self._move_to(self._board.neighbour(self._cursor, dx, dy))

    def action_pick(self) -> None:
        """Pick what the cursor is on, or say why it cannot be picked; or go on."""
        if self._goes_on:
            self._step_on()
        elif not self._lets_pass():
            self._pick()

    def _lets_pass(self) -> bool:
        """Let a key pass that was meant to go on, where something is asked before it was pressed;
        whether it was such a key."""
        now = time.monotonic()
        if now - self._surprised_at > pacing.SURPRISE:
            return False
        # One that is held down, or pressed again and again, was not meant for this either.
        self._surprised_at = now
        self._say("It is your decision now.")
        return True

    def _pick(self) -> None:
        if self._cursor is None or self._is_hand_hidden:
            return
        chooser = self._chooser
        if self._is_picked(self._cursor):
            self._chooser = chooser.without(self._cursor)
            self._message = ""
            self._bring_to_front()
            self._show()
            return
        kinds = [kind for kind, _ in chooser.selected]
        if kinds == [self._cursor[0]] and self._cursor not in chooser.selectable:
            # Another one instead of the one picked, where only one of a kind is wanted.
            chooser = chooser.back()
        try:
            self._chooser = chooser.select(self._cursor)
            self._message = ""
            then = self._board.then(self._news.view, self._chooser)
            places = self._board.places
            self._cursor = then or selection.onward(self._chooser, self._cursor, places)
            self._bring_to_front()
        except NotSelectable:
            self._message = status_line.why_not(self._moment(self._scene()), self._offered)
        self._show()

    def _is_picked(self, element: Element) -> bool:
        """Whether all copies of an element that can be picked are."""
        return element in self._chooser.selected and element not in self._chooser.selectable

    def _meant(self) -> Any:  # noqa: ANN401 - any game's action
        return selection.meant(self._chooser, self._cursor)

    async def action_play(self) -> None:
        """Play what is picked, or pick what the cursor is on and play it if nothing is missing;
        where nothing is to be played, go on."""
        if self._goes_on:
            self._step_on()
            return
        if self._lets_pass():
            return
        if self._is_hand_hidden:
            # Nobody plays a card that they do not see.
            self.action_hide()
            return
        action = self._meant()
        if action is None:
            self.action_pick()
            return
        if settings.of(self.app).confirm and self._seat.is_final(action):
            phrase = self._phrase(action)
            question = f"{phrase[0].upper()}{phrase[1:]}? It cannot be undone."
            self.app.push_screen(ConfirmDialog("Sure?", question), partial(self._sure, action))
            return
        await self._submit(action)

    def _sure(self, action: Any, yes: bool | None) -> None:  # noqa: ANN401 - any game's action
        if yes:
            self.run_worker(self._submit(action))

    def action_quick(self, number: int) -> None:
        """Put the cursor on the first to ninth element and pick it."""
        numbers = self._board.numbers
        if number in numbers:
            self._pick_at(numbers[number])
        else:
            last = f"the last is {max(numbers)}" if numbers else "nothing can be picked by a number"
            self._say(f"Nothing lies at {number}; {last}.")

    def action_last(self) -> None:
        """Put the cursor on what leaves the decision at that, such as ``done``, and pick it."""
        buttons = [element for element in self._board.places if element[0] == "button"]
        if buttons:
            self._pick_at(buttons[-1])
        else:
            self._say("There is nothing to leave off now.")

    def _pick_at(self, element: Element) -> None:
        self._move_to(element)
        if self._is_held:
            self._say(HELD)
        elif not self._is_picked(element):
            self._pick()

    def action_back(self) -> None:
        """Drop the last pick; without one, close the log that lies over the board."""
        if not self._chooser.selected and self.has_class("-story") and self.has_class("-narrow"):
            self.action_story()
            return
        self._chooser = self._chooser.back()
        self._message = ""
        self._bring_to_front()
        self._show()

    def action_pane(self, by: int) -> None:
        """Open the next pane of the board."""
        if self._is_held:
            self._say(HELD)
        else:
            super().action_pane(by)

    def action_zoom(self) -> None:
        """Tell at length of what the cursor is on."""
        lines = self._board.zoomed
        if lines and not self._is_held:
            self.app.push_screen(MessageDialog("Under the cursor", lines))

    def action_sort(self) -> None:
        """Sort the hand in the next way that the board knows."""
        orders = self._board.ORDERS
        self._order = (self._order + 1) % len(orders)
        self._say(f"The hand is sorted by {orders[self._order]}.")

    async def action_undo(self) -> None:
        """Take one's own last act back, as far as the rules of undo allow."""
        seat = self._seat
        self._go_back_to(seat, await self._done(seat.undo()))

    async def action_undo_turn(self) -> None:
        """Take back all that one did in this turn, as far as the rules of undo allow."""
        seat = self._seat
        done = await self._done(seat.reset_turn())
        if done:
            told, action = done
            self._go_back_to(seat, action)
            self._say(told)

    def _go_back_to(self, seat: AnySeat, action: Any) -> None:  # noqa: ANN401 - any game's action
        """Put the cursor on what a seat took back, where it can be picked again."""
        if action is None or seat is not self._seat:
            return
        touched = self._game.targets(action)
        if touched and touched[0] in self._chooser.selectable:
            self._move_to(touched[0])

    async def action_redo(self) -> None:
        """Do again what was taken back."""
        await self._done(self._seat.redo())

    def action_hint(self) -> None:
        """Say what a careful player would do, from this seat's view only."""
        if self._is_hand_hidden:
            return
        if self._is_held:
            self._say(HELD)
            return
        if not self._news.actions:
            self._say("There is nothing to choose now.")
            return
        advised = hints(self._game, self._news.view, self._viewer, self._lexicon)
        lines = [
            f"{place}. {self._phrase(advice.action)}, {worth(advice)}. "
            f"{advice.reason[0].upper()}{advice.reason[1:]}."
            for place, advice in enumerate(advised, 1)
        ]
        touched = self._game.targets(advised[0].action)
        if touched and not self._chooser.selected:
            self._cursor = touched[0]
        self._show()
        self.app.push_screen(MessageDialog("Hint", lines))

    def action_scroll_story(self, by: int) -> None:
        """Go a page up or down in the log."""
        story = self.query_one(EventLog)
        story.scroll_relative(y=by * max(story.size.height - 1, 1), animate=False)

    def action_leave(self) -> None:
        """Back to the first screen; every act is saved already."""
        if self._game.outcome(self._news.view):
            navigation.home(self.app)
        else:
            self.leave()
