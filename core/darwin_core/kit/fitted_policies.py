"""Fitted fast policies: reading the weights beside a game, and choosing actions by them.

``python -m darwin_core.lab.fitted_policies GAME`` writes the weights to ``fitted_policy.toml``
beside a game.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

import msgspec

from darwin_core.contract.game import A, Action, AnyGame, FittedPolicy, S, State
from darwin_core.contract.tables import read_text
from darwin_core.kit.judging import best, distinct_first

FILE: Final = "fitted_policy.toml"
"""The name of the file beside a game."""

FastPolicy = Callable[[State, int], Action]
"""A function that returns a seat's chosen action in a whole state or in the seat's view."""
Weights = Mapping[str, Sequence[float]]
"""Weights by kind of choice, in the order of its features."""


class Fit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights fitted for one number of seats, and the run that fitted them."""

    command: str
    date: str
    rules_version: int
    matches: int
    """Number of matches that supplied the decisions."""
    decisions: Mapping[str, int]
    """Number of decisions to which the weights were fitted, by kind."""
    gain: Mapping[str, float]
    """By kind of choice: the points per decision by which these weights choose better than the
    game's ``fast_policy``, measured by searches in held-out matches."""
    weights: Mapping[str, Mapping[str, float]]
    """The weights, by kind of choice and name of the feature."""


class FittedPolicyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a game: its weights by number of seats."""

    seats: Mapping[str, Fit]


def read(package: str) -> Mapping[int, Fit]:
    """Return a package's weights by number of seats; empty if it has no file. Not cached, so that
    the lab reads what it has written."""
    try:
        text = read_text(package, FILE)
    except FileNotFoundError:
        return {}
    fits = msgspec.toml.decode(text, type=FittedPolicyFile).seats
    return {int(seats): fit for seats, fit in fits.items()}


@cache
def _read_once(package: str) -> Mapping[int, Fit]:
    return read(package)


def weights_of(game: AnyGame, seats: int) -> Weights:
    """Return a game's weights at a number of seats, by kind of choice; empty if it has none.

    Raises:
        ValueError: if the file has weights of other features.
    """
    fitted_policy = game.bots.fitted_policy
    return stored_weights(game.package, fitted_policy, seats) if fitted_policy else {}


def stored_weights(package: str, fitted_policy: FittedPolicy[S, A], seats: int) -> Weights:
    """Return the weights of a game's fitted policy at a number of seats, by kind of choice; empty
    if its package has none.

    Weights for three or more seats also serve larger tables that have none of their own; those for
    two seats, where there is a single rival, serve two alone.

    Raises:
        ValueError: if the file has weights of other features.
    """
    fits = _read_once(package)
    # The weights of the number itself, or of the largest smaller number above two.
    fitted_seats = max(
        (number for number in fits if number == seats or 2 < number < seats), default=0
    )
    if not fitted_seats:
        return {}
    fit = fits[fitted_seats]
    for kind, weights in fit.weights.items():
        if {*weights} != {*fitted_policy.features.get(kind, ())}:
            raise ValueError(
                f"the weights of {package} are not those of its features: fit them again"
            )
    return {
        kind: tuple(weights[name] for name in fitted_policy.features[kind])
        for kind, weights in fit.weights.items()
    }


def stored_policy(game: AnyGame, seats: int) -> FastPolicy | None:
    """Return a game's fitted policy at a number of seats; None if it has no weights."""
    weights = weights_of(game, seats)
    return policy_with(game, weights) if weights else None


def policy_with(game: AnyGame, weights: Weights) -> FastPolicy:
    """Return a game's fitted policy with the given weights. Choices of kinds without weights are
    made by the game's own policy."""
    assert game.bots.fitted_policy
    kind_of, scores = game.bots.fitted_policy.kind, game.bots.fitted_policy.scores
    legal = game.legal
    fast_policy = game.bots.fast_policy
    # Looked up once: the policy is the inner loop of a search.
    of_kind = weights.get

    def policy(state: State, seat: int) -> Action:
        # Annotated, because the functions of a game of any type return untyped values.
        chosen: Action
        fitted = of_kind(kind_of(state, seat))
        if fitted is None:
            chosen = fast_policy(state, seat)
            return chosen
        actions = legal(state, seat)
        if len(actions) == 1:
            chosen = actions[0]
            return chosen
        chosen = best(actions, scores(state, seat, actions, fitted))
        return chosen

    return policy


def ranked(
    game: AnyGame, weights: Weights, view: State, seat: int, actions: Sequence[Action]
) -> list[Action] | None:
    """Return a seat's legal actions by fitted score, most promising first; None for a kind of
    choice without weights."""
    fitted_policy = game.bots.fitted_policy
    fitted = weights.get(fitted_policy.kind(view, seat)) if fitted_policy else None
    if fitted_policy is None or fitted is None:
        return None
    return distinct_first(actions, fitted_policy.scores(view, seat, actions, fitted))


def feature_rows(
    fitted_policy: FittedPolicy[S, A], state: S, seat: int, actions: Sequence[A]
) -> list[tuple[float, ...]]:
    """Return the features of each action. The policy gives only scores, but these are linear: a
    feature is the score with its weight set to 1 and all others to 0."""
    count = len(fitted_policy.features[fitted_policy.kind(state, seat)])
    columns = []
    for index in range(count):
        unit_weights = [0.0] * count
        unit_weights[index] = 1.0
        columns.append(fitted_policy.scores(state, seat, actions, unit_weights))
    return list(zip(*columns, strict=True))
