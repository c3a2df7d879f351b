"""Chances to win by the points that seats are likely to have at the end.

The uncertainty of these points is data of each game, found by many matches.
"""

from collections.abc import Sequence
from functools import cache
from math import exp, fsum, log
from typing import Final

import msgspec

from darwin_core.contract.game import AnyGame, State
from darwin_core.contract.tables import read_text

FILE: Final = "chances.toml"
"""The data of a game in its package, written by ``python -m darwin_core.lab.calibration``."""


class Spread(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The uncertainty of a game's state values in points, by the share of the match left."""

    at_end: float = 1.0
    """Points of uncertainty just before the end."""
    at_start: float = 20.0
    """Points of uncertainty at the start."""
    bend: float = 0.5
    """The power of the share left by which the uncertainty grows between the two."""

    def points(self, left: float) -> float:
        """Return the uncertainty in points with a share of the match left."""
        grown: float = left**self.bend
        return self.at_end + (self.at_start - self.at_end) * grown


class Measured(msgspec.Struct, frozen=True):
    """The file of a game: its spread at each number of seats, and the run that measured it."""

    spread: dict[str, Spread]
    run: dict[str, str | int | float]


def share_left(game: AnyGame, state: State) -> float:
    """Return the share of a match that is left, from 1 at the start to 0."""
    if game.share_left is not None:
        return game.share_left(state)
    clock = game.clock(state)
    turn = (clock.turn - 1) / clock.turns if clock.turn and clock.turns else 0.5
    if not clock.turn:
        turn = 1.0
    return max(0.0, 1 - (clock.round - 1 + min(turn, 1.0)) / clock.rounds)


def chances_by(worth: Sequence[float], uncertainty: float) -> tuple[float, ...]:
    """Return the chances to win of seats, given the points that each is likely to have at the end
    and their uncertainty; they add up to 1."""
    most = max(worth)
    weights = [exp((points - most) / uncertainty) for points in worth]
    total = fsum(weights)
    return tuple(weight / total for weight in weights)


def win_chances(
    game: AnyGame, state: State, worth: Sequence[float] | None = None
) -> tuple[float, ...]:
    """Return the chance to win of each seat of a whole state, whose worth may be known already; a
    shared win counts in equal parts once the match is over."""
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome.wins
    points = game.bots.state_value(state) if worth is None else worth
    return chances_by(points, spread_of(game.package, len(points)).points(share_left(game, state)))


def points_for(chance: float, package: str, seats: int) -> float:
    """Return the points that bring a seat a chance more, in an even match that begins.

    Args:
        chance: from 0 to 1.
        package: the package of the game.
        seats: the number of seats.
    """
    even = 1 / seats
    odds = (even + chance) / (1 - even - chance) * (seats - 1)
    return spread_of(package, seats).at_start * log(odds)


def spread_of(package: str, seats: int) -> Spread:
    """Return the spread of the game in a package; a guess where it brings no data."""
    return _spreads(package).get(str(seats)) or Spread()


@cache
def _spreads(package: str) -> dict[str, Spread]:
    try:
        text = read_text(package, FILE)
    except FileNotFoundError:
        return {}
    return msgspec.toml.decode(text, type=Measured).spread
