"""Probabilities that fair chance differs from the expectation by a given amount."""

from collections.abc import Iterable
from math import exp, lgamma, log

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
    """Return the continued fraction of the upper function, by Lentz."""
    b = x + 1 - shape
    c, d = 1 / _SMALL, 1 / b
    found = d
    for step in range(1, 100_000):
        a = -step * (step - shape)
        b += 2
        d = 1 / _kept(a * d + b)
        c = _kept(b + a / c)
        found *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return found


def _kept(value: float) -> float:
    return value if abs(value) > _SMALL else _SMALL


def chi_square(counts: Iterable[float], expected: Iterable[float]) -> float:
    return sum((o - e) ** 2 / e for o, e in zip(counts, expected, strict=True))


def p_of(chi: float, freedom: int) -> float:
    """Return the probability that chi-square is at least this large."""
    return upper_gamma(freedom / 2, chi / 2)


def p_even(counts: Iterable[int]) -> float:
    """Return the probability that counts with equal expectations differ at least this much."""
    found = list(counts)
    mean = sum(found) / len(found)
    return p_of(chi_square(found, [mean] * len(found)), len(found) - 1)


def p_uniform(values: Iterable[float]) -> float:
    """Return the probability that values from 0 to 1 are at least this uneven (Kolmogorov and
    Smirnov)."""
    ordered = sorted(values)
    count = len(ordered)
    far = max(
        max((place + 1) / count - value, value - place / count)
        for place, value in enumerate(ordered)
    )
    scaled = (count**0.5 + 0.12 + 0.11 / count**0.5) * far
    tail = 2 * sum((-1) ** (k - 1) * exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    return float(min(max(tail, 0.0), 1.0))
