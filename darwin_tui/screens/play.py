"""The screen of a live match, and the commands of its seat: continue, play, undo and redo."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType

from darwin_core.contract.game import Action, Clock, Element
from darwin_core.journal import JournalError
from darwin_core.table import AnySeat
from darwin_core.text.language import tr
from darwin_tui import commands, settings
from darwin_tui.boards import board_for
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.library.seat_access import Rejected, SeatAccess
from darwin_tui.play.live_match import Curtain, LiveMatch, Over, Response, Wishes
from darwin_tui.play.status_line import CONTINUE, SPACE_SKIPS, YOUR_DECISION, needs_second_enter
from darwin_tui.screens import navigation
from darwin_tui.screens.attendant import RESULTS_DELAY_SECONDS, Attendant
from darwin_tui.screens.board_screen import BoardScreen, Sentences
from darwin_tui.screens.table_view import Decision, Presentation, SeatConnection
from darwin_tui.seating import BOT_PREFIX, about_bot, about_rival, level_title, offered_levels
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.board_panel import BoardPanel, EventLog
from darwin_tui.widgets.dialogs import MessageDialog, PickDialog
from darwin_tui.widgets.screen import DarwinScreen, KeyBar


class SeatCommands:
    """Gives the commands of the people at one screen to their seats."""

    def __init__(
        self,
        screen: DarwinScreen[None],
        live: LiveMatch,
        connection: SeatConnection,
        presentation: Presentation,
        decision: Decision,
        attendant: Attendant,
        say: Callable[[str], None],
        resume: Callable[[], None],
    ) -> None:
        """Prepare to take commands.

        Args:
            screen: has the settings of the player.
            live: the match as the people at the screen see it.
            connection: the seat that they look from.
            presentation: the scene on screen, and the sentences about it.
            decision: the commands that change the selection.
            attendant: reports commands that fail.
            say: draws, with an answer to a key.
            resume: draws what follows a pause.
        """
        self._screen = screen
        self._live = live
        self._connection = connection
        self._presentation = presentation
        self._decision = decision
        self._attendant = attendant
        self._say = say
        self._resume = resume

    def press_continue(self, *, plays: bool = False) -> bool:
        """Take in a continue key; return whether it is used up.

        Args:
            plays: the key would play an action in a decision.
        """
        if isinstance(self._live.phase, Curtain):
            return True
        if self._presentation.has_closed_primer:
            # Whoever reads on does not play yet.
            return True
        if self._decision.is_revealing:
            # The key ends the reveal; the next one ends the pause, or answers the question.
            return True
        match self._live.press_continue(plays=plays):
            case Response.UNUSED:
                return False
            case Response.CONTINUED:
                self._presentation.selection.cursor = self._presentation.suggested
                self._resume()
            case Response.HURRIED:
                self._connection.seat.hurry()
            case Response.OTHER_KEY:
                self._say(tr(SPACE_SKIPS))
            case Response.TOO_LATE:
                # A key that is held down is no second Enter.
                self._presentation.unsure = self._presentation.was_unsure
                self._say("" if self._presentation.unsure else tr(YOUR_DECISION))
        return True

    def select(self) -> None:
        """Select the element under the cursor, continue, or end a wait for bots."""
        if self.press_continue():
            return
        if self._live.can_hurry:
            self._connection.seat.hurry()
        else:
            self._say(self._decision.select())

    async def pick(self, element: Element) -> None:
        """Select a clicked element; play if it is selected and cannot be selected again."""
        if self._live.pause:
            return
        self._presentation.clear_passing()
        self._decision.move_to(element)
        if self._presentation.selection.is_selected(element):
            await self.play()
        else:
            self.select()

    async def play(self) -> None:
        """Play what is selected, or the element under the cursor if nothing else is missing; where
        nothing is to be played, continue."""
        if self.press_continue(plays=True):
            return
        if self._live.viewpoint.is_hand_hidden:
            # Nobody plays a card that they do not see.
            self._live.toggle_hand()
            self._say("")
            return
        action = self._presentation.selection.action
        if action is None:
            self._say(self._decision.select())
        elif action != self._presentation.was_unsure and self._needs_second_enter(action):
            self._presentation.unsure = action
            self._live.note_question()
            self._say("")
        else:
            await self.submit(action)

    def _needs_second_enter(self, action: Action) -> bool:
        presentation = self._presentation
        return needs_second_enter(
            settings.of(self._screen.app),
            self._connection.snapshot,
            action,
            slug=presentation.game.slug,
            asks_newcomers=presentation.asks_newcomers(action),
        )

    async def play_hint(self) -> None:
        """Play the hint at the table, or say that there is none."""
        hint = self._presentation.hint
        if hint is None or hint.action not in self._connection.snapshot.actions:
            self._say(self._decision.why_no_hint() or tr("There is no hint to play; H gives one."))
        elif self._may_decide():
            before = self._moment
            await self.submit(hint.action)
            if self._moment == before and self._connection.snapshot.actions:
                # What takes several steps is advised to its end.
                self._say(self._decision.hint(is_asked=False))

    @property
    def _moment(self) -> tuple[int, Clock]:
        """The viewer, and the turn that the match is in."""
        snapshot = self._connection.snapshot
        return snapshot.viewer, self._presentation.game.clock(snapshot.view)

    async def submit(self, action: Action) -> None:
        """Submit an action as an answer to the present question."""
        seat, question = self._connection.seat, self._connection.snapshot.question
        await self._attendant.attempt(seat.submit(action, question), self._say)

    def _may_decide(self) -> bool:
        """Return whether a person at this screen decides; if not, say why."""
        refusal = self._presentation.refusal()
        if refusal:
            self._say(refusal)
        return not refusal

    async def undo(self) -> None:
        """Undo one's own last action, as far as the rules of undo allow."""
        if not self._may_decide():
            return
        seat = self._connection.seat
        self._return_to(seat, await self._attendant.attempt(seat.undo(), self._say))

    async def reset(self) -> None:
        """Undo all that one did in this turn, as far as the rules of undo allow."""
        if not self._may_decide():
            return
        seat = self._connection.seat
        text, action = await self._attendant.attempt(seat.reset_turn(), self._say) or ("", None)
        self._return_to(seat, action, text)

    def _return_to(self, seat: AnySeat, undone: Action | None, text: str = "") -> None:
        if undone is not None and seat is self._connection.seat:
            self._decision.return_to(undone)
            self._say(text)

    async def redo(self) -> None:
        """Redo the action undone last."""
        if self._may_decide():
            await self._attendant.attempt(self._connection.seat.redo(), self._say)


SEAT_KINDS: Final = frozenset(("seat", "species"))
"""Elements that stand for a player, by the number of the seat."""


def about_seat(place: SeatAccess, element: Element) -> list[str]:
    """Return a line on the bot whose seat an element is; none if it is no bot's."""
    kind, number = element
    level = place.bot_levels.get(number) if kind in SEAT_KINDS else None
    if level is None:
        return []
    name = place.spectator.names[number]
    about = about_rival(place.spectator.game, name, level)
    return [f"{tr('{name} is a bot.', name=name)} {about}"]


async def ask_level(screen: DarwinScreen[None], place: SeatAccess) -> str:
    """Show the bots, and ask for another level of one of them.

    Returns:
        A sentence on what has changed, or why not; empty if the player cancels.
    """
    names, bots, game = place.spectator.names, [*place.bot_levels], place.spectator.game
    lines = [
        f"{SEAT_MARKS[seat]} {names[seat]}  {about_rival(game, names[seat], level)}"
        for seat, level in place.bot_levels.items()
    ]
    dialog = PickDialog(tr("Bots"), lines, enter=tr("Enter chooses a level"))
    which = await screen.app.push_screen_wait(dialog)
    if which is None:
        return ""
    seat, offered = bots[which], [level.name for level in offered_levels()]
    now = place.bot_levels[seat]
    at = offered.index(now) if now in offered else 0
    about = [about_bot(BOT_PREFIX + name) for name in offered]
    title = tr("{name} plays as", name=names[seat])
    dialog = PickDialog(title, about, enter=tr("Enter takes the level"), at=at)
    chosen = await screen.app.push_screen_wait(dialog)
    if chosen is None or offered[chosen] == now:
        return ""
    try:
        await place.change_level(seat, offered[chosen])
    except (Rejected, JournalError) as error:
        return screen.player.locations.redact(str(error))
    title = level_title(offered[chosen])
    return tr("{name} plays as {level} from now on.", name=names[seat], level=title)


class PlayScreen(BoardScreen):
    """A table with the player's selection."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("play")

    def __init__(self, place: SeatAccess, open_results: Callable[[], None]) -> None:
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
        self._say(self.decision.select_number(number))

    def action_select_last(self) -> None:
        self._say(self.decision.select_last())

    async def action_back(self) -> None:
        """Drop the last selected element; with none, undo the last step of a draft."""
        if self.decision.is_in_draft:
            await self.seat_commands.undo()
            return
        self.decision.back()
        self._say()

    async def action_play(self) -> None:
        await self.seat_commands.play()

    async def action_undo(self) -> None:
        """Undo one's own last action, as far as the rules of undo allow."""
        await self.seat_commands.undo()

    async def action_reset_turn(self) -> None:
        """Undo all that one did in this turn, as far as the rules of undo allow."""
        await self.seat_commands.reset()

    async def action_redo(self) -> None:
        await self.seat_commands.redo()

    def action_standing_answer(self) -> None:
        """Decline offers until the turn ends, or stop declining them."""
        self._say(self.decision.standing_answer())

    # --- commands: the view

    def action_pane(self, by: int) -> None:
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
