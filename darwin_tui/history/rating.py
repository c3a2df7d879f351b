"""Rating of a player in one game, against the bots: openskill's Plackett-Luce.

The Normal bot is the fixed point of the scale: it never moves. Other levels are rated along with
the player, from the same matches, so a level that was seldom met leaves a wide interval.
"""

from collections.abc import Sequence
from math import log, log10, sqrt
from typing import Final

import msgspec

from darwin_core.bots import ladder
from darwin_tui.figures import Z
from darwin_tui.history.finished import Finished
from darwin_tui.seating import level_of

MATCHES_MIN: Final = 5
"""Matches from which there is a rating and an interval."""
ANCHOR: Final = "normal"
"""The level whose rating is fixed."""
ANCHOR_POINTS: Final = 1500
MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = MU / 6
"""Openskill's own figures of one who has not played yet."""
ANCHOR_SIGMA: Final = 1e-3
POINTS: Final = 400 / log(10) / (sqrt(2) * BETA)
"""Points for one of openskill's, so that 400 more mean ten wins to one, as on chess ladders."""
SHARE_LEAST: Final = 0.01
"""The share of wins below which a few hundred matches show no difference."""


class Rating(msgspec.Struct, frozen=True):
    """A rating with its 95 % interval; the Normal bot has 1500."""

    value: int
    low: int
    high: int
    matches: int


def rating(matches: Sequence[Finished]) -> Rating | None:
    """Return the rating after some matches of one game; None where too few had bots.

    Args:
        matches: in the order in which they were played.
    """
    rated = [match for match in matches if any(map(level_of, match.row.players))]
    if len(rated) < MATCHES_MIN:
        return None
    # Slow to import, and only this page needs it.
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA)
    known: dict[str, tuple[float, float]] = {}
    for match in rated:
        sitting = [("", match.place)]
        for player, place in zip(match.row.players, match.row.places, strict=True):
            if level := level_of(player):
                sitting.append((level, place))
        teams = [[model.rating(*_before(known, level))] for level, _ in sitting]
        after = model.rate(teams, ranks=[float(place) for _, place in sitting])
        for level in {level for level, _ in sitting if level != ANCHOR}:
            own = [team[0] for team, (each, _) in zip(after, sitting, strict=True) if each == level]
            mean = sum(one.mu for one in own) / len(own)
            known[level] = mean, min(one.sigma for one in own)
    mu, sigma = known[""]
    value, reach = ANCHOR_POINTS + POINTS * (mu - MU), POINTS * Z * sigma
    return Rating(round(value), round(value - reach), round(value + reach), len(rated))


def level_points(package: str) -> dict[str, int]:
    """Return the points of the levels of a game, named by its package, that were measured against
    Normal with two seats."""
    found = {ANCHOR: ANCHOR_POINTS}
    for (level, seats), rung in ladder.of(package).items():
        if seats == 2:
            share = min(max(rung.win_rate, SHARE_LEAST), 1 - SHARE_LEAST)
            found[level] = round(ANCHOR_POINTS + 400 * log10(share / (1 - share)))
    return found


def _before(known: dict[str, tuple[float, float]], level: str) -> tuple[float, float]:
    if level == ANCHOR:
        return MU, ANCHOR_SIGMA
    return known.get(level, (MU, SIGMA))
