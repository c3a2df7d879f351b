"""The greedy player is worth playing against: it beats others that play at random."""

from itertools import product
from typing import Any

import pytest
import sampling
from matches import final_outcome

from darwin_core.contract import registry
from darwin_core.lab.play import Case, pick, variants
from darwin_core.text.seat_names import SeatNames

MATCHES = {"darwinning": 24, "yummy": 20, "evo": 8, "journey": 6}
SHARES: dict[str, dict[int, float]] = {
    "darwinning": dict.fromkeys(range(2, 7), 0.9),
    "yummy": {2: 0.7, 3: 0.5, 4: 0.6, 5: 0.35},
    "evo": dict.fromkeys(range(2, 5), 0.7),
    "journey": dict.fromkeys(range(2, 5), 0.99),
}
"""The minimum share of matches that it wins, by seats; by chance it wins one in ``seats``."""
SHARES_OF_MANY = SHARES | {"evo": dict.fromkeys(range(2, 5), 0.9)}
TABLES = [
    (slug, seats, options)
    for slug in SHARES
    for options, seats in product(variants(registry.get(slug)), SHARES[slug])
    if not options or slug == "evo"
]
INTERVAL = 7
"""In a run, matches are played at one table in this many."""


def wins(slug: str, seats: int, options: Any, matches: int) -> int:
    """Return the number of matches that the greedy player wins; it moves round the table."""
    game = registry.get(slug)
    won = 0
    for number in range(matches):
        case: Case[Any, Any, Any] = Case(game, seats, f"strength {number}", options)
        state = case.start()
        rng = case.rng("random")
        greedy = number % seats
        while movers := game.to_move(state):
            seat = movers[0]
            if seat == greedy:
                action = game.bots.advise(game.view(state, seat), seat, SeatNames())[0].action
            else:
                action = pick(rng, game.legal(state, seat))
            game.apply(state, seat, action, None)
        won += greedy in final_outcome(game, state).winners
    return won


@pytest.mark.parametrize(("slug", "seats", "options"), sampling.some(TABLES, INTERVAL))
def test_greedy_beats_random(slug, seats, options):
    matches = MATCHES[slug]
    assert wins(slug, seats, options, matches) > matches * SHARES[slug][seats]


@pytest.mark.campaign
@pytest.mark.parametrize(("slug", "seats", "options"), TABLES)
def test_greedy_beats_random_over_many_matches(slug, seats, options):
    assert wins(slug, seats, options, 1_000) > 1_000 * SHARES_OF_MANY[slug][seats]
