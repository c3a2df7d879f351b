"""Small things that forms and lists share."""

import time
from datetime import UTC, date, datetime, timedelta
from typing import Final

from darwin_core import registry
from darwin_core.language import mark, tr, tr_in
from darwin_core.wording import counted
from darwin_tui import locations
from darwin_tui.printable import clean

AGES: Final = (
    (86400, mark("{number} d")),
    (3600, mark("{number} h")),
    (60, mark("{number} min")),
)
"""Seconds, and the words for a time in this unit."""


def saved_title(title: str) -> str:
    """Return a saved match's title, fit to be shown; render a generated one in words."""
    given = locations.read_title(title)
    if given is None:
        return clean(title)
    try:
        game = registry.get(given.slug)
    except registry.UnknownGame:
        return clean(title)
    return tr(
        "{game}, {day} {month} {year}, {time}{note}",
        game=game.title,
        day=given.made.day,
        month=month(given.made),
        year=given.made.year,
        time=f"{given.made:%H:%M}",
        note=_note(given),
    )


def _note(given: locations.Generated) -> str:
    """Return what the name of a match says beside game and time, in words."""
    if not given.is_branch:
        return given.rest
    if not given.dealt_for:
        words = tr_in("file", "branch")
    elif given.dealt_for == "spectator":
        words = tr("branch dealt again for a spectator")
    else:
        words = tr("branch dealt again for seat {number}", number=given.dealt_for)
    return f" {words}{given.rest}"


def month(day: date, *, is_short: bool = False) -> str:
    """Return the name of a month."""
    return tr(f"{day:%b}" if is_short else f"{day:%B}")


def format_ago(moment: float) -> str:
    """Return the time since a moment in words, such as "2 hours ago"."""
    seconds = max(0.0, time.time() - moment)
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        count = int(seconds // size)
        if count:
            return tr("{time} ago", time=counted(count, name))
    return tr("just now")


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
    day = tr("{day} {month}", day=here.day, month=month(here, is_short=True))
    if here.year != now.year:
        return f"{day} {here.year}"
    if here.date() == now.date():
        day = tr("today")
    elif here.date() == now.date() - timedelta(days=1):
        day = tr("yesterday")
    return f"{day} {here:%H:%M}" if has_hour else day


def format_age(seconds: float) -> str:
    """Return a time in the largest unit that fits, such as "2 h"; empty below a minute."""
    for size, words in AGES:
        count = int(seconds // size)
        if count > 0:
            return tr(words, number=count)
    return ""
