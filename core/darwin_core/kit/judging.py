"""Judgements: the best of judged actions, fitted state values, and a cache of results.

Values are compared after rounding to ``DIGITS`` digits, so that a policy and the advice agree even
if they compute a value in different ways. Among equal values, the first is the best, so that a
policy takes the action that is advised first.

``python -m darwin_core.lab.fitting GAME`` writes the weights to ``state_value.toml`` beside a game.
A game loads them when a position is judged for the first time, never at import: a file that no
longer fits its features must not prevent a new fit.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from math import fsum
from operator import mul
from typing import Final, TypeVar

import msgspec

from darwin_core.contract.game import A, Advice, Outcome, S
from darwin_core.contract.tables import read_text

DIGITS: Final = 6
"""Digits after the decimal point to which values are compared."""


def best(actions: Sequence[A], values: Sequence[float]) -> A:
    """Return the first of the actions with the highest value. A value that is not a number is
    passed over, unless it is the first.

    Raises:
        ValueError: if the first value is not a number, or there are no actions.
    """
    highest = round(max(values), DIGITS)
    # Rounding is slow: most values are ruled out by a plain comparison.
    near = highest - 10**-DIGITS
    for action, value in zip(actions, values, strict=True):
        if value > near and round(value, DIGITS) == highest:
            return action
    raise ValueError("the first value is not a number")


def distinct_first(actions: Sequence[A], values: Sequence[float]) -> list[A]:
    """Return actions by value, highest first. Actions with the same value as an earlier action come
    last, because they are probably equivalent to it."""
    rounded = [round(value, DIGITS) for value in values]
    order = sorted(range(len(actions)), key=lambda number: -rounded[number])
    # Reversed: of several actions with a value, the first is entered last and stays.
    firsts = {rounded[number]: number for number in reversed(order)}
    # Sorting is stable, so both parts stay in the order of their values.
    order.sort(key=lambda number: firsts[rounded[number]] != number)
    return [actions[number] for number in order]


def advised(
    actions: Sequence[A],
    values: Sequence[float],
    reason: Callable[[A, float], str],
    tempts: Callable[[A], bool] = lambda action: False,
) -> list[Advice[A]]:
    """Return actions with their values, their reasons, and whether they tempt, best first; ties
    keep their order."""
    judged = [
        Advice(
            action,
            round(value, DIGITS),
            partial(reason, action, value),
            partial(tempts, action),
        )
        for action, value in zip(actions, values, strict=True)
    ]
    return sorted(judged, key=lambda advice: -advice.value)


K = TypeVar("K")
V = TypeVar("V")


class BoundedCache(dict[K, V]):
    """A cache of results by key, emptied when it is full. Unlike with ``lru_cache``, the key need
    not contain everything that the result is computed from."""

    def __init__(self, results_max: int) -> None:
        """Keep at most a number of results."""
        super().__init__()
        self.results_max = results_max

    def keep(self, key: K, result: V) -> V:
        """Store a result and return it."""
        if len(self) >= self.results_max:
            self.clear()
        self[key] = result
        return result


FILE: Final = "state_value.toml"
"""Name of the file with a game's fit, beside its code."""


class Explained(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fraction of the results' variance that a value explains (R²), on held-out matches; 1 is
    perfect, 0 no better than the mean."""

    points: float
    """R² for a seat's points at the end."""
    margin: float
    """R² for a seat's points less the mean of the other seats' points."""


class Fit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of a value, and the run that found them."""

    command: str
    date: str
    rules_version: int
    matches: int
    positions: int
    r2: Mapping[str, Explained]
    """R² of the values compared: the points so far, the previous fit if there was one, and this
    fit."""
    intercept: float
    weights: Mapping[str, float]
    """The weights, by name of the feature."""


def read(package: str) -> Fit:
    """Return the fit of the game in a package.

    Raises:
        FileNotFoundError: if the game has no fit yet.
    """
    return msgspec.toml.decode(read_text(package, FILE), type=Fit)


@cache
def weigher(package: str, names: tuple[str, ...]) -> Callable[[Sequence[float]], float]:
    """Return the function that computes a seat's value as the weighted sum of its features, from a
    cache.

    Raises:
        ValueError: if the file has weights of other features.
    """
    fit = read(package)
    if {*fit.weights} != {*names}:
        raise ValueError(f"the weights of {package} are not those of its features: fit them again")
    weights = tuple(fit.weights[name] for name in names)
    intercept = fit.intercept

    def weigh(features: Sequence[float]) -> float:
        return intercept + fsum(map(mul, weights, features))

    return weigh


def fitted_state_value(
    package: str,
    names: tuple[str, ...],
    features: Callable[[S], Sequence[Sequence[float]]],
    outcome: Callable[[S], Outcome | None],
) -> Callable[[S], tuple[float, ...]]:
    """Return a game's ``state_value`` by the weights in its package.

    Args:
        package: package of the game.
        names: names of the features, in order.
        features: returns the features of each seat of a whole state.
        outcome: returns the result of a match; None while it is played.

    Returns:
        A function of a whole state. It returns the points that each seat is likely to have at the
        end or, once the match is over, has.
    """

    def state_value(state: S) -> tuple[float, ...]:
        result = outcome(state)
        if result is not None:
            return result.totals
        # Loaded here, at the first position, and kept; see the module.
        weigh = weigher(package, names)
        return tuple([weigh(row) for row in features(state)])

    return state_value
