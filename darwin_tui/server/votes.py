"""Votes at a live table on people who stay away: to wait, to let bots play, or to stop.

All others decide together: those who are here, and those who left less than two minutes ago. A
vote stays until it is changed, the others have agreed, or all are back.
"""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from darwin_core.language import mark
from darwin_tui.place import Vote
from darwin_tui.server.clocks import AWAY_SECONDS
from darwin_tui.server.model import TableInfo
from darwin_tui.server.seats import with_seat

NOBODY_ABSENT: Final = mark("Nobody has been away for two minutes, so there is nothing to vote on.")


def absent(table: TableInfo, away_since: Mapping[int, float], now: float) -> tuple[int, ...]:
    """Return the seats on which the others may vote; none at a table with a clock.

    Args:
        table: the table.
        away_since: when each person went away who is not here.
        now: seconds since the epoch.
    """
    if table.phase != "playing" or table.seconds_a_move is not None:
        return ()
    return tuple(seat for seat in _away(table, away_since) if now - away_since[seat] > AWAY_SECONDS)


def settle(table: TableInfo, away_since: Mapping[int, float], now: float) -> TableInfo:
    """Return a table after what its people have voted; the same one if nothing changes."""
    if table.phase != "playing":
        return table
    seats = absent(table, away_since, now)
    match _result(table, seats):
        case "stop":
            return replace(table, phase="over", ended="vote", to_move=(), moved=now)
        case "bot":
            for seat in seats:
                table = with_seat(table, seat, replace(table.seats[seat], has_stand_in=True))
            return _without_votes(table)
    return table if _away(table, away_since) else _without_votes(table)


def _away(table: TableInfo, away_since: Mapping[int, float]) -> list[int]:
    return [seat for seat in sorted(away_since) if not table.seats[seat].has_resigned]


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
