"""Texts in the tables of Darwinning!, listed for the message files."""

from typing import Final

from darwin_core.games.darwinning.components import ENVIRONMENTS, SPECIES, SUITS, TABLES
from darwin_core.games.darwinning.words import DUMMY

MESSAGES: Final = tuple(text for row in TABLES.traits for text in (row.name, row.effect))
NOUNS: Final = (*SUITS, *ENVIRONMENTS, *(row.name for row in SPECIES), DUMMY)
