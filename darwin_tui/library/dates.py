"""Dates, times and durations in words."""

import time
from datetime import UTC, date, datetime, timedelta
from typing import Final

from darwin_core.text.language import mark, tr
from darwin_core.text.wording import counted
from darwin_tui.terminal.printable import clean

DAY_SECONDS: Final = 86_400
STEP_SECONDS: Final = 5
"""Step in which shown seconds change. Every change is sent to each terminal, so a smaller step
would send more."""
_UNITS: Final = (
    (DAY_SECONDS, "day", mark("{number} d")),
    (3600, "hour", mark("{number} h")),
    (60, "minute", mark("{number} min")),
)
"""Seconds of each unit, its name, and the words for a time in it."""


def month(day: date, *, is_short: bool = False) -> str:
    """Return the name of a day's month."""
    # The program never sets the locale, so these names are English.
    return tr(f"{day:%b}" if is_short else f"{day:%B}")


def format_ago(moment: float) -> str:
    """Return the time since a moment in words, such as "2 hours ago"."""
    seconds = max(0.0, time.time() - moment)
    for size, name, _ in _UNITS:
        if seconds >= size:
            return tr("{time} ago", time=counted(int(seconds // size), name))
    return tr("just now")


def format_age(seconds: float) -> str:
    """Return a time in the largest unit that fits, such as "2 h"; empty below a minute."""
    for size, _, words in _UNITS:
        if seconds >= size:
            return tr(words, number=int(seconds // size))
    return ""


def duration(seconds: float) -> str:
    """Return a time in short form: ``0:35``, ``4 min``, ``2 h``, ``3 days``."""
    if seconds < 60:
        return clock_time(seconds)
    if seconds < DAY_SECONDS:
        return format_age(seconds)
    return counted(int(seconds // DAY_SECONDS), "day")


def clock_time(seconds: float) -> str:
    """Return a time in minutes and seconds, as ``9:35``; seconds are rounded down to a step."""
    minutes, remainder = divmod(max(int(seconds), 0), 60)
    return f"{minutes}:{remainder // STEP_SECONDS * STEP_SECONDS:02}"


def local_time(made: str) -> datetime | None:
    """Return the time stamp of a record in local time; None for another text, and for a time beyond
    the calendar."""
    try:
        moment = datetime.fromisoformat(made)
        # Times of records are in UTC.
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone()
    except (ValueError, OverflowError):
        return None


def short_date(made: str, *, has_hour: bool = True) -> str:
    """Return the time stamp of a record in short form: "today 08:40", "yesterday 21:15",
    "14 Nov 18:02", "14 Nov 2025"."""
    moment = local_time(made)
    return clean(made[:16]) if moment is None else _short(moment, has_hour=has_hour)


def short_moment(seconds: float, *, has_hour: bool = True) -> str:
    """Return a moment, in seconds since the epoch, in the short form of ``short_date``. The hour is
    left out for another year."""
    return _short(datetime.fromtimestamp(seconds).astimezone(), has_hour=has_hour)


def _short(moment: datetime, *, has_hour: bool) -> str:
    now = datetime.now().astimezone()
    day = tr("{day} {month}", day=moment.day, month=month(moment, is_short=True))
    if moment.year != now.year:
        return f"{day} {moment.year}"
    if moment.date() == now.date():
        day = tr("today")
    elif moment.date() == now.date() - timedelta(days=1):
        day = tr("yesterday")
    return f"{day} {moment:%H:%M}" if has_hour else day
