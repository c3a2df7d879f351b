"""Scenes of Darwin's Journey: matches of careful players, and every kind of decision in them."""

from dataclasses import replace
from functools import cache, partial

from tui.scenes import LONG_NAMES, Scene, all_over, careful, chooser_for, match_of, scene

from darwin_core.contract import registry
from darwin_core.text.seat_names import SeatNames
from darwin_tui.boards.journey.board import JourneyBoard

GAME = registry.get("journey")
SEATS = GAME.seats
PANES = range(len(JourneyBoard.PANES))
KINDS = {
    "Academy",
    "Act",
    "AnyOrder",
    "PitchTent",
    "CheaperTurn",
    "CopyCrew",
    "Correspond",
    "DeliverSpecimen",
    "LandExplorer",
    "Draft",
    "Either",
    "Equip",
    "Explore",
    "TakeObjective",
    "Lens",
    "Museum",
    "Navigate",
    "Overtake",
    "PerformLocked",
    "Purple",
    "Redeliver",
    "ResearchSpecimen",
    "ReuseTent",
    "Seal",
    "Spend",
    "AchieveUnmet",
    "Turn",
    "Window",
    "end",
}
"""All the decisions there are, and the end."""


@cache
def whole_match(seats, seed="table", slips=0.4):
    """Return a match of careful players with many a slip."""
    return match_of("journey", seats, seed, partial(careful, slips=slips))


@cache
def moments(seats):
    """Places all over a match: the first and the last of every kind of decision, and the end."""
    match = whole_match(seats)
    return match, all_over(match)


def framed(now, chooser, cursor=None):
    """Return a scene with another selection, its needed pane in front."""
    front = JourneyBoard.front(now.view, chooser)
    pane = now.pane if front is None else front
    return replace(now, chooser=chooser, cursor=cursor, pane=pane)


def at(match, viewer, position, pane=None, **more):
    """Return the scene that a viewer sees at a position, with the needed pane in front."""
    view = match.view(viewer, position)
    chooser = chooser_for(GAME, view, viewer)
    if pane is None:
        pane = JourneyBoard.front(view, chooser) or 0
    return scene(match, viewer, position, chooser=chooser, pane=pane, **more)


def see(state, viewer, pane=None, selected=(), **more):
    """Return the scene that a viewer sees of a state."""
    view = GAME.view(state, viewer)
    chooser = chooser_for(GAME, view, viewer)
    for element in selected:
        chooser = chooser.select(element)
    if pane is None:
        pane = JourneyBoard.front(view, chooser) or 0
    seat_names = SeatNames(LONG_NAMES[: len(state.coins)])
    return Scene(GAME, view, viewer, seat_names, (), chooser, pane=pane, **more)
