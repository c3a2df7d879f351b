"""A match in memory: its undo, its branches, and the replay of its record."""

from darwin_core.match.match import AnyMatch, Match, Step, begin, branch, redact_all
from darwin_core.match.rescue import Rescued, rescue
from darwin_core.match.timeline import (
    KEYFRAME_INTERVAL,
    Played,
    Redo,
    Refused,
    Resign,
    Undo,
    is_action,
    undo_of,
    undone_line,
)

__all__ = [
    "KEYFRAME_INTERVAL",
    "AnyMatch",
    "Match",
    "Played",
    "Redo",
    "Refused",
    "Rescued",
    "Resign",
    "Step",
    "Undo",
    "begin",
    "branch",
    "is_action",
    "redact_all",
    "rescue",
    "undo_of",
    "undone_line",
]
