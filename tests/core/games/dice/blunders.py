"""Absurd cards to play in Darwin's Dice.

In the last round a player who counts knows the cards of the only rival.
"""

from functools import partial

from core.blunders import Blunder

from .positions import position

TABLE = """
fight blue 6: O0 S8, L4 F3; not O0
    In a fight, an owl of number 0 is not thrown away while a snake 8 can win.
fight blue 6: O0 L4, S8 B8; last round; not O0
    When the turn is lost anyhow, the rival is not given an owl of five points.
fight blue 7: B7 F2, L3 F4; taken C C, C C; not F2
    A trump that no scorpion can beat any more is played, not a fox 2 that loses.
fight blue 7: B7 S8, C L2; taken O9 O9 S1 L8 F8, B1; last round; not B7
    The trump is not played into the rival's scorpion with a full row of cards at risk.
fight blue 1: S8 L2, F3 F4; taken B2, O9 O9 L8 F8 S1; last round; not L2
    A snake that is sure to win robs the rival of a full row of cards.
flight green 5: O0 S8, L2 F4; middle O9 O9 L8 F8; last round; not S8
    With two owls and two eights in the middle, the card that is sure to win is played.
fight blue 7: C L2, B7 B7; taken -, O9 L8; last round; not L2
    When both cards of the rival are the trump, the scorpion is played.
flight green 6: B8 L5, S1 F1; last round; not B8
    When the turn is lost anyhow, the rival is not given a bear of four points.
flight blue 7: O0 F8, L2 L3; last round; not F8
    In a flight, an owl of number 0 that nothing can beat is played, not a fox 8.
fight blue 7: B7 F2, S8 L8, B8 F8; taken C C C C, -, -; last round; not F2
    A trump that nothing can beat takes an eight from each of two rivals.
fight yellow 8: O9 S1, B5 F5, L4 F3, B4 L3; last round; not S1
    In a fight at four, an owl of number 9 that nothing can beat takes four cards.
flight blue 7: L1 L8, F3 S4; last round; not L8
    In a flight a lion 1 that nothing beats is played, not the lion 8 that loses to all.
fight green 3: B8 S1, L8 F8; last round; not S1
    In a fight the bear wins the tie of eights with lion and fox.
flight blue 3: F1 L8, B1 L1; last round; not L8
    In a flight the fox wins the tie of ones with bear and lion.
fight blue 7: C O9, L5 F6; taken B7 B7, -; last round; not C
    Where both cards of the trump are gone, a scorpion counts 4.5 and loses; the owl wins.
flight blue 7: B7 S8, L1 F2; taken C C C C, -; last round; not S8
    The trump wins a flight, too, however high its number.
flight blue 7: O9 L1, S3 F4; last round; not O9
    An owl of number 9 loses every flight, so it is not thrown in where the lion 1 wins.
fight green 2: L1 L5, S8 B8; last round; not L1
    A turn that is lost anyhow costs the lion 5, not the lion 1 of four points.
flight green 2: O9 F5, S1 F1; last round; not O9
    A flight that is lost anyhow costs the fox 5, not the owl 9 of five points.
fight blue 2: F8 L2, S8 S7; taken O9 O9 L8 F8, B1; last round; not L2
    The fox 8 wins the tie with the snake 8 and saves a full row.
flight yellow 8: B1 F8, S1 S2; taken O9 O9 L8, B8; not F8
    In a flight the bear 1 wins the tie with the snake 1 and saves a full row.
fight yellow 3: O9 S2, B6 F5, L7 L6; middle O9 L8 F8; last round; not S2
    The owl of number 9 wins three good cards that wait in the middle.
flight blue 5: F1 B8, S2 L3; taken -, O9 O9; last round; not B8
    Where the rival has a row to defend, the fox 1 wins the flight, and the bear 8 gives it.
flight green 4: S1 B4, B2 B3; taken -, O9 O9 L8 F8; last round; not B4
    The snake 1 wins the flight and costs the rival a full row.
flight green 8: F8 B5, L1 O0; taken C C C C, -; last round; not B5
    The trump beats even a lion 1 and an owl 0 in a flight when the scorpions are gone.
fight yellow 1: L1 B2, B8 O9; taken C C C C, -; last round; not B2
    A trump of number 1 wins a fight against a bear 8 and an owl 9.
fight yellow 1: L1 S8, C C; taken O9 O9 B8 F8, -; last round; not L1
    The trump is not played into two scorpions while a snake 8 beats both.
fight blue 3: O0 B5, L8 L7, S8 F8; last round; not O0
    With three at the table a lost fight costs the bear 5, not the owl 0 of five points.
fight green 6: S8 F3, B4 B5, L4 L5; taken -, O9 O9 L8 F8, O0 O0; last round; not F3
    The snake 8 wins and robs the player who comes second of a full row or of two owls.
flight blue 6: O9 L4, F1 O0, S1 B1; last round; not O9
    In a flight at three that is lost anyhow, the lion 4 goes, not the owl 9.
fight blue 6: B8 L8, L8 F8; middle O9 O9 S8 F7; last round; not L8
    Of two eights for a full middle the bear wins for sure; the lion may meet its like.
"""
"""The dice, the hands from seat 0 on, the cards taken by seat, those in the middle, and the absurd
card; then the sentence."""


def _blunder(row: str, sentence: str) -> Blunder:
    """Return the blunder of a row of the table above."""
    roll, _, rest = row.partition(": ")
    hands, *parts, absurd = rest.split("; ")
    where: dict[str, object] = {}
    for part in parts:
        name, _, cards = part.partition(" ")
        if name == "taken":
            where["taken"] = [word.strip("-") for word in cards.split(", ")]
        elif name == "middle":
            where["middle"] = cards
        else:
            assert part == "last round", part
            where["rounds_left"] = 0
    build = partial(position, roll, *hands.split(", "), **where)
    return Blunder(sentence.strip(), build, absurd=(absurd.removeprefix("not "),))


_LINES = TABLE.strip().splitlines()
BLUNDERS = tuple(map(_blunder, _LINES[::2], _LINES[1::2]))
