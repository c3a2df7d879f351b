"""Small things that forms and lists share."""

import time


def told_ago(moment: float) -> str:
    """How long ago a moment was, in words."""
    seconds = max(0.0, time.time() - moment)
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        count = int(seconds // size)
        if count:
            return f"{count} {name}{'s' if count > 1 else ''} ago"
    return "just now"
