"""The screen of a live match: draws it, and turns keys into selections and actions."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType

from darwin_core.language import tr
from darwin_tui import commands, navigation, settings
from darwin_tui.dialogs.bots import about_seat, ask_level
from darwin_tui.dialogs.message import MessageDialog
from darwin_tui.games import board_for
from darwin_tui.place import Place
from darwin_tui.play.decision import Decision
from darwin_tui.play.live_match import LiveMatch
from darwin_tui.play.phases import Over, Wishes
from darwin_tui.play.presentation import Presentation
from darwin_tui.play.seat_connection import SeatConnection
from darwin_tui.play.status_line import CONTINUE
from darwin_tui.screens.attendant import RESULTS_DELAY_SECONDS, Attendant
from darwin_tui.screens.board_screen import BoardScreen
from darwin_tui.screens.seat_commands import SeatCommands
from darwin_tui.screens.sentences import Sentences
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.board_panel import BoardPanel
from darwin_tui.widgets.event_log import EventLog
from darwin_tui.widgets.key_bar import KeyBar


class PlayScreen(BoardScreen):
    """A table with the player's selection."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("play")

    def __init__(self, place: Place, open_results: Callable[[], None]) -> None:
        """Prepare a screen at a table; ``open_results`` is called once the match is over."""
        super().__init__()
        game = place.spectator.game
        self._place = place
        self.slug = game.slug
        self.live = live = LiveMatch(
            place.people, lambda seat: place.seat(seat).snapshot, self._wishes, game.standing_answer
        )
        self.panel = panel = BoardPanel(board_for(game.slug, id="board"), EventLog(game))
        self.connection = connection = SeatConnection(place, live, panel.board, self._receive)
        self.presentation = presentation = Presentation(game, live, connection, panel.board)
        self.selection = presentation.selection
        self.decision = decision = Decision(live, connection, presentation, panel)
        self._attendant = attendant = Attendant(
            self, place, live, open_results, self.on_screen_resume
        )
        self.seat_commands = SeatCommands(
            self, live, connection, presentation, decision, attendant, self._say, self._resume
        )
        self._sentences = Sentences()
        live.on_switch = self._switch_viewer

    def compose(self) -> ComposeResult:
        """Yield the board, the log beside it, status line and prompt, and the keys."""
        yield self.panel
        yield from self._sentences.lines
        yield KeyBar()

    def on_mount(self) -> None:
        """Join the table, and let the bots act."""
        self.presentation.fit(self.app.size.width)
        self.panel.board.focus()
        self.live.start()
        self.connection.sit()
        self._attendant.start()
        self.on_screen_resume()

    def on_unmount(self) -> None:
        """Release the record; it is saved."""
        self.connection.end()
        self._attendant.end()

    def on_screen_resume(self) -> None:
        """Catch up after another screen was over this one."""
        if self.connection.is_seated:
            self._follow()
            self._attendant.watch_idle(self._cover_hand)

    @property
    def saved_at(self) -> Path | None:
        """The file that the match is saved in as it is played; None on a server."""
        return self._place.path

    def may_quit(self) -> bool:
        """Return whether the program may end at once."""
        return self._attendant.may_quit()

    def _wishes(self) -> Wishes:
        now = settings.of(self.app)
        return Wishes(now.pace, now.curtain)

    # --- drawing

    def _receive(self, is_new: bool) -> None:
        """Show the last action, or only the status of the bots."""
        if not self.display:
            # Snapshots can still come while the screen is being taken down, its parts first.
            return
        if not is_new:
            self.presentation.fit(self.app.size.width)
            self._write()
            self._attendant.attend_bots()
            return
        if self.live.shown.reveals:
            self.panel.pane = 0
        self._show_moving()
        self._follow()

    def _switch_viewer(self) -> None:
        """Look from the seat of the live match's viewer; nothing of the one before stays."""
        self.connection.sit()
        self.presentation.forget()

    def _follow(self, delay: float = RESULTS_DELAY_SECONDS) -> None:
        """Draw the phase, and carry out what it requires."""
        if self.presentation.take_in(self._attendant.explain):
            self.decision.bring_to_front()
        if (idle := self.live.idle_actions) != self.idle_actions:
            self.idle_actions = idle
            self.query_one(KeyBar).refresh()
        self.draw()
        self._attendant.follow(delay)

    def draw(self) -> None:
        """Draw the phase, if the table is looked at."""
        if not self.display or not self.connection.is_seated:
            return
        self.presentation.fit(self.app.size.width)
        self.presentation.draw(self.panel)
        self._write()

    def _write(self) -> None:
        self._sentences.write(self.presentation.lines())

    def _say(self, message: str = "") -> None:
        """Draw after a command, with an answer to its key."""
        self.presentation.message = message
        self.draw()

    def _show_moving(self, *, is_resumed: bool = False) -> None:
        wishes = settings.of(self.app)
        if wishes.motion and self.app.animation_level != "none":
            skips = is_resumed or wishes.pace == "instant"
            events, is_paused = self.connection.snapshot.events, self.live.pause is not None
            self.panel.show_moving(events, is_paused=is_paused, is_resumed=skips)

    def _resume(self) -> None:
        """Draw what follows a pause."""
        self._show_moving(is_resumed=True)
        self._follow(delay=0)

    def _cover_hand(self) -> None:
        if self.is_current and self.live.can_cover:
            self.live.cover()
            self._follow()

    # --- keys and mouse in general

    def on_key(self, event: events.Key) -> None:
        """End the animation, clear the answer to the last key, and note that somebody is there."""
        self._attendant.note_presence(event.key)
        self.panel.end_animation()
        if self.presentation.clear_passing():
            self._write()

    def on_mouse_move(self) -> None:
        """Note that somebody is there."""
        self._attendant.note_presence()

    def on_click(self, event: events.Click) -> None:
        """Continue from a pause; on the prompt also from a pause of the bots."""
        self._attendant.note_presence()
        on_prompt = getattr(event.widget, "id", None) == "prompt"
        if self.live.pause or (on_prompt and self.live.can_continue):
            self.seat_commands.press_continue()

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """Move the cursor to the element under the mouse."""
        self.decision.move_to(event.element)
        self._say()

    async def on_board_clicked(self, event: Board.Clicked) -> None:
        """Select the element clicked; a second click plays if it cannot be selected again."""
        await self.seat_commands.pick(event.element)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow commands that only some games have."""
        if action == "open":
            return self.panel.has_letters(parameters)
        has = {"orders"} if len(self.panel.board.ORDERS) > 1 else set()
        has |= {"bots"} if self._place.bot_levels else set()
        has |= {"standing answer"} if self.live.standing_answer is not None else set()
        return commands.is_available("play", action, has)

    # --- commands: the decision

    def action_move(self, dx: int, dy: int) -> None:
        """Put the cursor on the next element in a direction."""
        self.decision.move(dx, dy)
        self._say()

    def action_select(self) -> None:
        """Select the element under the cursor, or say why it cannot be selected; or continue."""
        self.seat_commands.select()

    def action_select_number(self, number: int) -> None:
        """Select the first to ninth element."""
        self._say(self.decision.select_number(number))

    def action_select_last(self) -> None:
        """Select the button that ends the decision."""
        self._say(self.decision.select_last())

    async def action_back(self) -> None:
        """Drop the last selected element; with none, undo the last step of a draft."""
        if self.decision.is_in_draft:
            await self.seat_commands.undo()
            return
        self.decision.back()
        self._say()

    async def action_play(self) -> None:
        """Play what is selected, or continue."""
        await self.seat_commands.play()

    async def action_undo(self) -> None:
        """Undo one's own last action, as far as the rules of undo allow."""
        await self.seat_commands.undo()

    async def action_reset_turn(self) -> None:
        """Undo all that one did in this turn, as far as the rules of undo allow."""
        await self.seat_commands.reset()

    async def action_redo(self) -> None:
        """Redo the action undone last."""
        await self.seat_commands.redo()

    def action_standing_answer(self) -> None:
        """Decline offers until the turn ends, or stop declining them."""
        self._say(self.decision.standing_answer())

    # --- commands: the view

    def action_pane(self, by: int) -> None:
        """Open another pane of the board."""
        if not self.live.pause:
            self.panel.turn(by)
        self._say(tr(CONTINUE) if self.live.pause else "")

    def action_hide(self) -> None:
        """Hide the own hand, or show it again."""
        self.live.toggle_hand()
        self.draw()

    def action_sort(self) -> None:
        """Sort the hand in the next way that the board knows."""
        self._say(self.decision.sort())

    def action_zoom(self) -> None:
        """Show details of the element under the cursor."""
        if self.selection.cursor and not self.live.pause:
            lines = [*self.panel.board.zoomed, *about_seat(self._place, self.selection.cursor)]
            self.app.push_screen(MessageDialog(tr("Under the cursor"), lines))

    @work
    async def action_bots(self) -> None:
        """Show how the bots play, and change the level of one."""
        self._say(await ask_level(self, self._place))

    def action_hint(self) -> None:
        """Put a hint at the table; once more, the next best."""
        self._say(self.decision.hint())
        self._refine_hints()

    def _refine_hints(self) -> None:
        self.work_on(partial(self.decision.refine_hints, self.draw), "hint")

    async def action_play_hint(self) -> None:
        """Play the hint at the table; what is left of the turn is advised on."""
        await self.seat_commands.play_hint()
        self._refine_hints()

    # --- commands: the record, and leaving

    def action_save_elsewhere(self) -> None:
        """Save the match in another file and continue there."""
        self._attendant.save_elsewhere()

    def action_leave(self) -> None:
        """Leave for the first screen; every action is saved already."""
        if isinstance(self.live.phase, Over):
            navigation.go(self.app, navigation.Home())
        else:
            self._attendant.leave()
