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
    Blunder(
        "When both cards of the rival are the trump, the scorpion is played.",
        partial(position, "fight blue 7", "C L2", "B7 B7", taken=["", "O9 L8"], **LAST_ROUND),
        absurd=("L2",),
    ),
    Blunder(
        "When the turn is lost anyhow, the rival is not given a bear of four points.",
        partial(position, "flight green 6", "B8 L5", "S1 F1", **LAST_ROUND),
        absurd=("B8",),
    ),
    Blunder(
        "In a flight, an owl of number 0 that nothing can beat is played, not a fox 8.",
        partial(position, "flight blue 7", "O0 F8", "L2 L3", **LAST_ROUND),
        absurd=("F8",),
    ),
    Blunder(
        "A trump that nothing can beat takes an eight from each of two rivals.",
        partial(
            position,
            "fight blue 7",
            "B7 F2",
            "S8 L8",
            "B8 F8",
            taken=["C C C C", "", ""],
            **LAST_ROUND,
        ),
        absurd=("F2",),
    ),
    Blunder(
        "In a fight at four, an owl of number 9 that nothing can beat takes four cards.",
        partial(position, "fight yellow 8", "O9 S1", "B5 F5", "L4 F3", "B4 L3", **LAST_ROUND),
        absurd=("S1",),
    ),
)
