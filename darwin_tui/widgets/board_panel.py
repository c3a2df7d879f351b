"""A board in panes with the event log beside it, as play and replay show a match."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.timer import Timer

from darwin_core.contract.game import Element, Event
from darwin_core.text.language import tr
from darwin_tui.drawing.scene import AnyScene
from darwin_tui.widgets.board import AnyBoard
from darwin_tui.widgets.event_log import EventLog

LOG_WIDTH_MIN: Final = 118
"""Columns from which there is room for the log beside the board, which keeps 80."""
FRAME_SECONDS: Final = 0.07
"""Time that each frame of an animation is shown."""


class BoardPanel(Horizontal):
    """Board and event log; the screen hands it scenes."""

    class Revealed(Message):
        """A reveal was shown to its end."""

    def __init__(self, board: AnyBoard, event_log: EventLog) -> None:
        super().__init__(id="table")
        self.board = board
        self.event_log = event_log
        self.pane = 0
        """The pane that is open."""
        self.docked_columns = 0
        """Columns of the terminal beside it."""
        self._frames = 0
        """Frames left of an animation, such as dice that roll."""
        self._rest = 0
        """Those of them that come after a reveal."""
        self._moving: Sequence[Event] = ()
        """The events that it shows."""
        self._timer: Timer | None = None
        self._wants_log: bool | None = None
        """True or False as the player wishes the log; None to open it where there is room."""
        self._scene: AnyScene | None = None

    def compose(self) -> ComposeResult:
        """Yield the board, and the log beside it."""
        yield self.board
        yield self.event_log

    # --- scenes

    def show(self, scene: AnyScene) -> None:
        """Draw a scene in the pane that is open."""
        self._scene = scene
        self.board.show(
            replace(
                scene,
                pane=self.pane,
                frame=self._frames,
                moving=self._moving if self._frames else (),
                # What follows a reveal is not named yet.
                primer=() if self.is_revealing else scene.primer,
                has_log=self.has_log,
            )
        )

    def show_moving(
        self, events: Sequence[Event], *, is_paused: bool = False, is_resumed: bool = False
    ) -> None:
        """Start to show events moving, if the board can; the next scene is the first frame.

        Args:
            events: the last ones.
            is_paused: play pauses on them, so that only their reveal moves.
            is_resumed: their reveal was shown before a pause.
        """
        rest = 0 if is_paused else self.board.frames(events)
        reveal = 0 if is_resumed else self.board.reveal_frames(events)
        if self.is_revealing and not rest + reveal:
            # What does not move does not cut a reveal short.
            return
        self._rest, self._frames, self._moving = rest, reveal + rest, events
        self._start_frame()

    def _start_frame(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(FRAME_SECONDS, self._next_frame) if self._frames else None

    def _next_frame(self) -> None:
        if self._frames and self._scene:
            was_revealing = self.is_revealing
            self._frames -= 1
            self.show(self._scene)
            if was_revealing and not self.is_revealing:
                self.post_message(self.Revealed())
        self._start_frame()

    @property
    def is_revealing(self) -> bool:
        """A reveal is shown frame by frame."""
        return self._frames > self._rest

    def end_animation(self) -> None:
        """Let the next frame be the last one of the reveal, or of all."""
        self._frames = min(self._frames, self._rest + 1 if self.is_revealing else 1)

    # --- panes

    def turn(self, by: int) -> None:
        """Open the next pane, or the one before."""
        self.pane = (self.pane + by) % max(len(self.board.PANES), 1)

    def open_for(self, elements: Collection[Element]) -> None:
        """Open the pane that shows an action on elements; no other if any pane shows it."""
        pane = self.board.holding(elements) if elements else None
        self.pane = self.pane if pane is None else pane

    def open_letter(self, key: str) -> None:
        """Open the pane of a letter."""
        self.pane = tr(self.board.PANE_KEYS).index(key)

    def has_letters(self, letters: Collection[object]) -> bool:
        """Return whether the board has panes of these letters; with none given, of any letter."""
        return bool(self.board.PANE_KEYS) and {*letters} <= {*tr(self.board.PANE_KEYS)}

    # --- log

    @property
    def has_log(self) -> bool:
        """True if the log is open."""
        return self.screen.has_class("-log")

    @property
    def is_log_above(self) -> bool:
        """True if the log is open over the board, where there is no room beside it."""
        return self.has_log and self.screen.has_class("-narrow")

    def toggle_log(self) -> None:
        """Open or close the log."""
        self._wants_log = not self.has_log
        self.fit()

    def fit(self) -> None:
        """Open the log where there is room for it."""
        width = self.app.size.width - self.docked_columns
        is_wide = width >= LOG_WIDTH_MIN
        is_default = 0 < self.board.LOG_COLUMNS <= width
        wants = is_default if self._wants_log is None else self._wants_log
        self.screen.set_class(wants, "-log")
        self.screen.set_class(not is_wide, "-narrow")
        free = 0 if is_wide else self.board.foot_rows(self.app.size.height)
        self.event_log.styles.margin = (0, 0, free, 0)

    def scroll_log(self, by: int) -> None:
        """Scroll the log by pages."""
        log = self.event_log
        log.scroll_relative(y=by * max(log.size.height - 1, 1), animate=False)
