"""How fast things are shown: slow pauses that Space cuts short."""

import asyncio
from contextlib import suppress
from typing import Final

BOT_PAUSE: Final = 0.25
"""Seconds between a bot's turn coming and its act at the usual pace, so that people can follow."""

SLOW: Final = 4
"""How many times as long the slow pace waits."""


class Pace:
    """Waits as a player wishes."""

    def __init__(self) -> None:
        self._pressed = asyncio.Event()

    def press(self) -> None:
        """The key was pressed that goes on."""
        self._pressed.set()

    async def wait(self, wish: str, is_free: bool) -> None:
        """Wait before a bot's act.

        Args:
            wish: ``instant``, ``fast``, ``normal``, or ``step`` to wait for the key.
            is_free: whether the player has nothing to decide; while they have, nobody waits for
                them to step.
        """
        self._pressed.clear()
        if wish == "step" and is_free:
            await self._pressed.wait()
        elif wish == "normal":
            with suppress(TimeoutError):
                await asyncio.wait_for(self._pressed.wait(), SLOW * BOT_PAUSE)
        elif wish != "instant":
            await asyncio.sleep(BOT_PAUSE)
