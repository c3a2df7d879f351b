"""The greedy player is worth playing against: it beats one that plays at random."""

import pytest

from darwin_core.games.yummy import GAME
from darwin_core.testing.play import Case, pick

MATCHES = 20
CLEARLY = {2: 0.7, 3: 0.5, 4: 0.4, 5: 0.35}
"""The share of matches that it wins at least, by seats: chance alone would give one in so many."""


def wins(seats, matches):
    """How many of the matches the greedy seat wins; it moves round the table."""
    won = 0
    for number in range(matches):
        case = Case(GAME, seats, f"strength {number}")
        state, rng, greedy = case.start(), case.rng("random"), number % seats
        while movers := GAME.to_move(state):
            seat = movers[0]
            if seat == greedy:
                action = GAME.advise(GAME.view(state, seat), seat)[0].action
            else:
                action = pick(rng, GAME.legal(state, seat))
            GAME.apply(state, seat, action, None)
        won += greedy in GAME.outcome(state).winners
    return won


@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_beats_random(seats):
    assert wins(seats, MATCHES) > MATCHES * CLEARLY[seats]


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_beats_random_over_many_matches(seats):
    assert wins(seats, 1_000) > 1_000 * CLEARLY[seats]
