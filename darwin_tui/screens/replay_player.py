"""A replay that plays by itself."""

from collections.abc import Callable
from math import inf

from textual.timer import Timer

from darwin_tui.play.replay_cursor import ReplayCursor
from darwin_tui.widgets.screen import DarwinScreen


class ReplayPlayer:
    """Steps forward at the speed of a cursor, until stopped."""

    def __init__(
        self, screen: DarwinScreen[None], cursor: ReplayCursor, step: Callable[[int], None]
    ) -> None:
        """Prepare to play.

        Args:
            screen: the screen of the replay.
            cursor: its position and speed.
            step: goes forward by a number of actions.
        """
        self._screen, self._cursor, self._step = screen, cursor, step
        self._timer: Timer | None = None

    @property
    def is_playing(self) -> bool:
        """True from ``start`` to ``stop``."""
        return self._timer is not None

    def start(self) -> None:
        """Step from now on; without a speed to the end at once."""
        cursor = self._cursor
        if cursor.speed == inf:
            self._step(cursor.last - cursor.position)
        elif cursor.position < cursor.last:
            self._timer = self._screen.set_interval(1 / cursor.speed, lambda: self._step(1))

    def stop(self) -> None:
        """Step no more. A second call has no effect."""
        if self._timer:
            self._timer.stop()
            self._timer = None

    def accelerate(self, by: int) -> None:
        """Step faster or slower from now on."""
        self._cursor.accelerate(by)
        if self.is_playing:
            self.stop()
            self.start()
