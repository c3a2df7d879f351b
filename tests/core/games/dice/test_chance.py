"""A small check that shuffle, dice and first Darwin are fair."""

from collections import Counter

import pytest

from darwin_core.games.dice import GAME
from darwin_core.games.dice.material import CARDS
from darwin_core.lab.play import Case

MATCHES = 600


@pytest.fixture(scope="module")
def starts():
    return [Case(GAME, 3, f"fair {seed}").start() for seed in range(MATCHES)]


def assert_even(counts, kinds, total):
    """Assert that all kinds are about equally frequent: within five standard deviations."""
    share = 1 / kinds
    wide = 5 * (total * share * (1 - share)) ** 0.5
    assert len(counts) == kinds
    assert all(abs(times - total * share) < wide for times in counts.values()), counts


def test_every_roll_comes_equally_often(starts):
    rolls = Counter(roll for state in starts for roll in state.rolls)
    assert_even(rolls, 48, 24 * MATCHES)


def test_a_roll_does_not_depend_on_the_one_before(starts):
    pairs = Counter(
        (one // 8, two // 8)
        for state in starts
        for one, two in zip(state.rolls[::2], state.rolls[1::2], strict=True)
    )
    assert_even(pairs, 36, 12 * MATCHES)


def test_every_seat_is_the_first_darwin_equally_often(starts):
    assert_even(Counter(state.darwin for state in starts), 3, MATCHES)


def test_every_seat_is_dealt_each_animal_equally_often(starts):
    for animal in ("bear", "lion", "fox", "snake"):
        dealt = Counter(
            seat
            for state in starts
            for seat, hand in enumerate(state.hands)
            for card, copies in hand.items()
            if CARDS[card].name == animal
            for _ in range(copies)
        )
        assert_even(dealt, 3, sum(dealt.values()))


def test_the_top_of_the_deck_is_any_card(starts):
    kinds = Counter(CARDS[state.deck[0]].name for state in starts)
    for animal in ("bear", "lion", "fox", "snake"):
        assert abs(kinds[animal] - MATCHES * 16 / 72) < 5 * (MATCHES * 16 / 72 * 56 / 72) ** 0.5


def test_matches_of_two_seeds_differ():
    assert len({Case(GAME, 2, str(seed)).start().deck for seed in range(100)}) == 100
