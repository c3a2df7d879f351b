"""How fast things are shown: pauses that a key cuts short."""

import asyncio
from contextlib import suppress
from typing import Final

BOT_PAUSE: Final = 0.25
"""Seconds between a bot's turn coming and its act at the usual pace, so that people can follow."""

SLOW: Final = 4
"""How many times as long the normal pace waits."""

LINGER: Final = 5
"""How many times as long bots wait while a person may still take an act back."""

HASTE: Final = 0.3
"""Seconds in which a key held down since the last act does not yet go on."""

SURPRISE: Final = 0.5
"""Seconds in which a key that was to go on does not play what has just been asked instead; each
time that it is pressed they begin anew."""


class Pace:
    """Waits as a player wishes."""

    def __init__(self) -> None:
        self._pressed = asyncio.Event()

    def press(self) -> None:
        """The key was pressed that goes on."""
        self._pressed.set()

    async def wait(self, wish: str, lingers: bool) -> None:
        """Wait before a bot's act.

        Args:
            wish: ``instant``, ``fast``, ``normal``, or ``step`` to wait for the key.
            lingers: whether somebody may still take back what they did.
        """
        self._pressed.clear()
        if wish == "instant":
            return
        seconds = BOT_PAUSE * (LINGER if lingers else 1)
        if wish == "normal":
            seconds *= 2 if lingers else SLOW
        with suppress(TimeoutError):
            await asyncio.wait_for(self._pressed.wait(), None if wish == "step" else seconds)
