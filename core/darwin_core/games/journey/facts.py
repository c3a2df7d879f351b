"""The facts that texts of the lesson and the notes can state, and the themes of puzzles."""

from collections.abc import Mapping, Sequence
from typing import Final

from darwin_core.contract.game import A
from darwin_core.games.journey import acts
from darwin_core.games.journey.acts import parse
from darwin_core.games.journey.diaries import is_busy, occupied_cost
from darwin_core.games.journey.material import (
    BOOK,
    CREW_KEPT,
    GOAL_TILES,
    TRACK,
    WORKERS,
    JourneyState,
    books,
)
from darwin_core.games.journey.names import (
    colour_name,
    crew_name,
    goal_words,
    location_name,
    objective_words,
    space_name,
    specimen_name,
    start_colour,
    worker_name,
    yield_words,
)
from darwin_core.games.journey.objectives import goal_count
from darwin_core.games.journey.voyage import yields
from darwin_core.teaching.facts import Fact, Now, Theme, begins_with
from darwin_core.text.language import mark
from darwin_core.text.wording import counted


def _parsed(written: str, kind: type[A]) -> A:
    action = parse(written)
    if not isinstance(action, kind):
        raise ValueError(f"{written!r} is another action")
    return action


def _seat(now: Now[JourneyState], seat: str) -> int:
    return int(seat or now.seat)


def _named(now: Now[JourneyState], written: str) -> str:
    """Return the name of an action's object: a crew card, a location, a space."""
    match parse(written):
        case acts.Keep(card):
            return crew_name(card)
        case acts.Take(tile):
            return objective_words(tile)
        case acts.Place(_, location):
            return location_name(location)
        case acts.Move(space):
            return space_name(space)
        case acts.Deliver(specimen):
            return specimen_name(specimen)
    raise ValueError("it has no name")


def _does(now: Now[JourneyState], written: str) -> str:
    """Return the effects of a worker's location in words."""
    return now.game.texts.phrase(now.view, parse(written), now.seat_names).rpartition(": ")[2]


def _worker(now: Now[JourneyState], written: str) -> str:
    action = _parsed(written, acts.Place)
    return worker_name(action.worker)


def _cost(now: Now[JourneyState], written: str) -> int:
    """Return the coins for a place in an area that has a worker; 0 in an area without workers."""
    action = _parsed(written, acts.Place)
    view = now.view
    return occupied_cost(view, now.seat) if is_busy(view, action.location) else 0


def _start(now: Now[JourneyState], written: str) -> str:
    action = _parsed(written, acts.Keep)
    return colour_name(start_colour(action.card))


def _yield(now: Now[JourneyState], written: str) -> str:
    action = _parsed(written, acts.Deliver)
    gain = yields(now.view, action.specimen)
    return yield_words(gain.coins, gain.steps)


def _row(now: Now[JourneyState], written: str) -> str:
    action = _parsed(written, acts.Buy)
    return worker_name(action.row)


def _goal(now: Now[JourneyState], number: str = "") -> int:
    view = now.view
    return view.goals[int(number or view.round) - 1]


def _sails(actions: Sequence[acts.AnyAction]) -> bool:
    return isinstance(actions[0], acts.Move) and not TRACK[actions[0].space]


FACTS: Final[Mapping[str, Fact]] = {
    "what": _named,
    "does": _does,
    "worker": _worker,
    "seal": _start,
    "yield": _yield,
    "row": _row,
    "cost": _cost,
    "coins": lambda now, seat="": now.view.coins[_seat(now, seat)],
    "steps": lambda now: now.view.evolution[now.seat],
    "books": lambda now: counted(books(now.view.evolution[now.seat]), "book"),
    "book": lambda now: BOOK,
    "points": lambda now, seat="": now.view.points[_seat(now, seat)],
    "workers": lambda now: WORKERS,
    "crew": lambda now: CREW_KEPT,
    "goal": lambda now, number="": goal_words(_goal(now, number)),
    "goal_each": lambda now, number="": GOAL_TILES[_goal(now, number)].points,
    "goal_count": lambda now, number="", seat="": goal_count(
        now.view, _seat(now, seat), _goal(now, number)
    ),
}

THEMES: Final[Mapping[str, Theme]] = {
    mark("Workers and locations"): begins_with(acts.Place, acts.Perform, acts.Unlock),
    mark("The ship"): lambda now, actions: _sails(actions),
    mark("Explorers"): begins_with(acts.Move, acts.Land),
    mark("Seals"): begins_with(acts.Buy, acts.Add),
    mark("Stamps"): begins_with(acts.Stamp),
    mark("Objectives and crew"): begins_with(
        acts.Keep, acts.Take, acts.Achieve, acts.Complete, acts.Copy
    ),
    mark("Specimens and tents"): begins_with(acts.Deliver, acts.Research, acts.Pitch, acts.Reuse),
    mark("Effects"): lambda now, actions: True,
}
