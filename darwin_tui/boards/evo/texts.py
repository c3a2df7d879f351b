"""Texts in the tables of Evo that its board alone shows, listed for the message files."""

from typing import Final

from darwin_core.games.evo.material import TABLES
from darwin_tui.boards.evo.marks import short

_NAMES: Final = [row.name for row in TABLES.adaptations]
MESSAGES: Final = tuple(
    dict.fromkeys(short(name, among) for name in _NAMES for among in ([name], _NAMES))
)
"""The words by which adaptations go where there is no room for their names."""
