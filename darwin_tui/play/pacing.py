"""Pauses before bots act, and the guards against keys that are pressed too soon or too late."""

import asyncio
from contextlib import suppress
from typing import Final

BOT_PAUSE_SECONDS: Final = 0.25
"""Time between a bot's turn coming and its action at the fast pace, so that people can follow."""

NORMAL_FACTOR: Final = 4
"""Factor by which the normal pace is slower."""

LINGER_FACTOR: Final = 5
"""Factor by which bots wait longer while a person may still undo."""

KEY_REPEAT_SECONDS: Final = 0.3
"""Time after an action in which a continue key is ignored, as it may be held down."""

CONTINUE_GRACE_SECONDS: Final = 0.5
"""Time after a new decision in which a continue key does not answer it."""


class Pace:
    """Pauses as long as a player wishes."""

    def __init__(self) -> None:
        self._pressed = asyncio.Event()

    def hurry(self) -> None:
        """End the present pause."""
        self._pressed.set()

    async def wait(self, wish: str, lingers: bool) -> None:
        """Wait before a bot's action.

        Args:
            wish: ``instant``, ``fast``, ``normal``, or ``step`` to wait for a key.
            lingers: somebody may still undo, or looks at something.
        """
        self._pressed.clear()
        if wish == "instant":
            return
        seconds = BOT_PAUSE_SECONDS * (LINGER_FACTOR if lingers else 1)
        if wish == "normal":
            seconds *= 2 if lingers else NORMAL_FACTOR
        with suppress(TimeoutError):
            await asyncio.wait_for(self._pressed.wait(), None if wish == "step" else seconds)
