"""Texts in the tables of Darwin's Journey that only its board shows, listed for the message
files."""

from typing import Final

from darwin_core.games.journey.material import GOAL_TILES

MESSAGES: Final = tuple(goal.name for goal in GOAL_TILES)
"""Names of the Beagle's goals."""
NOUNS: Final = ("stack", "lens", "tent")
"""Things that objectives ask for, in short."""
