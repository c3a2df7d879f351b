"""Absurd cards to play in Darwin's Dice.

In the last round a player who counts knows the cards of the only rival.
"""

from functools import partial

from core.blunders import Blunder

from .positions import position

LAST_ROUND = {"rounds_left": 0}
ROW = "O9 O9 L8 F8"
"""Cards at risk in a round, 18 points."""
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
    Blunder(
        "In a flight a lion 1 that nothing beats is played, not the lion 8 that loses to all.",
        partial(position, "flight blue 7", "L1 L8", "F3 S4", **LAST_ROUND),
        absurd=("L8",),
    ),
    Blunder(
        "In a fight the bear wins the tie of eights with lion and fox.",
        partial(position, "fight green 3", "B8 S1", "L8 F8", **LAST_ROUND),
        absurd=("S1",),
    ),
    Blunder(
        "In a flight the fox wins the tie of ones with bear and lion.",
        partial(position, "flight blue 3", "F1 L8", "B1 L1", **LAST_ROUND),
        absurd=("L8",),
    ),
    Blunder(
        "Where both cards of the trump are gone, a scorpion counts 4.5 and loses; the owl wins.",
        partial(position, "fight blue 7", "C O9", "L5 F6", taken=["B7 B7", ""], **LAST_ROUND),
        absurd=("C",),
    ),
    Blunder(
        "The trump wins a flight, too, however high its number.",
        partial(position, "flight blue 7", "B7 S8", "L1 F2", taken=["C C C C", ""], **LAST_ROUND),
        absurd=("S8",),
    ),
    Blunder(
        "An owl of number 9 loses every flight, so it is not thrown in where the lion 1 wins.",
        partial(position, "flight blue 7", "O9 L1", "S3 F4", **LAST_ROUND),
        absurd=("O9",),
    ),
    Blunder(
        "A turn that is lost anyhow costs the lion 5, not the lion 1 of four points.",
        partial(position, "fight green 2", "L1 L5", "S8 B8", **LAST_ROUND),
        absurd=("L1",),
    ),
    Blunder(
        "A flight that is lost anyhow costs the fox 5, not the owl 9 of five points.",
        partial(position, "flight green 2", "O9 F5", "S1 F1", **LAST_ROUND),
        absurd=("O9",),
    ),
    Blunder(
        "The fox 8 wins the tie with the snake 8 and saves a full row.",
        partial(position, "fight blue 2", "F8 L2", "S8 S7", taken=[ROW, "B1"], **LAST_ROUND),
        absurd=("L2",),
    ),
    Blunder(
        "In a flight the bear 1 wins the tie with the snake 1 and saves a full row.",
        partial(position, "flight yellow 8", "B1 F8", "S1 S2", taken=["O9 O9 L8", "B8"]),
        absurd=("F8",),
    ),
    Blunder(
        "The owl of number 9 wins three good cards that wait in the middle.",
        partial(
            position, "fight yellow 3", "O9 S2", "B6 F5", "L7 L6", middle="O9 L8 F8", **LAST_ROUND
        ),
        absurd=("S2",),
    ),
    Blunder(
        "Where the rival has a row to defend, the fox 1 wins the flight, and the bear 8 gives it.",
        partial(position, "flight blue 5", "F1 B8", "S2 L3", taken=["", "O9 O9"], **LAST_ROUND),
        absurd=("B8",),
    ),
    Blunder(
        "The snake 1 wins the flight and costs the rival a full row.",
        partial(position, "flight green 4", "S1 B4", "B2 B3", taken=["", ROW], **LAST_ROUND),
        absurd=("B4",),
    ),
    Blunder(
        "The trump beats even a lion 1 and an owl 0 in a flight when the scorpions are gone.",
        partial(position, "flight green 8", "F8 B5", "L1 O0", taken=["C C C C", ""], **LAST_ROUND),
        absurd=("B5",),
    ),
    Blunder(
        "A trump of number 1 wins a fight against a bear 8 and an owl 9.",
        partial(position, "fight yellow 1", "L1 B2", "B8 O9", taken=["C C C C", ""], **LAST_ROUND),
        absurd=("B2",),
    ),
    Blunder(
        "The trump is not played into two scorpions while a snake 8 beats both.",
        partial(
            position, "fight yellow 1", "L1 S8", "C C", taken=["O9 O9 B8 F8", ""], **LAST_ROUND
        ),
        absurd=("L1",),
    ),
    Blunder(
        "With three at the table a lost fight costs the bear 5, not the owl 0 of five points.",
        partial(position, "fight blue 3", "O0 B5", "L8 L7", "S8 F8", **LAST_ROUND),
        absurd=("O0",),
    ),
    Blunder(
        "The snake 8 wins and robs whoever comes second of a full row or of two owls.",
        partial(
            position,
            "fight green 6",
            "S8 F3",
            "B4 B5",
            "L4 L5",
            taken=["", ROW, "O0 O0"],
            **LAST_ROUND,
        ),
        absurd=("F3",),
    ),
    Blunder(
        "In a flight at three that is lost anyhow, the lion 4 goes, not the owl 9.",
        partial(position, "flight blue 6", "O9 L4", "F1 O0", "S1 B1", **LAST_ROUND),
        absurd=("O9",),
    ),
    Blunder(
        "Of two eights for a full middle the bear wins for sure; the lion may meet its like.",
        partial(position, "fight blue 6", "B8 L8", "L8 F8", middle="O9 O9 S8 F7", **LAST_ROUND),
        absurd=("L8",),
    ),
)
