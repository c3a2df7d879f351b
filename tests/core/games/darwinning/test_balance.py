"""No species is much better than another in matches of careful players.

``python -m tests.core.games.darwinning.test_balance MATCHES WORKERS SEATS…`` prints the deviation
of the mean score of each species from the mean of all.
"""

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, repeat
from statistics import mean

import pytest

from darwin_core.games.darwinning import GAME
from darwin_core.games.darwinning.material import SPECIES
from darwin_core.text.seat_names import SeatNames

NEAR = 0.10
"""The largest deviation of a species' mean score from the mean of all, as a share."""

Scores = list[tuple[str, int]]
"""Species and their scores."""


def played(seats: int, seed: int) -> Scores:
    """Play a greedy match and return its scores."""
    state = GAME.setup(GAME.options(), seats, f"balance {seed}", None)
    while movers := GAME.to_move(state):
        view = GAME.view(state, movers[0])
        GAME.apply(state, movers[0], GAME.bots.advise(view, movers[0], SeatNames())[0].action, None)
    names = [SPECIES[kind].name for kind in state.species]
    outcome = GAME.outcome(state)
    assert outcome
    return [*zip(names, outcome.totals, strict=True)]


def scores(seats: int, matches: int, workers: int | None = None) -> dict[str, float]:
    """Return the mean score of each species drawn, over a number of greedy matches."""
    totals, drawn = Counter[str](), Counter[str]()
    with ProcessPoolExecutor(workers) as pool:
        batches = pool.map(played, repeat(seats), range(matches), chunksize=50)
        for name, score in chain.from_iterable(batches):
            totals[name] += score
            drawn[name] += 1
    return {name: totals[name] / drawn[name] for name in drawn}


def deviations(by_species: dict[str, float]) -> dict[str, float]:
    """Return the deviation of each mean from the mean of all, as a share, the least first."""
    usual = mean(by_species.values())
    return {
        name: round(score / usual - 1, 3)
        for name, score in sorted(by_species.items(), key=lambda row: row[1])
    }


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_species_scores_near_the_mean(seats):
    far = deviations(scores(seats, 20_000))
    assert len(far) == len(SPECIES)
    assert all(abs(share) <= NEAR for share in far.values()), far


def test_careful_players_of_every_species_score_more_than_their_boards():
    """Play a small sample: good play is worth while with every species."""
    points = scores(4, 12, 1)
    boards = {row.name: row.food_chain + row.population + len(row.environments) for row in SPECIES}
    assert all(score > boards[name] for name, score in points.items()), points


if __name__ == "__main__":
    for number in map(int, sys.argv[3:]):
        print(number, deviations(scores(number, int(sys.argv[1]), int(sys.argv[2]))), flush=True)
