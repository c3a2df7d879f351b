"""Absurd cards to play in Darwin's Dice.

In the last round a player who counts knows the cards of the only rival.
"""

from functools import partial

from core.blunders import Blunder

from .positions import position

LAST_ROUND = {"rounds_left": 0}
SCORPIONS_GONE = ["C C", "C C"]

BLUNDERS = (
    Blunder(
        "In a fight, an owl of number 0 is not thrown away while a snake 8 can win.",
        partial(position, "fight blue 6", "O0 S8", "L4 F3"),
        absurd=("O0",),
    ),
    Blunder(
        "When the turn is lost anyhow, the rival is not given an owl of five points.",
        partial(position, "fight blue 6", "O0 L4", "S8 B8", **LAST_ROUND),
        absurd=("O0",),
    ),
    Blunder(
        "A trump that no scorpion can beat any more is played, not a fox 2 that loses.",
        partial(position, "fight blue 7", "B7 F2", "L3 F4", taken=SCORPIONS_GONE),
        absurd=("F2",),
    ),
    Blunder(
        "The trump is not played into the rival's scorpion with a full row of cards at risk.",
        partial(
            position,
            "fight blue 7",
            "B7 S8",
            "C L2",
            taken=["O9 O9 S1 L8 F8", "B1"],
            **LAST_ROUND,
        ),
        absurd=("B7",),
    ),
    Blunder(
        "A snake that is sure to win robs the rival of a full row of cards.",
        partial(
            position,
            "fight blue 1",
            "S8 L2",
            "F3 F4",
            taken=["B2", "O9 O9 L8 F8 S1"],
            **LAST_ROUND,
        ),
        absurd=("L2",),
    ),
    Blunder(
        "With two owls and two eights in the middle, the card that is sure to win is played.",
        partial(
            position,
            "flight green 5",
            "O0 S8",
            "L2 F4",
            middle="O9 O9 L8 F8",
            **LAST_ROUND,
        ),
        absurd=("S8",),
    ),
)
