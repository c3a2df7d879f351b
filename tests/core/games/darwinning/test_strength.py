"""The greedy player is a worthy opponent: it beats one that plays at random."""

import pytest
import sampling
from matches import final_outcome

from darwin_core.games.darwinning import GAME
from darwin_core.lexicon import Lexicon
from darwin_core.testing.play import Case, pick

MATCHES = 24
CLEARLY = 0.9
"""The minimum share of matches that it wins, at any number of seats."""


def wins(seats, matches):
    """Return the number of matches that the greedy seat wins; it moves round the table."""
    won = 0
    for number in range(matches):
        case = Case(GAME, seats, f"strength {number}")
        state, rng, greedy = case.start(), case.rng("random"), number % seats
        while movers := GAME.to_move(state):
            seat = movers[0]
            if seat == greedy:
                action = GAME.advise(GAME.view(state, seat), seat, Lexicon())[0].action
            else:
                action = pick(rng, GAME.legal(state, seat))
            GAME.apply(state, seat, action, None)
        won += greedy in final_outcome(GAME, state).winners
    return won


@pytest.mark.parametrize("seats", sampling.some(GAME.seats, sampling.SEATS_INTERVAL))
def test_greedy_beats_random(seats):
    assert wins(seats, MATCHES) > MATCHES * CLEARLY


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_beats_random_over_many_matches(seats):
    assert wins(seats, 1_000) > 1_000 * CLEARLY
