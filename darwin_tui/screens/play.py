"""The screen of a live match: keys and mouse, the curtain, the results, and saving elsewhere."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cached_property, partial
from pathlib import Path
from time import monotonic
from typing import ClassVar, Final, TypeVar

from msgspec.structs import replace
from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.timer import Timer
from textual.worker import WorkType

from darwin_core.contract.game import Action, Element
from darwin_core.journal import FileChanged, JournalError
from darwin_core.table import AnySeat, AnySnapshot, Refused, Trouble, runner
from darwin_core.text.language import mark, tr, tr_in
from darwin_tui import commands, settings
from darwin_tui.boards import board_for
from darwin_tui.commands import CONTEXT, KEYS, key_of, keys_at_table
from darwin_tui.drawing.canvas import SEAT_MARKS
from darwin_tui.library import daily, saves
from darwin_tui.library.notes import Note, note_named
from darwin_tui.library.seat_access import Rejected, SeatAccess
from darwin_tui.play.lesson import Coach, Primers
from darwin_tui.play.live_match import (
    IDLE_IN_PAUSE,
    BotsActing,
    Curtain,
    Deciding,
    LiveMatch,
    Over,
    Response,
)
from darwin_tui.play.status_line import CONTINUE, SPACE_SKIPS, YOUR_DECISION
from darwin_tui.screens import navigation
from darwin_tui.screens.board_screen import BoardScreen, Sentences
from darwin_tui.screens.curtain import CurtainScreen, Invitation
from darwin_tui.screens.table_view import TableView
from darwin_tui.seating import BOT_PREFIX, about_bot, about_rival, level_title, offered_levels
from darwin_tui.settings import Settings
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.board_panel import BoardPanel, EventLog
from darwin_tui.widgets.dialogs import ConfirmDialog, EntryDialog, MessageDialog, PickDialog
from darwin_tui.widgets.screen import DarwinScreen, KeyBar

T = TypeVar("T")
"""The result of a command at the table."""

RETRY_SECONDS: Final = 5
"""Time before bots that could not act try again."""
SAVED_CHECK_SECONDS: Final = 1
"""Time between two checks whether a match that could not be saved is saved again."""
RESULTS_DELAY_SECONDS: Final = 0.8
"""Delay before the results if nobody waits for a key."""
IDLE_SECONDS: Final = {"30": 30.0, "60": 60.0, "120": 120.0, "never": None}
"""Time without input after which a hand is covered if several people play, by value of the setting;
None for never."""
SAVED: Final = mark("Saved. Continue it whenever you like.")
CONTINUES: Final = mark("The match continues without you: come back any time.")
PATH_CHARACTERS_MAX: Final = 4096
"""Maximum length of the name of a file to continue in."""
WHERE: Final = mark(
    "Save the match in a new file and continue there; a name without a folder is put beside it:"
)
CONTINUE_KEYS: Final = frozenset({"enter", "space"})
"""Keys that end a pause or a reveal."""
NOTED_ACTIONS: Final = frozenset({"move", "play", "select", "help", "leave"})
"""Actions whose keys the bar shows below a note."""
PRESS_HINT_FIRST: Final = mark(
    "{play.play_hint} plays a hint of {play.hint}: press {play.hint} first."
)
ENTER: Final = ("play.play", "lesson.play", "guess.play")
"""Names of the commands of Enter, which continues from a pause."""
_RESCUE: Final = "save elsewhere"
"""Name of the background work that saves the match elsewhere or waits for its file."""
SEAT_KINDS: Final = frozenset(("seat", "species"))
"""Kinds of elements that stand for a player, numbered by seat."""


def about_seat(access: SeatAccess, element: Element) -> list[str]:
    """Describe the bot of a seat's element; return no lines for other elements."""
    kind, number = element
    level = access.bot_levels.get(number) if kind in SEAT_KINDS else None
    if level is None:
        return []
    name = access.spectator.names[number]
    about = about_rival(access.spectator.game, name, level)
    return [f"{tr('{name} is a bot.', name=name)} {about}"]


def needs_second_enter(
    wishes: Settings, snapshot: AnySnapshot, action: Action, *, slug: str, asks_newcomers: bool
) -> bool:
    """Return whether the first Enter only asks for a second one instead of playing an action."""
    if action not in snapshot.final:
        return False
    if wishes.confirm:
        return True
    return asks_newcomers and _is_first_match(wishes, slug) and len(snapshot.actions) > 1


def _is_first_match(wishes: Settings, slug: str) -> bool:
    """Return whether the player has played few matches of a game."""
    return wishes.matches.get(slug, 0) < settings.FIRST_MATCHES


async def ask_level(screen: DarwinScreen[None], access: SeatAccess) -> str:
    """Show the bots, and ask for another level of one of them.

    Returns:
        A sentence about the change, or why there is none; empty if the player cancels.
    """
    names = access.spectator.names
    bots = [*access.bot_levels]
    game = access.spectator.game
    lines = [
        f"{SEAT_MARKS[seat]} {names[seat]}  {about_rival(game, names[seat], level)}"
        for seat, level in access.bot_levels.items()
    ]
    dialog = PickDialog(tr("Bots"), lines, enter=tr("Enter chooses a level"))
    picked = await screen.app.push_screen_wait(dialog)
    if picked is None:
        return ""
    seat = bots[picked]
    offered = [level.name for level in offered_levels()]
    now = access.bot_levels[seat]
    index = offered.index(now) if now in offered else 0
    about = [about_bot(BOT_PREFIX + name, game) for name in offered]
    title = tr("{name} plays as", name=names[seat])
    dialog = PickDialog(title, about, enter=tr("Enter takes the level"), at=index)
    chosen = await screen.app.push_screen_wait(dialog)
    if chosen is None or offered[chosen] == now:
        return ""
    try:
        await access.change_level(seat, offered[chosen])
    except (Rejected, JournalError) as error:
        return screen.player.locations.redact(str(error))
    title = level_title(offered[chosen])
    return tr("{name} plays as {level} from now on.", name=names[seat], level=title)


class PlayScreen(BoardScreen):
    """A table with the player's selection.

    Tests read ``live`` (phase, snapshot, seat), ``table`` (selection, sentences, hint) and
    ``panel`` (board, pane, log).
    """

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("play")
    explains: ClassVar[bool] = True
    """Explain each phase the first time it comes."""
    only_plays: ClassVar[bool] = True
    """Enter does nothing while others decide."""

    def __init__(
        self, access: SeatAccess, open_results: Callable[[], None], coach: Coach | None = None
    ) -> None:
        """Prepare a screen at a table.

        Args:
            open_results: called once the match is over.
        """
        super().__init__()
        game = access.spectator.game
        self.slug = game.slug
        self.access = access
        self.open_results = open_results
        self.panel = BoardPanel(board_for(game.slug, id="board"), EventLog(game))
        self.live = LiveMatch(
            access,
            lambda: settings.of(self.app),
            self.panel.board.PAUSES,
            narrow=coach.permit if coach else None,
            is_harmless=self.panel.board.is_harmless,
        )
        self.coach = coach
        self.table = self.table_view()
        self.table.keys = keys_at_table(self.TABLE)
        self.selection = self.table.selection
        self._sentences = Sentences()
        self._primers: Primers | None = None
        self._curtain: CurtainScreen | None = None
        """The curtain, until the table is shown to the person who opened it."""
        self._pins: dict[int, str] = {}
        """PINs of seats, kept until the match is left."""
        self._last_key = ""
        self._names_hint_key = True
        """The sentence about the key of hints was not said yet."""
        self._clicked: tuple[Element, tuple[Element, ...], Element | None] | None = None
        """The last clicked element, with the selection and cursor that followed."""
        self._continued_at = 0.0
        """Time of the last click that ended a pause."""
        self._idle: Timer | None = None
        self._trouble: Trouble | None = None
        self._last_named: Note | None = None
        """The last note of a named action."""
        self._saving = asyncio.Lock()
        """Locked while a dialog asks for a file: one question at a time."""

    def table_view(self) -> TableView:
        return TableView(self.live, self.panel, self.coach)

    def compose(self) -> ComposeResult:
        yield self.panel
        yield from self._sentences.lines
        yield KeyBar()

    def on_mount(self) -> None:
        """Join the table, and let the bots act."""
        self.table.fit(self.app.size.width)
        self.panel.board.focus()
        self.live.start()
        self.live.sit(self._observe)
        if self.explains:
            self._primers = Primers(self.table.game, self.player.settings)
            # Against others, and on a server, only the notes on what is new give advice.
            is_alone = self.access.path is not None and not self.live.shares_screen
            self.table.advises = is_alone and self._primers.guides
        self.access.open()
        if self.access.notice:
            self.notify(self.access.notice, title=tr("Mended"), timeout=10, markup=False)
        self.on_screen_resume()

    def on_unmount(self) -> None:
        """Leave the table; the match is already saved."""
        self.live.get_up()
        self.access.close()

    def on_screen_resume(self) -> None:
        """Catch up after another screen was on top."""
        if not self.live.is_seated:
            return
        self.follow()
        if self._idle:
            self._idle.stop()
        seconds = IDLE_SECONDS[settings.of(self.app).idle]
        # A hand is covered only where other people play at this screen, too.
        covers = self.live.shares_screen and seconds
        self._idle = self.set_interval(seconds, self.cover_hand) if seconds and covers else None

    @property
    def idle_now(self) -> frozenset[str]:
        """Actions that have no effect of their own now."""
        idle = {*self.live.idle_actions}
        is_revealing = self.panel.is_revealing
        if is_revealing:
            idle |= IDLE_IN_PAUSE
        if self.only_plays and (is_revealing or isinstance(self.live.phase, BotsActing)):
            idle.add("play")
        if not self.table.gathers:
            idle.add("select")
        return frozenset(idle)

    def _few_actions(self) -> frozenset[str] | None:
        """Return the only actions whose keys the bar shows, those of a note; None without a note. A
        note that suggests nothing leaves the key of hints."""
        primer = self.table.open_primer
        if primer is None:
            return None
        return NOTED_ACTIONS if primer.advised or primer.is_awaited else NOTED_ACTIONS | {"hint"}

    def _offer_keys(self) -> None:
        """Show in the key bar only what has an effect."""
        if (idle := self.idle_now) != self.idle_actions:
            self.idle_actions = idle
            self.query_one(KeyBar).refresh()

    @property
    def saved_at(self) -> Path | None:
        """The file in which the match is saved as it is played; None on a server."""
        return self.access.path

    @property
    def seat(self) -> AnySeat:
        """The viewer's seat, to which commands go."""
        return self.live.seat

    # --- drawing

    def _observe(self, snapshot: AnySnapshot) -> None:
        """Show the last action, or only the status of the bots."""
        is_new = self.live.receive(snapshot)
        if not self.display:
            # Snapshots can still arrive while the screen is taken down, parts first.
            return
        if not is_new:
            self.table.fit(self.app.size.width)
            self._offer_keys()
            self.write()
            self._attend_bots()
            return
        if self.live.reveals:
            self.panel.pane = 0
        elif snapshot.seat != self.live.viewer:
            self.panel.step_back(snapshot.events)
        self._show_moving()
        self.follow()

    def follow(self, delay: float = RESULTS_DELAY_SECONDS) -> None:
        """Draw the phase, and do what follows: the curtain, the results, or a standing answer.

        Args:
            delay: seconds before results are opened.
        """
        live = self.live
        self.table.take_in(self._primers, lambda: not self._is_counted)
        if self.table.is_judging:
            self._refine_hints()
        self._note_named()
        self.draw()
        self._attend_bots()
        if self not in self.app.screen_stack:
            return
        match live.phase:
            case Curtain(seat):
                self._draw_curtain(seat)
            case Over(has_results=False) if delay:
                self.set_timer(delay, self.show_results)
            case Over(has_results=False):
                self.show_results()
        if live.due_answer is not None and not live.pause:
            answer = partial(self._answer, live.due_answer)
            self.work_on(answer, "standing answer", exclusive=True)

    def draw(self) -> None:
        """Draw the phase, if the table is visible. A note that is closed counts as read at once, so
        that it does not come again after a crash."""
        if not self.display or not self.live.is_seated:
            return
        if self._primers:
            self._primers.keep(is_open=self.table.primer is not None)
        self.table.fit(self.app.size.width)
        self.table.draw()
        self._offer_keys()
        few = self._few_actions()
        displays = {"move(-1,0)": self.table.arrows}
        if key_of("play.hint") == "H" and _is_first_match(settings.of(self.app), self.slug):
            # Newcomers take a capital letter for the key without Shift.
            displays["hint"] = "Shift+H"
        labels = {name: words for name, words in self.labels.items() if name not in ENTER}
        if self.live.pause:
            labels |= dict.fromkeys(ENTER, tr_in(CONTEXT, "continue"))
        if (few, displays, labels) != (self.few_actions, self.displays, self.labels):
            self.few_actions = few
            self.displays = displays
            self.labels = labels
            self.query_one(KeyBar).refresh()
        self.write()

    def write(self) -> None:
        self._sentences.write(self.table.lines())

    def say(self, message: str = "") -> None:
        """Draw after a command, with a message that answers its key."""
        self.table.message = message
        self.draw()

    def on_board_panel_revealed(self) -> None:
        """Write the sentences that a reveal delayed; no key meant for the reveal answers them."""
        self.live.note_shown()
        super().on_board_panel_revealed()

    def on_board_panel_rested(self) -> None:
        """Ignore keys meant to end the animation of another player's action."""
        if self._is_of_others:
            self.live.note_shown()

    @property
    def _is_of_others(self) -> bool:
        """True if the last action is not the viewer's."""
        return self.live.snapshot.seat != self.live.viewer

    def _show_moving(self, *, is_resumed: bool = False) -> None:
        """Animate the last action, if the player and the terminal want motion.

        Args:
            is_resumed: a pause that has shown its reveal has just ended.
        """
        wishes = settings.of(self.app)
        if wishes.motion and self.app.animation_level != "none":
            # At instant pace, a reveal is skipped, as after the pause that has shown it.
            skips_reveal = is_resumed or wishes.pace == "instant"
            events = self.live.snapshot.events
            is_paused = self.live.pause is not None
            self.panel.show_moving(events, is_paused=is_paused, is_resumed=skips_reveal)

    # --- keys and mouse in general

    def on_key(self, event: events.Key) -> None:
        """End the animation, clear the message of the last key, and note that somebody is here."""
        self._note_presence(event.key)
        is_revealing = self.panel.is_revealing
        self.panel.end_animation()
        continues = event.key in CONTINUE_KEYS
        if self.table.clear_passing(continues=continues, is_revealing=is_revealing):
            self.write()

    def on_mouse_move(self) -> None:
        self._note_presence()

    def on_click(self, event: events.Click) -> None:
        """Continue from a pause; a click on the prompt also ends the bots' pauses."""
        self._note_presence()
        on_prompt = getattr(event.widget, "id", None) == "prompt"
        if self.live.pause or (on_prompt and self.live.can_continue):
            self._continued_at = monotonic()
            self.press_continue()

    def _note_presence(self, key: str = "") -> None:
        """Restart the time without input, and note the last key for the next curtain."""
        self._last_key = key or self._last_key
        if self._idle:
            self._idle.reset()

    def on_board_pointed(self, event: Board.Pointed) -> None:
        self.table.move_to(event.element)
        self.say()

    async def on_board_clicked(self, event: Board.Clicked) -> None:
        """Select the clicked element. A second click plays what Enter would have played after the
        first; else it drops the element."""
        # The board reports a click after the screen has handled it. A click that has ended a pause
        # selects nothing.
        if self.live.pause or event.time <= self._continued_at:
            return
        self.table.clear_passing()
        selection, element = self.selection, event.element
        self.table.move_to(element)
        if not selection.is_selected(element):
            self.action_select()
        else:
            self._return_cursor(element)
            await self.action_play()
        self._clicked = element, selection.chooser.selected, selection.cursor

    def _return_cursor(self, element: Element) -> None:
        """Restore the cursor to where the first click on an element led, if Enter played there. The
        pointer had moved it back."""
        selection = self.selection
        if self._clicked and self._clicked[:2] == (element, selection.chooser.selected):
            before, selection.cursor = selection.cursor, self._clicked[2]
            if selection.action is None:
                selection.cursor = before

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow commands that only some games have."""
        if action == "open":
            return self.panel.has_letters(parameters)
        has = {"orders"} if len(self.panel.board.ORDERS) > 1 else set()
        has |= {"bots"} if self.access.bot_levels else set()
        # All keys are checked at each change of the screen, so compute this only on demand.
        has |= {"forecast"} if action == "forecast" and self.table.forecast() else set()
        has |= {"notes"} if self._primers else set()
        has |= {"standing answer"} if self.live.standing_answer is not None else set()
        return commands.is_available("play", action, has)

    # --- the decision

    def press_continue(self, *, plays: bool = False) -> bool:
        """Handle a continue key; return whether it is used up.

        Args:
            plays: the key would play an action in a decision.
        """
        table = self.table
        # A key that ends a reveal does nothing else; the next one ends the pause, or answers the
        # question.
        is_reading = self.panel.is_revealing
        is_watching = self.panel.is_moving and self._is_of_others
        is_reading |= is_watching and isinstance(self.live.phase, Deciding)
        if is_reading or isinstance(self.live.phase, Curtain):
            return True
        match self.live.press_continue(plays=plays):
            case Response.UNUSED:
                return False
            case Response.CONTINUED:
                self.selection.cursor = table.suggested
                self._show_moving(is_resumed=True)
                self.follow(delay=0)
            case Response.HURRIED:
                self.seat.hurry()
            case Response.OTHER_KEY:
                self.say(tr(SPACE_SKIPS, **KEYS))
            case Response.TOO_LATE:
                # The repeat of a held key is no second Enter.
                table.unsure = table.was_unsure
                self.say("" if table.unsure or table.own_loss else tr(YOUR_DECISION))
        return True

    def action_select(self) -> None:
        """Select the element under the cursor, continue, or end a wait for bots."""
        if self.press_continue():
            return
        if self.live.can_hurry:
            self.seat.hurry()
        else:
            self.say(self.table.select())

    async def action_play(self) -> None:
        """Play the selection, or the element under the cursor if nothing else is missing. If there
        is nothing to play, continue."""
        if self.press_continue(plays=True):
            return
        if self.live.is_hand_hidden:
            # Show the hand first, so that nobody plays an invisible card.
            self.action_hide()
            return
        table = self.table
        action = self.selection.action
        if action is None:
            self.say(table.select())
        elif self._asks_again(action):
            self.say()
        else:
            await self.submit(action)

    def _asks_again(self, action: Action) -> bool:
        """Return whether the key that would play an action asks for a second press, and note it."""
        table = self.table
        asks = action != table.was_unsure and needs_second_enter(
            settings.of(self.app),
            self.live.snapshot,
            action,
            slug=self.slug,
            asks_newcomers=table.asks_newcomers(action),
        )
        if asks:
            table.unsure = action
            self.live.note_question()
        return asks

    async def submit(self, action: Action) -> None:
        """Submit an answer to the current question, then the board's suggested first steps of a
        draft."""
        await self._attempt(self.seat.submit(action, self.live.snapshot.question), self.say)
        snapshot = self.seat.snapshot
        if snapshot.actions:
            for step in self.panel.board.begun_by(snapshot.view, action):
                await self._attempt(self.seat.submit(step, self.seat.snapshot.question), self.say)

    async def _attempt(self, command: Awaitable[T], say: Callable[[str], None]) -> T | None:
        """Await a command at the table; on failure, show why and return None."""
        try:
            return await command
        except Refused as refused:
            say(str(refused))
        except FileChanged as error:
            self._in_background(partial(self._save_elsewhere, str(error)))
        except JournalError as error:
            text = f"{error} {tr('Nothing is lost: play it again.')}"
            say(self.player.locations.redact(text))
        return None

    def _may_decide(self) -> bool:
        """Return whether a person at this screen decides; if not, say why."""
        refusal = self.table.refusal
        if refusal:
            self.say(refusal)
        return not refusal

    def _return_to(self, seat: AnySeat, undone: Action | None, text: str = "") -> None:
        """Move the cursor to an undone action's element, unless the viewer has changed
        meanwhile."""
        if undone is not None and seat is self.seat:
            self.table.return_to(undone)
            self.say(text)

    # --- commands: the decision

    def action_move(self, dx: int, dy: int) -> None:
        self.table.move(dx, dy)
        self.say(self._about_hint_key())

    def _about_hint_key(self) -> str:
        """Say once in a first match, after ``h``, which key gives a hint: newcomers try ``h``."""
        is_tried = self._last_key == "h" and self._names_hint_key and self.table.hint is None
        if not is_tried or self.table.why_no_hint() or key_of("play.hint") != "H":
            return ""
        self._names_hint_key = False
        is_new = _is_first_match(settings.of(self.app), self.table.game.slug)
        return tr("h moves the cursor; Shift and H give a hint.") if is_new else ""

    def action_select_number(self, number: int) -> None:
        self.say(self.table.select_number(number))

    def action_select_last(self) -> None:
        self.say(self.table.select_last())

    async def action_back(self) -> None:
        """Close a note, else drop the last selected element; if there is none, leave a draft."""
        if self.table.open_primer and self.table.close_primer():
            self.say()
            return
        if self.table.is_in_draft:
            while self.table.can_leave_draft:
                await self.action_undo()
            return
        self.table.back()
        self.say()

    async def action_undo(self) -> None:
        """Undo the player's last action, if the rules of undo allow."""
        if self._may_decide():
            seat = self.seat
            self._return_to(seat, await self._attempt(seat.undo(), self.say))

    async def action_reset_turn(self) -> None:
        """Undo the player's actions of this turn, as far as the rules of undo allow."""
        if self._may_decide():
            seat = self.seat
            text, action = await self._attempt(seat.reset_turn(), self.say) or ("", None)
            self._return_to(seat, action, text)

    async def action_redo(self) -> None:
        if self._may_decide():
            await self._attempt(self.seat.redo(), self.say)

    def action_standing_answer(self) -> None:
        """Start or stop declining offers for this turn."""
        self.say(self.table.standing_answer())

    # --- commands: the view

    def action_no_notes(self) -> None:
        """Close the note, and show no more notes."""
        now = settings.of(self.app)
        navigation.keep_settings(self.app, replace(now, primers="off"))
        self.table.advises = False
        self.table.close_primer()
        self.say(tr("No more notes; the settings bring them back."))

    def action_open(self, letter: str) -> None:
        self.table.close_primer()
        super().action_open(letter)

    def action_log(self) -> None:
        self.table.close_primer()
        super().action_log()

    def action_pane(self, by: int) -> None:
        self.table.close_primer()
        if not self.live.pause:
            self.panel.turn(by)
        self.say(tr(CONTINUE) if self.live.pause else "")

    def action_hide(self) -> None:
        self.live.toggle_hand()
        self.draw()

    def action_sort(self) -> None:
        self.say(self.table.sort())

    def action_zoom(self) -> None:
        cursor = self.selection.cursor
        if cursor and not self.live.pause:
            lines = [*self.panel.board.zoomed, *about_seat(self.access, cursor)]
            self.app.push_screen(MessageDialog(tr("Under the cursor"), lines))

    @work
    async def action_bots(self) -> None:
        """Show how the bots play, and change the level of one."""
        if self._is_counted:
            self.say(tr(daily.NO_HELP))
            return
        self.say(await ask_level(self, self.access))

    def action_forecast(self) -> None:
        """Show the points that each player would get if the round ended now."""
        if forecast := self.table.forecast():
            self.app.push_screen(MessageDialog(*forecast))

    @cached_property
    def _is_counted(self) -> bool:
        """True if the match is a daily challenge's try that counts."""
        # Only a match in one of the player's files can be a challenge.
        is_own = self.access.path is not None
        return is_own and daily.is_counted(
            self.access.saved, self.player.name, self.player.locations
        )

    def action_hint(self) -> None:
        """Show a hint; pressed again, the next best."""
        if self._is_counted:
            self.say(tr(daily.NO_HELP))
            return
        self.say(self.table.give_hint())
        self._note_named()
        self._refine_hints()

    def _note_named(self) -> None:
        """Note in a match of the player's own which action a hint or a note has named, so that the
        results never hold it against the player."""
        table, path = self.table, self.access.path
        action = table.named
        if not path or action is None or action not in self.live.snapshot.actions:
            return
        snapshot = self.live.snapshot
        named = Note(
            snapshot.line,
            self.seat.names[snapshot.viewer],
            hint=table.hint is not None,
            named=(table.game.texts.notation(action),),
        )
        if named != self._last_named:
            self._last_named = named
            note_named(self.player.locations.notes_on(path), named)

    def _refine_hints(self) -> None:
        self.work_on(self._judge_hints, "hint")

    async def _judge_hints(self) -> None:
        """Wait for the end of the search for the best actions."""
        await self.table.refine_hints(self.draw)
        self._note_named()

    async def action_play_hint(self) -> None:
        """Play the current hint. A hint that has only just appeared cannot have been read."""
        table = self.table
        hint = self.table.hint
        if table.is_hint_due:
            self.say(table.give_hint())
        elif hint is None or hint.action not in self.live.snapshot.actions:
            self.say(table.why_no_hint() or tr(PRESS_HINT_FIRST, **KEYS))
        elif self.live.is_too_early:
            table.renew_hint()
            self.say()
        elif self._may_decide():
            await self._play_hint(hint.action)

    async def _play_hint(self, action: Action) -> None:
        """Play the action of the current hint; further hints follow for the rest of the turn."""
        table = self.table
        if self._asks_again(action):
            table.show_hint()
            self.say()
            return
        before = table.turn
        await self.submit(action)
        if table.turn == before and self.live.snapshot.actions:
            # An action of several steps gets a hint for each step, up to its end.
            self.say(table.give_hint(is_asked=False))
            self._note_named()
        self._refine_hints()

    # --- results

    def show_results(self) -> None:
        """Open the results once, and count the match among the player's finished matches."""
        if not self.is_active or self.live.phase != Over():
            return
        self.live.open_results()
        now = settings.of(self.app)
        counted = settings.with_match(now, self.slug)
        if self.live.people and counted != now:
            navigation.keep_settings(self.app, counted)
        self.open_results()

    # --- the curtain

    def cover_hand(self) -> None:
        """Cover a hand after a while without input."""
        if self.is_current and self.live.can_cover:
            self.live.cover()
            self.follow()

    def _draw_curtain(self, seat: int) -> None:
        """Draw the curtain for a seat's person, or invite that person at the present one."""
        invitation = self._invitation(seat)
        if self._curtain is not None:
            # A dialog, as for a PIN, may be open over the curtain or about to open.
            self._curtain.invite(invitation)
            return
        # Close all dialogs over the table: the next person would find them under the curtain, and
        # they may name one of the previous person's cards.
        stack = self.app.screen_stack
        for screen in reversed(stack[stack.index(self) + 1 :]):
            screen.dismiss()
        self._curtain = CurtainScreen(invitation, self.leave, self._pins.__setitem__)
        self.app.push_screen(self._curtain, partial(self.call_next, self._open_curtain))

    def _open_curtain(self, seat: int | None) -> None:
        """Show the table to the person who opened the curtain. A curtain that is meant for another
        person by now is drawn again."""
        self._curtain = None
        phase = self.live.phase
        if isinstance(phase, Curtain) and phase.seat == seat:
            self.live.open_curtain()
        self.on_screen_resume()

    def _invitation(self, seat: int) -> Invitation:
        names = self.seat.names
        last = self.live.present.seat
        # Not the last key, which may still be held down.
        key = "enter" if self._last_key == "space" else "space"
        title = self.table.game.title
        pin = self._pins.get(seat, "")
        invitation = Invitation(names[seat], seat, title, key, pin=pin)
        if last == seat or not self.live.can_undo(last):
            return invitation
        return replace(invitation, chooser=names[last], undo=partial(self._undo_behind, last))

    async def _undo_behind(self, seat: int) -> None:
        """Undo the last action of a seat, behind the curtain."""
        await self._attempt(self.access.seat(seat).undo(), self._notify)

    def _notify(self, text: str) -> None:
        """Show a sentence in passing; names in it are no markup."""
        self.app.notify(text, markup=False)

    # --- standing answers and bots

    async def _answer(self, seat: int) -> None:
        """Give a standing answer, always after the same pause, so that its timing reveals
        nothing."""
        answers = self.access.seat(seat)
        answer, question = self.live.standing_answer, answers.snapshot.question
        seconds: float | None = runner.BOT_PAUSE_SECONDS
        if not self.live.has_standing_answer(seat):
            # Leave the person time to read the question and to answer it instead.
            seconds = runner.pause_seconds(answers.pace, lingers=True)
        # Step by step, the pause has no end; a standing answer needs none.
        await asyncio.sleep(runner.BOT_PAUSE_SECONDS if seconds is None else seconds)
        if question != answers.snapshot.question or answer is None:
            return
        if self.live.due_answer != seat:
            return
        declined = ""
        if self.live.viewer == seat and not self.live.has_standing_answer(seat):
            # The player may have looked elsewhere while the question stood there.
            words = self.table.game.texts.prompt(answers.snapshot.view, seat, self.table.seat_names)
            declined = tr("Declined for you: {offer}", offer=words)
        await self._attempt(answers.submit(answer, question), self._notify)
        if declined and self.live.viewer == seat:
            self.say(declined)

    def _attend_bots(self) -> None:
        """Let the bots wait during a pause, and show why they cannot act."""
        spectator = self.access.spectator
        (spectator.hold if self.live.pause else spectator.release)()
        before, self._trouble = self._trouble, spectator.snapshot.trouble
        if self._trouble is None or self._trouble == before:
            return
        if self._trouble.kind == "file-changed":
            self._in_background(partial(self._wait_for_file, self._trouble.sentence))
            return
        text = f"{self._trouble.sentence} {tr('The bots wait.')}"
        self.notify(text, markup=False, severity="error", timeout=8)
        self.set_timer(RETRY_SECONDS, spectator.retry)

    # --- saving elsewhere

    def action_save_elsewhere(self) -> None:
        self._in_background(self._save_elsewhere)

    def _in_background(self, work: WorkType[object]) -> None:
        """Do work of saving while the screen stays responsive."""
        self.work_on(work, _RESCUE)

    async def _save_elsewhere(self, why: str = "") -> bool:
        """Ask for a file until the match is saved in one, or the player leaves the dialog.

        Args:
            why: a sentence about the current file.

        Returns:
            True if it is saved in another file.
        """
        if self._saving.locked():
            return False
        if self.access.path is None or not self.player.locations.shows_paths:
            # A guest has no folders on the host's machine to choose from.
            self.notify(f"{why} {tr('The host keeps this match.')}".strip(), markup=False)
            return False
        async with self._saving:
            return await self._ask_for_file(self.access.path, why)

    async def _ask_for_file(self, path: Path, why: str) -> bool:
        """Ask for a file, beginning with a free name beside the current one, and ask again after
        each failure."""
        target: str | None
        try:
            target = str(saves.free_path(path))
        except JournalError:
            target = str(path)
        while True:
            question = f"{why} {tr('Nothing is lost.')}\n{tr(WHERE)}" if why else tr(WHERE)
            title = tr("Save in another file")
            dialog = EntryDialog(title, question, target or "", PATH_CHARACTERS_MAX)
            dialog.opens_by_itself = bool(why)
            target = await self.app.push_screen_wait(dialog)
            if target is None:
                return False
            try:
                self.access.save_elsewhere(target, self.player.locations)
            except JournalError as error:
                why = str(error)
                continue
            sentence = tr("The match is saved in {path}.", path=self.access.path)
            self.notify(sentence, markup=False)
            return True

    async def _wait_for_file(self, why: str) -> None:
        """Wait until the match is saved somewhere; the original file may also work again."""
        if self.access.path is not None and await self._save_elsewhere(why):
            return
        wait = tr("The bots wait.")
        if self.access.path is not None:
            key = key_of("play.save_elsewhere")
            wait = tr("The bots wait until {key} saves the match in another file.", key=key)
        self.notify(f"{why} {wait}", markup=False, severity="error", timeout=8)
        while self.access.why_unsaved():
            await asyncio.sleep(SAVED_CHECK_SECONDS)
        self.access.spectator.retry()

    # --- leaving

    def action_leave(self) -> None:
        """Close a log that covers the board; else leave for the first screen. Every action is saved
        already."""
        if self.panel.is_log_above:
            self.panel.toggle_log()
            return
        if isinstance(self.live.phase, Over):
            navigation.go(self.app, navigation.Home())
        else:
            self.leave()

    def leave(self) -> None:
        """Leave for the first screen; ask first if the match is not saved."""
        why = self.access.why_unsaved()
        if why is not None:
            home = partial(navigation.go, self.app, navigation.Home())
            self._in_background(partial(self._leave_unsaved, why, home))
            return
        parting = SAVED
        if self.access.table_people is not None:
            parting = CONTINUES if self.access.people else mark("You have stopped watching.")
        navigation.go(self.app, navigation.Home(tr(parting)))

    async def _leave_unsaved(self, why: str, leave: Callable[[], object]) -> None:
        """Leave an unsaved match once it is saved elsewhere or the player insists."""
        dialog = ConfirmDialog(tr("Not saved"), tr("Leave the match, which is not saved?"))
        dialog.opens_by_itself = True
        if await self._save_elsewhere(why) or await self.app.push_screen_wait(dialog):
            leave()

    def may_quit(self) -> bool:
        """Return whether the program may end now. If not, ask for a file to save the match in.

        A second request to end while that question is open is granted.
        """
        why = self.access.why_unsaved()
        if why is None or self._saving.locked():
            return True
        self._in_background(partial(self._leave_unsaved, why, self.app.exit))
        return False
