"""A match in memory: its undo, its branches, and the replay of its record."""

from darwin_core.match.match import AnyMatch, Match, Step, begin, branch, redact_all
from darwin_core.match.rescue import Rescued, rescue
from darwin_core.match.timeline import (
    KEYFRAME_INTERVAL,
    Played,
    Redo,
    Refused,
    Undo,
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
    "Step",
    "Undo",
    "begin",
    "branch",
    "redact_all",
    "rescue",
    "undo_of",
    "undone_line",
]
