"""The clocks of tables, and the votes on absent people.

A clock runs from the moment a decision is asked. It continues while players come and go or undo,
while the table is closed, and while the server restarts. It stops during a person's holiday, and
once it has taken the last decision of every person, until somebody is back. A chess clock has a
total time, from which each decision is deducted and to which each decision adds some seconds.

The other players may vote on absent people. At a table without a clock, they may vote after two
minutes; at a table with a clock, once the time is over, unless a bot then takes over. Their votes
must be unanimous. A vote stays until it is changed, all agree, or nobody is missed any more.

Functions "by the stored info" read a ``TableInfo``, which may lag behind its open match.
"""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from math import ceil
from typing import Final, NamedTuple

from msgspec.structs import replace

from darwin_core.match import AnyMatch, undone_line
from darwin_core.match.timeline import RESIGNATION
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import awaited
from darwin_core.text.wording import counted
from darwin_tui.library.dates import DAY_SECONDS
from darwin_tui.library.seat_access import Rejected, Vote
from darwin_tui.server.store.contract import (
    AccountStore,
    Damaged,
    Holiday,
    SeatInfo,
    TableInfo,
)
from darwin_tui.server.tables.register import with_seat

AWAY_SECONDS: Final = 120
"""Time away from a live table after which a bot stands in, if the table allows it, and the others
may vote."""
LIVE_SECONDS: Final = 300
"""The shortest time for each move without a total."""
HOUR_SECONDS: Final = 3600
"""Seconds of an hour; from an hour a move on, play is turn-based."""
HOLIDAY_DAYS: Final = 7
"""Days of holiday per player and season; a begun day counts."""


class Clock(NamedTuple):
    """The times of a table; see ``TableInfo``."""

    seconds_a_move: int | None = None
    seconds_in_all: int = 0

    @property
    def is_turn_based(self) -> bool:
        """True for turn-based play: nobody has to stay while the others play."""
        return self.seconds_a_move is not None and self.seconds_a_move >= HOUR_SECONDS


CLOCKS: Final = {
    "none": Clock(),
    "5m": Clock(LIVE_SECONDS),
    "1h": Clock(HOUR_SECONDS),
    "1d": Clock(DAY_SECONDS),
    "3d": Clock(3 * DAY_SECONDS),
    "10m+10s": Clock(10, 600),
    "30m+20s": Clock(20, 1800),
}
"""The clocks on offer, by the words of requests."""
_WORD_CHARACTERS_MAX: Final = 24
"""Maximum length of an unknown word repeated in a refusal."""


def read_clock(word: str) -> Clock:
    """Return the clock of a word; raises ValueError with a sentence that lists the words."""
    if word not in CLOCKS:
        raise ValueError(
            tr(
                "{word} is no clock; there is {clocks}.",
                word=repr(word[:_WORD_CHARACTERS_MAX]),
                clocks=", ".join(CLOCKS),
            )
        )
    return CLOCKS[word]


def clock_of(table: TableInfo) -> Clock:
    return Clock(table.seconds_a_move, table.seconds_in_all)


def clock_words(clock: Clock) -> str:
    """Return the times of a clock in words; empty for none."""
    if clock.seconds_a_move is None:
        return ""
    words = tr("{time} a move", time=_time_words(clock.seconds_a_move))
    if clock.seconds_in_all:
        total = _time_words(clock.seconds_in_all)
        return tr("{total} in all and {time}", total=total, time=words)
    return words


def clock_rule(table: TableInfo) -> str:
    """Return a sentence about the end of a player's time; empty without a clock."""
    if table.seconds_a_move is None:
        return ""
    if table.seconds_in_all:
        return tr(
            "When a player's time is up, a bot decides; each later move has {time}.",
            time=_time_words(table.seconds_a_move),
        )
    if table.bots_take_over:
        return tr("When the time for a decision is over, a bot takes it.")
    return tr("When the time for a decision is over, the others may vote.")


def _time_words(seconds: int) -> str:
    """Return a time in its largest unit without a remainder."""
    if not seconds or seconds % 60:
        return counted(seconds, "second")
    if seconds % HOUR_SECONDS:
        return counted(seconds // 60, "minute")
    if seconds % DAY_SECONDS:
        return counted(seconds // HOUR_SECONDS, "hour")
    return counted(seconds // DAY_SECONDS, "day")


def decides_by_clock(table: TableInfo) -> bool:
    """Return whether a bot decides for a person whose time is over."""
    return table.bots_take_over and table.seconds_a_move is not None


def is_bot_driven(table: TableInfo, seat: int) -> bool:
    """Return whether a bot plays a seat: always, after a resignation, or until its person returns.
    A bot that only takes overdue decisions does not count."""
    info = table.seats[seat]
    stands_in = info.has_stand_in and not decides_by_clock(table)
    return info.kind == "bot" or info.has_resigned or stands_in


def awaited_seats(table: TableInfo) -> tuple[int, ...]:
    """Return the seats for which everybody waits, by the stored info."""
    if table.phase != "playing":
        return ()
    bots = [seat for seat in table.to_move if is_bot_driven(table, seat)]
    return awaited(table.to_move, bots)


def waits_for_bots(table: TableInfo) -> bool:
    """Return whether bots and no person owe the next decision, by the stored info."""
    return (
        table.phase == "playing"
        and bool(table.to_move)
        and all(is_bot_driven(table, seat) for seat in table.to_move)
    )


def may_be_overdue(table: TableInfo, now: float) -> bool:
    """Return whether a person's time may be over, by the stored info."""
    dues = (known_due(table, seat) for seat in table.to_move)
    return table.phase == "playing" and any(due is not None and now > due for due in dues)


def known_due(table: TableInfo, seat: int) -> float | None:
    """Return when a bot decides for a person who is asked, by the stored info; None if never."""
    # Before the first action, a table only knows when it began.
    return due_at(table, seat, table.seats[seat].owed_since or table.moved, left_of(table, seat))


def left_of(table: TableInfo, seat: int) -> float:
    """Return the seconds on a seat's clock, by the stored info.

    They are the seconds when the seat was asked or, if it owes no decision, for its next one.
    """
    return table.seats[seat].left or table.seconds_in_all + (table.seconds_a_move or 0)


def due_at(table: TableInfo, seat: int, owed_since: float | None, left: float = 0) -> float | None:
    """Return when a bot decides for a person by the clock; None if never.

    Args:
        owed_since: when the person was asked; None if not asked.
        left: seconds on the person's chess clock then.
    """
    if table.seconds_a_move is None or owed_since is None or table.paused:
        return None
    if not table.bots_take_over or is_bot_driven(table, seat):
        return None
    return _end_of_clock(table, seat, owed_since, left)


def _end_of_clock(table: TableInfo, seat: int, owed_since: float, left: float = 0) -> float:
    """Return when a person's time is over; see ``due_at``."""
    seconds = left if table.seconds_in_all else table.seconds_a_move or 0
    return _later(owed_since, seconds, table.seats[seat].holidays)


# --- holidays


def _later(moment: float, seconds: float, holidays: Iterable[Holiday]) -> float:
    """Return the moment after some seconds, not counting holidays."""
    end = moment + seconds
    # In order: each holiday on the way moves the end, which may then reach the next one.
    for since, until in sorted(holidays):
        if moment < until and since < end:
            end += until - max(since, moment)
    return end


def _earlier(moment: float, seconds: float, holidays: Iterable[Holiday]) -> float:
    """Return the moment some seconds earlier, not counting holidays."""
    start = moment - seconds
    for since, until in sorted(holidays, reverse=True):
        if since < moment and start < until:
            start -= min(until, moment) - since
    return start


def _between(start: float, end: float, holidays: Iterable[Holiday]) -> float:
    """Return the seconds between two moments, not counting holidays."""
    holiday_seconds = sum(
        max(0.0, min(until, end) - max(since, start)) for since, until in holidays
    )
    return max(0.0, end - start - holiday_seconds)


def end_of_holiday(holidays: Iterable[Holiday], now: float) -> float:
    """Return the end of the current holiday; 0 without one."""
    return next((until for since, until in holidays if since <= now < until), 0)


def days_of_holiday(holidays: Iterable[Holiday], begin: float) -> int:
    """Return the holiday days begun since the start of a season."""
    return sum(ceil((until - since) / DAY_SECONDS) for since, until in holidays if since >= begin)


def with_holiday(
    holidays: tuple[Holiday, ...], days: int, begin: float, now: float
) -> tuple[Holiday, ...]:
    """Return a player's holidays with a new one from now on, or a new end of the current one.

    Args:
        days: length from now on; 0 to end it now.
        begin: start of the current season.

    Raises:
        Rejected: if the season has fewer days left.
    """
    since = next((since for since, until in holidays if since <= now < until), now)
    others = tuple(holiday for holiday in holidays if holiday.since != since)
    new = Holiday(since, now + days * DAY_SECONDS)
    if since >= begin:
        days_left = HOLIDAY_DAYS - days_of_holiday(others, begin)
    else:
        # A holiday from the last season may be shortened, but not extended.
        days_left = ceil(
            (next(until for at, until in holidays if at == since) - since) / DAY_SECONDS
        )
    if ceil((new.until - new.since) / DAY_SECONDS) > days_left:
        raise Rejected(tr("You have not so many days of holiday left in this season."))
    return (*others, *[new] * (new.until > new.since))


def on_holiday(table: TableInfo, holidays: Mapping[str, tuple[Holiday, ...]]) -> TableInfo:
    """Return a turn-based table whose clocks respect its people's holidays.

    Returns the same object if nothing changes.

    Args:
        holidays: holidays of some of the accounts.
    """
    if table.phase == "playing" and clock_of(table).is_turn_based and not table.tournament:
        for seat, seated in enumerate(table.seats):
            wanted = holidays.get(seated.name, seated.holidays)
            if seated.kind == "person" and wanted != seated.holidays:
                table = with_seat(table, seat, replace(seated, holidays=wanted))
    return table


async def holidays_at(store: AccountStore, table: TableInfo) -> dict[str, tuple[Holiday, ...]]:
    """Return the holidays of the people at a turn-based table; raises StoreError."""
    if not clock_of(table).is_turn_based:
        return {}
    holidays = {}
    for name in {seat.name for seat in table.seats if seat.kind == "person"}:
        with suppress(Damaged):
            if account := await store.account(name):
                holidays[account.name] = account.holidays
    return holidays


def needs_stand_in(
    table: TableInfo, seat: int, now: float, away_since: float | None, is_anybody_here: bool
) -> bool:
    """Return whether a bot should play for a person until the person returns.

    Args:
        now: seconds since the epoch.
        away_since: when the person left; None if present.
        is_anybody_here: True if any player is at the table.
    """
    info = table.seats[seat]
    if info.has_resigned or away_since is None or decides_by_clock(table):
        return False
    if table.terms == "rated":
        # No bot may win rating points for a person.
        return False
    if info.has_stand_in:
        return True
    # A live table without people waits for them, so a stopped server costs nobody a turn.
    return table.bots_take_over and is_anybody_here and now - away_since > AWAY_SECONDS


def is_everybody_late(table: TableInfo) -> bool:
    """Return whether the clock took the last decision of every person still playing."""
    people = [seat for seat in table.seats if seat.kind == "person" and not seat.has_resigned]
    return decides_by_clock(table) and bool(people) and all(seat.was_late for seat in people)


def resumed(table: TableInfo, people: Collection[int], now: float) -> TableInfo:
    """Restart the clocks of a paused table with the time that was left.

    Args:
        table: returned unchanged if it is not paused.
        people: seats of the people who are back.
        now: seconds since the epoch.
    """
    if not table.paused or not any(not table.seats[seat].has_resigned for seat in people):
        return table
    stopped = table.paused

    def shifted(seated: SeatInfo, asked: float) -> float:
        """Return a time of asking that leaves the seat as many seconds as it had at the pause."""
        holidays = seated.holidays
        return _earlier(now, _between(asked, stopped, holidays), holidays)

    seats = tuple(
        replace(
            seated,
            asked=tuple(shifted(seated, asked) for asked in seated.asked),
            owed_since=seated.owed_since and shifted(seated, seated.owed_since),
            was_late=seated.was_late and seat not in people,
        )
        for seat, seated in enumerate(table.seats)
    )
    return replace(table, seats=seats, paused=0)


class Asked(NamedTuple):
    """The times at which a seat was asked for its recent decisions."""

    first: int
    """Number of the first remembered decision: the count of the seat's actions before it."""
    times: tuple[float, ...]
    lefts: tuple[float, ...] = ()
    """Seconds on the seat's clock at these times; empty without a chess clock."""

    def since(self, decision: int) -> float:
        """Return when a decision was asked, or the nearest known time."""
        return self.times[self._at(decision)]

    def left(self, decision: int) -> float:
        """Return the seconds on the clock at that time; 0 without a chess clock."""
        return self.lefts[self._at(decision)] if self.lefts else 0

    def _at(self, decision: int) -> int:
        return max(0, min(decision - self.first, len(self.times) - 1))

    def up_to(self, decision: int, now: float) -> "Asked":
        """Return the times up to a decision; decisions not asked before get the current time."""
        missing = decision - self.first + 1 - len(self.times)
        return self._replace(times=self.times + (now,) * missing)

    def with_left(self, left: float, step: float) -> "Asked":
        """Fill in missing seconds of a chess clock.

        Args:
            left: seconds at the last of the times.
            step: seconds added by each decision. Decisions recorded at once took no time.
        """
        missing = len(self.times) - len(self.lefts)
        # Of the missing ones, each earlier decision had one step less.
        added = (left - step * later for later in reversed(range(missing)))
        return self._replace(lefts=(*self.lefts, *added))

    def before(self, decision: int) -> "Asked":
        """Return the times of the decisions before one."""
        count = max(0, decision - self.first)
        earlier = self.times[:count]
        return Asked(self.first if earlier else decision, earlier, self.lefts[:count])


class Clocks:
    """The times since which the seats of a match owe their decisions.

    Decisions are numbered per seat. The clock of a decision starts when the seat is first asked,
    and continues while the seat undoes actions and chooses again, until none can be undone.
    """

    def __init__(self, match: AnyMatch, info: TableInfo, now: float) -> None:
        """Read the clocks of a table that is being opened.

        Args:
            info: info of the table. Lines it does not cover, because its process died, count from
                now.
            now: seconds since the epoch.
        """
        self._match = match
        self._lines_noted = min(info.line, len(match.lines))
        self._asked = dict[int, Asked]()
        self._was_late = dict[int, bool]()
        self.owed_since: dict[int, float] = {}
        """Time at which each seat that owes a decision was asked."""
        self.left: dict[int, float] = {}
        """Seconds on each seat's chess clock at that time, or for its next decision."""
        self._decided: dict[int, int] = {}
        """Number of each seat's decisions already deducted from its chess clock."""
        self.read(info)
        # Lines that the info does not cover: go back to its state, and note them as new.
        if self._lines_noted < len(match.lines):
            self.owed_since = {seat: self._asked[seat].times[-1] for seat in info.to_move}
            self.left = {seat: left_of(info, seat) for seat in range(len(info.seats))}
            noted = [
                line for line in match.lines[: self._lines_noted] if line.action != RESIGNATION
            ]
            for seat in self._decided:
                # An undo takes one decision back.
                undone_lines = (undone_line(line.action) for line in noted if line.seat == seat)
                self._decided[seat] = sum(1 if undone is None else -1 for undone in undone_lines)
            self.note(info, now)

    def read(self, info: TableInfo) -> None:
        """Adopt the clocks stored for the current line."""
        for seat, seated in enumerate(info.seats):
            self.left[seat] = left_of(info, seat)
            if seated.asked:
                self._asked[seat] = Asked(seated.decision, seated.asked, seated.lefts)
            elif seat not in self._asked:
                # The table predates these times, or no decision was taken yet.
                self._asked[seat] = Asked(self._actions(seat), (info.moved,))
            if info.seconds_in_all:
                self._decided[seat] = self._actions(seat)
                self._asked[seat] = self._asked[seat].with_left(self.left[seat], 0)
            self._was_late[seat] = seated.was_late
        self._find_owed()

    def _find_owed(self) -> None:
        """Find the times and the seconds left of the decisions that are owed now."""
        self.owed_since = {}
        for seat in self._match.game.to_move(self._match.state):
            asked = self._asked[seat]
            decision = self._actions(seat)
            self.owed_since[seat] = asked.since(decision)
            self.left[seat] = asked.left(decision) or self.left[seat]

    def note(self, info: TableInfo, now: float) -> bool:
        """Note new lines of the match; return whether there are any."""
        lines = self._match.lines[self._lines_noted :]
        self._lines_noted += len(lines)
        if not lines:
            return False
        before = self.owed_since
        last = {line.seat: line for line in lines}
        undoing = {seat for seat, line in last.items() if undone_line(line.action) is not None}
        for seat in last.keys() - undoing:
            self._was_late[seat] = self.is_overdue(info, seat, now)
        if info.seconds_in_all:
            self._spend(info, last, now)
        for seat in self._match.game.to_move(self._match.state):
            if seat not in undoing and (seat in last or seat not in before):
                is_timed = info.seconds_a_move is not None and not is_bot_driven(info, seat)
                self._ask(seat, now, is_timed, is_by_others=seat not in last)
                if info.seconds_in_all:
                    step = info.seconds_a_move or 0
                    self._asked[seat] = self._asked[seat].with_left(self.left[seat], step)
        self._find_owed()
        return True

    def _spend(self, info: TableInfo, seats: Iterable[int], now: float) -> None:
        """Deduct new decisions from chess clocks, and add the seconds of the next ones."""
        for seat in seats:
            decided = self._actions(seat)
            before = self._decided[seat]
            self._decided[seat] = decided
            if decided > before:
                # If the server's system clock was set back, nobody gains time.
                spent = max(0.0, now - self.owed_since.get(seat, now))
                seconds_left = max(0.0, self.left[seat] - spent)
                self.left[seat] = seconds_left + (decided - before) * (info.seconds_a_move or 0)

    def due(self, info: TableInfo, seat: int) -> float | None:
        """Return when a bot decides for a person; None if never."""
        return due_at(info, seat, self.owed_since.get(seat), self.left[seat])

    def is_overdue(self, info: TableInfo, seat: int, now: float) -> bool:
        """Return whether a bot decides for a person now."""
        due = self.due(info, seat)
        return due is not None and now > due

    def _ask(self, seat: int, now: float, is_timed: bool, is_by_others: bool) -> None:
        """Start the clock of a decision.

        A seat that returns to the decision by its own undo keeps the earlier start, except after a
        decision taken by the clock.
        """
        actions = self._actions(seat)
        asked = self._asked[seat]
        if not is_timed or not self._match.can_undo(seat):
            asked = Asked(actions, ())
        elif is_by_others or self._was_late[seat]:
            asked = asked.before(actions)
        self._asked[seat] = asked.up_to(actions, now)

    def _actions(self, seat: int) -> int:
        """Return the number of a seat's actions in force: the number of its next decision."""
        return sum(played.seat == seat for played in self._match.history)

    def can_undo(self, info: TableInfo, seat: int, count: int, now: float) -> bool:
        """Return whether undoing some actions of a seat leads back to a decision still in time."""
        asked = self._asked[seat]
        decision = self._actions(seat) - count
        due = due_at(info, seat, asked.since(decision), asked.left(decision))
        return due is None or now < due

    def written(self, info: TableInfo, moved: float) -> TableInfo:
        """Return a table's info with the seats' clocks; they stop if all people were late.

        Args:
            info: the table before the last line.
            moved: time of the last line.
        """
        seats = tuple(
            replace(
                seated,
                asked=self._asked[seat].times,
                decision=self._asked[seat].first,
                owed_since=self.owed_since.get(seat, 0),
                was_late=self._was_late[seat],
                lefts=self._asked[seat].lefts,
                left=self.left[seat] if info.seconds_in_all else 0,
            )
            for seat, seated in enumerate(info.seats)
        )
        info = replace(info, seats=seats)
        is_anybody_due = any(self.is_overdue(info, seat, moved) for seat in self.owed_since)
        stops = not info.paused and is_everybody_late(info) and not is_anybody_due
        return replace(info, paused=moved) if stops else info


NOBODY_ABSENT: Final = mark(
    "Nobody has been away for two minutes, or past the clock: nothing to vote on."
)


def absent(table: TableInfo, missed_since: Mapping[int, float], now: float) -> tuple[int, ...]:
    """Return the seats on which the others may vote. At a rated table with a clock, they may be
    present.

    Args:
        missed_since: time at which each missed person left or, at a table with a clock, was asked.
        now: seconds since the epoch.
    """
    clock = table.seconds_a_move
    if table.phase != "playing" or (clock is not None and table.bots_take_over):
        return ()

    def is_missed(seat: int) -> bool:
        since = missed_since[seat]
        return now > (since + AWAY_SECONDS if clock is None else _end_of_clock(table, seat, since))

    return tuple(filter(is_missed, _missed(table, missed_since)))


def settle(table: TableInfo, missed_since: Mapping[int, float], now: float) -> TableInfo:
    """Apply the votes at a table; return the same object if nothing changes.

    Args:
        missed_since: see ``absent``.
        now: seconds since the epoch.
    """
    if table.phase != "playing":
        return table
    seats = absent(table, missed_since, now)
    match _result(table, seats):
        case "stop":
            return replace(table, phase="over", ended="vote", to_move=(), moved=now)
        case "bot":
            for seat in seats:
                table = with_seat(table, seat, replace(table.seats[seat], has_stand_in=True))
            return _without_votes(table)
    # At a rated table with a clock, each asked seat is missed from the start: only those past their
    # time count.
    missed = seats if table.seconds_a_move is not None else _missed(table, missed_since)
    return table if missed else _without_votes(table)


def _missed(table: TableInfo, missed_since: Mapping[int, float]) -> tuple[int, ...]:
    """Return the missed seats that have not resigned."""
    return tuple(seat for seat in sorted(missed_since) if not table.seats[seat].has_resigned)


def _result(table: TableInfo, seats: tuple[int, ...]) -> Vote:
    """Return the unanimous vote of the others; "wait" while they differ."""
    votes = {
        seated.vote
        for seat, seated in enumerate(table.seats)
        if seated.kind == "person" and not seated.has_resigned and seat not in seats
    }
    return votes.pop() if seats and len(votes) == 1 else "wait"


def _without_votes(table: TableInfo) -> TableInfo:
    for seat, seated in enumerate(table.seats):
        if seated.vote != "wait":
            table = with_seat(table, seat, replace(seated, vote="wait"))
    return table
