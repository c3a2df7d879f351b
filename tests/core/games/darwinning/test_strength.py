"""The greedy player is a worthy opponent: it beats one that plays at random."""

import pytest
import sampling
from core.strength import wins

from darwin_core.games.darwinning import GAME

MATCHES = 24
CLEARLY = 0.9
"""The minimum share of matches that it wins, at any number of seats."""


@pytest.mark.parametrize("seats", sampling.some(GAME.seats, sampling.SEATS_INTERVAL))
def test_greedy_beats_random(seats):
    assert wins(GAME, seats, MATCHES) > MATCHES * CLEARLY


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_beats_random_over_many_matches(seats):
    assert wins(GAME, seats, 1_000) > 1_000 * CLEARLY
