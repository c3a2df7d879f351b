"""Notices within one process: each subscriber gets every one, in order."""

import asyncio
from collections import deque
from typing import Final, Self
from weakref import WeakSet

from darwin_tui.server.store import Change

WAITING_MAX: Final = 10_000
"""Notices that wait for one subscriber. When there are more, a notice of the kind ``all`` takes
their place."""


class Subscription:
    """The notices of one subscriber from its beginning on: an asynchronous iterator.

    It ends when the notices are closed, or when nobody uses it any more.
    """

    def __init__(self) -> None:
        self._waiting: deque[Change] = deque()
        self._changed = asyncio.Event()
        self._is_closed = False

    def put(self, change: Change) -> None:
        """Add a notice."""
        if len(self._waiting) >= WAITING_MAX:
            self._waiting.clear()
            change = Change("all", "")
        self._waiting.append(change)
        self._changed.set()

    def close(self) -> None:
        """End the iteration after the notices that wait."""
        self._is_closed = True
        self._changed.set()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Change:
        while not self._waiting:
            if self._is_closed:
                raise StopAsyncIteration
            self._changed.clear()
            await self._changed.wait()
        return self._waiting.popleft()


class Notices:
    """The subscribers of one process. All methods are called on its event loop."""

    def __init__(self) -> None:
        self._subscriptions: WeakSet[Subscription] = WeakSet()

    def subscribe(self) -> Subscription:
        """Return a subscription to all notices from now on."""
        subscription = Subscription()
        self._subscriptions.add(subscription)
        return subscription

    def publish(self, change: Change) -> None:
        """Hand a notice to each subscriber."""
        for subscription in list(self._subscriptions):
            subscription.put(change)

    def close(self) -> None:
        """End all subscriptions."""
        for subscription in list(self._subscriptions):
            subscription.close()
