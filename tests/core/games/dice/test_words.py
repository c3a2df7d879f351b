"""Darwin's Dice in words."""

import re
from itertools import combinations

import pytest

from darwin_core.games.dice import GAME
from darwin_core.games.dice.acts import Lost, Revealed
from darwin_core.games.dice.bots import win_chance
from darwin_core.games.dice.material import CARDS, STRENGTH, STRENGTH_WITH_TRUMP, TRUMP
from darwin_core.games.dice.texts import reasons
from darwin_core.text.seat_names import SeatNames

from .positions import cards, play, roll

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def why(rolls, *plays):
    (event,) = play(rolls, *plays).events_of(Revealed)
    return list(reasons(event))


def test_a_reveal_gives_its_reasons():
    assert why("fight blue 1", "L5", "S7") == ["7 beats 5", ""]
    assert why("flight blue 1", "L5", "S7") == ["5 beats 7", ""]
    assert why("fight blue 1", "F5", "B5") == ["bear beats fox in a tie", ""]
    assert why("flight blue 1", "F5", "B5") == ["fox beats bear in a tie", ""]
    assert why("fight blue 1", "B1", "C") == ["scorpion beats trump", ""]
    assert why("fight blue 1", "B1", "O9") == ["trump beats the rest", ""]
    assert why("fight blue 1", "C", "C") == ["the same card", ""]
    assert why("fight blue 1", "B4", "C") == ["4.5 beats 4", ""]


def assert_sentence(kind, words, *turn, **where):
    """Assert that the sentence of an event contains all these words in this order."""
    (event,) = play(*turn, **where).events_of(kind)
    sentence = GAME.texts.sentence(event, SeatNames(NAMES[: len(turn) - 1]))
    assert re.search(".*".join(map(re.escape, words)), sentence), sentence


def test_losses_are_shown():
    turn = ("fight blue 1", "L6", "S8")
    words = ["snake costs Ada 2 cards with 7 points. They leave the game."]
    assert_sentence(Lost, words, *turn, taken=["F1 F2", ""])
    words = ["snake costs Ada 1 card with 4 points. It leaves the game."]
    assert_sentence(Lost, words, *turn, taken=["F1", ""])
    words = ["scorpion costs Ada nothing: there are no cards to lose yet."]
    assert_sentence(Lost, words, "fight blue 1", "B1", "C")


@pytest.mark.parametrize("rivals", [1, 2, 3])
def test_the_chance_to_win_is_that_of_all_deals(rivals):
    """Count every way to play the rivals' cards, by the rules."""
    unseen = cards("C C B1 B1 L4 F6 S1 O9 O0")
    for roll_text in ("fight blue 1", "flight blue 1", "fight green 6"):
        for card in cards("C B1 L4 S1 O9"):
            deals = list(combinations(unseen, rivals))
            won = sum(wins_alone(roll(roll_text), card, deal) for deal in deals)
            chance = win_chance(card, roll(roll_text), bytes(unseen), rivals)
            assert chance == pytest.approx(won / len(deals)), (roll_text, CARDS[card].code)


def wins_alone(rolled, card, others):
    table = (STRENGTH_WITH_TRUMP if TRUMP[rolled] in (card, *others) else STRENGTH)[rolled]
    return all(table[card] > table[other] for other in others)
