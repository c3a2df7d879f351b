"""Fit the value of a game's positions on matches that its policy plays against itself.

python -m darwin_core.lab.fitting darwinning --matches 1200 --seed 1

The program records the features of every seat at sampled positions, and finds the weights with
which their weighted sum best predicts the seats' final points (ridge regression). On held-out
matches, it prints how much of the results is explained by this fit, by the points so far and by the
previous fit. It writes the weights beside the game with the run that found them.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from importlib.resources import files
from itertools import chain
from math import fsum
from operator import mul
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from darwin_core.bots.rollouts import lead_over_others
from darwin_core.contract import registry
from darwin_core.contract.game import AnyGame, State
from darwin_core.kit.judging import FILE, Explained, Fit

SAMPLED: Final = 0.25
"""Fraction of positions that are recorded. Not all are, because neighbouring positions are nearly
alike."""
HELD_OUT: Final = 5
"""One match in this many is held out."""
RIDGE: Final = 10.0
"""Strength of the ridge penalty, as a number of positions, for features scaled to equal spread."""
DIGITS: Final = 6
"""Significant digits of a weight in the file."""

Row = Sequence[float]
"""Numbers by feature, or points by seat."""


class Position(NamedTuple):
    """A sampled position, by seat."""

    features: tuple[Row, ...]
    now: Row
    """Points so far."""
    worth: Row
    """The previous state value; empty if the game has no weights yet."""
    final: Row
    """Points at the end of the match."""


class Sample(NamedTuple):
    """Positions of some matches."""

    fitted: list[Position]
    held_out: list[Position]


def play(
    game: AnyGame, seats: int, seed: str, wander: float = 0.0, sampled: float = SAMPLED
) -> list[Position]:
    """Play a match by the game's policy and return sampled positions.

    Args:
        game: a game with features.
        seats: number of seats.
        seed: any text; it determines the cards, the samples and the random decisions.
        wander: fraction of decisions taken at random, so that positions occur that the policy
            avoids.
        sampled: fraction of positions recorded, in addition to the start of every round.
    """
    rng = Random(f"{game.slug} {seats} {seed}")
    state: State = game.setup(game.options(), seats, seed, None)
    noted: list[tuple[tuple[Row, ...], Row, Row]] = []
    assert game.bots.features
    round_now = 0
    while movers := game.to_move(state):
        round_before, round_now = round_now, game.clock(state).round
        # The start of a round is always recorded, because rollouts of a search may end there.
        if rng.random() < sampled or round_now != round_before:
            features = tuple(game.bots.features(state))
            noted.append((features, game.standing(state).totals, _worth(game, state)))
        seat = movers[0]
        if rng.random() < wander:
            action = rng.choice(game.legal(state, seat))
        else:
            action = game.bots.fast_policy(state, seat)
        game.apply(state, seat, action, None)
    final = game.standing(state).totals
    return [Position(*position, final) for position in noted]


def _worth(game: AnyGame, state: State) -> Row:
    """Return the previous state value; empty if the game has no weights yet."""
    try:
        return game.bots.state_value(state)
    except (FileNotFoundError, ValueError):
        return ()


def sample(
    game: AnyGame, matches: int, seed: str, seat_counts: Sequence[int], wander: float
) -> Sample:
    """Play matches, in turn with each number of seats, and return their positions."""
    sampled = Sample([], [])
    for number in range(matches):
        # Whole cycles are held out, so that each number of seats is.
        cycle, turn = divmod(number, len(seat_counts))
        part = sampled.held_out if cycle % HELD_OUT == 0 else sampled.fitted
        part.extend(play(game, seat_counts[turn], f"{seed}:{number}", wander))
    return sampled


# --- the regression


def ridge(rows: Sequence[Row], results: Row, strength: float = RIDGE) -> tuple[list[float], float]:
    """Return the weights and intercept of a linear regression of results on features.

    Each feature is first divided by its spread, so that its unit does not matter; a constant one
    gets no weight.
    """
    count = len(rows)
    means = _means(rows)
    columns = [_centred(column) for column in zip(*rows, strict=True)]
    spreads = [(_product(column, column) / count) ** 0.5 or 1.0 for column in columns]
    columns = [
        [number / spread for number in column]
        for column, spread in zip(columns, spreads, strict=True)
    ]
    mean = fsum(results) / count
    target = [result - mean for result in results]
    matrix = [[_product(one, other) for other in columns] for one in columns]
    # Features are scaled and centred, so the penalty is the same for each, and spares the level.
    for index, line in enumerate(matrix):
        line[index] += strength
    solved = _solve(matrix, [_product(column, target) for column in columns])
    weights = [weight / spread for weight, spread in zip(solved, spreads, strict=True)]
    return weights, mean - _product(weights, means)


def _centred(column: Row) -> list[float]:
    mean = fsum(column) / len(column)
    return [number - mean for number in column]


def _product(one: Row, other: Row) -> float:
    return fsum(map(mul, one, other))


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations with a positive definite matrix, by elimination. With such a matrix no
    pivot is 0, so rows need not be exchanged."""
    size = len(right)
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for index in range(size):
        pivot = lines[index]
        for line in lines[index + 1 :]:
            factor = line[index] / pivot[index]
            line[index:] = [
                mine - factor * its for mine, its in zip(line[index:], pivot[index:], strict=True)
            ]
    solved = [0.0] * size
    for index in reversed(range(size)):
        line = lines[index]
        known = _product(line[index + 1 : size], solved[index + 1 :])
        solved[index] = (line[size] - known) / line[index]
    return solved


def fit(positions: Sequence[Position]) -> tuple[list[float], float]:
    """Return the weights and intercept of a state value.

    First find the weights that best distinguish the seats of a position, as a search compares the
    seats' values. Features equal for all seats then set the level: the mean of the seats' points.
    """
    rows, results = [], []
    levels, level_results = [], []
    for features, _, _, final in positions:
        mean = _means(features)
        level = fsum(final) / len(final)
        rows += [[mine - its for mine, its in zip(row, mean, strict=True)] for row in features]
        results += [points - level for points in final]
        levels.append(mean)
        level_results.append(level)
    weights, _ = ridge(rows, results)
    # ``_means`` is exact where all seats are equal, so the difference is exactly 0.
    shared = [index for index, column in enumerate(zip(*rows, strict=True)) if not any(column)]
    unexplained = [
        result - _product(weights, mean) for result, mean in zip(level_results, levels, strict=True)
    ]
    shared_rows = [[mean[index] for index in shared] for mean in levels]
    shared_weights, intercept = ridge(shared_rows, unexplained)
    for index, weight in zip(shared, shared_weights, strict=True):
        weights[index] = weight
    return weights, intercept


def _means(rows: Sequence[Row]) -> list[float]:
    """Return the mean of each column. If all numbers of a column are equal, the mean is exactly
    that number."""
    return [
        column[0] if len({*column}) == 1 else fsum(column) / len(rows)
        for column in zip(*rows, strict=True)
    ]


# --- judging a value


def explained(positions: Sequence[Position], value: Callable[[Position], Row]) -> Explained:
    """Return how much of the positions' results a value explains."""
    guesses = [value(position) for position in positions]
    finals = [position.final for position in positions]
    return Explained(
        _r2([*chain.from_iterable(guesses)], [*chain.from_iterable(finals)]),
        _r2(
            [*chain.from_iterable(map(_margins, guesses))],
            [*chain.from_iterable(map(_margins, finals))],
        ),
    )


def _margins(points: Row) -> list[float]:
    """Return the lead of each seat over the mean of the others."""
    return [lead_over_others(points, seat) for seat in range(len(points))]


def _r2(guesses: Row, results: Row) -> float:
    """Return the fraction of the results' variance that guesses explain: below 0 if they are worse
    than the mean."""
    spread = _centred(results)
    missed = [guess - result for guess, result in zip(guesses, results, strict=True)]
    return 1 - _product(missed, missed) / _product(spread, spread)


Values = dict[str, Callable[[Position], Row]]
"""Values to compare, by name."""


def _values(weights: Row, intercept: float, has_worth: bool) -> Values:
    """Return the values to compare, by name."""

    def fitted(position: Position) -> Row:
        return [intercept + _product(weights, features) for features in position.features]

    worth = {"worth until now": lambda position: position.worth}
    return {
        "points so far": lambda position: position.now,
        **(worth if has_worth else {}),
        "fitted": fitted,
    }


# --- the command


def main(args: list[str] | None = None) -> None:
    """Read the command line, play, fit, print and write."""
    lines = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        "python -m darwin_core.lab.fitting", description=__doc__, formatter_class=lines
    )
    parser.add_argument("game", choices=registry.slugs(), help="a game with features")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", default="1", help="any text; the same seed, the same weights")
    parser.add_argument("--seats", type=int, nargs="+", help="numbers of seats; default: all")
    parser.add_argument(
        "--wander", type=float, default=0.0, help="the share of decisions taken at random"
    )
    parser.add_argument("--dry-run", action="store_true", help="print, but write nothing")
    options = parser.parse_args(args)
    game = registry.get(options.game)
    if game.bots.features is None:
        parser.error(f"{game.title} has no features to be fitted")
    sampled = sample(
        game, options.matches, options.seed, options.seats or game.seats, options.wander
    )
    if not sampled.held_out or not sampled.fitted:
        parser.error("--matches must be more")
    weights, intercept = fit(sampled.fitted)
    values = _values(weights, intercept, bool(sampled.held_out[0].worth))
    parts = {name: explained(sampled.held_out, value) for name, value in values.items()}
    print(*_report(sampled, values, parts), sep="\n")
    if options.dry_run:
        return
    result = Fit(
        command=" ".join(["python -m darwin_core.lab.fitting", *(args or sys.argv[1:])]),
        date=date.today().isoformat(),
        rules_version=game.rules_version,
        matches=options.matches,
        positions=len(sampled.fitted),
        r2={
            name: Explained(round(part.points, 3), round(part.margin, 3))
            for name, part in parts.items()
        },
        intercept=_rounded(intercept),
        weights=dict(zip(game.bots.feature_names, map(_rounded, weights), strict=True)),
    )
    path = Path(str(files(game.package).joinpath(FILE)))
    path.write_text(as_toml(result), encoding="utf-8")
    print(f"written: {path}")


def _rounded(weight: float) -> float:
    return float(f"{weight:.{DIGITS}g}")


def _report(sampled: Sample, values: Values, parts: dict[str, Explained]) -> Iterator[str]:
    """Yield a table of each value's R², for the points, for the margin, and for the margin by
    number of seats."""
    by_seats: dict[int, list[Position]] = {}
    for position in sampled.held_out:
        by_seats.setdefault(len(position.final), []).append(position)
    yield f"{len(sampled.fitted)} positions fitted, {len(sampled.held_out)} held out; R² on these:"
    heads = ["points", "margin", *(f"{seats} seats" for seats in sorted(by_seats))]
    yield " " * 16 + "".join(head.rjust(9) for head in heads)
    for name, value in values.items():
        margins = [explained(by_seats[seats], value).margin for seats in sorted(by_seats)]
        figures = [parts[name].points, parts[name].margin, *margins]
        yield name.ljust(16) + "".join(f"{figure:9.3f}" for figure in figures)


def as_toml(fitted: Fit) -> str:
    """Return a fit as the text of its file."""
    lines = [
        "# Weights of the value of a position, fitted on matches that the policy played against",
        "# itself. R² is the share of the results that a value explains, on matches held out.",
        f'command = "{fitted.command}"',
        f'date = "{fitted.date}"',
        f"rules_version = {fitted.rules_version}",
        f"matches = {fitted.matches}",
        f"positions = {fitted.positions}",
        f"intercept = {fitted.intercept}",
        "",
        "[r2]",
        *(
            f'"{name}" = {{ points = {r2.points}, margin = {r2.margin} }}'
            for name, r2 in fitted.r2.items()
        ),
        "",
        "[weights]",
        *(f'"{name}" = {weight}' for name, weight in fitted.weights.items()),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
