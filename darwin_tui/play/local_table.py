"""A table in this program: its seats, its bots, and the file that the match is saved in."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from darwin_core.bots import Policy
from darwin_core.game import SPECTATOR
from darwin_core.options import read_options, rules_title
from darwin_core.table import Pace, Seat, Table
from darwin_tui import saves
from darwin_tui.locations import Locations
from darwin_tui.saves import Opened
from darwin_tui.seating import bots_of

AnySeat = Seat[Any, Any, Any]


class LocalTable:
    """Hands out the seats of the people at this screen and a spectator's; keeps the match."""

    def __init__(
        self,
        opened: Opened,
        bots: Mapping[int, Policy] | None = None,
        pace: Pace = "instant",
    ) -> None:
        """Set up a table for a match opened for play.

        Args:
            opened: the match and its journal.
            bots: the policy of each bot's seat; by default those that the record names.
            pace: how long bots wait for people.
        """
        assert opened.journal is not None
        players = opened.match.header.players
        bots = bots_of(players) if bots is None else bots
        self._opened = opened
        self._table: Table[Any, Any, Any] = Table(opened.match, opened.journal, bots, pace)
        self.people = tuple(seat for seat in range(len(players)) if seat not in bots)
        self.spectator: AnySeat = self._table.seat(SPECTATOR)
        self._seats = {seat: self._table.seat(seat) for seat in self.people}
        self._running: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Seat the people and let the table run its bots until it is closed."""
        for seat in self._seats.values():
            seat.attach()
        if self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._table.run_bots())

    def seat(self, viewer: int) -> AnySeat:
        """Return the seat of a person at this screen, or the spectator's."""
        return self._seats.get(viewer, self.spectator)

    # --- bots

    def waiting_bot(self) -> int | None:
        """Return the seat of a bot that owes a decision."""
        return self._table.waiting_bot()

    async def play_bot(self, seat: int) -> None:
        """Let a bot decide and act."""
        await self._table.play_bot(seat)

    async def settle_bots(self) -> None:
        """Play the bots' turns until a person is asked or the match is over."""
        await self._table.settle_bots()

    # --- the record

    @property
    def path(self) -> Path:
        """The file that the match is saved in as it is played."""
        return self._opened.path

    @property
    def rules(self) -> str:
        """The name of the rules that are played, where the game has presets; else empty."""
        match = self._opened.match
        if not match.game.presets:
            return ""
        return rules_title(match.game, read_options(match.game, match.header.options))

    @property
    def notice(self) -> str:
        """One sentence about what had to be mended when the match was opened; may be empty."""
        return self._opened.notice

    def why_unsaved(self) -> str | None:
        """Say in one sentence why the match is not in its file; None if it is."""
        return saves.why_unsaved(self._opened)

    def save_elsewhere(self, place: str, locations: Locations) -> None:
        """Save the whole match in a new file and continue there.

        Raises:
            JournalError: if it cannot be saved there; then nothing has changed.
        """
        saves.save_elsewhere(self._opened, place, locations)
        self.spectator.retry()

    def close(self) -> None:
        """Stop the bots and let go of the record; it is saved."""
        if self._running is not None:
            self._running.cancel()
        self._table.close()
