"""Weights of a value, fitted on matches and read from ``worth.toml`` beside a game.

``python -m darwin_core.lab.fitting GAME`` writes the file. A game asks for its weights when a
position is judged for the first time, never at import: a file that no longer fits its features must
not keep it from being fitted again.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import mul
from typing import Final

import msgspec

from darwin_core.contract.game import Outcome, S
from darwin_core.contract.tables import read_text

FILE: Final = "worth.toml"
"""The name of the file beside a game."""


class Explained(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The share of the variance of the results that a value explains (R²), on matches that it was
    not fitted on; 1 is perfect, 0 no better than the mean."""

    points: float
    """Of a seat's points at the end."""
    margin: float
    """Of these points less the mean of the others'."""


class Fit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of a value, and the run that found them."""

    command: str
    date: str
    rules_version: int
    matches: int
    positions: int
    r2: Mapping[str, Explained]
    """By value: the points so far, the worth before this fit if there was one, and this fit."""
    intercept: float
    weights: Mapping[str, float]
    """By name of a feature."""


def read(package: str) -> Fit:
    """Return the fit of the game in a package."""
    return msgspec.toml.decode(read_text(package, FILE), type=Fit)


@cache
def weigher(package: str, names: tuple[str, ...]) -> Callable[[Sequence[float]], float]:
    """Return the function that weighs the features of a seat, given their names in order.

    Raises:
        ValueError: if the file has weights of other features.
    """
    fit = read(package)
    if {*fit.weights} != {*names}:
        raise ValueError(f"the weights of {package} are not those of its features: fit them again")
    weights = tuple(fit.weights[name] for name in names)
    intercept = fit.intercept

    def weigh(features: Sequence[float]) -> float:
        return sum(map(mul, weights, features), intercept)

    return weigh


def fitted_worth(
    package: str,
    names: tuple[str, ...],
    features: Callable[[S], Sequence[Sequence[float]]],
    outcome: Callable[[S], Outcome | None],
) -> Callable[[S], tuple[float, ...]]:
    """Return the function ``worth`` of a game, by the weights in its package.

    Args:
        package: of the game.
        names: of the features, in order.
        features: returns the features of each seat of a whole state.
        outcome: returns how a match has ended, None while it is played.

    Returns:
        A function of a whole state: the points that each seat is likely to have at the end; at the
        end, the points.
    """

    def worth(state: S) -> tuple[float, ...]:
        result = outcome(state)
        if result is not None:
            return result.totals
        weigh = weigher(package, names)
        return tuple([weigh(row) for row in features(state)])

    return worth
