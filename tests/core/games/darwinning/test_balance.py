"""No species is much better than another, where careful players play them."""

from collections import Counter
from statistics import mean

import pytest

from darwin_core.games.darwinning import GAME
from darwin_core.games.darwinning.components import SPECIES

NEAR = 0.10
"""How far from the mean of all a species' mean score may lie."""


def scores(seats, matches):
    """The mean score of each species that was drawn, over so many greedy matches."""
    totals, drawn = Counter(), Counter()
    for seed in range(matches):
        state = GAME.setup(GAME.options(), seats, f"balance {seed}", None)
        while movers := GAME.to_move(state):
            view = GAME.view(state, movers[0])
            GAME.apply(state, movers[0], GAME.advise(view, movers[0])[0].action, None)
        for kind, total in zip(state.species, GAME.outcome(state).totals, strict=True):
            totals[SPECIES[kind].name] += total
            drawn[SPECIES[kind].name] += 1
    return {name: totals[name] / drawn[name] for name in drawn}


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_species_scores_near_the_mean(seats):
    found = scores(seats, 20_000)
    assert len(found) == len(SPECIES)
    usual = mean(found.values())
    far = {name: round(score / usual - 1, 3) for name, score in found.items()}
    assert all(abs(share) <= NEAR for share in far.values()), far


def test_careful_players_of_every_species_score_more_than_their_boards():
    """A small sample: whatever the species, playing it well is worth while."""
    found = scores(4, 12)
    boards = {row.name: row.food_chain + row.population + len(row.environments) for row in SPECIES}
    assert all(score > boards[name] for name, score in found.items()), found
