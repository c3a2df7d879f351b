"""The manners of bots: where they send their workers."""

from typing import Final

from darwin_core.contract.game import Manner
from darwin_core.games.journey import actions, diaries
from darwin_core.games.journey.actions import AnyAction
from darwin_core.games.journey.components import LOCATIONS, TRACK
from darwin_core.games.journey.state import GREEN, JourneyState


def _saves(view: JourneyState, seat: int, action: AnyAction) -> float:
    if isinstance(action, actions.Place):
        return float(not diaries.is_busy(view, action.location))
    return 0.0


def _hinders(view: JourneyState, seat: int, action: AnyAction) -> float:
    match action:
        case actions.Place(location=location):
            is_free = not diaries.is_busy(view, location)
            blocks = is_free or not LOCATIONS[location].is_open
            others = [other for other in view.order if other != seat]
            wanting = sum(_can_go(view, other, location) for other in others)
            return blocks * wanting / len(others)
        case actions.Stamp(envelope=envelope):
            stamps = view.envelopes[envelope]
            return float(max(stamps) > 0 and stamps[seat] <= max(stamps))
        case _:
            return 0.0


def _can_go(view: JourneyState, seat: int, location: int) -> bool:
    """Return whether a seat has a worker left with the seals or the knowledge for a location."""
    rows, known = diaries.rows_of(view, seat), view.knowledge[seat]
    return any(
        diaries.in_reach(rows[worker], view.specials, known) >> location & 1
        for worker in diaries.at_home(view, seat)
    )


def _explores(view: JourneyState, seat: int, action: AnyAction) -> float:
    match action:
        case actions.Place(location=location):
            return float(LOCATIONS[location].page == "exploration")
        case actions.Move(space):
            return float(TRACK[space] > 0)
        case actions.Land() | actions.Pitch() | actions.Reuse():
            return 1.0
        case actions.Buy(spot=spot):
            return float(view.scrolls[spot] == GREEN)
        case actions.Add(colour=colour):
            return float(colour == GREEN)
        case _:
            return 0.0


MANNERS: Final[dict[str, Manner[JourneyState, AnyAction]]] = {
    "careful": Manner(
        title="careful",
        line="goes where nobody stands and saves its coins",
        lean=_saves,
        margin=2.0,
    ),
    "robber": Manner(
        title="a robber",
        line="goes where you could go, and you pay or stay away",
        lean=_hinders,
        margin=2.0,
    ),
    "trader": Manner(
        title="an explorer", line="lets explorers walk and camp", lean=_explores, margin=2.0
    ),
}
