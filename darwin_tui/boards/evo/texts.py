"""Texts in Evo's tables that only its board shows, listed for the message files."""

from typing import Final

from darwin_core.games.evo.material import TABLES
from darwin_tui.boards.evo.marks import short

_NAMES: Final = [row.name for row in TABLES.adaptations]
MESSAGES: Final = tuple(
    dict.fromkeys(short(name, among) for name in _NAMES for among in ([name], _NAMES))
)
"""Short names of adaptations, for places where their full names do not fit: among the names of a
species, where the last word may be enough, and among all."""
