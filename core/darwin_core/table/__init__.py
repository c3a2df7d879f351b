"""A match being played: the table, the seats that front ends are given, and their snapshots."""

from darwin_core.match import Refused
from darwin_core.table.seat import Seat
from darwin_core.table.snapshot import Snapshot
from darwin_core.table.table import Table

__all__ = ["Refused", "Seat", "Snapshot", "Table"]
