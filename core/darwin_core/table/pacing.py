"""The pace of a table: how long its bots wait before they act, so that people can follow."""

from typing import Final, Literal

Pace = Literal["instant", "fast", "normal", "step"]
"""Waiting time of bots; at ``step`` they wait until a front end calls ``hurry``."""

BOT_PAUSE_SECONDS: Final = 0.25
"""The pause before a bot's action at the fast pace."""

_FACTORS: Final = {"fast": (1, 5), "normal": (4, 10)}
"""A short and a long pause at each pace, in short ones of the fast pace."""


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
    return BOT_PAUSE_SECONDS * _FACTORS[pace][lingers]
