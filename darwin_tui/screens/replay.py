"""A replay: a record on the board, read-only, with playback, search, notes and marks, the analysis
of the match, and ways to guess, to branch and to ask why."""

from collections.abc import Callable, Sequence
from math import inf
from pathlib import Path
from textwrap import shorten
from typing import ClassVar, Final

from msgspec.structs import replace
from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.timer import Timer
from textual.widgets import Static

from darwin_core.analysis.review import Choice
from darwin_core.contract.game import Event
from darwin_core.journal import JournalError
from darwin_core.table import Refused
from darwin_core.text.language import mark, noun, tr
from darwin_core.text.seat_names import SeatNames
from darwin_tui import commands
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import Area
from darwin_tui.library import notes
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.play.guessing import guessed_seat, why_no_guess
from darwin_tui.play.puzzles import JUDGING
from darwin_tui.play.replay import ReplayCursor, Unit, action_details
from darwin_tui.play.second_look import SecondLook, second_look_words
from darwin_tui.screens import navigation
from darwin_tui.screens.better_line import ask_better
from darwin_tui.screens.board_screen import RecordedScreen
from darwin_tui.screens.match_screens import ShareableMatchScreen, ask_branch
from darwin_tui.screens.replay_analysis import ReplayBeliefs, ReplayChances
from darwin_tui.widgets.board_panel import Undone
from darwin_tui.widgets.dialogs import EntryDialog, MessageDialog, PickDialog
from darwin_tui.widgets.pane import DrawnWidget
from darwin_tui.widgets.screen import DarwinScreen, KeyBar

Screen = DarwinScreen[None]


class ReplayPlayer:
    """Steps forward at the cursor's speed until stopped."""

    def __init__(self, screen: Screen, cursor: ReplayCursor, step: Callable[[int], None]) -> None:
        """Prepare to play.

        Args:
            step: goes forward by a number of actions.
        """
        self._screen = screen
        self._cursor = cursor
        self._step = step
        self._timer: Timer | None = None

    @property
    def is_playing(self) -> bool:
        return self._timer is not None

    def start(self) -> None:
        """Start stepping; at unlimited speed, go to the end at once."""
        cursor = self._cursor
        if cursor.speed == inf:
            self._step(cursor.last - cursor.position)
        elif cursor.position < cursor.last:
            self._timer = self._screen.set_interval(1 / cursor.speed, lambda: self._step(1))

    def stop(self) -> None:
        """Stop stepping. A second call has no effect."""
        if self._timer:
            self._timer.stop()
            self._timer = None

    def accelerate(self, by: int) -> None:
        self._cursor.accelerate(by)
        if self.is_playing:
            # A timer keeps its interval.
            self.stop()
            self.start()


async def ask_number(screen: Screen, cursor: ReplayCursor) -> int | None:
    """Ask for the number of an action; return None if the answer is empty or no number."""
    question = tr("The number of an action:")
    if cursor.is_revealed:
        question = tr("The number of an action, 0 to {last}:", last=cursor.last)
    dialog = EntryDialog(tr("Go to"), question)
    answer = await screen.app.push_screen_wait(dialog)
    if not answer:
        return None
    if answer.strip().isdecimal():
        return int(answer)
    words = tr("{answer!r} is not the number of an action.", answer=answer)
    screen.notify(words, markup=False, timeout=3)
    return None


async def ask_line(screen: Screen, cursor: ReplayCursor, seat_names: SeatNames) -> int | None:
    """Return the position of a line of the log; None if none was selected."""
    lines = cursor.log_lines(seat_names)
    number = sum(position <= cursor.position for position, _ in lines) - 1
    dialog = PickDialog(tr("Log"), [text for _, text in lines], at=max(number, 0))
    selected = await screen.app.push_screen_wait(dialog)
    return None if selected is None else lines[selected][0]


async def ask_words(screen: Screen, cursor: ReplayCursor, seat_names: SeatNames) -> int | None:
    """Return the position of the next action whose sentences contain some words."""
    text = await screen.app.push_screen_wait(EntryDialog(tr("Search"), tr("Words in the log:")))
    if not text:
        return None
    position = cursor.search(text, seat_names)
    if position is None:
        words = tr("The log does not contain {words!r}.", words=text)
        screen.notify(words, markup=False, timeout=3)
    return position


def guess_from(screen: Screen, saved: SavedMatch, cursor: ReplayCursor) -> None:
    """Open the guessing of a player's actions from here on, or say why it is impossible."""
    if refusal := why_no_guess(cursor.recording, cursor.position):
        screen.notify(refusal, timeout=3)
    else:
        seat = guessed_seat(saved, cursor.recording, cursor.position)
        navigation.go(screen.app, navigation.Guess(saved, seat, cursor.position))


NO_NOTES: Final = mark("Notes are kept at home: download the record first.")
NOT_ACTED: Final = mark("Nobody has acted yet.")


class ReplayNotes:
    """The notes on one record, to read and write."""

    def __init__(
        self,
        screen: Screen,
        path: Path | None,
        cursor: ReplayCursor,
        changed: Callable[[], None],
    ) -> None:
        """Open the notes of the player at a screen.

        Args:
            path: file of the notes; None if the record is not one of the player's files.
            cursor: the position to which new notes belong.
            changed: called after a note is written.
        """
        self._screen = screen
        self._path = path
        self._cursor = cursor
        self._changed = changed
        self.all = notes.read(path) if path else []

    def lines_here(self) -> list[str]:
        """Return the notes on the last action, one per line."""
        return [note.render() for note in self.all if note.line == self._cursor.line]

    def placed(self) -> list[tuple[int, str]]:
        """Return the positions of the notes, each with its glyph, which may be empty."""
        positions = ((self._cursor.position_of(note.line), note.glyph) for note in self.all)
        return [(position, glyph) for position, glyph in positions if position is not None]

    def toggle_glyph(self, number: int) -> None:
        """Mark the last action with the glyph of a number; the same glyph again removes it."""
        if self._is_refused():
            return
        if not self._cursor.position:
            self._screen.notify(tr(NOT_ACTED), timeout=3)
            return
        glyph = notes.GLYPHS[number - 1]
        old = self._own_note(self._cursor.line)
        self._write(replace(old, glyph="" if glyph == old.glyph else glyph))

    async def ask_text(self) -> None:
        """Ask for a note on the last action."""
        if self._is_refused():
            return
        line = self._cursor.line
        question = tr("On action {number}:", number=self._cursor.position)
        dialog = EntryDialog(tr("Note"), question, self._own_note(line).text)
        text = await self._screen.app.push_screen_wait(dialog)
        if text is not None:
            shortened = text.strip()[: notes.TEXT_CHARACTERS_MAX]
            self._write(replace(self._own_note(line), text=shortened))

    async def ask_which(self) -> int | None:
        """Ask for one of the notes, and return its position. Other people's notes on later actions
        would reveal what comes, so they are listed only once the length of the match is shown."""
        cursor = self._cursor
        author = self._screen.player.name
        placed = [(cursor.position_of(note.line), note) for note in self.all]
        open_notes = [
            (position, note)
            for position, note in placed
            if position is not None
            and (cursor.is_revealed or note.by == author or position <= cursor.position)
        ]
        if not open_notes:
            words = tr("No notes yet: {replay.note} writes one, 1 to 6 rate an action.", **KEYS)
            self._screen.notify(words, timeout=3)
            return None
        lines = [f"{tr('action')} {position:>3}  {note.render()}" for position, note in open_notes]
        selected = await self._screen.app.push_screen_wait(PickDialog(tr("Notes"), lines))
        return None if selected is None else open_notes[selected][0]

    def _is_refused(self) -> bool:
        """Point to the place for notes if none can be written here, and return True."""
        if self._path is None:
            self._screen.notify(tr(NO_NOTES), severity="warning")
        return self._path is None

    def _own_note(self, line: int) -> notes.Note:
        """Return the player's own note on a line; an empty one if there is none."""
        author = self._screen.player.name
        written = (note for note in self.all if (note.line, note.by) == (line, author))
        return next(written, notes.Note(line, author))

    def _write(self, note: notes.Note) -> None:
        assert self._path
        try:
            self.all = notes.write(self._path, note)
        except JournalError as error:
            self._screen.notify(str(error), markup=False, severity="error")
        self._changed()


NOTE: Final = "◆"
"""Mark of a note without a glyph."""


Stretch = tuple[str, int, int]
"""A round: its label, and its first and last position."""


class ReplayMarks(DrawnWidget):
    """A row with rounds and notes; empty while the length of the match is hidden."""

    def __init__(self, start: int) -> None:
        """Make an empty row.

        Args:
            start: column at which the bar begins.
        """
        super().__init__(id="marks")
        self._start = start
        self._columns = 0
        self._position = 0
        self._rounds: Sequence[Stretch] = ()
        self._notes: Sequence[tuple[int, str]] = ()

    def show(
        self,
        columns: int,
        position: int,
        rounds: Sequence[Stretch],
        notes: Sequence[tuple[int, str]],
    ) -> None:
        """Show rounds and notes.

        Args:
            rounds: in order; empty to show nothing.
            notes: positions, each with the glyph of its note, which may be empty.
        """
        self._columns = columns
        self._position = position
        self._rounds = rounds
        self._notes = notes
        self.redraw()

    def fill(self, area: Area) -> None:
        if not self._rounds:
            return
        last = max(self._rounds[-1][-1], 1)
        bar = area.at(self._start, 0, self._columns, area.height)

        def column(position: int) -> int:
            return position * self._columns // last

        for words, first, end in self._rounds:
            x = column(first)
            width = column(end) - column(first)
            # The position at which a round ends and the next one begins belongs to the former.
            is_now = first < self._position <= end or self._position == first == 0
            part = bar.at(x, bar.height - 1, width - 1, 1, "keycap" if is_now else "strip")
            style = "strong cursor" if is_now else "dim"
            if len(words) <= part.width:
                part.centre(0, (words, style))
            elif part.width >= len(words.split()[-1]):
                part.centre(0, (words.split()[-1], style))
        for position, glyph in self._notes:
            mark = glyph or NOTE
            style = "bad" if mark.startswith("?") else "good" if mark.startswith("!") else "cursor"
            x = min(column(position), self._columns - len(mark))
            bar.text(x, 0, (mark, f"strong {style}"))


TITLE_COLUMNS: Final = 60
"""Maximum columns of the title of a dialog."""


class SecondLookDialog(MessageDialog):
    """The reason for an action, in the words of a hint once a hint's search has ended."""

    def __init__(
        self, title: str, study: SecondLook, player: str, choice: Choice | None = None
    ) -> None:
        """Prepare the dialog; see ``second_look_words``."""
        super().__init__(title, [tr(JUDGING)])
        self._study = study
        self._player = player
        self._choice = choice

    def on_mount(self) -> None:
        self._judge()

    @work
    async def _judge(self) -> None:
        await self._study.judge(lambda: self.is_attached)
        self.say(second_look_words(self._study, self._player, self._choice))


def show_why(
    screen: Screen,
    saved: SavedMatch,
    cursor: ReplayCursor,
    seat_names: SeatNames,
    choice: Choice | None = None,
) -> None:
    """Show the reason for the last action if the perspective allows it; else say so.

    Args:
        choice: the action as judged by an analysis, if any.
    """
    if not cursor.position:
        screen.notify(tr(NOT_ACTED), timeout=3)
        return
    try:
        recording = saved.recording(cursor.recording.seat(cursor.position))
    except Refused as refused:
        screen.notify(str(refused), markup=False, timeout=4)
        return
    study = SecondLook.before(recording, cursor.position, seat_names)
    assert study is not None
    # The title names the action alone, since its consequences may concern others: a last face-down
    # card turns up all of them.
    player = recording.names[recording.viewer]
    title = f"{player}: {study.phrase(study.taken)}"
    shortened = shorten(title, TITLE_COLUMNS, placeholder=" …")
    screen.app.push_screen(SecondLookDialog(shortened, study, player, choice))


BAR_COLUMN: Final = 2
"""Column at which the timeline's bar begins."""
MARKS_FROM_ROWS: Final = 30
"""Rows of a terminal from which the timeline has a row of marks."""
ACTION_FROM_ROWS: Final = 50
"""Rows from which marks are above the timeline, and a panel describes the action."""
ACTION_BESIDE_COLUMNS: Final = 118
"""Columns from which the action's panel fits beside the chances."""
CHANCES_FROM_ROWS: Final = 36
"""Rows from which the chances fit below the board; else they take its place."""
BESIDE_BAR_COLUMNS: Final = 55
"""Columns of the timeline besides the bar."""
BAR_COLUMNS_MIN: Final = 10
"""Minimum columns of the bar."""


PAGE_ACTIONS: Final = 20
"""Actions that a page key goes forward or back while the log is closed."""


class ReplayScreen(ShareableMatchScreen, RecordedScreen):
    """A cursor in time over a recording, with the analysis of the match."""

    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("replay")

    def __init__(self, saved: SavedMatch, viewer: int | None = None, position: int = 0) -> None:
        """Open a replay at a position, from a perspective if that is allowed."""
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
        """Read the notes, and notify the reader of faults in the record."""
        path = self._saved.path and self.player.locations.notes_on(self._saved.path)
        self._notes = ReplayNotes(self, path, self._cursor, self.draw)
        if self._saved.notice:
            self.notify(self._saved.notice, severity="warning", timeout=10, markup=False)

    def on_screen_resume(self) -> None:
        """Redraw with labels in the game's words and the current language."""
        self._action.border_title = tr("This action")
        units = zip(("round", "turn"), self._game.clock_words, strict=True)
        ways = "next", "last"
        self.labels = {f"replay.{way}_{unit}": noun(word) for unit, word in units for way in ways}
        self.draw()

    def draw(self) -> None:
        """Draw board, banner and timeline at the cursor, and the open parts of the analysis."""
        cursor = self._cursor
        self._beliefs.follow()
        judged = self._chances.words_here(self._seat_names)
        banner = self._banner(judged)
        sentences = action_details(
            banner, judged, cursor, self._seat_names, self._chances.visible_curve
        )
        below = [] if self._has_action_panel else sentences
        scene = self._scene(below, self._beliefs.at_cards)
        self.panel.show(scene)
        log: Sequence[Event | Undone] = scene.events
        if cursor.shows_all:
            log = [Undone(event) if undone else event for event, undone in cursor.log_with_undone]
        self.panel.event_log.show(log, self._seat_names)
        self.query_one("#perspective", Static).update(banner, layout=False)
        timeline = cursor.timeline(self._bar_columns, self._player.is_playing)
        self.query_one("#scrubber", Static).update(timeline, layout=False)
        self._action.update("\n".join(sentences), layout=False)
        rounds = cursor.rounds() if cursor.is_revealed else []
        self.set_class(bool(rounds) and self.app.size.height >= MARKS_FROM_ROWS, "-marks")
        self._chances.draw(self._seat_names)
        self._marks.show(self._bar_columns, cursor.position, rounds, self._notes.placed())

    def _banner(self, judged: Sequence[str]) -> str:
        room = max(self.app.size.width - 2, 1)
        return self._cursor.banner(self._seat_names, judged, self._notes.lines_here(), room)

    @property
    def _has_action_panel(self) -> bool:
        """True if the action's panel is below the board, so that the board needs none."""
        is_below = self._chances.is_shown or self._beliefs.is_listed
        return self.has_class("-action") or (is_below and self.has_class("-beside"))

    @property
    def _bar_columns(self) -> int:
        return max(self.size.width - BESIDE_BAR_COLUMNS, BAR_COLUMNS_MIN)

    def on_resize(self) -> None:
        """Show rounds, notes and the action's details if there is room."""
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
        """Go a number of actions forward or back; a single step skips actions without a choice."""
        self._cursor.step(by)
        self._moved()

    def action_page(self, by: int) -> None:
        """Scroll the log if it is open; else go twenty actions forward or back."""
        if self.panel.has_log:
            self.panel.scroll_log(by)
        else:
            self.action_step(by * PAGE_ACTIONS)

    @property
    def position(self) -> int:
        """Number of actions that the board shows."""
        return self._cursor.position

    @property
    def saved_at(self) -> Path | None:
        return self._saved.path

    @property
    def viewer(self) -> int:
        return self._cursor.recording.viewer

    def action_go(self, position: int) -> None:
        self._move_to(self._cursor.last if position < 0 else position)

    def action_jump(self, unit: Unit, by: int) -> None:
        """Go to the start of the next or previous turn or round."""
        self._cursor.jump(unit, by)
        self._moved()

    def action_all_acts(self) -> None:
        """Toggle between all actions, including undone ones, and only those with a choice."""
        self._cursor.shows_all = not self._cursor.shows_all
        self.notify(self._cursor.stops, timeout=2)
        self.draw()

    def action_reveal(self) -> None:
        """Show or hide the length of the match."""
        self._cursor.is_revealed = not self._cursor.is_revealed
        self.draw()

    @work
    async def action_ask_number(self) -> None:
        self._go_if_any(await ask_number(self, self._cursor))

    @work
    async def action_to_log_line(self) -> None:
        self._go_if_any(await ask_line(self, self._cursor, self._seat_names))

    @work
    async def action_search(self) -> None:
        self._go_if_any(await ask_words(self, self._cursor, self._seat_names))

    def _go_if_any(self, position: int | None) -> None:
        if position is not None:
            self._move_to(position)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self.query_one("#scrubber"))
        columns = self._bar_columns
        if offset and 0 <= offset.x - BAR_COLUMN <= columns and self._cursor.is_revealed:
            self._move_to(round((offset.x - BAR_COLUMN) * self._cursor.last / columns))

    def action_play_pause(self) -> None:
        if self._player.is_playing:
            self._player.stop()
        else:
            self._player.start()
        self.draw()

    def action_speed(self, by: int) -> None:
        self._player.accelerate(by)
        self.draw()

    # --- results

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the letters of the board's panes, and available commands."""
        if action == "open":
            return self.panel.has_letters(parameters)
        return commands.is_available("replay", action, self.share_capability)

    @property
    def shared_viewer(self) -> int:
        return self._cursor.recording.viewer

    @property
    def shared_position(self) -> int:
        """The cursor's position if the match is over; else 0."""
        return self._cursor.position if self._cursor.recording.outcome is not None else 0

    def action_results(self) -> None:
        """Show how the match ended, or say why not yet."""
        if self._cursor.no_results:
            self.notify(self._cursor.no_results, timeout=3)
            return
        navigation.go(self.app, navigation.Results(self._saved, move_replay=self._move_to))

    # --- analysis

    def action_chances(self) -> None:
        """Show or hide the winning chances; the first time, analyse the match."""
        self._beliefs.close_list()
        self._chances.toggle()

    def action_knowledge(self) -> None:
        """Judge the chances with the next knowledge: the players', a spectator's, or open cards."""
        self._chances.switch()

    def action_beliefs(self) -> None:
        """Show what hidden cards could be: at the cards, then also in a list, then not at all."""
        self._beliefs.toggle()
        if self._beliefs.is_listed or self.has_class("-low"):
            self._chances.hide()

    def action_mark(self, by: int) -> None:
        """Go to the next or previous action marked by the analysis."""
        self._go_if_any(self._chances.mark(by))

    @work
    async def action_why(self) -> None:
        """Show why the player took the action, from what they knew. For a mistake, show what was
        better, and the line that could have followed."""
        self._chances.find()
        choice = self._chances.mistake_here
        if choice is None:
            judged = self._chances.choice_here
            show_why(self, self._saved, self._cursor, self._seat_names, judged)
            return
        self._player.stop()
        viewer = self._cursor.recording.viewer
        line = await ask_better(self, self._saved, viewer, choice, self._seat_names)
        if line:
            back = navigation.Replay(self._saved, viewer, choice.position + 1)
            navigation.go(self.app, navigation.BetterLine(line, viewer, choice.position, back))

    def action_guess(self) -> None:
        self._player.stop()
        guess_from(self, self._saved, self._cursor)

    # --- notes and branches

    def action_glyph(self, number: int) -> None:
        """Rate the action: 1 is brilliant, 6 a blunder."""
        self._notes.toggle_glyph(number)

    @work
    async def action_note(self) -> None:
        self._player.stop()
        self.draw()
        await self._notes.ask_text()

    @work
    async def action_notes(self) -> None:
        self._go_if_any(await self._notes.ask_which())

    @work
    async def action_branch(self, is_trial: bool = False) -> None:
        """Continue from here in a separate match; a trial is not kept."""
        self._player.stop()
        self.draw()
        saved = self._saved
        recording = self._cursor.recording
        position = self._cursor.position
        access = await ask_branch(self, saved, recording, position, is_trial)
        if access is not None:
            back = navigation.Replay(saved, recording.viewer, position)
            navigation.go(self.app, navigation.Play(access, back, is_trial))

    def action_back(self) -> None:
        """Stop an analysis, else hide what covers the board or is beside it; else leave."""
        if self.panel.is_log_above:
            self.panel.toggle_log()
        elif self._beliefs.is_shown:
            self._beliefs.hide()
        elif self._chances.is_shown:
            self._chances.toggle()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Close a log that covers the board, as in a match; else leave."""
        if self.panel.is_log_above:
            self.panel.toggle_log()
            return
        self._player.stop()
        self._chances.stop()
        self._beliefs.stop()
        self.dismiss()
