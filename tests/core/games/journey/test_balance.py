"""Statistics of matches between careful players: scores, seats, and locations used.

``python -m tests.core.games.journey.test_balance`` prints the tables of the balance report.
"""

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from math import sqrt
from statistics import mean, stdev

import pytest

from darwin_core.games.journey import GAME
from darwin_core.games.journey.acts import Completed, JourneyEvent, Pitched, Placed, Reported
from darwin_core.games.journey.material import LENS_LOCATION, LOCATIONS
from darwin_core.games.journey.names import location_name
from darwin_core.text.seat_names import SeatNames

OFTEN = 0.35
"""The largest share of all workers that a location may take."""


@dataclass
class Sheet:
    """The figures recorded of a match."""

    totals: tuple[int, ...]
    """Totals by place in the first turn order."""
    winners: frozenset[int]
    lines: dict[str, float]
    """Mean by line of the score."""
    uses: Counter[int] = field(default_factory=Counter)
    """Workers by location."""
    lost: int = 0
    """Points lost by lagging."""
    thirds: int = 0
    """Tents on the third place of a campsite."""
    crew: int = 0


def played(seats: int, seed: str) -> Sheet:
    """Play a match of careful players and return its figures."""
    state = GAME.setup(GAME.options(), seats, seed, None)
    order = state.order
    events: list[JourneyEvent] = []
    while movers := GAME.to_move(state):
        action = GAME.bots.advise(GAME.view(state, movers[0]), movers[0], SeatNames())[0].action
        GAME.apply(state, movers[0], action, events.append)
    outcome = GAME.outcome(state)
    assert outcome
    sheet = Sheet(
        tuple(outcome.totals[seat] for seat in order),
        frozenset(order.index(seat) for seat in outcome.winners),
        {line.label: mean(line.points) for line in outcome.lines},
    )
    standing: Counter[int] = Counter()
    for event in events:
        match event:
            case Placed(location=location):
                sheet.uses[location] += 1
            case Reported(lags=lags):
                sheet.lost += sum(lags)
            case Pitched(site=site):
                standing[site] += 1
                sheet.thirds += standing[site] == 3
            case Completed():
                sheet.crew += 1
    return sheet


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_no_location_is_idle_and_no_place_in_the_order_wins_too_often(seats: int) -> None:
    sheets = [played(seats, f"balance {seed}") for seed in range(400)]
    uses = sum((sheet.uses for sheet in sheets), Counter[int]())
    # The two locations of the small diary are alike.
    assert {*uses} | {LENS_LOCATION + 1} == {*range(len(LOCATIONS))}
    assert max(uses.values()) < OFTEN * uses.total()
    for place in range(seats):
        wins = sum(place in sheet.winners for sheet in sheets) / len(sheets)
        assert abs(wins - 1 / seats) < 0.1, (place, wins)


def test_careful_players_use_most_of_the_table() -> None:
    """A small sample: lines add up, and no location has all the workers."""
    sheets = [played(3, f"sample {seed}") for seed in range(2)]
    for sheet in sheets:
        assert sum(sheet.lines.values()) == pytest.approx(mean(sheet.totals))
    uses = sum((sheet.uses for sheet in sheets), Counter[int]())
    assert len(uses) > 10
    assert max(uses.values()) < 0.5 * uses.total()


def report(matches: int, workers: int) -> None:
    """Print the tables."""
    with ProcessPoolExecutor(workers) as pool:
        for seats in GAME.seats:
            seeds = [f"balance {seed}" for seed in range(matches)]
            sheets = list(pool.map(played, repeat(seats), seeds, chunksize=4))
            _print(seats, sheets)


def _print(seats: int, sheets: list[Sheet]) -> None:
    count = len(sheets)
    scores = [total for sheet in sheets for total in sheet.totals]
    error = 1.96 * stdev(scores) / sqrt(len(scores))
    print(f"{seats} seats, {count} matches: {mean(scores):.1f} ± {error:.1f} points a seat")
    lines = sheets[0].lines
    print("  " + ", ".join(f"{k} {mean(s.lines[k] for s in sheets):.1f}" for k in lines))
    for place in range(seats):
        wins = sum((place in s.winners) / len(s.winners) for s in sheets) / count
        margin = 1.96 * sqrt(wins * (1 - wins) / count)
        own = mean(sheet.totals[place] for sheet in sheets)
        print(
            f"  place {place + 1} in the first order: {own:.1f} points, "
            f"wins {wins:.1%} ± {margin:.1%}"
        )
    print(
        f"  a match loses {mean(s.lost for s in sheets):.1f} points by lagging, has "
        f"{mean(s.thirds for s in sheets):.2f} third tents and {mean(s.crew for s in sheets):.1f} "
        f"of {3 * seats} crew cards completed"
    )
    uses = sum((sheet.uses for sheet in sheets), Counter[int]())
    for location in range(len(LOCATIONS)):
        print(
            f"  {location_name(location):<20} {uses[location] / uses.total():>7.2%} of the workers"
        )


if __name__ == "__main__":
    report(*[int(text) for text in sys.argv[1:]] or [400, 2])
