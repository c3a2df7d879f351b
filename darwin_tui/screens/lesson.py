"""The screen of a lesson: a live match in which a teacher says what comes next."""

import time
from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from darwin_core.game import Element
from darwin_core.language import mark, tr, tr_in
from darwin_tui import commands, navigation
from darwin_tui.command import binding_keys, key_names
from darwin_tui.dialogs.message import MessageDialog
from darwin_tui.learning.opened import Learning
from darwin_tui.play import pacing
from darwin_tui.play.status_line import FINAL, Lines
from darwin_tui.screens.attendant import RESULTS_DELAY_SECONDS
from darwin_tui.screens.play import PlayScreen
from darwin_tui.widgets.board import Board
from darwin_tui.widgets.key_bar import KeyBar
from darwin_tui.widgets.lesson_note import DOCK_COLUMNS, LessonDock, LessonPart, LessonStrip

DOCK_SIZE: Final = (80 + DOCK_COLUMNS, 30)
"""Columns and rows of a terminal from which the teacher stands beside the board."""
FREE: Final = mark("You play on freely. L on the first screen begins the lesson again.")
FIRST: Final = mark("This is the first step.")


_OWN: Final = commands.bindings("lesson")
_KEYS: Final = {key for each in commands.on("lesson") for key in key_names(each.keys)}


class LessonScreen(PlayScreen, inherit_bindings=False):
    """A table with the player's selection, and a teacher."""

    # The keys of the lesson come first, so that they stay where there is little room.
    BINDINGS: ClassVar[list[BindingType]] = [
        *_OWN,
        *(each for each in commands.bindings("play") if not _KEYS & binding_keys(each)),
    ]

    def __init__(self, learning: Learning, open_results: Callable[[], None]) -> None:
        """Prepare a screen at the table of a lesson.

        Args:
            learning: the lesson.
            open_results: called once the match is over.
        """
        super().__init__(learning.place, open_results)
        self._learning = learning
        self.coach = learning.coach
        self._dock = LessonDock(id="teacher")
        self._strip = LessonStrip(id="paper")
        self._skipping: int | None = None
        """The step that the teacher plays."""
        self._shown_at = 0.0
        self.live.narrow = self.coach.permit
        self._attendant.explains = False
        self.presentation.looks = lambda: () if self._is_held else self.coach.looks
        self.presentation.only = self.coach.only

    def compose(self) -> ComposeResult:
        """Yield the board with the teacher beside or below it, the lines and the keys."""
        with Horizontal(id="lesson"):
            yield self.panel
            yield self._dock
        yield self._strip
        yield from self._sentences.lines
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the step that was reached."""
        self._note_step()

    # --- the step

    @property
    def _is_held(self) -> bool:
        """Something is shown that the next step would say too soon."""
        return self.decision.is_revealing or self.live.pause is not None

    def _follow(self, delay: float = RESULTS_DELAY_SECONDS) -> None:
        super()._follow(delay)
        self._skip_on()

    def draw(self) -> None:
        """Draw the phase, and what the teacher says."""
        if not self._is_held and self.coach.shown != self.coach.step:
            self.coach.catch_up()
            self._note_step()
        if self.connection.is_seated and not self.coach.is_free:
            connection = self.connection
            self.coach.compose(connection.snapshot, connection.seat.names)
        self._show_note()
        super().draw()

    def _note_step(self) -> None:
        """Take note of a new step: keep it, and open the pane that it speaks of."""
        self._shown_at = time.monotonic()
        self._learning.keep()
        # Not every step has a reason to be asked for.
        self.refresh_bindings()
        panes = self.panel.board.PANES
        if not self.coach.is_free and self.coach.now.pane in panes:
            self.panel.pane = panes.index(self.coach.now.pane)

    def _show_note(self) -> None:
        has_dock = (self.app.size.width, self.app.size.height) >= DOCK_SIZE
        has_dock = has_dock and self.app.size.height >= DOCK_SIZE[1]
        is_free = self.coach.is_free
        drop, details = tr_in("key", "drop"), tr_in("key", "details")
        self.labels = {} if self.coach.why else {"lesson.why": details}
        if is_free:
            self.labels["lesson.free"] = drop
        note = None if is_free else self.coach.note()
        parts: tuple[tuple[LessonPart, bool], ...] = (
            (self._dock, has_dock),
            (self._strip, not has_dock),
        )
        for part, is_shown in parts:
            part.show(note if is_shown else None)
        self.set_class(note is not None and not has_dock, "-taught")
        docked = DOCK_COLUMNS if note is not None and has_dock else 0
        if self.panel.docked_columns != docked:
            self.panel.docked_columns = docked
            self.panel.fit()

    def _write(self) -> None:
        lines = self.presentation.lines()
        coach = self.coach
        if coach.is_free or self._is_held:
            self._sentences.write(lines)
            return
        note = coach.note()
        message = self.presentation.message
        if note.is_done:
            prompt = lines.prompt
        elif message and self.has_class("-taught"):
            prompt = message
        else:
            prompt = coach.prompt()
        about = "" if lines.note == tr(FINAL) else lines.note
        self._sentences.write(Lines(lines.status, prompt, lines.is_refusal, False, about))

    def _restart(self) -> None:
        """Ask again, as the step allows it."""
        self.connection.sit()
        self.live.start()
        self._follow()
        if self.coach.is_free:
            # The keys of the lesson mean nothing any more.
            self.refresh_bindings()

    def _read_on(self) -> None:
        self.coach.read_on()
        self._note_step()
        self._restart()
        if self.coach.is_free:
            self._say(tr(FREE))

    # --- commands

    async def action_play(self) -> None:
        """Play what is selected; or continue, after a pause or a step that is only read."""
        if self._press_on():
            return
        # Enter would play the only action that is left, whatever is selected.
        if self.coach.is_free or self._lacking in ([], [self.selection.cursor]):
            await super().action_play()
        else:
            self._select()

    @property
    def _lacking(self) -> list[Element]:
        """The elements that are not selected yet of the action that the step allows."""
        action = self.coach.action
        lacking = [*self._place.spectator.game.targets(action)] if action is not None else []
        for element in self.selection.chooser.selected:
            if element in lacking:
                lacking.remove(element)
        return lacking

    def _select(self) -> None:
        """Select the element under the cursor, and put the cursor on the next that is lacking."""
        super().action_select()
        lacking = [] if self.coach.is_free else self._lacking
        if lacking and self.selection.chooser.selected and self.selection.cursor not in lacking:
            self.selection.cursor = lacking[0]
            self.draw()

    def action_select(self) -> None:
        """Select the element under the cursor; or continue, as ``action_play`` does."""
        if not self._press_on():
            self._select()

    def _press_on(self) -> bool:
        """Continue after a step that is only read; return whether the key is used up."""
        if not self.coach.is_reading or self._is_held or self.live.can_continue:
            return False
        if time.monotonic() - self._shown_at > pacing.KEY_REPEAT_SECONDS:
            self._read_on()
        return True

    async def on_board_clicked(self, event: Board.Clicked) -> None:
        """Select the element clicked; with the last one that is lacking, play."""
        if not self.coach.is_free and not self.live.pause:
            event.prevent_default()
            self.decision.move_to(event.element)
            await self.action_play()

    async def action_skip(self) -> None:
        """Let the teacher play this step."""
        if self.coach.is_free or self.seat_commands.press_continue():
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
        if action is not None and action in self.connection.snapshot.actions:
            self.work_on(partial(self.seat_commands.submit, action), "skip")

    def action_step_back(self) -> None:
        """Go back a step."""
        if self.coach.is_free:
            return
        if self.coach.step == 0:
            self._say(tr(FIRST))
        elif self.coach.step_back():
            self._learning.keep()
            self._place.close()
            navigation.go(self.app, navigation.Learn(self.slug))
        else:
            self._note_step()
            self._restart()

    async def action_back(self) -> None:
        """Drop the last selected element; if there is none, play on freely."""
        if self.coach.is_free or self.selection.chooser.selected or self.panel.is_log_above:
            await super().action_back()
            return
        self.coach.is_free = True
        self._note_step()
        self._restart()
        self._say(tr(FREE))

    def action_zoom(self) -> None:
        """Say why; or show details of the element under the cursor."""
        if self.coach.why and not self._is_held:
            self.app.push_screen(MessageDialog(tr("Why?"), [self.coach.why]))
        else:
            super().action_zoom()

    def action_hint(self) -> None:
        """Repeat what is to be done; in a free match, give a hint."""
        if self.coach.is_free:
            super().action_hint()
        else:
            self._say(self.coach.only())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the commands of a lesson while there is a teacher."""
        if action in {"skip", "step_back"}:
            return not self.coach.is_free
        if action == "zoom" and self.coach.is_reading:
            return bool(self.coach.why)
        return super().check_action(action, parameters)
