"""A board with its event log beside it."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer
from textual.widgets import RichLog

from darwin_core.contract.game import AnyGame, Element, Event
from darwin_core.text.language import reader, tr
from darwin_core.text.seat_names import SeatNames
from darwin_tui.drawing.scene import AnyScene
from darwin_tui.widgets.board import AnyBoard

KEPT_LINES_SHARE: Final = 3
"""One in so many lines stays when a page is turned."""
LOG_LINES_MAX: Final = 5000
"""Lines of a log beyond which the oldest are dropped."""
LOG_WRITTEN_COLUMNS_MIN: Final = 8
"""Columns below which the log is not written."""
HANGING: Final = Text("  ")
"""Indentation of a sentence's later lines, to show where a sentence begins."""


@dataclass(frozen=True)
class Undone:
    """An event of an undone action."""

    event: Event


class EventLog(RichLog, can_focus=False):
    """The events of a match as sentences, newest last. A full page is turned rather than scrolled
    line by line, since each line that moves is sent again."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(
            wrap=True,
            markup=False,
            highlight=False,
            auto_scroll=False,
            max_lines=LOG_LINES_MAX,
            min_width=1,
        )
        self._game = game
        self._seat_names = SeatNames()
        self._reader = reader()
        self._events: list[Event | Undone] = []
        self._written = 0
        """Number of events written as lines."""
        self._full_at = 0
        """Number of lines above the first full page; pages are turned from there."""

    def on_mount(self) -> None:
        """Rewrite the log whenever the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._rewrite())
        self._write_title()

    def on_unmount(self) -> None:
        """Unsubscribe from the theme's signal, which would keep the log alive."""
        self.app.theme_changed_signal.unsubscribe(self)

    def show(self, events: Sequence[Event | Undone], seat_names: SeatNames) -> None:
        """Show events. New events are appended; if earlier events, the names or the language
        differ, the log is rewritten."""
        are_new = list(events[: len(self._events)]) != self._events
        if are_new or (seat_names, reader()) != (self._seat_names, self._reader):
            self._written = 0
            self._seat_names = seat_names
            self._reader = reader()
            self._write_title()
            self.clear()
        self._events = list(events)
        if self.scrollable_content_region.width < LOG_WRITTEN_COLUMNS_MIN:
            # A closed log has no width to break lines to; it is written when it opens.
            return
        new = self._events[self._written :]
        is_opened = not self._written
        for event in new:
            self.write(self._hanging(self._sentence(event)))
        self._written = len(self._events)
        if new:
            self._turn_page(is_opened=is_opened)

    def _turn_page(self, *, is_opened: bool) -> None:
        """Scroll to the last line; a turned page keeps its last lines.

        Args:
            is_opened: the log is written as a whole, and its last page is full.
        """
        height = self.scrollable_content_region.height
        beyond = max(len(self.lines) - height, 0)
        if is_opened:
            self._full_at = beyond
        if beyond > 0:
            # Blank lines at the end, up to the next whole number of turned pages.
            turned = max(height - height // KEPT_LINES_SHARE, 1)
            blank = (self._full_at - beyond) % turned
            self.virtual_size = self.virtual_size.with_height(len(self.lines) + blank)
        self.scroll_end(animate=False)

    def on_show(self) -> None:
        """Write the log, which is not written while closed."""
        self._rewrite()

    def on_resize(self, event: Resize) -> None:
        super().on_resize(event)
        self._rewrite()

    def _rewrite(self) -> None:
        self._written = 0
        self.clear()
        self.show(self._events, self._seat_names)

    def _write_title(self) -> None:
        self.border_title = tr("log")

    def _hanging(self, sentence: Text) -> Text:
        """Wrap a sentence to the log's width."""
        width = self.scrollable_content_region.width - len(HANGING)
        lines = sentence.wrap(self.app.console, width)
        return Text("\n").join(
            HANGING + line if number else line for number, line in enumerate(lines)
        )

    def _sentence(self, event: Event | Undone) -> Text:
        variables = self.app.theme_variables
        if isinstance(event, Undone):
            sentence = self._game.texts.sentence(event.event, self._seat_names)
            return Text(f"{sentence} {tr('(Undone.)')}", style=variables.get("ink-faint", ""))
        text = Text(self._game.texts.sentence(event, self._seat_names))
        for seat, name in enumerate(self._seat_names.names):
            style = f"bold {variables.get(f'seat-{seat}', '')}"
            text.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", style)
        return text


LOG_BESIDE_COLUMNS: Final = 118
"""Minimum columns of a terminal for the log beside the board, which keeps 80."""
FRAME_SECONDS: Final = 0.07
"""Duration of each animation frame."""


class BoardPanel(Horizontal):
    """A board with its event log, for which the screen sets scenes."""

    class Revealed(Message):
        """A reveal was shown to its end."""

    class Rested(Message):
        """An animation has ended by itself."""

    def __init__(self, board: AnyBoard, event_log: EventLog) -> None:
        super().__init__(id="table")
        self.board = board
        self.event_log = event_log
        self.pane = 0
        """The open pane."""
        self._covered_pane: int | None = None
        """The pane that the player had opened and the match has since covered by another."""
        self._docked_columns = 0
        """Columns of the terminal that widgets beside the panel take."""
        self._frames = 0
        """Remaining frames of the animation, such as rolling dice."""
        self._rest = 0
        """The frames among ``_frames`` that follow a reveal."""
        self._moving: Sequence[Event] = ()
        """The animated events."""
        self._is_paused = False
        """True while play pauses on the animated events."""
        self._is_cut = False
        """True once a key has ended the animation."""
        self._timer: Timer | None = None
        self._wants_log: bool | None = None
        """True if the player wants the log open; None to open it if there is room."""
        self._scene: AnyScene | None = None

    def compose(self) -> ComposeResult:
        yield self.board
        yield self.event_log

    # --- scenes

    def show(self, scene: AnyScene) -> None:
        self._scene = scene
        self.board.show(
            replace(
                scene,
                pane=self.pane,
                frame=self._frames,
                moving=self._moving if self._frames else (),
                # The primer would name events not revealed yet.
                primer=None if self.is_revealing else scene.primer,
                has_log=self.has_log,
            )
        )

    def show_moving(
        self, events: Sequence[Event], *, is_paused: bool = False, is_resumed: bool = False
    ) -> None:
        """Start the animation of events, if the board has one; the next scene is its first frame.

        Args:
            events: events of the last action.
            is_paused: play pauses on the events, so only their reveal is animated.
            is_resumed: the reveal of the events was shown before a pause.
        """
        rest = 0 if is_paused else self.board.frames(events)
        reveal = 0 if is_resumed else self.board.reveal_frames(events)
        if self.is_revealing and not rest + reveal:
            # Events without an animation do not cut a reveal short.
            return
        self._rest = rest
        self._frames = reveal + rest
        self._moving = events
        self._is_cut = False
        self._is_paused = is_paused
        self._start_frames()

    def _start_frames(self) -> None:
        """Set a timer for the next frame that shows another picture."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = None
        if self._frames:
            now = self._moving, self._frames
            flies = self.board.flies(*now, is_paused=self._is_paused)
            count = 1 if flies else self.board.alike(*now, is_paused=self._is_paused)
            self._timer = self.set_timer(count * FRAME_SECONDS, partial(self._next_frame, count))

    def _next_frame(self, count: int = 1) -> None:
        """Show the frame that follows some frames; report the end of a reveal or animation."""
        if self._frames and self._scene:
            was_revealing = self.is_revealing
            self._frames -= count
            self.show(self._scene)
            if was_revealing and not self.is_revealing:
                self.post_message(self.Revealed())
            elif not self._frames and not self._is_cut:
                self.post_message(self.Rested())
        self._start_frames()

    @property
    def is_revealing(self) -> bool:
        """True while a reveal is shown frame by frame."""
        return self._frames > self._rest

    @property
    def is_moving(self) -> bool:
        """True while an animation runs, or its last frame is due after a key has ended it."""
        return self._frames > 0

    def end_animation(self) -> None:
        """End the reveal, or else the animation, with the next frame."""
        self._is_cut = not self.is_revealing
        frames_left = self._rest + 1 if self.is_revealing else 1
        if frames_left < self._frames:
            self._frames = frames_left
            self._start_frames()

    # --- panes

    def turn(self, by: int) -> None:
        """Open the pane that the match has covered, or else the next or previous pane."""
        following = (self.pane + by) % max(len(self.board.PANES), 1)
        self.pane = following if self._covered_pane is None else self._covered_pane
        self._covered_pane = None

    def step_back(self, events: Sequence[Event]) -> None:
        """Open the pane that shows the others' actions, or the first pane if the open one hides a
        running match."""
        size = Size(*self.board.size)
        stage = self.board.stage(events, size)
        if stage != self.pane and self.board.covers(self.pane, size):
            self._covered_pane = self.pane
            stage = stage or 0
        self.pane = self.pane if stage is None else stage

    def open_for(self, elements: Collection[Element]) -> None:
        """Open the pane that shows an action on elements, unless any pane shows it."""
        pane = self.board.holding(elements) if elements else None
        self.pane = self.pane if pane is None else pane

    def open_letter(self, key: str) -> None:
        self.pane = tr(self.board.PANE_KEYS).index(key)
        self._covered_pane = None

    def has_letters(self, letters: Collection[object]) -> bool:
        """Return whether the board has panes for some letters; for no letters, whether any letter
        opens a pane."""
        return bool(self.board.PANE_KEYS) and {*letters} <= {*tr(self.board.PANE_KEYS)}

    # --- log

    @property
    def has_log(self) -> bool:
        return self.screen.has_class("-log")

    @property
    def is_log_above(self) -> bool:
        """True if the log is open over the board because there is no room beside it."""
        return self.has_log and self.screen.has_class("-narrow")

    def toggle_log(self) -> None:
        self._wants_log = not self.has_log
        self.fit()

    def dock(self, columns: int) -> None:
        """Leave some columns of the terminal to the widgets beside the panel."""
        if self._docked_columns != columns:
            self._docked_columns = columns
            self.fit()

    def fit(self) -> None:
        """Open the log if there is room."""
        width = self.app.size.width - self._docked_columns
        is_wide = width >= LOG_BESIDE_COLUMNS
        is_default = 0 < self.board.LOG_COLUMNS <= width
        wants = is_default if self._wants_log is None else self._wants_log
        self.screen.set_class(wants, "-log")
        self.screen.set_class(not is_wide, "-narrow")
        free = 0 if is_wide else self.board.foot_rows(self.app.size.height)
        self.event_log.styles.margin = (0, 0, free, 0)

    def scroll_log(self, by: int) -> None:
        log = self.event_log
        log.scroll_relative(y=by * max(log.size.height - 1, 1), animate=False)
