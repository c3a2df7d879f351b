"""The pace of a table: how long its bots wait before they act, so that people can follow."""

from typing import Final, Literal

Pace = Literal["instant", "fast", "normal", "step"]
"""Waiting time of bots; at ``step`` they wait until a front end calls ``hurry``."""

BOT_PAUSE_SECONDS: Final = 0.25
"""The pause before a bot's action at the fast pace."""

NORMAL_FACTOR: Final = 4
"""The pause at the normal pace, in fast pauses."""

LINGER_FACTOR: Final = 5
"""A long pause at the fast pace, in fast pauses."""

NORMAL_LINGER_FACTOR: Final = 2 * LINGER_FACTOR
"""A long pause at the normal pace, in fast pauses."""


def pause_seconds(pace: Pace, lingers: bool) -> float | None:
    """Return the seconds that bots wait before an action; None to wait until they are hurried.

    Args:
        pace: the table's pace.
        lingers: True for a long pause, as while somebody may still undo.
    """
    if pace == "instant":
        return 0
    if pace == "step":
        return None
    if pace == "fast":
        return BOT_PAUSE_SECONDS * (LINGER_FACTOR if lingers else 1)
    return BOT_PAUSE_SECONDS * (NORMAL_LINGER_FACTOR if lingers else NORMAL_FACTOR)
