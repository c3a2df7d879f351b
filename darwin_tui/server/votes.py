"""Votes on people who stay away: to wait, to let bots play, or to stop.

They may be voted on after two minutes at a live table, and at one with a clock after its time, if
no bot takes over then. All others decide together. A vote stays until it is changed, the others
have agreed, or nobody is missed any more.
"""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from darwin_core.text.language import mark
from darwin_tui.play.seat_access import Vote
from darwin_tui.server.clocks import AWAY_SECONDS
from darwin_tui.server.model import TableInfo
from darwin_tui.server.seats import with_seat

NOBODY_ABSENT: Final = mark(
    "Nobody has been away for two minutes, or past the clock: nothing to vote on."
)


def absent(table: TableInfo, missed_since: Mapping[int, float], now: float) -> tuple[int, ...]:
    """Return the seats on which the others may vote.

    Args:
        table: the table.
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
    """Return a table after what its people have voted; the same one if nothing changes."""
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
        each.vote
        for seat, each in enumerate(table.seats)
        if each.kind == "person" and not each.has_resigned and seat not in seats
    }
    return votes.pop() if seats and len(votes) == 1 else "wait"


def _without_votes(table: TableInfo) -> TableInfo:
    for seat, each in enumerate(table.seats):
        if each.vote != "wait":
            table = with_seat(table, seat, replace(each, vote="wait"))
    return table
