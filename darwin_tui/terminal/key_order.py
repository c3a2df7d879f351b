"""Keys that are typed ahead count one after the other.

Textual passes each key to what has the focus when the app takes it from its queue. A key before it
may not have been handled by then: that which opens a line to type in would lose the first letters
of the line, wherever the program falls behind its player.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from textual.app import App
from textual.events import InputEvent, Key, Paste
from textual.message_pump import MessagePump

from darwin_tui.terminal.pumps import waits_for_messages
from darwin_tui.terminal.screen import SteadyScreen

Input = InputEvent | Paste

_CALM_CHECKS: Final = 5
"""Turns of the event loop in which nothing is to do: work that a key has begun runs in the second
up to where it waits, and a dialog that it asks for is there after two more."""
_QUICK_CHECKS_MAX: Final = 50
"""Checks after which the next ones are further apart: what takes longer waits for others."""
_POLL_SECONDS: Final = 0.005
_CHECKS_MAX: Final = 250
"""Checks, a second of them, after which the next key follows in any case: no work of the program
may keep a player from leaving it."""


class KeyOrder:
    """Typed keys of an app, and clicks, that wait for the key before them."""

    def __init__(self, app: App[object], pass_on: Callable[[Input], Awaitable[None]]) -> None:
        """Begin without a key.

        Args:
            app: that the keys are for.
            pass_on: passes an event to what has the focus now.
        """
        self._app = app
        self._pass_on = pass_on
        self._waiting: deque[Input] = deque()
        self.is_handling = False
        """A key was passed on whose effect is still under way."""
        self._way: list[MessagePump] = []
        """The parts whose queues a key would pass at the last check."""
        self._checks = self._calm = 0

    async def take(self, event: Input) -> None:
        """Pass an event on, once the key before it is handled."""
        self._waiting.append(event)
        if not self.is_handling:
            await self._continue()

    async def _continue(self, *, is_due: bool = False) -> None:
        """Pass on what waits, up to the next key. While the program ends there is no screen.

        Args:
            is_due: the first of it has waited long enough.
        """
        self.is_handling = False
        while self._waiting and not self.is_handling:
            if not is_due and self._waits_for_list:
                self.is_handling = True
                break
            is_due = False
            event = self._waiting.popleft()
            if self._app.screen_stack and self._is_heeded(event):
                self.is_handling = isinstance(event, Key)
                await self._pass_on(event)
        if self.is_handling:
            self._checks = self._calm = 0
            asyncio.get_running_loop().call_soon(self._check)

    @property
    def _waits_for_list(self) -> bool:
        """True if the next key is none that writes, and the screen is yet to be laid out or filled:
        what the key is to move over or to choose is not there."""
        event = self._waiting[0] if self._waiting else None
        if not isinstance(event, Key) or event.is_printable or not self._app.screen_stack:
            return False
        screen = self._app.screen
        return screen._layout_required or getattr(screen, "is_filling", False)

    def _is_heeded(self, event: Input) -> bool:
        screen = self._app.screen
        return not isinstance(screen, SteadyScreen) or screen.heeds(event)

    def _check(self) -> None:
        """Let the next key follow, unless the effect of this one is still under way: a screen that
        opens, a line that gets the focus."""
        app, before, loop = self._app, self._way, asyncio.get_running_loop()
        if app._closing:
            return
        self._way = [*(app.focused or app.screen).ancestors_with_self] if app.screen_stack else []
        is_calm = (
            self._way == before
            and all(map(waits_for_messages, self._way))
            and not self._waits_for_list
        )
        self._calm = self._calm + 1 if is_calm else 0
        self._checks += 1
        if self._calm < _CALM_CHECKS and self._checks < _CHECKS_MAX:
            if self._checks < _QUICK_CHECKS_MAX:
                loop.call_soon(self._check)
            else:
                loop.call_later(_POLL_SECONDS, self._check)
        elif self._waiting:
            app.call_later(self._continue, is_due=True)
        else:
            self.is_handling = False
