"""Small things that forms and lists share."""

import time
from datetime import UTC, datetime, timedelta

from darwin_core import registry
from darwin_core.wording import counted
from darwin_tui import locations
from darwin_tui.printable import clean


def saved_title(title: str) -> str:
    """Return a saved match's title, fit to be shown; render a generated one in words."""
    given = locations.read_title(title)
    if given is None:
        return clean(title)
    try:
        game = registry.get(given.slug)
    except registry.UnknownGame:
        return clean(title)
    return f"{game.title}, {given.made.day} {given.made:%B %Y, %H:%M}{given.note}"


def format_ago(moment: float) -> str:
    """Return the time since a moment in words, such as "2 hours ago"."""
    seconds = max(0.0, time.time() - moment)
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        count = int(seconds // size)
        if count:
            return f"{counted(count, name)} ago"
    return "just now"


def short_date(made: str, *, has_hour: bool = True) -> str:
    """Return the moment that a record was started as short as it is clear.

    As in "today 08:40", "yesterday 21:15", "14 Nov 18:02" and "14 Nov 2025".
    """
    try:
        moment = datetime.fromisoformat(made)
    except ValueError:
        return clean(made[:16])
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return short_moment(moment.timestamp(), has_hour=has_hour)


def short_moment(seconds: float, *, has_hour: bool = True) -> str:
    """Return a moment in seconds since the epoch in the same way."""
    here = datetime.fromtimestamp(seconds).astimezone()
    now = datetime.now().astimezone()
    day = f"{here.day} {here:%b}"
    if here.year != now.year:
        return f"{day} {here.year}"
    if here.date() == now.date():
        day = "today"
    elif here.date() == now.date() - timedelta(days=1):
        day = "yesterday"
    return f"{day} {here:%H:%M}" if has_hour else day


def format_age(seconds: float) -> str:
    """Return a time in the largest unit that fits, such as "2 h"; empty below a minute."""
    for size, name in ((86400, "d"), (3600, "h"), (60, "min")):
        count = int(seconds // size)
        if count > 0:
            return f"{count} {name}"
    return ""
