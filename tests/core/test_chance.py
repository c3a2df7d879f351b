"""Chance is fair, the same everywhere, and cannot be derived from a view.

Fair chance exceeds the bounds on chi-square once in a million sums. The seeds are fixed, so a test
that passes always passes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import shake_128
from itertools import pairwise

import pytest

from darwin_core.contract.chance import NoChance, below, chosen, from_seed, picked, rolled, shuffled

CHANCE = from_seed("beagle")


def chi_square(counts: Mapping[int, int], cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((counts.get(cell, 0) - expected) ** 2 / expected for cell in range(cells))


def bound(cells: int) -> float:
    """Return the value that chi-square exceeds once in a million (by Wilson and Hilferty)."""
    freedom = cells - 1
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + 4.7534 * part**0.5) ** 3)


def seeds(count: int) -> Iterable[bytes]:
    return (from_seed("fair", number) for number in range(count))


def test_chance_of_a_seed_is_what_every_version_draws_from_it():
    assert CHANCE.hex() == "3c9ee7b8984df3f20e9ced428c352aec"
    assert from_seed("beagle", "bot", 1, 7).hex() == "1be0528ff09501cd1ac5ce7daf884676"
    assert shake_128(b"darwin\0beagle").digest(16) == CHANCE


def test_draws_are_what_every_version_draws():
    left, order = shuffled(CHANCE, range(10))
    assert left.hex() == "9697eb9faf2e15aa14d09a328fca0f0a"
    assert order == [8, 0, 5, 7, 6, 2, 1, 4, 9, 3]
    left, numbers = rolled(CHANCE, 6, 10)
    assert left.hex() == "9697eb9faf2e15aa14d09a328fca0f0a"
    assert numbers == [1, 4, 2, 3, 5, 1, 5, 2, 1, 4]
    assert rolled(CHANCE, 256, 4)[1] == [181, 106, 230, 201]
    assert [below(CHANCE, count) for count in (10, 400)] == [7, 117]
    assert below(CHANCE, 2**63 + 1) == 7993721833950440117


def test_bytes_past_the_last_whole_multiple_are_drawn_again():
    left, numbers = rolled(CHANCE, 129, 8)
    assert numbers == [106, 103, 110, 97, 4, 55, 56, 55]
    assert left.hex() == "59ece7ae1ba5388621" + "53b9cd267e9f38"
    drawn = [byte for byte in shake_128(CHANCE).digest(32)[16:] if byte < 129]
    assert numbers[: len(drawn)] == drawn


@pytest.mark.parametrize("count", [2**63 + 1, 3 * 2**62])
def test_words_past_the_last_whole_multiple_are_drawn_again(count):
    numbers = [below(chance, count) for chance in seeds(2000)]
    assert max(numbers) < count
    halves = Counter(number * 2 // count for number in numbers)
    assert chi_square(halves, 2) < bound(2)


@pytest.mark.parametrize("sides", [2, 3, 6, 8, 10, 37, 100, 129, 200, 255, 256])
def test_every_side_of_a_die_is_equally_likely(sides):
    _, numbers = rolled(from_seed("dice", sides), sides, 400 * sides)
    assert chi_square(Counter(numbers), sides) < bound(sides)


def test_a_biased_die_would_be_found_out():
    words = shake_128(CHANCE).digest(400 * 200)
    assert chi_square(Counter(byte % 200 for byte in words), 200) > bound(200)


def test_rolls_in_a_row_do_not_depend_on_each_other():
    _, numbers = rolled(from_seed("pairs"), 6, 40_000)
    pairs = Counter(6 * a + b for a, b in pairwise(numbers))
    assert chi_square(pairs, 36) < bound(36)


@pytest.mark.parametrize("count", [5, 100, 1000])
def test_numbers_below_a_count_are_equally_likely(count):
    counts = Counter(below(chance, count) for chance in seeds(20 * count))
    assert chi_square(counts, count) < bound(count)


def test_every_card_is_equally_likely_at_every_place_of_a_shuffle():
    places: list[Counter[int]] = [Counter() for _ in range(24)]
    chance = from_seed("shuffle")
    for _ in range(6000):
        chance, order = shuffled(chance, range(24))
        for place, card in enumerate(order):
            places[place][card] += 1
    assert sum(chi_square(counts, 24) for counts in places) < bound(24 * 23)
    assert max(chi_square(counts, 24) for counts in places) < bound(24)


def test_every_order_of_four_cards_is_equally_likely():
    orders = Counter(tuple(shuffled(chance, range(4))[1]) for chance in seeds(12_000))
    assert len(orders) == 24
    assert chi_square(dict(enumerate(orders.values())), 24) < bound(24)


@pytest.mark.parametrize("count", [0, 1, 2, 72, 128])
def test_shuffle_keeps_every_item(count):
    items = [number // 2 for number in range(count)]
    left, order = shuffled(CHANCE, items)
    assert sorted(order) == items
    assert len(left) == 16
    assert left != CHANCE


@pytest.mark.parametrize("count", [2, 6, 129, 256])
def test_chosen_is_one_number_rolled(count):
    chance = CHANCE
    for _ in range(50):
        left, (number,) = rolled(chance, count, 1)
        assert chosen(chance, count) == (left, number)
        chance = left


@pytest.mark.parametrize("size", [0, 1, 2, 90, 256])
@pytest.mark.parametrize("count", [0, 1, 60, 300])
def test_picked_are_chosen_one_at_a_time_and_the_last_of_all_costs_no_chance(size, count):
    right: list[int] = []
    chance = CHANCE
    left = list(range(size))
    while left and len(right) < count:
        place = 0
        if len(left) > 1:
            chance, place = chosen(chance, len(left))
        right.append(left.pop(place))
    assert picked(CHANCE, range(size), count) == (chance, right)


def test_what_was_drawn_does_not_show_what_is_left():
    left, _ = rolled(CHANCE, 256, 16)
    assert left != shake_128(CHANCE).digest(32)[16:]
    assert left == shake_128(CHANCE).digest(16)


def test_labels_part_the_uses_of_a_seed():
    chances = {from_seed("x"), from_seed("x", "bot"), from_seed("x", "bot", 1), from_seed("y")}
    assert len(chances) == 4
    assert from_seed("x", "a", "b") != from_seed("x", "ab")


@pytest.mark.parametrize("chance", [b"", b"short", bytes(17)])
def test_nothing_can_be_drawn_where_there_is_no_chance(chance):
    with pytest.raises(NoChance):
        shuffled(chance, range(3))
    with pytest.raises(NoChance):
        rolled(chance, 6, 1)
    with pytest.raises(NoChance):
        below(chance, 6)


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(20))
def test_million_draws_stay_within_the_thousandth_part_at_both_ends(seed):
    _, numbers = rolled(from_seed("campaign", seed), 200, 1_000_000)
    deviation = chi_square(Counter(numbers), 200)
    freedom = 199
    part = 2 / (9 * freedom)
    low, high = (freedom * (1 - part + end * part**0.5) ** 3 for end in (-3.0902, 3.0902))
    assert low < deviation < high
