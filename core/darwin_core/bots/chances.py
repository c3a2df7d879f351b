"""Chances to win, computed from the points that seats are expected to have at the end.

Each game has a data file with the uncertainty of these expectations, measured in many matches.
"""

from collections.abc import Sequence
from functools import cache
from math import exp, fsum, inf, log
from typing import Final

import msgspec

from darwin_core.contract.game import AnyGame, State
from darwin_core.contract.tables import read_text

FILE: Final = "chances.toml"
"""The data file in a game's package, written by ``python -m darwin_core.lab.calibration``."""


class Spread(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The uncertainty of a game's state values, as a function of the share of the match that is
    left.

    The defaults are a guess for a game without data. With ``bend`` 0.5, the uncertainty grows with
    the square root of the share left, as in a random walk.
    """

    at_end: float = 1.0
    """The uncertainty just before the end, in points."""
    at_start: float = 20.0
    """The uncertainty at the start, in points."""
    bend: float = 0.5
    """The power of the share left with which the uncertainty grows from ``at_end`` to
    ``at_start``."""

    def points(self, left: float) -> float:
        """Return the uncertainty in points when a share of the match is left, from 0 to 1."""
        grown: float = left**self.bend
        return self.at_end + (self.at_start - self.at_end) * grown


class Measured(msgspec.Struct, frozen=True):
    """The data file of a game: the spread at each number of seats, and the run that measured it."""

    spread: dict[str, Spread]
    run: dict[str, str | int | float]


def share_left(game: AnyGame, state: State) -> float:
    """Return the share of a match that is left, from 1 at the start to 0 at the end."""
    if game.share_left is not None:
        return game.share_left(state)
    clock = game.clock(state)
    # Assume the middle of the round where its turns are not counted, and its end between rounds.
    part = (clock.turn - 1) / clock.turns if clock.turn and clock.turns else 0.5
    if not clock.turn:
        part = 1.0
    # Whatever the clock says, no share is below 0 or beyond its round.
    return max(0.0, 1 - (clock.round - 1 + min(part, 1.0)) / clock.rounds)


def chances_by(worth: Sequence[float], uncertainty: float) -> tuple[float, ...]:
    """Return the chances of all seats to win; they add up to 1.

    The chances are proportional to ``exp(points / uncertainty)``, a softmax. So a lead of as many
    points as the uncertainty makes a seat e times as likely to win as another.

    Args:
        worth: the expected points of the seats at the end.
        uncertainty: the uncertainty of these points, in points.
    """
    most = max(worth)
    # Relative to the highest, so that no power overflows.
    weights = [exp((points - most) / uncertainty) for points in worth]
    total = fsum(weights)
    return tuple(weight / total for weight in weights)


def win_chances(
    game: AnyGame,
    state: State,
    worth: Sequence[float] | None = None,
    resigned: Sequence[int] = (),
) -> tuple[float, ...]:
    """Return the chance of each seat to win in a whole state.

    Once the match is over, the winners share a win in equal parts.

    Args:
        worth: the expected points of the seats at the end, if already known.
        resigned: resigned seats in order, which have no chance; not all of them.
    """
    outcome = game.outcome(state)
    if outcome is not None:
        return outcome.with_last(resigned).wins if resigned else outcome.wins
    points = game.bots.state_value(state) if worth is None else worth
    if resigned:
        points = [-inf if seat in resigned else value for seat, value in enumerate(points)]
    return chances_by(points, spread_of(game.package, len(points)).points(share_left(game, state)))


def points_for(chance: float, package: str, seats: int) -> float:
    """Return the points that raise a seat's chance to win by an amount at the start of an even
    match.

    Args:
        chance: the amount, from 0 up to the chance of all rivals together, which is excluded.
        package: the package of the game.
        seats: the number of seats.
    """
    even = 1 / seats
    # The inverse of ``chances_by``, where all rivals have equal points.
    odds_ratio = (even + chance) / (1 - even - chance) * (seats - 1)
    return spread_of(package, seats).at_start * log(odds_ratio)


def spread_of(package: str, seats: int) -> Spread:
    """Return the spread of the game in a package; the default if the package has no data for this
    number of seats."""
    return _spreads(package).get(str(seats)) or Spread()


@cache
def _spreads(package: str) -> dict[str, Spread]:
    """Return the spreads of a package's game by number of seats, which TOML keeps as text."""
    try:
        text = read_text(package, FILE)
    except FileNotFoundError:
        return {}
    return msgspec.toml.decode(text, type=Measured).spread
