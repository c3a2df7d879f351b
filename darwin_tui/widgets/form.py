"""Small things that forms and lists share."""

import re
import time
from datetime import datetime
from typing import Final

from darwin_core import registry

GIVEN: Final = re.compile(r"([a-z]+)-(\d{4}-\d\d-\d\d-\d{4})-[0-9a-f]{6}(.*)")
"""The title of a match that nobody gave one: its game, when it began, a part of its name."""


def saved_title(title: str, *, names_game: bool = True) -> str:
    """The title of a saved match; one that nobody gave it, in words."""
    found = GIVEN.fullmatch(title)
    if found is None or found[1] not in registry.SLUGS:
        return title
    try:
        began = datetime.strptime(found[2], "%Y-%m-%d-%H%M")
    except ValueError:
        return title
    game = f"{registry.get(found[1]).title}, " if names_game else ""
    return f"{game}{began.day} {began:%B %Y, %H:%M}{found[3]}"


def told_ago(moment: float) -> str:
    """How long ago a moment was, in words."""
    seconds = max(0.0, time.time() - moment)
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        count = int(seconds // size)
        if count:
            return f"{count} {name}{'s' if count > 1 else ''} ago"
    return "just now"
