"""Scenes of Darwinning! for the tests of its board: matches of careful players, and positions with
every kind of decision."""

from functools import cache, partial

from tui.scenes import all_over, careful, match_of

from darwin_core.contract import registry

GAME = registry.get("darwinning")
SEATS = GAME.seats
KINDS = {
    "NameLeader",
    "TakeTrait",
    "PlayCards",
    "Improve",
    "KeepCards",
    "ShareEnvironment",
    "EatSpecies",
    "Transform",
    "end",
}
KINDS |= {"UseDisplay", "Browse"}
"""All kinds of decision, and the end; ``UseDisplay`` and ``Browse`` are in matches of two only."""


@cache
def whole_match(seats, seed="table"):
    """Return a match over four eras by careful players who sometimes act at random."""
    options = {"eras": 4, "hand_sizes": True}
    return match_of("darwinning", seats, seed, partial(careful, slips=0.25), options=options)


@cache
def moments(seats):
    """Return a match and sample positions: each kind of decision, the start and the end."""
    match = whole_match(seats)
    return match, all_over(match, parts=2)
