"""Texts in the tables of Evo, listed for the message files."""

from typing import Final

from darwin_core.games.evo.achievements import ACHIEVEMENTS
from darwin_core.games.evo.components import FAUNA_NAMES, TABLES, TRAITS

MESSAGES: Final = (
    *(
        f"{where} {trait.location}"
        for where in ("the", "at the", "to the", "from the")
        for trait in TRAITS
    ),
    *(text for each in ACHIEVEMENTS for text in (each.title, each.sentence)),
)
NOUNS: Final = (
    *(name for row in TRAITS for name in (row.name, row.location, row.fauna, row.flora)),
    *FAUNA_NAMES,
    *(row.name for row in TABLES.species),
    *(row.name for row in TABLES.adaptations),
)
