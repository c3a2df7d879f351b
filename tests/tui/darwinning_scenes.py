"""Scenes of Darwinning!: matches of careful players, and every kind of decision in them."""

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
"""All the decisions there are, and the end; the last two are made by two players only."""


@cache
def whole_match(seats, seed="table"):
    """Return a match of careful players, with a slip now and then, in four eras."""
    options = {"eras": 4, "hand_sizes": True}
    return match_of("darwinning", seats, seed, partial(careful, slips=0.25), options=options)


@cache
def moments(seats):
    """Places all over a match: some of every kind of decision, its start and its end."""
    match = whole_match(seats)
    return match, all_over(match, parts=2)
