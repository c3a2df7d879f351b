"""Texts in the tables of Yummy Darwinism, listed for the message files."""

from typing import Final

from darwin_core.games.yummy.achievements import ACHIEVEMENTS
from darwin_core.games.yummy.components import CARDS, FIRST_ACTION, GROUPS, JOKERS
from darwin_core.games.yummy.manners import MANNERS

MESSAGES: Final = (
    *(card.one for card in CARDS),
    *(card.several for label, card in enumerate(CARDS[:FIRST_ACTION]) if label not in JOKERS),
    *(text for each in ACHIEVEMENTS for text in (each.title, each.sentence)),
    *(text for each in MANNERS.values() for text in (each.title, each.line)),
)
NOUNS: Final = (*(card.name for card in CARDS), *(group.name for group in GROUPS))
