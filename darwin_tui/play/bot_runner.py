"""Bots of a table at one screen: when each of them acts."""

import asyncio
from collections.abc import Awaitable, Callable

from darwin_core.journal import FileChanged, JournalError
from darwin_tui.play.live_match import LiveMatch
from darwin_tui.play.local_table import LocalTable
from darwin_tui.play.pacing import Pace

RETRY_SECONDS = 5


class BotRunner:
    """Plays the bots' turns, at the pace of the people who watch."""

    def __init__(
        self,
        table: LocalTable,
        live: LiveMatch,
        lost: Callable[[FileChanged], Awaitable[None]],
        say: Callable[[str], None],
    ) -> None:
        """Prepare to run the bots of a table.

        Args:
            table: where they sit.
            live: the match as the people see it.
            lost: waits until the match is saved somewhere, after its file was lost.
            say: shows a sentence about what keeps the bots from acting.
        """
        self._table = table
        self._live = live
        self._lost = lost
        self._say = say
        self._pace = Pace()
        self._changed = asyncio.Event()

    def stir(self) -> None:
        """Look again whether a bot is to act."""
        self._changed.set()

    def hurry(self) -> None:
        """End the present pause."""
        self._pace.hurry()

    async def run(self) -> None:
        """Play the bots' turns until cancelled."""
        live = self._live
        while True:
            self._changed.clear()
            seat = self._table.waiting_bot()
            if seat is None or self._people_come_first:
                await self._changed.wait()
                continue
            line = live.snapshot.line
            # No pause follows what nobody saw, such as another bot's card played face down.
            if live.lingers or live.snapshot.events or not line:
                await self._pace.wait(live.wishes().pace, live.lingers)
            try:
                if line == live.snapshot.line and not self._people_come_first:
                    await self._table.play_bot(seat)
            except FileChanged as error:
                await self._lost(error)
            except JournalError as error:
                self._say(f"{error} The bots wait.")
                await asyncio.sleep(RETRY_SECONDS)

    @property
    def _people_come_first(self) -> bool:
        """Whether a person owes a choice made at the same time, or looks at something."""
        return self._live.pause is not None or bool(self._live.asked)
