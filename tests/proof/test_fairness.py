"""Chance is fair: for dice, for each card at each place of a shuffle, for seats and single draws.

Each measure returns a p-value, the probability that fair chance is at least as uneven. It must be
between 0.001 and 0.999 for every measure and seed, and the values of many seeds must be spread
evenly.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import exp, lgamma, log

import pytest

from darwin_core.contract import registry
from darwin_core.contract.chance import below, from_seed, rolled, shuffled
from darwin_core.games.dice.material import COPIES, DECK, KINDS, ROLLS

_SMALL = 1e-300


def upper_gamma(shape: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function Q(shape, x)."""
    if x <= 0:
        return 1.0
    front = exp(shape * log(x) - x - lgamma(shape))
    return 1 - front * _series(shape, x) if x < shape + 1 else front * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1 / shape
    place = shape
    while term > total * 1e-15:
        place += 1
        term *= x / place
        total += term
    return total


def _fraction(shape: float, x: float) -> float:
    """Return the continued fraction of Q, by Lentz's method."""
    b = x + 1 - shape
    c, d = 1 / _SMALL, 1 / b
    value = d
    for step in range(1, 100_000):
        a = -step * (step - shape)
        b += 2
        d = 1 / _kept(a * d + b)
        c = _kept(b + a / c)
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value


def _kept(value: float) -> float:
    return value if abs(value) > _SMALL else _SMALL


def chi_square(counts: Iterable[float], expected: Iterable[float]) -> float:
    return sum((o - e) ** 2 / e for o, e in zip(counts, expected, strict=True))


def p_of(chi: float, freedom: int) -> float:
    """Return the probability that chi-square is at least this large."""
    return upper_gamma(freedom / 2, chi / 2)


def p_even(counts: Iterable[int]) -> float:
    """Return the probability that counts with equal expectations differ at least this much."""
    tallies = list(counts)
    mean = sum(tallies) / len(tallies)
    return p_of(chi_square(tallies, [mean] * len(tallies)), len(tallies) - 1)


def p_uniform(values: Iterable[float]) -> float:
    """Return the p-value of the Kolmogorov–Smirnov test that values are uniform from 0 to 1."""
    ordered = sorted(values)
    count = len(ordered)
    far = max(
        max((place + 1) / count - value, value - place / count)
        for place, value in enumerate(ordered)
    )
    scaled = (count**0.5 + 0.12 + 0.11 / count**0.5) * far
    tail = 2 * sum((-1) ** (k - 1) * exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    return float(min(max(tail, 0.0), 1.0))


DICE = registry.get("dice")
SEEDS = range(20)
FEW = 60_000
"""Number of draws in every run."""
MANY = 1_000_000
"""Number of draws in a campaign."""
SET_UP = 18
"""Number of draws that one set-up counts as."""


def in_parts(seed: str, draws: int, sides: int, size: int) -> Iterator[list[int]]:
    """Yield the rolls of successive draws, each of ``size`` rolls at once as in a match."""
    chance = from_seed(seed)
    for _ in range(draws // size):
        chance, numbers = rolled(chance, sides, size)
        yield numbers


def counted(values: Iterator[int], cells: int) -> list[int]:
    counts = Counter(values)
    return [counts[cell] for cell in range(cells)]


def dice(seed: str, draws: int) -> float:
    """Return p for the 48 rolls of both dice."""
    rolls = in_parts(f"dice {seed}", draws, ROLLS, 24)
    return p_even(counted((roll for part in rolls for roll in part), ROLLS))


def faces(seed: str, draws: int) -> float:
    rolls = in_parts(f"faces {seed}", draws, ROLLS, 24)
    return p_even(counted((roll // 8 for part in rolls for roll in part), 6))


def numbers(seed: str, draws: int) -> float:
    rolls = in_parts(f"numbers {seed}", draws, ROLLS, 24)
    return p_even(counted((roll % 8 for part in rolls for roll in part), 8))


def pairs(seed: str, draws: int) -> float:
    """Return p for pairs of successive rolls, also across draws."""
    numbers = [n for part in in_parts(f"pairs {seed}", draws, ROLLS, 24) for n in part]
    # Only every second pair counts: pairs that share a roll are not independent.
    seen = Counter(zip(numbers[::2], numbers[1::2], strict=False))
    return p_even([seen[one, two] for one in range(ROLLS) for two in range(ROLLS)])


def runs(seed: str, draws: int) -> float:
    """Return p for the number of rolls between two of the same face."""
    numbers = [n for part in in_parts(f"runs {seed}", draws, 6, 24) for n in part]
    places = [place for place, number in enumerate(numbers) if number == 0]
    gaps = Counter(min(b - a, 20) for a, b in pairwise(places))
    likely = [(5 / 6) ** (gap - 1) / 6 for gap in range(1, 20)]
    likely.append(1 - sum(likely))
    total = sum(gaps.values())
    expected = [share * total for share in likely]
    return p_of(chi_square([gaps[gap] for gap in range(1, 21)], expected), 19)


def places(seed: str, draws: int) -> float:
    """Return p for each of 72 cards at each of 72 places of a shuffle."""
    size = 72
    chance = from_seed(f"places {seed}")
    counts = array("q", bytes(8 * size * size))
    shuffles = draws // size
    for _ in range(shuffles):
        chance, order = shuffled(chance, range(size))
        for place, card in enumerate(order):
            counts[size * place + card] += 1
    # Each card and each place occurs once in a shuffle, which reduces the degrees of freedom.
    chi = chi_square(counts, [shuffles / size] * size**2) * (size - 1) / size
    return p_of(chi, (size - 1) ** 2)


def neighbours(seed: str, draws: int) -> float:
    """Return p for the pairs of neighbouring cards in a shuffle of 12."""
    size = 12
    chance = from_seed(f"neighbours {seed}")
    seen: Counter[int] = Counter()
    for _ in range(draws // size):
        chance, order = shuffled(chance, range(size))
        # Only one pair of each shuffle counts: pairs of the same shuffle depend on each other.
        seen[size * order[5] + order[6]] += 1
    return p_even([seen[size * a + b] for a in range(size) for b in range(size) if a != b])


def first(seed: str, draws: int) -> float:
    """Return p for the first draw, below three, of many new chances."""
    return p_even(counted((below(from_seed(seed, n), 3) for n in range(draws)), 3))


def darwins(seed: str, draws: int) -> float:
    """Return p for the seat that begins, of three, in a match's set-up."""
    setups = draws // SET_UP
    options = DICE.options()
    seats = (DICE.setup(options, 3, f"darwin {seed} {n}", None).darwin for n in range(setups))
    return p_even(counted(seats, 3))


def deals(seed: str, draws: int) -> float:
    """Return p for the card on top of the deck in a match's set-up, after the deal."""
    setups = draws // SET_UP
    options = DICE.options()
    tops = (DICE.setup(options, 2, f"deal {seed} {n}", None).deck[0] for n in range(setups))
    expected = [setups * copies / len(DECK) for copies in COPIES]
    return p_of(chi_square(counted(tops, KINDS), expected), KINDS - 1)


MEASURES: dict[str, Callable[[str, int], float]] = {
    measure.__name__: measure
    for measure in (
        dice, faces, numbers, pairs, runs, places, neighbours, first, darwins, deals
    )
}  # fmt: skip


@pytest.mark.parametrize("name", MEASURES)
def test_chance_is_fair(name):
    measures = [MEASURES[name](f"few {seed}", FEW) for seed in range(3)]
    assert all(0.001 < p < 0.999 for p in measures), measures


@pytest.mark.campaign
@pytest.mark.parametrize("name", MEASURES)
def test_chance_is_fair_over_many_draws(name):
    """Measure a million draws, or 55,000 set-ups, for each of twenty seeds.

    Of the 200 p-values of all measures, about 0.4 are outside the limits by chance alone, so each
    measure may have one outside. The values must be evenly spread.
    """
    measures = [MEASURES[name](f"many {seed}", MANY) for seed in SEEDS]
    outside = [p for p in measures if not 0.001 < p < 0.999]
    print(f"{name}: p from {min(measures):.4f} to {max(measures):.4f}")
    assert len(outside) <= 1, measures
    assert p_uniform(measures) > 0.001, measures


def test_the_measure_itself_is_right():
    """Compare with published tables of chi-square."""
    for chi, freedom, p in (
        (3.841, 1, 0.05),
        (18.307, 10, 0.05),
        (2.558, 10, 0.99),
        (124.342, 100, 0.05),
        (1.0, 2, 0.60653),
        (149.449, 100, 0.001),
    ):
        assert p_of(chi, freedom) == pytest.approx(p, rel=2e-3)
    assert upper_gamma(2.5, 0) == 1
    assert p_uniform([n / 20 + 0.02 for n in range(20)]) > 0.99
    assert p_uniform([n / 40 for n in range(20)]) < 0.001


def test_unfair_chance_is_found_out(monkeypatch):
    """Plant a die by modulo, a shuffle that swaps any two cards, and dice that repeat rolls."""
    words = (byte for n in range(4000) for byte in from_seed(str(n)))
    assert p_even(counted((byte % ROLLS for byte in words), ROLLS)) < 0.001

    fair = rolled

    def remembering(chance: bytes, sides: int, count: int) -> tuple[bytes, list[int]]:
        left, rolls = fair(chance, sides, count)
        for place in range(1, count, 8):
            rolls[place] = rolls[place - 1]
        return left, rolls

    def swapped(chance: bytes, items: range) -> tuple[bytes, list[int]]:
        count = len(items)
        left, others = fair(chance, count, count)
        order = list(items)
        for place, other in enumerate(others):
            order[place], order[other] = order[other], order[place]
        return left, order

    monkeypatch.setattr(f"{__name__}.rolled", remembering)
    monkeypatch.setattr(f"{__name__}.shuffled", swapped)
    for measure in (pairs, runs):
        assert measure("planted", 60_000) < 0.001
    assert places("planted", 300_000) < 0.001
