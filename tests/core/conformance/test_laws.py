"""Every law, for every game and seat count, over a few seeds; many more as a campaign."""

from itertools import cycle

import pytest
import sampling

from darwin_core.contract import registry
from darwin_core.lab.check import lacking, various
from darwin_core.lab.conformance import LAWS, check_everything_happens, check_random_actions
from darwin_core.lab.play import Case, variants

GAMES = {slug: registry.get(slug) for slug in registry.SLUGS}
TABLES = [
    pytest.param(game, seats, id=f"{slug}-{seats}")
    for slug, game in GAMES.items()
    for seats in game.seats
]


SOME = sampling.grid(TABLES, LAWS, interval=3, within=max(sampling.LAW_INTERVALS.values()))
"""Tables and laws: each law is tried on every game, which has three tables at least."""


@pytest.mark.parametrize(
    ("game", "seats", "law"),
    [
        pytest.param(*table.values, law, id=f"{table.id}-{law.__name__.removeprefix('check_')}")
        for table, law in SOME
    ],
)
def test_law_holds(game, seats, law):
    for case in sampling.law_cases(law, game, seats):
        law(case)


@pytest.mark.campaign
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__.removeprefix("check_"))
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_law_holds_for_long(game, seats, law):
    for seed, options in zip(range(500), cycle(variants(game)), strict=False):
        law(Case(game, seats, f"long {seed}", options))


@pytest.mark.parametrize("slug", sampling.some(GAMES, sampling.GAMES_INTERVAL, 1))
def test_everything_happens(slug):
    check_everything_happens(various(GAMES[slug]))


@pytest.mark.parametrize("slug", ["dice", "darwinning", "yummy", "evo", "journey"])
def test_our_five_games_have_every_optional_part(slug):
    lacks = lacking(registry.get(slug))
    if slug not in {"dice", "darwinning", "journey"}:
        # No policy has been fitted that makes Master stronger in these.
        unfitted = ("fitted_policy.toml:", "bots.fitted_policy:")
        lacks = [line for line in lacks if not line.startswith(unfitted)]
    assert lacks == []


def _endless(game):
    """Yield matches of all seat counts and variants by turns."""
    for seed, options in enumerate(cycle(variants(game))):
        yield from (Case(game, seats, f"many {seed}", options) for seats in game.seats)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_twenty_thousand_random_actions(game):
    """Play 2,500 in the short form of the tests."""
    number = sampling.part(20_000, 8)
    matches = sampling.some(_endless(game), sampling.RANDOM_ACTIONS_INTERVAL)
    assert check_random_actions(matches, number) >= number


@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_million_random_actions(game):
    assert check_random_actions(_endless(game), 1_000_000) >= 1_000_000
