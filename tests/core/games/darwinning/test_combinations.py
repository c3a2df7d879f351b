"""Single cards and combinations, and their order of strength."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from darwin_core.games.darwinning.material import BOX, CARDS
from darwin_core.games.darwinning.tricks import (
    CODE,
    NAMES,
    SETS,
    STRENGTHS,
    codes,
    rank_of,
    rest_of,
)

from . import oracle
from .positions import cards, combination_of, following

EXAMPLES = {
    "four of a kind": ["A4 A4 B4 F4", "A9 B9 B9 F9"],
    "straight flush": ["A1 A2 A3", "F13 F14 F15"],
    "three of a kind": ["A2 B2 F2", "A15 A15 F15"],
    "straight": ["A1 B2 F3", "A13 A14 B15"],
    "flush": ["B1 B3 B15", "B10 B11 B13"],
    "pair": ["A5 B5", "A14 F14"],
    "single card": ["A5", "F12"],
}
"""A low and a high example of each kind."""
KINDS = list(EXAMPLES)


def by_code(kinds):
    return [CARDS[kind].code for kind in kinds]


def test_there_are_3050_combinations():
    assert len(SETS) == len(CODE) == 3050
    assert Counter(combination_of(cards) for cards in SETS) == {
        "single card": 46,
        "pair": 91,
        "flush": 2358,
        "straight": 318,
        "three of a kind": 105,
        "straight flush": 42,
        "four of a kind": 90,
    }


def test_kinds_in_descending_order_of_strength():
    assert list(NAMES[::-1]) == oracle.STRONGEST_FIRST == KINDS


def test_every_combination_is_what_a_plain_reading_says():
    for kinds, strong in zip(SETS, STRENGTHS, strict=True):
        assert combination_of(kinds) == oracle.combination(by_code(kinds))
        assert strong % 100 == sum(map(oracle.number, by_code(kinds)))
    assert list(STRENGTHS) == sorted(STRENGTHS)


def _plain(hand):
    return {
        some
        for size in (1, 2, 3, 4)
        for some in combinations(hand, size)
        if oracle.combination(by_code(some))
    }


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7, 10])
def test_a_hand_can_play_just_what_a_plain_search_finds(size):
    rng = Random(size)
    for _ in range(40):
        hand = bytes(sorted(rng.sample(list(BOX), size)))
        assert {tuple(SETS[code]) for code in codes(hand)} == _plain(hand)


def test_the_rest_of_a_hand_can_play_just_what_a_plain_search_finds():
    rng = Random(1)
    for _ in range(60):
        hand = bytes(sorted(rng.sample(list(BOX), 10)))
        codes(hand)
        while hand:
            hand = rest_of(hand, SETS[rng.choice(codes(hand))]) if len(hand) > 1 else b""
            assert {tuple(SETS[code]) for code in codes(hand)} == _plain(hand)


@pytest.mark.parametrize("strong", KINDS)
@pytest.mark.parametrize("weak", KINDS)
def test_each_combination_against_each(weak, strong):
    """Compare the lowest of a stronger kind with the highest of a weaker one, in both
    directions."""
    for low, high in ((0, 1), (1, 0)):
        led, answer = EXAMPLES[strong][high], EXAMPLES[weak][low]
        table = following(led, answer, "").do(0, led)
        expected = oracle.may_follow(answer.split(), led.split())
        assert (answer in table.may(1)) == expected
        if KINDS.index(weak) > KINDS.index(strong):
            assert expected == (weak == "single card")
        elif weak != strong:
            assert expected


def test_the_same_kind_with_the_same_sum_beats_and_the_later_wins():
    table = following("A5 F9", "B9", "A9 B2")
    table.do(0, "F9").do(1, "B9").do(2, "A9")
    assert table.state.leader == 2


@pytest.mark.parametrize(
    "text", ["A1 B3", "A1 B2 F4", "A1 A2", "A1 A2 A3 A4", "A5 A5 B5 F6", "J A5"]
)
def test_nothing_else_is_a_combination(text):
    assert rank_of(cards(text)) is None
    assert oracle.combination(text.split()) is None
    table = following(text, "", "")
    assert table.why(0, " ".join(by_code(cards(text)))) == "no-combination"
