"""The clocks of tables, and the votes on people who stay away.

A clock runs from the moment at which a decision was asked. It runs on while players come and go,
undo, while the table is closed, and while the server starts again.

The others may vote on people who stay away: after two minutes at a live table, and at a table with
a clock after its time, if no bot takes over then. All others decide together. A vote stays until it
is changed, the others have agreed, or nobody is missed any more.
"""

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from darwin_core.match import AnyMatch, undone_line
from darwin_core.text.language import mark, tr
from darwin_core.text.seat_names import awaited
from darwin_core.text.wording import counted
from darwin_tui.library.seat_access import Vote
from darwin_tui.server.store.contract import TableInfo
from darwin_tui.server.tables.register import with_seat

AWAY_SECONDS: Final = 120
"""Time away from a live table after which a bot stands in, if the table allows it, and the others
may vote."""
LIVE_SECONDS: Final = 300
"""The shortest clock that is offered."""
HOUR_SECONDS: Final = 3600
DAY_SECONDS: Final = 24 * HOUR_SECONDS


def clock_words(seconds: int | None) -> str:
    """Return the time for a move in words; empty for a table without a clock."""
    if seconds is None:
        return ""
    if not seconds or seconds % 60:
        time = counted(seconds, "second")
    elif seconds % HOUR_SECONDS:
        time = counted(seconds // 60, "minute")
    elif seconds % DAY_SECONDS:
        time = counted(seconds // HOUR_SECONDS, "hour")
    else:
        time = counted(seconds // DAY_SECONDS, "day")
    return tr("{time} a move", time=time)


def decides_by_clock(table: TableInfo) -> bool:
    """Return whether a bot takes the decision of a person whose time is over."""
    return table.bots_take_over and table.seconds_a_move is not None


def is_bot_driven(table: TableInfo, seat: int) -> bool:
    """Return whether a bot plays a seat now, for more than one decision by the clock."""
    info = table.seats[seat]
    stands_in = info.has_stand_in and not decides_by_clock(table)
    return info.kind == "bot" or info.has_resigned or stands_in


def awaited_seats(table: TableInfo) -> tuple[int, ...]:
    """Return the seats for which all others wait, as far as the lobby knows."""
    if table.phase != "playing":
        return ()
    bots = [seat for seat in table.to_move if is_bot_driven(table, seat)]
    return awaited(table.to_move, bots)


def waits_for_bots(table: TableInfo) -> bool:
    """Return whether bots, and no person, owe the next decision, as far as the lobby knows."""
    return (
        table.phase == "playing"
        and bool(table.to_move)
        and all(is_bot_driven(table, seat) for seat in table.to_move)
    )


def may_be_overdue(table: TableInfo, now: float) -> bool:
    """Return whether the time of a person may be over, as far as the lobby knows."""
    return table.phase == "playing" and any(
        is_overdue(table, seat, now, table.seats[seat].owed_since or table.moved)
        for seat in table.to_move
    )


def due_at(table: TableInfo, seat: int, owed_since: float | None) -> float | None:
    """Return the time at which a bot decides for a person by the clock; None if it does not.

    Args:
        owed_since: when the person was asked; None if not asked.
    """
    if table.seconds_a_move is None or owed_since is None or table.paused:
        return None
    if not table.bots_take_over or is_bot_driven(table, seat):
        return None
    return owed_since + table.seconds_a_move


def is_overdue(table: TableInfo, seat: int, now: float, owed_since: float | None) -> bool:
    """Return whether a bot decides for a person now, since the time is over."""
    due = due_at(table, seat, owed_since)
    return due is not None and now > due


def needs_stand_in(
    table: TableInfo, seat: int, now: float, away_since: float | None, is_anybody_here: bool
) -> bool:
    """Return whether a bot should play for a person until the person returns.

    Args:
        now: seconds since the epoch.
        away_since: when the person went away; None if here.
        is_anybody_here: True if any player is at the table.
    """
    info = table.seats[seat]
    if info.has_resigned or away_since is None or decides_by_clock(table):
        return False
    if table.terms == "rated":
        # Nobody has a bot win points.
        return False
    if info.has_stand_in:
        return True
    # A live table without people waits for them, so a stop of the server costs nobody a turn.
    return table.bots_take_over and is_anybody_here and now - away_since > AWAY_SECONDS


def is_everybody_late(table: TableInfo) -> bool:
    """Return whether the clock has taken the last decision of each person who plays on."""
    people = [seat for seat in table.seats if seat.kind == "person" and not seat.has_resigned]
    return decides_by_clock(table) and bool(people) and all(seat.was_late for seat in people)


def resumed(table: TableInfo, people: Collection[int], now: float) -> TableInfo:
    """Return a paused table whose clocks run again, with the time that was left.

    Args:
        table: a table; one that is not paused is returned unchanged.
        people: the seats of those who are back.
        now: seconds since the epoch.
    """
    if not table.paused or not any(not table.seats[seat].has_resigned for seat in people):
        return table
    stopped = table.paused

    def again(asked: float) -> float:
        return now - max(0, stopped - asked)

    seats = tuple(
        replace(
            seated,
            asked=tuple(map(again, seated.asked)),
            owed_since=seated.owed_since and again(seated.owed_since),
            was_late=seated.was_late and seat not in people,
        )
        for seat, seated in enumerate(table.seats)
    )
    return replace(table, seats=seats, paused=0)


class Asked(NamedTuple):
    """The times at which a seat was asked for its last decisions."""

    first: int
    """The number of the first remembered decision: the count of the seat's actions before it."""
    times: tuple[float, ...]

    def since(self, decision: int) -> float:
        """Return the time at which a decision was asked, or the nearest known time."""
        at = decision - self.first
        return self.times[max(0, min(at, len(self.times) - 1))]

    def upto(self, decision: int, now: float) -> "Asked":
        """Return the times up to a decision, with the present time if it was not asked before."""
        missing = decision - self.first + 1 - len(self.times)
        return self._replace(times=self.times + (now,) * missing)

    def but(self, decision: int) -> "Asked":
        """Return only the times before a decision."""
        earlier = self.times[: max(0, decision - self.first)]
        return Asked(self.first if earlier else decision, earlier)


class Clocks:
    """The times since which the seats of a match owe their decisions.

    A decision is the n-th of a seat. Its clock begins when it is asked for the first time, and
    continues while the seat undoes actions and chooses again, until nothing of it can be undone.
    """

    def __init__(self, match: AnyMatch, info: TableInfo, now: float) -> None:
        """Read the clocks of a table that is opened.

        Args:
            info: of the table. Lines that its keeper did not live to note count from now.
            now: seconds since the epoch.
        """
        self._match = match
        self._lines_noted = min(info.line, len(match.lines))
        self._asked = dict[int, Asked]()
        self._was_late = dict[int, bool]()
        self.owed_since: dict[int, float] = {}
        """The time at which each seat was asked that owes a decision."""
        self.read(info)
        if self._lines_noted < len(match.lines):
            self.owed_since = {seat: self._asked[seat].times[-1] for seat in info.to_move}
            self.note(info, now)

    def read(self, info: TableInfo) -> None:
        """Take over the clocks that the store has for the present line."""
        for seat, seated in enumerate(info.seats):
            if seated.asked:
                self._asked[seat] = Asked(seated.decision, seated.asked)
            elif seat not in self._asked:
                # Kept before there were such times.
                self._asked[seat] = Asked(self._actions(seat), (info.moved,))
            self._was_late[seat] = seated.was_late
        self._find_owed()

    def _find_owed(self) -> None:
        asked_seats = self._match.game.to_move(self._match.state)
        self.owed_since = {
            seat: self._asked[seat].since(self._actions(seat)) for seat in asked_seats
        }

    def note(self, info: TableInfo, now: float) -> bool:
        """Note new lines of the match; return whether there are any."""
        lines = self._match.lines[self._lines_noted :]
        self._lines_noted += len(lines)
        if not lines:
            return False
        before, last = self.owed_since, {line.seat: line for line in lines}
        undoing = {seat for seat, line in last.items() if undone_line(line.action) is not None}
        for seat in last.keys() - undoing:
            self._was_late[seat] = is_overdue(info, seat, now, before.get(seat))
        for seat in self._match.game.to_move(self._match.state):
            if seat not in undoing and (seat in last or seat not in before):
                is_timed = info.seconds_a_move is not None and not is_bot_driven(info, seat)
                self._ask(seat, now, is_timed, is_by_others=seat not in last)
        self._find_owed()
        return True

    def _ask(self, seat: int, now: float, is_timed: bool, is_by_others: bool) -> None:
        """Begin the clock of a decision, unless the seat has met it before an undo of its own.
        After a decision of the clock it has not."""
        actions, known = self._actions(seat), self._asked[seat]
        if not is_timed or not self._match.can_undo(seat):
            known = Asked(actions, ())
        elif is_by_others or self._was_late[seat]:
            known = known.but(actions)
        self._asked[seat] = known.upto(actions, now)

    def _actions(self, seat: int) -> int:
        return sum(played.seat == seat for played in self._match.history)

    def can_undo(self, info: TableInfo, seat: int, count: int, now: float) -> bool:
        """Return whether an undo of some actions of a seat leads back to a decision whose time is
        not over."""
        due = due_at(info, seat, self._asked[seat].since(self._actions(seat) - count))
        return due is None or now < due

    def written(self, info: TableInfo, moved: float) -> TableInfo:
        """Return a table's info with the clocks of the seats; the clocks stop if all people were
        late.

        Args:
            info: of the table, as it was before the last line.
            moved: time of the last line.
        """
        seats = tuple(
            replace(
                seated,
                asked=self._asked[seat].times,
                decision=self._asked[seat].first,
                owed_since=self.owed_since.get(seat, 0),
                was_late=self._was_late[seat],
            )
            for seat, seated in enumerate(info.seats)
        )
        info = replace(info, seats=seats)
        owed = self.owed_since.items()
        is_anybody_due = any(is_overdue(info, seat, moved, since) for seat, since in owed)
        stops = not info.paused and is_everybody_late(info) and not is_anybody_due
        return replace(info, paused=moved) if stops else info


NOBODY_ABSENT: Final = mark(
    "Nobody has been away for two minutes, or past the clock: nothing to vote on."
)


def absent(table: TableInfo, missed_since: Mapping[int, float], now: float) -> tuple[int, ...]:
    """Return the seats on which the others may vote.

    Args:
        missed_since: since when each person is missed who is not here: since going away, or at a
            table with a clock since being asked.
        now: seconds since the epoch.
    """
    clock = table.seconds_a_move
    if table.phase != "playing" or (clock is not None and table.bots_take_over):
        return ()
    longest = AWAY_SECONDS if clock is None else clock
    missed = _missed(table, missed_since)
    return tuple(seat for seat in missed if now - missed_since[seat] > longest)


def settle(table: TableInfo, missed_since: Mapping[int, float], now: float) -> TableInfo:
    """Return a table after the votes of its people; the same object if nothing changes."""
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
    # At a table with a clock somebody is always asked.
    missed = seats if table.seconds_a_move is not None else _missed(table, missed_since)
    return table if missed else _without_votes(table)


def _missed(table: TableInfo, missed_since: Mapping[int, float]) -> tuple[int, ...]:
    return tuple(seat for seat in sorted(missed_since) if not table.seats[seat].has_resigned)


def _result(table: TableInfo, seats: tuple[int, ...]) -> Vote:
    """Return the vote of all others; to wait while they differ."""
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
