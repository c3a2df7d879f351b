"""The levels are as strong as the goals ask, by the figures kept beside each game."""

import os

import pytest

from darwin_core.bots import ladder
from darwin_core.contract import registry
from darwin_tui.strength.simulate import climb
from darwin_tui.strength.workers import Workers

MATCHES = int(os.environ.get("LADDER_MATCHES", "40"))
KEPT = [
    (slug, rung)
    for slug in registry.SLUGS
    for rung in ladder.of(registry.get(slug).package).values()
]


def test_every_level_is_measured_in_every_game() -> None:
    measured = {(slug, rung.level, rung.seats) for slug, rung in KEPT}
    for slug in registry.SLUGS:
        pairs = {("easy", 2), ("easy", 4), ("hard", 2), ("hard", 4), ("master", 2)}
        assert {(slug, *pair) for pair in pairs} <= measured


@pytest.mark.parametrize(
    ("level", "seats", "least", "most"),
    [
        ("easy", 2, 0.25, 0.40),
        ("easy", 4, 0.0, 0.25),
        ("hard", 2, 0.62, 1.0),
        ("hard", 4, 0.33, 1.0),
        ("master", 2, 0.70, 1.0),
    ],
)
def test_measured_strength_is_what_is_asked_of_a_level(
    level: str, seats: int, least: float, most: float
) -> None:
    shares = {
        slug: rung.win_rate for slug, rung in KEPT if (rung.level, rung.seats) == (level, seats)
    }
    assert all(least <= share <= most for share in shares.values()), shares


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hard_is_ahead_where_luck_decides_most(seats: int) -> None:
    """Cards win most matches of Yummy Darwinism, so that it is points that show who plays
    better."""
    rung = ladder.of(registry.get("yummy").package)["hard", seats]
    assert rung.ahead_low > 0


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("slug", "kept"), KEPT, ids=[f"{slug}: {rung.level} {rung.seats}" for slug, rung in KEPT]
)
def test_level_is_as_strong_as_when_it_was_measured(slug: str, kept: ladder.Rung) -> None:
    """Play ``LADDER_MATCHES`` of other deals; the intervals of both measurements must meet."""
    (found,) = climb(slug, [kept.level], [kept.seats], MATCHES, "again", Workers(1))
    assert found.high >= kept.low
    assert found.low <= kept.high
