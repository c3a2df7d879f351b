"""The screen of a lesson: a live match with a teacher's notes. Also the check that a lesson fits
the screen."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.geometry import Size

from darwin_core.contract.chooser import Chooser
from darwin_core.contract.game import Action, Element
from darwin_core.teaching import facts, lessons
from darwin_core.teaching.facts import AnyNow
from darwin_core.teaching.lessons import TEACHER, Lesson, Step
from darwin_core.text.language import NAMES, mark, reading, tr, tr_in
from darwin_tui import commands
from darwin_tui.boards import board_for
from darwin_tui.commands import KEYS
from darwin_tui.drawing.area import Area, Grow
from darwin_tui.drawing.canvas import wrapped
from darwin_tui.drawing.overlay import region_of
from darwin_tui.drawing.panel import panel
from darwin_tui.drawing.picture import pictures
from darwin_tui.drawing.scene import Scene
from darwin_tui.play import live_match
from darwin_tui.play.lesson import RIGHT, Coach, Note, OpenLesson
from darwin_tui.play.status_line import BAR_COLUMNS, Lines
from darwin_tui.screens import navigation
from darwin_tui.screens.play import RESULTS_DELAY_SECONDS, PlayScreen
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.dialogs import MessageDialog
from darwin_tui.widgets.pane import DrawnWidget
from darwin_tui.widgets.screen import KeyBar

STRIP_ROWS: Final = 2
"""Rows of the teacher's strip below a small board."""
STRIP_MARGIN: Final = 2
"""Columns at each side of a strip's text."""
DOCK_COLUMNS: Final = 38
"""Columns of the teacher's panel beside a large board."""
PORTRAIT: Final = (14, 7)
"""Size of the teacher's portrait."""
INK: Final = "stock-ink"
TITLES_MIN: Final = 5
"""Minimum number of rows of the list of steps."""


class LessonPart(DrawnWidget):
    """A part of the screen on which the teacher speaks."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._note: Note | None = None

    def show(self, note: Note | None) -> None:
        """Show the teacher's current words; None in a free match."""
        self.display = note is not None
        if note != self._note:
            self._note = note
            self.redraw()


class LessonStrip(LessonPart):
    """The note of a small screen: two rows across it."""

    def fill(self, area: Area) -> None:
        """Draw the note's sentences without a title."""
        note = self._note
        if note is None:
            return
        paper = area.on("stock")
        for y in range(paper.height):
            paper.at(0, y, 1, 1, "back")
        lines = strip_lines(note.text, area.width)
        for y, line in enumerate(lines[:STRIP_ROWS]):
            paper.text(STRIP_MARGIN, y, (line, INK))


def strip_lines(text: str, columns: int) -> list[str]:
    """Wrap a text for a strip of some columns."""
    return wrapped(text, columns - 2 * STRIP_MARGIN)


class LessonDock(LessonPart):
    """The note of a large screen: the list of steps, and the teacher below."""

    def fill(self, area: Area) -> None:
        """Draw the list of steps above, and the teacher with the note below."""
        note = self._note
        if note is None:
            return
        lines, do = _note_lines(note, area.width, area.look.has_pictures)
        # The head and a blank row, the words or the portrait, a blank row, the request, and the
        # foot below another blank row.
        rows = 1 + max(len(lines), PORTRAIT[1] if area.look.has_pictures else 0) + 2
        rows += len(do) + 2
        above, below = area.rows(Grow(TITLES_MIN), rows)
        _draw_titles(above, note)
        _draw_paper(below, note, lines, do)


def _note_lines(note: Note, columns: int, has_portrait: bool) -> tuple[list[str], list[str]]:
    """Return the lines of the sentences and of the request to the pupil."""
    beside = columns - PORTRAIT[0] - 4 if has_portrait else columns - 2
    return wrapped(note.text, beside), wrapped(note.do, columns - 2)


def _draw_titles(area: Area, note: Note) -> None:
    """Draw as much of the list of steps as fits around the current one."""
    words = tr("{number} of {all} done", number=note.number - 1, all=note.count)
    inner = panel(area, mark("the lesson"), words)
    first = max(min(note.number - inner.height // 2 - 1, note.count - inner.height), 0)
    is_ascii = area.look.is_ascii
    for y, title in enumerate(note.titles[first : first + inner.height]):
        number = first + y + 1
        sign = "  "
        if number < note.number:
            sign = "x " if is_ascii else "✓ "
        elif number == note.number:
            sign = "> " if is_ascii else "▶ "
        row = inner.at(0, y, inner.width, 1)
        if number == note.number:
            row = row.on("strip")
        style = "strong ink" if number == note.number else "ink" if number < note.number else "dim"
        sign_style = "good" if number < note.number else "strong cursor"
        row.text(0, 0, (sign, sign_style), (f"{number:>2} {title}", style))


def _draw_paper(area: Area, note: Note, lines: list[str], do: list[str]) -> None:
    """Draw the teacher's note on paper, with the portrait beside its sentences.

    Args:
        lines: the wrapped sentences.
        do: the wrapped request to the pupil.
    """
    has_portrait = area.look.has_pictures
    paper = area.on("stock")
    head = paper.at(0, 0, paper.width, 1, "back")
    ink = "stock" if area.look.has_colours else "reverse"
    head.fill(" ", ink)
    step = tr("{number} of {all}", number=note.number, all=note.count)
    head.text(1, 0, (TEACHER, f"strong {ink}"), (f", {tr('your teacher')}", ink))
    head.right(0, (step, f"strong {ink}"), margin=1)
    x = 1
    if has_portrait:
        paper.picture(1, 2, pictures("teacher")["henslow"])
        x = PORTRAIT[0] + 3
    for y, line in enumerate(lines, 2):
        paper.text(x, y, (line, INK))
    y = 2 + max(len(lines), PORTRAIT[1] if has_portrait else 0) + 1
    style = INK if note.is_done else f"strong {INK}"
    for line in do:
        paper.text(1, y, (line, style))
        y += 1
    foot = "" if note.is_done else tr("{lesson.skip} skips this step", **KEYS)
    paper.right(paper.height - 1, (foot, INK), margin=1)


DOCK_SIZE: Final = (80 + DOCK_COLUMNS, 30)
"""Terminal size from which the teacher is beside the board."""


def has_dock(size: Size) -> bool:
    """Return whether a terminal has room for words beside the board."""
    return size.width >= DOCK_SIZE[0] and size.height >= DOCK_SIZE[1]


FREE: Final = mark("You play on freely. {home.learn} on the first screen begins the lesson again.")
FIRST: Final = mark("This is the first step.")


class LessonScreen(PlayScreen, inherit_bindings=False):
    """A table with the player's selection, and a teacher."""

    # The lesson's keys come first, so that they stay where there is little room.
    BINDINGS: ClassVar[list[BindingType]] = commands.bindings("lesson", over="play")

    TABLE = "lesson"
    explains = False
    only_plays = False
    coach: Coach

    def __init__(self, learning: OpenLesson, open_results: Callable[[], None]) -> None:
        super().__init__(learning.access, open_results, learning.coach)
        self._open_lesson = learning
        self._dock = LessonDock(id="teacher")
        self._strip = LessonStrip(id="paper")
        self._skipping: int | None = None
        """The step that the teacher plays."""
        self.shown_at = 0.0
        """Time at which the step was shown; a key held down since then does not end it."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="lesson"):
            yield self.panel
            yield self._dock
        yield self._strip
        yield from self._sentences.lines
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the step reached earlier."""
        self.note_step()

    # --- the step

    def follow(self, delay: float = RESULTS_DELAY_SECONDS) -> None:
        super().follow(delay)
        self._skip_on()

    def draw(self) -> None:
        """Draw the phase, and the teacher's words."""
        if not self.table.is_held and self.coach.shown != self.coach.step:
            self.coach.catch_up()
            self.note_step()
        if self.live.is_seated and not self.coach.is_free:
            self.coach.note_position(self.live.snapshot, self.seat.names)
        self._show_note()
        super().draw()

    def note_step(self) -> None:
        """Note a new step: store it, and open the pane that it mentions."""
        self.shown_at = time.monotonic()
        self._open_lesson.keep()
        # Not every step has a reason to ask for, so the keys may change.
        self.refresh_bindings()
        panes = self.panel.board.PANES
        if not self.coach.is_free and self.coach.displayed_step.pane in panes:
            self.panel.pane = panes.index(self.coach.displayed_step.pane)

    def _show_note(self) -> None:
        is_docked = has_dock(self.app.size)
        is_free = self.coach.is_free
        drop, details = tr_in("key", "drop"), tr_in("key", "details")
        self.labels = {} if self.coach.why else {"lesson.why": details}
        if is_free:
            # The keys keep the position that they have in any other match.
            self.labels["lesson.free"] = drop
            self.key_order = [command.action for command in commands.on("play")]
        note = None if is_free else self.coach.note()
        self._dock.show(note if is_docked else None)
        self._strip.show(None if is_docked else note)
        self.set_class(note is not None and not is_docked, "-taught")
        self.panel.dock(DOCK_COLUMNS if note is not None and is_docked else 0)

    def write(self) -> None:
        lines = self.table.lines()
        coach = self.coach
        if coach.is_free or self.table.is_held:
            self._sentences.write(lines)
            return
        note = coach.note()
        message = self.table.message
        if note.is_done:
            prompt = lines.prompt
        elif message and self.has_class("-taught"):
            prompt = message
        else:
            prompt = note.prompt
        about = "" if lines.is_final else lines.note
        self._sentences.write(Lines(lines.status, prompt, lines.is_refusal, False, about))

    def _restart(self) -> None:
        """Ask again, as the step allows."""
        self.live.sit()
        self.live.start()
        self.follow()
        if self.coach.is_free:
            # The lesson's keys no longer mean anything.
            self.refresh_bindings()

    def _read_on(self) -> None:
        if self.coach.read_on():
            self._reopen()
            return
        self.note_step()
        self._restart()
        if self.coach.is_free:
            self.say(tr(FREE, **KEYS))

    def _reopen(self) -> None:
        """Set the match to the position of the step."""
        self._open_lesson.keep()
        self.access.close()
        navigation.go(self.app, navigation.Learn(self.slug, self._open_lesson.part))

    # --- commands

    async def submit(self, action: Action) -> None:
        """Play an action; of the choices that a step allows, only the right one."""
        if self.coach.answer(action):
            await super().submit(action)
        else:
            self.note_step()
            self._restart()

    async def action_play(self) -> None:
        """Play the selection; or continue after a pause or a step that is only read."""
        if self._press_on():
            return
        # A single allowed action would be played whatever is selected, so the pupil has to select
        # its elements first.
        is_open = self.coach.is_free or self.coach.chooses
        if is_open or self._lacking in ([], [self.selection.cursor]):
            await super().action_play()
        else:
            self._select()

    @property
    def _lacking(self) -> list[Element]:
        """The elements of the allowed action that are not selected yet."""
        action = self.coach.action
        chooser = self.selection.chooser
        lacking = [*chooser.targets_of(action)] if action in chooser.actions else []
        for element in chooser.selected:
            if element in lacking:
                lacking.remove(element)
        return lacking

    def _select(self) -> None:
        """Select the element under the cursor, and move on to the next missing one."""
        super().action_select()
        lacking = [] if self.coach.is_free or self.coach.chooses else self._lacking
        if lacking and self.selection.chooser.selected and self.selection.cursor not in lacking:
            self.selection.cursor = lacking[0]
            self.draw()

    def action_select(self) -> None:
        """Select the element under the cursor; or continue, as ``action_play`` does."""
        if not self._press_on():
            self._select()

    def _press_on(self) -> bool:
        """Continue after a step that is only read; return whether the key is used up."""
        if not self.coach.is_reading or self.table.is_held or self.live.can_continue:
            return False
        if time.monotonic() - self.shown_at > live_match.KEY_REPEAT_SECONDS:
            self._read_on()
        return True

    async def on_board_clicked(self, event: Board.Clicked) -> None:
        """Select the clicked element; if it was the last missing one, play."""
        if not self.coach.is_free and not self.live.pause:
            event.prevent_default()
            self.table.move_to(event.element)
            await self.action_play()

    async def action_skip(self) -> None:
        if self.coach.is_free or self.press_continue():
            return
        if self._press_on():
            return
        self._skipping = self.coach.step
        self._skip_on()

    def _skip_on(self) -> None:
        """Play the next action of the step that the teacher plays."""
        if self._skipping is None:
            return
        if self.coach.is_free or self.coach.step != self._skipping:
            self._skipping = None
            return
        action = self.coach.action
        if action is not None and action in self.live.snapshot.actions:
            self.work_on(partial(self.submit, action), "skip")

    def action_step_back(self) -> None:
        if self.coach.is_free:
            return
        if self.coach.step == 0:
            self.say(tr(FIRST))
        elif self.coach.step_back():
            self._reopen()
        else:
            self.note_step()
            self._restart()

    async def action_back(self) -> None:
        """Drop the last selected element; if there is none, continue freely."""
        if self.coach.is_free or self.selection.chooser.selected or self.panel.is_log_above:
            await super().action_back()
            return
        self.coach.is_free = True
        self.note_step()
        self._restart()
        self.say(tr(FREE, **KEYS))

    async def action_undo(self) -> None:
        if why := self.coach.why_no_undo:
            self.say(why)
        else:
            await super().action_undo()

    async def action_reset_turn(self) -> None:
        if why := self.coach.why_no_undo:
            self.say(why)
        else:
            await super().action_reset_turn()

    def action_zoom(self) -> None:
        """Explain the step, or show details of the element under the cursor."""
        if self.coach.why and not self.table.is_held:
            self.app.push_screen(MessageDialog(tr("Why?"), [self.coach.why]))
        else:
            super().action_zoom()

    def action_hint(self) -> None:
        """Repeat the request to the pupil; in a free match, give a hint."""
        if self.coach.is_free:
            super().action_hint()
        else:
            self.say(self.coach.only())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the lesson's commands while there is a teacher."""
        if action in {"skip", "step_back"}:
            return not self.coach.is_free
        if action == "zoom" and self.coach.is_reading:
            return bool(self.coach.why)
        return super().check_action(action, parameters)


# --- the check of a lesson: it is true, and all of it has room


SMALL_BOARD: Final = Size(80, 20)
LARGE_BOARD: Final = Size(120 - DOCK_COLUMNS, 37)
"""The board above the teacher in a terminal of 80×24, and beside the teacher in one of 120×40."""
PROMPT_COLUMNS_MAX: Final = SMALL_BOARD.width - 2 - BAR_COLUMNS
"""Maximum columns of a prompt in a small terminal."""


def problems(lesson: Lesson) -> list[str]:
    """Return the faults of a lesson: false facts, and texts without room."""
    faults = lessons.faults(lesson)
    if faults:
        return faults
    steps = zip(lesson.steps, lessons.step_views(lesson), strict=True)
    for number, (step, now) in enumerate(steps, 1):
        for language in NAMES:
            with reading(language):
                step_faults = _faults_of(lesson, step.translated, now, number)
                faults += [f"Step {number}: {fault}" for fault in step_faults]
    return faults


def _long_answers(lesson: Lesson, step: Step, now: AnyNow) -> Iterator[str]:
    """Yield the answers to a choice that are too long."""
    answers = [lesson.explanation(step, action, now) for action in lesson.wrong_actions(step)]
    if step.is_exercise:
        answers.append(tr(RIGHT, why=facts.fill_in(step.translated.why, now)))
    for words in answers:
        lines = strip_lines(words, SMALL_BOARD.width)
        if len(lines) > STRIP_ROWS:
            yield f"{words!r} has {len(lines)} lines at 80 columns, {STRIP_ROWS} have room."


def _faults_of(lesson: Lesson, step: Step, now: AnyNow, number: int) -> Iterator[str]:
    """Yield the faults of one step in the current language. A pane that the board lacks ends the
    check."""
    text, do = facts.fill_in(step.text, now), facts.fill_in(step.do, now)
    titles = tuple(item.title for item in lesson.steps)
    note = Note(number, titles, text, do, is_done=False)
    lines = strip_lines(note.text, SMALL_BOARD.width)
    if len(lines) > STRIP_ROWS:
        yield f"the text has {len(lines)} lines at 80 columns, {STRIP_ROWS} have room."
    yield from _long_answers(lesson, lesson.steps[number - 1], now)
    for prompt in (note.prompt, note.only) if step.play else (note.prompt,):
        if len(prompt) > PROMPT_COLUMNS_MAX:
            yield f"{prompt!r} has {len(prompt)} columns, {PROMPT_COLUMNS_MAX} have room."
    if step.play and not step.do:
        yield "nothing says what is to be done."
    board = board_for(lesson.game.slug)
    if step.pane and step.pane not in board.PANES:
        yield f"the board has no pane {step.pane!r}."
        return
    legal = lesson.game.legal(now.view, now.seat)
    actions = [item for item in legal if lesson.game.texts.notation(item) in step.play[:1]]
    chooser = Chooser.of(actions, lesson.game.targets)
    front = board.front(now.view, chooser) if actions else None
    pane = board.PANES.index(step.pane) if step.pane else front or 0
    scene = Scene(
        lesson.game, now.view, now.seat, now.seat_names, now.events, chooser=chooser, pane=pane
    )
    for size in (SMALL_BOARD, LARGE_BOARD):
        drawing = board.draw(scene, size)
        for look in step.look:
            elements = lesson.elements(look) or (look,)
            if not any(region_of(drawing, element) for element in elements):
                yield f"{look!r} is not on the board at {size.width}×{size.height}."
