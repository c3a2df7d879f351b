"""A match being played: the table, the seats that front ends are given, and their snapshots."""

from darwin_core.match import Refused
from darwin_core.table.observers import Observation
from darwin_core.table.pacing import Pace
from darwin_core.table.runner import BotFailed
from darwin_core.table.seat import Seat
from darwin_core.table.snapshot import Snapshot, Trouble
from darwin_core.table.table import Table

__all__ = [
    "BotFailed",
    "Observation",
    "Pace",
    "Refused",
    "Seat",
    "Snapshot",
    "Table",
    "Trouble",
]
