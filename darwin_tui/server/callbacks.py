"""Functions that are called after changes, each in its own context."""

import asyncio
import logging
from collections.abc import Callable
from contextvars import Context, copy_context
from typing import Final

_log: Final = logging.getLogger(__name__)


class Callbacks:
    """The callbacks of one object that changes. Changes in quick succession are one call."""

    def __init__(self) -> None:
        self._callbacks: dict[object, tuple[Callable[[], None], Context]] = {}
        self._is_scheduled = False

    def observe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change, on the loop, in the caller's context; return the end."""
        key = object()
        self._callbacks[key] = callback, copy_context()

        def end() -> None:
            self._callbacks.pop(key, None)

        return end

    def changed(self) -> None:
        """Schedule the calls, unless they are scheduled already."""
        if self._callbacks and not self._is_scheduled:
            self._is_scheduled = True
            asyncio.get_running_loop().call_soon(self._call, context=Context())

    def _call(self) -> None:
        self._is_scheduled = False
        for key, (callback, context) in [*self._callbacks.items()]:
            if key not in self._callbacks:
                continue
            try:
                context.run(callback)
            except Exception as error:
                # One session that fails must not reach the others.
                _log.error("A callback failed and is ended: %s", type(error).__name__)
                self._callbacks.pop(key, None)


class Throttle:
    """A call some time after the first of several changes."""

    def __init__(self, call: Callable[[], None], interval_seconds: float) -> None:
        """Make it; nothing is called yet.

        Args:
            call: what is called.
            interval_seconds: the time from a change to the call, and the least between two.
        """
        self._call = call
        self._interval = interval_seconds
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False

    def changed(self) -> None:
        """Call when the time has passed."""
        if not self._timer and not self._is_closed:
            self._timer = asyncio.get_running_loop().call_later(
                self._interval, self._due, context=Context()
            )

    def close(self) -> None:
        """Call no more."""
        self._is_closed = True
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _due(self) -> None:
        self._timer = None
        self._call()
