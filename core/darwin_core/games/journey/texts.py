"""Texts in the tables of Darwin's Journey, listed for the message files."""

from typing import Final, get_args

from darwin_core.games.journey import GAME
from darwin_core.games.journey.achievements import ACHIEVEMENTS
from darwin_core.games.journey.components import COLOURS, CREW, GOAL_TILES, ISLANDS, KINDS, TILES
from darwin_core.games.journey.manners import MANNERS
from darwin_core.games.journey.state import JourneyOptions

MESSAGES: Final = (
    *GAME.clock_words,
    *get_args(get_args(JourneyOptions.__annotations__["stamps"])[0]),
    *COLOURS,
    *(f"{kind} researched" for kind in KINDS),
    *(tile.name for tile in TILES),
    *(goal.name for goal in GOAL_TILES),
    *(f"island {letter}" for letter in ISLANDS),
    # The lines of a result.
    *("the voyage", "objectives", "both last objectives", "worker rows", "tents", "evolution"),
    *("coins", "knowledge", "Beagle's goals", "first arrivals", "places and rewards"),
    "coins, knowledge",
    *(text for each in ACHIEVEMENTS for text in (each.title, each.sentence)),
    *(text for each in MANNERS.values() for text in (each.title, each.line)),
)
NOUNS: Final = (
    *KINDS,
    *(f"{colour} {kind}" for colour in COLOURS[: len(KINDS)] for kind in KINDS),
    *(f"{colour} specimen" for colour in COLOURS[: len(KINDS)]),
    *(f"{colour} seal" for colour in COLOURS),
    *(card.name for card in CREW),
    *(f"the {card.name}" for card in CREW),
    "tent",
)
