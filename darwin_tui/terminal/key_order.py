"""Keys that are typed ahead count one after the other.

Textual passes each key to what has the focus when the app takes it from its queue. A key before it
may not have been handled by then: that which opens a line to type in would lose the first letters
of the line, wherever the program falls behind its player.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from textual.app import App
from textual.events import InputEvent, Key, Paste
from textual.message_pump import MessagePump

from darwin_tui.terminal.idle import waits_for_messages

Input = InputEvent | Paste


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
        self._is_handling = False
        """A key was passed on whose effect is still under way."""

    async def take(self, event: Input) -> None:
        """Pass an event on, once the key before it is handled."""
        self._waiting.append(event)
        if not self._is_handling:
            await self._continue()

    async def _continue(self) -> None:
        """Pass on what waits, up to the next key. While the program ends there is no screen."""
        self._is_handling = False
        while self._waiting and not self._is_handling:
            event = self._waiting.popleft()
            if self._app.screen_stack:
                self._is_handling = isinstance(event, Key)
                await self._pass_on(event)
                if self._is_handling:
                    await self._follow(self._way)

    @property
    def _way(self) -> Sequence[MessagePump]:
        """The parts whose queues a key passes now: from what has the focus up to the app."""
        app = self._app
        return (app.focused or app.screen).ancestors_with_self if app.screen_stack else [app]

    async def _follow(self, way: Sequence[MessagePump], place: int = 0) -> None:
        """Follow a key through the queues of its way."""
        for following, pump in enumerate(way[place:], place + 1):
            if pump.call_later(self._follow, way, following):
                return
        # What the key has begun beside the queues runs up to where it waits.
        await asyncio.sleep(0)
        if not (self._app._closing or self._app._exit):
            await (self._continue() if self._is_settled(way) else self._follow(self._way))

    def _is_settled(self, way: Sequence[MessagePump]) -> bool:
        """Return whether nothing is under way any more where a key went: no screen that opens, no
        line that gets the focus."""
        if way != self._way or not self._app._message_queue.empty():
            return False
        return all(map(waits_for_messages, way[:-1]))
