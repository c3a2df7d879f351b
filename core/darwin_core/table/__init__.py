"""A match being played: the table, the seats given to front ends, and their snapshots."""

from darwin_core.match import Refused
from darwin_core.table.runner import BotFailed, Pace
from darwin_core.table.seat import AnySeat, Seat
from darwin_core.table.snapshot import AnyObservation, AnySnapshot, Snapshot, Trouble
from darwin_core.table.table import Table

__all__ = [
    "AnyObservation",
    "AnySeat",
    "AnySnapshot",
    "BotFailed",
    "Pace",
    "Refused",
    "Seat",
    "Snapshot",
    "Table",
    "Trouble",
]
