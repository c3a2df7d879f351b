"""The people who are on a server now, in all of its processes."""

from collections.abc import Callable
from typing import Final

from darwin_tui.server.model import Presence
from darwin_tui.server.store import Store

PRESENCE_SECONDS: Final = 60.0
"""Time after which a process that has died no longer counts as having sessions."""


class Attendance:
    """All sessions as this process knows them. Each method may raise StoreError."""

    def __init__(
        self, store: Store, on_change: Callable[[dict[str, Presence], dict[str, Presence]], None]
    ) -> None:
        """Begin without any session.

        Args:
            store: of the server.
            on_change: called with the sessions before and after a change, by their identifiers.
        """
        self.all: dict[str, Presence] = {}
        self._own: dict[str, Presence] = {}
        self._store = store
        self._on_change = on_change

    async def put(self, presence: Presence) -> None:
        """Keep where a session of this process is."""
        self._own[presence.session] = presence
        self._replace({**self.all, presence.session: presence})
        await self._store.put_presence(presence, PRESENCE_SECONDS)
        if presence.session not in self._own:
            # The session has ended meanwhile.
            await self._store.remove_presence(presence.session)

    async def remove(self, session: str) -> None:
        """Forget a session of this process, which has ended."""
        self._own.pop(session, None)
        self._replace({key: each for key, each in self.all.items() if key != session})
        await self._store.remove_presence(session)

    async def renew(self) -> None:
        """Keep the sessions of this process for some more time."""
        for session, presence in [*self._own.items()]:
            if self._own.get(session) is presence:
                await self._store.put_presence(presence, PRESENCE_SECONDS)

    async def refresh(self) -> None:
        """Read the sessions of all processes."""
        found = {each.session: each for each in await self._store.present()}
        # What this process knows of its own sessions is newer than what it has just read.
        others = {key: each for key, each in found.items() if key not in self._own}
        self._replace({**others, **self._own})

    def _replace(self, present: dict[str, Presence]) -> None:
        before, self.all = self.all, present
        if before != present:
            self._on_change(before, present)
