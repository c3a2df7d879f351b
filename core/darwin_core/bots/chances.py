"""Winning chances by the points that seats are likely to have at the end.

The uncertainty of these points is data of each game, measured in many matches.
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
    """The power of the remaining fraction by which the uncertainty grows between the two."""

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
    """Return the winning chances of seats, which add up to 1, from their expected points at the end
    and the uncertainty of these."""
    most = max(worth)
    weights = [exp((points - most) / uncertainty) for points in worth]
    total = fsum(weights)
    return tuple(weight / total for weight in weights)


def win_chances(
    game: AnyGame, state: State, worth: Sequence[float] | None = None
) -> tuple[float, ...]:
    """Return each seat's winning chance in a complete state.

    Once the match is over, a shared win counts in equal parts.

    Args:
        worth: the seats' expected points, if already known.
    """
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome.wins
    points = game.bots.state_value(state) if worth is None else worth
    return chances_by(points, spread_of(game.package, len(points)).points(share_left(game, state)))


def points_for(chance: float, package: str, seats: int) -> float:
    """Return the points that raise a seat's chance by some amount, at the start of an even match.

    Args:
        chance: from 0 to 1.
        package: package of the game.
        seats: number of seats.
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
