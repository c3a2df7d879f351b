"""The measured strength of the levels, as stored beside each game, meets the goals."""

import os
from pathlib import Path

import pytest

from darwin_core.bots import ladder
from darwin_core.contract import registry
from darwin_tui.strength.simulate import climb
from darwin_tui.strength.workers import Workers

MATCHES = int(os.environ.get("LADDER_MATCHES", "40"))
KEPT = [
    (slug, rung)
    for slug in registry.SLUGS
    for rung in ladder.against_normal(registry.get(slug).package).values()
]


def test_every_level_is_measured_in_every_game():
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
def test_measured_strength_is_what_is_asked_of_a_level(level, seats, least, most):
    shares = {
        slug: rung.win_rate for slug, rung in KEPT if (rung.level, rung.seats) == (level, seats)
    }
    assert all(least <= share <= most for share in shares.values()), shares


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hard_is_ahead_where_luck_decides_most(seats):
    """Luck decides most matches of Yummy Darwinism, so that only points show the better player."""
    rung = ladder.against_normal(registry.get("yummy").package)["hard", seats]
    assert rung.ahead_low > 0


COLUMNS = {
    "Easy, two players": ("easy", 2),
    "Hard, two players": ("hard", 2),
    "Hard against three": ("hard", 4),
    "Master, two players": ("master", 2),
    "Master against three": ("master", 4),
    "Master against Hard, two players": ("", 2),
}
"""The level and seats of each column of the table in the bots' README."""


def test_table_of_the_page_of_the_bots_is_what_was_measured():
    text = (Path(__file__).parents[2] / "core/darwin_core/bots/README.md").read_text()
    table = text.partition("Matches won against Normal")[2].partition("\n- ")[0]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.splitlines()
        if line.startswith("| ")
    ]
    assert rows[0][1:] == [*COLUMNS]
    games = [registry.get(slug) for slug in registry.SLUGS]
    assert [row[0] for row in rows[1:]] == [game.title for game in games]
    for game, row in zip(games, rows[1:], strict=True):
        rungs = [ladder.against_normal(game.package).get(pair) for pair in COLUMNS.values()]
        rungs[-1] = ladder.against_below(game.package, "master")
        assert row[1:] == [*map(cell, rungs)], game.title


def cell(rung: ladder.Rung | None) -> str:
    if rung is None:
        return "not measured"
    share, low, high = (
        round(100 * share_of_one) for share_of_one in (rung.win_rate, rung.low, rung.high)
    )
    return f"{share} ({low}–{high}), {rung.games}"


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("slug", "kept"), KEPT, ids=[f"{slug}: {rung.level} {rung.seats}" for slug, rung in KEPT]
)
def test_level_is_as_strong_as_when_it_was_measured(slug, kept):
    """In ``LADDER_MATCHES`` matches of other deals, the intervals of both measurements overlap."""
    (measured,) = climb(slug, [kept.level], [kept.seats], MATCHES, "again", Workers(1))
    assert measured.high >= kept.low
    assert measured.low <= kept.high
