"""Find how certain a game's worth is, and show that chances are what they say.

python -m darwin_core.analysis.calibration dice --matches 400 --write
    Play matches of the greedy policy, fit the spread of the worth by likelihood on half of them,
    and print the Brier score and a reliability table of the other half. ``--write`` keeps the
    spread beside the game, with this run.
"""

import argparse
from collections.abc import Iterator, Sequence
from datetime import date
from importlib.resources import files
from math import log
from pathlib import Path
from typing import Final

import msgspec

from darwin_core import registry
from darwin_core.analysis.chances import FILE, Spread, left, shares, spread_of
from darwin_core.game import AnyGame
from darwin_core.options import default_preset
from darwin_core.rng import below, from_seed

BANDS: Final = 10
"""Bands of chance in the reliability table."""
POSITIONS: Final = 24
"""Positions taken from a match, about."""
MISTAKES: Final = 10
"""One action in so many is any legal one, so that positions differ as those of people do."""


class Position(msgspec.Struct, frozen=True):
    """A position of a finished match."""

    left: float
    worth: tuple[float, ...]
    won: tuple[float, ...]
    """The share of the win that each seat had at the end."""


def positions(game: AnyGame, seats: int, seed: str) -> Iterator[Position]:
    """Play one match and yield some of its positions."""
    state = game.setup(default_preset(game, seats).options, seats, seed, None)
    seen: list[tuple[float, tuple[float, ...]]] = []
    for number in range(game.bound(seats) + 1):
        movers = game.to_move(state)
        if not movers:
            break
        seen.append((left(game.clock(state)), game.worth(state)))
        seat, chance = movers[0], from_seed(seed, "mistake", number)
        if below(chance, MISTAKES):
            action = game.policy(state, seat)
        else:
            actions = game.legal(state, seat)
            action = actions[below(from_seed(seed, "any", number), len(actions))]
        game.apply(state, seat, action, None)
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError(f"a match of {game.title} with the seed {seed!r} does not end")
    for share, worth in seen[:: max(1, len(seen) // POSITIONS)]:
        yield Position(share, worth, outcome.wins)


def loss(found: Sequence[Position], spread: Spread) -> float:
    """Return the mean surprise at the winners, in nats; the lower, the better."""
    total = 0.0
    for position in found:
        chances = shares(position.worth, spread.points(position.left))
        total -= sum(
            won * log(max(chance, 1e-9))
            for won, chance in zip(position.won, chances, strict=True)
            if won
        )
    return total / len(found)


def fit(found: Sequence[Position]) -> Spread:
    """Return the spread under which the winners surprise least: one figure after the other, by
    steps that become smaller."""
    best, lowest = Spread(), loss(found, Spread())
    step = 2.0
    while step > 1.02:
        changed = False
        for name in ("at_end", "at_start", "bend"):
            for factor in (step, 1 / step):
                value = min(max(getattr(best, name) * factor, 0.05), 400.0)
                tried = msgspec.structs.replace(best, **{name: value})
                surprise = loss(found, tried)
                if surprise < lowest - 1e-9:
                    best, lowest, changed = tried, surprise, True
        if not changed:
            step = step**0.5
    rounded = {name: round(getattr(best, name), 3) for name in best.__struct_fields__}
    return Spread(**rounded)


def brier(found: Sequence[Position], spread: Spread) -> float:
    """Return the mean square of the errors of all chances."""
    squares = [
        (chance - won) ** 2
        for position in found
        for chance, won in zip(
            shares(position.worth, spread.points(position.left)), position.won, strict=True
        )
    ]
    return sum(squares) / len(squares)


def reliability(found: Sequence[Position], spread: Spread) -> list[tuple[float, float, int]]:
    """Return for each band of chance the mean chance, the share that was won, and the number."""
    bands: list[list[tuple[float, float]]] = [[] for _ in range(BANDS)]
    for position in found:
        chances = shares(position.worth, spread.points(position.left))
        for chance, won in zip(chances, position.won, strict=True):
            bands[min(int(chance * BANDS), BANDS - 1)].append((chance, won))
    return [
        (
            sum(chance for chance, _ in band) / len(band),
            sum(won for _, won in band) / len(band),
            len(band),
        )
        for band in bands
        if band
    ]


def main(args: list[str] | None = None) -> None:
    """Read the command line, play, fit and print."""
    lines = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("calibration", description=__doc__, formatter_class=lines)
    parser.add_argument("game", choices=registry.slugs())
    parser.add_argument("--matches", type=int, default=200, help="matches of each seat count")
    parser.add_argument("--seed", default="calibration")
    parser.add_argument("--write", action="store_true", help="keep the spread beside the game")
    given = parser.parse_args(args)
    game = registry.get(given.game)
    learnt: list[Position] = []
    tested: list[Position] = []
    for seats in game.seats:
        for number in range(given.matches):
            found = positions(game, seats, f"{given.seed} {seats} {number}")
            (tested if number % 2 else learnt).extend(found)
    spread = fit(learnt)
    print(f"{game.title}: {spread}, before {spread_of(game.package)}")
    print(f"Brier score {brier(tested, spread):.4f} of {len(tested)} positions")
    for chance, won, number in reliability(tested, spread):
        print(f"  said {100 * chance:5.1f} %   won {100 * won:5.1f} %   of {number}")
    if given.write:
        command = (
            f"python -m darwin_core.analysis.calibration {game.slug} "
            f"--matches {given.matches} --seed {given.seed}"
        )
        rows = [
            "# Written by the command below.",
            "[spread]",
            *(f"{name} = {getattr(spread, name)}" for name in spread.__struct_fields__),
            *("", "[run]", f'command = "{command}"', f'date = "{date.today().isoformat()}"'),
            *(f"positions = {len(tested)}", f"brier = {brier(tested, spread):.4f}", ""),
        ]
        (Path(str(files(game.package))) / FILE).write_text("\n".join(rows))


if __name__ == "__main__":
    main()
