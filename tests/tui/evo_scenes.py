"""Scenes of Evo: matches of careful players who hunt each other, and every kind of decision."""

from functools import cache

from tui.scenes import LONG_NAMES, Scene, all_over, chooser_for, match_of

from darwin_core.contract import registry
from darwin_core.text.seat_names import SeatNames

GAME = registry.get("evo")
SEATS = GAME.seats
KINDS = {"Begin", "Live", "Replace", "Gorge", "Sleep", "Choose", "Settle", "Drift", "end"}
"""All the decisions there are, and the end."""


def hunting(rng, match, movers):
    """Return the action of a careful player, with a slip now and then, who hunts others where
    possible."""
    (seat,) = movers
    actions = match.legal(seat)
    rare = [each for each in actions if GAME.texts.notation(each).partition(" ")[0] == "predate"]
    if rare or rng.random() < 0.15:
        return seat, rng.choice(rare or actions)
    return seat, GAME.bots.advise(match.view(seat), seat, SeatNames())[0].action


@cache
def whole_match(seats, seed="table"):
    """Return a match of careful players with a slip now and then, who hunt each other where they
    can."""
    options = {"predation": True, "wide_gene_pool": seats == 4}
    return match_of("evo", seats, seed, hunting, options=options)


@cache
def moments(seats):
    """Places all over a match: some of every kind of decision, its start and its end."""
    match = whole_match(seats)
    return match, all_over(match)


def see(state, viewer, **more):
    """Return the scene that a viewer sees of a state."""
    view = GAME.view(state, viewer)
    chooser = chooser_for(GAME, view, viewer)
    seat_names = SeatNames(LONG_NAMES[: len(state.species)])
    return Scene(GAME, view, viewer, seat_names, (), chooser, **more)
