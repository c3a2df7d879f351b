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
"""All kinds of decision, and the end; only matches of two have the last two."""


@cache
def whole_match(seats, seed="table"):
    """Return a match of careful players, with a slip now and then, in four eras."""
    options = {"eras": 4, "hand_sizes": True}
    return match_of("darwinning", seats, seed, partial(careful, slips=0.25), options=options)


@cache
def moments(seats):
    """Return a match and positions in it: some of every kind of decision, the start and the end."""
    match = whole_match(seats)
    return match, all_over(match, parts=2)
