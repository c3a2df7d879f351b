"""A match in memory, its undo, its branches, and what is derived from its record."""

from darwin_core.match.match import (
    KEYFRAME_INTERVAL,
    OMNISCIENT,
    AnyMatch,
    Divergence,
    Match,
    Played,
    Redo,
    Refused,
    Step,
    Undo,
    begin,
    branch,
    redact_all,
    undo_of,
    undone_line,
)

__all__ = [
    "KEYFRAME_INTERVAL",
    "OMNISCIENT",
    "AnyMatch",
    "Divergence",
    "Match",
    "Played",
    "Redo",
    "Refused",
    "Step",
    "Undo",
    "begin",
    "branch",
    "redact_all",
    "undo_of",
    "undone_line",
]
