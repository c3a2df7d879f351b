"""A replay: a record on the same board as play, read-only."""

from collections.abc import Sequence
from typing import ClassVar, Final

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.widgets import Static

from darwin_core.contract.game import Event
from darwin_core.text.language import noun, tr
from darwin_tui import commands
from darwin_tui.dialogs.better import ask_better
from darwin_tui.dialogs.branch import ask_branch
from darwin_tui.dialogs.why import show_why
from darwin_tui.library.saves import SavedMatch
from darwin_tui.play.consequences import beyond
from darwin_tui.play.replay_cursor import Unit
from darwin_tui.screens import navigation
from darwin_tui.screens.recorded_screen import RecordedScreen
from darwin_tui.screens.replay_beliefs import ReplayBeliefs
from darwin_tui.screens.replay_chances import ReplayChances
from darwin_tui.screens.replay_notes import ReplayNotes
from darwin_tui.screens.replay_places import ask_line, ask_number, ask_words, guess_from
from darwin_tui.screens.replay_player import ReplayPlayer
from darwin_tui.screens.sharing import Sharing
from darwin_tui.widgets.event_log import Undone
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.replay_marks import ReplayMarks

BAR_COLUMN: Final = 2
"""The column at which the bar of the timeline begins."""
MARKS_FROM_ROWS: Final = 30
ACTION_FROM_ROWS: Final = 50
"""Rows from which marks are above the timeline, and from which a panel describes the action."""
ACTION_BESIDE_COLUMNS: Final = 118
"""Columns from which this panel has room beside the chances."""
CHANCES_FROM_ROWS: Final = 36
"""Rows from which the chances have room below the board; else they take its place."""
BESIDE_BAR_COLUMNS: Final = 55
"""Columns of the timeline that are not the bar."""


class ReplayScreen(Sharing, RecordedScreen):
    """A cursor in time over a recording, and the analysis of the match at it."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("replay")

    def __init__(self, saved: SavedMatch, viewer: int | None = None, position: int = 0) -> None:
        """Open a replay at a position, from a perspective, where that is allowed."""
        super().__init__(saved, viewer if viewer in saved.viewers else None, position)
        self._player = ReplayPlayer(self, self._cursor, self.action_step)
        self._marks = ReplayMarks(BAR_COLUMN + 1)
        self._chances = ReplayChances(self, saved, self._cursor, self.draw)
        self._beliefs = ReplayBeliefs(self, self._cursor, self.draw)
        self._action = Static("", id="action", markup=False)

    def compose(self) -> ComposeResult:
        """Yield the board under a banner that names the perspective, and a timeline."""
        yield Static("", id="perspective", markup=False)
        yield self.panel
        with Container(id="below"):
            yield from (self._chances.curve, self._beliefs.bars, self._action)
        yield self._marks
        yield Static("", id="scrubber", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Read the notes, and say what is to be said of the record."""
        path = self._saved.path and self.session.locations.notes_on(self._saved.path)
        self._notes = ReplayNotes(self, path, self._cursor, self.draw)
        if self._saved.notice:
            self.notify(self._saved.notice, severity="warning", timeout=10, markup=False)

    def on_screen_resume(self) -> None:
        """Draw, with labels in the game's words and in the language that may be another now."""
        self._action.border_title = tr("This action")
        units = zip(("round", "turn"), self._game.clock_words, strict=True)
        ways = "next", "last"
        self.labels = {f"replay.{way}_{unit}": noun(word) for unit, word in units for way in ways}
        self.draw()

    def draw(self) -> None:
        """Draw board, banner and timeline at the cursor, and what is open of the analysis."""
        cursor = self._cursor
        self._beliefs.follow()
        judged = self._chances.words_here(self._lexicon)
        banner = self._banner(judged)
        here = beyond(banner, judged, cursor, self._lexicon, self._chances.shown_curve)
        said = [] if self._has_action_panel else here
        scene = self._scene(said, self._beliefs.found)
        self.panel.show(scene)
        log: Sequence[Event | Undone] = scene.events
        if cursor.shows_all:
            log = [Undone(each) if undone else each for each, undone in cursor.log_with_undone]
        self.panel.event_log.show(log, self._lexicon)
        self.query_one("#perspective", Static).update(banner, layout=False)
        timeline = cursor.timeline(self._bar_columns, self._player.is_playing)
        self.query_one("#scrubber", Static).update(timeline, layout=False)
        self._action.update("\n".join(here), layout=False)
        rounds = cursor.rounds() if cursor.is_revealed else []
        self.set_class(bool(rounds) and self.app.size.height >= MARKS_FROM_ROWS, "-marks")
        self._chances.draw(self._lexicon)
        self._marks.show(self._bar_columns, cursor.position, rounds, self._notes.placed())

    def _banner(self, judged: Sequence[str]) -> str:
        room = max(self.app.size.width - 2, 1)
        return self._cursor.banner(self._lexicon, judged, self._notes.lines_here(), room)

    @property
    def _has_action_panel(self) -> bool:
        """True if the panel of the action is below the board, so that the board needs none."""
        is_below = self._chances.is_shown or self._beliefs.is_listed
        return self.has_class("-action") or (is_below and self.has_class("-beside"))

    @property
    def _bar_columns(self) -> int:
        return max(self.size.width - BESIDE_BAR_COLUMNS, 10)

    def on_resize(self) -> None:
        """Show rounds, notes and the action at length where there is room."""
        self.set_class(self.app.size.height < CHANCES_FROM_ROWS, "-low")
        self.set_class(self.app.size.height >= ACTION_FROM_ROWS, "-action")
        self.set_class(self.app.size.width >= ACTION_BESIDE_COLUMNS, "-beside")
        super().on_resize()

    # --- time

    def _moved(self) -> None:
        if self._cursor.position == self._cursor.last:
            self._player.stop()
        super()._moved()

    def action_step(self, by: int) -> None:
        """Go some actions forward or back; a single step skips actions without a choice."""
        self._cursor.step(by)
        self._moved()

    def action_go(self, position: int) -> None:
        """Go to the start (0) or the end (-1)."""
        self._move_to(self._cursor.last if position < 0 else position)

    def action_jump(self, unit: Unit, by: int) -> None:
        """Go to the start of the next or the previous turn or round."""
        self._cursor.jump(unit, by)
        self._moved()

    def action_all_acts(self) -> None:
        """Stop at every action and show also those undone, or only where there was a choice."""
        self._cursor.shows_all = not self._cursor.shows_all
        self.notify(self._cursor.stops, timeout=2)
        self.draw()

    def action_reveal(self) -> None:
        """Show or hide how long the match is."""
        self._cursor.is_revealed = not self._cursor.is_revealed
        self.draw()

    @work
    async def action_ask_number(self) -> None:
        """Go to an action by its number."""
        self._go_if_any(await ask_number(self, self._cursor))

    @work
    async def action_to_log_line(self) -> None:
        """Go to the action of a line of the log."""
        self._go_if_any(await ask_line(self, self._cursor, self._lexicon))

    @work
    async def action_search(self) -> None:
        """Go to the next action whose sentences match."""
        self._go_if_any(await ask_words(self, self._cursor, self._lexicon))

    def _go_if_any(self, position: int | None) -> None:
        if position is not None:
            self._move_to(position)

    def on_click(self, event: events.Click) -> None:
        """Go to a click on the bar."""
        offset = event.get_content_offset(self.query_one("#scrubber"))
        columns = self._bar_columns
        if offset and 0 <= offset.x - BAR_COLUMN <= columns and self._cursor.is_revealed:
            self._move_to(round((offset.x - BAR_COLUMN) * self._cursor.last / columns))

    def action_play_pause(self) -> None:
        """Play by itself, or stop."""
        if self._player.is_playing:
            self._player.stop()
        else:
            self._player.start()
        self.draw()

    def action_speed(self, by: int) -> None:
        """Play faster or slower."""
        self._player.accelerate(by)
        self.draw()

    # --- results

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the panes that there are."""
        if action == "open":
            return self.panel.has_letters(parameters)
        return commands.is_available("replay", action, self.sharing)

    @property
    def shared_viewer(self) -> int:
        """The perspective of the replay."""
        return self._cursor.recording.viewer

    @property
    def shared_position(self) -> int:
        """The position of the replay of a match that is over."""
        return self._cursor.position if self._cursor.recording.outcome is not None else 0

    def action_results(self) -> None:
        """Show how the match ended, or say why not yet."""
        if self._cursor.no_results:
            self.notify(self._cursor.no_results, timeout=3)
            return
        navigation.go(self.app, navigation.Results(self._saved, move_replay=self._move_to))

    # --- analysis

    def action_chances(self) -> None:
        """Show or hide the chances to win; the first time, analyse the match."""
        self._beliefs.close_list()
        self._chances.toggle()

    def action_knowledge(self) -> None:
        """Show the chances as a spectator knew the match, with all cards open, or as before."""
        self._chances.switch()

    def action_beliefs(self) -> None:
        """Show what hidden cards could be: at the cards, then also in a list, then no more."""
        self._beliefs.toggle()
        if self._beliefs.is_listed or self.has_class("-low"):
            self._chances.hide()

    def action_mark(self, by: int) -> None:
        """Go to the next or the last action that the analysis marks."""
        self._go_if_any(self._chances.mark(by))

    @work
    async def action_why(self) -> None:
        """Show why the player took the action, from what they knew; of a mistake, what was better,
        and the line that could have followed."""
        self._chances.find()
        choice = self._chances.mistake_here
        if choice is None:
            show_why(self, self._saved, self._cursor, self._lexicon)
            return
        self._player.stop()
        viewer = self._cursor.recording.viewer
        line = await ask_better(self, self._saved, viewer, choice, self._lexicon)
        if line:
            back = navigation.Replay(self._saved, viewer, choice.position + 1)
            navigation.go(self.app, navigation.BetterLine(line, viewer, choice.position, back))

    def action_guess(self) -> None:
        """Guess what a player does next."""
        self._player.stop()
        guess_from(self, self._saved, self._cursor)

    # --- notes and branches

    def action_glyph(self, number: int) -> None:
        """Judge the action: 1 is brilliant, 6 a blunder."""
        self._notes.toggle_glyph(number)

    @work
    async def action_note(self) -> None:
        """Write a note on the action."""
        self._player.stop()
        self.draw()
        await self._notes.ask_text()

    @work
    async def action_notes(self) -> None:
        """Go to one of the notes."""
        self._go_if_any(await self._notes.ask_which())

    @work
    async def action_branch(self, is_trial: bool = False) -> None:
        """Continue from here as a match of its own; one for trial is not kept."""
        self._player.stop()
        self.draw()
        saved, recording, position = self._saved, self._cursor.recording, self._cursor.position
        place = await ask_branch(self, saved, recording, position, is_trial)
        if place is not None:
            back = navigation.Replay(saved, recording.viewer, position)
            navigation.go(self.app, navigation.Play(place, back, is_trial))

    def action_leave(self) -> None:
        """Return to the screen before."""
        self._player.stop()
        self._chances.stop()
        self._beliefs.stop()
        self.dismiss()
