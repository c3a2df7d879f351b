"""A table in this program: its seats, its bots, and the file that the match is saved in."""

import asyncio
from collections.abc import Mapping, Sequence
from contextvars import Context
from pathlib import Path
from typing import Any, Self

from darwin_core.bots import Policy
from darwin_core.game import SPECTATOR
from darwin_core.options import read_options, rules_title
from darwin_core.table import Pace, Seat, Table
from darwin_tui import saves
from darwin_tui.locations import Locations
from darwin_tui.saves import Opened
from darwin_tui.seating import bots_of

AnySeat = Seat[Any, Any, Any]


class OpenTable:
    """A table that is open in this process, for as long as anybody is at it."""

    def __init__(self, opened: Opened, bots: Mapping[int, Policy] | None, pace: Pace) -> None:
        assert opened.journal is not None
        players = opened.match.header.players
        bots = bots_of(players) if bots is None else bots
        self.opened = opened
        self.table: Table[Any, Any, Any] = Table(opened.match, opened.journal, bots, pace)
        self.people = tuple(seat for seat in range(len(players)) if seat not in bots)
        self.is_closed = False
        self._parties: list[LocalTable] = []
        self._running: asyncio.Task[None] | None = None

    def join(self, party: "LocalTable") -> None:
        """Count the people at one screen as present."""
        self._parties.append(party)

    def leave(self, party: "LocalTable") -> bool:
        """Count them as gone; the last to go close the table. Return whether it stays open."""
        if party in self._parties:
            self._parties.remove(party)
        if not self._parties and not self.is_closed:
            self.is_closed = True
            if self._running is not None:
                self._running.cancel()
            self.table.close()
        return not self.is_closed

    def run(self) -> None:
        """Let the table run its bots until it is closed."""
        if self._running is None:
            # The bots belong to the table and not to the screen that came first.
            bots = self.table.run_bots()
            self._running = asyncio.get_running_loop().create_task(bots, context=Context())


class House:
    """The tables that are open in this process: one for each record, whoever sits at it."""

    def __init__(self, pace: Pace = "instant") -> None:
        self._pace = pace
        self._open: dict[Path, OpenTable] = {}

    def sit(self, path: Path, people: Sequence[int]) -> "LocalTable":
        """Seat the people of one screen at the table of a record, which is opened if need be.

        Raises:
            RecordError: if it is not a record that this version can continue.
            JournalError: if it is locked by another process or cannot be written.
        """
        self._open = {at: table for at, table in self._open.items() if not table.is_closed}
        if path not in self._open:
            self._open[path] = OpenTable(saves.resume(path), None, self._pace)
        return LocalTable.at(self._open[path], people)


class LocalTable:
    """Hands out the seats of the people at one screen and a spectator's; keeps the match."""

    def __init__(
        self,
        opened: Opened,
        bots: Mapping[int, Policy] | None = None,
        pace: Pace = "instant",
    ) -> None:
        """Set up a table for a match opened for play, with all its people at this screen.

        Args:
            opened: the match and its journal.
            bots: the policy of each bot's seat; by default those that the record names.
            pace: how long bots wait for people.
        """
        shared = OpenTable(opened, bots, pace)
        self._join(shared, shared.people)

    @classmethod
    def at(cls, shared: OpenTable, people: Sequence[int]) -> Self:
        """Return the part of one screen at a table that others may be at too."""
        party = cls.__new__(cls)
        party._join(shared, people)
        return party

    def _join(self, shared: OpenTable, people: Sequence[int]) -> None:
        self._shared, self._opened, self._table = shared, shared.opened, shared.table
        self.people = tuple(seat for seat in shared.people if seat in people)
        self.spectator: AnySeat = self._table.seat(SPECTATOR)
        self._seats = {seat: self._table.seat(seat) for seat in self.people}
        shared.join(self)

    def open(self) -> None:
        """Seat the people and let the table run its bots until it is closed."""
        for seat in self._seats.values():
            seat.attach()
        self._shared.run()

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
        """Leave the table; it is closed, and its record released, once nobody is at it."""
        if self._shared.leave(self):
            for seat in (*self._seats.values(), self.spectator):
                seat.leave()
