"""Texts in the tables of Darwin's Dice, listed for the message files."""

from typing import Final

from darwin_core.games.dice.achievements import ACHIEVEMENTS
from darwin_core.games.dice.components import CARDS, DEALS, TABLES
from darwin_core.games.dice.manners import MANNERS

NOUNS: Final = (
    *dict.fromkeys(card.name for card in CARDS),
    *dict.fromkeys(face.mode for face in TABLES.faces),
)
MESSAGES: Final = (
    *dict.fromkeys(face.colour for face in TABLES.faces),
    *(text for each in ACHIEVEMENTS for text in (each.title, each.sentence)),
    *(text for each in MANNERS.values() for text in (each.title, each.line)),
    # The lines of the score.
    *(f"round {number}" for number in range(1, max(deal.rounds for deal in DEALS.values()) + 1)),
)
