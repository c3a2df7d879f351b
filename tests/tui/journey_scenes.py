"""Scenes of Darwin's Journey for the tests of its board: matches of careful players, and positions
with every kind of decision."""

from dataclasses import replace
from functools import cache, partial

from tui.scenes import LONG_NAMES, Scene, all_over, careful, chooser_for, kind_of, match_of, scene

from darwin_core.contract import registry
from darwin_core.contract.game import NOTHING, SPECTATOR
from darwin_core.games.journey.material import LOCATIONS, WORKERS, Turn
from darwin_core.kit.states import put, replaced
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
"""All kinds of decision, and the end."""


@cache
def whole_match(seats, seed="table", slips=0.4):
    """Return a match of careful players who act at random in a share of their decisions."""
    return match_of("journey", seats, seed, partial(careful, slips=slips))


@cache
def moments(seats):
    """Return a match and sample positions: the first and last of each kind of decision, and the
    end."""
    match = whole_match(seats)
    return match, all_over(match)


def framed(now, chooser, cursor=None):
    """Return a scene with another selection and cursor, and with the pane in front that the
    selection needs."""
    front = JourneyBoard.front(now.view, chooser)
    pane = now.pane if front is None else front
    return replace(now, chooser=chooser, cursor=cursor, pane=pane)


def at(match, viewer, position, pane=None, **more):
    """Return a viewer's scene at a position, by default with the pane that the decision needs."""
    view = match.view(viewer, position)
    chooser = chooser_for(GAME, view, viewer)
    if pane is None:
        pane = JourneyBoard.front(view, chooser) or 0
    return scene(match, viewer, position, chooser=chooser, pane=pane, **more)


def see(state, viewer, pane=None, selected=(), **more):
    """Return a viewer's scene of a state, by default with the pane that the decision needs."""
    view = GAME.view(state, viewer)
    chooser = chooser_for(GAME, view, viewer)
    for element in selected:
        chooser = chooser.select(element)
    if pane is None:
        pane = JourneyBoard.front(view, chooser) or 0
    seat_names = SeatNames(LONG_NAMES[: len(state.coins)])
    return Scene(GAME, view, viewer, seat_names, (), chooser, pane=pane, **more)


def crowded(match):
    """Return the fullest state: ships and workers in the same places, full slots, long numbers."""
    state = GAME.clone(match.state_at(len(match.history)))
    seats = match.seats
    state.round = 5
    state.pending = [Turn(0)]
    state.actor = 0
    open_spaces = [number for number, row in enumerate(LOCATIONS) if row.is_open]
    state.workers = tuple(
        bytes([open_spaces[0]] * 3 + [open_spaces[-2], NOTHING]) for _ in state.coins
    )
    state.ships = bytes([state.ships[0]] * seats)
    state.envelopes = tuple(bytes([12] * seats) for _ in state.envelopes)
    state.coins = (188,) * seats
    state.points = (199,) * seats
    state.knowledge = (19,) * seats
    state.evolution = (36,) * seats
    state.rows = tuple((bytes([4] * 6),) * WORKERS for _ in state.coins)
    state.research = (0xFFFF,) * seats
    state.stacks = (bytes([4, 4, 4, 12]),) * seats
    state.slots = (bytes([*range(4, 9), *range(18, 23)]),) * seats
    state.reserve = (bytes([9, 23]),) * seats
    state.achieved = (0,) * seats
    state.goals = bytes([10, 9, 0, 2, 3])[::-1]
    state.goals = put(state.goals, 4, 9)
    state.display = bytes([10, 11, 24, 25])
    return state


def placing(match=None):
    """Return the state at the first turn of a match, and the seat whose turn it is."""
    match = match or whole_match(2)
    position = next(p for p in range(len(match.history)) if kind_of(match.state_at(p)) == "Turn")
    state = GAME.clone(match.state_at(position))
    return state, state.actor


def special():
    """Return scenes that are rare in matches: crowds, and the payments for a worker's action."""
    from tui.pictured import match_of

    two, four = match_of("journey", 2), match_of("journey", 4)
    state = crowded(four)
    crowds = {f"crowd, pane {pane}": see(state, 0, pane=pane) for pane in PANES}
    pays, seat = placing(two)
    pays.rows = replaced(pays.rows, seat, (bytes([0, 0]), bytes([1]), bytes([2]), bytes([3])))
    pays.lenses = put(pays.lenses, 1, 1 - seat)
    pays.knowledge = (1, 1)
    full, _ = placing(two)
    full.workers = replaced(full.workers, 1 - seat, put(full.workers[1 - seat], 0, 0))
    full.coins = (5, 5)
    return crowds | {
        "crowd, spectator": see(state, SPECTATOR),
        "with log": see(state, 0, has_log=True),
        "best worker pays": see(pays, seat),
        "selected worker pays": see(pays, seat, selected=[("worker", 1)], cursor=("worker", 1)),
        "an occupied diary": see(full, seat, cursor=("location", 0)),
    }
