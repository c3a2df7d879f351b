"""Scenes of Darwin's Journey: matches of careful players, and every kind of decision in them."""

from functools import cache
from random import Random

from matches import began
from scenes import LONG_NAMES, Scene, scene

from darwin_core import registry
from darwin_core.chooser import Chooser
from darwin_core.record import Player
from darwin_tui.games.journey.board import JourneyBoard

GAME = registry.get("journey")
SEATS = GAME.seats
PANES = range(len(JourneyBoard.PANES))
KINDS = {
    "Academy",
    "Act",
    "AnyOrder",
    "Camp",
    "Copy",
    "Correspond",
    "Deliver",
    "Disembark",
    "Draft",
    "Either",
    "Equip",
    "Explore",
    "Gain",
    "Lens",
    "Museum",
    "Navigate",
    "Overtake",
    "Perform",
    "Purple",
    "Redeliver",
    "Research",
    "Retent",
    "Seal",
    "Spend",
    "Triumph",
    "Turn",
    "Window",
    "end",
}
"""All the decisions there are, and the end."""


@cache
def whole_match(seats, seed="table", slips=0.4):
    """A match of careful players with many a slip."""
    sitting = tuple(Player(name) for name in LONG_NAMES[:seats])
    written = began(seats, seed, game="journey", players=sitting)
    match, rng = written.match, Random(seed)
    while movers := GAME.to_move(match.state):
        seat = rng.choice(movers)
        if rng.random() < slips:
            written.act(seat, rng.choice(match.asked(seat)))
        else:
            written.act(seat, GAME.advise(match.look(seat), seat)[0].action)
    return match


def kind_of(state):
    """What is asked."""
    return type(state.pending[-1]).__name__ if state.pending else "end"


@cache
def moments(seats, seed="table"):
    """Places all over a match: the first and the last of every kind of decision, and the end."""
    match = whole_match(seats, seed)
    seen: dict[str, list[int]] = {}
    for position in range(len(match.history) + 1):
        seen.setdefault(kind_of(match.state_at(position)), []).append(position)
    return match, sorted({at for found in seen.values() for at in (found[0], found[-1])})


def chooser_for(view, viewer):
    actions = GAME.legal(view, viewer) if viewer < len(view.coins) else ()
    return Chooser.of(actions, GAME.touches)


def framed(now, chooser, pane=None, cursor=None):
    """A scene with other picks, its needed pane in front unless another is wanted."""
    if pane is None:
        front = JourneyBoard.front(now.view, chooser)
        pane = now.pane if front is None else front
    return Scene(now.game, now.view, now.viewer, now.names, now.story, chooser, cursor, pane=pane)


def at(match, viewer, position, pane=None, **more):
    """What a viewer sees at a position, with the pane in front that is needed."""
    view = match.look(viewer, position)
    chooser = chooser_for(view, viewer)
    if pane is None:
        pane = JourneyBoard.front(view, chooser) or 0
    return scene(match, viewer, position, chooser=chooser, pane=pane, **more)


def see(state, viewer, pane=None, picks=(), **more):
    """What a viewer sees of a state."""
    view = GAME.view(state, viewer)
    chooser = chooser_for(view, viewer)
    for element in picks:
        chooser = chooser.pick(element)
    if pane is None:
        pane = JourneyBoard.front(view, chooser) or 0
    names = LONG_NAMES[: len(state.coins)]
    return Scene(GAME, view, viewer, names, (), chooser, pane=pane, **more)
