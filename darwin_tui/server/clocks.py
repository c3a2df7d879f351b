"""The clocks of tables, and the moment at which a bot stands in for a person."""

from typing import Final

from darwin_core.language import tr
from darwin_core.lexicon import awaited
from darwin_core.wording import counted
from darwin_tui.server.model import TableInfo

AWAY_SECONDS: Final = 120
"""Time away from a live table after which a bot stands in, if the table allows it, and the others
may vote."""
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


def is_bot_driven(table: TableInfo, seat: int) -> bool:
    """Return whether a bot decides for a seat now."""
    info = table.seats[seat]
    return info.kind == "bot" or info.has_resigned or info.has_stand_in


def awaited_seats(table: TableInfo) -> tuple[int, ...]:
    """Return the seats that all wait for, as far as the lobby knows."""
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
    """Return whether a clock may have run out since the last action."""
    return (
        table.phase == "playing"
        and table.bots_take_over
        and table.seconds_a_move is not None
        and now - table.moved > table.seconds_a_move
        and not waits_for_bots(table)
    )


def due_at(table: TableInfo, seat: int, owed_since: float | None) -> float | None:
    """Return the time at which a bot decides for a person by the clock; None if it does not.

    Args:
        table: the table.
        seat: of the person.
        owed_since: when the person was asked; None if not asked.
    """
    if not table.bots_take_over or table.seconds_a_move is None or owed_since is None:
        return None
    return None if is_bot_driven(table, seat) else owed_since + table.seconds_a_move


def needs_stand_in(
    table: TableInfo,
    seat: int,
    now: float,
    owed_since: float | None,
    away_since: float | None,
    is_anybody_here: bool,
) -> bool:
    """Return whether a bot should play for a person now.

    Args:
        table: the table.
        seat: of a person.
        now: seconds since the epoch.
        owed_since: when the person was asked; None if not asked.
        away_since: when the person went away; None if here.
        is_anybody_here: True if any player is at the table.
    """
    info = table.seats[seat]
    if info.has_resigned:
        return False
    if info.has_stand_in and away_since is not None:
        return True
    if not table.bots_take_over:
        return False
    if table.seconds_a_move is not None:
        return owed_since is not None and now - owed_since > table.seconds_a_move
    # A live table that all have left waits for them, so a stop of the server costs nobody a turn.
    return is_anybody_here and away_since is not None and now - away_since > AWAY_SECONDS
