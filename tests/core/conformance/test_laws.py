"""Every law, for every game and seat count, over a few seeds; many more as a campaign."""

import pytest

from darwin_core import registry
from darwin_core.testing.conformance import LAWS, check_everything_happens, check_random_actions
from darwin_core.testing.play import Case

SEEDS = 12
GAMES = {slug: registry.get(slug) for slug in registry.SLUGS}
TABLES = [
    pytest.param(game, seats, id=f"{slug}-{seats}")
    for slug, game in GAMES.items()
    for seats in game.seats
]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__.removeprefix("check_"))
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_law_holds(game, seats, law):
    for seed in range(SEEDS):
        law(Case(game, seats, str(seed)))


@pytest.mark.campaign
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__.removeprefix("check_"))
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_law_holds_for_long(game, seats, law):
    for seed in range(500):
        law(Case(game, seats, f"long {seed}"))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_everything_happens(game):
    check_everything_happens(
        Case(game, seats, f"all {seed}") for seats in game.seats for seed in range(20)
    )


def _endless(game):
    """Matches of all seat counts by turns."""
    seed = 0
    while True:
        yield from (Case(game, seats, f"many {seed}") for seats in game.seats)
        seed += 1


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_twenty_thousand_random_actions(game):
    assert check_random_actions(_endless(game), 20_000) >= 20_000


@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_million_random_actions(game):
    assert check_random_actions(_endless(game), 1_000_000) >= 1_000_000
