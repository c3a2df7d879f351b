"""The open tables at home. Front ends that open the same record share one table."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from contextvars import Context
from pathlib import Path
from typing import TYPE_CHECKING

from darwin_core.bots import Policy, levels
from darwin_core.contract.game import SPECTATOR, Action, Event, State
from darwin_core.contract.options import rules_title
from darwin_core.table import AnySeat, Pace, Seat, Table
from darwin_core.text.language import reading, tr
from darwin_tui.library import notes, saves
from darwin_tui.library.notes import Note
from darwin_tui.library.saved_match import SavedMatch
from darwin_tui.library.saves import Opened
from darwin_tui.library.seat_access import People
from darwin_tui.paths import Locations
from darwin_tui.seating import level_of, level_title, named_bot

if TYPE_CHECKING:
    from darwin_tui.library.analyses import Judging


class OpenMatches:
    """The open tables of a process. A record is opened once for all its front ends and closed after
    the last one."""

    def __init__(self) -> None:
        self.locations: Locations | None = None
        """The player's folders, where changed bot levels are noted."""
        self._tables: list[_LiveTable] = []

    def resume(
        self, path: Path, pace: Pace = "instant", people: Sequence[int] | None = None
    ) -> "LocalSeatAccess":
        """Return the access to the table of a record, opening the record if needed.

        Args:
            pace: how long bots wait for people, if the table is not open yet.
            people: seats of the people at this front end; None for all people.

        Raises:
            RecordError: if this version cannot continue the record.
            JournalError: if another program plays it, or it cannot be written.
        """
        for table in self._tables:
            if table.opened.path.resolve() == path.resolve():
                return LocalSeatAccess(table, people)
        return self.host(saves.resume(path), pace=pace, people=people)

    def host(
        self,
        opened: Opened,
        bots: Mapping[int, Policy] | None = None,
        pace: Pace = "instant",
        people: Sequence[int] | None = None,
    ) -> "LocalSeatAccess":
        """Return the access to a new table for a match just opened for play.

        Args:
            bots: policy of each bot's seat; by default the policies that the record names,
                in which case decisions are judged while the match is played.
            people: seats of the people at this front end; None for all people.
        """
        table = _LiveTable(self, opened, bots, pace)
        self._tables.append(table)
        return LocalSeatAccess(table, people)

    def forget(self, table: "_LiveTable") -> None:
        """Remove a closed table from the list."""
        self._tables.remove(table)


class _LiveTable:
    """One open table: the match, its file, the task of its bots, and its front ends."""

    def __init__(
        self, matches: OpenMatches, opened: Opened, bots: Mapping[int, Policy] | None, pace: Pace
    ) -> None:
        assert opened.journal is not None
        players = opened.match.header.players
        self.opened = opened
        self._matches = matches
        self.levels = {
            seat: level for seat, player in enumerate(players) if (level := level_of(player))
        }
        """Level of each bot by seat."""
        self._is_judged = bots is None
        """True if decisions may be judged while the match is played."""
        if bots is None:
            self.levels |= self._saved_levels()
            bots = {
                seat: named_bot(players[seat].name, level) for seat, level in self.levels.items()
            }
        self.table: Table[State, Action, Event] = Table(opened.match, opened.journal, bots, pace)
        self.people = tuple(seat for seat in range(len(players)) if seat not in bots)
        self._front_ends = 0
        """Number of front ends at the table."""
        self._judging: Judging | None = None
        self._running: list[asyncio.Task[None]] = []
        """The tasks of bots and judging; empty before the first front end is open."""

    def enter(self) -> None:
        self._front_ends += 1

    def leave(self) -> None:
        """Uncount a front end; after the last, stop the bots and close the record."""
        self._front_ends -= 1
        if self._front_ends:
            return
        for task in self._running:
            task.cancel()
        if self._judging:
            self._judging.keep()
        self.table.close()
        self._matches.forget(self)

    @property
    def _notes(self) -> Path | None:
        locations = self._matches.locations
        return locations.notes_on(self.opened.path) if locations else None

    def _saved_levels(self) -> dict[int, str]:
        """Return the levels changed during the match, without levels that no longer exist."""
        if self._notes is None:
            return {}
        saved_levels = {}
        names = self.opened.match.header.names
        for note in notes.read(self._notes):
            if note.by in names and names.index(note.by) in self.levels:
                with suppress(ValueError):
                    saved_levels[names.index(note.by)] = levels.level(note.level).name
        return saved_levels

    def change_level(self, seat: int, level: str) -> None:
        """Let a bot play at another level, and note that on the last line of the record."""
        level = levels.level(level).name
        match = self.opened.match
        name = match.header.names[seat]
        if self._notes:
            # The text is English, for other programs; readers see the level in their language.
            with reading("en"):
                text = f"plays as {level_title(level)} from here"
            note = Note(len(match.lines), name, text=text, level=level)
            notes.write(self._notes, note)
        self.table.bots.replace(seat, named_bot(name, level))
        self.levels[seat] = level

    def run_bots(self) -> None:
        """Run the bots unless they run already, and judge decisions meanwhile."""
        if self._running:
            return
        self._run(self.table.bots.run())
        if self._can_judge:
            # Imported here, so that the start of a match need not wait for it.
            from darwin_tui.library.analyses import Judging

            assert self._matches.locations
            self._judging = Judging(self.opened.match, self.people, self._matches.locations)
            self.table.observe(SPECTATOR, lambda snapshot: self._note_line())
            self._run(self._judging.run())

    def _run(self, work: Coroutine[object, object, None]) -> None:
        # The task belongs to the table, not to the front end that came first.
        task = asyncio.get_running_loop().create_task(work, context=Context())
        self._running.append(task)

    @property
    def _can_judge(self) -> bool:
        """True if a person plays at home against the bots that the record names; a lesson, for
        instance, brings its own."""
        return self._is_judged and bool(self.people) and self._matches.locations is not None

    def _note_line(self) -> None:
        if self._judging:
            self._judging.note_line()


class LocalSeatAccess:
    """One front end's access to a table: its people's seats, a spectator's, and the record."""

    def __init__(self, live_table: _LiveTable, people: Sequence[int] | None = None) -> None:
        self._live_table = live_table
        self._is_closed = False
        self.people = live_table.people if people is None else tuple(people)
        self.spectator: AnySeat = Seat(live_table.table, SPECTATOR)
        self._seats = {seat: Seat(live_table.table, seat) for seat in self.people}
        self.table_people: People | None = None
        live_table.enter()

    def open(self) -> None:
        for seat in self._seats.values():
            seat.attach()
        self._live_table.run_bots()

    def seat(self, viewer: int) -> AnySeat:
        return self._seats.get(viewer, self.spectator)

    @property
    def bot_levels(self) -> Mapping[int, str]:
        return self._live_table.levels

    async def change_level(self, seat: int, level: str) -> None:
        self._live_table.change_level(seat, level)

    async def settle_bots(self) -> None:
        await self._live_table.table.bots.settle()

    # --- the record

    @property
    def path(self) -> Path:
        """The match's file, written during play."""
        return self._live_table.opened.path

    @property
    def saved(self) -> SavedMatch:
        return SavedMatch.of(self._live_table.opened)

    @property
    def rules(self) -> str:
        match = self._live_table.opened.match
        return tr(rules_title(match.game, match.header.options))

    @property
    def notice(self) -> str:
        return self._live_table.opened.notice

    def why_unsaved(self) -> str | None:
        return saves.why_unsaved(self._live_table.opened)

    def save_elsewhere(self, target: str, locations: Locations) -> None:
        saves.save_elsewhere(self._live_table.opened, target, locations)
        self.spectator.retry()

    def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        # Leave first, so that the last front end notifies nobody: it may be closed after its event
        # loop.
        self._live_table.leave()
        for seat in (*self._seats.values(), self.spectator):
            seat.leave()
