"""A table that is open in this process: its match, bots, clocks and front ends."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextvars import Context
from typing import Final, Literal, Protocol

from msgspec.structs import replace

from darwin_core.bots import levels
from darwin_core.contract.game import SPECTATOR
from darwin_core.journal import Journal
from darwin_core.match import AnyMatch
from darwin_core.table import Pace, Seat, Table
from darwin_tui.library.seat_access import Member, MemberState
from darwin_tui.seating import DEFAULT_LEVEL, FIRST_LEVEL, bots_of, level_of, named_bot, result
from darwin_tui.server.store.contract import Presence, SeatInfo, TableInfo
from darwin_tui.server.tables import clocks
from darwin_tui.server.tables.clocks import Clocks, is_bot_driven, needs_stand_in
from darwin_tui.server.tables.register import all_agree, people_left, resigned_seats, with_seat

_log: Final = logging.getLogger(__name__)


class OpenSeatAccess(Protocol):
    """One session's access to an open table, as the table knows it."""

    people: tuple[int, ...]
    """Seats played through the access; empty for a spectator."""

    @property
    def code(self) -> str:
        """Code of the table."""

    @property
    def name(self) -> str:
        """The account that holds the access."""

    @property
    def session_id(self) -> str:
        """The session that holds the access."""

    def notify(self) -> None:
        """Call the observers of the access."""

    def end(self, sentence: str) -> None:
        """Close the access, and show its player the sentence."""

    def close(self) -> None:
        """Leave the table."""


class LiveTable:
    """A table whose match is open. The server renews its lease, stores its info and closes it."""

    def __init__(
        self,
        info: TableInfo,
        match: AnyMatch,
        journal: Journal,
        pace: Pace,
        clock: Callable[[], float],
    ) -> None:
        now = clock()
        self._clock = clock
        self.info = info
        self.match = match
        self.table = Table(match, journal, bots_of(match.header.players), pace)
        self.accesses: list[OpenSeatAccess] = []
        self.is_closed = False
        self.has_lease = False
        """True if the table's bots and clocks run in this process."""
        self.changed_at = now if info.line < len(match.lines) else info.moved
        """Time of the last line."""
        self.clocks = Clocks(match, info, now)
        self.away_since = {
            seat: now for seat, seated in enumerate(info.seats) if seated.kind == "person"
        }
        """The time when each absent person left."""
        self.here_since: dict[int, float] = {}
        """The time when each present person came."""
        self.watchers: tuple[Presence, ...] = ()
        self._absent: tuple[int, ...] = ()
        """Seats on which the others could vote at the last look."""
        self._lines_noted = len(match.lines)
        """Number of lines that clocks and stand-ins know."""
        self._news = asyncio.Event()
        """Set at the next line of the match, and then replaced by a new event."""
        self._standing: set[int] = set()
        """Seats of people for whom a bot plays until they return, or to the end."""
        self._late: set[int] = set()
        """Seats of people for whom a bot takes the current decision because their time is over."""
        self.levels = {
            seat: level
            for seat, player in enumerate(match.header.players)
            if (level := level_of(player))
        }
        """Level of each bot by seat."""
        self._running: asyncio.Task[None] | None = None
        self.apply(info)

    # --- the info in the store

    def apply(self, info: TableInfo) -> None:
        """Adopt a new version of the table's info."""
        self.info = info
        # The clocks of an info that lags behind, or is ahead, are those of another line.
        if info.line == len(self.match.lines):
            self.clocks.read(info)
        for seat, seated in enumerate(info.seats):
            if seated.level and self.levels.get(seat, seated.level) != seated.level:
                name = self.match.header.names[seat]
                self.table.bots.replace(seat, named_bot(name, seated.level))
                self.levels[seat] = seated.level
            stands = seated.kind == "person" and is_bot_driven(info, seat)
            if stands != (seat in self._standing):
                self.table.bots.stand_in(seat, levels.bot(DEFAULT_LEVEL) if stands else None)
                (self._standing.add if stands else self._standing.discard)(seat)
        if info.phase == "over":
            self.stop_bots()

    def note(self, now: float) -> bool:
        """Let clocks and stand-ins follow the match; return whether it has a new line."""
        self._news.set()
        self._news = asyncio.Event()
        if self._lines_noted == len(self.match.lines):
            return False
        self._lines_noted = len(self.match.lines)
        self._count_lines(now)
        if self.info.line == len(self.match.lines):
            # Another process has already noted the line.
            self.clocks.read(self.info)
        # A bot that has just decided for a late person does not take the next decision.
        self._let_decide(self._late & self._overdue(now))
        return True

    def _count_lines(self, now: float) -> None:
        """Let the clocks follow new lines."""
        if self.clocks.note(self.info, now):
            self.changed_at = now

    async def settled(self) -> None:
        """Wait until no bot has to act before a person does, or the bots have stopped."""
        while self.waits_for_bots and not self.table.snapshot(SPECTATOR).trouble:
            if self.is_closed:
                break
            await self._news.wait()

    def described(self, info: TableInfo) -> TableInfo:
        """Return the info updated to the current match; the same object if nothing changes."""
        snapshot = self.table.snapshot(SPECTATOR)
        if info.line > snapshot.line:
            return info
        if info.phase == "over":
            return info if info.line == snapshot.line else replace(info, line=snapshot.line)
        info = self._with_resigned(info)
        ended = self._ended(info)
        if snapshot.line != info.line:
            # The clocks count the line now, because observers get it a little later.
            self._count_lines(self._clock())
            info = replace(info, moved=self.changed_at)
            info = info if ended else self.clocks.written(info, self.changed_at)
        has_winner = ended in ("rules", "resigned")
        outcome = result(self.match).with_last(resigned_seats(info)) if has_winner else None
        new = replace(
            info,
            line=snapshot.line,
            to_move=() if ended else snapshot.to_move,
            round=snapshot.clock.round,
            rounds=snapshot.clock.rounds,
            phase="over" if ended else "playing",
            ended=ended,
            winners=outcome.winners if outcome else (),
            places=outcome.ranks if outcome else (),
        )
        return info if new == info else new

    def _ended(self, info: TableInfo) -> Literal["", "rules", "resigned", "agreement"]:
        """Return the way the match ended, by its record and its table; empty before its end."""
        if self.match.game.outcome(self.match.state) is not None:
            return "rules"
        # Older records do not say who resigned; their tables do.
        if resigned_seats(info) and len(people_left(info)) < 2:
            return "resigned"
        return "agreement" if all_agree(info) else ""

    def _with_resigned(self, info: TableInfo) -> TableInfo:
        """Return the info with the resignations in the record."""
        for seat in self.match.resigned:
            seated = info.seats[seat]
            number = len(resigned_seats(info)) + 1
            if not seated.has_resigned:
                resigned = SeatInfo(
                    seated.kind, seated.name, nonce=seated.nonce, has_resigned=True, resigned=number
                )
                info = with_seat(info, seat, resigned)
        return info

    # --- bots

    def start_bots(self) -> None:
        """Start the table's bots unless they run already or the match is over."""
        is_running = self._running is not None and not self._running.done()
        if not is_running and not self.is_closed and self.info.phase == "playing":
            # In an empty context: the bots belong to the table, not to the first session.
            loop = asyncio.get_running_loop()
            self._running = loop.create_task(self._run_bots(), context=Context())

    async def _run_bots(self) -> None:
        try:
            await self.table.bots.run()
        except Exception as error:
            # Log no message, as it could show a hand. The next tick starts the bots again.
            _log.error("The bots of %s failed: %s", self.info.code, type(error).__name__)

    def stop_bots(self) -> None:
        """Stop the bots; an action being written is finished."""
        if self._running is not None:
            self._running.cancel()
            self._running = None

    @property
    def waits_for_bots(self) -> bool:
        """True if the next decision is owed by bots and no person."""
        asked_seats = self.match.game.to_move(self.match.state)
        return (
            self.info.phase == "playing"
            and bool(asked_seats)
            and all(is_bot_driven(self.info, seat) for seat in asked_seats)
        )

    def retry_bots(self) -> None:
        """Let bots continue whose action could not be saved."""
        trouble = self.table.snapshot(SPECTATOR).trouble
        if trouble and trouble.kind != "policy":
            Seat(self.table, SPECTATOR).retry()

    def mind_clocks(self, now: float) -> list[str]:
        """Let bots decide for people whose time is over; return the names of those newly late."""
        late = self._overdue(now) if self.has_lease else set[int]()
        new = late - self._late
        self._let_decide(late)
        return [self.info.seats[seat].name for seat in sorted(new)]

    def _overdue(self, now: float) -> set[int]:
        """Return the seats for which a bot decides now because their time is over."""
        owed = self.clocks.owed_since
        return {seat for seat in owed if self.clocks.is_overdue(self.info, seat, now)}

    def _let_decide(self, late: set[int]) -> None:
        """Let bots take the current decision of the late people, and of nobody else."""
        # Only the seats that are newly late or late no more.
        for seat in late ^ self._late:
            # Take the weakest level, so that it does not pay to let the time pass.
            bot = levels.bot(FIRST_LEVEL) if seat in late else None
            self.table.bots.stand_in(seat, bot, is_urgent=True)
        self._late = late

    def wanted_stand_ins(self, now: float) -> dict[int, bool]:
        """Return the seats whose stand-in should come (True) or go (False) now."""
        info = self.info
        wanted = {}
        people = [seat for seat, seated in enumerate(info.seats) if seated.kind == "person"]
        is_anybody_here = any(seat in self.here_since for seat in people)
        for seat in people:
            wish = needs_stand_in(info, seat, now, self.away_since.get(seat), is_anybody_here)
            if wish != info.seats[seat].has_stand_in:
                wanted[seat] = wish
        return wanted

    # --- people

    def note_presence(self, present: Iterable[Presence], now: float) -> bool:
        """Note the people at the table; return whether they have changed."""
        at_table = [row for row in present if row.table == self.info.code]
        seated = {seat for row in at_table for seat in row.seats}
        watchers = tuple({row.name: row for row in at_table if not row.seats}.values())
        before = (set(self.here_since), self.watchers)
        for seat, row in enumerate(self.info.seats):
            if row.kind != "person":
                continue
            # The seat belongs in ``since``, the mapping of the state that it is in now.
            since, other = self.here_since, self.away_since
            if seat not in seated:
                since, other = other, since
            if seat not in since:
                other.pop(seat, None)
                since[seat] = now
        self.watchers = watchers
        return before != (set(self.here_since), watchers)

    @property
    def _missed_since(self) -> dict[int, float]:
        """The time since which each person is missed; see ``clocks``.

        At a rated table with a clock, nobody is waited for beyond the clock, present or not.
        """
        if self.info.seconds_a_move is None:
            return self.away_since
        owed = self.clocks.owed_since.items()
        is_rated = self.info.terms == "rated"
        return {seat: since for seat, since in owed if is_rated or seat in self.away_since}

    def absent(self, now: float) -> tuple[int, ...]:
        """Return the seats of absent people on whom the others may vote."""
        return clocks.absent(self.info, self._missed_since, now)

    def note_absent(self, now: float) -> bool:
        """Note the people on whom the others may vote; return whether they have changed."""
        before, self._absent = self._absent, self.absent(now)
        return before != self._absent

    def voted(self, info: TableInfo, now: float) -> TableInfo:
        """Return the info after the people's votes; the same object if nothing changes."""
        return clocks.settle(info, self._missed_since, now)

    @property
    def members(self) -> tuple[Member, ...]:
        """The players by seat, then the spectators."""
        players = [self._member(seat) for seat in range(len(self.info.seats))]
        others = [Member(watcher.name, None, "here", watcher.since) for watcher in self.watchers]
        return (*players, *others)

    def _member(self, seat: int) -> Member:
        """Return a player as people at the table see them; ``since`` is the start of the state."""
        seated = self.info.seats[seat]
        owed = self.clocks.owed_since.get(seat) if self.info.phase == "playing" else None
        since = self.here_since.get(seat)
        state: MemberState = "here"
        if seated.kind == "bot":
            state = "bot"
            since = owed or self.info.moved
        elif seated.has_resigned:
            state = "resigned"
            since = self.info.moved
        elif seated.has_stand_in:
            state = "stand-in"
            since = self.away_since.get(seat, self.info.moved)
        elif since is None:
            state = "left" if self.info.phase == "over" else "away"
            since = self.away_since.get(seat, self.info.moved)
        elif owed is not None:
            state = "thinking"
            since = max(owed, since)
        due = self.clocks.due(self.info, seat) if owed is not None else None
        clock_seconds = None
        if self.info.seconds_in_all and not is_bot_driven(self.info, seat):
            spent = self.info.paused - owed if self.info.paused and owed is not None else 0
            clock_seconds = max(0.0, self.clocks.left[seat] - max(0.0, spent))
        away_until = clocks.end_of_holiday(seated.holidays, self._clock())
        name = self.match.header.names[seat]
        return Member(
            name, seat, state, since, seated.agrees, seated.vote, due, clock_seconds, away_until
        )

    def notify(self) -> None:
        """Call the observers of all sessions at the table."""
        for access in self.accesses:
            access.notify()

    @property
    def is_idle(self) -> bool:
        """True if this process may close the table."""
        has_bots = bool(self._late) or self.waits_for_bots
        return not self.accesses and not (self.has_lease and has_bots)

    def close(self) -> None:
        """Stop the bots and close the record, which is already saved."""
        self.is_closed = True
        self._news.set()
        self.stop_bots()
        self.table.close()
