"""The number of action sequences of matches and fixed positions: any change of the rules shows
here."""

from darwin_core.games.darwinning import GAME
from darwin_core.games.darwinning.material import Browse, EatSpecies, Improve, ShareEnvironment
from darwin_core.lab.play import count_ahead

from .positions import board, cards, doing, keeping, leading, surviving

EVERY_TRAIT = "A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 A14 A15"


def test_plays_of_one_suit():
    """Count ten singles, no pairs, 10 choose 3 flushes, of which eight are straight."""
    hand = " ".join(f"B{n}" for n in range(1, 11))
    table = leading("turtle", "bat", "bird", hands=(hand, "", ""))
    assert len(table.may(0)) == 10 + 120


def test_plays_of_fours():
    """Count six cards of a number, two of each suit: kinds of singles, pairs, threes and fours."""
    table = leading("turtle", "bat", "bird", hands=("A9 A9 B9 B9 F9 F9", "", ""))
    assert len(table.may(0)) == 3 + 6 + 7 + 6


def test_improvements_of_every_acorn():
    """Count the uses for a turtle: it lacks the environments of ten acorns of fifteen, and thirteen
    traits, on five spaces."""
    table = doing(
        "turtle", "bat", "bird", pending=[Improve(0, cards(EVERY_TRAIT))], discards=EVERY_TRAIT
    )
    kinds = [text.split()[0] for text in table.may(0)]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "climb": 10,
        "grow": 15,
        "adapt": 15 - sum(n in (1, 6, 7, 10, 11) for n in range(1, 16)),
        "gain": 13 * 5,
        "done": 1,
    }


def test_improvements_from_the_whole_discard_pile_are_the_longest_list():
    boards = ("turtle", "bear")
    table = doing(*boards, pending=[Browse(0)], deck="", discards=None)
    kinds = [text.split()[0] for text in table.may(0)]
    assert kinds.count("gain") == 3 * 13 * 5
    assert 250 < len(kinds) <= 400


def test_keeping_ten_different_cards():
    hand = " ".join(f"A{n}" for n in range(1, 11))
    table = keeping("turtle", "bat", "bird", hands=(hand, "B1 B1", ""), era=1)
    assert len(table.may(0)) == 1 + 10 + 45
    assert table.may(1) == ["keep", "keep B1", "keep B1 B1"]


def test_orders_of_eating_three():
    table = doing(
        board("dragon", place=20),
        board("insect", place=3),
        board("frog", place=5),
        board("fish", place=7),
        pending=[ShareEnvironment(0), EatSpecies(0)],
    )
    counts = count_ahead(GAME, table.state, 4)
    assert [count.paths for count in counts] == [4, 9, 12, 6]


def test_a_survival_in_which_nobody_eats_goes_one_way():
    table = surviving("turtle", "mouse", board("bat", place=4))
    assert table.asked == ([], [])
